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
func (n StmtNode) Span() diag.Span     { return n.At }
func (n *StmtNode) place(at diag.Span) { n.At = at }
func (StmtNode) stmt()                 {}

// Arg is one NAME = FORMULA of a with list. A bare formula has an empty Name.
type Arg struct {
	Name  Ident
	Value Expr `parser:"@@"`
	// Named is what follows the = until the form is filled: then it becomes Value.
	Named Expr `parser:"('=' @@)?"`
}

// Args is a with list in which each value has a name, FreeArgs one in which it may lack one.
type (
	Args     []Arg
	FreeArgs []Arg
)

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

// The tags of a statement's fields are its form: participle parses them, and prints them as the grammar.
type (
	// Let is `let NAME = F`; F may be a call of a proc. `let NAME = ROLL against F` tests an
	// existing roll.
	Let struct {
		StmtNode
		Name    NewName  `parser:"'let' @@"`
		Value   Expr     `parser:"'=' @@"`
		Against *Against `parser:"@@?"` // nil means no test
	}
	// Against is `against F [with f = F, ..]`.
	Against struct {
		Target Expr `parser:"'against' @@"`
		With   Args `parser:"('with' @@ (',' @@)*)?"`
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
		Name NewName `parser:"'roll' @@"`
		By   Expr    `parser:"('by' @@)?"` // nil means self
		As   Expr    `parser:"('as' @@)?"` // nil means that the label is the name
		Dice Expr    `parser:"'=' @@"`
		// Against is its target; nil means none.
		Against *Against `parser:"@@?"`
	}
	// Choose is `choose [some] NAME from L [to F] [where F] [by W | by chance] [default F]`.
	Choose struct {
		StmtNode
		Some     bool    `parser:"'choose' @'some'?"`
		Name     NewName `parser:"@@"`
		From     Expr    `parser:"'from' @@"`
		To       Expr    `parser:"('to' @@)?"`    // if not nil, choose from the numbers From..To
		Where    Expr    `parser:"('where' @@)?"` // may read each; nil means all
		ByChance bool    `parser:"('by' (@'chance'"`
		By       Expr    `parser:"| @@))?"`         // nil means self
		Default  Expr    `parser:"('default' @@)?"` // nil means none
	}
	// Draw is `draw NAME from DECK [by W]`.
	Draw struct {
		StmtNode
		Name NewName `parser:"'draw' @@"`
		From Ident   `parser:"'from' @@"`
		By   Expr    `parser:"('by' @@)?"` // nil means self
	}
	// Discard is `discard F to DECK`.
	Discard struct {
		StmtNode
		What Expr  `parser:"'discard' @@"`
		To   Ident `parser:"'to' @@"`
	}
	// Shuffle is `shuffle DECK`.
	Shuffle struct {
		StmtNode
		Deck Ident `parser:"'shuffle' @@"`
	}
	// Announce is `announce E [of X] [with f = F, ..] [for L] [until all pass]`.
	Announce struct {
		StmtNode
		Event        Ident `parser:"'announce' @@"`
		Of           Expr  `parser:"('of' @@)?"`
		With         Args  `parser:"('with' @@ (',' @@)*)?"`
		For          Expr  `parser:"('for' @@)?"`
		UntilAllPass bool  `parser:"(@'until' 'all' 'pass')?"`
	}
	// Perform is `perform A [by W] [on T] [with p = F, ..] [else { }]`.
	Perform struct {
		StmtNode
		Action Expr     `parser:"'perform' @@"`
		By     Expr     `parser:"('by' @@)?"`
		On     Expr     `parser:"('on' @@)?"`
		With   FreeArgs `parser:"('with' @@ (',' @@)*)?"`
		Else   *Block   `parser:"('else' @@)?"` // nil means none
	}
	// Pay is `pay POOL [F] [, POOL [F]] [from W]`.
	Pay struct {
		StmtNode
		Items []PayItem `parser:"'pay' @@ (',' @@)*"`
		From  Expr      `parser:"('from' @@)?"` // nil means self
	}
	// Apply is `apply C to X [by W] [with f = F, ..] [until E]`.
	Apply struct {
		StmtNode
		Condition Expr   `parser:"'apply' @@"`
		To        Expr   `parser:"'to' @@"`
		By        Expr   `parser:"('by' @@)?"` // nil means self
		With      Args   `parser:"('with' @@ (',' @@)*)?"`
		Until     *Until `parser:"('until' @@)?"`
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
		Steps []MoveStep `parser:"'move' @@ (',' @@)*"`
	}
	// Schedule is `schedule ENTRY [of X] at K, .. | after ENTRY of Y  [with ..] [for INSTANCE]`.
	Schedule struct {
		StmtNode
		Entry      Ident  `parser:"'schedule' @@"`
		Of         Expr   `parser:"('of' @@)?"` // nil means self
		At         []Expr `parser:"('at' @@ (',' @@)*"`
		AfterEntry *Ident `parser:"| 'after' @@"`
		AfterOf    Expr   `parser:"'of' @@)"`
		With       Args   `parser:"('with' @@ (',' @@)*)?"`
		For        Expr   `parser:"('for' @@)?"`
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
		Name     NewName  `parser:"'for' @@"`
		Second   *NewName `parser:"(',' @@)?"`
		In       Expr     `parser:"'in' @@"`
		Where    Expr     `parser:"('where' @@)?"`
		Order    Expr     `parser:"('in' 'order' 'of' @@)?"`
		Together bool     `parser:"@'together'?"`
		Body     *Block   `parser:"@@"`
	}
	// While is `while Cond { Body }`.
	While struct {
		StmtNode
		Cond Expr   `parser:"'while' @@"`
		Body *Block `parser:"@@"`
	}
	// Afterwards is `afterwards { }`.
	Afterwards struct {
		StmtNode
		Body *Block `parser:"'afterwards' @@"`
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
		Results Args
	}
)

// PayItem is one POOL [F] of a pay statement; the pool may be one of a family: POOL[F].
type PayItem struct {
	Pool   Ident `parser:"@@"`
	Member Expr  `parser:"('[' @@ ']')?"` // nil if not a family
	Amount Expr  `parser:"(@@)?"`         // nil means all that is set aside
}

// MoveStep is one X to P of a move statement.
type MoveStep struct {
	What Expr `parser:"@@"`
	To   Expr `parser:"'to' @@"`
}
