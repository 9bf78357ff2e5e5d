package code

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Fight is an encounter that is ready to be played: its own texts compiled, its things
// laid out, what it starts with worked out. It never changes, and any number of machines
// may play it side by side. Begin with Encounter of package compile.
type Fight struct {
	// Code is that of the ruleset together with the encounter's own texts.
	Code      *Ruleset
	Encounter *program.Encounter

	// Count is how many things there are. What follows is by thing, from 1: the first of its cells, its
	// kind, and so on.
	Count      int
	Rows       []int32
	KindOf     []*Kind
	Made       []float64 // the definition, its number
	Side       []float64
	IsCreature []bool
	Called     [][]float64 // formulas, programs and maps, by field
	Creatures  []float64
	Standers   int // the first so many things are creatures
	CellCount  int

	// What it starts with.
	OwnTexts
	Initial    state.State
	StartDecks state.Decks
	// StartLists and StartDice are the lists and dice values that the start refers to,
	// KeptLists and ConstDice how many they are.
	StartLists           value.Lists
	StartDice            value.Dice
	KeptLists, ConstDice int
	// StartBoard is the board without anybody's positions.
	StartBoard *board.Board

	// Rollers are the names of those who can roll: things, sides, then the scene.
	Rollers     []string
	SceneRoller dice.Roller
	// ClockWidth is how many key numbers the clock has.
	ClockWidth int
	// Locals is how many locals the start needs outside of any program.
	Locals int
	// LooksBack is what its scripts ask of what has happened; nil: nothing.
	LooksBack *LooksBack
	// TacticOf is the tactic of each thing, from 1; nil: none.
	TacticOf []*Tactic
	// Recording returns the fight with code that records what numbers come from, and in which every
	// quantity is asked for by itself. It is made when it is asked for first.
	Recording func() *Fight
	// Alike returns, by deck, the sorts of its cards, from 0: nobody can tell those of one sort apart. It
	// is found out when it is asked for first.
	Alike func() [][]int
	// Answers are, by quantity, how many values each participant may have; nil: none are kept.
	Answers [][]int32
}

// OwnTexts is what was compiled of what an encounter says itself.
type OwnTexts struct {
	Setup   *Routine
	Given   []Given
	GoingOn []GoingOn
	// Entries are the fields of those that the encounter puts on the agenda.
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

// GoingOn is what was compiled of a condition that goes on.
type GoingOn struct {
	// Ends and Mute are the lists of phrases by which it ends, and its being muted.
	Ends, Mute int
	With       InstanceFields
	Entries    [][]Handed
}

// LooksBack says what scripts ask of what has happened.
type LooksBack struct {
	// Events are those that are counted, by index; Said those of which is read what they said.
	Events, Said []bool
	// Rolls are, by label, the parts of rolls that are read: a bit for each, as [program.PastParts]
	// numbers them. Counted is the bit of those that are counted.
	Rolls map[string]uint64
	// Deeds is set when it is counted who did what.
	Deeds bool
}

// Counted marks rolls of which it is read how many there were.
const Counted = 1 << 63

// LookingBack returns what the scripts of an encounter look back to; nil: to nothing.
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

// add adds what a function looks back to, if it does.
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
