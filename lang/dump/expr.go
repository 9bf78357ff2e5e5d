package dump

import (
	"cmp"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Formula returns a formula as text: its inputs, its result, and how it is computed.
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

// frame has the locals of a text: their names by slot. A name may be empty.
type frame struct {
	Names
	locals map[int]string
	// slots is the number of locals that fit.
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

// head returns the text before a formula or a program: its inputs, its
// result, and in brackets the rest of its frame.
func (f *frame) head(inputs []program.Local, gives string, slots int, notes []string) string {
	params := make([]string, len(inputs))
	for i, l := range inputs {
		params[i] = f.local(i)
		if l.Type.Kind != program.Unknown { // locals without a type are there for others, and never read
			params[i] += ": " + typeText(l.Type)
		}
	}
	text := "(" + strings.Join(params, ", ") + ")"
	if gives != "" {
		text += " -> " + gives
	}
	if slots > len(inputs) {
		notes = slices.Insert(notes, 0, "slots "+strconv.Itoa(slots))
	}
	if len(notes) > 0 {
		text += " [" + strings.Join(notes, ", ") + "]"
	}
	return text
}

// forms has the text of operations: {a} and {b} are operands, {args} all of them as arguments,
// {rest} those after the first, {each} a list and the formula about each of its elements; others
// are fields of the expression, such as {Field}, or parts of those fields' declarations.
var forms = map[program.Op]string{
	program.OpConst: "{constant}", program.OpLocal: "{local}", program.OpDice: "{Count}d{Sides}", program.OpThing: "{thing}",

	program.OpNeg: "-{a}", program.OpAdd: "{a} + {b}", program.OpSub: "{a} - {b}", program.OpMul: "{a} * {b}", program.OpDiv: "{a} / {b}",
	program.OpMod: "{a} % {b}", program.OpPow: "{a} ** {b}", program.OpLess: "{a} < {b}", program.OpLessEq: "{a} <= {b}",
	program.OpGreater: "{a} > {b}", program.OpGreaterEq: "{a} >= {b}", program.OpEq: "{a} == {b}", program.OpNotEq: "{a} != {b}",
	program.OpIs: "{a} is {b}", program.OpAnd: "{a} and {b}", program.OpOr: "{a} or {b}", program.OpNot: "not {a}", program.OpIf: "if({args})",
	program.OpLet: "{let}",

	program.OpFixedDice: "fixed_dice({args})", program.OpDiceAdd: "{a} +dice {b}", program.OpDiceSub: "{a} -dice {b}",
	program.OpDiceMul: "{a} *dice {b}", program.OpStepAdd: "{a} +step {b}", program.OpStepDiff: "{a} -step {b}",

	program.OpField: "{a}.{Field}{member}", program.OpOwn: "act.{Field}{members}", program.OpWas: "was.{Field}{members}",
	program.OpFamilyOf: "{a}.{Field}[..]", program.OpColumn: "{a}.{column}", program.OpCallFormula: "{a}{.Field}({rest})",
	program.OpQuantity: "{Quantity}({args})", program.OpTable: "{Table}({args}){.column}",

	program.OpHas: "{Condition}({args})", program.OpHasNamed: "has({args})",
	program.OpInstance: "instance({Condition}, {args})", program.OpInstances: "instances({Condition}, {args})",

	program.OpList: "[{args}]", program.OpRange: "{a}..{b}", program.OpIn: "{a} in {b}", program.OpIndex: "{a}[{rest}]",
	program.OpMapGet: "{a}[{rest}]",
	program.OpAny:    "any({each})", program.OpAll: "all({each})", program.OpCountIf: "count({each})", program.OpSumOf: "sum({each})",
	program.OpFilter: "filter({each})", program.OpMapTo: "map({each})", program.OpFind: "find({each})", program.OpSortBy: "sort({each})",
	program.OpMost: "most({each})", program.OpLeast: "least({each})", program.OpHighest: "highest({each})", program.OpLowest: "lowest({each})",

	program.OpBuiltin: "{builtin}", program.OpEvent: "event", program.OpAct: "act",
}

// rows are the operators that need no parentheses in a row; those with the same number
// may be mixed.
var rows = map[program.Op]int{
	program.OpAdd: 1, program.OpSub: 1, program.OpDiceAdd: 2, program.OpDiceSub: 2,
	program.OpMul: 3, program.OpAnd: 4, program.OpOr: 5, program.OpStepAdd: 6,
}

func (f *frame) expr(x *program.Expr) string {
	if x == nil {
		return "-"
	}
	form, ok := forms[x.Op]
	if !ok {
		return f.call("op#"+strconv.Itoa(int(x.Op)), x.Args)
	}
	return diag.Fill(form, func(name string) string { return f.part(x, name) })
}

// part returns the text for a name in braces in the form of an expression.
func (f *frame) part(x *program.Expr, name string) string {
	switch name {
	case "a":
		if row := rows[x.Op]; row > 0 && rows[x.Args[0].Op] == row {
			return f.expr(x.Args[0])
		}
		return f.operand(x.Args[0])
	case "b":
		return f.operand(x.Args[1])
	case "args":
		return f.list(x.Args)
	case "rest":
		return f.list(x.Args[1:])
	case "each":
		return f.expr(x.Args[0]) + ", " + f.about(x.Index, "each", ": ", x.Args[1], f.expr)
	case "let":
		value := f.expr(x.Args[0])
		return "let " + f.about(x.Index, x.Label, " = "+value+" in ", x.Args[1], f.operand)
	case "constant":
		return f.constant(x)
	case "local":
		return f.local(x.Index)
	case "thing":
		return f.thing(x.Index)
	case "builtin":
		return f.builtin(x)
	}
	return f.piece(x, name)
}

// piece returns a part that is a field of a declaration, or of the expression.
func (f *frame) piece(x *program.Expr, name string) string {
	switch name {
	case "member":
		return f.member(x.Args[1:])
	case "members":
		if len(x.Args) == 0 && x.Field.Family != nil {
			return "[..]"
		}
		return f.member(x.Args)
	case "column":
		return x.Args[0].Type.Scale.Columns[x.Index].Name
	case ".column":
		if len(x.Table.Columns) > 1 {
			return "." + x.Table.Columns[x.Index].Name
		}
		return ""
	case ".Field":
		if x.Field == nil {
			return ""
		}
		return "." + x.Field.Name
	}
	text, _ := f.text(reflect.ValueOf(x).Elem().FieldByName(name))
	return text
}

// operand returns an expression as a part of another: in parentheses if it is an operator or
// extends as far as possible.
func (f *frame) operand(x *program.Expr) string {
	form := forms[x.Op]
	if strings.HasSuffix(form, "{b}") || strings.HasSuffix(form, "{a}") || x.Op == program.OpLet || x.Op == program.OpConst && x.Num < 0 {
		return "(" + f.expr(x) + ")"
	}
	return f.expr(x)
}

// about returns an expression after the local that it is about.
func (f *frame) about(slot int, name, between string, x *program.Expr, write func(*program.Expr) string) (text string) {
	f.within(slot, name, func() { text = f.local(slot) + between + write(x) })
	return text
}

func (f *frame) list(list []*program.Expr) string { return joined(list, f.expr) }

func (f *frame) call(name string, args []*program.Expr) string {
	return name + "(" + f.list(args) + ")"
}

// member returns the member of a family in brackets, if one is given.
func (f *frame) member(args []*program.Expr) string {
	if len(args) == 0 {
		return ""
	}
	return "[" + f.list(args) + "]"
}

// builtins are the names of built-in functions in formulas, and, after a dot, of the
// fields that the language defines for values of a type. Those that formulas never write have a
// name of their own here. bare are those written without parentheses when they take no arguments.
var builtins, bare = func() (names map[program.Builtin]string, bare map[program.Builtin]bool) {
	names = map[program.Builtin]string{
		program.Now: "now", program.KeyNumber: "key", program.AsAction: "as_action", program.AsPlan: "as_plan", program.ThingsOf: "things_of",
		program.PlaceAt: "place", program.StepBy: "step", program.Length: "count", program.Total: "sum",
	}
	bare = map[program.Builtin]bool{program.Now: true}
	for _, f := range program.Functions() {
		if names[f.Op] == "" && f.Op != program.BuiltinNone {
			names[f.Op] = f.Name
		}
		bare[f.Op] = bare[f.Op] || f.Bare
	}
	for _, m := range program.Members() {
		if names[m.Op] == "" {
			names[m.Op] = "." + m.Name
		}
	}
	return names, bare
}()

func (f *frame) builtin(x *program.Expr) string {
	name := cmp.Or(builtins[x.Builtin], "builtin#"+strconv.Itoa(int(x.Builtin)))
	if strings.HasPrefix(name, ".") {
		return f.operand(x.Args[0]) + name
	}
	switch x.Builtin {
	case program.KeyNumber:
		if f.Program != nil && f.Program.Time != nil && x.Args[0].Op == program.OpConst {
			return "time." + f.Program.Time.Keys[int(x.Args[0].Num)]
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
		return name + "(" + strings.TrimSuffix(strconv.Quote(x.Label)+", "+f.list(x.Args), ", ") + ")"
	}
	if bare[x.Builtin] && len(x.Args) == 0 {
		return name
	}
	return f.call(name, x.Args)
}

// text returns a value that fits on a line; false if it needs several lines.
func (f *frame) text(v reflect.Value) (string, bool) {
	switch x := v.Interface().(type) {
	case program.Type:
		return typeText(x), true
	case *program.Type:
		return typeText(*x), true
	case *program.Expr:
		return f.expr(x), true
	case program.With:
		return x.Field.Name + " = " + f.expr(x.Value), true
	case program.Local:
		return x.Name + ": " + typeText(x.Type), true
	case program.Column:
		return strings.TrimPrefix(x.Name+": ", ": ") + typeText(x.Type), true
	case *program.Point:
		return f.point(*x), true
	case *big.Rat:
		return x.RatString(), true
	case *program.Test:
		return f.against(x), true
	}
	if text, ok := reference(v.Interface()); ok {
		return text, v.Kind() != reflect.Interface // a statement, a line of a script
	}
	switch v.Kind() {
	case reflect.Uint8:
		if words := constants[v.Type()]; int(v.Uint()) < len(words) {
			return words[v.Uint()], true
		}
		return fmt.Sprintf("%s#%d", v.Type().Name(), v.Uint()), true
	case reflect.Bool, reflect.Int, reflect.Uint64:
		return fmt.Sprint(v), true
	case reflect.String:
		return strconv.Quote(v.String()), true
	case reflect.Float64:
		return number(v.Float()), true
	case reflect.Pointer:
		if v.Type().Elem().Kind() == reflect.Float64 {
			return number(v.Elem().Float()), true
		}
	case reflect.Slice:
		return f.row(v)
	}
	return "", false
}

// row returns the elements of a list on a line; false if they need several lines.
func (f *frame) row(v reflect.Value) (string, bool) {
	list := make([]string, v.Len())
	for i := range list {
		text, short := f.text(v.Index(i))
		if !short {
			return "", false
		}
		list[i] = text
	}
	return strings.Join(list, ", "), true
}

// against returns the target of a roll.
func (f *frame) against(t *program.Test) string {
	text := "against " + f.expr(t.Against)
	if t.Rolled != nil {
		text = f.expr(t.Rolled) + " " + text
	}
	for i, x := range t.With {
		text += [...]string{" with ", ", "}[min(i, 1)] + x.Field.Name + " = " + f.expr(x.Value)
	}
	return text + " by checks." + t.Check.Name
}
