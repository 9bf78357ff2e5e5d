package code

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// forms has the text of instructions, one per row: {a}, {b} and {c} are registers, {k} and {n} numbers,
// {to} an instruction, {b..} c registers starting at b, and the others entries of the
// tables of the code.
var forms = [...]string{
	OpGive: "give {a}", OpGiveK: "give {k}", OpConst: "{a} = {k}", OpCopy: "{a} = {b}",

	OpSum: "{a} = {b} + {c}", OpSumK: "{a} = {b} + {k}", OpSub: "{a} = {b} - {c}", OpSubFromK: "{a} = {k} - {b}",
	OpMul: "{a} = {b} * {c}", OpMulK: "{a} = {b} * {k}", OpDiv: "{a} = {b} / {c}", OpMod: "{a} = {b} % {c}", OpNeg: "{a} = -{b}",
	OpAddUp: "{a} += {b}", OpMin: "{a} = min({b}, {c})", OpMinK: "{a} = min({b}, {k})", OpMax: "{a} = max({b}, {c})", OpMaxK: "{a} = max({b}, {k})",
	OpFloor: "{a} = floor({b})", OpCeil: "{a} = ceil({b})", OpRound: "{a} = round({b})", OpAbs: "{a} = abs({b})", OpSign: "{a} = sign({b})",
	OpStepDiff: "{a} = steps from {c} to {b}",

	OpJump: "go to {to}", OpJumpIf: "if {b} go to {to}", OpJumpIfNot: "if not {b} go to {to}",
	OpLess: "if {b} < {c} go to {to}", OpLessEq: "if {b} <= {c} go to {to}", OpEqual: "if {b} == {c} go to {to}",
	OpNotLess: "if not {b} < {c} go to {to}", OpNotLessEq: "if not {b} <= {c} go to {to}", OpNotEqual: "if {b} != {c} go to {to}",
	OpLessK: "if {b} < {k} go to {to}", OpLessEqK: "if {b} <= {k} go to {to}", OpGreaterK: "if {b} > {k} go to {to}",
	OpGreaterEqK: "if {b} >= {k} go to {to}", OpEqualK: "if {b} == {k} go to {to}", OpNotEqualK: "if {b} != {k} go to {to}",
	OpHolds: "if {b} holds {held} go to {to}", OpHoldsNot: "if not {b} holds {held} go to {to}",
	OpHas: "if {b} has {condition c} go to {to}", OpHasNot: "if not {b} has {condition c} go to {to}",
	OpHasNoneOf: "if {b} has none of those that contribute go to {to}", OpOtherKind: "if {b} is of another kind than {kind} go to {to}",
	OpMustBe: "{b} must not be none", OpMustBeStated: "{b} must be stated",

	OpCell: "{a} = cell {n} of {b}", OpMemberCell: "{a} = cell {n} + {c} of {b}", OpStack: "{a} = {field} of {b}",
	OpColumn: "{a} = line {b} of column {n}", OpOwnCell: "{a} = cell {n} of the act", OpActCell: "{a} = cell {n} of act {b}",
	OpEventCell: "{a} = cell {n} of event {b}", OpInstanceCell: "{a} = cell {n} of instance {b}", OpEntryCell: "{a} = cell {n} of entry {b}",
	OpLiving: "{a} = {b} if it lives", OpLivingAct: "{a} = {b} if it lasts", OpSideOf: "{a} = side of {b}", OpMadeFrom: "{a} = what {b} was made from",
	OpCarrier: "{a} = carrier of {b}", OpEvent: "{a} = the event", OpAct: "{a} = the act", OpClock: "{a} = key {n} of the clock",
	OpOldest: "{a} = oldest {numbered} of {b}", OpPlace: "{a} = place of {b}", OpBetween: "{a} = {function}({b}, {c})",
	OpInSet: "{a} = {b} in cells {n} of {c}", OpStepBy: "{a} = {b} moved by {c}", OpIndexOf: "{a} = position of {b}",

	OpFirst: "{a} = first of {b}", OpLast: "{a} = last of {b}", OpLength: "{a} = length of {b}", OpElement: "{a} = element {c} of {b}",
	OpListBegin: "begin a list", OpListPush: "add {b} to it", OpListEnd: "{a} = the list", OpSortFrom: "{a} = what is to be sorted from here on",
	OpKeyed: "add {b} to it, by {c}", OpSorted: "{a} = it, sorted from {b} on", OpMark: "{a} = where lists end", OpRelease: "drop lists from {a} on",
	OpStanding: "find who isn't out; {a} = 0",

	OpNextFoe: "{a} = next foe of {c}, by {b}, and go to {to}", OpNextAlly: "{a} = next ally of {c}, by {b}, and go to {to}",
	OpNextStanding: "{a} = next who isn't out, by {b}, and go to {to}", OpNextCreature: "{a} = next combatant, by {b}, and go to {to}",
	OpNextItem:     "{a} = next of {c}, by {b}, and go to {to}",
	OpNextInstance: "{a} = next {condition k} of {c}, by {b}, and go to {to}", OpNextCarried: "{a} = next {definition} of {c}, by {b}, and go to {to}",

	OpAsk: "{a} = {quantity}({b..})", OpCall: "{a} = {call}({b..})",

	OpDiceOf: "push dice {b}", OpDiceFixed: "push {b}", OpDiceAdd: "add dice", OpDiceSub: "subtract dice", OpDicePlus: "add {b} to dice",
	OpDiceMinus: "take {b} off dice", OpDiceChange: "{call}({b..})", OpDiceNumber: "{a} = dice",

	OpNamed: "{a} = note {name}", OpNamedEnd: "note {a} is {b}", OpChannel: "note channel {n} is {b}", OpContributed: "note {channel} of {c} gets {b}",
}

// ListingOf returns the instructions of a quantity with all its contributions, a line each, for
// developers of rulec: their form may change at any time.
func (c *Ruleset) ListingOf(q *program.Quantity) []string {
	return c.Lines(c.Quantities[q.Index].Body)
}

// Lines returns instructions in words.
func (c *Ruleset) Lines(x *Instructions) []string {
	var lines []string
	for at := range x.Instrs {
		lines = append(lines, fmt.Sprintf("%d: %s", at, c.form(x, at)))
	}
	return lines
}

// form returns an instruction in words.
func (c *Ruleset) form(x *Instructions, at int) string {
	i := &x.Instrs[at]
	register := func(r uint8) string { return fmt.Sprintf("r%d", r) }
	return diag.Fill(forms[i.Op], func(part string) string {
		switch part {
		case "a":
			return register(i.A)
		case "b":
			return register(i.B)
		case "c":
			return register(i.C)
		case "k":
			return number.Format(i.K)
		case "n", "to":
			return fmt.Sprint(i.N)
		case "b..":
			in := make([]string, i.C)
			for j := range in {
				in[j] = register(i.B + uint8(j))
			}
			return strings.Join(in, ", ")
		case "held":
			return c.Conditions[int(i.K)].Name
		case "numbered":
			return c.Conditions[i.N].Name
		case "condition c":
			return x.Conditions[i.C].Name
		case "condition k":
			return x.Conditions[int(i.K)].Name
		case "kind":
			return c.Kinds[int(i.K)].Name
		case "definition":
			return x.Defs[int(i.K)].Name
		case "field":
			return x.Fields[i.N].Name
		case "quantity":
			return x.Asked[i.N].Quantity.Name
		case "call":
			return x.Called[i.N].Do.String()
		case "function":
			return builtinName(x.Exprs[at].Builtin)
		case "name":
			return x.Exprs[at].Label
		case "channel":
			return x.Contributed[i.N].Channel.Name
		}
		panic("interp: no part of an instruction is called " + part)
	})
}

// builtinName returns the name of a function in formulas.
func builtinName(b program.Builtin) string {
	rows := program.Functions()
	return rows[slices.IndexFunc(rows, func(f program.Function) bool { return f.Op == b && f.Name != "" })].Name
}
