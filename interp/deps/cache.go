package deps

// Cache keeps the last answers to one question, for each choice of what it is asked about.
// The zero Cache keeps none.
type Cache struct {
	// bounds are how many values each subject may have, 0 included; nil: nothing is kept.
	bounds []int32
	// others is when something was changed last that is read of others, owns when such a
	// thing was changed last of anybody, as it was found out at the tick checked.
	checked, others, owns uint64
	// answers are by subjects, the last one varying fastest; nil before the first. The
	// elements of answers that are lists are in items.
	answers []answer
	items   [][]float64
}

// answer is a value, and the tick at which it was found, or found to stand; 0: never.
type answer struct {
	at    uint64
	value float64
}

// maxAnswers is how many answers are kept to one question.
const maxAnswers = 1 << 13

// Bounds returns how many values subjects may have together, each given by its highest
// number; nil, if there are too many to keep an answer for each, or any may come (0).
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

// NewCache returns a cache for such subjects; lists tells that the answers are lists.
func NewCache(bounds []int32, lists bool) Cache {
	c := Cache{bounds: bounds}
	if lists && bounds != nil {
		c.items = make([][]float64, c.size())
	}
	return c
}

// size is how many answers there may be.
func (c *Cache) size() int {
	all := 1
	for _, n := range c.bounds {
		all *= int(n)
	}
	return all
}

// Recall returns where the answer for some subjects is kept (-1: nowhere), and whether it
// still stands.
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
		// What is read of the subjects has changed of somebody: of them?
		for i, v := range who {
			if r.Of&(1<<i) != 0 && !t.unchanged(int(v), r.Owns, a.at) {
				return at, false
			}
		}
	}
	a.at = t.now
	return at, true
}

// Keep keeps an answer that was worked out now, of a list its elements.
func (c *Cache) Keep(t *Ticks, at int, v float64, items []float64) {
	c.answers[at] = answer{t.now, v}
	if c.items != nil {
		c.items[at] = append(c.items[at][:0], items...)
	}
}

// Value returns an answer that is no list.
func (c *Cache) Value(at int) float64 { return c.answers[at].value }

// Items returns the elements of an answer that is a list; ok is false if it is none.
func (c *Cache) Items(at int) (items []float64, ok bool) {
	if c.items == nil {
		return nil, false
	}
	return c.items[at], true
}
