package program

import "github.com/rulec/rulec/lang/diag"

// Op is what an [Expr] does.
type Op uint8

// The operations of formulas. A, B, C stand for Args[0], Args[1], Args[2].
const (
	// OpConst is Num.
	OpConst Op = iota
	// OpLocal is the local in slot Index.
	OpLocal
	// OpDice is the literal Dice (Count, Sides).
	OpDice
	// OpThing is the Index-th thing of the encounter (scripts only; from 0).
	OpThing

	// Arithmetic on numbers.
	OpNeg
	OpAdd
	OpSub
	OpMul
	OpDiv // an error when B is 0
	OpMod // the sign of the divisor: -1 % 4 is 3; an error when B is 0
	OpPow
	// Comparisons of numbers, and of steps by their order.
	OpLess
	OpLessEq
	OpGreater
	OpGreaterEq
	// OpEq and OpNotEq compare any two values of one type.
	OpEq
	OpNotEq
	// OpIs reports whether thing A was made from definition B.
	OpIs
	// OpAnd and OpOr evaluate B only if A doesn't decide.
	OpAnd
	OpOr
	OpNot
	// OpIf is B if A holds, else C; the other isn't evaluated.
	OpIf

	// OpFixedDice is dice that always result in number A.
	OpFixedDice
	// OpDiceAdd is dice A plus B, where either may be a number.
	OpDiceAdd
	// OpDiceSub is dice A minus B, where either may be a number.
	OpDiceSub
	// OpDiceMul is the result of dice A, multiplied by number B.
	OpDiceMul
	// OpStepAdd is step A moved by number B (negative: down), but not past the ends of the scale.
	OpStepAdd
	// OpStepDiff is the number of steps from step B up to step A.
	OpStepDiff

	// OpField reads Field of A: a cell of a thing, a value of a definition, a field
	// of an instance, of an entry, of an event or of an act, by A's type. Args[1],
	// if present, picks the member of a family.
	OpField
	// OpOwn reads Field of the act whose requirements, costs or program this is.
	OpOwn
	// OpColumn reads column Index of step A.
	OpColumn
	// OpCallFormula calls the formula Field of A with Args[1:]; when Field is nil, A
	// itself is the formula (a local of a loop over a map).
	OpCallFormula
	// OpQuantity computes Quantity for Args.
	OpQuantity
	// OpTable looks Args up in Table; Index is the column (0 when there is one).
	OpTable

	// OpHas reports whether A has Condition; with Args[1], from that `by`.
	OpHas
	// OpHasNamed reports whether A has the condition that B names.
	OpHasNamed
	// OpInstance is A's instance of Condition (the oldest one), or none. With Args[1], the one by it.
	OpInstance
	// OpInstances is the list of A's instances of Condition, oldest first.
	OpInstances

	// OpList is the list of Args.
	OpList
	// OpRange is the list of whole numbers from A to B.
	OpRange
	// OpIn reports whether A is in list or set B.
	OpIn
	// OpIndex is element B (from 0) of list A; none past its end.
	OpIndex
	// The list operations run Args[1] for each element of list A, with the element
	// in the local slot Index.
	OpAny
	OpAll
	OpCountIf
	OpSumOf
	OpFilter
	OpMapTo
	OpFind // the first, or none
	OpSortBy
	OpMost     // the element with the greatest value, the first of equals; none of none
	OpLeast    // the same with the smallest
	OpHighest  // the greatest value itself; 0 of none
	OpLowest   // the smallest value itself; 0 of none
	OpMapGet   // map A at key B; an error when it is missing
	OpBuiltin  // Builtin with Args; Field where the built-in takes a pool
	OpFamilyOf // the list of all members of the family Field of A

	// OpEvent is the current event, OpAct the act whose program, requirements or
	// costs these are.
	OpEvent
	OpAct
	// OpWas reads Field of self as it was at the previous settling. Args[0], if
	// present, picks the member of a family.
	OpWas

	// OpLet is B, evaluated with A in the local slot Index. Label is the name that a text
	// gives to A; it is empty where a quantity was inlined into the formula that uses it.
	OpLet
)

// OverList reports whether an operation evaluates its second argument for each element of the
// list in its first, with the element in a local.
func (o Op) OverList() bool { return OpAny <= o && o <= OpLowest }

// Computes reports whether an operation is arithmetic, a comparison or logic: it reads only its arguments, and returns a
// number or a bool.
func (o Op) Computes() bool { return OpNeg <= o && o <= OpIf && o != OpIs }

// Expr is a node of a checked formula: every name is resolved, every type known.
// Expr trees are immutable.
type Expr struct {
	Op   Op
	Type Type
	Span diag.Span
	Args []*Expr

	Num       float64 // OpConst
	Index     int     // OpLocal, OpThing, OpColumn, OpTable; the element slot of list operations
	Count     int     // OpDice
	Sides     int     // OpDice
	Field     *Field
	Quantity  *Quantity
	Table     *Table
	Condition *Condition
	Builtin   Builtin
	Label     string // OpBuiltin: the label of a roll, the name of a deck; OpLet: the name
	// Own is set on the OpConst of a definition in the value of a field: how the thing made from
	// the definition differs from it.
	Own *Own
}

// Own is how a thing differs from the definition it is made from.
type Own struct {
	// Title is its own; empty means the definition's.
	Title string
	// Values has one for each field of the kind; nil means the definition's.
	Values []*Value
}

// Formula is a formula ready to be compiled: an expression, the contents of its frame,
// and its source.
type Formula struct {
	Expr *Expr
	// Inputs are the locals that the caller fills in, from slot 0.
	Inputs []Local
	// Slots is the number of local slots, inputs included.
	Slots int
	// ReadsEvent and ReadsAct report what the formula needs besides its inputs.
	ReadsEvent, ReadsAct bool
	Span                 diag.Span
}
