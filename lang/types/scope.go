package types

import (
	"cmp"
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// Env is what one text of a ruleset may read, besides the names of declarations.
type Env struct {
	// Where names the text in messages: `the cost of maneuver "parry"`. May be empty.
	Where string
	// Inputs are the values that the interpreter fills in, in slot order: self, it,
	// participants, channels, parameters of procs and fields.
	Inputs []program.Local
	// Own are the parameters and running fields of the current act that may be read
	// by name (parameters: those already chosen).
	Own []*program.Field
	// Hidden are fields of the current act that have no value yet when this text is
	// evaluated: running fields in requirements, costs and tactics (P25).
	Hidden []*program.Field
	// Mine are the parameters and running fields of the action to which a field with this text belongs: of the innermost act of self.
	Mine []*program.Field
	// Shared are the places of texts that others have, too, so that they can't name what belongs to this action alone.
	Shared []diag.Span
	// Results are the values that the program returns by name.
	Results []program.Local
	// Params is how many of Own, or of Mine, starting with the first, are parameters: they can't
	// be assigned to.
	Params int
	// Events are the possible events of `event`; nil means none.
	Events []*program.Event
	// EventLost is set where the name of the event is wrong, which has been reported: uses of
	// `event` are then not reported.
	EventLost bool
	// Was allows `was`: in rules that compare two settlings.
	Was bool
	// Condition owns the text: a trigger may be its own begin or end. May be nil.
	Condition *program.Condition
	// LooksBack allows functions that read past events, and is set when one
	// is used. May be nil.
	LooksBack *bool
	// Encounter gives the names of things, sides and zones. May be nil.
	Encounter *program.Encounter
	// Element says why `each` means nothing here, where it is a member in other texts of this
	// type. May be empty.
	Element string
	// Acts is set in what an action does, where it may spend what it holds.
	Acts bool
	// Channels is set where a formula may take contributions.
	Channels bool
	// Who speaks in a script: things that they carry match by their last name. May be nil.
	Who *program.Thing
}

// Element is the name of an input that is the element or member that a text is about.
const Element = syntax.Element

// Planned returns an env for texts that are evaluated before the action runs: its running fields
// have no value yet.
func (e Env) Planned() Env {
	e.Acts = false
	e.Hidden = e.Own[e.Params:]
	e.Own = e.Own[:e.Params]
	return e
}

// ofAct returns the parameter or running field of the current act with a name; nil if there is none.
func (e Env) ofAct(name string) *program.Field {
	return cmp.Or(FieldNamed(e.Own, name), FieldNamed(e.Mine, name))
}

// isParam reports whether a field of the current act is one of its parameters.
func (e Env) isParam(f *program.Field) bool {
	return slices.Contains(e.Own[:min(e.Params, len(e.Own))], f) || slices.Contains(e.Mine[:min(e.Params, len(e.Mine))], f)
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
	// fixed locals can't be assigned to: inputs, loop variables.
	fixed bool
	// rolled locals hold the total of a roll, so that natural and faces can read its dice;
	// label is the roll's, empty if it is passed in.
	rolled bool
	label  string
	// tested is the rest of what they hold of a roll with a target; nil means nothing.
	tested *tested
	// several are the results of a proc in a local, in slots from this one on; nil means one value.
	several []program.Local
}

// decl returns where the local is declared: zero if the language defines it.
func (l *local) decl() diag.Span {
	if l.at.IsZero() {
		return l.At
	}
	return l.at
}

// scope is what one text may read: it resolves names there, and allocates the slots of its
// frame.
type scope struct {
	*Checker
	*frame
	env Env
	// each holds the current elements, innermost last.
	each []element
	// readsEvent and readsAct report what has been read besides the frame.
	readsEvent, readsAct bool
	// nameLost is set after a statement that would declare a name, but can't be read.
	nameLost bool
}

// element is the meaning of `each`.
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

// apart returns a copy of the scope that reports to a list and records no uses of names.
func (sc *scope) apart(list *diag.List) *scope {
	other, frame := *sc, *sc.frame
	other.Checker, other.frame = sc.Reporting(list), &frame
	other.Uses = nil
	return &other
}

// useLocal records that a name means a local.
func (sc *scope) useLocal(at diag.Span, l *local) { sc.Uses.Add(at, l.decl(), l.Type) }

// frame allocates the slots of one formula or routine.
type frame struct {
	locals []local
	next   int // the first free slot
	most   int // the largest number of slots in use at once
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

// slot allocates a slot without a name.
func (f *frame) slot() int {
	f.next++
	f.most = max(f.most, f.next)
	return f.next - 1
}

// find returns the local with this name, or nil.
func (f *frame) find(name string) *local {
	for i := len(f.locals) - 1; i >= 0; i-- {
		if f.locals[i].Name == name {
			return &f.locals[i]
		}
	}
	return nil
}

// inner starts a block and returns the function that ends it: declarations in between go out of
// scope then, and their slots become free.
func (f *frame) inner() (end func()) {
	locals, next := len(f.locals), f.next
	return func() { f.locals, f.next = f.locals[:locals], next }
}
