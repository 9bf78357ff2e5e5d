// Package syntax parses formulas, programs, scripts, event phrases, types and
// templates into trees, and reports errors in their form. It doesn't resolve names: the packages
// that check do that.
//
// Start with [ParseFormula] and [ReadProgram]. Every parser takes a
// [diag.Fragment] and returns a tree with exact spans, or no tree and all
// independent errors.
//
// Formulas are parsed by expr (only expr.go imports it), statements
// and lines of scripts by participle (the tags of the nodes are their forms). Our own
// scanner tokenizes the text for both, so that we can reject unsupported
// syntax by name and their messages never reach a user.
package syntax
