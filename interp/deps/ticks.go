package deps

// Ticks number the changes of a state, and record the last change of each kind of data: of
// any thing, and of each thing. Times are ticks, from 1; 0 is before all of them.
type Ticks struct {
	now, all uint64
	last     [64]uint64
	things   []changes
}

// changes are the last changes of a thing: of any kind of data, and of each.
type changes struct {
	any  uint64
	last [64]uint64
}

// NewTicks returns ticks for things numbered up to n. Everything counts as
// changed.
func NewTicks(n int) Ticks {
	t := Ticks{things: make([]changes, n+1)}
	t.NoteAll()
	return t
}

// Now is the tick of the last change.
func (t *Ticks) Now() uint64 { return t.now }

// Note records changes of some kinds of data: answers that read them of others become invalid. Answers that read
// them of a subject become invalid when the change is recorded for that thing, too: see [Ticks.NoteOf].
func (t *Ticks) Note(m Mask) {
	if m &^= More; m == 0 {
		return
	}
	t.now++
	for ; m != 0; m &= m - 1 {
		t.last[m.lowest()] = t.now
	}
}

// NoteOf records a change of a thing: of the kind of data with this bit.
func (t *Ticks) NoteOf(thing int, bit uint8) {
	t.now++
	i, c := bit&63, &t.things[thing]
	t.last[i], c.last[i], c.any = t.now, t.now, t.now
}

// NoteSortsOf records a change of a thing: of several kinds of data.
func (t *Ticks) NoteSortsOf(thing int, m Mask) {
	t.now++
	c := &t.things[thing]
	c.any = t.now
	for ; m != 0; m &= m - 1 {
		i := m.lowest()
		t.last[i], c.last[i] = t.now, t.now
	}
}

// NoteAll records that everything may have changed.
func (t *Ticks) NoteAll() {
	t.now++
	t.all = t.now
}

// NoteSince records that everything that has changed since some tick has changed again, and returns
// its kinds of data: the state is back at that tick.
func (t *Ticks) NoteSince(tick uint64) Mask {
	if t.all > tick {
		t.NoteAll()
		return All
	}
	t.now++
	var changed Mask
	for i := range t.last {
		if t.last[i] > tick {
			t.last[i] = t.now
			changed |= 1 << i
		}
	}
	for who := range t.things {
		if c := &t.things[who]; c.any > tick {
			c.noteSince(tick, t.now, changed)
		}
	}
	return changed
}

// noteSince records that everything of a thing that has changed since some tick has changed now; only
// the kinds of data in m have.
func (c *changes) noteSince(tick, now uint64, m Mask) {
	c.any = now
	for ; m != 0; m &= m - 1 {
		if i := m.lowest(); c.last[i] > tick {
			c.last[i] = now
		}
	}
}

// Last returns the tick of the last change of any of some kinds of data.
func (t *Ticks) Last(m Mask) uint64 {
	last := t.all
	for ; m != 0; m &= m - 1 {
		last = max(last, t.last[m.lowest()])
	}
	return last
}

// LastKnown does the same; 0 if that isn't known.
func (t *Ticks) LastKnown(m Mask) uint64 {
	if m&More != 0 {
		return 0
	}
	return t.Last(m)
}

// unchanged reports whether no data of these kinds has changed for a thing since some tick.
func (t *Ticks) unchanged(thing int, m Mask, since uint64) bool {
	c := &t.things[thing]
	if c.any <= since {
		return true
	}
	for ; m != 0; m &= m - 1 {
		if c.last[m.lowest()] > since {
			return false
		}
	}
	return true
}

// Stands reports whether an answer about a thing, computed at some tick, is still valid: nothing
// that it reads of others has changed, and nothing that it reads of the thing itself.
func (t *Ticks) Stands(at uint64, r *Reads, thing int) bool {
	return at >= t.Last(r.Any) || at >= t.Last(r.Others) && t.unchanged(thing, r.Owns, at)
}
