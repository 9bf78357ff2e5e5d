package program

import "github.com/rulec/rulec/lang/diag"

// Use is a place where something is named.
type Use struct {
	// At is where the name stands, Decl where what it means is declared: the span of its name
	// there. Decl is zero for what is given, as self is.
	At, Decl diag.Span
	// Type is that of the value; Unknown for what is no value.
	Type Type
}

// Uses are the places where names stand, with what they mean: what an editor shows, follows and
// renames. They are filled while a ruleset or an encounter is checked, if somebody wants them;
// a nil *Uses takes nothing.
type Uses struct{ list []Use }

// NewUses returns a place for about as many uses as there were before: there are many thousands of them.
func NewUses(about int) *Uses { return &Uses{make([]Use, 0, about+about/8)} }

// Add notes that a name at a place means what is declared at another one.
func (u *Uses) Add(at, decl diag.Span, t Type) {
	if u != nil && !at.IsZero() {
		u.list = append(u.list, Use{at, decl, t})
	}
}

// All returns every use, in the order in which they were read; one place may be there several times.
func (u *Uses) All() []Use {
	if u == nil {
		return nil
	}
	return u.list
}
