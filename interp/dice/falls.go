package dice

import (
	"encoding/binary"
	"errors"
	"math"
	"math/big"
	"slices"

	"github.com/rulec/rulec/interp/keyed"
)

// ErrTooManyFalls means that dice have too many possible rolls to list them.
var ErrTooManyFalls = errors.New("these dice can fall in too many ways to try them all")

// mostFalls is the largest number of possible rolls listed: face by face, or by total.
const mostFalls = 200_000

// Tries lists possible rolls. It omits rolls whose dice explode repeatedly, if they are less likely than
// Rare: the chances add up to 1 minus theirs.
type Tries struct {
	Rare  *big.Rat
	known map[Value][]Way
	faces map[thrown]map[float64][]fall
}

// NewTries returns tries that omit what is rarer than rare.
func NewTries(rare *big.Rat) *Tries {
	return &Tries{rare, map[Value][]Way{}, map[thrown]map[float64][]fall{}}
}

// thrown are dice whose possible rolls are listed; with order, rolls with another order of faces are distinct.
type thrown struct {
	dice  Value
	order bool
}

// fall is a possible roll of dice: with order its faces in that order, else in any.
type fall struct {
	shown   []float64 // without those that were rerolled
	natural float64   // with order
	// n is the number of ways to get it, each as likely as the number says.
	n    *big.Int
	each *big.Rat
}

// key is a number that distinguishes possible rolls.
func (f *fall) key() uint64 {
	key := keyed.Mix(math.Float64bits(f.natural))
	for _, v := range f.shown {
		key = keyed.Mix(key ^ math.Float64bits(v))
	}
	return key
}

// totals lists the possible totals of dice, without their bonus. The error is [ErrTooManyFalls].
func (t *Tries) totals(d Value) ([]Way, error) {
	d.Bonus = 0
	list, ok := t.known[d]
	if ok {
		return list, nil
	}
	w, err := waysOf(&d, &exactly{times: MaxExplosions, rare: t.Rare, left: mostCounting})
	if err != nil || len(w.at) > mostFalls {
		return nil, ErrTooManyFalls
	}
	for i, v := range w.at {
		chance := new(big.Rat).SetFrac(w.n[i], w.all)
		list = append(list, Way{Chance: chance, known: &Known{total: float64(v), dice: d, tries: t, chance: chance}})
	}
	t.known[d] = sortWays(list)
	return t.known[d], nil
}

// list returns the possible rolls, given what is known of them; with order, also by
// the order of the faces, or where that decides the total.
func (k *Known) list(order bool) (falls []fall, ordered bool, err error) {
	order = order || k.order || !k.dice.interchangeable()
	if k.falls != nil && k.order == order {
		return k.falls, order, nil
	}
	all, err := k.tries.falls(thrown{k.dice, order})
	if err != nil {
		return nil, false, err
	}
	if k.falls == nil {
		k.falls, k.order = all[k.total], order
		return k.falls, order, nil
	}
	// The faces are known without their order: which orders are possible?
	shown := map[string]bool{}
	for i := range k.falls {
		shown[keyOf(k.falls[i].shown)] = true
	}
	for _, f := range all[k.total] {
		if shown[keyOf(slices.Sorted(slices.Values(f.shown)))] {
			falls = append(falls, f)
		}
	}
	return falls, order, nil
}

func keyOf(shown []float64) string {
	var key []byte
	for _, v := range shown {
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(v))
	}
	return string(key)
}

// falls lists all possible rolls of dice, by total.
func (t *Tries) falls(of thrown) (map[float64][]fall, error) {
	if known, ok := t.faces[of]; ok {
		return known, nil
	}
	list := map[float64][]fall{}
	var err error
	if of.order {
		err = t.inOrder(&of.dice, list)
	} else {
		err = t.inAnyOrder(&of.dice, list)
	}
	if err != nil {
		return nil, err
	}
	t.faces[of] = list
	return list, nil
}

// inOrder iterates over everything that dice may show, in the order in which they are rolled.
func (t *Tries) inOrder(d *Value, list map[float64][]fall) error {
	c, one := Source{}, big.NewInt(1)
	s := triedFaces{sure: d.Count(), chances: map[string]*big.Rat{}}
	if c.layOut(d) {
		s.sure *= 2 // each die may be rerolled
	}
	s.least, _ = t.Rare.Float64()
	for n := 0; ; n++ {
		if n > mostFalls {
			return ErrTooManyFalls
		}
		r := Roll{}
		s.again()
		c.faces = c.faces[:0]
		if err := c.throwAll(&r, d, &faceSource{tried: &s}); err != nil {
			return err
		}
		if !s.cut {
			f := fall{natural: float64(r.Natural), n: one, each: s.exactly()}
			for _, x := range c.faces {
				if !x.Again {
					f.shown = append(f.shown, float64(x.Shown))
				}
			}
			list[r.Total] = append(list[r.Total], f)
		}
		if !s.advance() {
			return nil
		}
	}
}

// interchangeable reports whether the total of dice doesn't depend on which of the dice with
// equal sides shows what, and on which of them explode.
func (d *Value) interchangeable() bool {
	for i := range d.Terms[:d.Len] {
		t := &d.Terms[i]
		if t.Chain || t.Repeat > 1 || t.Explode && (t.Whole || t.Less > 0 || d.picked()) {
			return false
		}
	}
	return true
}

// inAnyOrder iterates over everything that interchangeable dice may show, whichever shows it.
func (t *Tries) inAnyOrder(d *Value, list map[float64][]fall) error {
	h := handful{dice: d, list: list, each: map[string]*big.Rat{}}
	h.rare, _ = t.Rare.Float64()
	return h.terms(0, big.NewInt(1), big.NewInt(1))
}

// handful iterates over what dice may show, as the number of dice for each face.
type handful struct {
	dice  *Value
	list  map[float64][]fall
	rare  float64
	count int
	// shown are, by term, how often it shows each face, including those that explode; at is the start of
	// the faces of a term.
	shown [MaxTerms][]int32
	each  map[string]*big.Rat
}

// terms continues with a term; n is the number of ways for the previous terms to show their faces.
func (h *handful) terms(term int, n, all *big.Int) error {
	if term == h.dice.Len {
		return h.found(n, all)
	}
	t := &h.dice.Terms[term]
	h.shown[term] = make([]int32, t.Sides)
	last := t.Sides
	if t.Explode {
		last = t.From - 1
	}
	again := 0.0
	for face := last + 1; face <= t.Sides; face++ {
		again += t.weight(face) / t.outcomes()
	}
	outcomes := big.NewInt(int64(t.outcomes()))
	return h.faces(term, 1, last, t.Count, n, func(n *big.Int) error {
		all := new(big.Int).Mul(all, power(outcomes, int(t.Count)))
		if !t.Explode {
			return h.terms(term+1, n, all)
		}
		for more := int32(0); ; more++ { // the number of explosions among these dice
			if math.Pow(again, float64(more)) < h.rare {
				return nil
			}
			among := new(big.Int).Binomial(int64(t.Count+more-1), int64(more))
			all := new(big.Int).Mul(all, power(outcomes, int(more)))
			if err := h.faces(term, t.From, t.Sides, more, among.Mul(among, n), func(n *big.Int) error {
				return h.terms(term+1, n, all)
			}); err != nil {
				return err
			}
		}
	})
}

// faces calls then for each way in which a number of dice of a term show faces in a range; n is the
// number of these ways.
func (h *handful) faces(term int, face, last, count int32, n *big.Int, then func(n *big.Int) error) error {
	if count == 0 {
		return then(n)
	}
	if face > last {
		return nil
	}
	shown, weight := &h.shown[term][face-1], big.NewInt(int64(h.dice.Terms[term].weight(face)))
	for k := int32(0); k <= count; k++ {
		if face == last && k < count {
			continue
		}
		ways := new(big.Int).Binomial(int64(count), int64(k))
		ways.Mul(ways, power(weight, int(k))).Mul(ways, n)
		*shown += k
		err := h.faces(term, face+1, last, count-k, ways, then)
		*shown -= k
		if err != nil {
			return err
		}
	}
	return nil
}

// found records the faces of all dice.
func (h *handful) found(n, all *big.Int) error {
	if h.count++; h.count > mostFalls {
		return ErrTooManyFalls
	}
	each, ok := h.each[string(all.Bytes())]
	if !ok {
		each = new(big.Rat).SetFrac(big.NewInt(1), all)
		h.each[string(all.Bytes())] = each
	}
	f := fall{n: n, each: each}
	for face := int32(1); ; face++ {
		left := false
		for term := range h.dice.Len {
			if faces := h.shown[term]; int(face) <= len(faces) {
				left = true
				f.shown = append(f.shown, slices.Repeat([]float64{float64(face)}, int(faces[face-1]))...)
			}
		}
		if !left {
			break
		}
	}
	total := h.total()
	h.list[total] = append(h.list[total], f)
	return nil
}

// total is the total of the dice.
func (h *handful) total() float64 {
	total := 0.0
	for i := 0; i < h.dice.Len; {
		end := h.dice.poolEnd(i)
		var values []int
		for term := i; term < end; term++ {
			for face, k := range h.shown[term] {
				for range k {
					values = append(values, int(h.dice.Terms[term].value(int32(face+1))))
				}
			}
		}
		t := &h.dice.Terms[i]
		if keep := int(t.Keep); keep != 0 {
			slices.Sort(values)
			if keep > 0 {
				slices.Reverse(values)
			}
			values = values[t.Drop : int(t.Drop)+max(keep, -keep)]
		}
		for _, v := range values {
			total += float64(v) * float64(t.Factor)
		}
		i = end
	}
	return total
}

// triedFaces returns one sequence of faces after another, in order.
type triedFaces struct {
	faces, sides []int32
	used         int
	// sure is the largest number of faces without explosions. Chance is that of the faces after
	// them; below least, cut is set.
	sure          int
	chance, least float64
	cut           bool
	// chances are indexed by the number of ways.
	chances map[string]*big.Rat
}

// again restarts with the first face.
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

// exactly returns the chance of the faces returned.
func (s *triedFaces) exactly() *big.Rat {
	all := big.NewInt(1)
	for _, sides := range s.sides[:s.used] {
		all.Mul(all, big.NewInt(int64(sides)))
	}
	key := string(all.Bytes())
	chance, ok := s.chances[key]
	if !ok {
		chance = new(big.Rat).SetFrac(big.NewInt(1), all)
		s.chances[key] = chance
	}
	return chance
}

// advance moves to the next sequence; it returns false if there is none.
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
