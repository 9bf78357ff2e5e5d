package interp

// place is a space or zone of the ground: its index (row by row) plus 1; 0 is nowhere.
// It is the value of the language's type place, as a whole number.
type place int32

// area is where a thing stands: the top left place of a square, and its side.
type area struct {
	Place place
	Size  int32
}

// spaceArg is an argument of a built-in function of space: ground for things and
// places (a place alone has size 1), else a number, direction or list in Value.
type spaceArg struct {
	Value float64
	At    area
	// Thing is the number of the thing that stands at At, or 0.
	Thing int
}

// crowd tells the ground who stands where.
type crowd struct{ m *Machine }

func (c crowd) creatures() int                { return c.m.standers }
func (c crowd) areaOf(thing int) area         { return c.m.areaOf(thing) }
func (c crowd) fits(thing int, at place) bool { return c.m.fits(thing, at) }
func (c crowd) moved() uint64                 { return c.changes().moved }

// changed knows nothing while a number is being explained: what a way depends on is part
// of the explanation.
func (c crowd) changed() uint64 {
	if c.m.explaining {
		return 0
	}
	return c.changes().changed
}

// standChanges are the last changes of where everybody stands and of where anybody may
// stand, as they were found out at a tick.
type standChanges struct{ tick, moved, changed uint64 }

func (c crowd) changes() *standChanges {
	s, m := &c.m.stood, c.m
	if s.tick != m.tick {
		*s = standChanges{m.tick, m.lastOfKnown(m.code.standsReads), m.lastOfKnown(m.code.fitsReads)}
	}
	return s
}

// areaOf returns where a thing stands: what is carried is where its carrier is.
func (m *Machine) areaOf(thing int) area {
	for k := 0; m.carrier[thing] != 0 && k <= m.count; k++ {
		thing = int(m.carrier[thing])
	}
	return area{m.places[thing], m.sizeOf(thing)}
}
