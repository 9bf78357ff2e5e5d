package deps

import "math/bits"

// Mask is a set of sorts of what may be read or changed.
type Mask uint64

const (
	// Conditions: conditions and their instances, whichever they are.
	Conditions Mask = 1 << iota
	// Places: where things stand; who is carried stands where his carrier does.
	Places
	// Carriers: who carries what.
	Carriers
	// More: something else, such as the clock, actions under way, events. Changes of it
	// aren't kept apart: what reads it has to be worked out each time.
	More
	// Seldom: fields that hardly anything ever changes. They have one bit together, so that
	// the others needn't share theirs.
	Seldom
)

// All is every sort.
const All = ^Mask(0)

// SeldomBit is the bit of Seldom.
const SeldomBit = 4

// Other fields of things and single conditions have the bits from firstField on, [Shared] of them:
// fields from the first one up, conditions from the last one down. Where there are more,
// several share one.
const (
	firstField = SeldomBit + 1
	Shared     = 64 - firstField
)

// Field returns the sort of the n-th field that is read, from 0, and its bit.
func Field(n int) (m Mask, bit uint8) {
	bit = uint8(firstField + n%Shared)
	return 1 << bit, bit
}

// Condition returns the sort of the n-th condition that is read, from 0, and of its instances.
func Condition(n int) Mask { return 1 << (63 - n%Shared) }

// TouchedBy tells whether what reads m has to be worked out again after changes of some
// sorts.
func (m Mask) TouchedBy(changed Mask) bool { return m&(changed|More) != 0 }

// Reads is what an answer depends on. It is given for some subjects, the things that are
// asked about: what is read of them, and what is read of others.
type Reads struct {
	// Any are all sorts that are read; Others those of others than the subjects, Owns those
	// of the subjects themselves.
	Any, Others, Owns Mask
	// Of are the subjects of whom something is read, as bits.
	Of uint32
}

// MaxSubjects is how many subjects are told apart from others.
const MaxSubjects = 32

// AddOthers adds what is read of others.
func (r *Reads) AddOthers(m Mask) {
	r.Any |= m
	r.Others |= m
}

// Add adds what is read of a subject; of others, if it is none of those that are told apart.
func (r *Reads) Add(m Mask, subject int) {
	if subject < 0 || subject >= MaxSubjects {
		r.AddOthers(m)
		return
	}
	r.Any |= m
	r.Owns |= m
	r.Of |= 1 << subject
}

// Include adds what another answer depends on, which is asked for some subjects: each is
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
