package decode

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/types"
)

// Reader reads the contents of nodes: texts, by their meaning, and everything else.
type Reader struct {
	*types.Checker
	// Routines are all programs that have been read; unread is set if a program has
	// errors: then the events it announces are unknown.
	Routines []*program.Routine
	Unread   bool
	// NoDefault are the fields that can't be given a value, or whose default is invalid, which
	// has been reported.
	NoDefault map[*program.Field]bool
	// said are the remarks that describe something, decided the ids of rules in them.
	said    map[*tree.Remark]bool
	decided map[string]*tree.Node
	// Only, if not empty, are the words that texts are read for: formulas and sentences without any of them are assumed
	// to be valid, and with NoPrograms programs without any are skipped.
	Only       []string
	NoPrograms bool
}

// New returns a reader for the ruleset of a checker.
func New(c *types.Checker) *Reader {
	return &Reader{Checker: c, NoDefault: map[*program.Field]bool{}, said: map[*tree.Remark]bool{}, decided: map[string]*tree.Node{}}
}

// Decl reads the common part of all declarations, from its entry and its mapping.
func (c *Reader) Decl(e tree.Entry, m Mapping, index int) program.Decl {
	d := c.Named(e, index)
	c.Uses.Add(d.Span, d.Span, program.Type{})
	d.Title = m.GetText("title", d.Title)
	return d
}

// Named returns the declaration of something that has no title: its name, and what the file says of it.
func (c *Reader) Named(e tree.Entry, index int) program.Decl {
	d := program.Decl{Name: e.Key.Text, Title: TitleOf(e.Key.Text), Span: e.Key.Span, Index: index}
	d.About, d.Cite = c.Said(e)
	return d
}

// Said returns what the file says of a declaration or a section behind "#:": the sentence, and the ids of the rules that it decides.
func (c *Reader) Said(e tree.Entry) (about string, cites []string) {
	if e.Remark != nil && !c.said[e.Remark] {
		c.said[e.Remark] = true
		c.Prog.Cited = append(c.Prog.Cited, e.Cites()...)
		for _, id := range e.Remark.IDs {
			if first := c.decided[id.Text]; first != nil && first.Span != id.Span {
				c.List.Warnf(CodeDecidedTwice, id.Span, "the rule %q is decided elsewhere, too", id.Text).WithNote(first.Span, "by this definition").
					WithHint("leave the id where the rule is decided; rulec show prints what that reads")
			} else {
				c.decided[id.Text] = id
			}
		}
	}
	return e.About(), e.Cites()
}

// Remarks reads what a ruleset says of parts of its definitions, and reports what it says of whole sections.
func (c *Reader) Remarks(root *tree.Node) {
	for _, e := range root.Entries {
		if r := e.Remark; r != nil && !c.said[r] {
			c.List.Errorf(tree.LooseRemark, r.Span, `"#:" can't describe a section`).
				WithHint(`describe a definition in it, or its kind; an ordinary comment right above %s introduces it in the book`, e.Key.Text)
		}
		if e.Key.Text != "cases" {
			c.remarks(e.Value)
		}
	}
}

func (c *Reader) remarks(n *tree.Node) {
	for _, e := range n.Entries {
		if e.Key.Text != "house" {
			c.Said(e)
			c.remarks(e.Value)
		}
	}
	for _, item := range n.Items {
		c.remarks(item)
	}
}

// TitleOf returns a name as shown if there is no title.
func TitleOf(name string) string { return strings.ReplaceAll(name, "_", " ") }

// Named returns how messages refer to a declaration: condition "prone".
func Named(sort, name string) string { return sort + " " + strconv.Quote(name) }

// Entries returns the entries of a mapping whose keys are names that the user
// chooses; invalid names are reported and omitted.
func (c *Reader) Entries(n *tree.Node, what, sort string) []tree.Entry {
	return c.userNamed(tree.Walk(n, what, c.List).Rest(), sort)
}

// userNamed returns the entries that have valid names, and reports the others.
func (c *Reader) userNamed(list []tree.Entry, sort string) []tree.Entry {
	name := "the name of a " + sort
	return slices.DeleteFunc(list, func(e tree.Entry) bool {
		_, ok := tree.Name(e.Key, name, c.List)
		return !ok
	})
}

// Fragment returns a formula, program or sentence: a single value, or, in
// brackets, a list of formulas. What names the place in messages. For a nil node
// it returns false without a report.
func (c *Reader) Fragment(n *tree.Node, what string) (diag.Fragment, bool) {
	if n != nil && n.Kind == tree.Sequence && n.Style == tree.Flow {
		return diag.NewFragment(n.Span), true
	}
	if _, ok := tree.Text(n, what, c.List); !ok {
		return diag.Fragment{}, false
	}
	return n.Fragment(), true
}

// FormulaAt checks the formula in a node; nil if there is none.
func (c *Reader) FormulaAt(n *tree.Node, e types.Env, want program.Type) *program.Formula {
	f, ok := c.Fragment(n, e.Where)
	switch {
	case !ok:
		return nil
	case c.passes(f.Text) && want.Kind != program.Unknown:
		return &program.Formula{Expr: &program.Expr{Op: program.OpConst, Type: want, Span: n.Span}, Inputs: e.Inputs, Slots: len(e.Inputs), Span: n.Span}
	}
	return c.Formula(f, e, want)
}

// passes reports whether a text contains none of the words in Only.
func (c *Reader) passes(text string) bool {
	return c.Only != nil && !slices.ContainsFunc(c.Only, func(word string) bool { return strings.Contains(text, word) })
}

// TemplateAt checks the sentence in a node; nil if there is none.
func (c *Reader) TemplateAt(n *tree.Node, e types.Env) *program.Template {
	if _, ok := tree.Text(n, e.Where, c.List); !ok {
		return nil
	}
	if c.passes(n.Text) {
		return nil
	}
	if first, _ := utf8.DecodeRuneInString(n.Text); n.Style == tree.Plain && strings.ContainsRune("“„”«", first) {
		c.List.Warnf(CodeCurlyQuotes, n.Fragment().Span(0, utf8.RuneLen(first)), "this is a typographic quote: the log will print it with the sentence").
			WithHint(`put the sentence in "", or remove the quotes`)
	}
	return c.Template(n.Fragment(), e)
}

// Keep records a program for the checks of the whole ruleset.
func (r *Reader) Keep(p *program.Routine) *program.Routine {
	if p == nil {
		r.Unread = true
		return nil
	}
	r.Routines = append(r.Routines, p)
	return p
}

// OneOf reads one of a few words and returns its index; 0 if there is no node.
func (c *Reader) OneOf(n *tree.Node, what string, words ...string) int {
	if n == nil {
		return 0
	}
	return types.Pick(c.Checker, n, what, func(n *tree.Node) int {
		text, ok := tree.Text(n, what, c.List)
		if !ok {
			return 0
		}
		if i := slices.Index(words, text); i >= 0 {
			return i
		}
		d := c.List.Errorf(CodeUnknownWord, n.Span, "%s can't be %q", what, text)
		c.NearestHint(d, text, words, "it must be one of")
		return 0
	})
}

// Flag reads true or false; it returns false if there is no node.
func (c *Reader) Flag(n *tree.Node, what string) bool {
	if n == nil {
		return false
	}
	if c.IsSettled(n) {
		return c.Settled(n.Fragment(), what, types.BoolType) != 0
	}
	value, _ := tree.Bool(n, what, c.List)
	return value
}

// Figure reads a number, or a formula of params; it returns 0 if there is no node.
func (c *Reader) Figure(n *tree.Node, what string) float64 {
	if n == nil {
		return 0
	}
	if c.IsSettled(n) {
		return c.Settled(n.Fragment(), what, types.NumberType)
	}
	value, _ := tree.Number(n, what, c.List)
	return value
}

// MemberOf returns the type of a kind's name: things, or
// definitions of a kind without state.
func MemberOf(k *program.Kind) program.Type {
	if k.Stateful {
		return types.ThingOf(k)
	}
	return program.Type{Kind: program.Definition, Of: k}
}

// Self is the input self; self and it are the inputs of most texts.
func Self(t program.Type) program.Local { return program.Local{Name: "self", Type: t} }

// It is the input it.
func It(t program.Type) program.Local { return program.Local{Name: "it", Type: t} }

// Unnamed is an input without a name in the text; it keeps slots the same for
// all texts of one type.
var Unnamed = program.Local{}

// SortedKeys returns the sorted keys of a map.
func SortedKeys[T any](m map[string]T) []string { return slices.Sorted(maps.Keys(m)) }

// ConditionAt finds a condition by its name.
func (r *Reader) ConditionAt(n *tree.Node, what string) *program.Condition {
	name, ok := tree.Name(n, what, r.List)
	if !ok {
		return nil
	}
	d := Lookup(r, name, n.Span, r.Conditions, "condition", types.CodeUnknownCondition)
	if d != nil {
		r.Uses.Add(n.Span, d.Span, types.ConditionType)
	}
	return d
}

// WantField reports a field that has neither a value nor a default.
func (r *Reader) WantField(f *program.Field, at diag.Span, what string) {
	if f.Pool != nil || f.Type.Kind == program.Unknown || r.NoDefault[f] {
		return
	}
	r.List.Errorf(CodeMissingField, at, "%s needs %q, which has no default", what, f.Name).
		WithNote(f.Span, "field %q, a %s", f.Name, f.Type).
		WithHint("give it a value, or declare a default for the field")
}

// ValuesOf returns the values that a mapping gives to the fields of a kind, nil for those without one, and records the
// meanings of its keys.
func (r *Reader) ValuesOf(m Mapping, k *program.Kind) []*tree.Node {
	values := make([]*tree.Node, len(k.Fields))
	for i, f := range k.Fields {
		values[i] = m.Own(f.Name, false)
		if at, ok := m.OwnKey(f.Name); ok {
			r.Uses.Add(at, f.Span, f.Type)
		}
	}
	return values
}

// PlaceOf returns the place of the first node that isn't nil.
func PlaceOf(nodes ...*tree.Node) diag.Span {
	for _, n := range nodes {
		switch {
		case n == nil:
		case n.Kind == tree.Mapping && len(n.Entries) > 0:
			return n.Entries[0].Key.Span
		default:
			return n.Span
		}
	}
	return diag.Span{}
}

// NamesOf returns the names of some things.
func NamesOf[T any](list []T, name func(T) string) []string {
	names := make([]string, len(list))
	for i, x := range list {
		names[i] = name(x)
	}
	return names
}

// MemberNames returns the names of a family's members in order.
func MemberNames(family *program.Type) []string {
	if family.Kind == program.Step {
		return program.Names(family.Scale.Steps)
	}
	return program.Names(family.Of.Defs)
}

// Lookup finds the value with a name; if there is none, it returns nil and reports that, calling it by its sort.
func Lookup[T any](c *Reader, name string, at diag.Span, among map[string]*T, sort string, code diag.Code) *T {
	x := among[name]
	if x == nil {
		d := c.List.Errorf(code, at, "unknown %s %q", sort, name)
		c.NearestHint(d, name, SortedKeys(among), "there are")
	}
	return x
}

// The kinds that the language itself knows: combatants, the ground, and the fight as
// a whole, of which there is one thing with the kind's name.
const (
	CreatureKind = "creature"
	TerrainKind  = "terrain"
	FightKind    = "fight"
)
