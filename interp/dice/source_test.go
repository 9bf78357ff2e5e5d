package dice

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"
)

// testSource returns a source for three rollers and two labels.
func testSource(seed, trial uint64) *Source {
	var labels Labels
	labels.Number("attack")
	labels.Number("harm")
	c := NewSource(&labels, []string{"ada", "bob", "scene"})
	c.Reset(seed, trial)
	return c
}

func throwOne(t testing.TB, c *Source, d Value, roller Roller, label Label) Roll {
	t.Helper()
	n, err := c.Throw(&d, roller, label)
	if err != nil {
		t.Fatal(err)
	}
	return c.rolls[n]
}

// TestThrowByTheBook works out one roll from the description of the generator,
// with the arithmetic of arbitrary precision done elsewhere.
func TestThrowByTheBook(t *testing.T) {
	// mix as written in the description, once more.
	m := func(x uint64) uint64 {
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		return x ^ x>>31
	}
	const g = 0x9e3779b97f4a7c15
	fnv := func(s string) uint64 {
		h := uint64(14695981039346656037)
		for _, b := range []byte(s) {
			h = (h ^ uint64(b)) * 1099511628211
		}
		return m(h)
	}
	const seed, trial = 7, 3
	c := testSource(seed, trial)
	d := mustDice(t, 3, 10)
	for use := range uint64(3) {
		r := throwOne(t, c, d, 1, 0)
		run := m(m(seed+g) + trial*g&math.MaxUint64)
		roll := m(m(run+fnv("bob")) + fnv("attack") + use*g)
		for j := range uint64(3) {
			w := m(roll + (j+1)*g)
			// The high word of w*10 by long multiplication in two halves.
			high := (w>>32*10 + (w&0xffffffff*10)>>32) >> 32
			if got := c.faces[r.First+int32(j)].Shown; got != int32(high)+1 {
				t.Errorf("use %d, die %d shows %d, want %d", use, j, got, high+1)
			}
		}
	}
}

// TestP22DiceAreKeyed holds that other rolls don't change what a roll shows.
func TestP22DiceAreKeyed(t *testing.T) {
	d := mustDice(t, 2, 1000)
	a, b := testSource(1, 1), testSource(1, 1)
	first, second := throwOne(t, a, d, 0, 0), throwOne(t, a, d, 0, 0)
	throwOne(t, b, d, 1, 0)
	throwOne(t, b, d, 0, 1)
	if r := throwOne(t, b, d, 0, 0); r.Total != first.Total {
		t.Errorf("the first roll shows %v after others, and %v alone", r.Total, first.Total)
	}
	throwOne(t, b, mustDice(t, 5, 4), 2, 0)
	if r := throwOne(t, b, d, 0, 0); r.Total != second.Total {
		t.Errorf("the second roll shows %v after others, and %v alone", r.Total, second.Total)
	}
	seen := map[float64]string{}
	for _, key := range [][4]uint64{{1, 1, 0, 0}, {2, 1, 0, 0}, {1, 2, 0, 0}, {1, 1, 1, 0}, {1, 1, 0, 1}} {
		c := testSource(key[0], key[1])
		r := throwOne(t, c, mustDice(t, 4, 1e6), Roller(key[2]), Label(key[3]))
		if other, ok := seen[r.Total]; ok {
			t.Errorf("%v and %v show the same", key, other)
		}
		seen[r.Total] = fmt.Sprint(key)
	}
	// Labels count by their text, not by their number.
	var labels Labels
	labels.Number("more")
	labels.Number("attack")
	other := NewSource(&labels, []string{"ada", "ada.sword", "bob"})
	other.Reset(1, 1)
	if r := throwOne(t, other, d, 0, 1); r.Total != first.Total {
		t.Errorf("the same label in another ruleset shows %v, not %v", r.Total, first.Total)
	}
}

// TestDiceAreFair throws with a fixed seed and compares with uniform odds. The
// bounds are those that chi-squared passes by chance once in 10,000 times.
func TestDiceAreFair(t *testing.T) {
	tests := []struct {
		sides int
		bound float64
	}{
		{2, 15.1}, {6, 25.7}, {20, 51.0}, {100, 160.1},
	}
	for _, test := range tests {
		d := mustDice(t, 1, float64(test.sides))
		counts := make([]int, test.sides)
		pairs := make([]int, 4)
		const n = 60_000
		c := testSource(11, 0)
		last := int32(0)
		for i := range n {
			if i%100 == 0 {
				c.Reset(11, uint64(i))
			}
			r := throwOne(t, c, d, Roller(i%3), Label(i/3%2))
			counts[r.Natural-1]++
			pairs[2*half(last, test.sides)+half(r.Natural, test.sides)]++
			last = r.Natural
		}
		if x := chiSquared(counts, n); x > test.bound {
			t.Errorf("d%d: chi-squared %.1f", test.sides, x)
		}
		if x := chiSquared(pairs, n); x > 21.1 {
			t.Errorf("d%d: pairs: chi-squared %.1f", test.sides, x)
		}
	}
}

func half(shown int32, sides int) int {
	if 2*int(shown) > sides {
		return 1
	}
	return 0
}

func chiSquared(counts []int, n int) float64 {
	expected := float64(n) / float64(len(counts))
	x := 0.0
	for _, k := range counts {
		x += (float64(k) - expected) * (float64(k) - expected) / expected
	}
	return x
}

// TestThrowsMatchOdds compares means of throws with the exact expectations.
func TestThrowsMatchOdds(t *testing.T) {
	ok := got(t)
	d6, d20 := mustDice(t, 1, 6), mustDice(t, 1, 20)
	for _, d := range []Value{
		ok(d20.Best(2)), ok(d20.Worst(3)), ok(mustDice(t, 4, 6).Best(3)), ok(d6.Explode()),
		ok(ok(mustDice(t, 1, 8).Add(d6)).Best(1)), ok(ok(d6.Best(2)).Times(2)).Plus(-3),
		ok(ok(ok(mustDice(t, 1, 8).Add(d6)).Explode()).Best(1)),
	} {
		c := testSource(5, 5)
		sum, squares := 0.0, 0.0
		const n = 40_000
		for i := range n {
			if i%1000 == 0 {
				c.Reset(5, uint64(i))
			}
			r := throwOne(t, c, d, 0, 0)
			sum += r.Total
			squares += r.Total * r.Total
		}
		mean := sum / n
		deviation := math.Sqrt((squares/n - mean*mean) / n)
		want, err := c.Odds.Expected(d)
		if err != nil || math.Abs(mean-want) > 4*deviation {
			t.Errorf("%s: mean %.3f, want %.3f +- %.3f (%v)", d, mean, want, deviation, err)
		}
	}
}

// scriptOf is a faceSource that has the same faces for every roll.
type scriptOf []int

func (s scriptOf) FacesFor(Roller, Label, Value) ([]int, bool, error) { return s, true, nil }
func (s scriptOf) Misfit(_ Roller, _ Label, d Value, _ int, problem string) error {
	return errors.New(d.String() + ": " + problem)
}

func TestThrowScripted(t *testing.T) {
	ok := got(t)
	d6, d20 := mustDice(t, 1, 6), mustDice(t, 1, 20)
	explode := ok(mustDice(t, 3, 6).Explode())
	tests := []struct {
		d       Value
		faces   []int
		total   float64
		natural int32
		kept    []int32
		err     string
	}{
		{d: d20.Plus(3), faces: []int{15}, total: 18, natural: 15, kept: []int32{15}},
		{d: ok(d20.Best(2)), faces: []int{4, 9}, total: 9, natural: 9, kept: []int32{9}},
		{d: ok(d20.Worst(2)), faces: []int{4, 9}, total: 4, natural: 4, kept: []int32{4}},
		{d: ok(mustDice(t, 4, 6).Best(3)), faces: []int{2, 5, 2, 6}, total: 13, natural: 2, kept: []int32{2, 5, 6}},
		// First all three dice, then the two that exploded, then the one of these that did again.
		{d: explode, faces: []int{6, 2, 6, 3, 6, 1}, total: 24, natural: 6, kept: []int32{6, 2, 6, 3, 6, 1}},
		{d: ok(explode.Best(1)), faces: []int{6, 2, 6, 3, 6, 1}, total: 13, natural: 6, kept: []int32{6, 6, 1}},
		// The kept 6 explodes, and both dice are thrown for it again.
		{d: ok(ok(d6.Best(2)).Explode()), faces: []int{6, 2, 1, 3}, total: 9, natural: 6, kept: []int32{6, 3}},
		{d: ok(ok(d6.Worst(2)).Explode()), faces: []int{6, 6, 5, 1}, total: 7, natural: 6, kept: []int32{6, 1}},
		{d: ok(ok(d6.Best(2)).Explode()), faces: []int{3, 4}, total: 4, natural: 4, kept: []int32{4}},
		{d: ok(ok(d6.Worst(2)).Explode()), faces: []int{4, 3}, total: 3, natural: 3, kept: []int32{3}},
		{d: ok(ok(d6.Worst(2)).Explode()), faces: []int{6, 4}, total: 4, natural: 4, kept: []int32{4}},
		{d: ok(ok(ok(d6.Best(2)).Explode()).Times(2)), faces: []int{6, 2, 1, 3, 6, 6, 4, 6, 2, 1}, total: 23, natural: 6, kept: []int32{6, 3, 6, 6, 2}},
		{d: ok(ok(d6.Best(2)).Times(2)), faces: []int{1, 2, 6, 5}, total: 8, natural: 2, kept: []int32{2, 6}},
		{d: ok(d6.Add(d20)), faces: []int{6, 20}, total: 26, natural: 6, kept: []int32{6, 20}},
		{d: Value{}.Plus(2), faces: nil, total: 2},
		{d: d6, faces: []int{7}, err: "1d6: a die of 6 sides can't show 7"},
		{d: d6, faces: []int{0}, err: "1d6: a die of 6 sides can't show 0"},
		// What is wrong first is said.
		{d: mustDice(t, 3, 6), faces: []int{7, 9, 1}, err: "3d6: a die of 6 sides can't show 7"},
		{d: mustDice(t, 3, 6), faces: []int{9}, err: "3d6: a die of 6 sides can't show 9"},
		{d: d6, faces: nil, err: "1d6: more dice are rolled than the 0 given"},
		{d: d6, faces: []int{3, 4}, err: "1d6: only 1 of the 2 dice given are rolled"},
		{d: explode, faces: []int{6, 2, 3}, err: "explode(3d6): more dice are rolled than the 3 given"},
	}
	for _, test := range tests {
		c := testSource(1, 1)
		c.script = scriptOf(test.faces)
		d := test.d
		n, err := c.Throw(&d, 0, 0)
		if test.err != "" {
			if err == nil || err.Error() != test.err {
				t.Errorf("%s with %v: %v, want %s", d, test.faces, err, test.err)
			}
			continue
		}
		if err != nil {
			t.Errorf("%s with %v: %v", d, test.faces, err)
			continue
		}
		r := c.rolls[n]
		var kept []int32
		for _, f := range c.Faces(n) {
			if f.Kept {
				kept = append(kept, f.Shown)
			}
		}
		if r.Total != test.total || r.Natural != test.natural || !slices.Equal(kept, test.kept) {
			t.Errorf("%s with %v: %v, natural %d, kept %v", d, test.faces, r.Total, r.Natural, kept)
		}
	}
}

// TestExplosionLimit holds the limit of explosions, at it and one past it.
func TestExplosionLimit(t *testing.T) {
	d := got(t)(mustDice(t, 1, 6).Explode())
	faces := slices.Repeat([]int{6}, MaxExplosions)
	c := testSource(1, 1)
	c.script = scriptOf(append(slices.Clone(faces), 1))
	n, err := c.Throw(&d, 0, 0)
	if err != nil || c.rolls[n].Total != 601 {
		t.Errorf("%d explosions: %v", MaxExplosions, err)
	}
	c.script = scriptOf(append(slices.Clone(faces), 6, 1))
	if _, err = c.Throw(&d, 0, 0); err == nil || err.Error() != "a die of explode(1d6) exploded more than 100 times" {
		t.Errorf("%d explosions: %v", MaxExplosions+1, err)
	}
}

func TestThrowAllocatesNothing(t *testing.T) {
	c := testSource(1, 1)
	d := mustDice(t, 2, 6).Plus(1)
	best := got(t)(got(t)(mustDice(t, 1, 20).Best(2)).Explode())
	run := func() {
		c.Reset(1, 2)
		for range 20 {
			_, _ = c.Throw(&d, 0, 0)
			_, _ = c.Throw(&best, 1, 1)
		}
	}
	run()
	if n := testing.AllocsPerRun(100, run); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkThrow(b *testing.B) {
	d20 := mustDice(b, 1, 20)
	best := got(b)(d20.Best(2))
	for _, d := range []Value{d20, mustDice(b, 3, 6), best} {
		b.Run(d.String(), func(b *testing.B) {
			c := testSource(1, 1)
			for i := range b.N {
				if i&0xff == 0 {
					c.Reset(1, uint64(i))
				}
				_, _ = c.Throw(&d, 0, 0)
			}
		})
	}
}
