// Package types finds what the formulas, programs, phrases and types of a ruleset mean:
// it looks names up among declarations and makes typed expressions and statements of texts.
//
// Begin with [New], enter all declarations, then ask for [Checker.Formula], [Checker.Routine],
// [Checker.Trigger]. What a text may read beside declarations says its [Env]. The package knows
// no section of a ruleset and no encounter: those who do stand above it, in lang/decls and lang/encounter.
//
// Each part knows those before it: the [Checker] the declarations, a scope what names mean in one text,
// a formulaReader makes expressions of formulas, a programReader statements of programs.
package types
