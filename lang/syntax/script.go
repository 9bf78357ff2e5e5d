package syntax

import "github.com/rulec/rulec/lang/diag"

// Script is the transcript of an encounter.
type Script struct {
	At    diag.Span
	Items []Item
}

// Item is one line of a script, or one part of a line's braces.
type Item interface {
	Span() diag.Span
	item()
}

// ItemNode holds the common part of all script items.
type ItemNode struct{ At diag.Span }

// Span returns the place of the item.
func (n ItemNode) Span() diag.Span     { return n.At }
func (n *ItemNode) place(at diag.Span) { n.At = at }
func (ItemNode) item()                 {}

type (
	// Turn is `WHO: ACTION [[on] T] [with ..] [{ .. }]`, or `WHO: pass [EVENT]`. It is the
	// answer of Who to the open question: their turn, a floor, or inside
	// braces an event that they may react to.
	Turn struct {
		ItemNode
		Who    Ident
		Action Ident // "pass" passes
		On     Expr  // the first parameter; nil if not given
		With   []Arg
		Body   []Item // nested lines: dice, choices, answers, expectations
	}
	// Refused is `refused WHO: ACTION .. "reason"`: the action must be impossible
	// when WHO is asked for it, for a reason that contains Reason.
	Refused struct {
		ItemNode
		Turn   *Turn
		Reason string
	}
	// DiceItem is `dice [[WHO.]LABEL] n n .. [of DICE], ..`: the faces that the dice show.
	DiceItem struct {
		ItemNode
		Rolls []ScriptedRoll
	}
	// DrawItem is `draw [WHO.]DECK CARD CARD .., ..`: the cards to draw, in order.
	DrawItem struct {
		ItemNode
		Draws []ScriptedDraw
	}
	// Choice is `[WHO:] choose NAME = F [, F ..]`, the answer to a choice by name. Refused,
	// `refused WHO: choose NAME = F`, is a choice that must not be offered.
	Choice struct {
		ItemNode
		Who     *Ident
		Name    Ident  `parser:"'choose' @@"`
		Value   []Expr `parser:"'=' @@ (',' @@)*"`
		Refused bool
	}
	// Expect is `expect F`: F must be true when the script reaches it.
	Expect struct {
		ItemNode
		Cond Expr `parser:"'expect' @@"`
	}
	// AllPass is `all pass`: everyone who is asked at the open question passes, and it closes.
	AllPass struct{ ItemNode }
	// OthersPass is `others pass`: from here on, everyone whose turn it is passes unless the script mentions them.
	OthersPass struct{ ItemNode }
	// Rest is `rest`: from here on, tactics play everyone until the encounter ends.
	Rest struct{ ItemNode }
	// Wait is `wait F`: advance the clock by F units without scripted actions.
	Wait struct {
		ItemNode
		Time Expr `parser:"'wait' @@"`
	}
	// Do is `do { .. }`: the scene itself acts: a program with the combatants' names in scope.
	Do struct {
		ItemNode
		Body *Block `parser:"'do' @@"`
	}
	// Over is `over`: the encounter ends here, regardless of time.over.
	Over struct{ ItemNode }
)

// ScriptedRoll is one roll of a dice item.
type ScriptedRoll struct {
	At diag.Span
	// Who rolls; empty means anyone.
	Who Ident
	// Label of the roll; empty means the next roll, with any label.
	Label Ident
	// Faces are what the dice show, in rolling order.
	Faces []int
	// FacesAt are their places.
	FacesAt []diag.Span
	// Of is the dice to roll; nil means those of the roll itself.
	Of Expr
}

// ScriptedDraw is one card of a draw item.
type ScriptedDraw struct {
	// Who draws; empty means anyone.
	Who  Ident
	Deck Ident
	Card Ident
}
