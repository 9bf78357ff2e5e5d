package decls

import "github.com/rulec/rulec/lang/diag"

// What can be wrong with the declarations of a ruleset.
const (
	// CodeParamValue: a value that a param can't have.
	CodeParamValue diag.Code = "param-value"
	// CodeUnknownParam: a value for a param that the ruleset doesn't have.
	CodeUnknownParam diag.Code = "unknown-param"
	// CodeUnreadParam: a param that nothing reads (a warning).
	CodeUnreadParam diag.Code = "unread-param"
	// CodeNoCreature: a ruleset without the kind that fights.
	CodeNoCreature diag.Code = "no-creature"
	// CodeFightActs: the fight as a whole as something that acts, or that is made from a definition.
	CodeFightActs diag.Code = "fight-acts"
	// CodeFieldTold: a sentence for the changes of a field that is no number, or never changes.
	CodeFieldTold diag.Code = "field-told"
	// CodeIdleTold: a sentence for a rule that does nothing.
	CodeIdleTold diag.Code = "idle-told"
	// CodeLawForm: a key of a law that means nothing without another, or beside it.
	CodeLawForm diag.Code = "law-form"
	// CodeAnyonesReset: a pool that comes back with everybody's turn (a warning).
	CodeAnyonesReset diag.Code = "anyones-reset"
	// CodeNoTime: a ruleset without a clock.
	CodeNoTime diag.Code = "no-time"
	// CodeNoSteps: a scale without steps.
	CodeNoSteps diag.Code = "no-steps"

	// CodeRowLength: a row of a table with too few or too many values.
	CodeRowLength diag.Code = "row-length"
	// CodeRangeForm: a key of a row that is no range.
	CodeRangeForm diag.Code = "range-form"
	// CodeUnreachableRow: a row whose keys are all taken by rows before it.
	CodeUnreachableRow diag.Code = "unreachable-row"
	// CodeTableGap: numbers between two rows that no row takes.
	CodeTableGap diag.Code = "table-gap"
	// CodeDeckCards: cards of a deck that are no list of definitions or steps, or that would
	// change in play.
	CodeDeckCards diag.Code = "deck-cards"
	// CodeKeyType: a type by which a table can't be looked up.
	CodeKeyType diag.Code = "key-type"

	// CodePoolPlace: a pool in something that has no state.
	CodePoolPlace diag.Code = "pool-place"
	// CodePoolKey: a key that only pools have, on another field.
	CodePoolKey diag.Code = "pool-key"
	// CodeFamily: a family of something that has no members, or of a type that can't be one.
	CodeFamily diag.Code = "family"
	// CodeStack: a stack of pools that contains no pools, itself or another stack.
	CodeStack diag.Code = "stack"
	// CodeFieldName: a field that is called like something the language gives every such value.
	CodeFieldName diag.Code = "field-name"

	// CodeDefaultNone: none as the default of a number where every number is something.
	CodeDefaultNone diag.Code = "default-none"
	// CodeDefaultUnread: a default of a field that always begins with nothing.
	CodeDefaultUnread diag.Code = "default-unread"
	// CodeDefaultReads: a default that is worked out by what isn't there before a fight begins.
	CodeDefaultReads diag.Code = "default-reads"

	// CodeNoPerform: an action without a program.
	CodeNoPerform diag.Code = "no-perform"
	// CodeCostForm: a cost that isn't the name of a pool, or of a member of a family.
	CodeCostForm diag.Code = "cost-form"

	// CodeUnknownReducer: a channel that is reduced in a way that there isn't.
	CodeUnknownReducer diag.Code = "unknown-reducer"
	// CodeUnknownQuantity: a contribution to a quantity that there isn't.
	CodeUnknownQuantity diag.Code = "unknown-quantity"
	// CodeUnknownChannel: a contribution to a channel that the quantity doesn't have.
	CodeUnknownChannel diag.Code = "unknown-channel"
	// CodeUnknownRole: a contribution as a participant that there isn't, or that can't bear it.
	CodeUnknownRole diag.Code = "unknown-role"
	// CodeNoContribution: an entry of modifies that contributes nothing.
	CodeNoContribution diag.Code = "no-contribution"
	// CodeUnknownBan: a ban on something that there isn't.
	CodeUnknownBan diag.Code = "unknown-ban"

	// CodeImpliesCycle: conditions that imply each other in a cycle.
	CodeImpliesCycle diag.Code = "implies-cycle"
	// CodeIdleRule: a rule that never does anything.
	CodeIdleRule diag.Code = "idle-rule"
	// CodeUnannounced: something waits for an event that nothing announces.
	CodeUnannounced diag.Code = "unannounced-event"

	// CodeSpaceKey: a key of space that this sort of space doesn't have.
	CodeSpaceKey diag.Code = "space-key"
	// CodeUnreachableLine: a line of a tactic that is never reached.
	CodeUnreachableLine diag.Code = "unreachable-line"
	// CodeTacticCycle: tactics that are like each other in a cycle.
	CodeTacticCycle diag.Code = "tactic-cycle"
	// CodeTooManyLines: tactics with more than MaxTacticLines lines.
	CodeTooManyLines diag.Code = "too-many-lines"
	// CodeNothingAlike: a tactic is to be like another in what that one says nothing about.
	CodeNothingAlike diag.Code = "nothing-alike"

	// CodeCallCycle: procs that call each other in a cycle.
	CodeCallCycle diag.Code = "call-cycle"
	// CodeQuantityCycle: a quantity or a derived condition that depends on itself.
	CodeQuantityCycle diag.Code = "quantity-cycle"
)
