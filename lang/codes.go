package lang

import "github.com/rulec/rulec/lang/diag"

// Errors in files and in how they fit together. Spec: files.md,
// overlays.md.
const (
	// CodeMissingFile: a file that doesn't exist.
	CodeMissingFile diag.Code = "missing-file"
	// CodeUnreadableFile: a file that can't be opened, or isn't a regular file.
	CodeUnreadableFile diag.Code = "unreadable-file"
	// CodeOutsideFolder: a path that leaves the folder that may be read, or doesn't name a rules file.
	CodeOutsideFolder diag.Code = "outside-folder"
	// CodeExpectsNothing: a case without expectations.
	CodeExpectsNothing diag.Code = "expects-nothing"
	// CodeUnknownRuleset: the name of a ruleset that isn't found.
	CodeUnknownRuleset diag.Code = "unknown-ruleset"
	// CodeTooManyFiles: a ruleset of more than MaxFiles files.
	CodeTooManyFiles diag.Code = "too-many-files"
	// CodeRulesetTooLarge: a ruleset of more than MaxTotal bytes.
	CodeRulesetTooLarge diag.Code = "ruleset-too-large"
	// CodeExtendsCycle: rulesets that extend each other in a cycle.
	CodeExtendsCycle diag.Code = "extends-cycle"
	// CodeExtendsDepth: a chain of more than MaxDepth rulesets that extend each other.
	CodeExtendsDepth diag.Code = "extends-depth"
	// CodeLanguageVersion: a language version that this program doesn't know.
	CodeLanguageVersion diag.Code = "language-version"
	// CodeWrongFile: an encounter where a ruleset is expected, or the reverse.
	CodeWrongFile diag.Code = "wrong-file"
	// CodeForeign: a file that doesn't look like one for this program.
	CodeForeign diag.Code = "foreign-file"
	// CodeSettingForm: a value from the command line that isn't written NAME=VALUE.
	CodeSettingForm diag.Code = "setting-form"
	// CodeInternal: a bug in this program.
	CodeInternal diag.Code = "internal-error"
	// CodeUnknownShared: shared definitions that don't exist.
	CodeUnknownShared diag.Code = "unknown-shared"
	// CodePackBase: one of several rulesets under extends that extends something else.
	CodePackBase diag.Code = "pack-base"
	// CodePackConflict: something that two of several rulesets under extends both change.
	CodePackConflict diag.Code = "pack-conflict"
	// CodeRemovedInUse: a definition that an overlay removes while others still name it.
	CodeRemovedInUse diag.Code = "removed-in-use"
	// CodeOverruled: a change of a kind's program in a place where definitions have their own.
	CodeOverruled diag.Code = "overruled"
	// CodeNoCases: a file of cases that has no cases.
	CodeNoCases diag.Code = "no-cases"
	// CodeSequenceStep: an invalid step of a sequence.
	CodeSequenceStep diag.Code = "sequence-step"
	// CodeSequenceRuleset: an encounter whose ruleset differs from that of its sequence.
	CodeSequenceRuleset diag.Code = "sequence-ruleset"
)
