package types

import (
	"maps"
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// Checker holds the known declarations of the current ruleset while its texts are read.
// Declarations are entered first (by [Enter] and the Add methods); formulas and programs are
// checked when every name is known, so that they may use declarations further
// down or in another file.
type Checker struct {
	// Prog is the program being filled, List receives the errors.
	Prog *program.Program
	List *diag.List
	// Trees caches the parsed texts.
	Trees *syntax.Trees
	// Uses receives the places of names, with their meanings; nil means that they aren't needed.
	Uses *program.Uses
	index
	// texts numbers the texts of Program.Texts, from 1.
	texts map[string]int
	// Derived are the conditions with a `while`: they hold by their formula, have no
	// instances and are never applied. They are entered before any text is checked.
	Derived map[*program.Condition]bool
	// Read are the params that some text reads.
	Read map[*program.Param]bool
	// applied are the conditions that programs apply by name, appliesAny is set if one
	// applies a computed condition; listed are those passed to instances().
	applied    map[*program.Condition]bool
	appliesAny bool
	listed     []listed
	// labels are the labels of all rolls: the names available to scripts and tactics.
	labels map[string]bool
	waits  []*program.Trigger // for a roll, by its label
	// tested are the checks with at least one roll against a target.
	tested map[*program.Check]bool
	// Failed is set once an error has been found that isn't in List.
	Failed bool
	// Contributed are the names of channels to which something contributes.
	Contributed map[string]bool
	// ungiven are the procs of which nobody has asked yet what they give, with how to find out.
	ungiven map[*program.Proc]func()
	// inferring are the procs for which that is being done; circular are those that were asked then, which call themselves.
	inferring, circular map[*program.Proc]bool
	// unread are the quantities whose values have not been read yet, with how to do it; asked are those that are being read.
	unread map[*program.Quantity]func()
	asked  []asked
	// DecksRead is set when the cards of all decks are known.
	DecksRead bool
	// Asked are the choices in programs, by name, without the actions that answer an event.
	Asked map[string][]Question
}

// Reporting returns the checker with another list for errors.
func (c *Checker) Reporting(list *diag.List) *Checker {
	other := *c
	other.List = list
	return &other
}

// Apart returns a checker of a copy of the program, for texts outside of the ruleset:
// their additions to the program are only in the copy.
func (c *Checker) Apart(list *diag.List) *Checker {
	other, prog := c.Reporting(list), *c.Prog
	other.Prog = &prog
	prog.Texts, other.texts = slices.Clip(prog.Texts), maps.Clone(c.texts)
	return other
}

// listed is a place that uses the instances of a condition.
type listed struct {
	condition *program.Condition
	at        diag.Span
}

// Question is a choice that a program asks for.
type Question struct {
	// Of is the type of a candidate.
	Of program.Type
	// Some is set for choices that take several.
	Some bool
}

// New returns a checker that fills prog and reports to list.
func New(prog *program.Program, trees *syntax.Trees, list *diag.List) *Checker {
	return &Checker{
		Prog: prog, List: list, Trees: trees, index: newIndex(),
		texts: map[string]int{}, Derived: map[*program.Condition]bool{}, Read: map[*program.Param]bool{}, applied: map[*program.Condition]bool{},
		labels: map[string]bool{}, tested: map[*program.Check]bool{}, Asked: map[string][]Question{},
	}
}

// index has the declarations by name. One name may mean several declarations of
// different types; within a type (steps: within their scale, definitions: within
// their kind) it means one.
type index struct {
	Params     map[string]*program.Param
	Scales     map[string]*program.Scale
	steps      map[string][]step
	Tables     map[string]*program.Table
	Kinds      map[string]*program.Kind
	Plurals    map[string]*program.Kind
	Defs       map[string][]*program.Def
	Quantities map[string]*program.Quantity
	Conditions map[string]*program.Condition
	Procs      map[string]*program.Proc
	Checks     map[string]*program.Check
	Events     map[string]*program.Event
	edges      map[edge]*program.Event
	Decks      map[string]*program.Deck
	Agenda     map[string]*program.Entry
	// choices are the enumerated params that have a choice of this name.
	choices map[string][]*program.Param
}

// step is a step together with its scale.
type step struct {
	*program.ScaleStep
	scale *program.Scale
}

// The events of the language that programs and phrases name.
const (
	TurnEvent  = "turn"
	MovesEvent = "moves"
)

// edge names the start or the end of an entry, of an action or of the encounter.
type edge struct {
	which program.Edge
	name  string
}

func newIndex() index {
	return index{
		Params: map[string]*program.Param{}, Scales: map[string]*program.Scale{}, steps: map[string][]step{},
		Tables: map[string]*program.Table{}, Kinds: map[string]*program.Kind{}, Plurals: map[string]*program.Kind{},
		Defs: map[string][]*program.Def{}, Quantities: map[string]*program.Quantity{},
		Conditions: map[string]*program.Condition{}, Procs: map[string]*program.Proc{}, Checks: map[string]*program.Check{},
		Events: map[string]*program.Event{}, edges: map[edge]*program.Event{},
		Decks: map[string]*program.Deck{}, Agenda: map[string]*program.Entry{}, choices: map[string][]*program.Param{},
	}
}

// callable are the sorts of declarations that formulas and programs call like functions.
var callable = []string{"table", "quantity", "proc"}

// Enter files a declaration of a sort under its name. It reports and skips a second one with the same name, and a
// callable one with the name of a function of the language: formulas could not distinguish them.
func Enter[T program.HasName](c *Checker, sort string, x T, names map[string]T) bool {
	d := x.Declaration()
	if isFunction(d.Name) && slices.Contains(callable, sort) {
		c.List.Errorf(CodeReservedName, d.Span, "%q is a built-in function, so a %s with this name could never be called", d.Name, sort)
		return false
	}
	if other, taken := names[d.Name]; taken {
		c.Duplicate(sort, d, other.Declaration())
		return false
	}
	names[d.Name] = x
	return true
}

// Duplicate reports a second declaration of a type with the name of the first.
func (c *Checker) Duplicate(sort string, second, first *program.Decl) {
	c.List.Errorf(CodeDuplicateName, second.Span, "the %s %q is already declared", sort, second.Name).
		WithNote(first.Span, "%q is declared here", first.Name)
}

// AddParam enters a param and its choices.
func (c *Checker) AddParam(p *program.Param) bool {
	if !Enter(c, "param", p, c.Params) {
		return false
	}
	for _, name := range p.Choices {
		c.choices[name] = append(c.choices[name], p)
	}
	return true
}

// AddScale enters a scale and its steps.
func (c *Checker) AddScale(s *program.Scale) bool {
	if !Enter(c, "scale", s, c.Scales) {
		return false
	}
	known := map[string]*program.ScaleStep{}
	for _, st := range s.Steps {
		if Enter(c, "step", st, known) {
			c.steps[st.Name] = append(c.steps[st.Name], step{st, s})
		}
	}
	return true
}

// AddKind enters a kind and its plural.
func (c *Checker) AddKind(k *program.Kind) bool {
	if !Enter(c, "kind", k, c.Kinds) {
		return false
	}
	if other, taken := c.Plurals[k.Plural]; taken {
		c.List.Errorf(CodeDuplicateName, k.Span, "the kinds %q and %q have the same plural, %q", other.Name, k.Name, k.Plural).
			WithNote(other.Span, "declared here").
			WithHint("give one of them another plural: plural: ..")
		return false
	}
	c.Plurals[k.Plural] = k
	return true
}

// AddDef enters a definition; Def.Kind must be set.
func (c *Checker) AddDef(d *program.Def) bool {
	for _, other := range c.Defs[d.Name] {
		if other.Kind == d.Kind {
			c.Duplicate(d.Kind.Name, &d.Decl, &other.Decl)
			return false
		}
	}
	c.Defs[d.Name] = append(c.Defs[d.Name], d)
	return true
}

// AddEdge enters the automatic event that is the start or the end (by e.Edge) of
// subject: an entry's name, "action" or "encounter".
func (c *Checker) AddEdge(e *program.Event, subject string) {
	c.edges[edge{e.Edge, subject}] = e
}

// EdgeOf returns the start or the end of subject; nil if there is no such subject.
func (c *Checker) EdgeOf(which program.Edge, subject string) *program.Event {
	return c.edges[edge{which, subject}]
}

// Free reports whether a param, proc, participant, channel or field may have
// a name; if not, it reports why. What says which of these it is.
func (c *Checker) Free(what, name string, at diag.Span) bool {
	if !Reserved(name) {
		return true
	}
	c.List.Errorf(CodeReservedName, at, "%q is a reserved word and can't be the name of a %s", name, what).
		WithHint("an action, a condition or another definition can be called %q", name)
	return false
}

// declared returns the declaration with a name, whose value would have type t; nil if there is none, which it reports.
func declared[T program.HasName](c *Checker, m map[string]T, name syntax.Ident, code diag.Code, sort string, t program.Type) (x T) {
	x, known := m[name.Name]
	if !known {
		c.List.Errorf(code, name.Span, "unknown %s %q", sort, name.Name).MeanOneOf(name.Name, keys(m))
		return x
	}
	c.Uses.Add(name.Span, x.Declaration().Span, t)
	return x
}

// Text returns the number of a text in Program.Texts; it adds missing ones.
func (c *Checker) Text(s string) float64 {
	n, known := c.texts[s]
	if !known {
		c.Prog.Texts = append(c.Prog.Texts, s)
		n = len(c.Prog.Texts)
		c.texts[s] = n
	}
	return float64(n)
}

// everyName lists the names that formulas may call, for did-you-mean.
func (x *index) everyName() []string {
	return slices.Concat(keys(x.Params), keys(x.steps), keys(x.Tables), keys(x.Plurals), keys(x.Defs), keys(x.Quantities),
		keys(x.Conditions), keys(x.Procs), keys(x.Events), keys(x.Agenda), keys(x.choices), keys(x.Scales))
}

// NeedSpace rejects a construct that needs a space in a ruleset without one.
func (c *Checker) NeedSpace(what string, at diag.Span) {
	if c.Prog.Space.Grid == program.NoGrid {
		c.List.Errorf(CodeNoSpace, at, "%s needs a space, but this ruleset has none", what).
			WithHint("declare a grid under space:")
	}
}
