package sense

import "github.com/rulec/rulec/lang/diag"

// The codes of what makes no sense.
const (
	// CodeNeverHolds: a formula that is false whatever happens.
	CodeNeverHolds diag.Code = "never-holds"
	// CodeCostAboveMaximum: a cost that nobody can pay, since the pool never holds as much.
	CodeCostAboveMaximum diag.Code = "cost-above-maximum"
	// CodeNeverPaid: a cost that the action's own program doesn't pay whole.
	CodeNeverPaid diag.Code = "never-paid"
	// CodeSwappedBounds: a least value above the most.
	CodeSwappedBounds diag.Code = "swapped-bounds"
	// CodeUnreadChannel: a channel of a quantity that its value doesn't read.
	CodeUnreadChannel diag.Code = "unread-channel"
	// CodeNeverGiven: a condition that is made to end, and that nothing gives.
	CodeNeverGiven diag.Code = "never-given"
	// CodeNeverEnds: a condition that is given, and that nothing ends.
	CodeNeverEnds diag.Code = "never-ends"
	// CodeRunsForEach: a rule that does the same once for each creature.
	CodeRunsForEach diag.Code = "runs-for-each"
	// CodeNeverAllowed: a line of a tactic that gives a parameter a number which it never has.
	CodeNeverAllowed diag.Code = "never-allowed"
	// CodeNeverOffered: a line of a tactic that chooses what is never among the candidates.
	CodeNeverOffered diag.Code = "never-offered"
	// CodeLostUpdate: an assignment in a batch that starts from what the number was.
	CodeLostUpdate diag.Code = "lost-update"
	// CodeUncitedRule: a case or a sequence that covers a rule which nothing in its ruleset cites.
	CodeUncitedRule diag.Code = "uncited-rule"
	// CodeNoFoes: an encounter in which all are on one side.
	CodeNoFoes diag.Code = "no-foes"
	// CodeLoneSide: a side with one member, whose name is nearly that of another side.
	CodeLoneSide diag.Code = "lone-side"
	// CodeSamePlace: two combatants who begin on the same space.
	CodeSamePlace diag.Code = "same-place"
)
