package interp

// lists holds the lists that formulas make while they are worked out. A list is
// a value of the language by its number; 0 is the empty list. Lists made inside
// of a formula are forgotten when it is done; those that are stored in a field
// are kept once for each content.
type lists struct {
	items []float64
	heads []listHead
	// kept is how many heads and items belong to stored lists of the program.
	keptHeads, keptItems int
	byContent            map[string]float64
	open                 []int
}

type listHead struct{ from, to int32 }

// begin starts a new list; begun lists may be nested only if the inner one is
// ended first.
func (l *lists) begin() { l.open = append(l.open, len(l.items)) }

// push adds an element to the list begun last.
func (l *lists) push(v float64) { l.items = append(l.items, v) }

// end ends the list begun last and returns its number.
func (l *lists) end() float64 {
	from := l.open[len(l.open)-1]
	l.open = l.open[:len(l.open)-1]
	if from == len(l.items) {
		return 0
	}
	l.heads = append(l.heads, listHead{int32(from), int32(len(l.items))})
	return float64(len(l.heads))
}

// of returns the elements of a list. The slice is valid until the next push.
func (l *lists) of(v float64) []float64 {
	if v == 0 {
		return nil
	}
	h := l.heads[int(v)-1]
	return l.items[h.from:h.to]
}
