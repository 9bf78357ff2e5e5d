package deps

import "math/bits"

// Mask is a set of kinds of data that may be read or changed.
type Mask uint64

const (
	// Conditions: conditions and their instances, regardless of which.
	Conditions Mask = 1 << iota
	// Places: the places of things; a carried thing is at its carrier's place.
	Places
	// Carriers: who carries what.
	Carriers
	// More: anything else, such as the clock, actions in progress, events. Changes of it
	// aren't tracked: answers that read it must be computed each time.
	More
	// Seldom: fields that almost never change. They share one bit, so that
	// the others needn't share theirs.
	Seldom
)

// All is every kind of data.
const All = ^Mask(0)

// SeldomBit is the bit of Seldom.
const SeldomBit = 4

// Other fields of things and single conditions have the bits from firstField on, [Shared] of them:
// fields from the first one up, conditions from the last one down. If there are more,
// several share one.
const (
	firstField = SeldomBit + 1
	Shared     = 64 - firstField
)

// Field returns the mask of the n-th field that is read, from 0, and its bit.
func Field(n int) (m Mask, bit uint8) {
	bit = uint8(firstField + n%Shared)
	return 1 << bit, bit
}

// Condition returns the mask of the n-th condition that is read, from 0, and of its instances.
func Condition(n int) Mask { return 1 << (63 - n%Shared) }

// TouchedBy reports whether an answer that reads m must be computed again after some
// changes.
func (m Mask) TouchedBy(changed Mask) bool { return m&(changed|More) != 0 }

// Reads is what an answer depends on. It is relative to some subjects, the things in
// question: what is read of them, and what is read of others.
type Reads struct {
	// Any is everything that is read; Others what is read of others than the subjects, Owns
	// of the subjects themselves.
	Any, Others, Owns Mask
	// Of are the subjects with data that is read, as bits.
	Of uint32
}

// MaxSubjects is how many subjects are distinguished from others.
const MaxSubjects = 32

// AddOthers adds data that is read of others.
func (r *Reads) AddOthers(m Mask) {
	r.Any |= m
	r.Others |= m
}

// Add adds data that is read of a subject; of others, if it isn't a distinguished one.
func (r *Reads) Add(m Mask, subject int) {
	if subject < 0 || subject >= MaxSubjects {
		r.AddOthers(m)
		return
	}
	r.Any |= m
	r.Owns |= m
	r.Of |= 1 << subject
}

// Include adds the dependencies of another answer for some subjects: each is
// given as a subject of r, or as -1.
func (r *Reads) Include(x *Reads, subjects []int) {
	r.AddOthers(x.Others)
	for i := range MaxSubjects {
		if x.Of&(1<<i) == 0 {
			continue
		}
		subject := -1
		if i < len(subjects) {
			subject = subjects[i]
		}
		r.Add(x.Owns, subject)
	}
}

// lowest returns the number of the lowest bit.
func (m Mask) lowest() int { return bits.TrailingZeros64(uint64(m)) }
