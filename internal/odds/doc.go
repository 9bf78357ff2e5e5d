// Package odds reports how likely everything is that a few lines of a script, or dice alone, may come to: as a document with
// tables and a drawing, for one value or several.
//
// Begin with an [Ask], or a [Throw] for dice without rules; [Document] and [DiceDocument] are what they found out. What is
// likely is computed by interp/odds.
//
// Spec: odds.md.
//
// The commands over it are `rulec odds` and `rulec dice`.
package odds
