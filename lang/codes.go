package lang

import "github.com/rulec/rulec/lang/diag"

// What can be wrong with files and how they belong together. Spec: files.md,
// overlays.md.
const (
	// CodeMissingFile: a file that isn't there.
	CodeMissingFile diag.Code = "missing-file"
	// CodeUnreadableFile: a file that can't be opened, or is no plain file.
	CodeUnreadableFile diag.Code = "unreadable-file"
	// CodeOutsideFolder: a path that leads out of the folder that may be read, or not to a file of rules.
	CodeOutsideFolder diag.Code = "outside-folder"
	// CodeExpectsNothing: a case that doesn't say what is to happen.
	CodeExpectsNothing diag.Code = "expects-nothing"
	// CodeUnknownRuleset: the name of a ruleset that isn't found.
	CodeUnknownRuleset diag.Code = "unknown-ruleset"
	// CodeTooManyFiles: a ruleset of more than MaxFiles files.
	CodeTooManyFiles diag.Code = "too-many-files"
	// CodeRulesetTooLarge: a ruleset of more than MaxTotal bytes.
	CodeRulesetTooLarge diag.Code = "ruleset-too-large"
	// CodeExtendsCycle: rulesets that extend each other in a cycle.
	CodeExtendsCycle diag.Code = "extends-cycle"
	// CodeExtendsDepth: more than MaxDepth rulesets that extend each other.
	CodeExtendsDepth diag.Code = "extends-depth"
	// CodeLanguageVersion: a version of the language that this program doesn't know.
	CodeLanguageVersion diag.Code = "language-version"
	// CodeWrongFile: an encounter where a ruleset is wanted, or the reverse.
	CodeWrongFile diag.Code = "wrong-file"
	// CodeForeign: a file in which nothing shows that it is for this program.
	CodeForeign diag.Code = "foreign-file"
	// CodeSettingForm: a value from the command line that isn't written NAME=VALUE.
	CodeSettingForm diag.Code = "setting-form"
	// CodeInternal: a mistake in this program.
	CodeInternal diag.Code = "internal-error"
	// CodeUnknownShared: shared definitions that don't exist.
	CodeUnknownShared diag.Code = "unknown-shared"
	// CodePackBase: one of several rulesets under extends that goes on from something else.
	CodePackBase diag.Code = "pack-base"
	// CodePackConflict: something that two of several rulesets under extends change.
	CodePackConflict diag.Code = "pack-conflict"
	// CodeRemovedInUse: a definition that an overlay removes, although others name it.
	CodeRemovedInUse diag.Code = "removed-in-use"
	// CodeNoCases: a file of cases without any.
	CodeNoCases diag.Code = "no-cases"
	// CodeSequenceStep: a step of a sequence that is none.
	CodeSequenceStep diag.Code = "sequence-step"
	// CodeSequenceRuleset: an encounter of another ruleset than its sequence.
	CodeSequenceRuleset diag.Code = "sequence-ruleset"
)
