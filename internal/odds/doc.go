// Package odds reports how likely every result is of a few lines of a script, or of dice alone: as a document with
// tables and a drawing, for one value or several.
//
// Start with an [Ask], or a [Throw] for dice without rules; [Document] and [DiceDocument] show the results. The
// package interp/odds computes the odds.
//
// Spec: odds.md.
//
// The commands that use it are `rulec odds` and `rulec dice`.
package odds
