// Package deps determines which cached answers are still valid. Most events in a fight don't
// change what is asked repeatedly: who is out, how far a creature reaches. So
// what a question reads is determined once, as a [Mask] of kinds of data; [Ticks] record
// changes, and to which thing; and an answer is valid until something it reads changes.
//
// The package knows neither formulas nor things: kinds of data are bits, things and values numbers.
package deps
