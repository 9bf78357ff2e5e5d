// Package dice builds dice values, rolls them, and computes their odds exactly.
//
// A [Value] is dice that have not been rolled, plus a number: the value of a formula of
// type dice. A [Source] makes all rolls in one encounter; each face
// depends only on the seed, the trial, the roller, the label, and the number of earlier rolls,
// so that an extra roll elsewhere changes no other (see package keyed). A [Script] may set
// the faces instead. [Odds] computes expectations and chances without rolling.
//
// The package knows neither rules nor encounters: rollers and labels are numbers.
//
// Spec: dice.md; formulas.md.
package dice
