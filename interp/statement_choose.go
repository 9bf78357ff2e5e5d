package interp

import (
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/program"
)

// chooseStmt asks for one of several candidates, or for some of them.
type chooseStmt struct {
	*program.Choose
	from, to  *code // to is nil where from is a list
	where     *code // nil: all count
	by        *code
	otherwise *code // the default; nil: there is none
	// label is that of the roll where the dice choose.
	label dice.Label
	// of is the type of a candidate.
	of program.Type
}

func (f *frame) runChoose(s *chooseStmt) control {
	m := f.m
	base, defaults := len(m.search.offers), len(m.search.defaults)
	mark := m.lists.Mark()
	f.offer(s)
	list := m.search.offers[base:]
	v := 0.0
	switch {
	case len(list) == 0:
		m.lists.Release(mark)
	case s.ByChance:
		v = m.byChance(f, list, board.Thing(f.eval(s.by)), s)
	default:
		v = m.askChoice(f, s, list, board.Thing(f.eval(s.by)))
	}
	m.search.drop(base, defaults)
	f.setChosen(s.Choose, v)
	return goOn
}

// offer appends the candidates to search.offers.
func (f *frame) offer(s *chooseStmt) {
	m := f.m
	if s.to == nil {
		for _, v := range m.lists.Of(f.eval(s.from)) {
			m.step(1)
			f.offerOne(s, v)
		}
		return
	}
	low := math.Ceil(f.eval(s.from))
	high := f.eval(s.to)
	if high-low > maxRange {
		m.fail(&s.Span, TooMany, "%s has more than %d candidates", quoted(s.Name), maxRange)
	}
	for ; low <= high; low++ {
		m.step(1)
		f.offerOne(s, low)
	}
}

func (f *frame) offerOne(s *chooseStmt, v float64) {
	if s.where != nil {
		f.locals[s.Each] = v
		if f.eval(s.where) == 0 {
			return
		}
	}
	f.m.search.offer(v)
}

// setChosen puts an answer where it belongs.
func (f *frame) setChosen(s *program.Choose, v float64) {
	if s.Slot >= 0 {
		f.locals[s.Slot] = v
	}
	own := s.Own
	if own == nil {
		return
	}
	if f.act == 0 {
		f.m.fail(&s.Span, OfNone, "no action is at hand that %s could belong to", quoted(own.Name))
	}
	row := f.m.acts.row(f.act)
	if own.Type.Kind != program.Set {
		row[own.Cell] = v
		return
	}
	f.m.fillSet(row[own.Cell:own.Cell+state.SetCells], v, &s.Span)
}

// chooseActStmt is choose act from can_do(self).
type chooseActStmt struct {
	*program.Choose
	actor, by *code // by is nil where the actor is asked
	event     *event
}

func (f *frame) runChooseAct(s *chooseActStmt) control {
	m, x := f.m, s.event
	if x == nil {
		x = m.code.turn
	}
	who := f.somebody(s.actor, &s.Span)
	if x == nil {
		f.setChosen(s.Choose, 0)
		return goOn
	}
	h, asked := m.happen(x, who, f.act), who
	if s.by != nil {
		asked = f.somebody(s.by, &s.Span)
	}
	act := m.acts.number(m.question(h, asked, who, &s.Span))
	if act != 0 {
		m.turns.declare(who, act)
	}
	f.setChosen(s.Choose, float64(act))
	return goOn
}
