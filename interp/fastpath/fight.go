package fastpath

import (
	"math"

	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/lang/program"
)

// Limits of plain fights.
const (
	maxKeys   = 4
	maxThings = 64
	// maxAgenda is how many entries may stand on the agenda.
	maxAgenda = 256
)

// Ending says why a fight ended.
type Ending uint8

const (
	// Over: the ruleset says so.
	Over Ending = iota
	// TimeUp: the time limit was reached.
	TimeUp
	// NothingLeft: nothing stands on the agenda any more.
	NothingLeft
)

// Result is how a fight ended.
type Result struct {
	Ending Ending
	// Winner is the side that won: its index plus 1; 0: none.
	Winner        int
	Batches, Acts int
}

// A Watcher is told what happened in a fight, in its order, once that is over; of a
// fight that was given up nothing.
type Watcher interface {
	// Acted is called when an action has ended: whether its target is somebody else, and
	// whether it has done something to somebody else.
	Acted(actor int, a *program.Action, aimed, worked bool)
	// Changed is called when a field of who has changed that Watches holds for; by acted
	// then, 0: nobody.
	Changed(who, by int, f *program.Field, old, now float64)
	Watches(f *program.Field) bool
}

// Fight is a plain fight that can be played again and again. It is not safe for
// concurrent use, and allocates nothing while it plays.
type Fight struct {
	*plan
	watcher Watcher
	// registers hold the state and whatever is worked out, start those of the first kind
	// as the fight begins.
	registers *[registers]float64
	start     []float64
	agenda    []due
	// hole is the place on the agenda whose entry has come up; -1: there is none. dated
	// are those for whom an entry was put there since the batch began.
	hole  int
	dated uint64
	// unsure is set when somebody may have no entry any more.
	unsure bool
	// clock is its registers.
	clock *[maxKeys]float64
	// clockSet is set when the first batch has come up; batchesHere counts those at one
	// point of time.
	clockSet      bool
	batchesHere   int
	serial        int64
	started, over bool
	// unsettled is set when something has changed that tells whether it is over, someOut
	// when somebody was out when that was found out last.
	unsettled, someOut bool
	// failed is set when the fight is given up.
	failed bool
	// steps are the statements and list elements so far, at most.
	steps, stepLimit int
	timeLimit        float64
	Result

	members []due
	// doer is who acts, 0: nobody; worked and missed are what is known of what he does.
	doer           int
	worked, missed bool
	// slow is set when changes are told or land later.
	slow, recording bool
	landing         []landing
	news            []news
}

// due is an entry on the agenda.
type due struct {
	keys   [maxKeys]float64
	serial int64
	turn   *turn
}

// news is what a watcher is to be told: a deed, or the change of a field of who.
type news struct {
	deed          *deed
	aimed, worked bool
	who, by       int
	field         *program.Field
	old, now      float64
}

// landing is a change that lands when the members of a batch have run; old is what the
// field was before.
type landing struct {
	change      *change
	thing, doer int
	amount, old float64
}

func newFight(p *plan, w Watcher) *Fight {
	f := &Fight{
		plan: p, watcher: w, registers: new([registers]float64), start: make([]float64, p.cells+maxKeys),
		agenda: make([]due, 0, maxAgenda), members: make([]due, 0, maxAgenda),
		stepLimit: p.set.Steps, timeLimit: p.set.Time,
	}
	if f.timeLimit == 0 {
		f.timeLimit = math.Inf(1)
	}
	f.clock = (*[maxKeys]float64)(f.registers[p.cells : p.cells+maxKeys])
	copy(f.start, p.set.Cells)
	for v, at := range p.constants {
		f.registers[at] = v
	}
	return f
}

// Play plays the fight of a run of dice. It returns false when the fight was given up:
// then nothing it left means anything.
func (f *Fight) Play(run uint64) bool {
	f.reset(run)
	f.run()
	if f.failed {
		return false
	}
	for i := range f.news {
		if x := &f.news[i]; x.deed != nil {
			f.watcher.Acted(x.deed.actor, x.deed.action, x.aimed, x.worked)
		} else {
			f.watcher.Changed(x.who, x.by, x.field, x.old, x.now)
		}
	}
	return true
}

func (f *Fight) reset(run uint64) {
	copy(f.registers[:len(f.start)], f.start)
	for _, s := range f.streams {
		s.start = keyed.Roller(run, s.name) + s.text
		s.key = s.start
	}
	for _, l := range f.lots {
		f.registers[l.register] = keyed.Lot(keyed.Roller(run, l.name))
	}
	f.agenda, f.hole, f.unsure = f.agenda[:0], -1, true
	f.clockSet, f.batchesHere, f.serial, f.steps = false, 0, 0, 0
	f.started, f.over, f.unsettled, f.someOut, f.failed = false, false, true, true, false
	f.doer, f.recording, f.slow = 0, false, f.watcher != nil
	f.news, f.Result = f.news[:0], Result{}
}

// run plays from the first entries to the end.
func (f *Fight) run() {
	f.execute(f.opening)
	f.started = true
	f.settle()
	f.mustBeDue()
	for !f.failed && !f.over && f.turnOver() {
	}
	if f.over && f.winner != nil {
		f.Winner = int(f.answer(f.winner))
	}
}

// answer runs a block that works something out.
func (f *Fight) answer(block *instr) float64 {
	f.execute(block)
	return f.registers[f.result]
}

// settle finds out whether it is over.
func (f *Fight) settle() {
	if !f.unsettled || f.over {
		return
	}
	f.unsettled, f.someOut = false, false
	for _, out := range f.out {
		f.someOut = f.someOut || out != nil && f.answer(out) != 0
	}
	if f.isOver != nil && f.started {
		f.over = f.answer(f.isOver) != 0
	}
}

// mustBeDue gives up when somebody who is not out has nothing on the agenda.
func (f *Fight) mustBeDue() {
	f.unsure = false
	if f.over || !f.set.Encounter.Program.Time.Personal {
		return
	}
	var due uint64
	for i := range f.agenda {
		due |= f.agenda[i].turn.bit
	}
	for who := 1; who < len(f.set.Rows); who++ {
		switch {
		case due>>who&1 != 0:
		case f.out == nil || f.answer(f.out[who]) == 0:
			f.failed = true
		default:
			f.unsure = true // he may come back
		}
	}
}

// turnOver resolves what comes up next: one batch. It returns false at the end.
func (f *Fight) turnOver() bool {
	if len(f.agenda) == 0 {
		f.Ending = NothingLeft
		return false
	}
	next, alone := f.next(), true
	if next < 0 {
		next, alone = f.nextOfEquals()
	}
	x := &f.agenda[next]
	if x.keys[0] > f.timeLimit {
		f.Ending = TimeUp
		return false
	}
	if f.clock[0] == x.keys[0] && *f.clock == x.keys && f.clockSet {
		if f.batchesHere++; f.batchesHere > f.set.Batches {
			return f.giveUp()
		}
	} else {
		*f.clock, f.clockSet, f.batchesHere = x.keys, true, 1
	}
	f.Batches++
	f.dated = 0
	switch t := x.turn; {
	case alone:
		f.hole = next
		if f.comesUp(t) {
			f.execute(t.program)
		}
		if f.hole >= 0 {
			f.fill(next)
		}
		f.unsure = f.unsure || f.dated&t.bit == 0
	case t.kind.Together:
		f.gather(x)
		f.together()
	default:
		f.gather(x)
		f.inOrder()
	}
	if f.unsettled {
		f.settle()
	}
	if f.unsure {
		f.mustBeDue()
	}
	return f.steps <= f.stepLimit || f.giveUp()
}

// fill fills the hole that an entry left on the agenda.
func (f *Fight) fill(hole int) {
	last := len(f.agenda) - 1
	f.agenda[hole] = f.agenda[last]
	f.agenda, f.hole = f.agenda[:last], -1
}

// giveUp ends the fight without a result.
func (f *Fight) giveUp() bool {
	f.failed = true
	return false
}

// next returns the entry whose first key number is the smallest; -1 when several have
// that.
func (f *Fight) next() int {
	first, equals := 0, 0
	for i := 1; i < len(f.agenda); i++ {
		switch a, b := f.agenda[i].keys[0], f.agenda[first].keys[0]; {
		case a < b:
			first, equals = i, 0
		case a == b:
			equals = -1
		}
	}
	return first | equals
}

// nextOfEquals returns the entry that comes up next; alone is set when no other comes
// up with it.
func (f *Fight) nextOfEquals() (first int, alone bool) {
	for i := range f.agenda {
		if f.agenda[i].before(&f.agenda[first]) {
			first = i
		}
	}
	n := 0
	for i := range f.agenda {
		if f.agenda[i].joins(&f.agenda[first]) {
			n++
		}
	}
	return first, n == 1
}

// joins tells whether two entries make a batch.
func (x *due) joins(y *due) bool { return x.keys == y.keys && x.turn.kind == y.turn.kind }

// before orders the agenda: by key, kind, owner and age.
func (x *due) before(y *due) bool {
	for i := range x.keys {
		if x.keys[i] != y.keys[i] {
			return x.keys[i] < y.keys[i]
		}
	}
	if x.turn != y.turn {
		return x.turn.order < y.turn.order
	}
	return x.serial < y.serial
}

// comesUp tells whether an entry that has come up runs.
func (f *Fight) comesUp(t *turn) bool {
	if t.requires != nil && f.answer(t.requires) == 0 {
		return false
	}
	f.steps += t.steps
	f.Acts += t.acts
	return true
}

// gather takes the entries off the agenda that come up with the first one, in their
// order.
func (f *Fight) gather(first *due) {
	f.members = f.members[:0]
	batch, rest := *first, f.agenda[:0]
	for i := range f.agenda {
		x := f.agenda[i]
		if !x.joins(&batch) {
			rest = append(rest, x)
			continue
		}
		k := len(f.members)
		f.members = append(f.members, x)
		for ; k > 0 && x.before(&f.members[k-1]); k-- {
			f.members[k] = f.members[k-1]
		}
		f.members[k] = x
	}
	f.agenda = rest
}

// mustHaveDates makes sure that all members have entries again.
func (f *Fight) mustHaveDates() {
	for i := range f.members {
		f.unsure = f.unsure || f.dated&f.members[i].turn.bit == 0
	}
}

// inOrder runs the members one after the other. Those that don't come to it before it
// is over stay on the agenda.
func (f *Fight) inOrder() {
	for i := range f.members {
		x := &f.members[i]
		if f.over {
			f.agenda = append(f.agenda, *x)
			continue
		}
		if f.comesUp(x.turn) {
			f.execute(x.turn.program)
			f.settle()
		}
	}
	f.mustHaveDates()
}

// together runs all members on the state as it is now; their changes land then.
func (f *Fight) together() {
	n, before := 0, len(f.members)
	for i := range f.members {
		if x := f.members[i]; f.comesUp(x.turn) {
			f.members[n] = x
			n++
		}
	}
	f.members = f.members[:n]
	if n == 1 {
		f.execute(f.members[0].turn.program)
		f.unsure = true
		return
	}
	f.slow, f.recording, f.landing = true, true, f.landing[:0]
	for i := range f.members {
		from := len(f.landing)
		f.execute(f.members[i].turn.program)
		f.takeBack(from)
	}
	f.recording, f.slow = false, f.watcher != nil
	for i := range f.landing {
		x := &f.landing[i]
		f.change(x.change, x.thing, x.amount, x.doer)
	}
	f.unsure = f.unsure || n < before
	f.mustHaveDates()
}

// takeBack undoes the changes of a member from one on; they land later.
func (f *Fight) takeBack(from int) {
	for i := len(f.landing) - 1; i >= from; i-- {
		x := &f.landing[i]
		f.registers[f.cell(x.change, x.thing)] = x.old
	}
}

// cell returns the register of the field that a change is about.
func (f *Fight) cell(x *change, thing int) uint16 {
	return uint16(int(f.set.Rows[thing]) + x.field.Cell)
}

// changeSlowly makes a change that is told, or that lands later.
func (f *Fight) changeSlowly(x *change, thing int, amount float64) {
	if f.recording {
		f.landing = append(f.landing, landing{x, thing, f.doer, amount, f.registers[f.cell(x, thing)]})
	}
	// What lands doesn't count as done then: it was when its member ran.
	if f.change(x, thing, amount, f.doer) && f.doer != 0 && thing != f.doer && !x.field.Quiet {
		f.worked = true
	}
}

// change changes a field of a thing. It tells whether that made a difference.
func (f *Fight) change(x *change, thing int, amount float64, doer int) bool {
	at := &f.registers[f.cell(x, thing)]
	old := *at
	now := x.bounded(old, amount, f.registers[x.low], f.registers[x.high])
	if x.whole && !isWhole(now) {
		return f.giveUp()
	}
	*at = now
	if x.tells && (f.someOut || f.answer(f.out[thing]) != 0) {
		f.unsettled = true
	}
	if old != now && x.watched && !f.recording {
		f.news = append(f.news, news{who: thing, by: doer, field: x.field, old: old, now: now})
	}
	return old != now
}

// bounded returns what a field becomes. A change doesn't push a value that lies
// outside of its bounds already further than it goes itself.
func (x *change) bounded(old, amount, low, high float64) float64 {
	now := amount
	switch x.op {
	case '+':
		now = old + amount
	case '-':
		now = old - amount
	default:
		return max(low, min(now, high))
	}
	if now < old {
		return max(now, min(low, old))
	}
	return min(now, max(high, old))
}

// put puts an entry on the agenda.
func (f *Fight) put(c *schedule) {
	r, t, at := f.registers, c.turn, f.hole
	if t == nil {
		owner := int(r[c.of])
		if owner == 0 {
			f.giveUp()
			return
		}
		t = &f.turns[c.first+owner]
	}
	if at < 0 {
		if at = len(f.agenda); at == cap(f.agenda) {
			f.giveUp()
			return
		}
		f.agenda = f.agenda[:at+1]
	}
	f.hole = -1
	x := &f.agenda[at]
	x.keys = [maxKeys]float64{}
	first := r[c.key.a] + r[c.key.b]
	sum := first
	x.keys[0] = first
	for i, k := range c.more {
		v := r[k.a] + r[k.b]
		x.keys[(i+1)&(maxKeys-1)] = v
		sum += v
	}
	// Infinite, or no number; or in the past.
	if sum-sum != 0 || first < f.clock[0] && f.clockSet {
		f.giveUp()
	}
	f.serial++
	f.dated |= t.bit
	x.serial, x.turn = f.serial, t
}

// first returns what is mixed to the first word of the next roll.
func (s *stream) first() uint64 {
	key := s.key
	s.key += keyed.Golden
	return keyed.Mix(key) + keyed.Golden
}

// rolls returns how many rolls were thrown.
func (s *stream) rolls() (n uint64) {
	for key := s.start; key != s.key; key += keyed.Golden {
		n++
	}
	return n
}

// throw throws dice. It returns their total and what the first one shows.
func (f *Fight) throw(t *throw) (total, natural float64) {
	key := t.first()
	if t.count == 0 {
		sum, first, ok := f.set.Throw(f.registers[t.dice], key)
		f.failed = f.failed || !ok
		return sum, float64(first)
	}
	first := keyed.Face(keyed.Mix(key), t.sides)
	sum := first
	for range t.count - 1 {
		key += keyed.Golden
		sum += keyed.Face(keyed.Mix(key), t.sides)
	}
	return float64(sum), float64(first)
}

// acted tells that a deed has ended.
func (f *Fight) acted(d *deed) {
	target := int(f.registers[d.target])
	f.news = append(f.news, news{deed: d, aimed: target != 0 && target != d.actor, worked: f.worked && !f.missed})
	f.doer = 0
}

// State copies the fields of all things as they are now.
func (f *Fight) State(cells []float64) { copy(cells, f.registers[:f.cells]) }

// Clock returns the clock, and how many batches came up at this point of time; nil
// before anything came up.
func (f *Fight) Clock() (keys []float64, batches int) {
	if !f.clockSet {
		return nil, 0
	}
	return f.clock[:f.keys], f.batchesHere
}

// Agenda calls tell for what still stands on the agenda.
func (f *Fight) Agenda(tell func(entry, owner int, keys []float64)) {
	for i := range f.agenda {
		x := &f.agenda[i]
		tell(x.turn.kind.Index, x.turn.owner, x.keys[:f.keys])
	}
}

// Uses calls tell for each roller and label with how many rolls were thrown.
func (f *Fight) Uses(tell func(roller, label int, n uint64)) {
	for _, s := range f.streams {
		tell(s.roller, s.label, s.rolls())
	}
}
