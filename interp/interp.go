// Package interp plays encounters: from a compiled ruleset, a state, a chooser that
// decides, and dice, it computes a new state and a trace.
//
// Start with [Compile], then [Prepare], [New] and [Machine.Run]; or with Play of package
// script, which does it all. It is the front door of the packages below it: code holds the compiled
// form of a ruleset, compile builds it, exec plays it. They know nothing of YAML or the text of
// formulas, and nothing of any combat system: every name in a fight comes from the ruleset.
package interp

import (
	"slices"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/compile"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang/program"
)

// Compiled data. It never changes, and any number of machines may share it.
type (
	// Code is a compiled ruleset.
	Code = code.Ruleset
	// Fight is an encounter that is ready to be played.
	Fight = code.Fight
	// Listings writes the instructions of a ruleset's code as text.
	Listings = compile.Listings
	// A Prover finds what can be proved about rulesets and encounters before anything is played.
	Prover = compile.Prover
)

// The machine and its settings.
type (
	// Machine plays one encounter, repeatedly.
	Machine = exec.Machine
	// Options set how an encounter is played, Limits what resources it may use.
	Options = exec.Options
	Limits  = exec.Limits
	// Outcome is how an encounter ended.
	Outcome = exec.Outcome
)

// Choosers and observers.
type (
	// Junction is the decision point of a run, Junctioner a chooser that reports it itself.
	Junction   = exec.Junction
	Junctioner = exec.Junctioner
	// Chooser answers questions: Tactics do so by the tactics of the combatants.
	Chooser  = exec.Chooser
	Question = exec.Question
	Tactics  = exec.Tactics
	// Without says what to exclude from a fight.
	Without = exec.Without
	// Refusal is the reason why an action isn't allowed.
	Refusal = exec.Refusal
	// Driver is a chooser that is also notified of the course of the encounter.
	Driver = exec.Driver
	// Observer is notified, without a trace, of what is worth counting: deeds, tests and damage.
	Observer = exec.Observer
	Deed     = exec.Deed
	Tested   = exec.Tested
	Harm     = exec.Harm
)

// ErrOver is what a chooser returns to end an encounter.
var ErrOver = exec.ErrOver

// DefaultLimits returns the limits of an encounter that sets none.
func DefaultLimits() Limits { return exec.DefaultLimits() }

// Compile compiles a ruleset, and evaluates its constants. Constants that can't be
// evaluated are in its Faults.
func Compile(p *program.Program) *Code { return compile.Ruleset(p) }

// Codes are compiled rulesets, each compiled when it is first wanted.
type Codes map[*program.Program]*Code

// Of returns the code of a ruleset.
func (c Codes) Of(p *program.Program) *Code {
	if c[p] == nil {
		c[p] = Compile(p)
	}
	return c[p]
}

// Prepare makes an encounter of the compiled ruleset ready to be
// played. An error is a *diag.Diagnostic: a constant, or a formula of the start, that
// can't be evaluated.
func Prepare(code *Code, e *program.Encounter) (*Fight, error) { return compile.Encounter(code, e) }

// New returns a machine that plays a fight, by the tactics of its combatants unless
// [Machine.SetChooser] says otherwise.
//
// Things whose tactic thinks ahead do so as far as Usual of package think says.
func New(f *Fight, o Options) *Machine {
	m := exec.New(f, o)
	if slices.ContainsFunc(f.Encounter.Things, func(t *program.Thing) bool { return t.Thinks }) {
		m.LetThink(newThinker())
	}
	return m
}
