package check

import "github.com/rulec/rulec/lang/diag"

// What can be wrong with the declarations of a ruleset. Each is explained in
// explain_declare.go.
const (
	// CodeUnknownWord: a word where one of a few others has to stand.
	CodeUnknownWord diag.Code = "unknown-word"
	// CodeParamValue: a value that a param can't have.
	CodeParamValue diag.Code = "param-value"
	// CodeUnknownParam: a value for a param that the ruleset doesn't have.
	CodeUnknownParam diag.Code = "unknown-param"
	// CodeUnreadParam: a param that nothing reads (a warning).
	CodeUnreadParam diag.Code = "unread-param"
	// CodeNoCreature: a ruleset without the kind that fights.
	CodeNoCreature diag.Code = "no-creature"
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
	// CodeKeyType: a type by which a table can't be looked up.
	CodeKeyType diag.Code = "key-type"

	// CodePoolPlace: a pool in something that has no state.
	CodePoolPlace diag.Code = "pool-place"
	// CodePoolKey: a key that only pools have, on another field.
	CodePoolKey diag.Code = "pool-key"
	// CodeFamily: a family of something that has no members, or of a type that can't be one.
	CodeFamily diag.Code = "family"
	// CodeUnknownMember: a value for a member that a family doesn't have.
	CodeUnknownMember diag.Code = "unknown-member"
	// CodeStack: a stack of pools that contains no pools, itself or another stack.
	CodeStack diag.Code = "stack"
	// CodeMissingField: a definition that leaves out a field without a default.
	CodeMissingField diag.Code = "missing-field"
	// CodeFieldName: a field that is called like something the language gives every such value.
	CodeFieldName diag.Code = "field-name"

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

	// CodeImpliesCycle: conditions that imply each other in a circle.
	CodeImpliesCycle diag.Code = "implies-cycle"
	// CodeDerivedCondition: a condition with while that has what only applied ones can have.
	CodeDerivedCondition diag.Code = "derived-condition"
	// CodeIdleRule: a rule that never does anything.
	CodeIdleRule diag.Code = "idle-rule"
	// CodeUnannounced: something waits for an event that nothing announces.
	CodeUnannounced diag.Code = "unannounced-event"
	// CodeUnknownKind: the name of a kind that there isn't.
	CodeUnknownKind diag.Code = "unknown-kind"

	// CodeSpaceKey: a key of space that this sort of space doesn't have.
	CodeSpaceKey diag.Code = "space-key"
	// CodeUnknownTactic: a question or choice of a tactic that there isn't, or a tactic that there isn't.
	CodeUnknownTactic diag.Code = "unknown-tactic"
	// CodeUnknownAction: the name of an action that there isn't, or that doesn't answer the event at hand.
	CodeUnknownAction diag.Code = "unknown-action"
	// CodeUnreachableLine: a line of a tactic that is never reached.
	CodeUnreachableLine diag.Code = "unreachable-line"

	// CodeUnknownChoice: an answer in a script to a choice that no program asks for.
	CodeUnknownChoice diag.Code = "unknown-choice"
	// CodeCallCycle: procs that call each other in a circle.
	CodeCallCycle diag.Code = "call-cycle"
	// CodeQuantityCycle: a quantity or a derived condition that depends on itself.
	CodeQuantityCycle diag.Code = "quantity-cycle"
)

// What can be wrong with an encounter.
const (
	// CodeUnknownTemplate: a combatant or thing made from a definition that there isn't.
	CodeUnknownTemplate diag.Code = "unknown-template"
	// CodeNoCombatants: an encounter in which nobody fights.
	CodeNoCombatants diag.Code = "no-combatants"
	// CodeTooManyThings: more combatants, or more things, than an encounter may have.
	CodeTooManyThings diag.Code = "too-many-things"
	// CodeCarriesItself: a definition of a thing that carries one like itself.
	CodeCarriesItself diag.Code = "carries-itself"
	// CodePlaceForm: a place that isn't written as the ruleset's space wants.
	CodePlaceForm diag.Code = "place-form"
	// CodeOffMap: a place outside the map.
	CodeOffMap diag.Code = "off-map"
	// CodeMapForm: a map whose rows have different lengths, marks that the legend doesn't have, or none at all.
	CodeMapForm diag.Code = "map-form"
	// CodeUnknownZone: a neighbour that is no zone.
	CodeUnknownZone diag.Code = "unknown-zone"
	// CodeUnknownSide: a side of the encounter that nobody is on, or a tactic of one
	// that nobody would play by.
	CodeUnknownSide diag.Code = "unknown-side"
	// CodeUnknownThing: the name of a thing of the encounter that there isn't.
	CodeUnknownThing diag.Code = "unknown-thing"
	// CodeThingKind: a thing or definition of another kind than its place wants.
	CodeThingKind diag.Code = "thing-kind"
)

// What can be wrong with a state, and with a sequence of encounters.
const (
	// CodeStateRuleset: a state that was taken with another ruleset.
	CodeStateRuleset diag.Code = "state-ruleset"
	// CodeStateChanged: a state of a ruleset that has changed since; a warning.
	CodeStateChanged diag.Code = "state-changed"
	// CodeStateAbsent: somebody of a state who is neither out nor in the encounter.
	CodeStateAbsent diag.Code = "state-absent"
	// CodeStateTemplate: somebody who was made from another definition when the state was taken.
	CodeStateTemplate diag.Code = "state-template"
	// CodeStateReference: the name of a condition that the state doesn't have.
	CodeStateReference diag.Code = "state-reference"
	// CodeStateRange: a number of a state that can't be.
	CodeStateRange diag.Code = "state-range"
	// CodeSequenceLine: an item of a script that has no place between encounters.
	CodeSequenceLine diag.Code = "sequence-line"
)
