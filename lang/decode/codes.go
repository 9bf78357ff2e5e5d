package decode

import "github.com/rulec/rulec/lang/diag"

// What can be wrong with what stands in rulesets and encounters alike.
const (
	// CodeUnknownWord: a word where one of a few others has to stand.
	CodeUnknownWord diag.Code = "unknown-word"
	// CodeUnknownMember: a value for a member that a family doesn't have.
	CodeUnknownMember diag.Code = "unknown-member"
	// CodeMissingField: a definition that leaves out a field without a default.
	CodeMissingField diag.Code = "missing-field"
	// CodeFieldRange: a number that is less or more than its field may be.
	CodeFieldRange diag.Code = "field-range"
	// CodeDerivedCondition: a condition with while that has what only applied ones can have.
	CodeDerivedCondition diag.Code = "derived-condition"
	// CodeThingKind: a thing or definition of another kind than its place wants.
	CodeThingKind diag.Code = "thing-kind"
	// CodeUnknownAction: the name of an action that there isn't, or that doesn't answer the event at hand.
	CodeUnknownAction diag.Code = "unknown-action"
	// CodeUnknownKind: the name of a kind that there isn't.
	CodeUnknownKind diag.Code = "unknown-kind"
	// CodeOwnForm: a thing of one's own where none can stand, or with what only definitions have.
	CodeOwnForm diag.Code = "own-form"
	// CodeCurlyQuotes: a sentence in quotes of a word processor.
	CodeCurlyQuotes diag.Code = "curly-quotes"
	// CodeJoinedLines: a program of several lines that YAML joins into one.
	CodeJoinedLines diag.Code = "joined-lines"
	// CodeUnknownTactic: a question or choice of a tactic that there isn't, or a tactic that there isn't.
	CodeUnknownTactic diag.Code = "unknown-tactic"
)
