package decls

import "github.com/rulec/rulec/lang/diag"

// Errors in the declarations of a ruleset.
const (
	// CodeUnknownParam: a value for a param that the ruleset doesn't have.
	CodeUnknownParam diag.Code = "unknown-param"
	// CodeUnreadParam: a param that nothing reads (a warning).
	CodeUnreadParam diag.Code = "unread-param"
	// CodeNoCreature: a ruleset without the kind of combatants.
	CodeNoCreature diag.Code = "no-creature"
	// CodeFightActs: a kind for the fight as a whole that acts, or that has definitions.
	CodeFightActs diag.Code = "fight-acts"
	// CodeFieldTold: a sentence for the changes of a field that isn't a number, never changes, or of which nobody is told.
	CodeFieldTold diag.Code = "field-told"
	// CodeIdleTold: a sentence for a rule that does nothing.
	CodeIdleTold diag.Code = "idle-told"
	// CodeLawForm: a key of a law that is meaningless without another, or in addition to it.
	CodeLawForm diag.Code = "law-form"
	// CodeAnyonesReset: a pool that is reset at anyone's turn (a warning).
	CodeAnyonesReset diag.Code = "anyones-reset"
	// CodeNoTime: a ruleset without a clock.
	CodeNoTime diag.Code = "no-time"
	// CodeNoSteps: a scale without steps.
	CodeNoSteps diag.Code = "no-steps"

	// CodeColumnType: a column of a grid whose cells don't show its type.
	CodeColumnType diag.Code = "column-type"
	// CodeRangeForm: a key of a row that isn't a range.
	CodeRangeForm diag.Code = "range-form"
	// CodeUnreachableRow: a row whose keys are all covered by earlier rows.
	CodeUnreachableRow diag.Code = "unreachable-row"
	// CodeTableGap: numbers between two rows that no row covers.
	CodeTableGap diag.Code = "table-gap"
	// CodeDeckCards: cards of a deck that aren't a list of definitions or steps, or that would
	// change during play.
	CodeDeckCards diag.Code = "deck-cards"
	// CodeKeyType: a type that can't be the key of a table.
	CodeKeyType diag.Code = "key-type"

	// CodePoolPlace: a pool in something that has no state.
	CodePoolPlace diag.Code = "pool-place"
	// CodePoolKey: a key for pools on another field.
	CodePoolKey diag.Code = "pool-key"
	// CodeFamily: a family of something without members, or of a type that can't be one.
	CodeFamily diag.Code = "family"
	// CodeStack: a stack of pools that contains no pools, itself or another stack.
	CodeStack diag.Code = "stack"
	// CodeFieldName: a field whose name the language already gives to every such value.
	CodeFieldName diag.Code = "field-name"

	// CodeDefaultNone: none as the default of a number for which every number is a real value.
	CodeDefaultNone diag.Code = "default-none"
	// CodeDefaultUnread: a default of a field that always starts empty.
	CodeDefaultUnread diag.Code = "default-unread"
	// CodeDefaultReads: a default that depends on something that doesn't exist before a fight begins.
	CodeDefaultReads diag.Code = "default-reads"

	// CodeNoPerform: an action without a program.
	CodeNoPerform diag.Code = "no-perform"
	// CodeCostForm: a cost that isn't the name of a pool, or of a member of a family.
	CodeCostForm diag.Code = "cost-form"

	// CodeUnknownReducer: a channel with an unknown reducer.
	CodeUnknownReducer diag.Code = "unknown-reducer"
	// CodeUnknownQuantity: a contribution to an unknown quantity.
	CodeUnknownQuantity diag.Code = "unknown-quantity"
	// CodeUnknownChannel: a contribution to a channel that the quantity doesn't have.
	CodeUnknownChannel diag.Code = "unknown-channel"
	// CodeUnknownRole: a contribution as an unknown participant, or as one that can't be the bearer.
	CodeUnknownRole diag.Code = "unknown-role"
	// CodeNoContribution: an entry of modifies that contributes nothing.
	CodeNoContribution diag.Code = "no-contribution"
	// CodeUnknownBan: a ban on something unknown.
	CodeUnknownBan diag.Code = "unknown-ban"

	// CodeImpliesCycle: conditions that imply each other in a cycle.
	CodeImpliesCycle diag.Code = "implies-cycle"
	// CodeIdleRule: a rule that never does anything.
	CodeIdleRule diag.Code = "idle-rule"
	// CodeUnannounced: a trigger or an answer for an event that nothing announces.
	CodeUnannounced diag.Code = "unannounced-event"

	// CodeSpaceKey: a key of space that this type of space doesn't have.
	CodeSpaceKey diag.Code = "space-key"
	// CodeUnreachableLine: a line of a tactic that is never reached.
	CodeUnreachableLine diag.Code = "unreachable-line"
	// CodeTacticCycle: tactics that are like each other in a cycle.
	CodeTacticCycle diag.Code = "tactic-cycle"
	// CodeTooManyLines: tactics with more than MaxTacticLines lines.
	CodeTooManyLines diag.Code = "too-many-lines"
	// CodeNothingAlike: a tactic that is like another one in a question for which that has no lines.
	CodeNothingAlike diag.Code = "nothing-alike"

	// CodeCallCycle: procs that call each other in a cycle.
	CodeCallCycle diag.Code = "call-cycle"
)
