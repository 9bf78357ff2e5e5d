package exec

import (
	"context"
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/profile"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Options say how an encounter is played.
type Options struct {
	// Seed of the dice; with Seeded false the encounter's own is taken.
	Seed   uint64
	Seeded bool
	// Trial tells runs with one seed apart; it counts from 0.
	Trial uint64
	// Trace records what happens; Explain also how each number came about.
	Trace   bool
	Explain bool
	// Sums records, with Trace, what the bonuses of rolls and the amounts of changes were added up
	// from.
	Sums bool
	// StrictDice makes a roll without scripted faces an error.
	StrictDice bool
	// Profile adds up where the time of the runs goes; nil: nobody does.
	Profile *profile.Profile
	// Context stops the run with an error when it is done. Nil: nothing does.
	Context context.Context
	// Thought, if not nil, is told each time that somebody has thought ahead, which may take a while.
	Thought func()
	// Laws stops the run where one of these laws doesn't hold, which are called by their names: see laws.md. With
	// ends it stops where it goes on and on, or where nothing is left to happen.
	Laws []string
	// Check tests the machine's own invariants after every effect; for tests.
	Check  bool
	Limits Limits
}

// Outcome is how an encounter ended.
type Outcome struct {
	Ending trace.Ending
	// Winner is the side that won: its index plus 1; 0: none.
	Winner int
	// Now is the clock at the end; Batches and Acts are how many were run.
	Now           float64
	Batches, Acts int
}

// RunTime is the code of run-time errors without one of their own.
const RunTime diag.Code = "run-time"

var open = math.NaN()

// Machine plays one encounter, again and again if it is [Machine.Reset]. It is
// not safe for concurrent use; machines of one fight may run side by side. Once
// it has run a while it allocates nothing, unless it keeps a trace.
type Machine struct {
	*code.Fight
	opts   Options
	limits Limits
	// timeLimit is the time limit that counts; 0: none.
	timeLimit float64
	chooser   Chooser
	driver    Driver
	// tactics is the chooser if that is what it is.
	tactics *Tactics
	// thinker decides for those whose tactic thinks ahead; nil: their tactics do.
	thinker Thinker
	// without is what is left out; nil: nothing.
	without *Without
	board   *board.Board
	source  *dice.Source

	// state is the fiction as it stands for whatever runs; lists and dice are the values of
	// these types that it and whatever runs refer to.
	state state.State
	lists value.Lists
	dice  value.Dice

	// How far the run has come.
	started bool
	// guards is how many calls of guarded are under way, one in the other.
	guards int
	// givenHolds: what the encounter gives has been held against the bounds of pools.
	givenHolds bool
	over       bool
	// closed is set when the end of the encounter has been announced.
	closed bool
	Outcome

	// frame is what runs, root the first of its chain, at the place in the text.
	frame *frame
	root  frame
	at    *diag.Span

	// Each of these is kept in a file of its own, and written nowhere else (see house_test.go).
	turns      turns
	acts       acts
	events     events
	settling   settling
	batch      batches
	payments   payments
	search     search
	tally      tally
	memory     memory
	second     secondMemory
	slots      state.Slots
	decks      state.Decks
	work       work
	record     record
	witness    witness
	trail      trail
	laws       laws
	ledger     ledger
	conclusion conclusion
	room       room

	// aloud is set while something is said to people: everybody is called as stories call them.
	aloud bool
	// forAsked compiles formulas that somebody asks who isn't part of the fight; nil: nobody has yet.
	forAsked code.Compiler
	// profile is told what is worked on; nil: nobody is.
	profile *profile.Profile
	// observed is what an observer is told; nil: there is none.
	observed *observation
}

// room is memory that is used again, so that a fight allocates nothing. What stands in it
// lasts no longer than the call that put it there.
type room struct {
	sortKeys    []ranked
	spaceArgs   []spaceArg
	occupants   []board.Thing
	waysFound   []float64
	oldPlaces   []board.Place
	movedFrom   []float64
	savedLocals []float64
	// inputs are those of a check.
	inputs []float64
	one    [1]float64
	laid   []float64
	// thrown are dice that were put together for a roll.
	thrown dice.Value
	// dice is the stack on which they are put together.
	dice []dice.Value
}

// reset forgets what a run that was cut short has left in the stacks among them.
func (r *room) reset() {
	r.sortKeys, r.oldPlaces, r.movedFrom = r.sortKeys[:0], r.oldPlaces[:0], r.movedFrom[:0]
	r.savedLocals, r.dice = r.savedLocals[:0], r.dice[:0]
}

// New returns a machine that plays a fight, by the tactics of its combatants unless
// [Machine.SetChooser] says otherwise.
func New(f *code.Fight, o Options) *Machine {
	if o.Explain || o.Sums || o.Profile != nil {
		f = f.Recording()
	}
	m := newMachine(f, o)
	m.SetChooser(&Tactics{})
	m.Reset(o.Trial)
	return m
}

// SetChooser says who answers the questions. A [Driver] is also told how the
// encounter goes on.
func (m *Machine) SetChooser(c Chooser) {
	m.chooser = c
	m.driver, _ = c.(Driver)
	m.tactics, _ = c.(*Tactics)
}

// Plays tells whether m plays a fight.
func (m *Machine) Plays(f *code.Fight) bool { return m.Fight == f }

// Options returns how m plays.
func (m *Machine) Options() Options { return m.opts }

// firstLimit returns the time limit that counts; 0: none.
func (m *Machine) firstLimit() float64 {
	switch {
	case m.limits.Time > 0:
		return m.limits.Time
	case m.Fight.Encounter.Limit > 0:
		return m.Fight.Encounter.Limit
	case m.Code.Program.Time != nil:
		return m.Code.Program.Time.Limit
	}
	return 0
}

// Reset makes the machine ready to play the encounter from its start, as the
// given trial.
func (m *Machine) Reset(trial uint64) {
	m.clearState()
	m.source.Reset(m.seed(), trial)
}

// Program returns the rules that it plays by.
func (m *Machine) Program() *program.Program { return m.Code.Program }

// Seed returns the seed of the dice; seeded is false where nothing names one, so that a script
// has to say what all dice show.
func (m *Machine) Seed() (seed uint64, seeded bool) {
	return m.seed(), m.opts.Seeded || m.Fight.Encounter.Seeded || m.Fight.Encounter.Script == nil
}

// seed returns the seed of the dice.
func (m *Machine) seed() uint64 {
	if m.opts.Seeded {
		return m.opts.Seed
	}
	return m.Fight.Encounter.Seed
}

// clearState makes everything what it is at the start, but for the dice.
func (m *Machine) clearState() {
	m.Initial.CopyTo(&m.state)
	m.forgetLists()
	m.started, m.over, m.closed, m.Outcome = false, false, false, Outcome{}
	m.frame, m.root.act, m.root.event, m.at = &m.root, 0, 0, nil
	m.turns.reset()
	m.acts.reset()
	m.events.reset()
	m.settling.reset()
	m.batch.reset()
	m.payments.reset()
	m.search.reset()
	m.tally.reset()
	m.memory.reset()
	m.second.reset()
	m.conclusion.reset()
	if m.laws.told.other {
		m.source.Follow(nil)
	}
	m.laws.reset()
	m.slots.Reset()
	m.StartDecks.CopyTo(&m.decks)
	m.work.reset(&m.limits)
	m.record.reset(&m.opts, m.Code.TurnEvent())
	m.witness.reset()
	m.trail.reset()
	m.ledger.reset()
	m.room.reset()
	m.board.Work = 0
	m.noticeAll()
}

// forgetLists drops the lists and dice values that the last run made.
func (m *Machine) forgetLists() {
	m.lists.Release(value.Mark{})
	m.lists.Forget(m.KeptLists)
	if m.dice.Len() > m.ConstDice+maxKeptDice {
		m.dice.Truncate(m.ConstDice)
	}
}

// maxKeptDice is how many dice values of earlier runs are kept for the next one.
const maxKeptDice = 4096

// newMachine returns a machine for a fight that has not been reset yet.
func newMachine(f *code.Fight, o Options) *Machine {
	m := &Machine{Fight: f, opts: o, profile: o.Profile, limits: o.Limits.withDefaults(combatants(f.Encounter))}
	m.makeReady()
	m.acts.makeRoom()
	m.events.makeRoom()
	m.layOut()
	m.lists, m.dice = f.StartLists.Clone(), f.StartDice.Clone()
	m.board = f.StartBoard.For(positions{m})
	m.takeDice(f.Rollers)
	m.timeLimit = m.firstLimit()
	m.witness.layOut(f.LooksBack, &f.Code.Labels)
	m.laws.layOut(f.Code, o.Laws)
	m.remember()
	return m
}
