// Package fastpath plays plain fights fast.
//
// A fight is plain when everything about it but the dice is known before it begins:
// everybody acts by a tactic, no rule waits for anything, no condition is applied, nobody
// moves. [Compile] works such a fight out as far as that goes (partial
// evaluation): for each combatant and kind of entry it follows the program of the
// entry through tactic, action, procs and quantities, and writes down what is left,
// a short list of instructions over registers. What never changes in the fight, a
// target's armor or a weapon's dice, is a constant there.
//
// Whether a fight is plain, the compiler finds out by compiling it: it knows some
// forms of statements and formulas, and gives up at the first other one. And while a
// fight is played anything unusual (a number that is out of range, nobody to choose,
// a limit) ends it without a result: whoever plays it then plays it again with the
// interpreter proper, which knows all forms and says what is wrong and where. Dice
// are keyed, so it is the same fight. So nothing here words an error, and nothing
// here may guess.
//
// The package knows the compiled ruleset ([program.Program]) and the arithmetic of
// dice; the interpreter hands over the rest in a [Setting].
package fastpath

import (
	"fmt"

	"github.com/rulec/rulec/lang/program"
)

// Setting is a fight as the interpreter has laid it out.
type Setting struct {
	Encounter *program.Encounter
	// Cells are the fields of all things at the start; Rows, by thing from 1, where
	// those of each begin.
	Cells []float64
	Rows  []int32
	// Heard tells whether an announcement can do anything, Rank the order among kinds of
	// entries with equal keys, Label the number of a roll's label.
	Heard func(e *program.Event) bool
	Rank  func(e *program.Entry) int
	Label func(name string) int
	// Turn is the event that asks somebody what he does; nil: there is none.
	Turn *program.Event
	// Def returns the value of a field of a definition.
	Def func(d *program.Def, f *program.Field) float64
	// Between works out a function of space of two things where they stand at the start;
	// ok is false if that can't be done.
	Between func(b program.Builtin, x, y int) (v float64, ok bool)
	// Dice returns a value for dice that are written down, or worked out of nothing else,
	// which Plain and Throw know; ok is false if they can't be made.
	Dice func(e *program.Expr) (v float64, ok bool)
	// Plain takes a value of dice apart: count dice of so many sides and a number. ok is
	// false for other dice; Throw throws those with the words from key on.
	Plain func(dice float64) (count, sides int, bonus float64, ok bool)
	Throw func(dice float64, key uint64) (total float64, natural int32, ok bool)
	// Time is the time limit, 0: none. The others are limits, too; there are more Steps than
	// other things that have one.
	Time                                        float64
	Steps, ActionSteps, Batches, Depth, Entries int
}

// notPlain says why a fight isn't plain.
type notPlain struct{ reason string }

func (n *notPlain) Error() string { return "not a plain fight: " + n.reason }

// giveUp ends the compiling of a fight that isn't plain.
func giveUp(format string, args ...any) { panic(&notPlain{fmt.Sprintf(format, args...)}) }

// plan is a plain fight, compiled.
type plan struct {
	set  *Setting
	code []instr
	// cells are the fields of all things, in the first registers; keys the key numbers
	// of the clock, in the next.
	cells, keys int
	// constants are the registers of constants.
	constants map[float64]uint16
	// opening puts the first entries on the agenda. out has, by thing, the test whether it
	// is out of the fight; it is empty when nobody ever is. isOver and winner are nil when
	// there is no such formula. What these come to is in register result.
	opening, isOver, winner *instr
	out                     []*instr
	result                  uint16
	// turns are the entries that may come up, in the order in which those with equal keys
	// do: by kind, then by owner, from 0, which is nobody.
	turns   []turn
	streams []*stream
	lots    []lot
	changes []change
	deeds   []deed
	columns [][]float64
}

// throw is a roll of a program: its dice, and who rolls with which label.
type throw struct {
	*stream
	// count dice with so many sides; or, when count is 0, the dice in register dice.
	count int
	sides uint64
	dice  uint16
}

// stream is the dice of somebody under a label.
type stream struct {
	roller, label int
	// name and text are the words of both.
	name, text uint64
	// key is that of the next roll in a fight, start that of the first.
	key, start uint64
}

// lot is the register of somebody's lot, and the word of his name.
type lot struct {
	register uint16
	name     uint64
}

// change is what a change of a field needs besides its amount.
type change struct {
	field *program.Field
	op    byte
	// whole is set when it must give a whole number.
	whole bool
	// low and high are the registers of its bounds.
	low, high uint16
	// tells is set when it tells whether somebody is out or the fight is over, watched when
	// somebody wants to be told of it.
	tells, watched bool
	// owner is the thing, or 0 when a register says which.
	owner int
}

// turn is an entry of somebody.
type turn struct {
	kind  *program.Entry
	owner int
	// bit is that of its owner in a set; order is the place among entries with equal keys.
	bit   uint64
	order int
	// program is what runs, requires what tells whether it does; nil: it does.
	program, requires *instr
	// It takes so many steps at most, and performs so many actions besides those that it
	// counts itself.
	steps, acts int
}

// schedule is an entry to be put on the agenda: turn; or, when that is nil, the entry
// of the same kind of whoever is in register of.
type schedule struct {
	turn  *turn
	first int
	of    uint16
	key   sum
	more  []sum // the other key numbers
}

// sum is a number that is the sum of two registers.
type sum struct{ a, b uint16 }

// deed is an action that somebody performs.
type deed struct {
	actor  int
	action *program.Action
	// target is the register of whom it aims at, or none.
	target uint16
}

// Compile works a fight out. If w isn't nil it is told what happens. An error says why
// the fight isn't plain.
func Compile(set *Setting, w Watcher) (f *Fight, err error) {
	defer func() {
		r := recover()
		n, ok := r.(*notPlain)
		if r != nil && !ok {
			panic(r)
		}
		if ok {
			f, err = nil, n
		}
	}()
	// A field counts as constant until a change of it turns up; then all is worked out
	// again.
	changed := map[*program.Field]bool{}
	for {
		before := len(changed)
		p := newSpecializer(set, changed, w).fight()
		if len(changed) == before {
			return newFight(p, w), nil
		}
	}
}
