package interp

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// A formula is worked out by instructions over the registers of a frame: the locals of its text
// come first, what is worked out on the way behind them. Conditions are jumps, lists that are only
// gone through are loops, and small quantities stand where they are asked for.

// registers is how many a frame has; mostLocals is how many of them the locals of a text may take.
const (
	registers  = 256
	mostLocals = 160
)

// instr is an instruction. It puts what it gives into register a and reads registers b and c; n is
// a cell, an index into a table of its code, or where a jump goes to; k is a number.
type instr struct {
	op      opcode
	a, b, c uint8
	n       int32
	k       float64
}

// code is what a formula comes to. It never changes.
type code struct {
	instrs []instr
	// exprs are, by instruction, the part of the formula that it belongs to.
	exprs []*program.Expr
	// Tables of what instructions refer to.
	columns     [][]float64
	asked       []askedQuantity
	called      []*call
	conditions  []*condition
	fields      []*field
	masks       [][]uint64
	defs        []*program.Def
	contributed []contributed
	// inlined are the quantities that stand in it, outer ones first.
	inlined []inlined
	// bound are the locals that have another register for a while, outer ones first.
	bound []bound
	// used is how many registers it takes; releases is set when it makes lists that nobody
	// refers to once it is done.
	used     int
	releases bool
	// fixed code only gives value; code with a local only gives that one, which counts from 1.
	fixed bool
	value float64
	local int
}

// askedQuantity is a quantity that is asked for.
type askedQuantity struct {
	quantity *quantity
	e        *program.Expr
}

// contributed is a contribution to a channel that is recorded.
type contributed struct {
	contribution *contribution
	channel      *program.Channel
}

// inlined is a quantity whose instructions, from one on and up to another one, stand in those of
// the formula that asks for it. Errors tell of it as of a call.
type inlined struct {
	from, to int
	what     *string
	at       *diag.Span
	// slots are the registers of its locals.
	slots []uint8
}

// bound is a local that is in a register, from one instruction on and up to another one: the element
// of a list, a value with a name.
type bound struct {
	from, to int
	slot     int
	register uint8
}

// opcode is what an instruction does: forms has a row for each.
type opcode uint8

const (
	opGive opcode = iota
	opGiveK
	opConst
	opCopy

	// Arithmetic. What is no number that there may be stops the run.
	opSum
	opSumK
	opSub
	opSubFromK
	opMul
	opMulK
	opDiv
	opMod
	opNeg
	opAddUp // to a channel
	opMin
	opMinK
	opMax
	opMaxK
	opFloor
	opCeil
	opRound
	opAbs
	opSign
	opStepDiff

	// Jumps.
	opJump
	opJumpIf
	opJumpIfNot
	opLess
	opLessEq
	opEqual
	opNotLess
	opNotLessEq
	opNotEqual
	opLessK
	opLessEqK
	opGreaterK
	opGreaterEqK
	opEqualK
	opNotEqualK
	opHolds // of a condition that nothing but an instance gives
	opHoldsNot
	opHas
	opHasNot
	opHasNoneOf
	opOtherKind

	// What stops the run if it isn't so.
	opMustBe
	opMustBeStated // k is what a field holds that has been left out

	// What things, definitions, acts, events and the like hold.
	opCell
	opFixedCell
	opMemberCell // members count from 1, cells from 0
	opStack
	opColumn // lines count from 1
	opOwnCell
	opActCell
	opEventCell
	opInstanceCell
	opEntryCell
	opLiving
	opLivingAct
	opSideOf
	opMadeFrom
	opCarrier
	opEvent
	opAct
	opClock
	opOldest
	opPlace
	opBetween // n has the types of b and c
	opInSet
	opStepBy
	opIndexOf

	// Lists. What is to be sorted is put together behind what already is, so that a formula that
	// sorts may stand in another one.
	opFirst
	opLast
	opLength
	opElement
	opListBegin
	opListPush
	opListEnd
	opSortFrom
	opKeyed
	opSorted
	opMark // a, a+1 and a+2 are where lists end
	opRelease
	opStanding

	// Loops: a takes the next element, b counts; if there is one they jump.
	opNextFoe
	opNextAlly
	opNextStanding
	opNextCreature
	opNextItem
	opNextInstance
	opNextCarried

	opAsk
	opCall

	// Dice are put together on a stack; what changes them or adds to them has the last ones there.
	opDiceOf
	opDiceFixed
	opDiceAdd
	opDiceSub
	opDicePlus
	opDiceMinus
	opDiceChange
	opDiceNumber

	// What is recorded while a number is being explained.
	opNamed
	opNamedEnd
	opChannel
	opContributed
)
