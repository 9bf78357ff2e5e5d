package dice

// Top returns the highest total without explosions.
func (d Value) Top() float64 { return d.extreme(true) }

// Bottom returns the lowest total without explosions.
func (d Value) Bottom() float64 { return d.extreme(false) }

// extreme adds up the highest or lowest results of the dice that count.
func (d *Value) extreme(top bool) float64 {
	total := d.Bonus
	for i := 0; i < d.Len; {
		end := d.poolEnd(i)
		t := &d.Terms[i]
		total += float64(t.Repeat) * float64(t.Factor) * poolExtreme(d.Terms[i:end], top == (t.Factor > 0))
		i = end
	}
	return total
}

// poolExtreme adds up the dice of a pool that count if all have their highest, or lowest, result.
func poolExtreme(terms []Term, top bool) float64 {
	// The dice in order, starting with those that are kept first.
	var each [MaxTerms]float64
	var order [MaxTerms]int
	highest := terms[0].Keep >= 0
	for i := range terms {
		each[i] = terms[i].extreme(top)
		at := i
		for ; at > 0 && (each[i] > each[order[at-1]]) == highest && each[i] != each[order[at-1]]; at-- {
			order[at] = order[at-1]
		}
		order[at] = i
	}
	drop, keep := int(terms[0].Drop), int(terms[0].Keep)
	if keep = max(keep, -keep); keep == 0 {
		keep = MaxDice
	}
	total := 0.0
	for _, i := range order[:len(terms)] {
		n := int(terms[i].Count)
		dropped := min(n, drop)
		drop -= dropped
		kept := min(n-dropped, keep)
		keep -= kept
		total += float64(kept) * each[i]
	}
	return total
}

// extreme is the highest or lowest count of one die of a term.
func (t *Term) extreme(top bool) float64 {
	switch {
	case t.Worth != Worth{}:
		least, most := t.Worth.at(1), t.Worth.at(1)
		for face := int32(2); face <= t.Sides; face++ {
			least, most = min(least, t.Worth.at(face)), max(most, t.Worth.at(face))
		}
		if top {
			return float64(most)
		}
		return float64(least)
	case t.Low > 0:
		if top && t.canSucceed() || !top && t.mustSucceed() {
			return 1
		}
		return 0
	case top:
		return float64(t.Sides)
	}
	return 1
}

// canSucceed reports whether a counted die can count.
func (t *Term) canSucceed() bool {
	switch {
	case t.High < 0 || t.High > 0 && t.High < t.Low:
		return false
	case !t.Whole:
		return t.Low <= t.Sides
	case t.High == 0:
		return true
	}
	w, err := t.ways(counting())
	return err != nil || w.number(1).Sign() > 0
}

// mustSucceed reports whether every counted die counts.
func (t *Term) mustSucceed() bool { return t.Low <= 1 && t.High == 0 }
