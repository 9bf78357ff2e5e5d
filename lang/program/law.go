package program

// Law is a sentence that should hold in every fight. It changes nothing in any of them: where laws
// are watched, a fight in which one doesn't hold stops with an error.
//
// Spec: laws.md.
type Law struct {
	Decl
	// BuiltIn says which of the laws that every ruleset has is restricted here; [OwnLaw]: none. Of
	// such a one only For and If are set.
	BuiltIn BuiltInLaw
	// For is the kind of the things that it holds for, each of which is self; nil: it is
	// worked out once, without self.
	For *Kind
	// During are the actions by which it holds; nil: it holds whenever something has landed.
	During []*Action
	// Alone: only where nobody does anything else between the begin and the end of the action.
	Alone bool
	// If, Before and Holds have the inputs self and actor, who does the action at hand; Holds has
	// behind them what was noted. They may read the parameters that all of During have.
	//
	// If says for whom it holds, Before what is noted of each; both are worked out as an action
	// begins. nil: for everybody.
	If     *Formula
	Before []*Noted
	// Suppose is run, with the same inputs, as the action begins of a play that is compared with
	// one without it. Without is what is noted at the end of the action in the one without it.
	Suppose *Routine
	Without []*Noted
	// Holds is worked out as the action ends.
	Holds *Formula
}

// Noted is a number that a law notes under a name.
type Noted struct {
	Decl
	Value *Formula
}

// BuiltInLaw is a law that every ruleset has.
type BuiltInLaw uint8

const (
	// OwnLaw is none of them.
	OwnLaw BuiltInLaw = iota
	// LawPlays: whatever anybody does, no formula and no program of the rules stops the fight.
	LawPlays
	// LawInBounds: pools lie within their bounds whenever something has landed.
	LawInBounds
	// LawCanAct: nobody who isn't out is unable to do anything, turn after turn.
	LawCanAct
	// LawEnds: a fight between tactics ends.
	LawEnds
	// LawEvenSides: two sides that are alike win as often as each other.
	LawEvenSides
)

// BuiltInLaws are their names in rulesets, by their numbers; that of [OwnLaw] is empty.
var BuiltInLaws = []string{LawPlays: "plays", LawInBounds: "in_bounds", LawCanAct: "can_act", LawEnds: "ends", LawEvenSides: "even_sides"}

// LawOf returns what a ruleset says of a law that every ruleset has; nil: nothing.
func (p *Program) LawOf(b BuiltInLaw) *Law {
	for _, l := range p.Laws {
		if l.BuiltIn == b {
			return l
		}
	}
	return nil
}

// Supposes tells whether it compares two plays of an action.
func (l *Law) Supposes() bool { return l.Suppose != nil }
