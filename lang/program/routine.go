package program

import "github.com/rulec/rulec/lang/diag"

// Routine is a checked program: it runs when an action is performed, an entry
// comes due or a rule fires. Its locals are in Slots frame slots, inputs first.
type Routine struct {
	Body   []Stmt
	Inputs []Local
	Slots  int
	Gives  Type // Nothing, except for a proc that returns one value
	// Results are the named values that a proc returns, if it returns several, or a roll with
	// its outcome. While it runs they are in the slots after Inputs.
	Results []Local
	// Pays reports whether it contains a pay statement (P16: an
	// action without one pays everything before its first statement).
	Pays bool
	Span diag.Span
	// Shared are the texts that a definition's steps have from its kind: what is always so in them may be otherwise for another
	// definition.
	Shared []diag.Span
}

// GivesAny reports whether it is a proc that returns something.
func (r *Routine) GivesAny() bool { return r.Gives.Kind != Nothing || len(r.Results) > 0 }

// GivesRoll returns the check of the roll that a proc returns; nil means that it returns no roll.
func (r *Routine) GivesRoll() *Check {
	if len(r.Results) == 0 {
		return nil
	}
	return r.Results[0].Rolled
}

// Stmt is a checked statement.
type Stmt interface{ Place() diag.Span }

// At is the position of a statement.
type At struct{ Span diag.Span }

// Place returns the position of the statement.
func (a At) Place() diag.Span { return a.Span }

// With is one name = value that a statement passes.
type With struct {
	Field *Field
	Value *Expr
}

type (
	// SetLocal is let, and = on a local.
	SetLocal struct {
		At
		Slot  int
		Value *Expr
		// Rolled: Value is a local that holds a roll, and Slot takes its dice as well.
		Rolled bool
	}
	// CallProc is a call of a proc; Into is the local that takes its value, or the first of those
	// that take its results; -1 means none.
	CallProc struct {
		At
		Proc *Proc
		Args []*Expr
		Into int
	}
	// CallField is a call of the program Field of Of (a definition or a thing), or,
	// when Field is nil, of the routine value in Of (a local of a map loop).
	CallField struct {
		At
		Of    *Expr
		Field *Field
		Args  []*Expr
	}
	// Assign changes Target (OpField, OpOwn or a family member) by Op: '=', '+' or '-'.
	Assign struct {
		At
		Target *Expr
		Op     byte
		Value  *Expr
	}
	// Roll rolls Dice into Slot (and Own, when the name is a running field).
	Roll struct {
		At
		Slot  int // -1: Own
		Own   *Field
		By    *Expr // nil: self
		Label string
		// LabelFrom is not nil when the label is a text parameter of a proc.
		LabelFrom *Expr
		Dice      *Expr
		// Test is what it is rolled against; nil means nothing.
		Test *Test
	}
	// Test compares a roll with a number: an earlier roll, or the [Roll] that contains
	// the test.
	Test struct {
		At
		Check *Check
		// Label is the roll's as far as it is known; the outcome is counted under it.
		Label string
		// Rolled is the roll, and Slot takes its total; nil means that the Roll rolls it.
		Rolled *Expr
		Slot   int
		// Base is the first of the slots for the parts of the outcome, by [TestPart].
		Base int
		// Against is the number; With sets fields of the check.
		Against *Expr
		With    []With
	}
	// Choose asks for one of From, or several.
	Choose struct {
		At
		Name string
		Slot int // -1: Own
		Own  *Field
		Some bool
		// From is a list; or the lower bound when To is set; or OpBuiltin CanDo.
		From, To *Expr
		Where    *Expr // with the element in slot Each
		Each     int
		By       *Expr // nil: self
		ByChance bool
		Default  *Expr
	}
	// Draw draws a card from Deck into Slot (and Own, when the name is a running field): none
	// if no card is left.
	Draw struct {
		At
		Deck *Deck
		Slot int // -1: Own
		Own  *Field
		By   *Expr // nil: self
	}
	// Discard puts What on the discards of Deck.
	Discard struct {
		At
		Deck *Deck
		What *Expr
	}
	// Shuffle shuffles the discards of Deck back into its pile.
	Shuffle struct {
		At
		Deck *Deck
	}
	// Announce announces Event.
	Announce struct {
		At
		Event        *Event
		Of           *Expr
		With         []With
		For          *Expr // a list of things, or one
		UntilAllPass bool
	}
	// Perform performs Action, or the act or definition in Act.
	Perform struct {
		At
		Action *Action // nil: Act
		Act    *Expr
		By     *Expr
		With   []With // `on T` is the first parameter
		Else   []Stmt // runs if it can't begin
	}
	// Pay pays from a pool, first what the act has reserved.
	Pay struct {
		At
		Pool   *Field
		Member *Expr
		Amount *Expr
		From   *Expr // nil: self
	}
	// Apply applies Condition, or the one that Named evaluates to.
	Apply struct {
		At
		Condition *Condition
		Named     *Expr
		To, By    *Expr
		With      []With
		Until     []*Until
	}
	// EndCondition ends its own instances of Condition (or Named, or the instance Which) on On.
	EndCondition struct {
		At
		Condition *Condition
		Named     *Expr
		Which     *Expr
		On        *Expr
		Where     *Expr // with the instance in slot Each
		Each      int
		Until     *Until // not nil: muted until then
	}
	// EndEntry removes Entry of Of from the agenda.
	EndEntry struct {
		At
		Entry *Entry
		Of    *Expr
	}
	// EndActions cancels the unfinished actions of Of, or only Act.
	EndActions struct {
		At
		Of, Act *Expr
	}
	// Move moves things, all at once, checked after all have moved.
	Move struct {
		At
		What, To []*Expr
	}
	// Carry makes To (or, for none, no one) carry What.
	Carry struct {
		At
		What, To *Expr
	}
	// Schedule puts an entry on the agenda.
	Schedule struct {
		At
		Entry      *Entry
		Of         *Expr // nil: self; an entry of the scene when the entry has no owner
		Keys       []*Expr
		AfterEntry *Entry
		AfterOf    *Expr
		With       []With
		For        *Expr
	}
	// If is if with an optional else.
	If struct {
		At
		Cond       *Expr
		Then, Else []Stmt
	}
	// For is a loop over a list; or over a map field, with the key in Slot and the
	// value in Second.
	For struct {
		At
		Slot     int
		Second   int // -1: none
		In       *Expr
		MapOf    *Expr  // not nil: the owner of MapField
		MapField *Field // a map field: values may be routines
		Where    *Expr
		Order    *Expr
		Together bool
		Body     []Stmt
	}
	// While runs Body as long as Cond holds, which is evaluated before each round. The procs that
	// Cond calls are in Calls, which run before each test.
	While struct {
		At
		Calls []Stmt
		Cond  *Expr
		Body  []Stmt
	}
	// Afterwards runs Body after the batch has landed.
	Afterwards struct {
		At
		Body []Stmt
	}
	// Stop ends the routine; With is a proc's result. If it returns several values, a SetLocal
	// for each precedes the Stop.
	Stop struct {
		At
		With *Expr
	}
)
