package check

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/syntax"
)

// The entry points for declarations: each takes a text of the YAML file and
// gives its checked form, or nil after an error that has been reported.

// formula checks a formula. Unless want is Unknown, the formula has to be of that type.
func (c *checker) formula(f diag.Fragment, e env, want program.Type) *program.Formula {
	return nil
}

// constant checks a value in data: literals, dice, names of definitions, lists
// of those, and params. Where want is a kind of things, a definition of that
// kind is given, from which the thing is to be made; in an encounter (e.Encounter)
// it may also be one of the encounter's things.
func (c *checker) constant(f diag.Fragment, e env, want program.Type) *program.Expr {
	return nil
}

// routine checks a program. Gives is what `stop with` gives; Nothing where a
// program gives no value.
func (c *checker) routine(f diag.Fragment, e env, gives program.Type) *program.Routine {
	return nil
}

// stages checks two programs of which the second goes on with the locals of the
// first (an entry's declare and do). A nil declare leaves the first out.
func (c *checker) stages(declare *diag.Fragment, do diag.Fragment, e env) (first, second *program.Routine) {
	return nil, nil
}

// typ reads a type. A pool is no type of values: who declares fields asks
// isPool first.
func (c *checker) typ(f diag.Fragment) (program.Type, bool) {
	return program.Type{}, false
}

// typeOf finds the type that has been read as t.
func (c *checker) typeOf(t *syntax.TypeExpr) (program.Type, bool) {
	return program.Type{}, false
}

// trigger checks what a rule or a reset waits for.
func (c *checker) trigger(f diag.Fragment, e env) *program.Trigger { return nil }

// eventsOf returns what `event` may be when one of these has happened: nil
// unless each of them is an event.
func eventsOf(triggers []*program.Trigger) []*program.Event { return nil }

// until checks an end phrase of a condition.
func (c *checker) until(f diag.Fragment, e env) *program.Until { return nil }

// template checks a text with formulas in braces.
func (c *checker) template(f diag.Fragment, e env) *program.Template { return nil }

// script checks a transcript of the encounter e.Encounter.
func (c *checker) script(f diag.Fragment, e env) *program.Script { return nil }

// cycles reports procs that call each other in a circle, and quantities and
// derived conditions that depend on themselves. It is called once, when
// everything has been checked.
func (c *checker) cycles() {}

type procCall struct {
	to *program.Proc
	at diag.Span
}
