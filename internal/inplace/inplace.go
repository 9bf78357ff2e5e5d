// Package inplace changes the mappings of a YAML file in their place: comments, and whatever else the file says, stay. What can't surely be changed
// like this is refused.
//
// Begin with a [File].
package inplace

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// ByHand is said of what can't surely be changed in its place.
const ByHand = "written by hand: change it in the file"

var errByHand = errors.New("this is " + ByHand)

// File is a file that is being changed.
type File struct {
	Source *diag.Source
	// Edits are the changes so far, which don't overlap.
	Edits []diag.Edit
}

// Replace replaces what stands between two places.
func (f *File) Replace(start, end int, text string) {
	if f.Source.Text[start:end] != text {
		f.Edits = append(f.Edits, diag.Edit{At: diag.Span{Source: f.Source, Start: start, End: end}, Text: text})
	}
}

// Put gives a key of a mapping another value, as text in the file; an empty one takes the key away. A new key goes behind the last of some that are
// there, or else behind all.
func (f *File) Put(n *tree.Node, key, text string, behind ...string) error {
	i := slices.IndexFunc(n.Entries, func(e tree.Entry) bool { return e.Key.Text == key })
	switch {
	case i < 0 && text == "":
		return nil
	case i < 0:
		return f.Append(n, key+": "+text, behind...)
	case !Once(n.Entries[i]):
		return errors.New(key + " is " + ByHand)
	case text == "":
		return f.cut(n, i)
	}
	value := n.Entries[i].Value
	if value.Kind == tree.Null {
		text = " " + text
	}
	f.Replace(value.Span.Start, value.Span.End, text)
	return nil
}

// Append adds an entry to a mapping that has some, as text.
func (f *File) Append(n *tree.Node, text string, behind ...string) error {
	all := tree.EntriesOf(n)
	if len(all) == 0 {
		return errByHand
	}
	last := all[len(all)-1]
	for _, e := range all {
		if slices.Contains(behind, e.Key.Text) {
			last = e
		}
	}
	indent, alone := f.Indent(all[0].Key.Span.Start)
	switch end := last.Value.Span.End; {
	case !Once(last) || n.Style != tree.Flow && !alone:
		return errByHand
	case n.Style == tree.Flow:
		f.Replace(end, end, ", "+text)
	default:
		_, end = f.Lines(last)
		f.Replace(end, end, "\n"+indent+text)
	}
	return nil
}

// cut takes an entry of a mapping away, unless it is the only one: from braces the entry alone, else its lines. Comments above it stay.
func (f *File) cut(n *tree.Node, i int) error {
	e := n.Entries[i]
	_, alone := f.Indent(e.Key.Span.Start)
	switch {
	case len(n.Entries) == 1 || !Once(e) || i > 0 && !Once(n.Entries[i-1]) || n.Style != tree.Flow && !alone:
		return errByHand
	case n.Style == tree.Flow && i > 0:
		f.Replace(n.Entries[i-1].Value.Span.End, e.Value.Span.End, "")
	case n.Style == tree.Flow:
		f.Replace(e.Key.Span.Start, n.Entries[1].Key.Span.Start, "")
	default:
		start, end := f.Lines(e)
		f.Replace(start, min(end+1, len(f.Source.Text)), "")
	}
	return nil
}

// Only returns the edits, if they leave a file that can be read, and that says the same as before about everything but some keys.
func (f *File) Only(root *tree.Node, keys ...string) ([]diag.Edit, error) {
	now, list := tree.Parse(diag.NewSource(f.Source.Name, f.Source.With(f.Edits)))
	for _, e := range root.Entries {
		after := now.Get(e.Key.Text)
		if list.HasErrors() || !slices.Contains(keys, e.Key.Text) && (after == nil || after.Span.Text() != e.Value.Span.Text()) {
			return nil, errByHand
		}
	}
	return f.Edits, nil
}

// Lines returns the start of an entry's first line, and the end of the last one that has something of it.
func (f *File) Lines(e tree.Entry) (start, end int) {
	blanks, _ := f.Indent(e.Key.Span.Start)
	end = len(strings.TrimRight(f.Source.Text[:e.Value.Span.End], " \t\r\n"))
	line, _, _ := strings.Cut(f.Source.Text[end:], "\n")
	return e.Key.Span.Start - len(blanks), end + len(strings.TrimRight(line, "\r"))
}

// Indent returns what stands before a place on its line, and whether that is nothing but blanks.
func (f *File) Indent(at int) (before string, alone bool) {
	before = f.Source.Text[strings.LastIndexByte(f.Source.Text[:at], '\n')+1 : at]
	return before, strings.TrimLeft(before, " ") == ""
}

// anchor matches the name of a value that may stand elsewhere, too.
var anchor = regexp.MustCompile(`(?m)^[^#\n]*&`)

// Once reports whether a value is written behind its key, and only there.
func Once(e tree.Entry) bool {
	start, end := e.Key.Span.End, e.Value.Span.Start // what an alias stands for is before it
	return start <= end && !anchor.MatchString(e.Key.Span.Source.Text[start:end])
}
