package syntax

import "slices"

// Element is the word for the element of a list, or the member of a family, in a
// formula.
const Element = "each"

// Reads reports whether a formula reads a name: whether it contains the name on its own, not after
// a dot. The [Element] within a list function belongs to that list; overList reports whether
// a function is one.
func Reads(e Expr, name string, overList func(function string) bool) bool {
	reads := func(x Expr) bool { return Reads(x, name, overList) }
	among := func(list []Expr) bool { return slices.ContainsFunc(list, reads) }
	switch e := e.(type) {
	case *Name:
		return e.Name == name
	case *Each:
		return name == Element
	case *Unary:
		return reads(e.X)
	case *Binary:
		return reads(e.X) || reads(e.Y)
	case *Call:
		if name == Element && len(e.Args) > 1 && overList(e.Name.Name) {
			return reads(e.Args[0])
		}
		return among(e.Args)
	case *Named:
		return reads(e.X)
	case *Member:
		return reads(e.X)
	case *Method:
		return reads(e.X) || among(e.Args)
	case *Index:
		return reads(e.X) || reads(e.I)
	case *LetIn:
		return reads(e.Value) || reads(e.Body)
	case *List:
		return among(e.Items)
	}
	return false
}
