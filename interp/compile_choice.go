package interp

import (
	"math"
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// roll compiles a throw of dice.
func (c *compiler) roll(s *program.Roll) stmt {
	dice, bonus := c.diceAndBonus(s.Dice)
	by, span := c.rollerOf(s), &s.Span
	label := c.labelOf(s)
	slot, own := s.Slot, s.Own
	e := s.Dice
	lists := c.listsIn(s.Dice)
	return func(f *frame) control {
		m := f.m
		if m.opts.Explain && !m.explaining {
			m.explainFrom(e)
		}
		mark := m.lists.mark()
		d := dice(f)
		extra := 0.0
		if bonus != nil {
			extra = bonus(f)
		}
		if lists {
			m.lists.release(mark)
		}
		if m.explaining {
			m.explainTo(m.dice.intern(d.Plus(extra)))
		}
		who, name := by(f), label(f)
		total, roll := m.throw(d, extra, who, name, span)
		if own != nil {
			if f.act == 0 {
				m.fail(span, OfNone, "no action is at hand that %s could belong to", quoted(own.Name))
			}
			m.actRow(f.act)[own.Cell] = total
			a := &m.acts[f.act-1]
			a.rolls = append(a.rolls, rolledLocal{own.Cell, roll})
		}
		if slot >= 0 {
			f.locals[slot] = total
			f.rolls = append(f.rolls, rolledLocal{slot, roll})
		}
		m.why = 0
		if m.hearsRoll(name) {
			m.rollHappened(name, who, span)
		}
		return f.after()
	}
}

// diceAndBonus compiles dice to throw: those of the ruleset's texts and of
// definitions as they stand, without copying them, and a number that is added.
// The dice may be read until the machine works out others.
func (c *compiler) diceAndBonus(e *program.Expr) (dice func(f *frame) *DiceValue, bonus numFn) {
	if e.Op == program.OpDiceAdd && e.Args[0].Type.Kind == program.Dice && e.Args[1].Type.Kind != program.Dice {
		if dice, bonus = c.diceAndBonus(e.Args[0]); bonus == nil {
			return dice, c.number(e.Args[1])
		}
	}
	switch e.Op {
	case program.OpDice:
		if d, err := MakeDiceValue(float64(e.Count), float64(e.Sides)); err == nil {
			return func(*frame) *DiceValue { return &d }, nil
		}
	case program.OpDiceAdd, program.OpDiceSub:
		parts := c.diceParts(e)
		return func(f *frame) *DiceValue {
			f.m.cup.now = parts(f)
			return &f.m.cup.now
		}, nil
	}
	num := c.number(e)
	return func(f *frame) *DiceValue { return f.m.dice.of(num(f)) }, nil
}

// listsIn tells whether working e out makes temporary lists.
func (c *compiler) listsIn(e *program.Expr) bool {
	outer := c.makesLists
	c.makesLists = false
	c.number(e)
	lists := c.makesLists
	c.makesLists = outer
	return lists
}

// rollerOf compiles who rolls: the cup's number of a thing, a side or the scene.
func (c *compiler) rollerOf(s *program.Roll) func(f *frame) int {
	if s.By != nil && s.By.Type.Kind == program.Side {
		side := c.expr(s.By)
		return func(f *frame) int {
			if v := side(f); v != 0 {
				return f.m.count + int(v) - 1
			}
			return f.m.sceneRoller()
		}
	}
	who := c.selfOr(s.By)
	return func(f *frame) int {
		if v := who(f); v != 0 {
			return int(v) - 1
		}
		return f.m.sceneRoller()
	}
}

func (m *Machine) sceneRoller() int { return m.count + len(m.encounter.Sides) }

// labelOf compiles the number of a roll's label.
func (c *compiler) labelOf(s *program.Roll) func(f *frame) int {
	if s.LabelFrom == nil {
		n := c.labels.number(s.Label)
		return func(*frame) int { return n }
	}
	text := c.expr(s.LabelFrom)
	return func(f *frame) int {
		v := text(f)
		if v == 0 {
			f.none(s.LabelFrom)
		}
		return f.m.code.textLabels[int(v)-1]
	}
}

// throw throws dice, adds a number, and tells it. It returns the total and the
// roll's number.
func (m *Machine) throw(d *DiceValue, extra float64, roller, label int, span *diag.Span) (total float64, roll int) {
	if sum := d.Bonus + extra; sum != math.Floor(sum) || math.Abs(sum) > maxWhole {
		m.fail(span, NotWhole, "a roll can't add %s: only whole numbers are added to dice", formatNumber(sum))
	}
	roll, err := m.cup.throw(d, roller, label)
	if err != nil {
		m.raise(m.asDiagnostic(err, span))
	}
	r := &m.cup.rolls[roll]
	r.Total += extra
	if m.tracing {
		e := m.emit(TraceRoll, span)
		if roller < m.count {
			e.Who = int32(roller + 1)
		}
		e.Roller, e.Label, e.A = int32(roller), m.code.labels.names[label], r.Total
		e.FirstFace = int32(len(m.trace.Faces))
		m.trace.Faces = append(m.trace.Faces, m.cup.shown(roll)...)
		e.FaceCount = r.Count
		m.trace.Dice = append(m.trace.Dice, d.Plus(extra))
		e.B, e.Explain = float64(len(m.trace.Dice)), m.why
	}
	return r.Total, roll
}

// hearsRoll tells whether anything waits for rolls of a label.
func (m *Machine) hearsRoll(label int) bool {
	return label < len(m.code.rollRules) && len(m.code.rollRules[label]) > 0 ||
		label < len(m.code.rollEnds) && m.code.rollEnds[label]
}

// rollHappened handles a roll as an event: conditions end on it, rules run.
func (m *Machine) rollHappened(label, roller int, span *diag.Span) {
	m.settle()
	who := 0
	if roller < m.count {
		who = roller + 1
	}
	if label < len(m.code.rollEnds) && m.code.rollEnds[label] {
		base := len(m.doomed)
		for _, slot := range m.alive {
			i := &m.instances[slot]
			number := m.instanceNumber(int(slot))
			if u := m.waitsForRoll(i.ends.list, label, who, int(i.bearer), number); u != nil {
				m.doomed = append(m.doomed, doomed{number, &u.Span, false})
			} else if i.muted {
				if u := m.waitsForRoll(i.mute.list, label, who, int(i.bearer), number); u != nil {
					m.doomed = append(m.doomed, doomed{number, &u.Span, true})
				}
			}
		}
		m.endDoomed(base)
	}
	if label >= len(m.code.rollRules) {
		return
	}
	base := len(m.fired)
	for _, h := range m.code.rollRules[label] {
		m.match(h, who, 0)
	}
	m.sortFired(base)
	for k := base; k < len(m.fired); k++ {
		m.runRule(m.fired[k], 0)
		m.settle()
	}
	m.fired = m.fired[:base]
}

func (m *Machine) waitsForRoll(list, label, roller, bearer int, instance float64) *until {
	for _, u := range m.code.untils[list] {
		if t := u.trigger; t != nil && t.Kind == program.OnRolls && t.label == label && m.concerns(t, roller, bearer, instance, 0) {
			return u
		}
	}
	return nil
}

// choose compiles a question.
func (c *compiler) choose(s *program.Choose) stmt {
	set := c.choiceSetter(s)
	if s.From.Op == program.OpBuiltin && s.From.Builtin == program.CanDo {
		return c.chooseAct(s, set)
	}
	fill := c.choiceCandidates(s)
	by, standard := c.selfOr(s.By), c.expr(s.Default)
	label := -1
	if s.ByChance {
		label = c.labels.number(s.Name)
	}
	t := elementType(s.From.Type)
	if s.To != nil {
		t = s.From.Type
	}
	return func(f *frame) control {
		m := f.m
		base := len(m.offers)
		mark := m.lists.mark()
		fill(f)
		list := m.offers[base:]
		var v float64
		switch {
		case len(list) == 0:
			m.lists.release(mark)
		case s.ByChance:
			v = m.byChance(list, int(by(f)), label, s, t)
		default:
			v = m.askChoice(f, s, t, list, int(by(f)), standard)
		}
		m.offers = m.offers[:base]
		set(f, v)
		return goOn
	}
}

// choiceSetter compiles where the answer goes.
func (c *compiler) choiceSetter(s *program.Choose) func(f *frame, v float64) {
	slot, own := s.Slot, s.Own
	return func(f *frame, v float64) {
		if slot >= 0 {
			f.locals[slot] = v
		}
		if own == nil {
			return
		}
		if f.act == 0 {
			f.m.fail(&s.Span, OfNone, "no action is at hand that %s could belong to", quoted(own.Name))
		}
		row := f.m.actRow(f.act)
		if own.Type.Kind != program.Set {
			row[own.Cell] = v
			return
		}
		cells := row[own.Cell : own.Cell+setCells]
		clear(cells)
		for _, e := range f.m.lists.of(v) {
			changeSet(cells, int(f.m.setMember(e, &s.Span)), true)
		}
	}
}

// choiceCandidates compiles the candidates: they are appended to Machine.offers.
func (c *compiler) choiceCandidates(s *program.Choose) func(f *frame) {
	where, each := c.test(s.Where), s.Each
	add := func(f *frame, v float64) {
		if where != nil {
			f.locals[each] = v
			if !where(f) {
				return
			}
		}
		f.m.offers = append(f.m.offers, v)
	}
	from := c.expr(s.From)
	if s.To == nil {
		return func(f *frame) {
			for _, v := range f.m.lists.of(from(f)) {
				f.m.step(1)
				add(f, v)
			}
		}
	}
	to := c.expr(s.To)
	return func(f *frame) {
		low, high := math.Ceil(from(f)), to(f)
		if high-low > maxRange {
			f.m.fail(&s.Span, TooMany, "%s has more than %d candidates", quoted(s.Name), maxRange)
		}
		for ; low <= high; low++ {
			f.m.step(1)
			add(f, low)
		}
	}
}

// byChance lets the dice choose: a roll labelled like the choice; nothing is
// thrown for one candidate (P22).
func (m *Machine) byChance(list []float64, who, label int, s *program.Choose, t program.Type) float64 {
	i := 0
	if len(list) > 1 {
		d, err := MakeDiceValue(1, float64(len(list)))
		if err != nil {
			m.fail(&s.Span, BadDice, "%s", err.Error())
		}
		roller := m.sceneRoller()
		if who != 0 {
			roller = who - 1
		}
		total, _ := m.throw(&d, 0, roller, label, &s.Span)
		i = int(total) - 1
	}
	v := list[i]
	if s.Some {
		m.lists.begin()
		m.lists.push(v)
		v = m.lists.end()
	}
	m.tellChoice(s.Name, who, v, elementType(t), s.Some, 2, &s.Span)
	return v
}

// askChoice asks and returns the answer: a candidate, or a list of candidates.
func (m *Machine) askChoice(f *frame, s *program.Choose, t program.Type, list []float64, who int, standard numFn) float64 {
	q := m.newQuestion()
	*q = Question{Name: s.Name, Who: who, Actor: who, Type: t, Candidates: list, Some: s.Some, Span: s.Span, happening: f.event}
	defaults := len(m.defaults)
	var value float64
	if standard != nil {
		value = standard(f)
		m.appendDefaults(list, value, s)
		q.HasDefault = true
	}
	q.Default = m.defaults[defaults:]
	how := 0.0
	answer, ok := m.askChooser(q)
	m.questionsOpen--
	m.defaults = m.defaults[:defaults]
	switch {
	case !ok && q.HasDefault:
		if !s.Some && value != 0 && !slices.Contains(list, value) {
			value = m.outsideDefault(s, value)
		}
		m.tellChoice(s.Name, who, value, t, s.Some, 1, &s.Span)
		return value
	case !ok && len(list) == 1 && !s.Some:
		answer = append(m.picked[:0], 0)
	case !ok:
		m.fail(&s.Span, NoAnswer, "nobody says what %s chooses for %s, and it has no default", m.name(who), quoted(s.Name))
	}
	v := m.pickedValue(list, answer, s.Some)
	m.tellChoice(s.Name, who, v, t, s.Some, how, &s.Span)
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
	m.situate(q, nil)
	answer, ok, err := m.chooser.Choose(m, q, m.picked[:0])
	if err != nil {
		m.raise(m.asDiagnostic(err, &q.Span))
	}
	for _, i := range answer {
		ok = ok && i >= 0 && i < len(q.Candidates)
	}
	if cap(answer) > cap(m.picked) {
		m.picked = answer[:0]
	}
	return answer, ok && (q.Some || len(answer) <= 1)
}

// appendDefaults appends where the default stands among the candidates.
func (m *Machine) appendDefaults(list []float64, value float64, s *program.Choose) {
	if !s.Some {
		if i := slices.Index(list, value); i >= 0 {
			m.defaults = append(m.defaults, i)
		}
		return
	}
	for _, v := range m.lists.of(value) {
		if i := slices.Index(list, v); i >= 0 {
			m.defaults = append(m.defaults, i)
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
	m.lists.begin()
	for k, i := range answer {
		if k == 0 || i != answer[k-1] {
			m.lists.push(list[i])
		}
	}
	return m.lists.end()
}

func (m *Machine) tellChoice(name string, who int, v float64, t program.Type, some bool, how float64, span *diag.Span) {
	if !m.tracing {
		return
	}
	e := m.emit(TraceChoice, span)
	e.Who, e.Label, e.B = int32(who), name, how
	kind := t
	e.Type = &kind
	if !some {
		m.one[0] = v
		e.First, e.Count = m.values(m.one[:1])
		return
	}
	e.First, e.Count = m.values(m.lists.of(v))
}

// chooseNumber asks for a whole number from low to high.
func (m *Machine) chooseNumber(who int, name string, low, high, standard float64, span *diag.Span) float64 {
	base, defaults := len(m.offers), len(m.defaults)
	for v := low; v <= high; v++ {
		m.offers = append(m.offers, v)
	}
	m.defaults = append(m.defaults, int(standard-low))
	q := m.newQuestion()
	*q = Question{
		Name: name, Who: who, Actor: who, Type: program.Type{Kind: program.Number},
		Candidates: m.offers[base:], Default: m.defaults[defaults:], HasDefault: true,
	}
	if span != nil {
		q.Span = *span
	}
	v := standard
	answer, ok := m.askChooser(q)
	m.questionsOpen--
	if ok && len(answer) == 1 {
		v = low + float64(answer[0])
	}
	how := 0.0
	if v == standard {
		how = 1
	}
	m.tellChoice(name, who, v, program.Type{Kind: program.Number}, false, how, span)
	m.offers, m.defaults = m.offers[:base], m.defaults[:defaults]
	return v
}

// chooseAct compiles choose act from can_do(self).
func (c *compiler) chooseAct(s *program.Choose, set func(f *frame, v float64)) stmt {
	actor := c.expr(s.From.Args[0])
	by := actor
	if s.By != nil {
		by = c.expr(s.By)
	}
	e := c.turn
	if len(s.From.Args) > 1 {
		e = c.events[int(s.From.Args[1].Num)-1]
	}
	span := &s.Span
	return func(f *frame) control {
		m := f.m
		x := e
		if x == nil {
			x = m.code.turn
		}
		who := m.somebody(actor(f), span)
		if x == nil {
			set(f, 0)
			return goOn
		}
		h := m.happen(x, who, f.act)
		act := m.question(h, int(by(f)), who, span)
		if act != 0 {
			m.declared[who] = Act(m.actNumber(act))
		}
		set(f, m.actNumber(act))
		return goOn
	}
}
