package interp

import "github.com/rulec/rulec/lang/program"

// frameCells is how many locals and values in between a program in bytecode may
// have; longer ones have no such form.
const frameCells = 256

// assembler puts the bytecode of a program together.
type assembler struct {
	*compiler
	code []instr
	// jumps are where the instructions jump that do.
	jumps map[int]int
	// free is the first cell of the frame that holds no local and no value in between.
	free int
	// full is set when the program needs more cells than there are.
	full bool
}

// bytecode returns the second form of a program, or nil when it is too long. Its
// locals are the first cells of the frame.
func (c *compiler) bytecode(list []program.Stmt, locals int) []instr {
	a := &assembler{compiler: c, free: locals}
	a.statements(list)
	if a.full || locals > frameCells {
		return nil
	}
	return a.linked()
}

// linked ends the program and links its instructions.
func (a *assembler) linked() []instr {
	a.emit(instr{op: bcEnd})
	for i := range a.code[:len(a.code)-1] {
		in := &a.code[i]
		in.next = &a.code[i+1]
		if to := a.jumps[i]; to > 0 {
			in.to = &a.code[to-1]
		}
	}
	return a.code
}

func (a *assembler) emit(in instr) int {
	a.code = append(a.code, in)
	return len(a.code) - 1
}

// cells reserves n cells in a row.
func (a *assembler) cells(n int) uint8 {
	at := a.free
	a.free += n
	if a.free > frameCells {
		a.full = true
	}
	return uint8(at)
}

// land makes jumps go to what is emitted next.
func (a *assembler) land(jumps ...int) {
	for _, j := range jumps {
		if a.jumps == nil {
			a.jumps = map[int]int{}
		}
		a.jumps[j] = len(a.code)
	}
}

// block emits a block within a program, which counts its statements itself.
func (a *assembler) block(list []program.Stmt) {
	if len(list) == 0 {
		return
	}
	if stop, ok := list[0].(*program.Stop); ok && stop.With == nil && len(list) == 1 {
		a.emit(instr{op: bcStopHere})
		return
	}
	a.emit(instr{op: bcSteps, n: int32(len(list))})
	a.statements(list)
}

func (a *assembler) statements(list []program.Stmt) {
	for _, s := range list {
		free := a.free
		a.statement(s)
		a.free = free
	}
}

func (a *assembler) statement(s program.Stmt) {
	switch s := s.(type) {
	case *program.SetLocal:
		if s.Slot < frameCells {
			a.value(s.Value, uint8(s.Slot))
			return
		}
	case *program.If:
		a.ifElse(s)
		return
	case *program.Stop:
		if s.With == nil {
			a.emit(instr{op: bcStop})
			return
		}
	case *program.Roll:
		if a.roll(s) {
			return
		}
	case *program.Assign:
		if a.assign(s) {
			return
		}
	case *program.CallProc:
		a.callProc(s)
		return
	case *program.Schedule:
		if a.schedule(s) {
			return
		}
	case *program.Perform:
		if s.Action == nil && s.Act.Type.Kind == program.Act {
			a.emit(instr{op: bcPerform, b: a.cell(s.Act), do: a.closure(s), x: &detail{span: &s.Span}})
			return
		}
	case *program.Choose:
		if a.chooseAct(s) {
			return
		}
	}
	a.emit(instr{op: bcDo, do: a.closure(s)})
}

// closure returns the other form of a statement.
func (a *assembler) closure(s program.Stmt) stmt { return a.compiler.statement(s) }

func (a *assembler) ifElse(s *program.If) {
	jumps := a.unless(s.Cond)
	a.block(s.Then)
	if len(s.Else) > 0 {
		end := a.emit(instr{op: bcJump})
		a.land(jumps...)
		a.block(s.Else)
		jumps = []int{end}
	}
	a.land(jumps...)
}

// roll emits a throw for a local whose dice may be plain.
func (a *assembler) roll(s *program.Roll) bool {
	if s.Own != nil || s.Slot < 0 || s.Slot >= frameCells || s.LabelFrom != nil || a.listsIn(s.Dice) {
		return false
	}
	x := &detail{span: &s.Span, label: a.labels.number(s.Label)}
	if s.By == nil && a.self >= 0 && a.self < frameCells {
		x.roller = uint8(a.self)
	} else {
		x.by = a.rollerOf(s)
	}
	dice := s.Dice
	var bonus *program.Expr
	if dice.Op == program.OpDiceAdd && dice.Args[0].Type.Kind == program.Dice && dice.Args[1].Type.Kind != program.Dice {
		dice, bonus = dice.Args[0], dice.Args[1]
	}
	in := instr{op: bcThrow, a: uint8(s.Slot), do: a.closure(s), x: x}
	switch dice.Op {
	case program.OpDiceAdd, program.OpDiceSub:
		return false
	case program.OpDice:
		d, err := MakeDiceValue(float64(dice.Count), float64(dice.Sides))
		if err != nil || !d.plain() {
			return false
		}
		x.dice = &d
	default:
		in.b = a.cell(dice)
	}
	if bonus != nil {
		x.bonus, in.c = true, a.cell(bonus)
	}
	a.emit(in)
	return true
}

// assign emits a change of a single value of a thing.
func (a *assembler) assign(s *program.Assign) bool {
	t, field := s.Target, a.fieldOf(s.Target.Field)
	if t.Op != program.OpField || len(t.Args) > 1 || t.Args[0].Type.Kind != program.ThingType || field.set || field.virtual || field.list {
		return false
	}
	x := &detail{at: t, span: &s.Span, field: field, sign: map[byte]float64{'+': 1, '-': -1}[s.Op]}
	in := instr{op: bcChange, b: a.cell(t.Args[0]), do: a.closure(s), x: x}
	if s.Value.Op == program.OpConst {
		in.op, in.num = bcChangeNumber, s.Value.Num
	} else {
		in.c = a.cell(s.Value)
	}
	a.emit(in)
	return true
}

func (a *assembler) callProc(s *program.CallProc) {
	in := instr{op: bcCall, n: int32(len(s.Args)), k: int32(s.Into), x: &detail{span: &s.Span, proc: a.procs[s.Proc.Index]}}
	in.b = a.row(s.Args)
	a.emit(in)
}

// schedule emits an entry that follows nothing and has no fields.
func (a *assembler) schedule(s *program.Schedule) bool {
	if len(s.With) > 0 || s.For != nil || s.AfterEntry != nil || len(s.Keys) == 0 {
		return false
	}
	in := instr{op: bcSchedule, n: int32(len(s.Keys)), do: a.closure(s), x: &detail{span: &s.Span, entry: a.entries[s.Entry.Index]}}
	in.b = a.cellOrSelf(s.Of)
	in.c = a.row(s.Keys)
	a.emit(in)
	return true
}

// chooseAct emits choose act from can_do(self).
func (a *assembler) chooseAct(s *program.Choose) bool {
	if s.From.Op != program.OpBuiltin || s.From.Builtin != program.CanDo || s.By != nil || s.Own != nil || s.Slot < 0 || s.Slot >= frameCells {
		return false
	}
	in := instr{op: bcChoose, a: uint8(s.Slot), b: a.cell(s.From.Args[0]), x: &detail{span: &s.Span, event: a.turn}}
	if len(s.From.Args) > 1 {
		in.x.event = a.events[int(s.From.Args[1].Num)-1]
	}
	a.emit(in)
	return true
}

// cell returns the cell of the frame that holds a value: its own if it is a local.
func (a *assembler) cell(e *program.Expr) uint8 {
	if e.Op == program.OpLocal && e.Index < frameCells {
		return uint8(e.Index)
	}
	at := a.cells(1)
	a.value(e, at)
	return at
}

// cellOrSelf does so for e, or for `+"`self`"+` when e is nil; without a self none.
func (a *assembler) cellOrSelf(e *program.Expr) uint8 {
	switch {
	case e != nil:
		return a.cell(e)
	case a.self >= 0 && a.self < frameCells:
		return uint8(a.self)
	}
	at := a.cells(1)
	a.emit(instr{op: bcNumber, a: at})
	return at
}

// row puts values into cells in a row and returns the first.
func (a *assembler) row(list []*program.Expr) uint8 {
	first := a.cells(len(list))
	for i, e := range list {
		free := a.free
		a.value(e, first+uint8(i))
		a.free = free
	}
	return first
}

// value emits the working out of an expression into a cell.
func (a *assembler) value(e *program.Expr, to uint8) {
	free := a.free
	in := a.plainValue(e)
	if in.op == bcEnd && !a.other(e, to) {
		in = instr{op: bcValue, value: a.expr(e)}
	}
	a.free = free
	if in.op != bcEnd {
		in.a = to
		a.emit(in)
	}
}

// plainValue returns the instruction that works an expression out, or bcEnd when
// no single one does.
func (a *assembler) plainValue(e *program.Expr) instr {
	switch e.Op {
	case program.OpConst:
		return instr{op: bcNumber, num: e.Num}
	case program.OpLocal:
		if e.Index < frameCells {
			return instr{op: bcCopy, b: uint8(e.Index)}
		}
	case program.OpOwn:
		if plainOwn(e) {
			return instr{op: bcParam, n: int32(e.Field.Cell), x: &detail{at: e}}
		}
	case program.OpField:
		return a.fieldValue(e)
	case program.OpAdd, program.OpSub, program.OpMul:
		return a.arithmetic(e)
	case program.OpQuantity:
		return instr{
			op: bcQuantity, b: a.row(e.Args), n: int32(len(e.Args)),
			x: &detail{at: e, quantity: a.quantities[e.Quantity.Index]},
		}
	case program.OpBuiltin:
		switch {
		case e.Builtin == program.Natural && e.Args[0].Op == program.OpLocal && e.Args[0].Index < frameCells:
			a.ask(e.Args[0].Index)
			return instr{op: bcNatural, b: uint8(e.Args[0].Index), x: &detail{at: e}}
		case e.Builtin == program.Max && len(e.Args) == 2:
			return instr{op: bcMax, b: a.cell(e.Args[0]), c: a.cell(e.Args[1])}
		case e.Builtin == program.Min && len(e.Args) == 2:
			return instr{op: bcMin, b: a.cell(e.Args[0]), c: a.cell(e.Args[1])}
		}
	}
	return instr{}
}

func (a *assembler) fieldValue(e *program.Expr) instr {
	of := e.Args[0]
	switch {
	case plainCell(e) && of.Op == program.OpLocal && of.Index < frameCells:
		return instr{op: bcField, b: uint8(of.Index), n: int32(e.Field.Cell), x: &detail{at: e}}
	case plainCell(e) && plainOwn(of) && of.Field.Cell < frameCells:
		return instr{op: bcParamField, b: uint8(of.Field.Cell), n: int32(e.Field.Cell), x: &detail{at: e}}
	case of.Type.Kind == program.Definition && len(e.Args) == 1 && plainCell(of) && of.Args[0].Op == program.OpLocal && of.Args[0].Index < frameCells:
		return instr{
			op: bcDefField, b: uint8(of.Args[0].Index), n: int32(of.Field.Cell), k: int32(a.fieldOf(e.Field).off),
			x: &detail{at: e, kind: a.kinds[of.Type.Of.Index]},
		}
	}
	return instr{}
}

func (a *assembler) arithmetic(e *program.Expr) instr {
	x, y := e.Args[0], e.Args[1]
	if y.Op == program.OpConst {
		switch e.Op {
		case program.OpAdd:
			return instr{op: bcAddNumber, b: a.cell(x), num: y.Num}
		case program.OpSub:
			return instr{op: bcAddNumber, b: a.cell(x), num: -y.Num}
		}
		return instr{op: bcMulNumber, b: a.cell(x), num: y.Num}
	}
	in := instr{op: bcAdd, b: a.cell(x), c: a.cell(y)}
	switch e.Op {
	case program.OpSub:
		in.op = bcSub
	case program.OpMul:
		in.op = bcMul
	}
	return in
}

// other emits what takes several instructions; false when that is no better than
// a closure.
func (a *assembler) other(e *program.Expr, to uint8) bool {
	if e.Op != program.OpIf || e.Type.Kind == program.Bool || isList(e.Type) {
		return false
	}
	jumps := a.unless(e.Args[0])
	a.value(e.Args[1], to)
	end := a.emit(instr{op: bcJump})
	a.land(jumps...)
	a.value(e.Args[2], to)
	a.land(end)
	return true
}

// unless emits a test and returns the jumps that are taken where it fails.
func (a *assembler) unless(e *program.Expr) []int {
	free := a.free
	defer func() { a.free = free }()
	switch e.Op {
	case program.OpAnd:
		return append(a.unless(e.Args[0]), a.unless(e.Args[1])...)
	case program.OpOr:
		first := a.unless(e.Args[0])
		holds := a.emit(instr{op: bcJump})
		a.land(first...)
		second := a.unless(e.Args[1])
		a.land(holds)
		return second
	case program.OpNot:
		fails := a.unless(e.Args[0])
		holds := a.emit(instr{op: bcJump})
		a.land(fails...)
		return []int{holds}
	case program.OpLess:
		return a.compare(bcLess, e.Args[0], e.Args[1])
	case program.OpGreater:
		return a.compare(bcLess, e.Args[1], e.Args[0])
	case program.OpLessEq:
		return a.compare(bcLessEq, e.Args[0], e.Args[1])
	case program.OpGreaterEq:
		return a.compare(bcLessEq, e.Args[1], e.Args[0])
	case program.OpEq, program.OpNotEq:
		if equalByNumber(e.Args[0].Type) && equalByNumber(e.Args[1].Type) {
			if e.Op == program.OpEq {
				return a.compare(bcEqual, e.Args[0], e.Args[1])
			}
			return a.compare(bcUnequal, e.Args[0], e.Args[1])
		}
	}
	return []int{a.emit(instr{op: bcTest, test: a.test(e)})}
}

// equalByNumber tells whether values of a type are equal when their numbers are.
func equalByNumber(t program.Type) bool { return !isList(t) && t.Kind != program.Nothing }

// withNumber and withNumberFirst are the instructions that compare with a number:
// on the right side, and on the left one.
var (
	withNumber      = map[opcode]opcode{bcLess: bcLessNumber, bcLessEq: bcLessEqNumber, bcEqual: bcEqualNumber, bcUnequal: bcUnequalNumber}
	withNumberFirst = map[opcode]opcode{bcLess: bcMoreNumber, bcLessEq: bcMoreEqNumber, bcEqual: bcEqualNumber, bcUnequal: bcUnequalNumber}
)

func (a *assembler) compare(op opcode, x, y *program.Expr) []int {
	switch {
	case y.Op == program.OpConst:
		return []int{a.emit(instr{op: withNumber[op], b: a.cell(x), num: y.Num})}
	case x.Op == program.OpConst:
		return []int{a.emit(instr{op: withNumberFirst[op], b: a.cell(y), num: x.Num})}
	}
	return []int{a.emit(instr{op: op, b: a.cell(x), c: a.cell(y)})}
}
