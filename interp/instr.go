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

// opcode is what an instruction does.
type opcode uint8

const (
	opGive  opcode = iota // a is what the formula gives
	opGiveK               // k is
	opConst               // k
	opCopy                // b

	// Arithmetic. What is no number that there may be stops the run.
	opSum
	opSumK
	opSub
	opSubFromK // k - b
	opMul
	opMulK
	opDiv
	opMod
	opNeg
	opAddUp // adds b to channel a
	opMin
	opMinK
	opMax
	opMaxK
	opFloor
	opCeil
	opRound
	opAbs
	opSign
	opStepDiff // steps from c up to b

	// Jumps to n.
	opJump
	opJumpIf       // b is not 0
	opJumpIfNot    // b is 0
	opLess         // b < c
	opLessEq       // b <= c
	opEqual        // b == c
	opNotLess      // not b < c
	opNotLessEq    // not b <= c
	opNotEqual     // b != c
	opLessK        // b < k
	opLessEqK      // b <= k
	opGreaterK     // b > k
	opGreaterEqK   // b >= k
	opEqualK       // b == k
	opNotEqualK    // b != k
	opHolds        // thing b has condition number k, which nothing but an instance gives
	opHoldsNot     // it has not
	opHas          // thing b has condition c of the table
	opHasNot       // it hasn't
	opHasNoneOf    // thing b has none of the conditions of mask c
	opOtherKind    // thing b is of another kind than number k
	opMustBe       // stops the run if b is none; no jump
	opMustBeStated // stops the run if b is k, what a field holds that has been left out; no jump

	// What things, definitions, acts, events and the like hold.
	opCell         // cell n of thing b
	opFixedCell    // cell n
	opMemberCell   // cell n + c - 1 of thing b
	opStack        // the pools of stack n of thing b
	opColumn       // line b, from 1, of column n
	opOwnCell      // cell n of the act at hand
	opActCell      // cell n of act b
	opEventCell    // cell n of event b
	opInstanceCell // cell n of instance b
	opEntryCell    // cell n of entry b
	opLiving       // instance b, if it lives
	opLivingAct    // act b, if it lasts
	opSideOf
	opMadeFrom
	opCarrier
	opEvent
	opAct
	opClock // key number n
	opOldest
	opPlace
	opBetween // what a function of two places says of b and c, of the types in n
	opInSet   // whether b is in the set in cell n of thing c
	opStepBy
	opIndexOf

	// Lists.
	opFirst
	opLast
	opLength
	opElement // number c of list b
	opListBegin
	opListPush
	opListEnd
	opSortFrom // a is how much stands among what is to be sorted
	opKeyed    // puts b there, to be ordered by c
	opSorted   // the list of what stands there from b on
	opMark     // remembers in a, a+1, a+2 where the lists end
	opRelease  // drops those made since
	opStanding

	// Loops: a takes the next element, b counts; if there is one they jump to n.
	opNextFoe  // of thing c
	opNextAlly // of thing c
	opNextStanding
	opNextCreature
	opNextItem     // of list c
	opNextInstance // of thing c, of the condition k of the table
	opNextCarried  // of what thing c carries of definition k of the table

	// Calls.
	opAsk  // quantity n of the table, with c registers from b on
	opCall // function n of the table, with c registers from b on

	// Dice are put together on a stack.
	opDiceOf     // pushes dice b
	opDiceFixed  // pushes number b
	opDiceAdd    // pops two
	opDiceSub    // pops two
	opDicePlus   // adds number b
	opDiceMinus  // takes number b off
	opDiceChange // function n of the table, with c registers from b on
	opDiceNumber // pops them and numbers them

	// What is recorded while a number is being explained.
	opNamed       // begins a value with a name
	opNamedEnd    // it is b; a is where it is noted
	opChannel     // channel n of the quantity at hand is b
	opContributed // contribution n of the table of bearer c is b
)
