package interp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/lang/program"
)

// forms say what instructions do, one a row: {a}, {b} and {c} are registers, {k} and {n} numbers,
// {to} an instruction, {b..} as many registers from b on as c says, and the others what the
// tables of the code hold.
var forms = [...]string{
	opGive: "give {a}", opGiveK: "give {k}", opConst: "{a} = {k}", opCopy: "{a} = {b}",

	opSum: "{a} = {b} + {c}", opSumK: "{a} = {b} + {k}", opSub: "{a} = {b} - {c}", opSubFromK: "{a} = {k} - {b}",
	opMul: "{a} = {b} * {c}", opMulK: "{a} = {b} * {k}", opDiv: "{a} = {b} / {c}", opMod: "{a} = {b} % {c}", opNeg: "{a} = -{b}",
	opAddUp: "{a} += {b}", opMin: "{a} = min({b}, {c})", opMinK: "{a} = min({b}, {k})", opMax: "{a} = max({b}, {c})", opMaxK: "{a} = max({b}, {k})",
	opFloor: "{a} = floor({b})", opCeil: "{a} = ceil({b})", opRound: "{a} = round({b})", opAbs: "{a} = abs({b})", opSign: "{a} = sign({b})",
	opStepDiff: "{a} = steps from {c} to {b}",

	opJump: "go to {to}", opJumpIf: "if {b} go to {to}", opJumpIfNot: "if not {b} go to {to}",
	opLess: "if {b} < {c} go to {to}", opLessEq: "if {b} <= {c} go to {to}", opEqual: "if {b} == {c} go to {to}",
	opNotLess: "if not {b} < {c} go to {to}", opNotLessEq: "if not {b} <= {c} go to {to}", opNotEqual: "if {b} != {c} go to {to}",
	opLessK: "if {b} < {k} go to {to}", opLessEqK: "if {b} <= {k} go to {to}", opGreaterK: "if {b} > {k} go to {to}",
	opGreaterEqK: "if {b} >= {k} go to {to}", opEqualK: "if {b} == {k} go to {to}", opNotEqualK: "if {b} != {k} go to {to}",
	opHolds: "if {b} holds {held} go to {to}", opHoldsNot: "if not {b} holds {held} go to {to}",
	opHas: "if {b} has {condition c} go to {to}", opHasNot: "if not {b} has {condition c} go to {to}",
	opHasNoneOf: "if {b} has none of those that contribute go to {to}", opOtherKind: "if {b} is of another kind than {kind} go to {to}",
	opMustBe: "{b} must not be none", opMustBeStated: "{b} must be stated",

	opCell: "{a} = cell {n} of {b}", opFixedCell: "{a} = cell {n}", opMemberCell: "{a} = cell {n} + {c} of {b}", opStack: "{a} = {field} of {b}",
	opColumn: "{a} = line {b} of column {n}", opOwnCell: "{a} = cell {n} of the act", opActCell: "{a} = cell {n} of act {b}",
	opEventCell: "{a} = cell {n} of event {b}", opInstanceCell: "{a} = cell {n} of instance {b}", opEntryCell: "{a} = cell {n} of entry {b}",
	opLiving: "{a} = {b} if it lives", opLivingAct: "{a} = {b} if it lasts", opSideOf: "{a} = side of {b}", opMadeFrom: "{a} = what {b} was made from",
	opCarrier: "{a} = carrier of {b}", opEvent: "{a} = the event", opAct: "{a} = the act", opClock: "{a} = key {n} of the clock",
	opOldest: "{a} = oldest {numbered} of {b}", opPlace: "{a} = place of {b}", opBetween: "{a} = {function}({b}, {c})",
	opInSet: "{a} = {b} in cells {n} of {c}", opStepBy: "{a} = {b} moved by {c}", opIndexOf: "{a} = position of {b}",

	opFirst: "{a} = first of {b}", opLast: "{a} = last of {b}", opLength: "{a} = length of {b}", opElement: "{a} = element {c} of {b}",
	opListBegin: "begin a list", opListPush: "add {b} to it", opListEnd: "{a} = the list", opSortFrom: "{a} = what is to be sorted from here on",
	opKeyed: "add {b} to it, by {c}", opSorted: "{a} = it, sorted from {b} on", opMark: "{a} = where lists end", opRelease: "drop lists from {a} on",
	opStanding: "find who isn't out; {a} = 0",

	opNextFoe: "{a} = next foe of {c}, by {b}, and go to {to}", opNextAlly: "{a} = next ally of {c}, by {b}, and go to {to}",
	opNextStanding: "{a} = next who isn't out, by {b}, and go to {to}", opNextCreature: "{a} = next combatant, by {b}, and go to {to}",
	opNextItem:     "{a} = next of {c}, by {b}, and go to {to}",
	opNextInstance: "{a} = next {condition k} of {c}, by {b}, and go to {to}", opNextCarried: "{a} = next {definition} of {c}, by {b}, and go to {to}",

	opAsk: "{a} = {quantity}({b..})", opCall: "{a} = {call}({b..})",

	opDiceOf: "push dice {b}", opDiceFixed: "push {b}", opDiceAdd: "add dice", opDiceSub: "subtract dice", opDicePlus: "add {b} to dice",
	opDiceMinus: "take {b} off dice", opDiceChange: "{call}({b..})", opDiceNumber: "{a} = dice",

	opNamed: "{a} = note {name}", opNamedEnd: "note {a} is {b}", opChannel: "note channel {n} is {b}", opContributed: "note {channel} of {c} gets {b}",
}

// Listing returns the instructions that an expression in a frame with so many locals comes to, a
// line each, for those who work on rulec: their form is promised to nobody. Nil: it is a number or a
// local, or takes more registers than there are.
func (c *Code) Listing(e *program.Expr, locals int) []string {
	late := &compiler{Code: c.clone(), self: 0, late: true}
	x := &code{}
	late.generateNow(x, text{e, max(locals, slotsOf(e)), 0})
	if len(late.faults) > len(c.faults) {
		return nil
	}
	return late.listing(x)
}

// ListingOf returns those of a quantity with all that contributes to it.
func (c *Code) ListingOf(q *program.Quantity) []string {
	return c.listing(c.quantities[q.Index].body)
}

func (c *Code) listing(x *code) []string {
	var lines []string
	for at := range x.instrs {
		lines = append(lines, fmt.Sprintf("%d: %s", at, c.form(x, at)))
	}
	return lines
}

// form is what an instruction does, in words.
func (c *Code) form(x *code, at int) string {
	i := &x.instrs[at]
	register := func(r uint8) string { return fmt.Sprintf("r%d", r) }
	return inBraces(forms[i.op], func(part string) string {
		switch part {
		case "a":
			return register(i.a)
		case "b":
			return register(i.b)
		case "c":
			return register(i.c)
		case "k":
			return number.Format(i.k)
		case "n", "to":
			return fmt.Sprint(i.n)
		case "b..":
			in := make([]string, i.c)
			for j := range in {
				in[j] = register(i.b + uint8(j))
			}
			return strings.Join(in, ", ")
		case "held":
			return c.conditions[int(i.k)].Name
		case "numbered":
			return c.conditions[i.n].Name
		case "condition c":
			return x.conditions[i.c].Name
		case "condition k":
			return x.conditions[int(i.k)].Name
		case "kind":
			return c.kinds[int(i.k)].Name
		case "definition":
			return x.defs[int(i.k)].Name
		case "field":
			return x.fields[i.n].Name
		case "quantity":
			return x.asked[i.n].quantity.Name
		case "call":
			return x.called[i.n].do.String()
		case "function":
			return builtinName(x.exprs[at].Builtin)
		case "name":
			return x.exprs[at].Label
		case "channel":
			return x.contributed[i.n].channel.Name
		}
		panic("interp: no part of an instruction is called " + part)
	})
}

// inBraces replaces what stands in braces.
func inBraces(s string, by func(part string) string) string {
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(s, "{")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		part, after, _ := strings.Cut(rest, "}")
		b.WriteString(by(part))
		s = after
	}
}

// builtinName is what formulas call a function.
func builtinName(b program.Builtin) string {
	rows := program.Functions()
	return rows[slices.IndexFunc(rows, func(f program.Function) bool { return f.Op == b && f.Name != "" })].Name
}
