// Package deps tells which answers still stand. Hardly anything that happens in a fight
// changes what is asked of it again and again: who is out, how far somebody reaches. So it
// is found out once what a question reads, as a [Mask] of sorts; [Ticks] take note of what
// changes, and of whom; and an answer stands as long as nothing has changed that it reads.
//
// The package knows neither formulas nor things: sorts are bits, things and values numbers.
package deps
