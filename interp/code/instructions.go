package code

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// A formula is evaluated by instructions over the registers of a frame: the locals of its text
// come first, intermediate results after them. Conditions are jumps, lists that are only
// iterated over are loops, and small quantities are inlined.

// Registers is the number of registers of a frame; MostLocals is how many of them the locals of a text may use.
const (
	Registers  = 256
	MostLocals = 160
)

// Instr is an instruction. It writes its result to register A and reads registers B and C; N is
// a cell, an index into a table of its code, or the target of a jump; K is a number.
type Instr struct {
	Op      Opcode
	A, B, C uint8
	N       int32
	K       float64
}

// Instructions is the compiled form of a formula. It never changes.
type Instructions struct {
	Instrs []Instr
	// Exprs are, by instruction, its part of the formula.
	Exprs []*program.Expr
	// Tables that instructions refer to.
	Columns     [][]float64
	Asked       []AskedQuantity
	Called      []*Call
	Conditions  []*Condition
	Fields      []*Field
	Masks       [][]uint64
	Defs        []*program.Def
	Contributed []Contributed
	// Inlined are the quantities inlined in it, outer ones first.
	Inlined []Inlined
	// Bound are the locals that use another register for a while, outer ones first.
	Bound []Bound
	// Used is the number of registers it uses; Releases is set when it makes lists that are
	// unused once it is done.
	Used     int
	Releases bool
	// Looks is how it reads the faces of rolls.
	Looks Looks
	// Fixed code only returns Value; code with a Local only returns that one, which counts from 1.
	Fixed bool
	Value float64
	Local int
}

// Looks is how a formula reads the faces of rolls; 0 means not at all.
type Looks uint8

// A formula reads faces in any order, or in the order they were rolled, and returns a list of
// numbers or something else.
const (
	LooksAtFaces Looks = 1 << iota
	LooksAtOrder
	LooksForList
)

// Order reports whether it depends on the order.
func (l Looks) Order() bool { return l&LooksAtOrder != 0 }

// List reports whether it returns a list.
func (l Looks) List() bool { return l&LooksForList != 0 }

// AskedQuantity is a quantity that code calls.
type AskedQuantity struct {
	Quantity *Quantity
	E        *program.Expr
}

// Contributed is a recorded contribution to a channel.
type Contributed struct {
	Contribution *Contribution
	Channel      *program.Channel
}

// Inlined is a quantity whose instructions, from one up to but excluding another, are among those of
// the formula that uses it. Errors report it like a call.
type Inlined struct {
	From, To int
	What     *string
	At       *diag.Span
	// Slots are the registers of its locals.
	Slots []uint8
}

// Bound is a local in a register, from one instruction up to but excluding another: the element
// of a list, a value with a name.
type Bound struct {
	From, To int
	Slot     int
	Register uint8
}

// Opcode is the operation of an instruction: forms has a row for each.
type Opcode uint8

const (
	OpGive Opcode = iota
	OpGiveK
	OpConst
	OpCopy

	// Arithmetic. An invalid number stops the run.
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
	OpHolds // of a condition that only an instance can apply
	OpHoldsNot
	OpHas
	OpHasNot
	OpHasNoneOf
	OpOtherKind

	// Checks that stop the run if they fail.
	OpMustBe
	OpMustBeStated // k is the value of an omitted field

	// Reads of things, definitions, acts, events and the like.
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

	// Lists. What is to be sorted is collected after what is already there, so that formulas that
	// sort may be nested.
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
	OpMark // a, a+1 and a+2 are the ends of lists
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

	// Dice are built on a stack; operations on them use the last ones there.
	OpDiceOf
	OpDiceFixed
	OpDiceAdd
	OpDiceSub
	OpDicePlus
	OpDiceMinus
	OpDiceChange
	OpDiceNumber

	// Recording while a number is being explained.
	OpNamed
	OpNamedEnd
	OpChannel
	OpContributed
)
