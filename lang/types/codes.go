package types

import "github.com/rulec/rulec/lang/diag"

// What can be wrong with the meaning of a formula, a program or a phrase.
const (
	// CodeDuplicateName: two declarations of one sort have the same name.
	CodeDuplicateName diag.Code = "duplicate-name"
	// CodeReservedName: a param, local, field or proc is called like a word of the language.
	CodeReservedName diag.Code = "reserved-name"

	// CodeUnknownName: a name that resolves to nothing.
	CodeUnknownName diag.Code = "unknown-name"
	// CodeAmbiguousName: a name that may mean several things where it stands.
	CodeAmbiguousName diag.Code = "ambiguous-name"
	// CodeBareWord: self, it or was where there is none.
	CodeBareWord diag.Code = "word-out-of-place"
	// CodeNoEvent: event where nothing has happened.
	CodeNoEvent diag.Code = "no-event"
	// CodeNoElement: each outside of a formula about elements.
	CodeNoElement diag.Code = "no-element"
	// CodeHiddenField: a field that is set while an action runs, read before.
	CodeHiddenField diag.Code = "unreadable-field"
	// CodeUnknownField: a field that values of this type don't have.
	CodeUnknownField diag.Code = "unknown-field"
	// CodeUnknownType: a type that there isn't.
	CodeUnknownType diag.Code = "unknown-type"
	// CodeTypeMismatch: a value of another type than its place wants.
	CodeTypeMismatch diag.Code = "type-mismatch"
	// CodeDiceSum: dice in an operation that takes numbers.
	CodeDiceSum diag.Code = "dice-sum"
	// CodeNotARoll: .natural or .faces of something that no roll has set.
	CodeNotARoll diag.Code = "not-a-roll"
	// CodeUntested: a check of a label whose rolls are held against nothing, a choice that nothing asks for.
	CodeUntested diag.Code = "untested"
	// CodeUnknownDeck: a deck that there isn't.
	CodeUnknownDeck diag.Code = "unknown-deck"
	// CodeNotConstant: data that would change in play.
	CodeNotConstant diag.Code = "not-constant"

	// CodeArgumentCount: a call with too few or too many values.
	CodeArgumentCount diag.Code = "argument-count"
	// CodeMissingArgument: a value that has to be given and can't be found by its name.
	CodeMissingArgument diag.Code = "missing-argument"
	// CodeNotCallable: a call of something that isn't called.
	CodeNotCallable diag.Code = "not-callable"
	// CodeActsInFormula: a proc or a program inside a formula.
	CodeActsInFormula diag.Code = "formula-acts"
	// CodeUncertainCall: a proc is called in a part of a statement that isn't worked out once and
	// always.
	CodeUncertainCall diag.Code = "uncertain-call"
	// CodeOnlyExpected: something looks back on what has happened that is no expectation.
	CodeOnlyExpected diag.Code = "only-expected"
	// CodeOnlyChoose: can_do outside of choose.
	CodeOnlyChoose diag.Code = "only-choose"

	// CodeNameTaken: a local that is called like another that can be seen.
	CodeNameTaken diag.Code = "name-taken"
	// CodeFixedTarget: a statement that changes something which can't be changed so.
	CodeFixedTarget diag.Code = "fixed-target"
	// CodeStoredAct: an unfinished action in a field that outlives it.
	CodeStoredAct diag.Code = "stored-act"
	// CodeNoSelf: a statement that needs to be told who, where there is no self.
	CodeNoSelf diag.Code = "no-self"
	// CodeNothingGiven: let with a value that says nothing about its type.
	CodeNothingGiven diag.Code = "nothing-given"
	// CodeStopValue: stop with a value where none is given, or without one where it is.
	CodeStopValue diag.Code = "stop-value"
	// CodeUnreachable: statements behind one that ends the program.
	CodeUnreachable diag.Code = "unreachable-statement"
	// CodeEndlessLoop: a while whose test nothing between its braces can change.
	CodeEndlessLoop diag.Code = "endless-loop"
	// CodeUnknownEntry: an agenda entry that the clock doesn't have.
	CodeUnknownEntry diag.Code = "unknown-entry"
	// CodeDerivedApplied: a condition that holds by its formula is applied or ended.
	CodeDerivedApplied diag.Code = "derived-applied"
	// CodeMapLoop: a loop with two names over a list, or with one over a map.
	CodeMapLoop diag.Code = "map-loop"
	// CodePhraseTarget: a phrase about something that nobody can wait for.
	CodePhraseTarget diag.Code = "phrase-target"

	// CodeUnknownLabel: dice in a script for a roll that no program makes.
	CodeUnknownLabel diag.Code = "unknown-label"

	// CodeCandidates: a parameter whose candidates are no list.
	CodeCandidates diag.Code = "candidates"
	// CodeNoInstances: instances of a condition that only comes with others (a warning).
	CodeNoInstances diag.Code = "no-instances"
	// CodeNoSpace: something about places in a ruleset without space.
	CodeNoSpace diag.Code = "no-space"
	// CodeUnknownArgument: a value for a parameter or field that there isn't.
	CodeUnknownArgument diag.Code = "unknown-argument"
	// CodeUnknownCondition: the name of a condition that there isn't.
	CodeUnknownCondition diag.Code = "unknown-condition"
	// CodeUnknownEvent: the name of an event that there isn't.
	CodeUnknownEvent diag.Code = "unknown-event"
	// CodeUnknownPool: the name of a pool that isn't there.
	CodeUnknownPool diag.Code = "unknown-pool"
)
