package dump

import (
	"maps"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/program"
)

// Names says what the constants of formulas stand for. Without a Program or an
// Encounter those that only it could name are shown by their numbers, from 0:
// conditions#3.
type Names struct {
	Program   *program.Program
	Encounter *program.Encounter
	// code gives the instructions that stand below formulas; nil: none do.
	code Code
}

// Expr returns an expression whose locals have no names: $0, $1.
func (n Names) Expr(x *program.Expr) string { return newFrame(n, nil).expr(x) }

// Formula returns a formula: what it takes, what it gives, and how it is worked out.
func (n Names) Formula(f *program.Formula) string {
	frame := newFrame(n, f.Inputs)
	var notes []string
	if f.ReadsEvent {
		notes = append(notes, "event")
	}
	if f.ReadsAct {
		notes = append(notes, "act")
	}
	return frame.head(f.Inputs, valueText(f.Expr.Type), f.Slots, notes) + " = " + frame.expr(f.Expr)
}

// frame is what a text knows of its locals: their names by slot. A name may be empty.
type frame struct {
	Names
	locals map[int]string
	// slots is how many locals there is room for.
	slots int
}

func newFrame(n Names, inputs []program.Local) *frame {
	f := &frame{Names: n, locals: map[int]string{}, slots: len(inputs)}
	for i, l := range inputs {
		f.locals[i] = l.Name
	}
	return f
}

// within runs write with a further local, or (slot below 0) without one.
func (f *frame) within(slot int, name string, write func()) {
	outer := maps.Clone(f.locals)
	if slot >= 0 {
		f.locals[slot] = name
	}
	write()
	f.locals = outer
}

// local returns NAME$SLOT.
func (f *frame) local(slot int) string { return f.locals[slot] + "$" + strconv.Itoa(slot) }

// head returns what stands before the text of a formula or a program: inputs, what it
// gives, and in brackets what else its frame holds.
func (f *frame) head(inputs []program.Local, gives string, slots int, notes []string) string {
	params := make([]string, len(inputs))
	for i, l := range inputs {
		params[i] = f.local(i)
		if l.Type.Kind != program.Unknown { // what has no type is there for others, and is never read
			params[i] += ": " + typeText(l.Type)
		}
	}
	text := "(" + strings.Join(params, ", ") + ")"
	if gives != "" {
		text += " -> " + gives
	}
	if slots > len(inputs) {
		notes = append([]string{counted(slots, "slot")}, notes...)
	}
	if len(notes) > 0 {
		text += " [" + strings.Join(notes, ", ") + "]"
	}
	return text
}

// counted returns a number of something.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// typeText returns a type; of what is called, with its parameters.
func typeText(t program.Type) string {
	if t.Kind != program.FormulaField && t.Kind != program.ProgramField {
		return t.String()
	}
	params := make([]string, len(t.Params))
	for i, p := range t.Params {
		params[i] = p.Name + ": " + typeText(p.Type)
	}
	return t.String() + "(" + strings.Join(params, ", ") + ")"
}

// infix are the operators that stand between their operands.
var infix = map[program.Op]string{
	program.OpAdd: " + ", program.OpSub: " - ", program.OpMul: " * ", program.OpDiv: " / ", program.OpMod: " % ",
	program.OpPow: " ** ", program.OpLess: " < ", program.OpLessEq: " <= ", program.OpGreater: " > ",
	program.OpGreaterEq: " >= ", program.OpEq: " == ", program.OpNotEq: " != ", program.OpIs: " is ",
	program.OpAnd: " and ", program.OpOr: " or ", program.OpDiceAdd: " +dice ", program.OpDiceSub: " -dice ", program.OpDiceMul: " *dice ",
	program.OpStepAdd: " +step ", program.OpStepDiff: " -step ", program.OpRange: "..", program.OpIn: " in ",
}

// rows are the operators of which several in a row need no brackets; those of one number
// may be mixed.
var rows = map[program.Op]int{
	program.OpAdd: 1, program.OpSub: 1, program.OpDiceAdd: 2, program.OpDiceSub: 2,
	program.OpMul: 3, program.OpAnd: 4, program.OpOr: 5, program.OpStepAdd: 6,
}

// overLists are the operations with a formula about each element.
var overLists = map[program.Op]string{
	program.OpAny: "any", program.OpAll: "all", program.OpCountIf: "count", program.OpSumOf: "sum",
	program.OpFilter: "filter", program.OpMapTo: "map", program.OpFind: "find", program.OpSortBy: "sort",
	program.OpMost: "most", program.OpLeast: "least", program.OpHighest: "highest", program.OpLowest: "lowest",
}

func (f *frame) expr(x *program.Expr) string {
	if word := infix[x.Op]; word != "" {
		return f.left(x) + word + f.operand(x.Args[1])
	}
	switch x.Op {
	case program.OpConst:
		return f.constant(x)
	case program.OpLocal:
		return f.local(x.Index)
	case program.OpDice:
		return strconv.Itoa(x.Count) + "d" + strconv.Itoa(x.Sides)
	case program.OpThing:
		return f.thing(x.Index)
	case program.OpNeg:
		return "-" + f.operand(x.Args[0])
	case program.OpNot:
		return "not " + f.operand(x.Args[0])
	case program.OpList:
		return "[" + f.list(x.Args) + "]"
	case program.OpIndex, program.OpMapGet:
		return f.operand(x.Args[0]) + "[" + f.expr(x.Args[1]) + "]"
	}
	if x.Op.OverList() {
		return f.overList(x)
	}
	return f.reading(x)
}

// operand returns an expression as a part of another.
func (f *frame) operand(x *program.Expr) string {
	if infix[x.Op] != "" || x.Op == program.OpNeg || x.Op == program.OpNot || x.Op == program.OpLet || x.Op == program.OpConst && x.Num < 0 {
		return "(" + f.expr(x) + ")"
	}
	return f.expr(x)
}

// left returns the left operand of an operator.
func (f *frame) left(x *program.Expr) string {
	if row := rows[x.Op]; row > 0 && rows[x.Args[0].Op] == row {
		return f.expr(x.Args[0])
	}
	return f.operand(x.Args[0])
}

func (f *frame) list(list []*program.Expr) string {
	return strings.Join(f.each(list), ", ")
}

func (f *frame) call(name string, args []*program.Expr) string {
	return name + "(" + f.list(args) + ")"
}

func (f *frame) overList(x *program.Expr) (text string) {
	text = overLists[x.Op] + "(" + f.expr(x.Args[0]) + ", "
	f.within(x.Index, "each", func() { text += f.local(x.Index) + ": " + f.expr(x.Args[1]) })
	return text + ")"
}

func (f *frame) let(x *program.Expr) (text string) {
	value := f.expr(x.Args[0])
	f.within(x.Index, x.Label, func() {
		text = "let " + f.local(x.Index) + " = " + value + " in " + f.operand(x.Args[1])
	})
	return text
}

// reading returns what reads declarations, things and what happens.
func (f *frame) reading(x *program.Expr) string {
	switch x.Op {
	case program.OpIf:
		return f.call("if", x.Args)
	case program.OpLet:
		return f.let(x)
	case program.OpFixedDice:
		return f.call("fixed_dice", x.Args)
	case program.OpField:
		return f.operand(x.Args[0]) + "." + x.Field.Name + f.member(x.Args[1:])
	case program.OpOwn:
		return "act." + x.Field.Name + f.family(x)
	case program.OpWas:
		return "was." + x.Field.Name + f.family(x)
	case program.OpFamilyOf:
		return f.operand(x.Args[0]) + "." + x.Field.Name + "[..]"
	case program.OpColumn:
		return f.operand(x.Args[0]) + "." + column(x)
	case program.OpCallFormula:
		name := f.operand(x.Args[0])
		if x.Field != nil {
			name += "." + x.Field.Name
		}
		return f.call(name, x.Args[1:])
	case program.OpQuantity:
		return f.call("quantities."+x.Quantity.Name, x.Args)
	case program.OpTable:
		text := f.call("tables."+x.Table.Name, x.Args)
		if x.Index < len(x.Table.Columns) && x.Table.Columns[x.Index].Name != "" {
			text += "." + x.Table.Columns[x.Index].Name
		}
		return text
	case program.OpHas:
		return f.call("conditions."+x.Condition.Name, x.Args)
	case program.OpHasNamed:
		return f.call("has", x.Args)
	case program.OpInstance:
		return "instance(conditions." + x.Condition.Name + ", " + f.list(x.Args) + ")"
	case program.OpInstances:
		return "instances(conditions." + x.Condition.Name + ", " + f.list(x.Args) + ")"
	case program.OpBuiltin:
		return f.builtin(x)
	case program.OpEvent:
		return "event"
	case program.OpAct:
		return "act"
	}
	return f.call("op#"+strconv.Itoa(int(x.Op)), x.Args)
}

// column returns the name of a column of a scale.
func column(x *program.Expr) string {
	if scale := x.Args[0].Type.Scale; scale != nil && x.Index < len(scale.Columns) {
		return scale.Columns[x.Index].Name
	}
	return "column#" + strconv.Itoa(x.Index)
}

// member returns the member of a family in brackets, if one is given.
func (f *frame) member(args []*program.Expr) string {
	if len(args) == 0 {
		return ""
	}
	return "[" + f.list(args) + "]"
}

// family is member for what stands for all members if none is given.
func (f *frame) family(x *program.Expr) string {
	if len(x.Args) == 0 && x.Field.Family != nil {
		return "[..]"
	}
	return f.member(x.Args)
}

func (f *frame) builtin(x *program.Expr) string {
	if name, ok := members[x.Builtin]; ok {
		return f.operand(x.Args[0]) + "." + name
	}
	name := "builtin#" + strconv.Itoa(int(x.Builtin))
	if builtins[x.Builtin] != "" {
		name = builtins[x.Builtin]
	}
	switch x.Builtin {
	case program.KeyNumber:
		if key, ok := f.key(x.Args[0]); ok {
			return "time." + key
		}
	case program.ThingsOf:
		if x.Type.Elem != nil && x.Type.Elem.Of != nil {
			return "kinds." + x.Type.Elem.Of.Plural
		}
	case program.Committed, program.Paid:
		return name + "(" + f.expr(x.Args[0]) + ", " + x.Field.Name + f.member(x.Args[1:]) + ")"
	case program.PileOf, program.DiscardsOf:
		return name + "(decks." + x.Label + ")"
	case program.WasRolled, program.RollTotal:
		return name + "(" + strings.Join(append([]string{strconv.Quote(x.Label)}, f.each(x.Args)...), ", ") + ")"
	}
	if bare[x.Builtin] && len(x.Args) == 0 {
		return name
	}
	return f.call(name, x.Args)
}

func (f *frame) each(list []*program.Expr) []string {
	var texts []string
	for _, x := range list {
		texts = append(texts, f.expr(x))
	}
	return texts
}

// key returns the name of a key number of the clock.
func (f *frame) key(x *program.Expr) (string, bool) {
	if f.Program == nil || f.Program.Time == nil || x.Op != program.OpConst {
		return "", false
	}
	return nth(f.Program.Time.Keys, int(x.Num), func(s string) string { return s })
}
