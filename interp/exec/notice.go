package exec

import (
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/deps"
	"github.com/rulec/rulec/interp/number"
)

// Who is out, whether the encounter is over, which derived conditions hold and which
// formulas end something is asked after everything that happens. Every change is noted, so
// that the last answers stand until something changes that they read (see interp/deps).

// tally counts what has been changed.
type tally struct {
	// changes counts all that may change the value of a formula, effects what the fiction
	// calls a change, instances the conditions that have begun.
	changes, effects uint64
	instances        int64
	// version changes with whatever decides who is out and whether it is over.
	version uint64
}

func (t *tally) reset() { *t = tally{changes: 1, version: 1} }

func (t *tally) copyTo(to *tally) { *to = *t }

// changed counts something that may change the value of a formula.
func (t *tally) changed() { t.changes++ }

// hadEffect counts what the fiction calls a change.
func (t *tally) hadEffect() { t.effects++ }

// nextInstance numbers what happens, so that earlier and later can be told apart.
func (t *tally) nextInstance() int64 {
	t.instances++
	return t.instances
}

// derivedHolds tells whether the formula of a derived condition holds for
// somebody. The last answer stands as long as nothing has changed that it reads.
func (m *Machine) derivedHolds(who board.Thing, x *code.Condition) bool {
	if m.profile != nil {
		m.profiled(x.Condition, "condition", &x.Condition.Decl)
		defer m.profile.Leave()
	}
	holds := x.Holds
	if holds.Compares != nil {
		return holds.Compares.Holds(&m.state, int(m.Rows[who]))
	}
	if holds.Fixed {
		return holds.Value != 0
	}
	if x.Any&deps.More != 0 {
		m.step(1)
		return m.truth(holds, float64(who))
	}
	k := &m.memory.derived[x.Holder*(m.Count+1)+int(who)]
	if m.memory.ticks.Stands(k.at, &x.Reads, int(who)) {
		k.at = m.memory.ticks.Now()
		if m.opts.Check {
			m.step(1)
			if k.holds != m.truth(holds, float64(who)) {
				panic("condition " + x.Name + " changed though nothing did that it reads")
			}
		}
		return k.holds
	}
	m.step(1)
	k.holds, k.at = m.truth(holds, float64(who)), m.memory.ticks.Now()
	return k.holds
}

// sizeOf returns the side of the square that a thing covers, on a plane the diameter of its base, in spaces.
// The last answer stands as long as nothing has changed that it reads.
func (m *Machine) sizeOf(thing board.Thing) int32 {
	if m.Code.Footprint == nil || !m.IsCreature[thing] {
		return m.board.PointSize()
	}
	if m.Code.FootprintReads.Any&deps.More != 0 {
		return m.workOutSize(thing)
	}
	k := &m.memory.sizes[thing]
	switch now := m.memory.ticks.Now(); {
	case k.at == now:
	case k.at != 0 && m.memory.ticks.Stands(k.at, &m.Code.FootprintReads.Reads, int(thing)):
		k.at = now
	default:
		k.size, k.at = m.workOutSize(thing), now
	}
	if m.opts.Check && k.size != m.workOutSize(thing) {
		panic("the size of " + m.name(thing) + " changed though nothing did that it reads")
	}
	return k.size
}

func (m *Machine) workOutSize(thing board.Thing) int32 {
	n := m.number(m.Code.Footprint, float64(thing))
	size, whole, wrong := m.board.SizeOf(n)
	if wrong != "" {
		code := NotWhole
		if whole {
			code = TooMany
		}
		m.fail(&m.Code.Program.Space.Footprint.Span, code, "the footprint of %s is %s; %s", m.name(thing), number.Format(n), wrong)
	}
	return size
}

// knownSize is the size of a thing, and the tick at which it was found; 0: never.
type knownSize struct {
	at   uint64
	size int32
}

// known is an answer, and the tick at which it was found.
type known struct {
	at    uint64
	holds bool
}

// notice notes that something of these sorts has changed.
func (m *Machine) notice(s deps.Mask) {
	m.settling.note(s)
	m.memory.ticks.Note(s)
	if m.Code.Decides.TouchedBy(s) {
		m.tally.version++
	}
}

// noticeMore notes a change of the clock, of actions under way, or the like.
func (m *Machine) noticeMore() {
	m.tally.changes++
	m.settling.note(deps.More)
	if m.Code.DecidesByMore {
		m.tally.version++
	}
}

// noticeThing notes that something of these sorts has changed of a thing.
func (m *Machine) noticeThing(who board.Thing, s deps.Mask) {
	m.settling.note(s)
	m.memory.ticks.NoteSortsOf(int(who), s)
	if m.Code.Decides.TouchedBy(s) {
		m.tally.version++
	}
}

// noticeField does the same for a field of a thing.
func (m *Machine) noticeField(who board.Thing, x *code.Field) {
	if x.Read != 0 {
		m.settling.note(x.Read)
		m.memory.ticks.NoteOf(int(who), x.ReadAt)
	}
	if x.Decides || m.Code.DecidesByMore {
		m.tally.version++
	}
}

// noticeSince notes that whatever has changed since some tick has changed again: the
// state is what it was then.
func (m *Machine) noticeSince(tick uint64) {
	changed := m.memory.ticks.NoteSince(tick)
	m.settling.note(changed)
	if m.Code.Decides.TouchedBy(changed) {
		m.tally.version++
	}
}

// noticeAll notes that everything may have changed.
func (m *Machine) noticeAll() {
	m.settling.note(deps.All)
	m.memory.ticks.NoteAll()
	m.tally.version++
}
