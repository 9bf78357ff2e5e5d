package tune

import (
	"cmp"
	"math"
	"slices"

	"github.com/rulec/rulec/internal/experiment"
)

// How many values of a change are tried at first, how many if the results go up and down, and how many of each
// change that is combined with another.
const (
	atFirst   = 9
	atMost    = 41
	besides   = 7
	mostTried = experiment.MaxPoints
)

// line has all values of one change, with the others fixed.
type line struct {
	fixed  []int
	change int
}

// level looks for the smallest setting with this many changes that fits; nil if there is none.
func (s *search) level(most int) (*point, error) {
	lines := s.lines(most)
	for {
		for _, l := range lines {
			if err := s.explore(l); err != nil {
				return nil, err
			}
		}
		p := s.smallest(most, func(p *point) bool { return p.fit == Fits || p.fit == Unsure && p.played() < s.Fights })
		switch {
		case p == nil:
			// An unsure result is better than one more change.
			return s.smallest(most, func(p *point) bool { return p.fit == Unsure && s.Goal.misses(p.interval.Value) == 0 }), nil
		case p.fit == Fits:
			return p, nil
		}
		if err := s.more(p); err != nil {
			return nil, err
		}
	}
}

// smallest returns the smallest of the wanted points with this many changes.
func (s *search) smallest(things int, wanted func(*point) bool) *point {
	var list []*point
	for _, p := range s.order {
		if n, _ := s.changed(p); n == things && wanted(p) {
			list = append(list, p)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return slices.MinFunc(list, s.smaller)
}

// smaller compares settings: fewer changes, then smaller steps, then nearer to the goal, then the order on the
// command line.
func (s *search) smaller(a, b *point) int {
	thingsA, byA := s.changed(a)
	thingsB, byB := s.changed(b)
	if math.Abs(byA-byB) < 1e-9 {
		byA = byB
	}
	return cmp.Or(cmp.Compare(thingsA, thingsB), cmp.Compare(byA, byB),
		cmp.Compare(math.Abs(a.interval.Value-s.Goal.Target), math.Abs(b.interval.Value-s.Goal.Target)), slices.Compare(a.values, b.values))
}

// lines returns the lines that contain all settings with this many changes. The search varies the change with the
// most values, and fixes some values of each of the others.
func (s *search) lines(things int) []line {
	var all []line
	var choose func(from int, chosen []int)
	choose = func(from int, chosen []int) {
		if len(chosen) == things {
			all = append(all, s.linesOf(chosen)...)
			return
		}
		for i := from; i < len(s.Changes); i++ {
			choose(i+1, append(slices.Clone(chosen), i))
		}
	}
	choose(0, nil)
	return all
}

func (s *search) linesOf(chosen []int) []line {
	long := slices.MaxFunc(chosen, func(a, b int) int { return cmp.Compare(len(s.Changes[a].Values), len(s.Changes[b].Values)) })
	lines := []line{{slices.Clone(s.now.values), long}}
	for _, i := range chosen {
		if i == long {
			continue
		}
		var longer []line
		for _, l := range lines {
			for _, v := range evenly(len(s.Changes[i].Values), besides, s.Changes[i].place()) {
				if v == s.Changes[i].place() {
					continue
				}
				fixed := slices.Clone(l.fixed)
				fixed[i] = v
				longer = append(longer, line{fixed, long})
			}
		}
		lines = longer
	}
	return lines
}

// evenly returns that many evenly spaced indexes of values, with the first, the last and the present one.
func evenly(values, many, now int) []int {
	list := []int{}
	for i := range min(many, values) {
		list = append(list, i*(values-1)/max(1, min(many, values)-1))
	}
	if now >= 0 && !slices.Contains(list, now) {
		list = append(list, now)
		slices.Sort(list)
	}
	return slices.Compact(list)
}

// explore tries values on a line until it finds the best fit: some of them first, then it halves the range between
// two values when one is too little and the other too much.
func (s *search) explore(l line) error {
	c := s.Changes[l.change]
	many := atFirst
	if s.whole[l.change] || c.numbers == nil {
		many = atMost
	}
	for _, v := range evenly(len(c.Values), many, c.place()) {
		if _, err := s.at(l, v); err != nil {
			return err
		}
	}
	if !s.whole[l.change] && s.turns(l) {
		s.whole[l.change] = true
		return s.explore(l)
	}
	for between := s.between(l); between >= 0; between = s.between(l) {
		if p, err := s.at(l, between); p == nil {
			return err
		}
	}
	return nil
}

// at tries a value on a line; nil if it can't be tried, or the limit of settings is reached.
func (s *search) at(l line, value int) (*point, error) {
	if len(s.known) >= mostTried {
		s.full = true
		return nil, nil
	}
	values := slices.Clone(l.fixed)
	values[l.change] = value
	if s.cant(values) {
		return nil, nil
	}
	return s.try(values)
}

// cant reports whether a setting includes a value that couldn't be played on its own.
func (s *search) cant(values []int) bool {
	for i, v := range values {
		alone := slices.Clone(s.now.values)
		alone[i] = v
		if p := s.known[key(alone)]; p != nil && p.rejected && !slices.Equal(alone, values) {
			return true
		}
	}
	return false
}

// on returns the points that have been tried on a line, in the order of its values.
func (s *search) on(l line) (list []*point) {
	values := slices.Clone(l.fixed)
	for v := range s.Changes[l.change].Values {
		values[l.change] = v
		if p := s.known[key(values)]; p != nil {
			list = append(list, p)
		}
	}
	return list
}

// turns reports whether the results on a line go both up and down.
func (s *search) turns(l line) bool {
	up, down := false, false
	var last *point
	for _, p := range s.on(l) {
		if p.rejected {
			continue
		}
		if last != nil {
			d := s.Goal.against(p.of, last.of)
			up, down = up || d.Low > 0, down || d.High < 0
		}
		last = p
	}
	return up && down
}

// between returns the next value to try on a line: halfway between two values of which one gives too little and the
// other too much, or between one that may fit and a smaller change that doesn't; -1 if there is none.
func (s *search) between(l line) int {
	points := s.on(l)
	for k := 1; k < len(points); k++ {
		a, b := points[k-1], points[k]
		low, high := a.values[l.change], b.values[l.change]
		if high-low < 2 || s.full {
			continue
		}
		if s.may(a) && s.may(b) || a.fit == b.fit && !a.rejected && !b.rejected || a.rejected && b.rejected {
			continue
		}
		inner, outer := a, b
		if s.smaller(b, a) < 0 {
			inner, outer = b, a
		}
		if s.may(inner) && !s.may(outer) {
			continue // values in between are greater changes than one that may fit
		}
		return low + (high-low)/2
	}
	return -1
}

// may reports whether a point may fit, as far as is known.
func (s *search) may(p *point) bool { return !p.rejected && (p.fit == Fits || p.fit == Unsure) }

// nearest returns the point nearest to the goal, played with all fights.
func (s *search) nearest() (*point, error) {
	for {
		best := slices.MinFunc(s.order, func(a, b *point) int {
			return cmp.Or(cmp.Compare(s.Goal.misses(a.interval.Value), s.Goal.misses(b.interval.Value)), s.smaller(a, b))
		})
		if best.played() >= s.Fights {
			return best, nil
		}
		if err := s.more(best); err != nil {
			return nil, err
		}
	}
}
