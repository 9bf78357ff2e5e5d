package types

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// Env is what one text of a ruleset may read, beside the names of declarations.
type Env struct {
	// Where names the text in messages: `the cost of maneuver "parry"`. May be empty.
	Where string
	// Inputs are the values that the interpreter fills in, in slot order: self, it,
	// participants, channels, parameters of procs and fields.
	Inputs []program.Local
	// Own are the parameters and running fields of the act at hand that may be read
	// by name (parameters: those chosen already).
	Own []*program.Field
	// Hidden are fields of the act at hand that have no value yet where this text is
	// read: running fields in requirements, costs and tactics (P25).
	Hidden []*program.Field
	// Results are the values that the program gives by their names.
	Results []program.Local
	// Params is how many of Own, from the first on, are parameters: they are not
	// assigned to.
	Params int
	// Events are the events that `event` may be; nil: there is none.
	Events []*program.Event
	// EventLost is set where the name of the event is wrong, which has been reported: nothing
	// is said of `event` then.
	EventLost bool
	// Was allows `was`: in rules that compare two settlings.
	Was bool
	// Condition owns the text: a trigger may be its own begin or end. May be nil.
	Condition *program.Condition
	// LooksBack allows functions that look back on what has happened, and is set when one
	// is used. May be nil.
	LooksBack *bool
	// Encounter gives the names of things, sides and zones. May be nil.
	Encounter *program.Encounter
	// Element says why `each` is nothing here, where it is a member in other texts of this
	// sort. May be empty.
	Element string
	// Who speaks in a script: what he carries is found by its last name. May be nil.
	Who *program.Thing
}

// Element is the name of an input that is the element, or the member, which a text is about.
const Element = syntax.Element

// Planned is an env for what is read before the action runs: its running fields
// have no value yet.
func (e Env) Planned() Env {
	e.Hidden = e.Own[e.Params:]
	e.Own = e.Own[:e.Params]
	return e
}

// ParamFields returns the fields in which an act keeps its parameters.
func ParamFields(params []*program.ActParam) []*program.Field {
	fields := make([]*program.Field, len(params))
	for i, p := range params {
		fields[i] = p.Field
	}
	return fields
}

// local is a named value in a frame.
type local struct {
	*program.Local
	slot int
	at   diag.Span // zero for inputs
	// fixed locals are not assigned to: inputs, loop variables.
	fixed bool
	// rolled locals hold the total of a roll, so that natural and faces can ask for its dice;
	// label is the roll's, empty if it is handed in.
	rolled bool
	label  string
	// tested is what else they hold of a roll against something; nil: nothing.
	tested *tested
	// several are the results of a proc that they hold, in slots from this one on; nil: a value.
	several []program.Local
}

// decl is where the local is declared: zero if the language gives it.
func (l *local) decl() diag.Span {
	if l.at.IsZero() {
		return l.At
	}
	return l.at
}

// scope is what one text may read: it knows what names mean there, and hands out the slots of its
// frame.
type scope struct {
	*Checker
	*frame
	env Env
	// each holds the elements at hand, innermost last.
	each []element
	// readsEvent and readsAct tell what has been read beside the frame.
	readsEvent, readsAct bool
	// nameLost is set behind a statement that would name something, and can't be read.
	nameLost bool
}

// element is what `each` stands for.
type element struct {
	slot int
	typ  program.Type
}

func (c *Checker) scope(e Env) *scope {
	sc := &scope{Checker: c, env: e, frame: newFrame(e.Inputs)}
	for slot, in := range e.Inputs {
		if in.Name == Element {
			sc.each = append(sc.each, element{slot, in.Type})
		}
	}
	return sc
}

// apart returns a copy of the scope that reports to a list, and notes for nobody which names stand where.
func (sc *scope) apart(list *diag.List) *scope {
	other, frame := *sc, *sc.frame
	other.Checker, other.frame = sc.Reporting(list), &frame
	other.Uses = nil
	return &other
}

// useLocal notes that a name stands for a local.
func (sc *scope) useLocal(at diag.Span, l *local) { sc.Uses.Add(at, l.decl(), l.Type) }

// frame hands out the slots of one formula or routine.
type frame struct {
	locals []local
	next   int // the first free slot
	most   int // how many slots were in use at once
}

func newFrame(inputs []program.Local) *frame {
	f := &frame{locals: make([]local, 0, len(inputs))}
	for i := range inputs {
		f.add(local{Local: &inputs[i], fixed: true})
		if k := inputs[i].Rolled; k != nil {
			f.locals[i].holdsRoll(k, i+1)
		}
	}
	return f
}

// add declares a local in the innermost block and returns its slot.
func (f *frame) add(l local) int {
	l.slot = f.slot()
	f.locals = append(f.locals, l)
	return l.slot
}

// slot takes a slot without a name.
func (f *frame) slot() int {
	f.next++
	f.most = max(f.most, f.next)
	return f.next - 1
}

// find returns the local of this name, or nil.
func (f *frame) find(name string) *local {
	for i := len(f.locals) - 1; i >= 0; i-- {
		if f.locals[i].Name == name {
			return &f.locals[i]
		}
	}
	return nil
}

// inner begins a block, until the function that it returns is called: what is declared between them
// ends then, and its slots are free again.
func (f *frame) inner() (end func()) {
	locals, next := len(f.locals), f.next
	return func() { f.locals, f.next = f.locals[:locals], next }
}
