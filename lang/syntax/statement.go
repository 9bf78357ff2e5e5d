package syntax

import "github.com/rulec/rulec/lang/diag"

// Block is a program: statements in order.
type Block struct {
	At    diag.Span
	Stmts []Stmt
}

// Stmt is one statement of the action language.
type Stmt interface {
	// Span returns the text of the statement's first line, enough to point at it.
	Span() diag.Span
	stmt()
}

// StmtNode holds what every statement has.
type StmtNode struct{ At diag.Span }

// Span returns where the statement stands.
func (n StmtNode) Span() diag.Span { return n.At }
func (StmtNode) stmt()             {}

// Arg is one NAME = FORMULA of a with list. A bare formula has an empty Name.
type Arg struct {
	Name  Ident
	Value Expr
}

// Unread stands in the place of a statement that can't be read, so that whatever else is wrong
// with the program is found, too. No program without errors has one.
type Unread struct {
	StmtNode
	// Word is how it begins, such as for; empty: with no word.
	Word string
	// Names are what it may have named: nothing is said of those further down, or, of a loop, in its blocks.
	Names []Ident
	// Unnamed: it would name something, and nobody can tell how.
	Unnamed bool
	// Blocks are what stands in its braces, as far as that can be read; some may be nil.
	Blocks []*Block
}

type (
	// Let is `let NAME = F`; F may be a call of a proc. `let NAME = ROLL against F` tests a
	// roll that has been made.
	Let struct {
		StmtNode
		Name    Ident
		Value   Expr
		Against *Against // nil: nothing is tested
	}
	// Against is `against F [with f = F, ..]`.
	Against struct {
		Target Expr
		With   []Arg
	}
	// Assign is `TARGET Op F`, where Op is "=", "+=" or "-=" and Target is a Name,
	// a Member or an Index.
	Assign struct {
		StmtNode
		Target Expr
		Op     string
		Value  Expr
	}
	// Roll is `roll NAME [by W] [as L] = DICE [against F [with f = F, ..]]`.
	Roll struct {
		StmtNode
		Name Ident
		By   Expr // nil: self
		As   Expr // nil: the label is the name
		Dice Expr
		// Against is what it is held against; nil: nothing.
		Against *Against
	}
	// Choose is `choose [some] NAME from L [to F] [where F] [by W | by chance] [default F]`.
	Choose struct {
		StmtNode
		Some     bool
		Name     Ident
		From     Expr
		To       Expr // not nil: the numbers From..To
		Where    Expr // may read each; nil: all
		By       Expr // nil: self
		ByChance bool
		Default  Expr // nil: none given
	}
	// Draw is `draw NAME from DECK [by W]`.
	Draw struct {
		StmtNode
		Name Ident
		From Ident
		By   Expr // nil: self
	}
	// Discard is `discard F to DECK`.
	Discard struct {
		StmtNode
		What Expr
		To   Ident
	}
	// Shuffle is `shuffle DECK`.
	Shuffle struct {
		StmtNode
		Deck Ident
	}
	// Announce is `announce E [of X] [with f = F, ..] [for L] [until all pass]`.
	Announce struct {
		StmtNode
		Event        Ident
		Of           Expr
		With         []Arg
		For          Expr
		UntilAllPass bool
	}
	// Perform is `perform A [by W] [on T] [with p = F, ..] [else { }]`.
	Perform struct {
		StmtNode
		Action Expr
		By, On Expr
		With   []Arg
		Else   *Block // nil: there is none
	}
	// Pay is `pay POOL F [, POOL F] [from W]`.
	Pay struct {
		StmtNode
		Items []PayItem
		From  Expr // nil: self
	}
	// Apply is `apply C to X [by W] [with f = F, ..] [until E]`.
	Apply struct {
		StmtNode
		Condition Expr
		To        Expr
		By        Expr // nil: self
		With      []Arg
		Until     *Until
	}
	// End is `end C [, C] [on X] [where F] [until E]`: condition instances. On is
	// nil only where C is an instance itself: `end it`.
	End struct {
		StmtNode
		Conditions []Expr
		On         Expr
		Where      Expr
		Until      *Until // not nil: mute them instead
	}
	// EndEntry is `end ENTRY of X`, and `end actions of X` (Entry.Name == "actions").
	EndEntry struct {
		StmtNode
		Entry Ident
		Of    Expr
	}
	// Move is `move X to P [, Y to Q]`.
	Move struct {
		StmtNode
		Steps []MoveStep
	}
	// Schedule is `schedule ENTRY [of X] at K, .. | after ENTRY of Y  [with ..] [for INSTANCE]`.
	Schedule struct {
		StmtNode
		Entry      Ident
		Of         Expr // nil: self
		At         []Expr
		AfterEntry *Ident
		AfterOf    Expr
		With       []Arg
		For        Expr
	}
	// If is `if F { } [else if F { }] [else { }]`. An else-if is an Else with one If.
	If struct {
		StmtNode
		Cond Expr
		Then *Block
		Else *Block // nil: none
	}
	// For is `for x[, y] in L [where F] [in order of F] [together] { }`. With two
	// names, L is a map and they are its key and its value.
	For struct {
		StmtNode
		Name     Ident
		Second   *Ident
		In       Expr
		Where    Expr
		Order    Expr
		Together bool
		Body     *Block
	}
	// While is `while Cond { Body }`.
	While struct {
		StmtNode
		Cond Expr
		Body *Block
	}
	// Afterwards is `afterwards { }`.
	Afterwards struct {
		StmtNode
		Body *Block
	}
	// CallStmt is a call of a proc, or of a field of type program: Call is a *Call or a *Method.
	CallStmt struct {
		StmtNode
		Call Expr
	}
	// Stop is `stop [with F]`, or `stop with r = F, ..`.
	Stop struct {
		StmtNode
		With    Expr
		Results []Arg
	}
)

// PayItem is one POOL F of a pay statement; the pool may be one of a family: POOL[F].
type PayItem struct {
	Pool   Ident
	Member Expr // nil: not a family
	Amount Expr
}

// MoveStep is one X to P of a move statement.
type MoveStep struct{ What, To Expr }
