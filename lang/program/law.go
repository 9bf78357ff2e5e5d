package program

// Law is a statement that should hold in every fight. It never changes a fight: where laws
// are checked, a fight that breaks one stops with an error.
//
// Spec: laws.md.
type Law struct {
	Decl
	// BuiltIn is the law of every ruleset that is restricted here; [OwnLaw] means none. For a
	// built-in law only For and If are set.
	BuiltIn BuiltInLaw
	// For is the kind of the things that it holds for, each of which is self; nil means that it
	// is evaluated once, without self.
	For *Kind
	// During are the actions during which it holds; nil means after every landing.
	During []*Action
	// Alone limits it to actions with no other action between their begin and end.
	Alone bool
	// If, Before and Holds have the inputs self and actor, the one who performs the current action; in
	// Holds the noted values follow. They may read the parameters that all of During have.
	//
	// If says for whom it holds, Before what is noted for each; both are evaluated when an action
	// begins. A nil If means everyone.
	If     *Formula
	Before []*Noted
	// Suppose runs, with the same inputs, when the action begins, in a play that is compared with
	// one without it. Without is what is noted at the end of the action in the play without it.
	Suppose *Routine
	Without []*Noted
	// Holds is evaluated when the action ends.
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
	// LawPlays: whatever anyone does, no formula or program of the rules stops the fight.
	LawPlays
	// LawInBounds: pools are within their bounds after every landing.
	LawInBounds
	// LawCanAct: no one who isn't out is unable to do anything, turn after turn.
	LawCanAct
	// LawEnds: a fight between tactics ends.
	LawEnds
	// LawEvenSides: two identical sides win equally often.
	LawEvenSides
)

// BuiltInLaws are their names in rulesets, by number; the name of [OwnLaw] is empty.
var BuiltInLaws = []string{LawPlays: "plays", LawInBounds: "in_bounds", LawCanAct: "can_act", LawEnds: "ends", LawEvenSides: "even_sides"}

// LawOf returns the ruleset's restriction of a built-in law; nil means none.
func (p *Program) LawOf(b BuiltInLaw) *Law {
	for _, l := range p.Laws {
		if l.BuiltIn == b {
			return l
		}
	}
	return nil
}

// Supposes reports whether it compares two plays of an action.
func (l *Law) Supposes() bool { return l.Suppose != nil }
