package types

import "github.com/rulec/rulec/lang/diag"

// What can be wrong with the meaning of a formula, a program or a phrase.
const (
	// CodeDuplicateName: two declarations of one type have the same name.
	CodeDuplicateName diag.Code = "duplicate-name"
	// CodeReservedName: a param, local, field or proc has the name of a word of the language.
	CodeReservedName diag.Code = "reserved-name"

	// CodeUnknownName: a name that resolves to nothing.
	CodeUnknownName diag.Code = "unknown-name"
	// CodeAmbiguousName: a name with several meanings in its place.
	CodeAmbiguousName diag.Code = "ambiguous-name"
	// CodeBareWord: self, it or was where none exists.
	CodeBareWord diag.Code = "word-out-of-place"
	// CodeNoEvent: event where no event has happened.
	CodeNoEvent diag.Code = "no-event"
	// CodeNoElement: each outside of a formula about elements.
	CodeNoElement diag.Code = "no-element"
	// CodeHiddenField: a field that is set while an action runs is read earlier.
	CodeHiddenField diag.Code = "unreadable-field"
	// CodeUnknownField: a field that values of this type don't have.
	CodeUnknownField diag.Code = "unknown-field"
	// CodeUnknownType: a type that doesn't exist.
	CodeUnknownType diag.Code = "unknown-type"
	// CodeTypeMismatch: a value of another type than expected.
	CodeTypeMismatch diag.Code = "type-mismatch"
	// CodeNestedIf: an if in the last value of another, whose cases it could be.
	CodeNestedIf diag.Code = "nested-if"
	// CodeDiceSum: dice in an operation that takes numbers.
	CodeDiceSum diag.Code = "dice-sum"
	// CodeNotARoll: .natural or .faces of something that no roll has set.
	CodeNotARoll diag.Code = "not-a-roll"
	// CodeUntested: a check for a label whose rolls have no target, a choice that nothing asks for.
	CodeUntested diag.Code = "untested"
	// CodeUnknownDeck: a deck that doesn't exist.
	CodeUnknownDeck diag.Code = "unknown-deck"
	// CodeNotConstant: data that would change in play.
	CodeNotConstant diag.Code = "not-constant"

	// CodeArgumentCount: a call with too few or too many values.
	CodeArgumentCount diag.Code = "argument-count"
	// CodeMissingArgument: a required value that is not given and can't be found by name.
	CodeMissingArgument diag.Code = "missing-argument"
	// CodeNotCallable: a call of something that can't be called.
	CodeNotCallable diag.Code = "not-callable"
	// CodeActsInFormula: a proc or a program inside a formula.
	CodeActsInFormula diag.Code = "formula-acts"
	// CodeUncertainCall: a proc call in a part of a statement that isn't always evaluated exactly
	// once.
	CodeUncertainCall diag.Code = "uncertain-call"
	// CodeOnlyExpected: something that isn't an expectation reads past events.
	CodeOnlyExpected diag.Code = "only-expected"
	// CodeOnlyChoose: can_do outside of choose.
	CodeOnlyChoose diag.Code = "only-choose"

	// CodeNameTaken: a local with the name of another one in scope.
	CodeNameTaken diag.Code = "name-taken"
	// CodeFixedTarget: a statement that changes something it can't change.
	CodeFixedTarget diag.Code = "fixed-target"
	// CodeStoredAct: an unfinished action in a field that outlives it.
	CodeStoredAct diag.Code = "stored-act"
	// CodeOwnName is what belongs to the current action, by way of mine(self). Spec: actions.md.
	CodeOwnName diag.Code = "own-name"
	// CodeNoSelf: a statement that must name a creature where there is no self.
	CodeNoSelf diag.Code = "no-self"
	// CodeNothingGiven: let with a value that has no definite type.
	CodeNothingGiven diag.Code = "nothing-given"
	// CodeStopValue: stop with a value where none is returned, or without one where it is.
	CodeStopValue diag.Code = "stop-value"
	// CodeUnreachable: statements after one that ends the program.
	CodeUnreachable diag.Code = "unreachable-statement"
	// CodeEndlessLoop: a while whose test nothing between its braces can change.
	CodeEndlessLoop diag.Code = "endless-loop"
	// CodeUnknownEntry: an agenda entry that the clock doesn't have.
	CodeUnknownEntry diag.Code = "unknown-entry"
	// CodeDerivedApplied: a condition that holds by its formula is applied or ended.
	CodeDerivedApplied diag.Code = "derived-applied"
	// CodeMapLoop: a loop with two names over a list, or with one over a map.
	CodeMapLoop diag.Code = "map-loop"
	// CodePhraseTarget: a phrase about something that can't be waited for.
	CodePhraseTarget diag.Code = "phrase-target"

	// CodeUnknownLabel: dice in a script for a roll that no program makes.
	CodeUnknownLabel diag.Code = "unknown-label"

	// CodeCandidates: a parameter whose candidates aren't a list.
	CodeCandidates diag.Code = "candidates"
	// CodeNoInstances: instances of a condition that only comes with others (a warning).
	CodeNoInstances diag.Code = "no-instances"
	// CodeNoSpace: something about places in a ruleset without space.
	CodeNoSpace diag.Code = "no-space"
	// CodeUnknownArgument: a value for a parameter or field that doesn't exist.
	CodeUnknownArgument diag.Code = "unknown-argument"
	// CodeUnknownCondition: the name of a condition that doesn't exist.
	CodeUnknownCondition diag.Code = "unknown-condition"
	// CodeUnknownEvent: the name of an event that doesn't exist.
	CodeUnknownEvent diag.Code = "unknown-event"
	// CodeUnknownPool: the name of a pool that doesn't exist.
	CodeUnknownPool diag.Code = "unknown-pool"
)
