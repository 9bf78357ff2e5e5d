package syntax

import (
	"strconv"
	"strings"
)

// The printers of formulas, programs, scripts and phrases are for the tests, which hold that
// what is read and printed means the same again: rulec itself shows texts as they are written.

// Binding strengths, as expr has them; a stronger operator takes its sides first.
var strength = map[string]int{
	"or": 10, "and": 15,
	"==": 20, "!=": 20, "<": 20, "<=": 20, ">": 20, ">=": 20, "in": 20, "not in": 20,
	"..": 25, "+": 30, "-": 30, "*": 60, "/": 60, "%": 60, "**": 100,
}

// Format returns a formula as it would be written by hand: one blank around
// operators, brackets only where they are needed or help. Reading the result
// gives the same tree again.
func Format(e Expr) string {
	var p formulaPrinter
	p.expr(e)
	return p.String()
}

type formulaPrinter struct{ strings.Builder }

func (p *formulaPrinter) expr(e Expr) {
	switch e := e.(type) {
	case *Number:
		p.WriteString(strconv.FormatFloat(e.Value, 'f', -1, 64))
	case *Text:
		p.WriteString(quote(e.Value))
	case *Bool:
		p.WriteString(strconv.FormatBool(e.Value))
	case *Dice:
		p.WriteString(strconv.Itoa(e.Count) + "d" + strconv.Itoa(e.Sides))
	case *Name:
		p.WriteString(e.Name)
	case *Each:
		p.WriteString("each")
	case *Unary:
		p.unary(e)
	case *Binary:
		p.binary(e)
	case *Call:
		p.WriteString(e.Name.Name)
		p.list("(", e.Args, ")")
	case *Member:
		p.before(e.X)
		p.WriteString("." + e.Name.Name)
	case *Method:
		p.before(e.X)
		p.WriteString("." + e.Name.Name)
		p.list("(", e.Args, ")")
	case *Index:
		p.before(e.X)
		p.list("[", []Expr{e.I}, "]")
	case *List:
		p.list("[", e.Items, "]")
	case *Named:
		p.WriteString(e.Name.Name + " = ")
		p.grouped(e.X, isLetIn(e.X))
	case *LetIn:
		p.WriteString("let " + e.Name.Name + " = ")
		p.grouped(e.Value, isLetIn(e.Value))
		p.WriteString("; ")
		p.expr(e.Body)
	}
}

// isLetIn reports whether a formula goes on as far as it can, so that it stands in brackets
// wherever something may follow.
func isLetIn(e Expr) bool {
	_, is := e.(*LetIn)
	return is
}

var quoter = strings.NewReplacer(`\`, `\\`, `"`, `\"`)

func quote(text string) string { return `"` + quoter.Replace(text) + `"` }

func (p *formulaPrinter) list(open string, items []Expr, close string) {
	p.WriteString(open)
	for i, e := range items {
		if i > 0 {
			p.WriteString(", ")
		}
		p.expr(e)
	}
	p.WriteString(close)
}

func (p *formulaPrinter) grouped(e Expr, group bool) {
	if !group {
		p.expr(e)
		return
	}
	p.list("(", []Expr{e}, ")")
}

// before prints what stands before a dot or an index.
func (p *formulaPrinter) before(e Expr) {
	switch e.(type) {
	case *Number, *Bool, *Unary, *Binary, *LetIn:
		p.grouped(e, true)
	default:
		p.expr(e)
	}
}

func (p *formulaPrinter) unary(e *Unary) {
	p.WriteString(e.Op)
	if e.Op == "not" {
		p.WriteString(" ")
	}
	switch e.X.(type) {
	case *Unary, *Binary, *LetIn:
		p.grouped(e.X, true)
	default:
		p.expr(e.X)
	}
}

func (p *formulaPrinter) binary(e *Binary) {
	p.grouped(e.X, groupsOnLeft(e))
	if e.Op == ".." {
		p.WriteString("..")
	} else {
		p.WriteString(" " + e.Op + " ")
	}
	p.grouped(e.Y, groupsOnRight(e))
}

func groupsOnLeft(e *Binary) bool {
	switch x := e.X.(type) {
	case *LetIn:
		return true
	case *Unary:
		return e.Op == "**" || x.Op == "not" && strength[e.Op] > strength["and"]
	case *Binary:
		return strength[x.Op] < strength[e.Op] || mixes(x, e) ||
			strength[x.Op] == strength[e.Op] && (e.Op == "**" || strength[e.Op] == strength["=="])
	}
	return false
}

func groupsOnRight(e *Binary) bool {
	switch y := e.Y.(type) {
	case *LetIn:
		return true
	case *Unary:
		return y.Op != "not" || strength[e.Op] > strength["and"]
	case *Binary:
		return strength[y.Op] < strength[e.Op] || mixes(y, e) ||
			strength[y.Op] == strength[e.Op] && e.Op != "**"
	}
	return false
}

// mixes reports whether inner is grouped in outer for the reader's sake alone:
// an "and" inside an "or", a sum as the end of a range.
func mixes(inner, outer *Binary) bool {
	return inner.Op == "and" && outer.Op == "or" || outer.Op == ".."
}

// String returns the formula as Format does.
func (n *Number) String() string { return Format(n) }

// String returns the formula as Format does.
func (n *Text) String() string { return Format(n) }

// String returns the formula as Format does.
func (n *Bool) String() string { return Format(n) }

// String returns the formula as Format does.
func (n *Dice) String() string { return Format(n) }

// String returns the formula as Format does.
func (n *Name) String() string { return Format(n) }

// String returns the formula as Format does.
func (n *Each) String() string { return Format(n) }

// String returns the formula as Format does.
func (n *Unary) String() string { return Format(n) }

// String returns the formula as Format does.
func (n *Binary) String() string { return Format(n) }

// String returns the formula as Format does.
func (n *Call) String() string { return Format(n) }

// String returns the formula as Format does.
func (n *Member) String() string { return Format(n) }

// String returns the formula as Format does.
func (n *Method) String() string { return Format(n) }

// String returns the formula as Format does.
func (n *Index) String() string { return Format(n) }

// String returns the formula as Format does.
func (n *List) String() string { return Format(n) }

// String returns the formula as Format does.
func (n *Named) String() string { return Format(n) }

// String returns the formula as Format does.
func (n *LetIn) String() string { return Format(n) }

// formatPart returns a formula as it is written where something else may follow: in a
// statement, a line of a script, a phrase.
func formatPart(e Expr) string {
	if isLetIn(e) {
		return "(" + Format(e) + ")"
	}
	return Format(e)
}
