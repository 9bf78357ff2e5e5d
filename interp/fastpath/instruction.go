package fastpath

// A plan is a list of instructions over one file of registers. The first registers
// are the fields of all things, as the interpreter lays them out, then the clock,
// then what programs work out; constants stand at the end. Since everything is in a
// register, an operation has one form only.

// registers is how many there are: as many as an index can tell apart, so that no
// index needs a test. Few are used; the others are never touched.
const registers = 1 << 16

// none stands for a register that an instruction doesn't have. It is always 0.
const none = registers - 1

type opcode uint8

const (
	// opEnd ends a block. opGiveUp ends the fight: the interpreter plays it again.
	opEnd opcode = iota
	opGiveUp
	opJump

	// a = b, and a = b OP c.
	opCopy
	opAdd
	opSub
	opMul
	opDiv
	opMod
	opMax
	opMin
	opFloor
	opCeil
	opRound
	opAbs
	opSign
	// opField: a = field c of the thing in b. opColumn: a = row b of column c.
	opField
	opColumn

	// These jump unless b < c, ..
	opUnlessLess
	opUnlessLessEq
	opUnlessEqual
	opUnlessTrue
	// .. and these if so.
	opIfLess
	opIfLessEq
	opIfEqual
	opIfTrue
	// opMustBeWhole gives up unless b is a whole number.
	opMustBeWhole

	// a = a roll of a throw plus b; d = what its first die shows. opThrowOne throws one die.
	opThrowOne
	opThrow
	// The field in register a becomes c more, c less, or c, by change d; b and e are its
	// bounds. opAddTo and opTakeFrom know that c is whole and not below 0: what is added to
	// has no bound above, what is taken from a finite one below.
	opRaise
	opLower
	opSet
	opAddTo
	opTakeFrom
	// The same for a field of the thing in b.
	opRaiseOf
	opLowerOf
	opSetOf
	// opSchedule puts an entry on the agenda. opScheduleLast ends the block with it.
	opSchedule
	opScheduleLast
	// opAct begins a deed of a, opActed ends deed c; opFailed notes that it failed.
	opAct
	opActed
	opFailed
	// opUnsettle notes that it may be over, opSettle looks.
	opUnsettle
	opSettle
)

// instr is an instruction; what it doesn't need is 0.
type instr struct {
	op opcode
	// unchecked is set on changes that give whole numbers for certain, tells on those
	// that tell whether somebody is out of the fight.
	unchecked, tells bool
	// a, b, c, d, e are registers, or places in a list of the plan.
	a, b, c, d, e uint16
	// next is the instruction after it, to the one before that where it jumps.
	next, to *instr
	// throw and schedule are what it throws, and what it puts on the agenda.
	throw    *throw
	schedule *schedule
}
