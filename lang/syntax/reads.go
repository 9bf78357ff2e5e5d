package syntax

import "slices"

// Reads reports whether a formula reads a name: whether it stands in it by itself, not behind
// a dot.
func Reads(e Expr, name string) bool {
	among := func(list []Expr) bool {
		return slices.ContainsFunc(list, func(x Expr) bool { return Reads(x, name) })
	}
	switch e := e.(type) {
	case *Name:
		return e.Name == name
	case *Unary:
		return Reads(e.X, name)
	case *Binary:
		return Reads(e.X, name) || Reads(e.Y, name)
	case *Call:
		return among(e.Args)
	case *Member:
		return Reads(e.X, name)
	case *Method:
		return Reads(e.X, name) || among(e.Args)
	case *Index:
		return Reads(e.X, name) || Reads(e.I, name)
	case *LetIn:
		return Reads(e.Value, name) || Reads(e.Body, name)
	case *List:
		return among(e.Items)
	}
	return false
}
