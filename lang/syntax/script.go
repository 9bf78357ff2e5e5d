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

// ItemNode holds what every script item has.
type ItemNode struct{ At diag.Span }

// Span returns where the item stands.
func (n ItemNode) Span() diag.Span { return n.At }
func (ItemNode) item()             {}

type (
	// Turn is `WHO: ACTION [[on] T] [with ..] [{ .. }]`, or `WHO: pass [EVENT]`. It is the
	// answer of Who to the question that is open: his turn, a floor, or inside
	// braces an event that he may react to.
	Turn struct {
		ItemNode
		Who    Ident
		Action Ident // "pass" passes
		On     Expr  // the first parameter; nil: not given
		With   []Arg
		Body   []Item // what happens inside: dice, choices, answers, expectations
	}
	// Refused is `refused WHO: ACTION .. "reason"`: the action must not be possible
	// when WHO is asked for it, for a reason that contains Reason.
	Refused struct {
		ItemNode
		Turn   *Turn
		Reason string
	}
	// DiceItem is `dice [[WHO.]LABEL] n n .. [of DICE], ..`: what the dice show, face by face.
	DiceItem struct {
		ItemNode
		Rolls []ScriptedRoll
	}
	// DrawItem is `draw [WHO.]DECK CARD CARD .., ..`: which cards are drawn, one after the other.
	DrawItem struct {
		ItemNode
		Draws []ScriptedDraw
	}
	// Choice is `[WHO:] choose NAME = F [, F ..]`, the answer to a choice by name. Refused,
	// `refused WHO: choose NAME = F`, is one that must not be offered.
	Choice struct {
		ItemNode
		Who     *Ident
		Name    Ident
		Value   []Expr
		Refused bool
	}
	// Expect is `expect F`: F must hold when the script gets here.
	Expect struct {
		ItemNode
		Cond Expr
	}
	// AllPass is `all pass`: everybody who is asked at the open question passes, and it closes.
	AllPass struct{ ItemNode }
	// OthersPass is `others pass`: from here on whoever is due and isn't mentioned passes.
	OthersPass struct{ ItemNode }
	// Rest is `rest`: from here on tactics act for everybody until the encounter is over.
	Rest struct{ ItemNode }
	// Wait is `wait F`: let the clock run on for F units, nobody acting by script.
	Wait struct {
		ItemNode
		Time Expr
	}
	// Do is `do { .. }`: the scene itself acts: a program with the combatants' names in scope.
	Do struct {
		ItemNode
		Body *Block
	}
	// Over is `over`: the encounter ends here, whatever time.over says.
	Over struct{ ItemNode }
)

// ScriptedRoll is one roll of a dice item.
type ScriptedRoll struct {
	At diag.Span
	// Who rolls; empty: anybody.
	Who Ident
	// Label of the roll; empty: the next roll, whatever it is called.
	Label Ident
	// Faces are what the dice show, in the order in which they are thrown.
	Faces []int
	// FacesAt are where they stand.
	FacesAt []diag.Span
	// Of is what is thrown; nil: whatever the roll says.
	Of Expr
}

// ScriptedDraw is one card of a draw item.
type ScriptedDraw struct {
	// Who draws; empty: anybody.
	Who  Ident
	Deck Ident
	Card Ident
}
