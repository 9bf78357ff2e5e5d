package dice

import "math"

// maxScaled bounds how far apart the values of a distribution may lie that is multiplied, and maxScaledTotal
// what all of its pools may come to: four of these are a whole number on small machines, too.
const (
	maxScaled      = 5_000_000
	maxScaledTotal = 500_000_000
)

// weight tells how many of the outcomes of one throw show a face: with a second throw for
// those that show too little there are as many outcomes as sides times sides.
func (t *Term) weight(face int32) float64 {
	switch {
	case t.Again == 0:
		return 1
	case face <= t.Again:
		return float64(t.Again)
	}
	return float64(t.Sides + t.Again)
}

// outcomes is the sum of all weights.
func (t *Term) outcomes() float64 {
	if t.Again == 0 {
		return float64(t.Sides)
	}
	return float64(t.Sides) * float64(t.Sides)
}

// expectation returns what one die of a term comes to on the average: of exploding ones that of a face, and
// as often as one explodes what it comes to once more.
func (t *Term) expectation(w *effort) (float64, error) {
	if t.Whole {
		p, err := t.distribution(w)
		if err != nil {
			return 0, err
		}
		return p.at(1), nil
	}
	outcomes := t.outcomes()
	if t.Again == 0 && !t.counted() && (!t.Explode || t.From == t.Sides && t.Less == 0) {
		e := float64(t.Sides+1) / 2
		if t.Explode {
			e = e * outcomes / (outcomes - 1)
		}
		return e, nil
	}
	w.add(int(t.Sides))
	sum, again := 0.0, 0.0
	for face := int32(1); face <= t.Sides; face++ {
		weight := t.weight(face)
		sum += float64(weight * float64(t.value(face)))
		if t.Explode && face >= t.From {
			again += weight
		}
	}
	return (sum - float64(again*float64(t.Less))) / (outcomes - again), nil
}

// distribution returns what one die of a term comes to.
func (t *Term) distribution(w *effort) (pmf, error) {
	w.add(int(t.Sides))
	weights := make([]float64, t.Sides)
	for i := range weights {
		weights[i] = t.weight(int32(i + 1))
	}
	if !t.Explode {
		out := accumulated{}
		for i, weight := range weights {
			out.add(int(t.value(int32(i+1))), weight/t.outcomes())
		}
		return out.pmf(), nil
	}
	out, err := w.explosion(t, weights, t.outcomes())
	if err != nil || !t.Whole {
		return out, err
	}
	hit, all := 0.0, 0.0
	for i := len(out.p) - 1; i >= 0; i-- { // the small chances first
		all += out.p[i]
		if t.success(int32(out.low+i)) == 1 {
			hit += out.p[i]
		}
	}
	return pmf{p: []float64{(all - hit) / all, hit / all}}, nil
}

// explosion returns what a die comes to that is thrown again from t.From on, where each face has a weight
// of so many outcomes. It is cut off where the rest is negligible.
func (w *effort) explosion(t *Term, weights []float64, outcomes float64) (pmf, error) {
	out := accumulated{}
	chance := 1 / outcomes // of what live weighs 1
	live := pmf{p: []float64{1}}
	work := int64(0)
	for step := 0; live.sum()*chance > negligible; step++ {
		if work += int64(len(live.p)) * int64(len(weights)); work > MaxOddsWork {
			return pmf{}, oddsTooLarge()
		}
		less := 0
		if step > 0 {
			less = int(t.Less)
		}
		next := accumulated{}
		for i, x := range live.p {
			if x == 0 {
				continue
			}
			w.add(len(weights))
			for f, weight := range weights {
				face := int32(f + 1)
				v := live.low + i + int(t.value(face)) - less
				if face >= t.From {
					next.add(v, float64(x*weight))
				} else {
					out.add(v, float64(float64(x*weight)*chance))
				}
			}
		}
		live = next.pmf()
		chance /= outcomes
	}
	return out.pmf(), nil
}

// accumulated adds up chances of whole values, in any order.
type accumulated struct{ out pmf }

func (a *accumulated) add(v int, p float64) {
	o := &a.out
	if len(o.p) == 0 {
		o.low = v
	}
	if v < o.low {
		o.p = append(make([]float64, o.low-v), o.p...)
		o.low = v
	}
	for v >= o.low+len(o.p) {
		o.p = append(o.p, 0)
	}
	o.p[v-o.low] += p
}

func (a *accumulated) pmf() pmf {
	if len(a.out.p) == 0 {
		return pmf{}
	}
	return a.out
}

// sum is the sum of all chances.
func (o *pmf) sum() float64 {
	sum := 0.0
	for _, p := range o.p {
		sum += p
	}
	return sum
}

// at returns the chance of a value.
func (o *pmf) at(v int) float64 {
	if v < o.low || v >= o.low+len(o.p) {
		return 0
	}
	return o.p[v-o.low]
}

// scaled returns the distribution of the values times a factor, which isn't 0, for so many
// pools.
func (o pmf) scaled(factor, repeat int) (pmf, error) {
	if factor == 1 {
		return o, nil
	}
	apart := math.Abs(float64(factor))
	n := float64(len(o.p)-1)*apart + 1
	if n > maxScaled || (math.Abs(float64(o.low))+float64(len(o.p)))*apart*float64(repeat) > maxScaledTotal {
		return pmf{}, oddsTooLarge()
	}
	out := pmf{low: o.low * factor, p: make([]float64, int(n))}
	if factor < 0 {
		out.low = (o.low + len(o.p) - 1) * factor
	}
	for i, p := range o.p {
		out.p[(o.low+i)*factor-out.low] = p
	}
	return out, nil
}
