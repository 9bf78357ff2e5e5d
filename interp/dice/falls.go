package dice

import (
	"encoding/binary"
	"errors"
	"maps"
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

const (
	// mostThrows is how many throws are gone through, face by face.
	mostThrows = 200_000
	// mostWays is how many sorts of throws are told apart while dice are added one by one.
	mostWays = 50_000
)

// Falls lists the ways for d to fall, without its bonus, as far as they can be told apart by what
// is seen, in ascending order of totals. Of dice that explode those are left out that explode
// again and again so that it is less likely than least: chances add up to 1, less what these come
// to. The error is [ErrTooManyFalls].
func Falls(d Value, seen Seen, least *big.Rat) ([]Fall, error) {
	d.Bonus = 0
	if seen > Totals {
		return fallsByFaces(&d, seen, least)
	}
	total := certain(0)
	for i := 0; i < d.Len; {
		end := d.poolEnd(i)
		one, err := poolWays(d.Terms[i:end], least)
		if err != nil {
			return nil, err
		}
		one = one.times(int(d.Terms[i].Factor))
		for range d.Terms[i].Repeat {
			if total, err = total.plus(one); err != nil {
				return nil, err
			}
		}
		i = end
	}
	return total.falls(), nil
}

// ways says in how many of all equally likely ways dice come to what. Where some are left out, the
// counts don't add up to all.
type ways struct {
	of  map[int]*big.Int
	all *big.Int
}

func certain(v int) ways { return ways{map[int]*big.Int{v: big.NewInt(1)}, big.NewInt(1)} }

// add counts n more ways to come to v.
func (w *ways) add(v int, n *big.Int) {
	if x, ok := w.of[v]; ok {
		x.Add(x, n)
		return
	}
	w.of[v] = new(big.Int).Set(n)
}

// plus returns what both come to together.
func (w ways) plus(x ways) (ways, error) {
	sum := ways{map[int]*big.Int{}, new(big.Int).Mul(w.all, x.all)}
	n := new(big.Int)
	for a, p := range w.of {
		for b, q := range x.of {
			sum.add(a+b, n.Mul(p, q))
		}
		if len(sum.of) > mostWays {
			return sum, ErrTooManyFalls
		}
	}
	return sum, nil
}

// times returns the ways to come to so many times as much.
func (w ways) times(factor int) ways {
	if factor == 1 {
		return w
	}
	out := ways{map[int]*big.Int{}, w.all}
	for v, n := range w.of {
		out.of[v*factor] = n
	}
	return out
}

// falls lists them in ascending order.
func (w ways) falls() []Fall {
	falls := make([]Fall, 0, len(w.of))
	for _, v := range slices.Sorted(maps.Keys(w.of)) {
		falls = append(falls, Fall{Total: float64(v), Chance: new(big.Rat).SetFrac(w.of[v], w.all)})
	}
	return falls
}

// poolWays returns what one pool comes to, thrown once.
func poolWays(terms []Term, least *big.Rat) (ways, error) {
	t := &terms[0]
	switch {
	case t.Chain:
		faces, err := pickedWays([]Term{{Count: t.Count, Sides: t.Sides, Again: t.Again, Keep: t.Keep}}, least)
		if err != nil {
			return ways{}, err
		}
		return t.exploded(faces, least), nil
	case t.Keep != 0:
		return pickedWays(terms, least)
	}
	one, total := t.ways(least), certain(0)
	for range t.Count {
		var err error
		if total, err = total.plus(one); err != nil {
			return total, err
		}
	}
	return total, nil
}

// ways returns what one die of a term comes to.
func (t *Term) ways(least *big.Rat) ways {
	faces := ways{map[int]*big.Int{}, big.NewInt(int64(t.outcomes()))}
	for face := int32(1); face <= t.Sides; face++ {
		faces.add(int(face), big.NewInt(int64(t.weight(face))))
	}
	if t.Explode {
		w := t.exploded(faces, least)
		if !t.Whole {
			return w
		}
		counted := ways{map[int]*big.Int{}, w.all}
		for v, n := range w.of {
			counted.add(int(t.success(int32(v))), n)
		}
		return counted
	}
	w := ways{map[int]*big.Int{}, faces.all}
	for face, n := range faces.of {
		w.add(int(t.value(int32(face))), n)
	}
	return w
}

// exploded returns what a die comes to that is thrown again from t.From on, where faces says how
// often it shows what.
func (t *Term) exploded(faces ways, least *big.Rat) ways {
	out := ways{map[int]*big.Int{}, big.NewInt(1)}
	live := certain(0)
	chance, n := new(big.Rat), new(big.Int)
	for step := 0; ; step++ {
		out.all.Mul(out.all, faces.all)
		for _, x := range out.of {
			x.Mul(x, faces.all)
		}
		next := ways{map[int]*big.Int{}, out.all}
		less, sum := 0, new(big.Int)
		if step > 0 {
			less = int(t.Less)
		}
		for v, p := range live.of {
			for face, q := range faces.of {
				n.Mul(p, q)
				if to := v + int(t.value(int32(face))) - less; int32(face) >= t.From {
					next.add(to, n)
					sum.Add(sum, n)
				} else {
					out.add(to, n)
				}
			}
		}
		if live = next; step == MaxExplosions || chance.SetFrac(sum, out.all).Cmp(least) < 0 {
			return out
		}
	}
}

// pickedWays returns what the dice come to that are kept of a pool. It adds them one by one, and
// remembers those that may still be kept.
func pickedWays(terms []Term, least *big.Rat) (ways, error) {
	keep, drop := int(terms[0].Keep), int(terms[0].Drop)
	sign := 1
	if keep < 0 {
		keep, sign = -keep, -1
	}
	type hand struct {
		held []int // so many times sign, the best first
		n    *big.Int
	}
	hands, all := map[string]hand{"": {nil, big.NewInt(1)}}, big.NewInt(1)
	for i := range terms {
		one := terms[i].ways(least)
		for range terms[i].Count {
			all.Mul(all, one.all)
			next := map[string]hand{}
			for _, h := range hands {
				for v, n := range one.of {
					at, _ := slices.BinarySearchFunc(h.held, v*sign, func(a, b int) int { return b - a })
					held := slices.Insert(slices.Clone(h.held), at, v*sign)
					held = held[:min(len(held), keep+drop)]
					key := handKey(held)
					x, ok := next[key]
					if !ok {
						x = hand{held, new(big.Int)}
						next[key] = x
					}
					x.n.Add(x.n, new(big.Int).Mul(h.n, n))
				}
			}
			if hands = next; len(hands) > mostWays {
				return ways{}, ErrTooManyFalls
			}
		}
	}
	out := ways{map[int]*big.Int{}, all}
	for _, h := range hands {
		sum := 0
		for _, v := range h.held[min(drop, len(h.held)):] {
			sum += v * sign
		}
		out.add(sum, h.n)
	}
	return out, nil
}

func handKey(held []int) string {
	var key []byte
	for _, v := range held {
		key = binary.AppendVarint(key, int64(v))
	}
	return string(key)
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
