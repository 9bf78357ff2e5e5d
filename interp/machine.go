// Package interp plays encounters: a compiled ruleset, a state, a chooser who
// decides and dice give a new state and a trace.
//
// Begin with [Compile], then [Prepare], [New] and [Machine.Run]; or with Play of package
// script, which does it all. The package knows nothing of YAML or of the text of formulas,
// and nothing of any combat system: whatever has a name in a fight comes from the ruleset.
package interp

import (
	"context"
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/profile"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
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
	// StrictDice makes a roll without scripted faces an error.
	StrictDice bool
	// Context stops the run with an error when it is done. Nil: nothing does.
	Context context.Context
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

// faultCode is the code of run-time errors without one of their own.
const faultCode diag.Code = "run-time"

var open = math.NaN()

// Machine plays one encounter, again and again if it is [Machine.Reset]. It is
// not safe for concurrent use; machines of one [Fight] may run side by side. Once
// it has run a while it allocates nothing, unless it keeps a trace.
type Machine struct {
	*Fight
	opts      Options
	limits    Limits
	timeLimit float64
	chooser   Chooser
	driver    Driver
	// tactics is the chooser if that is what it is.
	tactics *Tactics
	board   *board.Board
	source  *dice.Source

	// by are the variants of the code that hold from the first settling on; nil before it,
	// and where nothing is known.
	by *variants

	// state is the fiction as it stands for whatever runs.
	state state.State
	// What runs.
	frame       *frame
	root        frame
	clock       [state.MaxKeys]float64
	clockKeys   int
	clockSet    bool
	batchesHere int
	started     bool
	// givenHolds: what the encounter gives has been held against the bounds of pools.
	givenHolds bool
	over       bool
	// closed is set when the end of the encounter has been announced.
	closed bool
	Outcome
	acts       []actRow
	actCells   []float64
	actWidth   int
	running    []int
	happenings []happening
	eventCells []float64
	eventWidth int
	declared   []value.Act
	asking     int
	trying     int
	eventCount int
	serial     int64
	actSerial  int64
	entryCount int
	entryNow   int
	// entrySerial is when the entry at hand came up, entryKind which it is.
	entrySerial int64
	entryKind   *entry
	members     []member
	memberAt    int
	due         []int32
	// depth counts actions, answers, calls and rules within each other.
	depth int
	// steps are the statements and list elements so far; at stepEnd it is too many.
	// Where neither is too many, somebody asks whether the run should go on.
	steps, stepEnd, actionEnd int64

	// Changes since ..: everything that may change a formula's value, and effects.
	changes, effects, settled uint64
	// version changes with whatever decides who is out and whether it is over;
	// overAt is the version for which that was found out last.
	version uint64
	dirty   deps.Mask
	// ticks note what has changed; known are the last answers for derived conditions.
	ticks    deps.Ticks
	known    []known
	sizes    []knownSize
	memories []deps.Cache
	// freeFits are the last answers whether each thing fits where nobody is, by thing
	// and by what the ground is made of.
	freeFits     []known
	stood        standChanges
	overAt       uint64
	touched      []touched
	frozen       []touched
	frozenFrom   int
	edges        []edge
	derivedOn    []bool
	begun, limbo []int32
	fired        []fired
	doomed       []doomed
	chain        int
	chained      []*rule
	losses       []loss
	forgot       []*diag.Span
	resets       []uint32
	// heldIn is, by cell, what is only held of it.
	heldIn      []float64
	standingNow []float64
	standingAt  uint64

	inBatch, recording int
	batches            []*batch
	member             uint8
	landing            bool
	ops                []op
	opData             []float64
	opEndings          []state.Ending
	opEntries          []state.Entry
	aliases            []ranked
	unused             []int32
	joined             []int
	afterwards         []later
	laterData          []float64
	inAfterwards       bool

	slots       state.Slots
	freeEntries []int32
	entrySlots  int
	entryCells  []float64

	lists value.Lists
	dice  value.Dice
	// thrown are dice that were put together for a roll.
	thrown dice.Value

	// Room that is used again.
	sortKeys      []ranked
	spaceArgs     []spaceArg
	occupants     []int32
	waysFound     []float64
	offers        []float64
	defaults      []int
	picked        []int
	wayCells      []float64
	responders    []float64
	chosen        []int
	bars          []bar
	dues          []due
	oldPlaces     []board.Place
	movedFrom     []float64
	savedLocals   []float64
	memberLocals  []float64
	memberRolls   []rolledLocal
	channelSeen   []bool
	one           [1]float64
	refusal       Refusal
	questionRoom  []*Question
	questionsOpen int
	actionRoom    []*Question
	actionsOpen   int
	at            *diag.Span

	// forAsked compiles formulas that somebody asks who isn't part of the fight.
	forAsked *compiler
	// profile is told what is worked on; nil: nobody is.
	profile *profile.Profile
	// observed is what an observer is told; nil: there is none.
	observed *observation

	// stopAt is how many events there may be before a run stops; 0: any number.
	stopAt int
	// tracing is set while what happens is recorded, explains while each number is.
	tracing, explains bool
	trace             trace.Trace
	witness           witness
	explaining        bool
	explainAt         int
	explainOuter      []int
	why               int32
}

// New returns a machine that plays a fight, by the tactics of its combatants unless
// [Machine.SetChooser] says otherwise.
func New(f *Fight, o Options) *Machine {
	m := f.machine(o)
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
func (m *Machine) Plays(f *Fight) bool { return m.Fight == f }

// Options returns how m plays.
func (m *Machine) Options() Options { return m.opts }

// Trace returns what has happened since the last reset.
func (m *Machine) Trace() *trace.Trace {
	return &m.trace
}

// firstLimit returns the time limit that counts; 0: none.
func (m *Machine) firstLimit() float64 {
	switch {
	case m.limits.Time > 0:
		return m.limits.Time
	case m.encounter.Limit > 0:
		return m.encounter.Limit
	case m.code.Program.Time != nil:
		return m.code.Program.Time.Limit
	}
	return 0
}

// Reset makes the machine ready to play the encounter from its start, as the
// given trial.
func (m *Machine) Reset(trial uint64) {
	m.clearState()
	m.source.Reset(m.seed(), trial)
}

// seed returns the seed of the dice.
func (m *Machine) seed() uint64 {
	if m.opts.Seeded {
		return m.opts.Seed
	}
	return m.encounter.Seed
}

// clearState makes everything what it is at the start, but for the dice.
func (m *Machine) clearState() {
	m.initial.CopyTo(&m.state)
	m.frame, m.root.act, m.root.event = &m.root, 0, 0
	m.clock, m.clockSet, m.clockKeys, m.batchesHere = [state.MaxKeys]float64{}, false, 0, 0
	m.started, m.over, m.closed, m.Outcome = false, false, false, Outcome{}
	m.by = nil
	m.acts, m.running, m.happenings = m.acts[:0], m.running[:0], m.happenings[:0]
	clear(m.declared)
	clear(m.forgot)
	clear(m.resets)
	clear(m.heldIn)
	clear(m.derivedOn)
	m.asking, m.trying, m.eventCount = 0, 0, 0
	m.questionsOpen, m.actionsOpen = 0, 0
	m.actSerial = 0
	m.serial, m.entrySerial, m.entryKind, m.entryCount, m.entryNow = 0, 0, nil, 0, 0
	m.depth, m.steps, m.actionEnd, m.at, m.board.Work = 0, 0, m.limits.Steps, nil, 0
	m.stepEnd = m.nextStop(m.limits.Steps)
	m.changes, m.effects, m.settled = 1, 0, 0
	m.version, m.standingAt, m.overAt = 1, 0, 0
	m.noticeAll()
	m.touched, m.frozen, m.frozenFrom, m.edges = m.touched[:0], m.frozen[:0], 0, m.edges[:0]
	m.begun, m.limbo, m.fired, m.doomed = m.begun[:0], m.limbo[:0], m.fired[:0], m.doomed[:0]
	m.chain, m.chained, m.losses = 0, m.chained[:0], m.losses[:0]
	m.inBatch, m.recording, m.member, m.landing = 0, 0, 0, false
	m.ops, m.opData, m.aliases, m.unused = m.ops[:0], m.opData[:0], m.aliases[:0], m.unused[:0]
	m.opEndings, m.opEntries = m.opEndings[:0], m.opEntries[:0]
	m.joined, m.afterwards, m.laterData, m.inAfterwards = m.joined[:0], m.afterwards[:0], m.laterData[:0], false
	m.slots.Reset()
	m.freeEntries, m.entrySlots = m.freeEntries[:0], 0
	m.forgetLists()
	m.witness.reset()
	m.tracing, m.explains, m.trace.Cut, m.trace.Faults = m.opts.Trace, m.opts.Explain, false, nil
	m.trace.Explained, m.trace.Turn = m.opts.Explain, m.code.turnEvent()
	m.offers, m.defaults, m.wayCells = m.offers[:0], m.defaults[:0], m.wayCells[:0]
	m.responders, m.chosen, m.bars, m.dues = m.responders[:0], m.chosen[:0], m.bars[:0], m.dues[:0]
	m.sortKeys, m.oldPlaces, m.movedFrom, m.savedLocals = m.sortKeys[:0], m.oldPlaces[:0], m.movedFrom[:0], m.savedLocals[:0]
	m.channelSeen, m.explainOuter = m.channelSeen[:0], m.explainOuter[:0]
	t := &m.trace
	t.Events, t.Values, t.Faces, t.Dice, t.Explanations = t.Events[:0], t.Values[:0], t.Faces[:0], t.Dice[:0], t.Explanations[:0]
	m.explaining, m.why, m.explainAt = false, 0, -1
}

// forgetLists drops the lists and dice values that the last run made.
func (m *Machine) forgetLists() {
	m.lists.Release(value.Mark{})
	m.lists.Forget(m.keptLists)
	if m.dice.Len() > m.constDice+maxKeptDice {
		m.dice.Truncate(m.constDice)
	}
}

// maxKeptDice is how many dice values of earlier runs are kept for the next one.
const maxKeptDice = 4096
