package code

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Fight is an encounter that is ready to be played: its own texts compiled, its things
// placed, its initial values computed. It never changes, and any number of machines
// may play it concurrently. Start with Encounter of package compile.
type Fight struct {
	// Code is the ruleset's together with the encounter's own texts.
	Code      *Ruleset
	Encounter *program.Encounter

	// Count is the number of things. The following slices are by thing, from 1: the first of its cells, its
	// kind, and so on.
	Count         int
	Rows          []int32
	KindOf        []*Kind
	Made          []float64 // the definition, its number
	Side          []float64
	IsCreature    []bool
	Called        [][]float64 // formulas, programs and maps, by field
	Creatures     []float64
	CreatureCount int // the number of creatures, which are the first things
	CellCount     int

	// The initial state.
	OwnTexts
	Initial    state.State
	StartDecks state.Decks
	// StartLists and StartDice are the lists and dice values that the start refers to,
	// KeptLists and ConstDice their numbers.
	StartLists           value.Lists
	StartDice            value.Dice
	KeptLists, ConstDice int
	// StartBoard is the board without any positions.
	StartBoard *board.Board

	// Rollers are the names of everything that can roll: things, sides, then the scene.
	Rollers     []string
	SceneRoller dice.Roller
	// ClockWidth is the number of key numbers of the clock.
	ClockWidth int
	// Locals is the number of locals that the start needs outside of programs.
	Locals int
	// LooksBack is what its scripts read of past events; nil means nothing.
	LooksBack *LooksBack
	// TacticOf is the tactic of each thing, from 1; nil means none.
	TacticOf []*Tactic
	// Recording returns the fight with code that records where numbers come from, and that calls
	// every quantity separately. It is built on the first call.
	Recording func() *Fight
	// Alike returns, by deck, the class of each card, from 0: cards of one class are indistinguishable. It
	// is computed on the first call.
	Alike func() [][]int
	// Answers are, by quantity, how many values each participant may have; nil means that none are kept.
	Answers [][]int32
}

// OwnTexts are the compiled texts of an encounter itself.
type OwnTexts struct {
	Setup   *Routine
	Given   []Given
	GoingOn []GoingOn
	// Entries are the fields of the entries that the encounter puts on the agenda.
	Entries [][]Handed
}

// Given is a condition that a thing starts with.
type Given struct {
	Who  board.Thing
	Src  *program.GivenCondition
	With InstanceFields
}

// Target is the cell of a parameter that names a thing, or a list of things.
type Target struct {
	Cell int
	List bool
}

// GoingOn is the compiled form of a condition that continues from before.
type GoingOn struct {
	// Ends and Mute are the lists of end phrases for it, and for its muting.
	Ends, Mute int
	With       InstanceFields
	Entries    [][]Handed
}

// LooksBack is what scripts read of past events.
type LooksBack struct {
	// Events are those that are counted, by index; Said those whose data is read.
	Events, Said []bool
	// Rolls are, by label, the parts of rolls that are read: a bit for each, numbered as in
	// [program.PastParts]. Counted is the bit of those that are counted.
	Rolls map[string]uint64
	// Deeds is set when actions are counted by actor.
	Deeds bool
}

// Counted marks rolls whose number is read.
const Counted = 1 << 63

// LookingBack returns what the scripts of an encounter read of past events; nil means nothing.
func LookingBack(e *program.Encounter) *LooksBack {
	any := e.OddsLookBack || e.Script != nil && e.Script.LooksBack
	for _, s := range e.After {
		any = any || s.LooksBack
	}
	if !any {
		return nil
	}
	n := len(e.Program.Events)
	l := &LooksBack{Events: make([]bool, n), Said: make([]bool, n), Rolls: map[string]uint64{}}
	for p := range e.Parts() {
		for x := range p.Exprs() {
			if x.Op == program.OpBuiltin {
				l.add(x)
			}
		}
	}
	return l
}

// add adds what a function reads of past events, if anything.
func (l *LooksBack) add(x *program.Expr) {
	switch x.Builtin {
	case program.WasAsked:
		l.Events[int(x.Args[1].Num)-1] = true
	case program.Said:
		l.Said[int(x.Args[0].Num)-1] = true
		l.Events[int(x.Args[0].Num)-1] = true
	case program.Happened:
		l.Events[int(x.Args[0].Num)-1] = true
	case program.WasRolled:
		l.Rolls[x.Label] |= Counted
	case program.RollTotal:
		l.Rolls[x.Label] |= 1 << x.Index
	case program.Did:
		l.Deeds = true
	}
}
