package vet

import "github.com/rulec/rulec/lang/diag"

// The codes of valid rules that make no sense.
const (
	// CodeUncarried: an action that affects its carrier, though no field can hold it.
	CodeUncarried diag.Code = "uncarried"
	// CodeNeverHolds: a formula that is false whatever happens.
	CodeNeverHolds diag.Code = "never-holds"
	// CodeAlwaysHolds: a formula that is true whatever happens, although it reads something.
	CodeAlwaysHolds diag.Code = "always-holds"
	// CodeUnreachedRow: a row of a table that no number looked up in it can reach.
	CodeUnreachedRow diag.Code = "unreached-row"
	// CodeBeyondTable: a die with results for which the table it is looked up in has no row.
	CodeBeyondTable diag.Code = "beyond-table"
	// CodeOverlappingRows: a row of a table that overlaps a row before it.
	CodeOverlappingRows diag.Code = "overlapping-rows"
	// CodeShortOfNext: a distance that ends short of the next space.
	CodeShortOfNext diag.Code = "short-of-next"
	// CodeUnread: a declaration that nothing reads.
	CodeUnread diag.Code = "unread"
	// CodeNeverHappens: a trigger for a change of a number that nothing causes.
	CodeNeverHappens diag.Code = "never-happens"
	// CodeSameMoment: an entry that schedules itself again for the same moment.
	CodeSameMoment diag.Code = "same-moment"
	// CodeLateLine: a line of a tactic that is never used, since one before it handles every case.
	CodeLateLine diag.Code = "late-line"
	// CodeFixedEnd: an end of the fight that nothing in the fight changes.
	CodeFixedEnd diag.Code = "fixed-end"
	// CodeOddAmount: a minimum that is subtracted and is never above 0.
	CodeOddAmount diag.Code = "odd-amount"
	// CodeUnreadRoll: a roll that nothing reads.
	CodeUnreadRoll diag.Code = "unread-roll"
	// CodeCostAboveMaximum: a cost that no one can pay, since the pool never holds as much.
	CodeCostAboveMaximum diag.Code = "cost-above-maximum"
	// CodeNeverPaid: a cost that the action's own program doesn't pay in full.
	CodeNeverPaid diag.Code = "never-paid"
	// CodeSwappedBounds: a minimum above the maximum.
	CodeSwappedBounds diag.Code = "swapped-bounds"
	// CodeLoneChannel: a channel without contributions that has nearly the name of one that has some.
	CodeLoneChannel diag.Code = "lone-channel"
	// CodeNeverGiven: a condition that is ended, but never applied.
	CodeNeverGiven diag.Code = "never-given"
	// CodeNeverEnds: a condition that is applied, but never ended.
	CodeNeverEnds diag.Code = "never-ends"
	// CodeRunsForEach: a rule that does the same thing once for each creature.
	CodeRunsForEach diag.Code = "runs-for-each"
	// CodeNeverAllowed: a line of a tactic that sets a parameter to a number that it can't have.
	CodeNeverAllowed diag.Code = "never-allowed"
	// CodeAskedSeldom: a tactic that does what people are said to want seldom.
	CodeAskedSeldom diag.Code = "asked-seldom"
	// CodeNeverOffered: a line of a tactic that chooses something that is never a candidate.
	CodeNeverOffered diag.Code = "never-offered"
	// CodeLostUpdate: an assignment in a batch that starts from the previous value.
	CodeLostUpdate diag.Code = "lost-update"
	// CodeUncitedRule: a case or a sequence that covers a rule that nothing in its ruleset cites.
	CodeUncitedRule diag.Code = "uncited-rule"
	// CodeNoFoes: an encounter in which all are on one side.
	CodeNoFoes diag.Code = "no-foes"
	// CodeLoneSide: a side with one member, whose name is nearly that of another side.
	CodeLoneSide diag.Code = "lone-side"
	// CodeSamePlace: two combatants that start on the same space.
	CodeSamePlace diag.Code = "same-place"
)
