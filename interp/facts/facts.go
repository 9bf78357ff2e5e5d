package facts

import (
	"maps"
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// Facts are what is certain about an encounter that is played from its start by the
// tactics that it gives, and by nothing else: no script, no person, no driver. They never
// change and may be shared.
//
// Each method answers for the whole run, from the first settling to the end and to what
// goes on after it. Things are indices in Encounter.Things.
type Facts struct {
	e *program.Encounter
	a *analysis // nil: nothing is certain
}

// Of finds out what is certain about an encounter. Of one with a script nothing is.
func Of(e *program.Encounter) *Facts {
	f := &Facts{e: e}
	if e.Script != nil || len(e.After) > 0 {
		return f
	}
	a := newAnalysis(e)
	a.look()
	f.a = a
	return f
}

// Known tells whether anything is certain at all.
func (f *Facts) Known() bool { return f.a != nil }

// Written tells whether anything may write a field of a thing: assign to it, pay or hold
// it, reset it. A field of which that isn't so keeps the value that it is laid out with,
// known or not. Of a stack it tells whether one of its pools may be written.
func (f *Facts) Written(thing int, field *program.Field) bool {
	if f.a == nil {
		return true
	}
	if field.Virtual && field.Pool != nil {
		return slices.ContainsFunc(field.Pool.Stack, func(part *program.Field) bool { return f.Written(thing, part) })
	}
	at, ok := f.a.fields[field]
	return !ok || f.e.Things[thing].Kind != at.kind || f.a.changes[thing][at.index]
}

// RecordWritten tells whether a program may assign to a field of an instance, an entry,
// an event or an act. What it gets when the record is made isn't meant.
func (f *Facts) RecordWritten(field *program.Field) bool {
	return f.a == nil || f.a.records[field] || f.a.ownWritten[field.Cell]
}

// Value returns what a field of a thing is all the time. Member is the member of a family,
// from 0; otherwise it is 0. Lists, sets, dice, instances and what is left out are never known.
func (f *Facts) Value(thing int, field *program.Field, member int) (v float64, known bool) {
	if f.a == nil {
		return 0, false
	}
	all := f.a.cells(thing, field)
	if member >= len(all) {
		return 0, false
	}
	v, known = all[member].single()
	return v, known && v != program.Absent
}

// Values returns the few values of which a field of a thing always has one; nil: it may
// have any.
func (f *Facts) Values(thing int, field *program.Field, member int) []float64 {
	if f.a == nil {
		return nil
	}
	all := f.a.cells(thing, field)
	if member >= len(all) || all[member].any || all[member].list || slices.Contains(all[member].is, program.Absent) {
		return nil
	}
	return slices.Clone(all[member].is)
}

// Const returns what a formula comes to whenever it is worked out for a thing as its self;
// -1: it has none, or that may be anybody. Its other inputs may be anything.
func (f *Facts) Const(formula *program.Formula, self int) (v float64, known bool) {
	if f.a == nil {
		return 0, false
	}
	who := anything
	if self >= 0 {
		who = only(float64(self + 1))
	}
	return f.a.aside().formula(formula, who, anything, nil).single()
}

// aside returns an analysis that reads what has been learnt, and may be used by itself.
func (a *analysis) aside() *analysis {
	b := *a
	b.answers, b.constants = map[string]value{}, maps.Clone(a.constants)
	return &b
}

// Applied tells whether an instance of a condition may begin on anybody.
func (f *Facts) Applied(c *program.Condition) bool {
	return f.a == nil || slices.Contains(f.a.applied[c.Index], true)
}

// MayHave tells whether a condition may ever be in force on a thing: by an instance, by a
// condition that implies it, or because its formula holds.
func (f *Facts) MayHave(thing int, c *program.Condition) bool {
	return f.a == nil || f.a.has[c.Index][thing]
}

// Announced tells whether an event may ever be announced, by a program or by itself.
func (f *Facts) Announced(e *program.Event) bool { return f.a == nil || f.a.announced[e] }

// Done tells whether anybody may ever begin an action.
func (f *Facts) Done(action *program.Action) bool {
	return f.a == nil || slices.Contains(f.a.does[action.Index], true)
}

// Does tells whether a thing may ever begin an action.
func (f *Facts) Does(thing int, action *program.Action) bool {
	return f.a == nil || f.a.does[action.Index][thing]
}

// Runs tells whether a rule may ever run its program.
func (f *Facts) Runs(r *program.Rule) bool { return f.a == nil || f.a.runs[r] }

// ComesUp tells whether an entry of the agenda may ever be resolved.
func (f *Facts) ComesUp(e *program.Entry) bool { return f.a == nil || f.a.comesUp[e] }

// Moves tells whether anything may ever move, or be handed over.
func (f *Facts) Moves() bool { return f.a == nil || f.a.moved }

// Dead tells whether a line of a thing's tactic can never come to anything: it is never
// asked, its condition never holds, or what it says to do is never possible.
func (f *Facts) Dead(thing int, rule *program.TacticRule) bool {
	return f.a != nil && !f.a.alive[line{thing: thing, rule: rule}]
}

// DeadAction tells whether one of the actions between which a line chooses can never come of it.
func (f *Facts) DeadAction(thing int, rule *program.TacticRule, does *program.TacticAction) bool {
	return f.a != nil && !f.a.alive[line{thing, rule, does}]
}

// Contributes tells whether a contribution may ever put anything into its channels: whether
// somebody may bear what it belongs to while its condition holds.
func (f *Facts) Contributes(c *program.Contribution) bool {
	if f.a == nil {
		return true
	}
	a := f.a.aside()
	for i := range f.e.Things {
		if a.bearsIt(i, c.Condition, c.Rule, c.Carried) && a.formula(c.When, only(float64(i+1)), anything, nil).mayHold() {
			return true
		}
	}
	return false
}
