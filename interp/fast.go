package interp

import (
	"slices"

	"github.com/rulec/rulec/interp/fastpath"
	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/lang/program"
)

// Plain fights are played on the fast path (package fastpath). They are given up there
// as soon as anything unusual happens; then they are played here from their start.

// fast is the fast path of an encounter; fight is nil when it isn't plain.
type fast struct {
	fight *fastpath.Fight
	// dice are those that its programs name; their values there count down from -1.
	dice []DiceValue
	// tried is set when it has been found out whether the encounter is plain, won when
	// the run was played there to its end.
	tried, won bool
}

// playFast plays the whole encounter on the fast path, if that can be done and nothing
// has happened yet; fast.won tells whether it did. It never returns an error.
func (m *Machine) playFast() error {
	if !m.asleep || m.fast.won || m.opts.Check || m.tactics == nil || m.cup.script != nil {
		return nil
	}
	if !m.fast.tried {
		m.fast.tried = true
		var w fastpath.Watcher
		if m.observed != nil {
			w = watcher{m}
		}
		m.fast.fight, _ = fastpath.Compile(m.setting(), w) // why it isn't plain is nobody's concern
	}
	f := m.fast.fight
	if f == nil || !f.Play(keyed.Run(m.seed(), m.trial)) {
		return nil
	}
	m.fast.won = true
	m.Outcome = Outcome{
		Ending: endings[f.Ending], Winner: f.Winner, Batches: f.Batches, Acts: f.Acts,
	}
	if now, _ := f.Clock(); now != nil {
		m.Outcome.Now = now[0]
	}
	return nil
}

var endings = [...]Ending{fastpath.Over: Over, fastpath.TimeUp: TimeUp, fastpath.NothingLeft: NothingLeft}

// wake makes the machine ready to do anything itself: its dice are those of the trial,
// and what was played on the fast path is taken over, or played once more when it is to
// be told.
func (m *Machine) wake() {
	if !m.asleep {
		return
	}
	m.asleep = false
	m.cup.reset(m.seed(), m.trial)
	if !m.fast.won {
		return
	}
	m.fast.won = false
	if m.opts.Trace || m.opts.Explain {
		m.playAgain()
	} else {
		m.takeOver(m.fast.fight)
	}
}

// awake wakes the machine. What was played without an error wakes without one.
func (m *Machine) awake() { _ = m.guarded(func() error { return nil }) }

// playAgain plays what was played on the fast path, for the trace alone.
func (m *Machine) playAgain() {
	observed := m.observed
	m.observed, m.Outcome = nil, Outcome{}
	_ = m.run() // it stops by panicking
	m.observed = observed
}

// setting is the encounter for the fast path.
func (m *Machine) setting() *fastpath.Setting {
	c := &compiler{Code: m.code, self: -1}
	diceOf := func(v float64) *DiceValue {
		if v < 0 {
			return &m.fast.dice[int(-v)-1]
		}
		return m.dice.of(v)
	}
	return &fastpath.Setting{
		Encounter: m.encounter, Cells: m.initial.cells, Rows: m.rows,
		Heard: func(e *program.Event) bool { return m.code.heardOf[e.Index] && e != m.code.turnEvent() },
		Rank:  func(e *program.Entry) int { return int(m.code.entries[e.Index].rank) },
		Label: m.code.labels.number,
		Turn:  m.code.turnEvent(),
		Def: func(d *program.Def, f *program.Field) float64 {
			k, x := m.code.kinds[d.Kind.Index], m.code.fields[f]
			return k.defs[d.Index*k.width+x.off]
		},
		Between: m.between,
		Dice: func(e *program.Expr) (v float64, ok bool) {
			err := m.protected(func() error {
				m.fast.dice = append(m.fast.dice, *m.dice.of(c.expr(e)(m.frame)))
				return nil
			})
			return -float64(len(m.fast.dice)), err == nil
		},
		Plain: func(dice float64) (count, sides int, bonus float64, ok bool) {
			d := diceOf(dice)
			return int(d.Terms[0].Count), int(d.Terms[0].Sides), d.Bonus, d.plain()
		},
		Throw: func(dice float64, key uint64) (total float64, natural int32, ok bool) {
			r := rolled{First: int32(len(m.cup.faces))}
			err := m.cup.throwAll(&r, diceOf(dice), &hashedFaces{key}, nil)
			m.cup.faces = m.cup.faces[:r.First]
			return r.Total, r.Natural, err == nil
		},
		Time: m.timeLimit, Steps: min(m.limits.Steps, m.limits.Events), ActionSteps: m.limits.ActionSteps, Batches: m.limits.Batches,
		Depth: m.limits.Depth, Entries: m.limits.Entries,
	}
}

// between works out a function of space of two things; ok is false if that is an error.
func (m *Machine) between(b program.Builtin, x, y int) (v float64, ok bool) {
	err := m.protected(func() error {
		v = m.ground.call(m, b, []spaceArg{m.spaceArg(float64(x), program.ThingType), m.spaceArg(float64(y), program.ThingType)})
		return nil
	})
	return v, err == nil
}

// takeOver makes the machine what it would be if it had played the fight itself.
func (m *Machine) takeOver(f *fastpath.Fight) {
	f.State(m.cells)
	f.Uses(func(roller, label int, n uint64) { m.cup.uses[roller*len(m.cup.labels.hashes)+label] = uint32(n) })
	f.Agenda(func(e, owner int, keys []float64) {
		x := m.newEntry(m.code.entries[e], owner, len(keys))
		copy(x.keys[:], keys)
		x.serial = m.nextSerial()
		m.agenda = append(m.agenda, x)
	})
	if now, batches := f.Clock(); now != nil {
		m.clockSet, m.clockKeys, m.batchesHere = true, m.clockWidth, batches
		copy(m.clock[:], now)
	}
	m.noticeAll()
	m.changes++
	m.settled = m.changes
	m.started, m.closed, m.over = true, true, m.Ending == Over
}

// watcher tells the observer what happens on the fast path.
type watcher struct{ *Machine }

func (m watcher) Acted(actor int, a *program.Action, aimed, worked bool) {
	m.observed.Acted(Deed{Actor: actor, Action: a, Aimed: aimed, Worked: worked})
}

func (m watcher) Watches(f *program.Field) bool {
	return slices.ContainsFunc(m.observed.pools, func(p observedPool) bool { return p.Field == f })
}

func (m watcher) Changed(who, by int, f *program.Field, old, now float64) {
	m.observed.harmed(m.code.fields[f], who, by, old, now)
}
