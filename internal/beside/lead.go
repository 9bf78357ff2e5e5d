package beside

// leader returns the side that leads, from 1: more of it are standing, or as many with less health lost. 0 means neither.
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
	// acts is how many actions had ended at each check, sides who led then.
	acts, sides []int
}

func (l *leads) note(acts, side int) {
	l.acts, l.sides = append(l.acts, acts), append(l.sides, side)
}

// changes returns how often the lead has gone from one side to the other; times without a leader don't count.
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

// after returns who led at the last check after at most that many actions; 0 means neither.
func (l *leads) after(acts int) int {
	side := 0
	for i, n := range l.acts {
		if n <= acts {
			side = l.sides[i]
		}
	}
	return side
}
