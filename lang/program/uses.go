package program

import "github.com/rulec/rulec/lang/diag"

// Use is a place where a name occurs.
type Use struct {
	// At is the position of the name, Decl that of the name in its declaration.
	// Decl is zero for names that the language defines, such as self.
	At, Decl diag.Span
	// Type is the type of the value; Unknown if the name isn't a value.
	Type Type
}

// Uses are the places where names occur, with their meanings: editors show, follow and rename
// them. They are filled while a ruleset or an encounter is checked, if requested;
// a nil *Uses ignores everything.
type Uses struct{ list []Use }

// NewUses returns a Uses with room for about as many uses as the last time: there are many thousands.
func NewUses(about int) *Uses { return &Uses{make([]Use, 0, about+about/8)} }

// Add notes that the name at one place means the declaration at another.
func (u *Uses) Add(at, decl diag.Span, t Type) {
	if u != nil && !at.IsZero() {
		u.list = append(u.list, Use{at, decl, t})
	}
}

// All returns every use, in the order in which they were read; a place may occur several times.
func (u *Uses) All() []Use {
	if u == nil {
		return nil
	}
	return u.list
}
