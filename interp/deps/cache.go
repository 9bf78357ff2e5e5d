package deps

// Cache keeps the last answers to one question, for each combination of subjects.
// The zero Cache keeps none.
type Cache struct {
	// bounds are the numbers of values of each subject, including 0; nil means that nothing is kept.
	bounds []int32
	// others is when something that is read of others last changed, owns when something read of the
	// subjects last changed for any thing, as determined at the tick checked.
	checked, others, owns uint64
	// answers are by subjects, the last one varying fastest; nil before the first. The
	// elements of answers that are lists are in items.
	answers []answer
	items   [][]float64
}

// answer is a value, and the tick at which it was computed, or confirmed; 0 means never.
type answer struct {
	at    uint64
	value float64
}

// maxAnswers is the largest number of answers kept for one question.
const maxAnswers = 1 << 13

// Bounds returns the numbers of values of subjects, each given by its highest
// number; nil if there are too many to keep an answer for each, or one is unbounded (0).
func Bounds(highest []int) []int32 {
	bounds := make([]int32, len(highest))
	all := 1
	for i, n := range highest {
		if all *= n + 1; n == 0 || all > maxAnswers {
			return nil
		}
		bounds[i] = int32(n + 1)
	}
	return bounds
}

// NewCache returns a cache for such subjects; lists reports whether the answers are lists.
func NewCache(bounds []int32, lists bool) Cache {
	c := Cache{bounds: bounds}
	if lists && bounds != nil {
		c.items = make([][]float64, c.size())
	}
	return c
}

// size returns the number of possible answers.
func (c *Cache) size() int {
	all := 1
	for _, n := range c.bounds {
		all *= int(n)
	}
	return all
}

// Recall returns where the answer for some subjects is kept (-1: nowhere), and whether it
// is still valid.
func (c *Cache) Recall(t *Ticks, r *Reads, who []float64) (at int, stands bool) {
	if c.bounds == nil {
		return -1, false
	}
	for i, v := range who {
		n := c.bounds[i]
		if v < 0 || v >= float64(n) {
			return -1, false
		}
		at = at*int(n) + int(v)
	}
	if c.answers == nil {
		c.answers = make([]answer, c.size())
	}
	a := &c.answers[at]
	if a.at == t.now {
		return at, true
	}
	if c.checked != t.now {
		c.checked, c.others, c.owns = t.now, t.Last(r.Others), t.Last(r.Owns)
	}
	if a.at < c.others {
		return at, false
	}
	if a.at < c.owns {
		// Data read of subjects has changed for some thing: is it one of them?
		for i, v := range who {
			if r.Of&(1<<i) != 0 && !t.unchanged(int(v), r.Owns, a.at) {
				return at, false
			}
		}
	}
	a.at = t.now
	return at, true
}

// Keep keeps an answer computed now; for a list, its elements.
func (c *Cache) Keep(t *Ticks, at int, v float64, items []float64) {
	c.answers[at] = answer{t.now, v}
	if c.items != nil {
		c.items[at] = append(c.items[at][:0], items...)
	}
}

// Value returns an answer that isn't a list.
func (c *Cache) Value(at int) float64 { return c.answers[at].value }

// Items returns the elements of an answer that is a list; ok is false if it isn't one.
func (c *Cache) Items(at int) (items []float64, ok bool) {
	if c.items == nil {
		return nil, false
	}
	return c.items[at], true
}
