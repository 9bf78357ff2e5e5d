package check

import (
	"maps"
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// checker holds what is known of the ruleset at hand while its texts are read.
// Declarations are entered first (the add methods); formulas and programs are
// checked when every name is known, so that they may use what stands further
// down or in another file.
type checker struct {
	prog *program.Program
	list *diag.List
	// trees remembers the texts that have been read.
	trees *syntax.Trees
	index
	// texts numbers the texts of Program.Texts, from 1.
	texts map[string]int
	// derived are the conditions with a `while`: they hold by their formula, have no
	// instances and are not applied. They are entered before any text is checked.
	derived map[*program.Condition]bool
	// read are the params that some text reads.
	read map[*program.Param]bool
	// applied are the conditions that some program applies by name, appliesAny is set where one
	// applies whichever; listed are those whose instances are asked for.
	applied    map[*program.Condition]bool
	appliesAny bool
	listed     []listed
	// labels are the labels of all rolls, asked the choices that programs ask for, by
	// name: what scripts and tactics may name.
	labels map[string]bool
	waits  []*program.Trigger // for a roll, by its label
	asked  map[string][]question
}

// reporting returns the checker with another list for what is wrong.
func (c *checker) reporting(list *diag.List) *checker {
	other := *c
	other.list = list
	return &other
}

// apart returns a checker of a copy of the program, for texts that are none of the ruleset's:
// what they add to the program is in the copy alone.
func (c *checker) apart(list *diag.List) *checker {
	other, prog := c.reporting(list), *c.prog
	other.prog = &prog
	prog.Texts, other.texts = slices.Clip(prog.Texts), maps.Clone(c.texts)
	return other
}

// listed is a place where the instances of a condition are asked for.
type listed struct {
	condition *program.Condition
	at        diag.Span
}

// question is a choice that some program asks for.
type question struct {
	// of is the type of a candidate.
	of program.Type
	// some choices take several.
	some bool
}

// newChecker returns a checker that fills prog and reports to list.
func newChecker(prog *program.Program, trees *syntax.Trees, list *diag.List) *checker {
	return &checker{
		prog: prog, list: list, trees: trees, index: newIndex(),
		texts: map[string]int{}, derived: map[*program.Condition]bool{}, read: map[*program.Param]bool{}, applied: map[*program.Condition]bool{},
		labels: map[string]bool{}, asked: map[string][]question{},
	}
}

// index finds declarations by name. One name may stand for several things of
// different sorts; within a sort (steps: within their scale, definitions: within
// their kind) it stands for one.
type index struct {
	params     map[string]*program.Param
	scales     map[string]*program.Scale
	steps      map[string][]step
	tables     map[string]*program.Table
	kinds      map[string]*program.Kind
	plurals    map[string]*program.Kind
	defs       map[string][]*program.Def
	quantities map[string]*program.Quantity
	conditions map[string]*program.Condition
	procs      map[string]*program.Proc
	events     map[string]*program.Event
	edges      map[edge]*program.Event
	agenda     map[string]*program.Entry
	// choices are the enumerated params that have a choice of this name.
	choices map[string][]*program.Param
}

// step is a step together with the scale that it belongs to.
type step struct {
	*program.ScaleStep
	scale *program.Scale
}

// The events of the language that programs and phrases name.
const (
	turnEvent  = "turn"
	movesEvent = "moves"
)

// edge names the start or the end of an entry, of an action or of the encounter.
type edge struct {
	which program.Edge
	name  string
}

func newIndex() index {
	return index{
		params: map[string]*program.Param{}, scales: map[string]*program.Scale{}, steps: map[string][]step{},
		tables: map[string]*program.Table{}, kinds: map[string]*program.Kind{}, plurals: map[string]*program.Kind{},
		defs: map[string][]*program.Def{}, quantities: map[string]*program.Quantity{},
		conditions: map[string]*program.Condition{}, procs: map[string]*program.Proc{},
		events: map[string]*program.Event{}, edges: map[edge]*program.Event{},
		agenda: map[string]*program.Entry{}, choices: map[string][]*program.Param{},
	}
}

// enter puts a declaration into a map of the index. A second one of the same
// name is reported and left out.
func enter[T any](c *checker, m map[string]*T, x *T, d *program.Decl, sort string) bool {
	if _, taken := m[d.Name]; taken {
		c.duplicate(sort, d, declOf(m[d.Name]))
		return false
	}
	m[d.Name] = x
	return true
}

// declOf returns what x, a pointer to a declaration, has as such.
func declOf(x any) *program.Decl {
	switch x := x.(type) {
	case *program.Param:
		return &x.Decl
	case *program.Scale:
		return &x.Decl
	case *program.Table:
		return &x.Decl
	case *program.Kind:
		return &x.Decl
	case *program.Quantity:
		return &x.Decl
	case *program.Condition:
		return &x.Decl
	case *program.Proc:
		return &x.Decl
	case *program.Event:
		return &x.Decl
	case *program.Entry:
		return &x.Decl
	}
	return &program.Decl{}
}

func (c *checker) duplicate(sort string, second, first *program.Decl) {
	c.list.Errorf(CodeDuplicateName, second.Span, "there is a %s %q already", sort, second.Name).
		WithNote(first.Span, "the other %q", first.Name)
}

func (c *checker) addParam(p *program.Param) bool {
	if !enter(c, c.params, p, &p.Decl, "param") {
		return false
	}
	for _, name := range p.Choices {
		c.choices[name] = append(c.choices[name], p)
	}
	return true
}

// addScale enters a scale and its steps.
func (c *checker) addScale(s *program.Scale) bool {
	if !enter(c, c.scales, s, &s.Decl, "scale") {
		return false
	}
	first := map[string]*program.ScaleStep{}
	for _, st := range s.Steps {
		if other := first[st.Name]; other != nil {
			c.duplicate("step", &st.Decl, &other.Decl)
			continue
		}
		first[st.Name] = st
		c.steps[st.Name] = append(c.steps[st.Name], step{st, s})
	}
	return true
}

// addTable enters a table. It is called like a function and so keeps clear of
// the built-in ones.
func (c *checker) addTable(t *program.Table) bool {
	return c.callable("table", &t.Decl) && enter(c, c.tables, t, &t.Decl, "table")
}

func (c *checker) addKind(k *program.Kind) bool {
	if !enter(c, c.kinds, k, &k.Decl, "kind") {
		return false
	}
	if other, taken := c.plurals[k.Plural]; taken {
		c.list.Errorf(CodeDuplicateName, k.Span, "the kinds %q and %q have the same plural, %q", other.Name, k.Name, k.Plural).
			WithNote(other.Span, "the other kind").
			WithHint("give one of them another: plural: ..")
		return false
	}
	c.plurals[k.Plural] = k
	return true
}

// addDef enters a definition; Def.Kind must be set.
func (c *checker) addDef(d *program.Def) bool {
	for _, other := range c.defs[d.Name] {
		if other.Kind == d.Kind {
			c.duplicate(d.Kind.Name, &d.Decl, &other.Decl)
			return false
		}
	}
	c.defs[d.Name] = append(c.defs[d.Name], d)
	return true
}

func (c *checker) addQuantity(q *program.Quantity) bool {
	return c.callable("quantity", &q.Decl) && enter(c, c.quantities, q, &q.Decl, "quantity")
}

func (c *checker) addCondition(d *program.Condition) bool {
	return enter(c, c.conditions, d, &d.Decl, "condition")
}

// addProc enters a proc. Its Routine's Inputs and Gives must be known before
// any program is checked.
func (c *checker) addProc(p *program.Proc) bool {
	return c.free("proc", p.Name, p.Decl.Span) && c.callable("proc", &p.Decl) && enter(c, c.procs, p, &p.Decl, "proc")
}

func (c *checker) addEvent(e *program.Event) bool {
	return enter(c, c.events, e, &e.Decl, "event")
}

// addEdge enters the automatic event that is the start or the end (by e.Edge) of
// subject: an entry's name, "action" or "encounter".
func (c *checker) addEdge(e *program.Event, subject string) {
	c.edges[edge{e.Edge, subject}] = e
}

// edgeOf finds the start or the end of subject; nil if nothing is called so.
func (c *checker) edgeOf(which program.Edge, subject string) *program.Event {
	return c.edges[edge{which, subject}]
}

func (c *checker) addEntry(e *program.Entry) bool {
	return enter(c, c.agenda, e, &e.Decl, "entry")
}

// free reports whether a param, proc, participant, channel or field may be
// called name, and says why not otherwise. What says which of these it is.
func (c *checker) free(what, name string, at diag.Span) bool {
	if !Reserved(name) {
		return true
	}
	c.list.Errorf(CodeReservedName, at, "%q is a word of the language and can't be the name of a %s", name, what).
		WithHint("the name of an action, a condition or another definition may be %q", name)
	return false
}

// callable refuses a declaration that formulas could not tell from a built-in function.
func (c *checker) callable(sort string, d *program.Decl) bool {
	if !isFunction(d.Name) {
		return true
	}
	c.list.Errorf(CodeReservedName, d.Span, "%q is a function of the language, so that a %s of this name could never be called", d.Name, sort)
	return false
}

// text returns the number of a text in Program.Texts, entering it if need be.
func (c *checker) text(s string) float64 {
	n, known := c.texts[s]
	if !known {
		c.prog.Texts = append(c.prog.Texts, s)
		n = len(c.prog.Texts)
		c.texts[s] = n
	}
	return float64(n)
}

// everyName lists what a formula may call by name, for did-you-mean, in no order.
func (x *index) everyName() []string {
	return slices.Concat(
		slices.Collect(maps.Keys(x.params)), slices.Collect(maps.Keys(x.steps)), slices.Collect(maps.Keys(x.tables)),
		slices.Collect(maps.Keys(x.plurals)), slices.Collect(maps.Keys(x.defs)), slices.Collect(maps.Keys(x.quantities)),
		slices.Collect(maps.Keys(x.conditions)), slices.Collect(maps.Keys(x.procs)), slices.Collect(maps.Keys(x.events)),
		slices.Collect(maps.Keys(x.agenda)), slices.Collect(maps.Keys(x.choices)))
}

// needSpace refuses what means something only on some sort of ground.
func (c *checker) needSpace(what string, at diag.Span) {
	if c.prog.Space.Grid == program.NoGrid {
		c.list.Errorf(CodeNoSpace, at, "this ruleset has no space, so that %s means nothing", what).
			WithHint("say under space: what grid there is")
	}
}
