package code

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// A formula is worked out by instructions over the registers of a frame: the locals of its text
// come first, what is worked out on the way behind them. Conditions are jumps, lists that are only
// gone through are loops, and small quantities stand where they are asked for.

// Registers is how many a frame has; MostLocals is how many of them the locals of a text may take.
const (
	Registers  = 256
	MostLocals = 160
)

// Instr is an instruction. It puts what it gives into register A and reads registers B and C; N is
// a cell, an index into a table of its code, or where a jump goes to; K is a number.
type Instr struct {
	Op      Opcode
	A, B, C uint8
	N       int32
	K       float64
}

// Instructions is what a formula comes to. It never changes.
type Instructions struct {
	Instrs []Instr
	// Exprs are, by instruction, the part of the formula that it belongs to.
	Exprs []*program.Expr
	// Tables of what instructions refer to.
	Columns     [][]float64
	Asked       []AskedQuantity
	Called      []*Call
	Conditions  []*Condition
	Fields      []*Field
	Masks       [][]uint64
	Defs        []*program.Def
	Contributed []Contributed
	// Inlined are the quantities that stand in it, outer ones first.
	Inlined []Inlined
	// Bound are the locals that have another register for a while, outer ones first.
	Bound []Bound
	// Used is how many registers it takes; Releases is set when it makes lists that nobody
	// refers to once it is done.
	Used     int
	Releases bool
	// Looks is how it looks at the faces of rolls.
	Looks Looks
	// Fixed code only gives Value; code with a Local only gives that one, which counts from 1.
	Fixed bool
	Value float64
	Local int
}

// Looks is how a formula looks at the faces of rolls; 0: not at all.
type Looks uint8

// A formula looks at faces in any order, or in the one in which they were thrown, and gives a list of
// numbers or something else.
const (
	LooksAtFaces Looks = 1 << iota
	LooksAtOrder
	LooksForList
)

// Order tells whether it looks at the order.
func (l Looks) Order() bool { return l&LooksAtOrder != 0 }

// List tells whether it gives a list.
func (l Looks) List() bool { return l&LooksForList != 0 }

// AskedQuantity is a quantity that is asked for.
type AskedQuantity struct {
	Quantity *Quantity
	E        *program.Expr
}

// Contributed is a contribution to a channel that is recorded.
type Contributed struct {
	Contribution *Contribution
	Channel      *program.Channel
}

// Inlined is a quantity whose instructions, from one on and up to another one, stand in those of
// the formula that asks for it. Errors tell of it as of a call.
type Inlined struct {
	From, To int
	What     *string
	At       *diag.Span
	// Slots are the registers of its locals.
	Slots []uint8
}

// Bound is a local that is in a register, from one instruction on and up to another one: the element
// of a list, a value with a name.
type Bound struct {
	From, To int
	Slot     int
	Register uint8
}

// Opcode is what an instruction does: forms has a row for each.
type Opcode uint8

const (
	OpGive Opcode = iota
	OpGiveK
	OpConst
	OpCopy

	// Arithmetic. What is no number that there may be stops the run.
	OpSum
	OpSumK
	OpSub
	OpSubFromK
	OpMul
	OpMulK
	OpDiv
	OpMod
	OpNeg
	OpAddUp // to a channel
	OpMin
	OpMinK
	OpMax
	OpMaxK
	OpFloor
	OpCeil
	OpRound
	OpAbs
	OpSign
	OpStepDiff

	// Jumps.
	OpJump
	OpJumpIf
	OpJumpIfNot
	OpLess
	OpLessEq
	OpEqual
	OpNotLess
	OpNotLessEq
	OpNotEqual
	OpLessK
	OpLessEqK
	OpGreaterK
	OpGreaterEqK
	OpEqualK
	OpNotEqualK
	OpHolds // of a condition that nothing but an instance gives
	OpHoldsNot
	OpHas
	OpHasNot
	OpHasNoneOf
	OpOtherKind

	// What stops the run if it isn't so.
	OpMustBe
	OpMustBeStated // k is what a field holds that has been left out

	// What things, definitions, acts, events and the like hold.
	OpCell
	OpMemberCell // members count from 1, cells from 0
	OpStack
	OpColumn // lines count from 1
	OpOwnCell
	OpActCell
	OpEventCell
	OpInstanceCell
	OpEntryCell
	OpLiving
	OpLivingAct
	OpSideOf
	OpMadeFrom
	OpCarrier
	OpEvent
	OpAct
	OpClock
	OpOldest
	OpPlace
	OpBetween // n has the types of b and c
	OpInSet
	OpStepBy
	OpIndexOf

	// Lists. What is to be sorted is put together behind what already is, so that a formula that
	// sorts may stand in another one.
	OpFirst
	OpLast
	OpLength
	OpElement
	OpListBegin
	OpListPush
	OpListEnd
	OpSortFrom
	OpKeyed
	OpSorted
	OpMark // a, a+1 and a+2 are where lists end
	OpRelease
	OpStanding

	// Loops: a takes the next element, b counts; if there is one they jump.
	OpNextFoe
	OpNextAlly
	OpNextStanding
	OpNextCreature
	OpNextItem
	OpNextInstance
	OpNextCarried

	OpAsk
	OpCall

	// Dice are put together on a stack; what changes them or adds to them has the last ones there.
	OpDiceOf
	OpDiceFixed
	OpDiceAdd
	OpDiceSub
	OpDicePlus
	OpDiceMinus
	OpDiceChange
	OpDiceNumber

	// What is recorded while a number is being explained.
	OpNamed
	OpNamedEnd
	OpChannel
	OpContributed
)
