package decode

import "github.com/rulec/rulec/lang/diag"

// Errors that occur in both rulesets and encounters.
const (
	// CodeDecidedTwice: the id of a rule at two definitions.
	CodeDecidedTwice diag.Code = "decided-twice"
	// CodeUnknownWord: a word that isn't one of a few allowed ones.
	CodeUnknownWord diag.Code = "unknown-word"
	// CodeUnknownMember: a value for a member that a family doesn't have.
	CodeUnknownMember diag.Code = "unknown-member"
	// CodeMissingField: a definition that omits a field without a default.
	CodeMissingField diag.Code = "missing-field"
	// CodeFieldRange: a number outside the range of its field.
	CodeFieldRange diag.Code = "field-range"
	// CodeDerivedCondition: a condition with while that has something only applied ones can have.
	CodeDerivedCondition diag.Code = "derived-condition"
	// CodeThingKind: a thing or definition of the wrong kind.
	CodeThingKind diag.Code = "thing-kind"
	// CodeUnknownAction: an action that doesn't exist, or that doesn't answer the current event.
	CodeUnknownAction diag.Code = "unknown-action"
	// CodeUnknownKind: a kind that doesn't exist.
	CodeUnknownKind diag.Code = "unknown-kind"
	// CodeOwnForm: an inline thing where none is allowed, or with keys that only definitions have.
	CodeOwnForm diag.Code = "own-form"
	// CodeCurlyQuotes: a sentence in typographic quotes.
	CodeCurlyQuotes diag.Code = "curly-quotes"
	// CodeJoinedLines: a program of several lines that YAML joins into one.
	CodeJoinedLines diag.Code = "joined-lines"
	// CodeUnknownTactic: a tactic that doesn't exist, or a question or choice in a tactic that doesn't exist.
	CodeUnknownTactic diag.Code = "unknown-tactic"
)
