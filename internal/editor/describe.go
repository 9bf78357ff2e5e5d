package editor

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// Sort is the kind of a name, so that an editor can draw it.
type Sort uint8

// The kinds of names.
const (
	Value       Sort = iota // a local, a parameter, a given value
	Key                     // a key of the file format
	Word                    // a word of the language
	Function                // a function of the language
	Declaration             // a declaration of a ruleset or an encounter
	FieldName               // a field
)

// Description is an editor's description of a name.
type Description struct {
	Sort Sort
	// Head is a line such as `condition prone` or `max(list of numbers): number`.
	Head string
	// About is its description, as text for people; may be empty.
	About string
	// Source is its declaration, as YAML; may be empty.
	Source string
	// At is the place of its declaration; zero means none.
	At diag.Span
}

// describeUse describes the meaning of a name.
func (w *Workspace) describeUse(c *Check, u program.Use) Description {
	d := Description{Head: u.At.Text(), At: u.Decl}
	at := w.declaration(u.Decl)
	if at.path == nil { // a local of a program
		d.Head += ": " + typeInWords(u.Type)
		return d
	}
	d = w.describePath(c, at)
	d.At = u.Decl
	if u.Type.Kind != program.Unknown && d.Sort == FieldName {
		d.Head += ": " + typeInWords(u.Type)
	}
	return d
}

func typeInWords(t program.Type) string {
	if t.Kind == program.Unknown {
		return "given here"
	}
	return types.InWords(t)
}

// describePath describes the declaration at some keys.
func (w *Workspace) describePath(c *Check, at declared) Description {
	keys := withoutVerb(at.path)
	name := keys[len(keys)-1]
	d := Description{Sort: Declaration, Head: singular(keys[0]) + " " + name, About: at.About(), Source: declaredAs(name, at.Value)}
	if len(keys) > 2 {
		d.Sort, d.Head = FieldName, name+" of "+singular(keys[0])+" "+keys[1]
	}
	if title := at.Value.Get("title"); title != nil {
		d.Head += ": " + title.Text
	}
	if p := c.param(keys); p != nil {
		d.Head += " = " + paramText(p)
	}
	for _, change := range w.changes(c, keys) {
		if change.Value != at.Value {
			line, _ := change.Key.Span.Source.Position(change.Key.Span.Start)
			d.Source += fmt.Sprintf("\n# %s, line %d\n%s", path.Base(change.Key.Span.Source.Name), line, declaredAs(name, change.Value))
		}
	}
	return d
}

// changes returns what the files of a check change in the declaration at a path, in their order.
func (w *Workspace) changes(c *Check, path []string) (list []tree.Entry) {
	for _, file := range c.Files {
		_, root := w.parsed(file)
		for _, verb := range tree.Verbs() {
			n, change, ok := root.Get(verb), tree.Entry{}, false
			for _, key := range path {
				change, ok = n.Entry(key)
				n = change.Value
			}
			if ok && n != nil {
				list = append(list, change)
			}
		}
	}
	return list
}

// withoutVerb removes the verb under which a file changes another.
func withoutVerb(path []string) []string {
	if len(path) > 2 && slices.Contains(tree.Verbs(), path[0]) {
		return path[1:]
	}
	return path
}

// singular returns the kind of a section's names.
func singular(section string) string {
	switch {
	case strings.HasSuffix(section, "ies"):
		return strings.TrimSuffix(section, "ies") + "y"
	case strings.HasSuffix(section, "sses"), strings.HasSuffix(section, "xes"), strings.HasSuffix(section, "ches"), strings.HasSuffix(section, "shes"):
		return strings.TrimSuffix(section, "es")
	}
	return strings.TrimSuffix(section, "s")
}

// declaredAs returns a declaration, if it is short, as in its file but without the indentation and the description.
func declaredAs(name string, value *tree.Node) string {
	const most = 14
	if value.Kind != tree.Mapping || value.Style != tree.Block {
		return name + ": " + value.Span.Text()
	}
	src := value.Span.Source
	first, column := src.Position(value.Span.Start)
	last, _ := src.Position(value.Span.End)
	lines := []string{name + ":"}
	for n := first; n <= last && len(lines) <= most; n++ {
		line := src.Line(n)
		if cut := column - 1; n > first && len(line) >= cut {
			line = line[cut:]
		}
		lines = append(lines, "  "+strings.TrimLeft(line, map[bool]string{true: " "}[n == first]))
	}
	if last-first >= most {
		lines = append(lines, "  # ..")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), " \n")
}

// param returns the param at a path; nil if there is none, or it is unknown.
func (c *Check) param(path []string) *program.Param {
	if c.ruleset == nil || len(path) != 2 || path[0] != "params" {
		return nil
	}
	i := slices.IndexFunc(c.ruleset.Params, func(p *program.Param) bool { return p.Name == path[1] })
	if i < 0 {
		return nil
	}
	return c.ruleset.Params[i]
}

// paramText is the value of a param as in formulas.
func paramText(p *program.Param) string {
	switch {
	case p.Dice != nil:
		return p.Dice.Span.Text()
	case len(p.Choices) > 0 && p.Value >= 1:
		return p.Choices[int(p.Value)-1]
	case p.Type.Kind == program.Bool:
		return fmt.Sprint(p.Value != 0)
	}
	return fmt.Sprint(p.Value)
}

// describeWord describes a word of the language.
func describeWord(word string) (Description, bool) {
	for _, f := range program.Functions() {
		if f.Name == word && word != "" {
			return Description{Sort: Function, Head: f.Call() + ": " + string(f.Gives), About: f.Doc}, true
		}
	}
	for _, m := range program.Members() {
		if m.Name == word {
			return Description{Sort: FieldName, Head: m.Name + ": " + string(m.Gives), About: m.Doc}, true
		}
	}
	if usage := syntax.Usage(word); usage != "" {
		return Description{Sort: Word, Head: usage}, true
	}
	return Description{}, false
}

// describeKey describes a key of a file, by the keys that lead to it.
func describeKey(root *tree.Node, path []string) (Description, bool) {
	row, in, ok := format.Along(formatOf(root), path)
	if !ok || row.Name == "" {
		return Description{}, false
	}
	return Description{
		Sort: Key, Head: row.Name + ": " + row.Holds,
		About: "in " + in.Of + "; rulec docs " + in.Section,
	}, true
}

// formatOf returns the format of a file.
func formatOf(root *tree.Node) *format.Mapping {
	for key, m := range map[string]*format.Mapping{
		"cases": format.Cases, "sequence": format.Sequence, "state": format.State, "combatants": format.Encounter,
	} {
		if root.Get(key) != nil && root.Get("kinds") == nil && root.Get("time") == nil {
			return m
		}
	}
	if root.Get("extends") != nil || slices.ContainsFunc(tree.Verbs(), func(verb string) bool { return root.Get(verb) != nil }) {
		return overlay
	}
	return format.Ruleset
}

// overlay is a ruleset that may change another.
var overlay = &format.Mapping{Of: format.Ruleset.Of, Section: format.Ruleset.Section, Keys: slices.Concat(format.Change.Keys, format.Ruleset.Keys)}
