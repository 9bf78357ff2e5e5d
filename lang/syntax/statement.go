package syntax

import "github.com/rulec/rulec/lang/diag"

// Block is a program: statements in order.
type Block struct {
	At    diag.Span
	Stmts []Stmt
}

// Stmt is one statement of the action language.
type Stmt interface {
	// Span returns the text of the statement's first line, enough to point to it.
	Span() diag.Span
	stmt()
}

// StmtNode holds the common part of all statements.
type StmtNode struct{ At diag.Span }

// Span returns the place of the statement.
func (n StmtNode) Span() diag.Span { return n.At }
func (StmtNode) stmt()             {}

// Arg is one NAME = FORMULA of a with list. A bare formula has an empty Name.
type Arg struct {
	Name  Ident
	Value Expr
}

// Unread replaces a statement that can't be parsed, so that other errors
// in the program are found, too. No valid program has one.
type Unread struct {
	StmtNode
	// Word is its first word, such as for; empty if it doesn't begin with a word.
	Word string
	// Names are those it may have defined: no errors are reported for them further down, or, for a loop, in its blocks.
	Names []Ident
	// Unnamed is set if it defines an unknown name.
	Unnamed bool
	// Blocks are the contents of its braces, as far as they can be parsed; some may be nil.
	Blocks []*Block
}

type (
	// Let is `let NAME = F`; F may be a call of a proc. `let NAME = ROLL against F` tests an
	// existing roll.
	Let struct {
		StmtNode
		Name    Ident
		Value   Expr
		Against *Against // nil means no test
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
		By   Expr // nil means self
		As   Expr // nil means that the label is the name
		Dice Expr
		// Against is its target; nil means none.
		Against *Against
	}
	// Choose is `choose [some] NAME from L [to F] [where F] [by W | by chance] [default F]`.
	Choose struct {
		StmtNode
		Some     bool
		Name     Ident
		From     Expr
		To       Expr // if not nil, choose from the numbers From..To
		Where    Expr // may read each; nil means all
		By       Expr // nil means self
		ByChance bool
		Default  Expr // nil means none
	}
	// Draw is `draw NAME from DECK [by W]`.
	Draw struct {
		StmtNode
		Name Ident
		From Ident
		By   Expr // nil means self
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
		Else   *Block // nil means none
	}
	// Pay is `pay POOL F [, POOL F] [from W]`.
	Pay struct {
		StmtNode
		Items []PayItem
		From  Expr // nil means self
	}
	// Apply is `apply C to X [by W] [with f = F, ..] [until E]`.
	Apply struct {
		StmtNode
		Condition Expr
		To        Expr
		By        Expr // nil means self
		With      []Arg
		Until     *Until
	}
	// End is `end C [, C] [on X] [where F] [until E]`: ends condition instances. On is
	// nil only if C is an instance itself: `end it`.
	End struct {
		StmtNode
		Conditions []Expr
		On         Expr
		Where      Expr
		Until      *Until // if not nil, mute them instead
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
		Of         Expr // nil means self
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
		Else *Block // nil means none
	}
	// For is `for x[, y] in L [where F] [in order of F] [together] { }`. With two
	// names, L is a map and they are its key and value.
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
	Member Expr // nil if not a family
	Amount Expr
}

// MoveStep is one X to P of a move statement.
type MoveStep struct{ What, To Expr }
