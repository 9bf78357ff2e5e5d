package dice

import (
	"errors"
	"math"
)

// A Fate decides how dice fall, in the place of their keys: for those who try all ways. Faces that
// a script gives are given before it is asked.
type Fate interface {
	// Fall says how dice fall, without what is added to them: one of the ways that [Falls] lists
	// for them, and how much of it is seen. An error stops the run; ErrStopped is none to tell.
	Fall(d Value, label Label) (fall *Fall, seen Seen, err error)
	// Hidden is told that somebody wants to see more of a roll than was said to be seen: what
	// such a run comes to is worth nothing.
	Hidden(label Label, want Seen)
	// Pick says which of several things happens that are as likely as each other: which card of a
	// pile lies on top.
	Pick(n int) (picked int, err error)
}

// ErrStopped is what a [Fate] returns to stop a run: it has seen enough.
var ErrStopped = errors.New("the run was stopped")

// Seen is how much of a roll whoever plays has seen.
type Seen uint8

// How much is seen of a roll. Dice that are thrown are seen as a whole.
const (
	Whole Seen = iota
	// Totals: what they come to.
	Totals
	// Naturals: also the first face of the first die that is kept.
	Naturals
	// FirstFace: also the first face of all, FirstFace + 1 the second one, and so on.
	FirstFace
	// AllFaces: also all faces, in their order.
	AllFaces Seen = math.MaxUint8
)

// fall makes the record of a roll that falls as the fate says.
func (c *Source) fall(r *Roll, d *Value) error {
	f, seen, err := c.fate.Fall(*d, Label(r.Label))
	if err != nil {
		return err
	}
	c.faces = append(c.faces, f.Faces...)
	r.Total, r.Natural, r.Seen, r.Count = f.Total+d.Bonus, f.Natural, seen, int32(len(f.Faces))
	return nil
}

// look tells the fate where more of a roll is looked at than is seen.
func (c *Source) look(roll int, want Seen) {
	if r := &c.rolls[roll]; r.Seen != Whole && r.Seen < want {
		c.fate.Hidden(Label(r.Label), want)
	}
}

// Pick lets the fate say which of n equally likely things happens; ok is false without one.
func (c *Source) Pick(n int) (picked int, ok bool, err error) {
	if c.fate == nil {
		return 0, false, nil
	}
	picked, err = c.fate.Pick(n)
	return picked, true, err
}

// Visible returns the faces of a roll as far as they are seen.
func (c *Source) Visible(roll int) []Face {
	r := &c.rolls[roll]
	return c.faces[r.First : r.First+r.Count]
}
