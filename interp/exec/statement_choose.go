package exec

import (
	"math"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/state"
	"github.com/rulec/rulec/lang/program"
)

func (f *frame) runChoose(s *code.ChooseStmt) code.Control {
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
		v = m.byChance(f, list, board.Thing(f.eval(s.By)), s)
	default:
		v = m.askChoice(f, s, list, board.Thing(f.eval(s.By)))
	}
	m.search.drop(base, defaults)
	f.setChosen(s.Choose, v)
	return code.GoOn
}

// offer appends the candidates to search.offers.
func (f *frame) offer(s *code.ChooseStmt) {
	m := f.m
	if s.To == nil {
		for _, v := range m.lists.Of(f.eval(s.From)) {
			m.step(1)
			f.offerOne(s, v)
		}
		return
	}
	low := math.Ceil(f.eval(s.From))
	high := f.eval(s.To)
	if high-low > MaxRange {
		m.fail(&s.Span, TooMany, "%s has more than %d candidates", code.Quoted(s.Name), MaxRange)
	}
	for ; low <= high; low++ {
		m.step(1)
		f.offerOne(s, low)
	}
}

func (f *frame) offerOne(s *code.ChooseStmt, v float64) {
	if s.Where != nil {
		f.locals[s.Each] = v
		if f.eval(s.Where) == 0 {
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
		f.m.fail(&s.Span, OfNone, "there is no action here that %s could belong to", code.Quoted(own.Name))
	}
	row := f.m.acts.row(f.act)
	if own.Type.Kind != program.Set {
		row[own.Cell] = v
		return
	}
	f.m.fillSet(row[own.Cell:own.Cell+state.SetCells], v, &s.Span)
}

func (f *frame) runChooseAct(s *code.ChooseActStmt) code.Control {
	m, x := f.m, s.Event
	if x == nil {
		x = m.Code.Turn
	}
	who := f.somebody(s.Actor, &s.Span)
	if x == nil {
		f.setChosen(s.Choose, 0)
		return code.GoOn
	}
	h, asked := m.happen(x, who, f.act), who
	if s.By != nil {
		asked = f.somebody(s.By, &s.Span)
	}
	act := m.acts.number(m.question(h, asked, who, &s.Span))
	if act != 0 {
		m.turns.declare(who, act)
		m.noticeMore() // which requirements may read
	}
	f.setChosen(s.Choose, float64(act))
	return code.GoOn
}
