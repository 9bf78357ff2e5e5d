package dump

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/program"
)

// Formula returns a formula: what it takes, what it gives, and how it is computed.
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
		notes = slices.Insert(notes, 0, "slots "+strconv.Itoa(slots))
	}
	if len(notes) > 0 {
		text += " [" + strings.Join(notes, ", ") + "]"
	}
	return text
}

// typeText returns a type; of what is called, with its parameters.
func typeText(t program.Type) string {
	if t.Kind != program.FormulaField && t.Kind != program.ProgramField {
		return t.String()
	}
	return t.String() + "(" + joined(t.Params, func(p program.Local) string { return p.Name + ": " + typeText(p.Type) }) + ")"
}

// forms say how operations are written: {a} and {b} are operands, {args} all of them as arguments,
// {rest} those behind the first, {each} a list and the formula about each of its elements; others
// are fields of the expression, such as {Field}, or pieces of what these declare.
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

// rows are the operators of which several in a row need no brackets; those of one number
// may be mixed.
var rows = map[program.Op]int{
	program.OpAdd: 1, program.OpSub: 1, program.OpDiceAdd: 2, program.OpDiceSub: 2,
	program.OpMul: 3, program.OpAnd: 4, program.OpOr: 5, program.OpStepAdd: 6,
}

// Fill replaces the names in the braces of a form.
func Fill(form string, by func(name string) string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(form, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}")
		b.WriteString(by(name))
		form = after
	}
}

func (f *frame) expr(x *program.Expr) string {
	if x == nil {
		return "-"
	}
	form, ok := forms[x.Op]
	if !ok {
		return f.call("op#"+strconv.Itoa(int(x.Op)), x.Args)
	}
	return Fill(form, func(name string) string { return f.part(x, name) })
}

// part returns what stands in braces in the form of an expression.
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

// piece returns a part that is a piece of a declaration, or a field of the expression.
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
		if x.Index < len(x.Table.Columns) {
			return strings.TrimSuffix("."+x.Table.Columns[x.Index].Name, ".")
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

// operand returns an expression as a part of another: in brackets if it is an operator or
// goes on as far as it can.
func (f *frame) operand(x *program.Expr) string {
	form := forms[x.Op]
	if strings.HasSuffix(form, "{b}") || strings.HasSuffix(form, "{a}") || x.Op == program.OpLet || x.Op == program.OpConst && x.Num < 0 {
		return "(" + f.expr(x) + ")"
	}
	return f.expr(x)
}

// about returns an expression behind the local that it is about.
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

// builtins are the built-in functions as formulas call them, and, with a point before them, the
// fields that the language gives every value of a type. Those that no formula writes itself have a
// name of their own here. bare are those that are written without brackets when they take nothing.
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

// Builtin returns what formulas call a built-in function.
func Builtin(b program.Builtin) string {
	return cmp.Or(builtins[b], "builtin#"+strconv.Itoa(int(b)))
}

func (f *frame) builtin(x *program.Expr) string {
	name := Builtin(x.Builtin)
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
