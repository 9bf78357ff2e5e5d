package program

import "github.com/rulec/rulec/lang/diag"

// Routine is a checked program: what runs when an action is performed, an entry
// comes due, a rule fires. Its locals live in Slots frame slots, inputs first.
type Routine struct {
	Body   []Stmt
	Inputs []Local
	Slots  int
	Gives  Type // Nothing unless a proc that gives one value
	// Results are the values that a proc gives by their names, if it gives several, or a roll
	// with what it came to. While it runs they are in the slots behind Inputs.
	Results []Local
	// Pays tells whether a pay statement stands anywhere in it (P16: an
	// action without one pays all before its first statement).
	Pays bool
	Span diag.Span
}

// GivesAny tells whether it is a proc that gives something.
func (r *Routine) GivesAny() bool { return r.Gives.Kind != Nothing || len(r.Results) > 0 }

// GivesRoll returns the check of the roll that a proc gives; nil: it gives none.
func (r *Routine) GivesRoll() *Check {
	if len(r.Results) == 0 {
		return nil
	}
	return r.Results[0].Rolled
}

// Stmt is a checked statement.
type Stmt interface{ Place() diag.Span }

// At is where a statement stands.
type At struct{ Span diag.Span }

// Place returns where the statement stands.
func (a At) Place() diag.Span { return a.Span }

// With is one name = value that a statement hands over.
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
		// Rolled: Value is a local that holds a roll, and Slot takes its dice, too.
		Rolled bool
	}
	// CallProc is a call of a proc; Into is the local that takes its value, or the first of those
	// that take its results; -1: none does.
	CallProc struct {
		At
		Proc *Proc
		Args []*Expr
		Into int
	}
	// CallField is a call of the program Field of Of (a definition or a thing), or,
	// when Field is nil, of the routine value that Of is (a local of a map loop).
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
	// Roll throws Dice into Slot (and Own, when the name is a running field).
	Roll struct {
		At
		Slot  int // -1: Own
		Own   *Field
		By    *Expr // nil: self
		Label string
		// LabelFrom is not nil when the label is a text parameter of a proc.
		LabelFrom *Expr
		Dice      *Expr
		// Test is what it is held against; nil: nothing.
		Test *Test
	}
	// Test holds a roll against a number: one that has been made, or that of the [Roll] to
	// which it belongs.
	Test struct {
		At
		Check *Check
		// Label is that of the roll as far as it is known, under which the outcome is counted.
		Label string
		// Rolled is the roll, of which Slot takes the total; nil: the Roll throws it.
		Rolled *Expr
		Slot   int
		// Base is the first of the slots that take the parts of the outcome, by [TestPart].
		Base int
		// Against is the number; With gives fields of the check.
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
	// if there is none left.
	Draw struct {
		At
		Deck *Deck
		Slot int // -1: Own
		Own  *Field
		By   *Expr // nil: self
	}
	// Discard lays What on the discards of Deck.
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
	// Perform performs Action, or the act or definition that Act gives.
	Perform struct {
		At
		Action *Action // nil: Act
		Act    *Expr
		By     *Expr
		With   []With // `on T` is the first parameter
		Else   []Stmt // what is done if it can't begin
	}
	// Pay pays from a pool: what the act holds first.
	Pay struct {
		At
		Pool   *Field
		Member *Expr
		Amount *Expr
		From   *Expr // nil: self
	}
	// Apply applies Condition, or the one that Named gives.
	Apply struct {
		At
		Condition *Condition
		Named     *Expr
		To, By    *Expr
		With      []With
		Until     []*Until
	}
	// EndCondition ends own instances of Condition (or Named, or the instance Which) on On.
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
	// EndEntry takes Entry of Of off the agenda.
	EndEntry struct {
		At
		Entry *Entry
		Of    *Expr
	}
	// EndActions calls off the unfinished actions of Of, or Act alone.
	EndActions struct {
		At
		Of, Act *Expr
	}
	// Move moves things, all at once, checked after all have moved.
	Move struct {
		At
		What, To []*Expr
	}
	// Carry makes To (none: nobody) carry What.
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
	// If is if and else.
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
	// While runs Body as long as Cond holds, which is worked out before each round. What Cond
	// calls stands in Calls, which run before each test.
	While struct {
		At
		Calls []Stmt
		Cond  *Expr
		Body  []Stmt
	}
	// Afterwards runs Body when the batch has landed.
	Afterwards struct {
		At
		Body []Stmt
	}
	// Stop ends the routine; With is what a proc gives. Where it gives several values, a SetLocal
	// for each stands before.
	Stop struct {
		At
		With *Expr
	}
)
