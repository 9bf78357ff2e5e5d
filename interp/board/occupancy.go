package board

// occupancy marks the occupied places: most places are free and few are shared, so this avoids
// asking every thing for its position.
type occupancy struct {
	// mark has now for each covered place; alone is the occupant of such a place, 0 if there
	// are several.
	mark  []uint32
	alone []int32
	now   uint32
	// moved is the last move before the places were marked; 0 means never.
	moved uint64
}

// Taken reports whether any creature covers p.
func (g *ground) Taken(p Place) bool {
	o := &g.occupancy
	if moved := g.who.Moved(); moved == 0 || moved != o.moved {
		g.markAll()
		o.moved = moved
	}
	return o.mark[p] == o.now
}

func (g *ground) markAll() {
	o := &g.occupancy
	o.begin(g.Size())
	for n, last := Thing(1), Thing(g.who.Creatures()); n <= last; n++ {
		a := g.who.AreaOf(n)
		switch {
		case a.Place == 0:
		case a.Size <= 1:
			o.cover(a.Place, n)
		default:
			g.looked(int(a.Size) * int(a.Size))
			g.covered = g.kind.cover(g.covered[:0], a)
			for _, p := range g.covered { // places outside are 0, which no one asks about
				o.cover(p, n)
			}
		}
	}
}

// begin forgets the covered places.
func (o *occupancy) begin(places int) {
	if o.mark == nil {
		o.mark, o.alone = make([]uint32, places+1), make([]int32, places+1)
	}
	o.now++
	if o.now == 0 {
		clear(o.mark)
		o.now = 1
	}
}

// cover marks a covered place.
func (o *occupancy) cover(p Place, who Thing) {
	if o.mark[p] == o.now {
		who = 0
	}
	o.mark[p], o.alone[p] = o.now, int32(who)
}

// Occupants appends the numbers of the creatures that share a space with an area, in
// encounter order.
func (g *ground) Occupants(list []Thing, a Area) []Thing {
	if a.Size == g.PointSize() {
		if !g.Taken(a.Place) {
			return list
		}
		if who := g.occupancy.alone[a.Place]; who != 0 {
			return append(list, Thing(who))
		}
	}
	for n, last := Thing(1), Thing(g.who.Creatures()); n <= last; n++ {
		if b := g.who.AreaOf(n); b.Place != 0 && g.kind.share(a, b) {
			list = append(list, n)
		}
	}
	return list
}
