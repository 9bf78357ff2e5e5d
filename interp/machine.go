// Package interp plays encounters: a compiled ruleset, a state, a chooser who
// decides and dice give a new state and a trace.
//
// Begin with [Compile], then [New] and [Machine.Run]; or with Play, which does it
// all. The package knows nothing of YAML or of the text of formulas, and nothing
// of any combat system: whatever has a name in a fight comes from the ruleset.
package interp

import (
	"math"

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
	// StrictDice makes a roll without scripted faces an error.
	StrictDice bool
	// Check tests the machine's own invariants after every effect; for tests.
	Check  bool
	Limits Limits
}

// Ending says why an encounter ended.
type Ending uint8

const (
	// NotOver: it has not ended.
	NotOver Ending = iota
	// Over: the ruleset's time.over holds.
	Over
	// Called: the script ended it.
	Called
	// TimeUp: the time limit was reached.
	TimeUp
	// NothingLeft: nothing stands on the agenda any more.
	NothingLeft
)

// Outcome is how an encounter ended.
type Outcome struct {
	Ending Ending
	// Winner is the side that won: its index plus 1; 0: none.
	Winner int
	// Now is the clock at the end; Batches, Acts and Steps are how many were run.
	Now                  float64
	Batches, Acts, Steps int
}

// place is a space or zone of the ground: its index (row by row) plus 1; 0 is nowhere.
// It is the value of the language's type place, as a whole number.
type place int32

// area is where a thing stands: the top left place of a square, and its side.
type area struct {
	Place place
	Size  int32
}

// spaceArg is an argument of a built-in function of space: ground for things and
// places (a place alone has size 1), else a number, direction or list in Value.
type spaceArg struct {
	Value float64
	At    area
	// Thing is the number of the thing that stands at At, or 0.
	Thing int
}

// faultCode is the code of run-time errors without one of their own.
const faultCode diag.Code = "run-time"

var open = math.NaN()

// Machine plays one encounter, again and again if it is [Machine.Reset]. It is
// not safe for concurrent use; machines of one [Code] may run side by side. Once
// it has run a while it allocates nothing, unless it keeps a trace.
type Machine struct {
	code      *Code
	encounter *program.Encounter
	opts      Options
	limits    Limits
	timeLimit float64
	chooser   Chooser
	driver    Driver
	// tactics is the chooser if that is what it is.
	tactics *Tactics
	ground  *ground
	cup     *cup

	// What never changes during a run: by thing, from 1.
	count       int
	rows        []int32
	kindOf      []*kind
	made        []float64 // the definition, its number
	side        []float64
	isCreature  []bool
	called      [][]float64 // formulas, programs and maps, by field
	creatures   []float64
	standers    int // the first so many things are creatures
	initial     state
	goingOn     []goingOn
	setup       *routine
	sceneRoller int
	constDice   int
	keptLists   int

	state
	// What runs.
	frame       *frame
	root        frame
	clock       [maxKeys]float64
	clockKeys   int
	clockSet    bool
	batchesHere int
	started     bool
	over        bool
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
	declared   []Act
	asking     int
	trying     int
	eventCount int
	serial     int64
	entryCount int
	entryNow   int
	// entrySerial is when the entry at hand came up, entryKind which it is.
	entrySerial int64
	entryKind   *entry
	members     []member
	memberAt    int
	due         []int32
	// depth counts actions, answers, calls and rules within each other.
	depth   int
	stepEnd int

	// Changes since ..: everything that may change a formula's value, and effects.
	changes, effects, settled uint64
	// version changes with whatever decides who is out and whether it is over;
	// overAt is the version for which that was found out last.
	version uint64
	dirty   sorts
	// tick numbers the changes that an answer may fall by; changedAt is when something of a sort was changed last,
	// allChanged when everything may have been. known are the last answers for derived conditions.
	tick, allChanged uint64
	changedAt        [64]uint64
	changedOf        []thingChanges // by thing
	known            []known
	sizes            []knownSize
	memories         []memory
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
	opEndings          []ending
	opEntries          []entryAt
	aliases            []keyed
	unused             []int32
	joined             []int
	afterwards         []later
	laterData          []float64
	inAfterwards       bool

	generations []uint32
	freeSlots   []int32
	freeEntries []int32
	entrySlots  int
	entryCells  []float64

	lists lists
	dice  diceTable

	// Room that is used again.
	sortKeys      []keyed
	spaceArgs     []spaceArg
	offers        []float64
	defaults      []int
	picked        []int
	wayCells      []float64
	responders    []float64
	chosen        []int
	bars          []bar
	dues          []due
	oldPlaces     []place
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

	// observed is what an observer is told; nil: there is none.
	observed *observation

	tracing bool
	// flat is set when programs run as bytecode, the others when the short ways may be
	// taken: quickDice for rolls, quickEntries by kind of entry.
	flat, quick, quickActs, quickDice bool
	quickEntries                      []bool
	// calm is set when only watched fields and conditions that begin or end can make a
	// settling do anything.
	calm bool
	// hearsMoment is set when the moment before a batch is heard, hearsRolls when any
	// roll is; clockWidth is how many key numbers the clock has.
	hearsRolls   bool
	hearsMoment  bool
	clockWidth   int
	trace        Trace
	explaining   bool
	explainAt    int
	explainOuter []int
	why          int32
}

// New returns a machine that plays an encounter of the ruleset that code was
// compiled from, by the tactics of its combatants unless [Machine.SetChooser] says otherwise. An error is a *diag.Diagnostic: a formula of the start that can't be worked out.
func New(code *Code, e *program.Encounter, o Options) (*Machine, error) {
	m := &Machine{code: code.clone(), encounter: e, opts: o, limits: o.Limits.withDefaults(), ground: &ground{}}
	m.root.m = m
	m.frame = &m.root
	m.stepEnd = m.limits.Steps
	m.actWidth, m.eventWidth = code.Program.ActCells, code.Program.EventCells
	m.acts = make([]actRow, 0, actMask+1)
	m.happenings = make([]happening, 0, 1024)
	if err := m.guarded(m.prepare); err != nil {
		return nil, err
	}
	m.SetChooser(&Tactics{})
	m.Reset(o.Trial)
	return m, nil
}

// SetChooser says who answers the questions. A [Driver] is also told how the
// encounter goes on.
func (m *Machine) SetChooser(c Chooser) {
	m.chooser = c
	m.driver, _ = c.(Driver)
	m.tactics, _ = c.(*Tactics)
	m.findShortWays()
}

// Trace returns what has happened since the last reset.
func (m *Machine) Trace() *Trace { return &m.trace }

// prepare works out what the encounter starts with.
func (m *Machine) prepare() error {
	e, c := m.encounter, &compiler{Code: m.code, self: -1}
	for _, t := range c.Program.Texts[min(len(c.textLabels), len(c.Program.Texts)):] {
		c.textLabels = append(c.textLabels, c.labels.number(t))
	}
	if m.code.Program.Time != nil {
		m.clockWidth = len(m.code.Program.Time.Keys)
	}
	m.quickEntries = make([]bool, len(m.code.entries))
	m.setup = c.routine(e.Setup, "the setup")
	m.compileScript(c, e)
	m.compileCarried(c, e)
	c.hearEnds()
	m.count = len(e.Things)
	m.sceneRoller = m.count + len(e.Sides)
	m.layOut(e)
	m.timeLimit = m.firstLimit()

	names := make([]string, 0, m.count+len(e.Sides)+1)
	for _, t := range e.Things {
		names = append(names, t.Name)
	}
	for _, s := range e.Sides {
		names = append(names, "side:"+s)
	}
	m.cup = newCup(&m.code.labels, append(names, "scene"))
	m.lists, m.dice = m.code.lists.clone(), m.code.dice.clone()
	m.ground = newGround(e, crowd{m}, m.terrainTest(m.code.enters, true), m.terrainTest(m.code.blocks, false))
	m.fillThings(c, e)
	m.lists, m.dice = m.code.lists.clone(), m.code.dice.clone()
	m.state.copyTo(&m.initial)
	m.startPools(e)
	m.state.copyTo(&m.initial)
	m.constDice, m.keptLists = len(m.dice.values), len(m.lists.keptHeads)
	m.remember()
	return nil
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

// compileScript compiles the encounter's own programs, so that their labels are
// numbered before dice are thrown.
func (m *Machine) compileScript(c *compiler, e *program.Encounter) {
	if e.Script == nil {
		return
	}
	var walk func(items []program.ScriptItem)
	walk = func(items []program.ScriptItem) {
		for _, x := range items {
			switch x := x.(type) {
			case *program.TurnItem:
				walk(x.Body)
			case *program.DiceItem:
				for _, r := range x.Rolls {
					c.labels.number(r.Label)
				}
			case *program.DoItem:
				c.routine(x.Do, "the script")
			}
		}
	}
	walk(e.Script.Items)
}

// layOut gives every thing its cells.
func (m *Machine) layOut(e *program.Encounter) {
	n := m.count + 1
	m.rows, m.kindOf, m.made = make([]int32, n), make([]*kind, n), make([]float64, n)
	m.side, m.isCreature, m.called = make([]float64, n), make([]bool, n), make([][]float64, n)
	m.places, m.carrier = make([]place, n), make([]int32, n)
	m.declared, m.forgot = make([]Act, n), make([]*diag.Span, n)
	m.counts = make([]uint16, n*len(m.code.conditions))
	m.bits = make([]uint64, n*m.code.words)
	m.derivedOn = make([]bool, n*len(m.code.derived))
	m.known = make([]known, n*m.code.holders)
	m.sizes, m.changedOf = make([]knownSize, n), make([]thingChanges, n)
	cells := 0
	for i, t := range e.Things {
		k := m.code.kinds[t.Kind.Index]
		m.kindOf[i+1], m.rows[i+1] = k, int32(cells)
		cells += max(k.Cells, 1)
		m.side[i+1] = float64(t.Side + 1)
		m.isCreature[i+1] = t.Kind == m.code.Program.Creature
		if t.Def != nil {
			m.made[i+1] = float64(t.Def.Index + 1)
		}
		if t.Carrier >= 0 {
			m.carrier[i+1] = int32(t.Carrier + 1)
		}
		if m.isCreature[i+1] {
			m.creatures = append(m.creatures, float64(i+1))
			if m.standers == i {
				m.standers++
			}
		}
		m.called[i+1] = make([]float64, len(t.Kind.Fields))
	}
	m.cells = make([]float64, cells)
	m.resets, m.heldIn = make([]uint32, cells), make([]float64, cells)
}

// fillThings puts the fields of all things into their cells, pools left out, and
// the things onto the ground.
func (m *Machine) fillThings(c *compiler, e *program.Encounter) {
	for i, t := range e.Things {
		from := int(m.rows[i+1])
		for j, f := range t.Kind.Fields {
			v := f.Default
			if j < len(t.Values) && t.Values[j] != nil {
				v = t.Values[j]
			}
			switch {
			case isCalled(f.Type):
				m.called[i+1][j] = c.value(f, v, float64(i+1), t.Name)
			case f.Virtual || f.Pool != nil && v == nil:
			case f.Type.Kind == program.Set:
				if v != nil {
					for _, x := range c.lists.of(c.value(f, v, float64(i+1), t.Name)) {
						changeSet(m.cells[from+f.Cell:from+f.Cell+setCells], int(x)-1, true)
					}
				}
			default:
				c.fill(m.cells[from+f.Cell:from+f.Cell+familyWidth(f)], f, v, float64(i+1), t.Name)
				for k := range familyWidth(f) {
					if f.Pool != nil || f.Type.Kind == program.Number {
						m.mustBeWhole(m.cells[from+f.Cell+k], c.fields[f], &t.Span)
					}
				}
			}
		}
		if t.Place != nil {
			m.places[i+1] = m.placeOfPoint(t.Place)
		}
	}
}

// placeOfPoint returns the place with the given column and row.
func (m *Machine) placeOfPoint(p *program.Point) place {
	args := []spaceArg{{Value: float64(p.X)}, {Value: float64(p.Y)}}
	return place(m.ground.call(m, program.PlaceAt, args))
}

// startPools fills the pools that the encounter says nothing about.
func (m *Machine) startPools(e *program.Encounter) {
	for i, t := range e.Things {
		from := int(m.rows[i+1])
		for j, f := range t.Kind.Fields {
			if f.Pool == nil || f.Virtual {
				continue
			}
			given := j < len(t.Values) && t.Values[j] != nil
			if given && (f.Family == nil || t.Values[j].Map == nil) {
				continue
			}
			x := m.code.fields[f]
			for k := range familyWidth(f) {
				if given && m.mapGives(t.Values[j], k) {
					continue
				}
				m.at = &t.Span
				v := m.startOf(x, i+1)
				m.mustBeWhole(v, x, &f.Span)
				m.cells[from+f.Cell+k] = v
			}
		}
	}
}

// mapGives tells whether a family's values name the k-th member.
func (m *Machine) mapGives(v *program.Value, k int) bool {
	for i := range v.Map {
		if v.Map[i].Key != nil && int(v.Map[i].Key.Num) == k+1 {
			return true
		}
	}
	return false
}

// terrainTest returns what a formula says of a terrain definition; without one,
// and on ground without a name, standard.
func (m *Machine) terrainTest(fm *formula, standard bool) func(*program.Def) bool {
	return func(d *program.Def) bool {
		switch {
		case fm == nil:
			return standard
		case d == nil:
			return m.truth(fm, 0)
		}
		return m.truth(fm, float64(d.Index+1))
	}
}

// crowd tells the ground who stands where.
type crowd struct{ m *Machine }

func (c crowd) creatures() int                { return c.m.standers }
func (c crowd) areaOf(thing int) area         { return c.m.areaOf(thing) }
func (c crowd) fits(thing int, at place) bool { return c.m.fits(thing, at) }
func (c crowd) moved() uint64                 { return c.changes().moved }

// changed knows nothing while a number is being explained: what a way depends on is part
// of the explanation.
func (c crowd) changed() uint64 {
	if c.m.explaining {
		return 0
	}
	return c.changes().changed
}

// standChanges are the last changes of where everybody stands and of where anybody may
// stand, as they were found out at a tick.
type standChanges struct{ tick, moved, changed uint64 }

func (c crowd) changes() *standChanges {
	s, m := &c.m.stood, c.m
	if s.tick != m.tick {
		*s = standChanges{m.tick, m.lastOfKnown(m.code.standsReads), m.lastOfKnown(m.code.fitsReads)}
	}
	return s
}

// areaOf returns where a thing stands: what is carried is where its carrier is.
func (m *Machine) areaOf(thing int) area {
	for k := 0; m.carrier[thing] != 0 && k <= m.count; k++ {
		thing = int(m.carrier[thing])
	}
	return area{m.places[thing], m.sizeOf(thing)}
}

// Reset makes the machine ready to play the encounter from its start, as the
// given trial.
func (m *Machine) Reset(trial uint64) {
	seed := m.encounter.Seed
	if m.opts.Seeded {
		seed = m.opts.Seed
	}
	m.cup.reset(seed, trial)
	m.initial.copyTo(&m.state)
	m.frame, m.root.act, m.root.event = &m.root, 0, 0
	m.clock, m.clockSet, m.clockKeys, m.batchesHere = [maxKeys]float64{}, false, 0, 0
	m.started, m.over, m.closed, m.Outcome = false, false, false, Outcome{}
	m.acts, m.running, m.happenings = m.acts[:0], m.running[:0], m.happenings[:0]
	clear(m.declared)
	clear(m.forgot)
	clear(m.resets)
	clear(m.heldIn)
	clear(m.derivedOn)
	m.asking, m.trying, m.eventCount = 0, 0, 0
	m.questionsOpen, m.actionsOpen = 0, 0
	m.serial, m.entrySerial, m.entryKind, m.entryCount, m.entryNow = 0, 0, nil, 0, 0
	m.depth, m.stepEnd = 0, m.limits.Steps
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
	m.generations, m.freeSlots = m.generations[:0], m.freeSlots[:0]
	m.freeEntries, m.entrySlots = m.freeEntries[:0], 0
	m.forgetLists()
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
	m.lists.release(listMark{})
	m.lists.open = m.lists.open[:0]
	m.lists.forget(m.keptLists)
	if len(m.dice.values) > m.constDice+maxKeptDice {
		m.dice.truncate(m.constDice)
	}
}

// maxKeptDice is how many dice values of earlier runs are kept for the next one.
const maxKeptDice = 4096

// Run plays the encounter to its end. An error is a *diag.Diagnostic: what went
// wrong, where, with which values, and the calls that led there. The machine can
// be reset afterwards.
//
// Spec: 10 "Time".
func (m *Machine) Run() (Outcome, error) {
	err := m.guarded(m.run)
	return m.Outcome, err
}

// guarded runs f and turns whatever stops it into an error.
func (m *Machine) guarded(f func() error) (err error) {
	defer func() {
		r := recover()
		if _, called := r.(calledOver); called {
			err = nil
			m.closeRun(Called)
			return
		}
		m.caught(r, &err)
	}()
	return f()
}

// calledOver is what ends a run when a chooser returns ErrOver.
type calledOver struct{}

// closeRun notes how the run ended, without announcing anything.
func (m *Machine) closeRun(how Ending) {
	if m.Ending == NotOver {
		m.Ending = how
	}
	m.Outcome.Now = m.clock[0]
	if m.tracing {
		m.recording, m.member = 0, 0
		m.emit(TraceOver, nil).A = float64(m.Winner)
	}
}

func (m *Machine) run() error {
	m.start()
	if m.driver != nil {
		m.drive(m.driver.Landed(m))
	}
	for m.Ending == NotOver && m.turnOver() {
		if m.driver != nil {
			m.drive(m.driver.Landed(m))
		}
	}
	m.finish()
	return nil
}

// drive takes what a driver returned.
func (m *Machine) drive(err error) {
	if err != nil {
		m.raise(m.asDiagnostic(err, nil))
	}
}

// start sets the encounter up: given conditions, the setup, the first entries.
func (m *Machine) start() {
	if m.tracing {
		m.emit(TraceStart, &m.encounter.Span)
	}
	m.beginProgram()
	m.goOn()
	for i, t := range m.encounter.Things {
		for _, g := range t.Conditions {
			if g.GoesOn == nil {
				m.give(i+1, g)
			}
		}
	}
	if m.setup != nil {
		m.runTop(m.setup, &m.encounter.Span)
	}
	m.settle()
	m.announceEdge(m.code.startEncounter, 0, 0)
	m.settle()
	if m.code.start != nil {
		m.beginProgram()
		m.runTop(m.code.start, &m.code.Program.Time.Span)
	}
	m.settle()
	m.started = true
	m.noticeMore()
	m.settle()
	if t := m.code.Program.Time; t != nil {
		for i := range m.forgot {
			m.forgot[i] = &t.Span
		}
		m.checkAgenda()
	}
	m.tidy()
}

// give applies a condition that a thing begins the encounter with.
func (m *Machine) give(who int, g *program.GivenCondition) {
	x := m.code.conditions[g.Condition.Index]
	by := who
	if g.By >= 0 {
		by = g.By + 1
	}
	c := &compiler{Code: m.code, self: -1}
	data, count := c.instanceData(x, g.With)(m.frame, x)
	m.at = &g.Span
	o := op{span: &g.Span}
	m.begin(x, who, by, m.endingFor(x.until, x, who, by, data, count), data, count, &o)
}

// runTop runs a program that belongs to nobody.
func (m *Machine) runTop(r *routine, span *diag.Span) {
	g := m.enter(r.slots)
	g.what, g.at, g.act, g.event = &r.what, span, 0, 0
	clear(g.locals)
	open := len(m.joined)
	m.runBlock(g, r.body)
	m.closeJoined(open)
	m.leave(g)
}

// runScene runs a program of the script for the scene, and settles.
func (m *Machine) runScene(r *program.Routine) error {
	m.beginProgram()
	m.runTop(m.code.routine(r, "the script"), &r.Span)
	m.settle()
	return nil
}

// ended tells whether the encounter is over, once nothing runs.
func (m *Machine) ended() bool {
	if m.over && m.Ending == NotOver {
		m.finishAs(Over)
	}
	return m.Ending != NotOver
}

// finishAs notes how the encounter ended.
func (m *Machine) finishAs(e Ending) {
	if m.Ending == NotOver {
		m.Ending = e
	}
}

// finish announces the end and works out who won.
func (m *Machine) finish() {
	m.announceEnd()
	if m.Ending == Over && m.code.winner != nil {
		m.Winner = int(m.number(m.code.winner))
	}
	m.closeRun(m.Ending)
}

// tidy forgets what belonged to the batch that is over.
func (m *Machine) tidy() {
	if len(m.running) > 0 {
		return
	}
	m.acts = m.acts[:0]
	m.happenings = m.happenings[:0]
	m.lists.release(listMark{})
	m.losses = m.losses[:0]
}

// Next returns the clock time of the next batch; ok is false when there is none.
func (m *Machine) Next() (clock float64, ok bool) {
	if k := m.first(); k >= 0 {
		return m.agenda[k].keys[0], true
	}
	return 0, false
}

// Wait lets time pass until the clock shows t; nothing may come up before then.
func (m *Machine) Wait(t float64) {
	for end := m.firstEnd(); end < t; end = m.firstEnd() {
		m.passTo(end)
	}
	m.passTo(t)
	if m.tracing {
		m.emit(TraceWait, nil).A = t
	}
}

// standing returns the combatants who are not out.
func (m *Machine) standing() []float64 {
	if m.standingAt == m.version {
		return m.standingNow
	}
	list := m.standingNow[:0]
	if out := m.code.out; out != nil && out.compares != nil {
		for _, v := range m.creatures {
			if !out.compares.holds(m.cells[m.rows[int(v)]:]) {
				list = append(list, v)
			}
		}
	} else {
		for _, v := range m.creatures {
			if !m.isOut(int(v)) {
				list = append(list, v)
			}
		}
	}
	m.standingNow, m.standingAt = list, m.version
	return list
}

// isOut tells whether a creature is out of the fight.
func (m *Machine) isOut(who int) bool {
	return m.code.out != nil && m.isCreature[who] && m.truth(m.code.out, float64(who))
}

// name returns how messages call a thing.
func (m *Machine) name(who int) string { return m.title(who) }

// actsUnderWay returns the unfinished actions, outermost first.
func (m *Machine) actsUnderWay() []Act {
	var acts []Act
	for _, i := range m.running {
		acts = append(acts, Act(m.actNumber(i)))
	}
	return acts
}

// entryNumber numbers the entry that is being resolved, from 1; 0: none.
func (m *Machine) entryNumber() int { return m.entryNow }
