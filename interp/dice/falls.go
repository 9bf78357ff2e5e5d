package dice

import (
	"encoding/binary"
	"errors"
	"math/big"
	"slices"
)

// Fall is a way for dice to fall, without what is added to them.
type Fall struct {
	Total float64
	// Natural and Faces are what is seen beside the total, as far as it is.
	Natural int32
	Faces   []Face
	// Chance is how likely it is.
	Chance *big.Rat
}

// ErrTooManyFalls says that there are too many ways for dice to fall to list them.
var ErrTooManyFalls = errors.New("these dice can fall in too many ways to try them all")

// mostThrows is how many throws are gone through, face by face.
const mostThrows = 200_000

// Falls lists the ways for d to fall, without its bonus, as far as they can be told apart by what
// is seen, in ascending order of totals. Of dice that explode those are left out that explode
// again and again so that it is less likely than least: chances add up to 1, less what these come
// to. The error is [ErrTooManyFalls].
func Falls(d Value, seen Seen, least *big.Rat) ([]Fall, error) {
	d.Bonus = 0
	if seen > Totals {
		return fallsByFaces(&d, seen, least)
	}
	total, err := waysOf(&d, &exactly{MaxExplosions, least, mostCounting})
	if err != nil {
		return nil, ErrTooManyFalls
	}
	falls := make([]Fall, len(total.at))
	for i, v := range total.at {
		falls[i] = Fall{Total: float64(v), Chance: new(big.Rat).SetFrac(total.n[i], total.all)}
	}
	return falls, nil
}

// fallsByFaces goes through all that dice may show, as they are thrown.
func fallsByFaces(d *Value, seen Seen, least *big.Rat) ([]Fall, error) {
	type key struct {
		total   float64
		natural int32
		faces   string
	}
	var falls []Fall
	known := map[key]int{}
	c := Source{}
	s := triedFaces{sure: d.Count() * 2} // each die, and once more where it is rerolled
	s.least, _ = least.Float64()
	for n := 0; ; n++ {
		if n > mostThrows {
			return nil, ErrTooManyFalls
		}
		r := Roll{}
		s.again()
		c.faces = c.faces[:0]
		if err := c.throwAll(&r, d, &faceSource{tried: &s}); err != nil {
			return nil, err
		}
		if !s.cut {
			visible := firstOf(c.faces, seen)
			k := key{r.Total, r.Natural, keyOf(visible)}
			i, ok := known[k]
			if !ok {
				i = len(falls)
				known[k] = i
				falls = append(falls, Fall{Total: r.Total, Natural: r.Natural, Faces: slices.Clone(visible), Chance: new(big.Rat)})
			}
			falls[i].Chance.Add(falls[i].Chance, s.exactly())
		}
		if !s.advance() {
			slices.SortStableFunc(falls, func(a, b Fall) int { return int(a.Total - b.Total) })
			return falls, nil
		}
	}
}

// firstOf returns the faces that are seen: with less than all of them those that were thrown again
// are left out.
func firstOf(faces []Face, seen Seen) []Face {
	if seen == AllFaces {
		return faces
	}
	var first []Face
	for _, f := range faces {
		if !f.Again && len(first) <= int(seen)-int(FirstFace) {
			first = append(first, f)
		}
	}
	return first
}

func keyOf(faces []Face) string {
	var key []byte
	for _, f := range faces {
		key = binary.AppendVarint(key, int64(f.Shown))
	}
	return string(key)
}

// triedFaces gives one sequence of faces after the other, in order.
type triedFaces struct {
	faces, sides []int32
	used         int
	// sure is how many faces there are at most without explosions. Chance is that of those behind
	// them; below least, cut says so.
	sure          int
	chance, least float64
	cut           bool
}

// again begins with the first face.
func (s *triedFaces) again() { s.used, s.chance, s.cut = 0, 1, false }

func (s *triedFaces) next(sides int32) int32 {
	if s.used >= s.sure {
		s.chance /= float64(sides)
	}
	if s.cut = s.cut || s.chance < s.least; s.cut {
		return 1
	}
	if s.used == len(s.faces) {
		s.faces, s.sides = append(s.faces, 1), append(s.sides, sides)
	}
	s.used++
	return s.faces[s.used-1]
}

// exactly is how likely the faces are that were given.
func (s *triedFaces) exactly() *big.Rat {
	all := big.NewInt(1)
	for _, sides := range s.sides[:s.used] {
		all.Mul(all, big.NewInt(int64(sides)))
	}
	return new(big.Rat).SetFrac(big.NewInt(1), all)
}

// advance goes on to the next sequence; false: there is none.
func (s *triedFaces) advance() bool {
	for i := s.used - 1; i >= 0; i-- {
		if s.faces[i] < s.sides[i] {
			s.faces, s.sides = s.faces[:i+1], s.sides[:i+1]
			s.faces[i]++
			return true
		}
	}
	return false
}
