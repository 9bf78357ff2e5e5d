package beside

// leader tells which side leads, from 1: the one of whom more stand; of as many, the one that has lost less health. 0: neither.
func leader(stand [2]int, lost [2]float64) int {
	switch {
	case stand[0] > stand[1], stand[0] == stand[1] && lost[0] < lost[1]:
		return 1
	case stand[0] < stand[1], lost[0] > lost[1]:
		return 2
	}
	return 0
}

// leads is who led in the course of a fight.
type leads struct {
	// acts is how many actions had ended each time that somebody looked, sides who led then.
	acts, sides []int
}

func (l *leads) note(acts, side int) {
	l.acts, l.sides = append(l.acts, acts), append(l.sides, side)
}

// changes is how often the lead has gone from one side to the other; that neither leads in between changes nothing.
func (l *leads) changes() int {
	n, last := 0, 0
	for _, side := range l.sides {
		if side == 0 {
			continue
		}
		if last != 0 && side != last {
			n++
		}
		last = side
	}
	return n
}

// after tells who led when no more than so many actions had ended; 0: neither.
func (l *leads) after(acts int) int {
	side := 0
	for i, n := range l.acts {
		if n <= acts {
			side = l.sides[i]
		}
	}
	return side
}
