package fastpath

import (
	"math"

	"github.com/rulec/rulec/lang/program"
)

// operand is what is known of a value while a fight is compiled.
type operand struct {
	// known values are num; others are in a register.
	known bool
	num   float64
	reg   uint16
	// whole is set when it is a whole number for certain, positive when it isn't below 0.
	whole, positive bool
	// lasting is set when the register holds it as long as the local lives.
	lasting bool
	// natural is the register of what the first die of the roll shows that it came
	// from, or 0.
	natural uint16
}

func known(v float64) operand {
	return operand{known: true, num: v, whole: isWhole(v), positive: v >= 0}
}

func isWhole(v float64) bool {
	return v == float64(int64(v)) && v <= program.MaxWhole && v >= -program.MaxWhole
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// in returns the register of an operand.
func (s *specializer) in(o operand) uint16 {
	if o.known {
		return s.constant(o.num)
	}
	return o.reg
}

// copyTo puts an operand into a register.
func (s *specializer) copyTo(to uint16, o operand) {
	r := s.in(o)
	switch {
	case r == to:
	case !o.known && r == s.fresh:
		s.code[len(s.code)-1].a = to
		s.fresh = none
	default:
		s.emit(instr{op: opCopy, a: to, b: r})
	}
}

// kept returns an operand that a later change of the state doesn't change.
func (s *specializer) kept(o operand) operand {
	if o.known || o.lasting {
		return o
	}
	to := s.register()
	s.copyTo(to, o)
	o.reg, o.lasting = to, true
	return o
}

// operations are those of two numbers: the instruction, what it gives of numbers that
// are known, and whether it gives whole numbers of whole ones.
var operations = map[program.Op]struct {
	op    opcode
	fold  func(x, y float64) float64
	whole bool
}{
	program.OpAdd: {opAdd, func(x, y float64) float64 { return x + y }, true},
	program.OpSub: {opSub, func(x, y float64) float64 { return x - y }, true},
	program.OpMul: {opMul, func(x, y float64) float64 { return x * y }, true},
	program.OpDiv: {opDiv, func(x, y float64) float64 { return x / y }, false},
	program.OpMod: {opMod, func(x, y float64) float64 { return x - math.Floor(x/y)*float64(y) }, false},
}

// functions are those of one number.
var functions = map[program.Builtin]struct {
	op    opcode
	fold  func(x float64) float64
	whole bool
}{
	program.Floor: {opFloor, math.Floor, true},
	program.Ceil:  {opCeil, func(x float64) float64 { return math.Ceil(x) + 0 }, true},
	program.Round: {opRound, func(x float64) float64 { return math.Round(x) + 0 }, true},
	program.Abs:   {opAbs, math.Abs, false},
	program.Sign:  {opSign, sign, true},
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

// value compiles an expression.
func (s *specializer) value(e *program.Expr) operand {
	if e.Type.Kind == program.Bool && isTest(e.Op) {
		return s.truthOf(e)
	}
	switch e.Op {
	case program.OpConst:
		return known(e.Num)
	case program.OpLocal:
		return s.frame.locals[e.Index]
	case program.OpDice:
		return s.dice(e)
	case program.OpDiceAdd, program.OpDiceSub:
		if isClosed(e) {
			return s.dice(e)
		}
	case program.OpNeg:
		return s.binary(program.OpSub, known(0), s.value(e.Args[0]))
	case program.OpAdd, program.OpSub, program.OpMul, program.OpDiv, program.OpMod:
		if e.Args[0].Op == program.OpIf {
			if y := s.value(e.Args[1]); y.known {
				return s.either(e.Args[0], func(x operand) operand { return s.binary(e.Op, x, y) })
			}
		}
		x := s.value(e.Args[0])
		return s.binary(e.Op, x, s.value(e.Args[1]))
	case program.OpIf:
		return s.either(e, func(x operand) operand { return x })
	case program.OpField:
		return s.field(e)
	case program.OpOwn:
		return s.own(e.Field)
	case program.OpQuantity:
		return s.quantity(e)
	case program.OpColumn:
		return s.column(e)
	case program.OpCallFormula:
		return s.callFormula(e)
	case program.OpSumOf, program.OpCountIf, program.OpHighest, program.OpLowest, program.OpMost, program.OpLeast, program.OpFind:
		return s.walk(e)
	case program.OpBuiltin:
		return s.builtin(e)
	}
	giveUp("%s", e.Span.Text())
	return operand{}
}

// dice compiles dice that are known.
func (s *specializer) dice(e *program.Expr) operand {
	v, ok := s.Dice(e)
	if !ok {
		return s.impossible()
	}
	return known(v)
}

// isTest tells whether an operation is compiled as a test.
func isTest(op program.Op) bool {
	switch op {
	case program.OpLess, program.OpLessEq, program.OpGreater, program.OpGreaterEq, program.OpEq, program.OpNotEq, program.OpIs,
		program.OpAnd, program.OpOr, program.OpNot, program.OpHas, program.OpAny, program.OpAll, program.OpIn:
		return true
	}
	return false
}

// isClosed tells whether an expression of dice reads nothing.
func isClosed(e *program.Expr) bool {
	switch e.Op {
	case program.OpConst, program.OpDice:
		return true
	case program.OpDiceAdd, program.OpDiceSub:
	case program.OpBuiltin:
		if e.Builtin < program.MakeDice || e.Builtin > program.Times {
			return false
		}
	default:
		return false
	}
	for _, a := range e.Args {
		if !isClosed(a) {
			return false
		}
	}
	return true
}

// binary compiles an operation on two numbers.
func (s *specializer) binary(op program.Op, x, y operand) operand {
	o := operations[op]
	switch {
	case x.known && y.known:
		v := o.fold(x.num, y.num)
		if v-v != 0 { // a division by zero: whoever asks for it finds out
			return s.impossible()
		}
		return known(v)
	case y.known && y.num == 0 && (op == program.OpAdd || op == program.OpSub):
		return x
	case x.known && x.num == 0 && op == program.OpAdd:
		return y
	}
	return s.combine(o.op, x, y, o.whole && x.whole && y.whole)
}

// combine emits an operation on two operands.
func (s *specializer) combine(op opcode, x, y operand, whole bool) operand {
	positive := x.positive && y.positive && op != opSub
	if op == opMax {
		positive = x.positive || y.positive
	}
	b, c := s.in(x), s.in(y)
	a := s.register()
	s.emit(instr{op: op, a: a, b: b, c: c})
	s.fresh = a
	return operand{reg: a, whole: whole, positive: positive, lasting: true}
}

// impossible is what can't be worked out when the fight comes to it.
func (s *specializer) impossible() operand {
	s.emit(instr{op: opGiveUp})
	return known(0)
}

// must ends the fight where a condition doesn't hold.
func (s *specializer) must(c condition) {
	t := c(false)
	if t.known && !t.holds {
		s.emit(instr{op: opGiveUp})
	}
	s.giveUpOn(t.jumps)
}

// giveUpOn makes jumps end the fight.
func (s *specializer) giveUpOn(jumps []int) {
	for _, j := range jumps {
		s.targets[j] = giveUpAt
	}
}

// truthOf compiles a test whose answer is a value.
func (s *specializer) truthOf(e *program.Expr) operand {
	return s.asValue(s.condition(e))
}

// asValue compiles a condition whose answer is a value.
func (s *specializer) asValue(c condition) operand {
	t := c(false)
	if t.known {
		return known(truth(t.holds))
	}
	a := s.register()
	s.copyTo(a, known(1))
	over := s.jump()
	s.land(t.jumps...)
	s.copyTo(a, known(0))
	s.land(over)
	return operand{reg: a, whole: true, lasting: true}
}

// either compiles if(F, A, B) and what is done with it then, which knows more of each
// of the two.
func (s *specializer) either(e *program.Expr, then func(operand) operand) operand {
	t := s.unless(e.Args[0])
	if t.known {
		return then(s.value(e.Args[2-int(truth(t.holds))]))
	}
	a := s.register()
	x := then(s.value(e.Args[1]))
	s.copyTo(a, x)
	over := s.jump()
	s.land(t.jumps...)
	y := then(s.value(e.Args[2]))
	s.copyTo(a, y)
	s.land(over)
	return operand{reg: a, whole: x.whole && y.whole, positive: x.positive && y.positive, lasting: true}
}

// field compiles the reading of a field of a thing or a definition.
func (s *specializer) field(e *program.Expr) operand {
	f := e.Field
	of := s.value(e.Args[0])
	if len(e.Args) > 1 || f.Virtual || f.Family != nil || !isPlain(f.Type) {
		giveUp("%s", e.Span.Text())
	}
	switch e.Args[0].Type.Kind {
	case program.ThingType:
		return s.fieldOf(f, of)
	case program.Definition:
		k := e.Args[0].Type.Of
		switch {
		case k == nil:
			giveUp("%s", e.Span.Text())
		case !of.known:
			return s.inColumn(s.defColumn(k, f), of)
		case of.num == 0:
			return s.impossible()
		}
		return known(s.Def(k.Defs[int(of.num)-1], f))
	}
	giveUp("%s", e.Span.Text())
	return operand{}
}

// isPlain tells whether a value is one number, as it stands in a cell.
func isPlain(t program.Type) bool {
	switch t.Kind {
	case program.Set, program.List, program.FormulaField, program.ProgramField, program.MapType, program.Instance, program.Act:
		return false
	}
	return true
}

// fieldOf compiles the reading of a field of a thing.
func (s *specializer) fieldOf(f *program.Field, of operand) operand {
	switch own := of.known == s.about.known && of.num == s.about.num && of.reg == s.about.reg; {
	case s.asks == asksOut && own:
		s.tellsOut[f] = true
	case s.asks != asksNothing:
		s.tellsOver[f] = true
	}
	whole := isStoredWhole(f)
	switch {
	case !of.known:
		a := s.register()
		s.emit(instr{op: opField, a: a, b: of.reg, c: uint16(f.Cell)})
		return operand{reg: a, whole: whole, lasting: true}
	case of.num == 0:
		return s.impossible()
	}
	at := int(s.Rows[int(of.num)]) + f.Cell
	if !s.changed[f] {
		return known(s.Cells[at])
	}
	return operand{reg: uint16(at), whole: whole}
}

// isStoredWhole tells whether a field only ever holds whole numbers.
func isStoredWhole(f *program.Field) bool { return f.Pool != nil || f.Type.Kind == program.Number }

// column compiles the reading of a column of a scale.
func (s *specializer) column(e *program.Expr) operand {
	step := s.value(e.Args[0])
	scale := e.Args[0].Type.Scale
	values := make([]float64, len(scale.Steps))
	for i, x := range scale.Steps {
		values[i] = s.constantOf(x.Values[e.Index])
	}
	switch {
	case !step.known:
		return s.inColumn(values, step)
	case step.num == 0:
		return s.impossible()
	}
	return known(values[int(step.num)-1])
}

// constantOf returns the value of an expression that is one.
func (s *specializer) constantOf(e *program.Expr) float64 {
	o := s.value(e)
	if !o.known {
		giveUp("%s", e.Span.Text())
	}
	return o.num
}

// defColumn returns the values that the definitions of a kind have of a field.
func (s *specializer) defColumn(k *program.Kind, f *program.Field) []float64 {
	values := make([]float64, len(k.Defs))
	for i, d := range k.Defs {
		values[i] = s.Def(d, f)
	}
	return values
}

// inColumn compiles the reading of a row, from 1, of a column.
func (s *specializer) inColumn(values []float64, row operand) operand {
	s.plan.columns = append(s.plan.columns, values)
	a := s.register()
	s.emit(instr{op: opColumn, a: a, b: s.in(row), c: index(len(s.plan.columns) - 1)})
	return operand{reg: a, lasting: true}
}

// callFormula compiles the call of a formula of a definition.
func (s *specializer) callFormula(e *program.Expr) operand {
	if e.Field == nil || e.Args[0].Type.Kind != program.Definition {
		giveUp("%s", e.Span.Text())
	}
	args := make([]operand, len(e.Args)-1)
	for i, a := range e.Args[1:] {
		args[i] = s.value(a)
	}
	d, v := s.definition(e.Args[0], e.Field)
	if d == nil {
		return s.impossible()
	}
	switch {
	case v == nil:
		giveUp("%s", e.Span.Text())
	case v.Formula == nil:
		return s.value(v.Expr)
	}
	return s.formula(v.Formula, append(args, known(float64(d.Index+1)))...)
}

// definition returns the definition that an expression names, and its value of a
// field; nil when it names none.
func (s *specializer) definition(e *program.Expr, f *program.Field) (*program.Def, *program.Value) {
	of := s.value(e)
	k := e.Type.Of
	switch {
	case !of.known || k == nil:
		giveUp("%s", e.Span.Text())
	case of.num == 0:
		return nil, nil
	}
	d := k.Defs[int(of.num)-1]
	for i, x := range k.Fields {
		switch {
		case x != f:
		case i < len(d.Values) && d.Values[i] != nil:
			return d, d.Values[i]
		default:
			return d, f.Default
		}
	}
	giveUp("%s", e.Span.Text())
	return nil, nil
}

// builtin compiles a built-in function that gives anything but a truth.
func (s *specializer) builtin(e *program.Expr) operand {
	if f, ok := functions[e.Builtin]; ok {
		x := s.value(e.Args[0])
		if x.known {
			return known(f.fold(x.num))
		}
		return s.combine(f.op, x, known(0), f.whole || x.whole)
	}
	switch e.Builtin {
	case program.Max, program.Min:
		return s.extreme(e)
	case program.Clamp:
		v, low, high := s.value(e.Args[0]), s.value(e.Args[1]), s.value(e.Args[2])
		return s.greater(low, s.less(v, high))
	case program.Top, program.Bottom, program.Sides:
		return s.ofDice(e)
	case program.MakeDice, program.Best, program.Worst, program.Explode, program.Times:
		if isClosed(e) {
			return s.dice(e)
		}
	case program.Natural:
		return s.natural(e.Args[0])
	case program.Now:
		s.mustNotTell(e)
		return operand{reg: uint16(s.plan.cells)}
	case program.KeyNumber:
		s.mustNotTell(e)
		if i := int(e.Args[0].Num); i < s.plan.keys {
			return operand{reg: uint16(s.plan.cells + i)}
		}
	case program.SideOf:
		if e.Args[0].Type.Kind == program.ThingType {
			return s.sideOf(s.value(e.Args[0]))
		}
	case program.LotOf:
		if who := s.value(e.Args[0]); who.known && who.num != 0 {
			return operand{reg: s.lotOf(int(who.num)), whole: true, positive: true, lasting: true}
		}
	case program.Given:
		return s.truthOf(e)
	case program.IsOut:
		return s.truthOf(e)
	case program.Position:
		return s.binary(program.OpSub, s.present(s.value(e.Args[0])), known(1))
	case program.Distance, program.Adjacent, program.InLine, program.DirectionTo:
		return s.between(e)
	case program.First:
		return s.first(e.Args[0])
	case program.Length:
		return s.counted(s.peopleIn(e.Args[0]), func(int) condition { return always(true) })
	}
	giveUp("%s", e.Span.Text())
	return operand{}
}

// between compiles a function of space of two things. Nobody moves in a plain fight.
func (s *specializer) between(e *program.Expr) operand {
	a, b := e.Args[0], e.Args[1]
	if a.Type.Kind != program.ThingType || b.Type.Kind != program.ThingType || s.program.Space == nil || s.program.Space.Footprint != nil {
		giveUp("%s", e.Span.Text())
	}
	x, y := s.value(a), s.value(b)
	switch {
	case x.known && y.known:
		return known(s.apart(e, int(x.num), int(y.num)))
	case x.known:
		return s.inColumn(s.forAll(func(who int) float64 { return s.apart(e, int(x.num), who) }), y)
	case y.known:
		return s.inColumn(s.forAll(func(who int) float64 { return s.apart(e, who, int(y.num)) }), x)
	}
	giveUp("%s", e.Span.Text())
	return operand{}
}

// apart returns a function of space of two things that are known.
func (s *specializer) apart(e *program.Expr, x, y int) float64 {
	if x != 0 && y != 0 {
		if v, ok := s.Between(e.Builtin, x, y); ok {
			return v
		}
	}
	giveUp("%s", e.Span.Text())
	return 0
}

// forAll returns a column with a value for each thing.
func (s *specializer) forAll(value func(who int) float64) []float64 {
	column := make([]float64, len(s.Rows)-1)
	for i := range column {
		column[i] = value(i + 1)
	}
	return column
}

// mustNotTell gives up at what tells whether somebody is out or it is over though it
// is no field.
func (s *specializer) mustNotTell(e *program.Expr) {
	if s.asks != asksNothing {
		giveUp("%s tells whether it is over", e.Span.Text())
	}
}

// present gives up where a value is none.
func (s *specializer) present(o operand) operand {
	s.must(not(s.compared(opUnlessEqual, o, known(0))))
	return o
}

func (s *specializer) extreme(e *program.Expr) operand {
	o := s.value(e.Args[0])
	for _, a := range e.Args[1:] {
		// What is read first stays as it was read.
		if v := s.value(a); e.Builtin == program.Max {
			o = s.greater(o, v)
		} else {
			o = s.less(o, v)
		}
	}
	return o
}

func (s *specializer) greater(x, y operand) operand {
	if x.known && y.known {
		return known(max(x.num, y.num))
	}
	return s.combine(opMax, x, y, x.whole && y.whole)
}

func (s *specializer) less(x, y operand) operand {
	if x.known && y.known {
		return known(min(x.num, y.num))
	}
	return s.combine(opMin, x, y, x.whole && y.whole)
}

// ofDice compiles what is asked about plain dice.
func (s *specializer) ofDice(e *program.Expr) operand {
	d := s.value(e.Args[0])
	if !d.known {
		giveUp("%s", e.Span.Text())
	}
	count, sides, bonus, ok := s.Plain(d.num)
	if !ok {
		giveUp("%s", e.Span.Text())
	}
	switch e.Builtin {
	case program.Top:
		return known(float64(count*sides) + bonus)
	case program.Bottom:
		return known(float64(count) + bonus)
	}
	return known(float64(sides))
}

// natural compiles natural(r).
func (s *specializer) natural(r *program.Expr) operand {
	var o operand
	switch r.Op {
	case program.OpLocal:
		o = s.frame.locals[r.Index]
	case program.OpOwn:
		o = s.own(r.Field)
	}
	if o.natural == 0 {
		giveUp("%s", r.Span.Text())
	}
	return operand{reg: o.natural, whole: true, lasting: true}
}

// formula compiles a formula for its inputs.
func (s *specializer) formula(fm *program.Formula, inputs ...operand) operand {
	outer := s.enter(fm, inputs)
	o := s.value(fm.Expr)
	s.leave(outer)
	return o
}

// holds is the condition that a formula holds for its inputs.
func (s *specializer) holds(fm *program.Formula, inputs ...operand) condition {
	return func(when bool) test {
		outer := s.enter(fm, inputs)
		t := s.branch(fm.Expr, when)
		s.leave(outer)
		return t
	}
}

// enter takes a frame for a formula and returns the one before.
func (s *specializer) enter(fm *program.Formula, inputs []operand) *frame {
	if fm.ReadsEvent {
		giveUp("%s reads an event", fm.Span.Text())
	}
	if s.work++; s.work > maxWork {
		giveUp("it takes too long to work out")
	}
	if s.depth++; s.depth > s.Depth {
		giveUp("formulas stand too deep within each other")
	}
	s.fresh = none // the inputs refer to it
	outer := s.frame
	f := &frame{locals: make([]operand, max(fm.Slots, len(inputs), len(fm.Inputs)))}
	for i := range f.locals {
		f.locals[i] = known(0)
	}
	copy(f.locals, inputs)
	if outer != nil {
		f.act = outer.act
	}
	s.frame = f
	return outer
}

// leave goes back to the frame before.
func (s *specializer) leave(outer *frame) {
	s.frame = outer
	s.depth--
}
