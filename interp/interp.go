// Package interp plays encounters: a compiled ruleset, a state, a chooser who
// decides and dice give a new state and a trace.
//
// Begin with [Compile], then [Prepare], [New] and [Machine.Run]; or with Play of package
// script, which does it all. It is the front door of the rooms around it: code says what a
// ruleset comes to, compile makes it, exec plays it. They know nothing of YAML or of the text of
// formulas, and nothing of any combat system: whatever has a name in a fight comes from the ruleset.
package interp

import (
	"slices"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/compile"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang/program"
)

// What is compiled. Neither ever changes, and any number of machines may share them.
type (
	// Code is a ruleset compiled.
	Code = code.Ruleset
	// Fight is an encounter that is ready to be played.
	Fight = code.Fight
	// Listings writes the instructions of a ruleset's code as text.
	Listings = compile.Listings
	// A Prover finds out what can be said of rulesets and encounters before anything is played.
	Prover = compile.Prover
)

// What plays.
type (
	// Machine plays one encounter, again and again.
	Machine = exec.Machine
	// Options say how an encounter is played, Limits what it may use.
	Options = exec.Options
	Limits  = exec.Limits
	// Outcome is how an encounter ended.
	Outcome = exec.Outcome
)

// Who decides, and who is told.
type (
	// Junction is where a run stands, Junctioner a chooser that says where it stands itself.
	Junction   = exec.Junction
	Junctioner = exec.Junctioner
	// Chooser answers questions: Tactics do by the tactics of the combatants.
	Chooser  = exec.Chooser
	Question = exec.Question
	Tactics  = exec.Tactics
	// Without says what is left out of a fight.
	Without = exec.Without
	// Refusal is why an action isn't allowed.
	Refusal = exec.Refusal
	// Driver is a chooser that is also told how the encounter goes on.
	Driver = exec.Driver
	// Observer is told, without a trace, what is worth counting: deeds, tests and harm.
	Observer = exec.Observer
	Deed     = exec.Deed
	Tested   = exec.Tested
	Harm     = exec.Harm
)

// ErrOver is what a chooser returns to end an encounter.
var ErrOver = exec.ErrOver

// DefaultLimits are the limits of an encounter that says nothing else.
func DefaultLimits() Limits { return exec.DefaultLimits() }

// Compile compiles a ruleset, and works out what is constant. What can't be
// worked out is in its Faults.
func Compile(p *program.Program) *Code { return compile.Ruleset(p) }

// Prepare makes an encounter of the ruleset that code was compiled from ready to be
// played. An error is a *diag.Diagnostic: a constant, or a formula of the start, that
// can't be worked out.
func Prepare(code *Code, e *program.Encounter) (*Fight, error) { return compile.Encounter(code, e) }

// New returns a machine that plays a fight, by the tactics of its combatants unless
// [Machine.SetChooser] says otherwise.
//
// Those whose tactic thinks ahead look ahead as far as Usual of package think says.
func New(f *Fight, o Options) *Machine {
	m := exec.New(f, o)
	if slices.ContainsFunc(f.Encounter.Things, func(t *program.Thing) bool { return t.Thinks }) {
		m.LetThink(newThinker())
	}
	return m
}
