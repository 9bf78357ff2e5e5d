package deps

// Ticks number the changes of a state, and keep of each sort when it was changed last: of
// anybody, and of each thing. Times are ticks, from 1; 0 is before all of them.
type Ticks struct {
	now, all uint64
	last     [64]uint64
	things   []changes
}

// changes are the last changes of a thing: of any sort, and of each.
type changes struct {
	any  uint64
	last [64]uint64
}

// NewTicks returns ticks for things that are numbered up to n. Everything counts as
// changed.
func NewTicks(n int) Ticks {
	t := Ticks{things: make([]changes, n+1)}
	t.NoteAll()
	return t
}

// Now is the tick of the last change.
func (t *Ticks) Now() uint64 { return t.now }

// Note notes a change of some sorts: answers fall that read it of others. Those that read it of
// a subject fall when it is noted of that thing, too: see [Ticks.NoteOf].
func (t *Ticks) Note(m Mask) {
	if m &^= More; m == 0 {
		return
	}
	t.now++
	for ; m != 0; m &= m - 1 {
		t.last[m.lowest()] = t.now
	}
}

// NoteOf notes a change of a thing: of the sort with this bit.
func (t *Ticks) NoteOf(thing int, bit uint8) {
	t.now++
	i, c := bit&63, &t.things[thing]
	t.last[i], c.last[i], c.any = t.now, t.now, t.now
}

// NoteSortsOf notes a change of a thing: of several sorts.
func (t *Ticks) NoteSortsOf(thing int, m Mask) {
	t.now++
	c := &t.things[thing]
	c.any = t.now
	for ; m != 0; m &= m - 1 {
		i := m.lowest()
		t.last[i], c.last[i] = t.now, t.now
	}
}

// NoteAll notes that everything may have changed.
func (t *Ticks) NoteAll() {
	t.now++
	t.all = t.now
}

// NoteSince notes that whatever has changed since some tick has changed again, and returns
// its sorts: the state is what it was then.
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

// noteSince notes that what has changed of a thing since some tick has changed now; no other
// sorts than those in m have.
func (c *changes) noteSince(tick, now uint64, m Mask) {
	c.any = now
	for ; m != 0; m &= m - 1 {
		if i := m.lowest(); c.last[i] > tick {
			c.last[i] = now
		}
	}
}

// Last returns the tick of the last change of any of some sorts.
func (t *Ticks) Last(m Mask) uint64 {
	last := t.all
	for ; m != 0; m &= m - 1 {
		last = max(last, t.last[m.lowest()])
	}
	return last
}

// LastKnown does the same; 0, if that isn't known.
func (t *Ticks) LastKnown(m Mask) uint64 {
	if m&More != 0 {
		return 0
	}
	return t.Last(m)
}

// unchanged tells whether nothing of these sorts has changed of a thing since some tick.
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

// Stands tells whether an answer about a thing, found at some tick, still stands: nothing
// that it reads of others has changed, and nothing of the thing itself.
func (t *Ticks) Stands(at uint64, r *Reads, thing int) bool {
	return at >= t.Last(r.Any) || at >= t.Last(r.Others) && t.unchanged(thing, r.Owns, at)
}
