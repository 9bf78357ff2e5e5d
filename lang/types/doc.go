// Package types resolves and type-checks the formulas, programs, phrases and types of a ruleset:
// it looks up names among the declarations and turns texts into typed expressions and statements.
//
// Start with [New], enter all declarations, then call [Checker.Formula], [Checker.Routine],
// [Checker.Trigger]. An [Env] says what a text may read besides declarations. The package knows
// no section of a ruleset and no encounter: lang/decls and lang/encounter build on it.
//
// Each part knows those before it: the [Checker] the declarations, a scope the meaning of names in one text,
// a formulaReader builds expressions from formulas, a programReader statements from programs.
package types
