package syntax

import "slices"

// Element is the word for the element of a list, or the member of a family, in a
// formula.
const Element = "each"

// Parts returns the formulas that a formula is made of, in their order in the text.
func Parts(e Expr) []Expr {
	switch e := e.(type) {
	case *Unary:
		return []Expr{e.X}
	case *Binary:
		return []Expr{e.X, e.Y}
	case *Call:
		return e.Args
	case *Named:
		return []Expr{e.X}
	case *Member:
		return []Expr{e.X}
	case *Method:
		return append([]Expr{e.X}, e.Args...)
	case *Index:
		return []Expr{e.X, e.I}
	case *LetIn:
		return []Expr{e.Value, e.Body}
	case *List:
		return e.Items
	}
	return nil
}

// Reads reports whether a formula reads a name: whether it contains the name on its own, not after
// a dot. The [Element] within a list function belongs to that list; overList reports whether
// a function is one.
func Reads(e Expr, name string, overList func(function string) bool) bool {
	parts := Parts(e)
	switch e := e.(type) {
	case *Name:
		return e.Name == name
	case *Each:
		return name == Element
	case *Call:
		if name == Element && len(e.Args) > 1 && overList(e.Name.Name) {
			parts = parts[:1]
		}
	}
	return slices.ContainsFunc(parts, func(x Expr) bool { return Reads(x, name, overList) })
}
