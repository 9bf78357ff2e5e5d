package exec

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// A log shows what a number was added up from: 1d6 (4) + 2 strength + 2 feint = 8. The formula that
// a roll or a change stands in knows only its last step; so each program remembers, of the numbers
// that it names, hands over and gives back, what they were added up from. All of it is worked out
// aside, with Options.Sums, and changes nothing.

// localSum is what the value of a local was added up from.
type localSum struct {
	slot  int
	terms []trace.Term
}

// mostTerms is how many terms a sum may have that is told: players don't add up more.
const mostTerms = 6

// noteSum remembers what a number, or what is added to dice, was added up from that a local of g
// has from now on; e is its formula in f.
func (m *Machine) noteSum(g *frame, slot int, f *frame, e *program.Expr) {
	if !m.record.sums || m.record.explaining || !addsUp(e.Type) {
		return
	}
	g.keepSum(slot, m.sumOf(f, e))
}

// handSums remembers it of the numbers that a program is called with: args are their formulas in f.
func (m *Machine) handSums(g, f *frame, args []*program.Expr) {
	if !m.record.sums {
		return
	}
	for i, e := range args {
		m.noteSum(g, i, f, e)
	}
}

// noteResult remembers it of the number that a program gives.
func (m *Machine) noteResult(f *frame, e *program.Expr) {
	if m.record.sums && !m.record.explaining && addsUp(e.Type) {
		m.record.gives(m.sumOf(f, e))
	}
}

// keepSum remembers the terms of a local; none: it stands for itself.
func (f *frame) keepSum(slot int, terms []trace.Term) {
	for i := range f.sums {
		if f.sums[i].slot == slot {
			f.sums[i].terms = terms
			return
		}
	}
	f.sums = append(f.sums, localSum{slot, terms})
}

// sumFor puts what a formula was added up from into the trace, for what happens next.
func (m *Machine) sumFor(f *frame, e *program.Expr) {
	if !m.record.sums || m.record.explaining || !addsUp(e.Type) {
		return
	}
	if terms := m.sumOf(f, e); told(terms) {
		m.record.giveSum(terms)
	}
}

// told reports whether a sum says more than its total.
func told(terms []trace.Term) bool {
	named := 0
	for _, t := range terms {
		if t.Label != "" {
			named++
		}
	}
	return named > 0 && len(terms) <= mostTerms
}

func addsUp(t program.Type) bool { return t.Kind == program.Number || t.Kind == program.Dice }

// sumOf works out what a formula was added up from; nil where that can't be said.
func (m *Machine) sumOf(f *frame, e *program.Expr) (terms []trace.Term) {
	mark := m.lists.Mark()
	m.aside(func() {
		for _, apart := range []bool{true, false} {
			s := summing{m: m, f: f, apart: apart}
			if s.add(e, 1); s.unsure {
				return
			}
			if terms = s.terms; len(terms) <= mostTerms {
				return
			}
		}
	})
	m.lists.Release(mark)
	return terms
}

// summing is the working out of one sum.
type summing struct {
	m     *Machine
	f     *frame
	terms []trace.Term
	// unsure is set when a part can't be worked out by itself.
	unsure bool
	// apart is set where quantities are taken apart, too.
	apart bool
}

// value works a part of the formula out.
func (s *summing) value(e *program.Expr) float64 {
	v, ok := s.f.tryPart(e)
	if !ok {
		s.unsure = true
	}
	if ok && e.Type.Kind == program.Dice {
		return s.m.dice.Of(v).Bonus
	}
	return v
}

// term adds one term, unless it is nothing.
func (s *summing) term(label string, v float64) {
	if v == 0 {
		return
	}
	for i := range s.terms {
		if t := &s.terms[i]; t.Label == label {
			t.Value += v
			return
		}
	}
	s.terms = append(s.terms, trace.Term{Label: label, Value: v})
}

// add takes a formula apart into terms, as far as it is a sum.
func (s *summing) add(e *program.Expr, sign float64) {
	if s.unsure {
		return
	}
	switch e.Op {
	case program.OpConst, program.OpDice:
		s.term("", sign*s.value(e))
	case program.OpAdd, program.OpDiceAdd:
		s.add(e.Args[0], sign)
		s.add(e.Args[1], sign)
	case program.OpSub, program.OpDiceSub:
		s.add(e.Args[0], sign)
		s.add(e.Args[1], -sign)
	case program.OpNeg:
		s.add(e.Args[0], -sign)
	case program.OpIf:
		branch := e.Args[2]
		if s.value(e.Args[0]) != 0 {
			branch = e.Args[1]
		}
		s.add(branch, sign)
	case program.OpLocal:
		s.local(e, sign)
	case program.OpQuantity:
		s.quantity(e, sign)
	case program.OpBuiltin:
		s.unchanged(e, sign)
	default:
		s.term(labelOf(e), sign*s.value(e))
	}
}

// local adds what a local was added up from, if that is known and it has that value still.
func (s *summing) local(e *program.Expr, sign float64) {
	v := s.value(e)
	for i := range s.f.sums {
		known := &s.f.sums[i]
		if known.slot != e.Index || len(known.terms) == 0 {
			continue
		}
		total := 0.0
		for _, t := range known.terms {
			total += t.Value
		}
		if len(known.terms) == 1 && strings.ContainsAny(known.terms[0].Label, "(.[") {
			break // its own name says more than a piece of a formula
		}
		if total == v {
			for _, t := range known.terms {
				s.term(t.Label, sign*t.Value)
			}
			return
		}
	}
	s.term(labelOf(e), sign*v)
}

// unchanged adds what something like max(0, n) was worked out from, where it comes to just that:
// what was added up then is what is worth telling.
func (s *summing) unchanged(e *program.Expr, sign float64) {
	v := s.value(e)
	for _, a := range e.Args {
		if a.Type.Kind == e.Type.Kind && addsUp(a.Type) && a.Op != program.OpConst && v != 0 && s.value(a) == v {
			s.add(a, sign)
			return
		}
	}
	s.term(labelOf(e), sign*v)
}

// quantity adds what a quantity of a number makes of it: what is taken off some damage and what is
// added to it. A quantity of things alone is one figure, which has a name.
func (s *summing) quantity(e *program.Expr, sign float64) {
	m, q := s.m, s.m.Code.Quantities[e.Quantity.Index]
	numbers := false
	who := make([]float64, len(e.Args))
	for i, a := range e.Args {
		v, ok := s.f.tryPart(a)
		s.unsure = s.unsure || !ok
		who[i], numbers = v, numbers || addsUp(a.Type)
	}
	v := s.value(e)
	if !s.unsure && !numbers && s.contributions(q, who, v, sign) {
		return
	}
	if s.unsure || !numbers && !s.apart || e.Type.Kind != program.Number || s.f.depth > mostTerms*mostTerms {
		s.term(labelOf(e), sign*v)
		return
	}
	g := m.quantityFrame(q, who, nil)
	m.eval(q.Body, g)
	for i, a := range e.Args {
		if addsUp(a.Type) {
			outer := summing{m: m, f: s.f}
			if outer.add(a, 1); !outer.unsure {
				g.keepSum(i, outer.terms)
			}
		}
	}
	inner := summing{m: m, f: g}
	inner.add(e.Quantity.Value.Expr, sign)
	m.leave(g)
	if inner.unsure || inner.total() != sign*v || len(inner.terms) > mostTerms || !numbers && !worthMore(inner.terms) {
		s.term(labelOf(e), sign*v)
		return
	}
	for _, t := range inner.terms {
		s.term(t.Label, t.Value)
	}
}

// contributions adds what conditions, rules and carried things add to a quantity of things apart from
// the rest of it, where its value is just the sum: 7 guard + 2 dodging. It reports whether it did.
func (s *summing) contributions(q *code.Quantity, who []float64, v, sign float64) bool {
	if len(q.Roles) == 0 || q.Gives.Kind != program.Number {
		return false
	}
	m := s.m
	g := m.quantityFrame(q, who, nil)
	defer m.leave(g)
	var parts []trace.Term
	m.record.collect(&parts, g)
	m.eval(q.Body, g)
	m.record.collect(nil, nil)
	clear(g.locals[len(who) : len(who)+q.Channels])
	rest := m.eval(q.Value.Code, g)
	total := rest
	for _, t := range parts {
		total += t.Value
	}
	if len(parts) == 0 || total != v || len(s.terms)+len(parts)+1 > mostTerms {
		return false
	}
	s.term(value.TitleOf(&q.Decl), sign*rest)
	for _, t := range parts {
		s.term(t.Label, sign*t.Value)
	}
	return true
}

// worthMore reports whether terms say more than what they come to: there are several, and none is a piece of
// a formula.
func worthMore(terms []trace.Term) bool {
	return len(terms) > 1 && !slices.ContainsFunc(terms, func(t trace.Term) bool { return strings.ContainsAny(t.Label, "([") })
}

func (s *summing) total() float64 {
	total := 0.0
	for _, t := range s.terms {
		total += t.Value
	}
	return total
}

// labelOf is what a log calls the value of a formula.
func labelOf(e *program.Expr) string {
	switch e.Op {
	case program.OpConst:
		return ""
	case program.OpField, program.OpCallFormula:
		return value.TitleOf(&e.Field.Decl)
	case program.OpQuantity:
		if step := stepOf(e.Args); step != "" {
			return step
		}
		return value.TitleOf(&e.Quantity.Decl)
	case program.OpLocal:
		return strings.ReplaceAll(e.Span.Text(), "_", " ")
	}
	text := value.OneLine(e.Span.Text())
	switch {
	case len(text) > 30:
		return ""
	case e.Op == program.OpColumn: // reached.random: the figure of a step
		text = text[strings.LastIndexByte(text, '.')+1:]
		return strings.ReplaceAll(text, "_", " ")
	}
	return text
}

// stepOf returns what a step is called that a quantity is asked for, as in ability(self, wisdom): it says
// more than the quantity does. Empty: it is asked for none, or for several.
func stepOf(args []*program.Expr) string {
	title := ""
	for _, a := range args {
		if a.Op != program.OpConst || a.Type.Kind != program.Step {
			continue
		}
		if title != "" {
			return ""
		}
		title = value.TitleOf(&a.Type.Scale.Steps[int(a.Num)-1].Decl)
	}
	return title
}
