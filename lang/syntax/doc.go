// Package syntax reads formulas, programs, scripts, event phrases, types and
// templates into trees, and says what is wrong with their form. It knows no names: what a name stands for is found out by the packages
// that check.
//
// Begin with [ParseFormula] and [ReadProgram]. Every parser takes a
// [diag.Fragment] and returns a tree with exact spans, or no tree and all the
// errors that don't depend on each other.
//
// Formulas go through the parser of expr (expr.go alone imports it), statements
// and lines of scripts through participle (grammar.go has their forms). A
// scanner of our own cuts the text for both, so that what they have too much is
// refused by name and their messages never reach a user.
package syntax
