// Package keyed is the arithmetic of keyed dice.
//
// Dice are keyed, not drawn from one long sequence: the result of a roll depends on
// the seed, the trial, the roller, the label of the roll, and how many rolls with
// that label the roller has made before. So a change of the rules leaves all other dice
// unchanged, and two rulesets can be compared with the same dice.
//
// Everything is computed on 64-bit words, additions and products modulo 2^64:
//
//	mix(x):  x ^= x >> 30; x *= 0xbf58476d1ce4e5b9
//	         x ^= x >> 27; x *= 0x94d049bb133111eb
//	         x ^= x >> 31
//	G        0x9e3779b97f4a7c15
//	text(s)  FNV-1a of the UTF-8 bytes of s, then mix
//	run      mix(mix(seed + G) + trial*G)
//	roller   mix(run + text(name))
//	roll     mix(roller + text(label) + n*G)      n counts from 0
//	word j   mix(roll + (j+1)*G)                  j counts from 0
//
// A roller is a thing's name, "side:" and the name of a side, or "scene". Word j
// belongs to the j-th die rolled: first all dice once, in the order
// in which they are written, pool by pool; then those that exploded, in the same
// order; then those of these that exploded again. If the kept one of several
// dice explodes, all of them are rolled again.
//
// The tie-breaker of a roller is the result of a die with a million sides for word 0 of its
// first roll with the label "lot_of".
//
// A face from 1 to s is computed from a word w by multiplication: the high word of the
// 128-bit product w*s, plus 1. If the low word is less than 2^64 mod s, the word
// is one of those that would favour some faces; then w = mix(w + G) is tried.
//
// Spec: rolls.md.
package keyed

import "math/bits"

// Golden is G, the difference between the words of one roll.
const Golden = 0x9e3779b97f4a7c15

// Mix returns mix(x).
func Mix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

// Text returns the word for a roller's name or a label.
func Text(s string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := 0; i < len(s); i++ {
		h ^= uint64(s[i])
		h *= 0x100000001b3
	}
	return Mix(h)
}

// Run returns the word of a run.
func Run(seed, trial uint64) uint64 { return Mix(Mix(seed+Golden) + trial*Golden) }

// Roller returns the word of a roller in a run; name is the word of its name.
func Roller(run, name uint64) uint64 { return Mix(run + name) }

// First returns the value that is mixed to get the first word of a roller's n-th roll with a
// label, n from 0; add Golden for each further word.
func First(roller, label, n uint64) uint64 { return Mix(roller+label+n*Golden) + Golden }

// lots is the word of the label of lots.
var lots = Text("lot_of")

// Lot returns the lot of a roller, from 1 to 1,000,000.
func Lot(roller uint64) float64 { return float64(Face(Mix(First(roller, lots, 0)), 1_000_000)) }

// Face returns the face, from 1 to sides, for a word.
func Face(word, sides uint64) int32 {
	high, low := bits.Mul64(word, sides)
	if low < sides {
		for unfair := -sides % sides; low < unfair; {
			word = Mix(word + Golden)
			high, low = bits.Mul64(word, sides)
		}
	}
	return int32(high) + 1
}
