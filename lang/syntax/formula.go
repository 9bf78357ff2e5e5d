package syntax

import "github.com/rulec/rulec/lang/diag"

// Ident is a name and its place.
type Ident struct {
	Name string
	Span diag.Span
}

// NewName is a name that a program defines. Unlike an Ident, which is declared elsewhere, it can't equal a word
// of the language.
type NewName struct{ Ident }

// Expr is a node of a formula. Formulas compute; they never act or roll.
type Expr interface {
	// Span returns the text that the node was read from.
	Span() diag.Span
	expr()
}

// Node holds the common part of all formula nodes.
type Node struct{ At diag.Span }

// Span returns the text that the node was read from.
func (n Node) Span() diag.Span { return n.At }
func (Node) expr()             {}

type (
	// Number is a literal number: 3, 0.5.
	Number struct {
		Node
		Value float64
	}
	// Text is a literal text in quotes; only labels and reasons are texts.
	Text struct {
		Node
		Value string
	}
	// Bool is true or false.
	Bool struct {
		Node
		Value bool
	}
	// Dice is a literal such as 2d6: Count dice of Sides sides.
	Dice struct {
		Node
		Count, Sides int
	}
	// Name is an identifier: a local, a parameter, a definition, a scale step.
	Name struct {
		Node
		Name string
	}
	// Each is the current element inside any, all, none, one, filter, map, count,
	// sum, find, sort, most and least: written each, or omitted before a dot.
	Each struct{ Node }
	// Unary is Op X, where Op is "-", "+" or "not".
	Unary struct {
		Node
		Op string
		X  Expr
	}
	// Binary is X Op Y. Op is one of: + - * / % ** == != < <= > >= and or in "not in" "..".
	Binary struct {
		Node
		Op   string
		X, Y Expr
	}
	// Call is Name(Args). If, the list words and the functions of rulesets are all calls.
	Call struct {
		Node
		Name Ident
		Args []Expr
	}
	// Named is Name = X, an argument of a call.
	Named struct {
		Node
		Name Ident
		X    Expr
	}
	// Member is X.Name.
	Member struct {
		Node
		X    Expr
		Name Ident
	}
	// Method is X.Name(Args): a field of type formula or program.
	Method struct {
		Node
		X    Expr
		Name Ident
		Args []Expr
	}
	// Index is X[I]: one member of a family, or the n-th element (from 0) of a list.
	Index struct {
		Node
		X, I Expr
	}
	// LetIn is let Name = Value; Body: Body, in which Name stands for Value.
	LetIn struct {
		Node
		Name        Ident
		Value, Body Expr
	}
	// List is [Items].
	List struct {
		Node
		Items []Expr
	}
)
