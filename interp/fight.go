package interp

import (
	"sync"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Fight is an encounter that is ready to be played: its own texts compiled, its things
// laid out, what it starts with worked out. It never changes, and any number of machines
// may play it side by side. Begin with [Prepare].
type Fight struct {
	// code is that of the ruleset together with the encounter's own texts.
	code      *Code
	encounter *program.Encounter

	// By thing, from 1.
	count      int
	rows       []int32
	kindOf     []*kind
	made       []float64 // the definition, its number
	side       []float64
	isCreature []bool
	called     [][]float64 // formulas, programs and maps, by field
	creatures  []float64
	standers   int // the first so many things are creatures
	cellCount  int

	// What it starts with.
	ownTexts
	initial    state.State
	startDecks state.Decks
	// startLists and startDice are the lists and dice values that the start refers to,
	// keptLists and constDice how many they are.
	startLists           value.Lists
	startDice            value.Dice
	keptLists, constDice int
	// startBoard is the board without anybody's positions.
	startBoard *board.Board

	// rollers are the names of those who can roll: things, sides, then the scene.
	rollers     []string
	sceneRoller dice.Roller
	// clockWidth is how many key numbers the clock has.
	clockWidth int
	// locals is how many locals the start needs outside of any program.
	locals int
	// looksBack is set when its script asks what has happened.
	looksBack bool
	// tacticOf is the tactic of each thing, from 1; nil: none.
	tacticOf []*tactic
	// own is what the code comes to for those who are there; nil: nothing is known of them.
	own *variants
	// whole is the fight that this one was specialized from; nil: none.
	whole *Fight
	// recording returns the fight with code that records what numbers come from, and in which every
	// quantity is asked for by itself. It is made when it is asked for first.
	recording func() *Fight
	// answers are, by quantity, how many values each participant may have; nil: none are kept.
	answers [][]int32
}

// Prepare makes an encounter of the ruleset that code was compiled from ready to be
// played. An error is a *diag.Diagnostic: a constant, or a formula of the start, that
// can't be worked out.
func Prepare(code *Code, e *program.Encounter) (*Fight, error) {
	if len(code.faults) > 0 {
		return nil, code.faults[0]
	}
	m, faults, err := prepare(code, e)
	if len(faults) > 0 {
		return nil, faults[0]
	}
	return m.Fight, err
}

// prepare is [Prepare], and returns all constants that can't be worked out. The machine is as
// the fight begins.
func prepare(code *Code, e *program.Encounter) (m *Machine, faults diag.List, err error) {
	f := &Fight{code: code.clone(), encounter: e}
	f.recording = sync.OnceValue(func() *Fight {
		if code.records {
			return f
		}
		g, _ := Prepare(code.recording(), e) // what was prepared once can be prepared again
		return g
	})
	defer func() {
		if r := recover(); r != nil {
			err = internalFault(r)
		}
	}()
	m, err = start(f, f.layOut())
	return m, f.code.faults, err
}

// newMachine returns a machine for a fight that has not been reset yet.
func newMachine(f *Fight, o Options) *Machine {
	m := &Machine{Fight: f, opts: o, profile: o.Profile, limits: o.Limits.withDefaults(combatants(f.encounter))}
	m.makeReady()
	m.acts.makeRoom()
	m.events.makeRoom()
	m.layOut()
	m.lists, m.dice = f.startLists.Clone(), f.startDice.Clone()
	m.board = f.startBoard.For(positions{m})
	m.source = dice.NewSource(&f.code.labels, f.rollers)
	m.timeLimit = m.firstLimit()
	m.witness.layOut(f.looksBack)
	m.remember()
	return m
}
