package exec

import (
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// byChance lets the dice choose, unless a driver says how they fall: a roll labelled like
// the choice; nothing is thrown for one candidate (P22).
func (m *Machine) byChance(f *frame, list []float64, who board.Thing, s *code.ChooseStmt) float64 {
	t := s.Of
	i := m.drivenChance(f, list, who, s.Choose, t)
	if len(list) > 1 {
		d, err := dice.New(1, float64(len(list)))
		if err != nil {
			m.fail(&s.Span, BadDice, "%s", err.Error())
		}
		if i >= 0 {
			m.source.Show(i + 1)
		}
		way := m.trail.loop(code.ElementType(t), list...)
		total, _ := m.throw(&d, 0, m.rollerOf(who), s.Label, &s.Span)
		m.trail.leave(way)
		i = int(total) - 1
	}
	v := list[max(i, 0)]
	if m.laws.told.notes() {
		m.laws.told.isTold(m.query("chance", s.Name, int(who)), []float64{v})
	}
	if s.Some {
		m.lists.Begin()
		m.lists.Push(v)
		v = m.lists.End()
	}
	m.tellChoice(s.Name, who, v, code.ElementType(t), s.Some, trace.ByChance, &s.Span)
	return v
}

// drivenChance returns how a driver has a choice by chance come out: the index of the
// candidate, -1 where the dice decide.
func (m *Machine) drivenChance(f *frame, list []float64, who board.Thing, s *program.Choose, t program.Type) int {
	if m.laws.told.other {
		if v, ok := m.toldOf(m.query("chance", s.Name, int(who))); ok {
			return slices.Index(list, v)
		}
		return -1
	}
	if m.driver == nil {
		return -1
	}
	q := m.events.newQuestion()
	*q = Question{Name: s.Name, Who: who, Actor: who, Type: t, Candidates: list, Some: s.Some, Span: s.Span, happening: f.event}
	m.situate(q, nil)
	i, ok, err := m.driver.Chance(m, q)
	m.events.closeQuestion()
	if err != nil {
		m.raise(m.asDiagnostic(err, &s.Span))
	}
	if !ok || i >= len(list) {
		return -1
	}
	return i
}

// askChoice asks and returns the answer: a candidate, or a list of candidates.
func (m *Machine) askChoice(f *frame, s *code.ChooseStmt, list []float64, who board.Thing) float64 {
	t := s.Of
	q := m.events.newQuestion()
	*q = Question{Name: s.Name, Who: who, Actor: who, Type: t, Candidates: list, Some: s.Some, Span: s.Span, happening: f.event}
	defaults := len(m.search.defaults)
	var value float64
	if s.Otherwise != nil {
		value = f.eval(s.Otherwise)
		m.appendDefaults(list, value, s.Choose)
		q.HasDefault, q.NoneByDefault = true, value == 0 && !s.Some && mayBeNone(&t)
	}
	q.Default = m.search.defaults[defaults:]
	answer, ok := m.askChooser(q)
	m.events.closeQuestion()
	switch {
	case !ok && q.HasDefault:
		if !s.Some && value != 0 && !slices.Contains(list, value) {
			value = m.outsideDefault(s.Choose, value)
		}
		m.tellChoice(s.Name, who, value, t, s.Some, trace.ByDefault, &s.Span)
		return value
	case !ok && len(list) == 1 && !s.Some:
		answer = append(m.search.lend(), 0)
	case !ok:
		m.fail(&s.Span, NoAnswer, "nothing says what %s chooses for %s, and it has no default", m.name(who), code.Quoted(s.Name))
	}
	v := m.pickedValue(list, answer, s.Some)
	m.tellChoice(s.Name, who, v, t, s.Some, trace.Done, &s.Span)
	return v
}

// outsideDefault is the default that is no candidate: of none of the candidates it is none.
func (m *Machine) outsideDefault(s *program.Choose, value float64) float64 {
	if s.Where == nil {
		return value
	}
	return 0
}

func (m *Machine) askChooser(q *Question) ([]int, bool) {
	if m.chooser == nil {
		return nil, false
	}
	if m.laws.told.other {
		return m.chooseAlike(q)
	}
	m.situate(q, nil)
	answer, ok, err := m.chooser.Choose(m, q, m.search.lend())
	if err != nil {
		m.raise(m.asDiagnostic(err, &q.Span))
	}
	if m.ledger.open {
		m.ledger.noteChoice(answer, ok)
	}
	for _, i := range answer {
		ok = ok && i >= 0 && i < len(q.Candidates)
	}
	m.search.takeBack(answer)
	ok = ok && (q.Some || len(answer) <= 1)
	if m.laws.told.notes() {
		m.noteChoice(q, answer, ok)
	}
	return answer, ok
}

// appendDefaults appends where the default stands among the candidates.
func (m *Machine) appendDefaults(list []float64, value float64, s *program.Choose) {
	if !s.Some {
		if i := slices.Index(list, value); i >= 0 {
			m.search.isDefault(i)
		}
		return
	}
	for _, v := range m.lists.Of(value) {
		if i := slices.Index(list, v); i >= 0 {
			m.search.isDefault(i)
		}
	}
}

// pickedValue returns the answer as a value: several in candidate order (P13).
func (m *Machine) pickedValue(list []float64, answer []int, some bool) float64 {
	if !some {
		if len(answer) == 0 {
			return 0
		}
		return list[answer[0]]
	}
	slices.Sort(answer)
	m.lists.Begin()
	for k, i := range answer {
		if k == 0 || i != answer[k-1] {
			m.lists.Push(list[i])
		}
	}
	return m.lists.End()
}

func (m *Machine) tellChoice(name string, who board.Thing, v float64, t program.Type, some bool, how trace.How, span *diag.Span) {
	if !m.record.tracing {
		return
	}
	e := m.emit(trace.Choice, span)
	e.Who, e.Label, e.How = int32(who), name, how
	kind := t
	e.Type = &kind
	if some {
		e.First, e.Count = m.record.values(m.lists.Of(v))
	} else {
		m.room.one[0] = v
		e.First, e.Count = m.record.values(m.room.one[:1])
	}
	if c := m.Code.Program.ChoiceOf(name); c != nil && c.Told != nil && how != trace.ByDefault {
		m.tellOf(c.Told, func(f *code.Formula) float64 { return m.number(f, float64(who), v) })
	}
}

// chooseNumber asks for a whole number from low to high: how much of what is due in a pool is met by others.
func (m *Machine) chooseNumber(who board.Thing, name string, low, high, standard float64, owed *program.Field, span *diag.Span) float64 {
	base, defaults := len(m.search.offers), len(m.search.defaults)
	for v := low; v <= high; v++ {
		m.search.offer(v)
	}
	m.search.isDefault(int(standard - low))
	q := m.events.newQuestion()
	*q = Question{
		Name: name, Who: who, Actor: who, Type: program.Type{Kind: program.Number},
		Candidates: m.search.offers[base:], Default: m.search.defaults[defaults:], HasDefault: true, Owed: owed,
	}
	if span != nil {
		q.Span = *span
	}
	v := standard
	answer, ok := m.askChooser(q)
	m.events.closeQuestion()
	if ok && len(answer) == 1 {
		v = low + float64(answer[0])
	}
	how := trace.Done
	if v == standard {
		how = trace.ByDefault
	}
	m.tellChoice(name, who, v, program.Type{Kind: program.Number}, false, how, span)
	m.search.drop(base, defaults)
	return v
}
