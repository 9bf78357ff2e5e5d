package exec

import (
	"math"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/code"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// A log shows what a number was added up from: 1d6 (4) + 2 strength + 2 feint = 8. The formula that a roll or a change stands in knows only
// its last step; so each program remembers, of the numbers that it names, hands over and gives back, what they were added up from. All of
// it is worked out aside, with Options.Sums, and changes nothing.

// mostSummed is how many parts of formulas a sum is looked for in.
const mostSummed = 1_000

// localSum is what the value of a local was added up from: with quantities taken apart, and as a whole.
type localSum struct {
	slot         int
	terms, whole []trace.Term
}

// mostTerms is how many terms a sum may have that is told: players don't add up more.
const mostTerms = 6

// noteSum remembers what a number, or what is added to dice, was added up from that a local of g has from now on; e is its formula in f.
func (m *Machine) noteSum(g *frame, slot int, f *frame, e *program.Expr) {
	if !m.record.sums || m.record.explaining || !addsUp(e.Type) {
		return
	}
	g.keepSum(m.localSum(slot, f, e))
}

// localSum works out what a formula in f was added up from that becomes the value of a local.
func (m *Machine) localSum(slot int, f *frame, e *program.Expr) localSum {
	return localSum{slot, m.sumOf(f, e, true), m.sumOf(f, e, false)}
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
		m.record.gives(m.localSum(0, f, e))
	}
}

// keepSum remembers the terms of a local; none: it stands for itself.
func (f *frame) keepSum(of localSum) {
	if i := slices.IndexFunc(f.sums, func(x localSum) bool { return x.slot == of.slot }); i >= 0 {
		f.sums[i] = of
		return
	}
	f.sums = append(f.sums, of)
}

// sumFor puts what a formula was added up from into the trace, for what happens next: of what is rolled and
// what it is held against also what quantities are made of.
func (m *Machine) sumFor(f *frame, e *program.Expr, apart bool) {
	if !m.record.sums || m.record.explaining || !addsUp(e.Type) {
		return
	}
	if terms := m.sumOf(f, e, apart); told(terms) {
		m.record.giveSum(terms)
	}
}

// told reports whether a sum says more than its total.
func told(terms []trace.Term) bool {
	return len(terms) <= mostTerms && slices.ContainsFunc(terms, func(t trace.Term) bool { return t.Label != "" })
}

func addsUp(t program.Type) bool { return t.Kind == program.Number || t.Kind == program.Dice }

// sumOf works out what a formula was added up from, with quantities taken apart unless these are too many
// terms; nil where that can't be said.
func (m *Machine) sumOf(f *frame, e *program.Expr, apart bool) (terms []trace.Term) {
	mark := m.lists.Mark()
	m.aside(func() {
		m.record.beginSum()
		for {
			s := summing{m: m, f: f, apart: apart}
			if s.add(e, 1); s.unsure {
				return
			}
			if terms = s.terms; len(terms) <= mostTerms || !apart {
				return
			}
			apart = false
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
	// vague is set when a part is no plain number and has no name either.
	vague bool
	// handed is set when a number that was handed on is a part, of which nothing more is known.
	handed bool
	// figures is set where a product is told with both its figures.
	figures bool
}

// part works a part of the formula out, as the machine does.
func (s *summing) part(e *program.Expr) (v float64, ok bool) {
	v, ok = s.f.tryPart(e)
	if !ok {
		s.unsure = true
	}
	return v, ok
}

// value is what a part adds: of dice what is added to them.
func (s *summing) value(e *program.Expr) float64 {
	v, ok := s.part(e)
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

// take adds terms that are known already.
func (s *summing) take(terms []trace.Term, sign float64) {
	for _, t := range terms {
		if t.Alone {
			t.Value *= sign
			s.terms = append(s.terms, t)
			continue
		}
		s.term(t.Label, sign*t.Value)
	}
}

// named adds a term by what its formula is called.
func (s *summing) named(e *program.Expr, v float64) {
	label := s.labelOf(e)
	s.vague = s.vague || label == "" && v != 0 && e.Op != program.OpConst && e.Type.Kind == program.Number
	s.term(label, v)
}

// add takes a formula apart into terms, as far as it is a sum.
func (s *summing) add(e *program.Expr, sign float64) {
	if s.unsure = s.unsure || !s.m.record.sumsOn(); s.unsure {
		return
	}
	switch e.Op {
	case program.OpDice:
		s.term("", sign*s.value(e))
	case program.OpAdd, program.OpDiceAdd:
		s.add(e.Args[0], sign)
		s.add(e.Args[1], sign)
	case program.OpSub, program.OpDiceSub:
		s.add(e.Args[0], sign)
		s.add(e.Args[1], -sign)
	case program.OpNeg:
		s.add(e.Args[0], -sign)
	case program.OpFixedDice:
		s.add(e.Args[0], sign)
	case program.OpIf:
		branch := e.Args[2]
		if s.value(e.Args[0]) != 0 {
			branch = e.Args[1]
		}
		s.add(branch, sign)
	case program.OpLet:
		s.f.locals[e.Index], _ = s.part(e.Args[0])
		if named := (summing{m: s.m, f: s.f}); addsUp(e.Args[0].Type) {
			named.add(e.Args[0], 1)
			s.f.keepSum(localSum{e.Index, named.terms, named.terms})
		}
		s.add(e.Args[1], sign)
	case program.OpLocal:
		s.local(e, sign)
	case program.OpQuantity:
		s.quantity(e, sign)
	case program.OpBuiltin, program.OpMul, program.OpDiv:
		s.operation(e, sign)
	default:
		s.named(e, sign*s.value(e))
	}
}

// local adds what a local was added up from, if that is known and it has that value still.
func (s *summing) local(e *program.Expr, sign float64) {
	v := s.value(e)
	for i := range s.f.sums {
		terms := s.f.sums[i].whole
		if s.apart {
			terms = s.f.sums[i].terms
		}
		if s.f.sums[i].slot != e.Index || len(terms) == 0 {
			continue
		}
		if len(terms) == 1 && terms[0].Label == "" {
			break // its own name says more
		}
		if known := (summing{terms: terms}); known.total() == v {
			s.take(terms, sign)
			return
		}
	}
	s.handed = s.handed || v != 0
	s.named(e, sign*v)
}

// operation adds what something like max(0, n) or n * 1 was worked out from, where it comes to just that:
// what was added up then is what is worth telling. Half of some damage, and twice as much, are told so.
func (s *summing) operation(e *program.Expr, sign float64) {
	if a := s.same(e); a != nil {
		s.add(a, sign)
		return
	}
	v := s.value(e)
	label := s.ofWhole(e)
	if label == "" && s.figures && e.Op == program.OpMul {
		label = s.figure(e.Args[0]) + " × " + s.figure(e.Args[1])
	}
	switch {
	case v == 0:
	case label != "":
		s.terms = append(s.terms, trace.Term{Label: label, Value: sign * v, Alone: true})
	case e.Op == program.OpBuiltin:
		s.named(e, sign*v)
	default: // five times the strength is no strength
		s.terms = append(s.terms, trace.Term{Label: s.labelOf(e), Value: sign * v})
		s.vague = s.vague || s.labelOf(e) == ""
	}
}

// figure writes a factor of a product: 2 shield.
func (s *summing) figure(e *program.Expr) string {
	return strings.TrimSpace(number.Format(math.Abs(s.value(e))) + " " + s.labelOf(e))
}

// same is the part of a formula that it comes to: n of max(0, n). Nil: there is none.
func (s *summing) same(e *program.Expr) *program.Expr {
	v := s.value(e)
	for _, a := range e.Args {
		if a.Type.Kind == e.Type.Kind && addsUp(a.Type) && a.Op != program.OpConst && v != 0 && s.value(a) == v {
			return a
		}
	}
	return nil
}

// ofWhole says of half of a number, rounded or not, or of its double, what it is: half of 11 damage. Empty: it is neither.
func (s *summing) ofWhole(e *program.Expr) string {
	if e.Op == program.OpBuiltin && len(e.Args) == 1 {
		e = e.Args[0]
	}
	if e.Op != program.OpMul && e.Op != program.OpDiv {
		return ""
	}
	of, by := e.Args[0], s.value(e.Args[1])
	if e.Op == program.OpDiv && by != 0 {
		by = 1 / by
	}
	for a := of; a != nil; a = s.same(of) {
		of = a
	}
	how, whole := map[float64]string{0.5: "half of ", 2: "twice "}[by], summing{m: s.m, f: s.f}
	if how == "" || !slices.Contains([]program.Op{program.OpLocal, program.OpQuantity, program.OpAdd, program.OpSub}, of.Op) {
		return ""
	}
	whole.add(of, 1)
	if whole.unsure || len(whole.terms) == 0 {
		return ""
	}
	label := s.labelOf(of)
	if len(whole.terms) == 1 {
		label = whole.terms[0].Label
	}
	return how + strings.TrimSpace(number.Format(whole.total())+" "+label)
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
	if s.unsure || !numbers && !s.apart || s.f.depth > mostTerms*mostTerms {
		s.named(e, sign*v)
		return
	}
	g := m.summedFrame(q, who)
	for i, a := range e.Args {
		if addsUp(a.Type) {
			outer := summing{m: m, f: s.f}
			if outer.add(a, 1); !outer.unsure {
				g.keepSum(localSum{i, outer.terms, outer.terms})
			}
		}
	}
	inner := summing{m: m, f: g}
	inner.add(e.Quantity.Value.Expr, sign)
	m.leave(g)
	if inner.unsure || inner.total() != sign*v || len(inner.terms) > mostTerms || !numbers && (inner.vague || e.Type.Kind == program.Number && len(inner.terms) < 2) {
		s.named(e, sign*v)
		return
	}
	s.take(inner.terms, 1)
}

// contributions adds what conditions, rules and carried things add to a quantity of things apart from
// the rest of it, where its value is just the sum: 7 guard + 2 dodging. It reports whether it did.
func (s *summing) contributions(q *code.Quantity, who []float64, v, sign float64) bool {
	if len(q.Roles) == 0 || q.Gives.Kind != program.Number {
		return false
	}
	m := s.m
	g := m.summedFrame(q, who)
	defer m.leave(g)
	var parts []trace.Term
	for _, channel := range g.sums {
		parts = append(parts, channel.terms...)
	}
	clear(g.locals[len(who) : len(who)+q.Channels])
	rest := m.eval(q.Value.Code, g)
	added := summing{terms: parts}
	if len(parts) == 0 || rest+added.total() != v || len(s.terms)+len(parts)+1 > mostTerms {
		return false
	}
	s.term(value.TitleOf(&q.Decl), sign*rest)
	for _, t := range parts {
		s.term(t.Label, sign*t.Value)
	}
	return true
}

// summedFrame is the frame of a quantity that was worked out, which remembers what contributions have added
// to its channels.
func (m *Machine) summedFrame(q *code.Quantity, who []float64) *frame {
	g := m.quantityFrame(q, who, nil)
	var parts []localSum
	m.record.collect(&parts, g)
	m.eval(q.Body, g)
	m.record.collect(nil, nil)
	for _, p := range parts {
		g.keepSum(p)
	}
	return g
}

func (s *summing) total() float64 {
	total := 0.0
	for _, t := range s.terms {
		total += t.Value
	}
	return total
}

// labelOf is what a log calls the value of a formula: in words, never by a piece of the formula. Empty:
// it is a number without a name, as what dice bring along that stand in a table or are handed on: 1d6 + 1
// is one figure.
func (s *summing) labelOf(e *program.Expr) string {
	switch {
	case e.Op == program.OpConst:
		return s.paramLabel(e)
	case e.Op == program.OpQuantity:
		if step := stepOf(e.Args); step != "" {
			return step
		}
		return value.TitleOf(&e.Quantity.Decl)
	case e.Type.Kind == program.Dice:
		return ""
	}
	switch e.Op {
	case program.OpField, program.OpCallFormula:
		if e.Field.Family != nil && len(e.Args) > 1 {
			return s.memberLabel(e)
		}
		return value.TitleOf(&e.Field.Decl)
	case program.OpColumn, program.OpOwn:
		return lastWord(e)
	case program.OpLocal:
		for _, known := range s.f.sums {
			if known.slot == e.Index && len(known.terms) == 1 && known.terms[0].Label != "" && !known.terms[0].Alone {
				return known.terms[0].Label
			}
		}
		if k := s.m.Program().CheckOf(e.Span.Text()); k != nil {
			return value.TitleOf(&k.Decl)
		}
		return inWords(e.Span.Text())
	case program.OpNeg, program.OpMul, program.OpDiv, program.OpBuiltin:
		return s.onlyLabel(e.Args)
	}
	return ""
}

// paramLabel is what a param is called, whose value stands in the formula; empty: it is a plain number.
func (s *summing) paramLabel(e *program.Expr) string {
	name := strings.TrimPrefix(e.Span.Text(), "-")
	params := s.m.Program().Params
	if i := slices.IndexFunc(params, func(p *program.Param) bool { return p.Name == name }); i >= 0 {
		return value.TitleOf(&params[i].Decl)
	}
	return ""
}

// memberLabel is what the member of a family is called whose value it is: who.ability[strength].
func (s *summing) memberLabel(e *program.Expr) string {
	if v, ok := s.f.tryPart(e.Args[1]); ok && v > 0 {
		return s.m.show(v, e.Args[1].Type)
	}
	return value.TitleOf(&e.Field.Decl)
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

// onlyLabel is what that part of an operation is called that has a name: the penalty times the trade. Of
// several it is the one that isn't the same in every fight.
func (s *summing) onlyLabel(args []*program.Expr) string {
	label, param := "", ""
	for _, a := range args {
		of := s.labelOf(a)
		if a.Op == program.OpLocal && a.Type.Kind == program.Dice {
			of = inWords(a.Span.Text()) // the most that they can show
		}
		switch {
		case of == "" || of == label || a.Op == program.OpConst && a.Num == 0:
		case a.Op == program.OpConst:
			param = of
		case label != "":
			return ""
		default:
			label = of
		}
	}
	if label == "" {
		return param
	}
	return label
}

// lastWord is the name of a column: reached.random is the figure random of a step.
func lastWord(e *program.Expr) string {
	text := value.OneLine(e.Span.Text())
	return inWords(text[strings.LastIndexByte(text, '.')+1:])
}

// inWords writes a name in words; empty: it is none.
func inWords(name string) string {
	if strings.ContainsAny(name, "(.[ ") {
		return ""
	}
	return strings.ReplaceAll(name, "_", " ")
}
