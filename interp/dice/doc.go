// Package dice makes dice values, throws them, and works out their odds exactly.
//
// A [Value] is dice that have not been thrown, with a number added: what a formula of
// type dice gives. A [Source] throws them for everybody in one encounter; each face
// depends on nothing but the seed, the trial, who rolls, what for, and for which time, so
// that a roll more elsewhere changes no other (see package keyed). A [Script] may say
// what they show instead. [Odds] works out expectations and chances without throwing.
//
// The package knows neither rules nor encounters: rollers and labels are numbers.
//
// Spec: dice.md; formulas.md.
package dice
