// Package show prints the declarations of a ruleset: its sections and definitions after merging parts, bases and overlays, with the file
// and line of each piece.
//
// Begin with [Find]; a [Linker] writes the contents of a ruleset, and finds what is related to a definition. All output is escaped so that a terminal obeys none
// of it.
//
// The command for it is `rulec show`.
package show

import (
	"cmp"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/tree"
)

// headers are the keys at the top of a ruleset that are not sections.
var headers = []string{"rulec", "ruleset", "title", "version", "about"}

// speaking are the sections that are one declaration, so that they can describe themselves.
var speaking = []string{"time", "space", "reports"}

// withFields are the sections whose definitions have fields that programs change, of things and of what is under way.
var withFields = []string{"kinds", "conditions"}

// A Place is a definition of a ruleset, a field of one, or a whole section.
type Place struct {
	Section tree.Entry
	// Of is the kind or condition whose field Entry is; its Key is nil for anything else.
	Of tree.Entry
	// Entry is the definition; its Key is nil for a whole section.
	Entry tree.Entry
}

// Name returns section.name, for a field section.name.field, or the name of the section.
func (p Place) Name() string {
	name := p.Section.Key.Text
	for _, e := range []tree.Entry{p.Of, p.Entry} {
		if e.Key != nil {
			name += "." + e.Key.Text
		}
	}
	return name
}

// Find returns what a user may mean by a name: every definition with this present or former name, the section with this name, and every
// field with it of a kind or a condition; or, for SECTION.NAME and NAME.FIELD, that definition or field.
func Find(root *tree.Node, name string) []Place {
	var found []Place
	for _, section := range sections(root) {
		rest, ok := strings.CutPrefix(name, section.Key.Text+".")
		if section.Key.Text == name {
			found = append(found, Place{Section: section})
		}
		for _, e := range parts(section) {
			if called(e, name) || ok && called(e, rest) {
				found = append(found, Place{Section: section, Entry: e})
			}
		}
	}
	for _, section := range sections(root) {
		if !slices.Contains(withFields, section.Key.Text) {
			continue
		}
		for _, of := range parts(section) {
			for _, e := range append(of.Value.Fields(), tree.EntriesOf(of.Value.Get("running"))...) {
				p := Place{section, of, e}
				has := func(other Place) bool { return other.Entry.Key == e.Key } // what a kind is like
				if slices.Contains([]string{e.Key.Text, of.Key.Text + "." + e.Key.Text, p.Name()}, name) && !slices.ContainsFunc(found, has) {
					found = append(found, p)
				}
			}
		}
	}
	return found
}

func called(e tree.Entry, name string) bool {
	return e.Key.Text == name || slices.Contains(e.Was, name)
}

// Names returns every name that [Find] knows, sections first.
func Names(root *tree.Node) []string {
	var names []string
	for _, section := range sections(root) {
		names = append(names, section.Key.Text)
	}
	for _, section := range sections(root) {
		for _, e := range parts(section) {
			names = append(names, e.Key.Text)
		}
	}
	return names
}

// sections returns the sections of a ruleset in the order of its files.
func sections(root *tree.Node) []tree.Entry {
	return slices.DeleteFunc(slices.Clone(root.Entries), func(e tree.Entry) bool {
		return slices.Contains(headers, e.Key.Text)
	})
}

// heading returns NAME VERSION: TITLE, as far as they exist.
func heading(root *tree.Node) string {
	text := root.Get("ruleset").Text
	if v := root.Get("version"); v != nil {
		text += " " + v.Text
	}
	if t := root.Get("title"); t != nil {
		text += ": " + t.Text
	}
	return text
}

// widest is how far names push the next column to the right.
const widest = 32

// sectionHeading returns NAME, or NAME: ABOUT.
func sectionHeading(section tree.Entry) string {
	if section.About() == "" {
		return section.Key.Text
	}
	return section.Key.Text + ": " + section.About()
}

// IsOne reports whether a section is one declaration, like the clock, not a list of them.
func IsOne(section tree.Entry) bool { return slices.Contains(speaking, section.Key.Text) }

// parts returns the declarations of a section; for the clock each entry of its agenda.
func parts(section tree.Entry) (list []tree.Entry) {
	if !IsOne(section) {
		return section.Value.Entries
	}
	for _, e := range section.Value.Entries {
		if section.Key.Text == "time" && e.Key.Text == "entries" {
			list = append(list, e.Value.Entries...)
		} else {
			list = append(list, e)
		}
	}
	return list
}

// fieldsKey returns the key above a field.
func (p Place) fieldsKey() string {
	for _, key := range []string{tree.KeepsKey, "running"} {
		if slices.ContainsFunc(tree.EntriesOf(p.Of.Value.Get(key)), func(e tree.Entry) bool { return e.Key == p.Entry.Key }) {
			return key
		}
	}
	return "fields"
}

// onAgenda reports whether a place is an entry of the clock's agenda.
func (p Place) onAgenda() bool {
	return p.Entry.Key != nil && p.Of.Key == nil && !slices.ContainsFunc(p.Section.Value.Entries, func(e tree.Entry) bool { return e.Key == p.Entry.Key })
}

// label returns the name of a definition, for a param with its value.
func (p Place) label() string {
	if p.Section.Key.Text == "params" && p.Entry.Value.Kind == tree.Scalar {
		return p.Entry.Key.Text + " = " + oneLine(tree.OptionsOf(p.Entry.Value).Value.Text)
	}
	return p.Entry.Key.Text
}

// about returns what is said of a definition, or its beginning.
func about(e tree.Entry) string {
	n := e.Value
	if text := cmp.Or(e.About(), oneLine(scalarAt(n, "title"))); text != "" {
		return text
	}
	const most = 60
	text := []rune(oneLine(Flat(n)))
	if n.Kind == tree.Mapping && n.Style == tree.Block || n.Kind == tree.Sequence && n.Style == tree.Block {
		return ""
	}
	if n.Style == tree.Literal || n.Style == tree.Folded {
		text = []rune(oneLine(n.Text))
	}
	if len(text) > most {
		return string(text[:most-1]) + "…"
	}
	return string(text)
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
