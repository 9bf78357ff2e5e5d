package board

// occupancy marks the places that somebody covers: most places are free, hardly any is shared,
// and that is known without asking everybody where he stands.
type occupancy struct {
	// mark has now for each place that is covered; alone is who covers such a place, 0 if
	// several do.
	mark  []uint32
	alone []int32
	now   uint32
	// moved is when somebody moved last before the places were marked; 0: never.
	moved uint64
}

// Taken tells whether somebody covers p.
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
			for _, p := range g.covered { // places outside are 0, which nobody asks about
				o.cover(p, n)
			}
		}
	}
}

// begin forgets what is covered.
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

// cover marks a place that somebody covers.
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
