package board

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
)

// hexes are spaces in rows, of which every odd one is shifted half a space to the right. A thing covers all
// that are less than its size from its place.
type hexes struct {
	*ground
	noDiagonals
	near neighbours
}

func layHexes(g *ground, e *program.Encounter) grid {
	g.layRows(e)
	return &stepwise{ground: g, stepper: &hexes{ground: g}}
}

func (h *hexes) on(g *ground) stepper { return &hexes{ground: g, near: newNeighbours(g.Size())} }

func (h *hexes) directed() compass { return h }

// step6 are the axial steps of the six directions.
var step6 = [6][2]int{{1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}, {0, -1}}

var names6 = []string{"north-east", "east", "south-east", "south-west", "west", "north-west"}

// axial returns the hex coordinates of a place.
func (h *hexes) axial(p Place) (q, r int) {
	x, y := h.Coordinates(p)
	return x - (y-(y&1))/2, y
}

// atAxial is the reverse of axial; 0 outside.
func (h *hexes) atAxial(q, r int) Place { return h.At(q+(r-(r&1))/2, r) }

func hexLength(q, r int) int { return (abs(q) + abs(r) + abs(q+r)) / 2 }

// product is twice the scalar product of two vectors in axial coordinates; all steps have one length.
func product(q, r, x, y int) int { return 2*q*x + 2*r*y + q*y + r*x }

func (h *hexes) spaces(a, b Area) int {
	q, r := h.vector(a, b)
	return max(0, hexLength(q, r)-int(a.Size-1)-int(b.Size-1))
}

func (h *hexes) cover(list []Place, a Area) []Place {
	q, r := h.axial(a.Place)
	radius := int(a.Size) - 1
	for dr := -radius; dr <= radius; dr++ {
		for dq := -radius; dq <= radius; dq++ {
			if hexLength(dq, dr) <= radius {
				list = append(list, h.atAxial(q+dq, r+dr))
			}
		}
	}
	return list
}

func (h *hexes) within(a Area, n int) []Place { return h.withinRows(h, a, n) }

func (h *hexes) directionNames() []string { return names6 }

func (h *hexes) vector(a, b Area) (q, r int) {
	aq, ar := h.axial(a.Place)
	bq, br := h.axial(b.Place)
	return bq - aq, br - ar
}

func (h *hexes) closeness(d, q, r int) int { return product(step6[d][0], step6[d][1], q, r) }

func (h *hexes) Beyond(p Place, d, n int) Place {
	q, r := h.axial(p)
	return h.atAxial(q+n*step6[d][0], r+n*step6[d][1])
}

func (h *hexes) Cone(a Area, d int, far float64) []Place {
	return h.keep(h.within(a, h.InSpaces(far)), func(p Place) bool {
		q, r := h.vector(a, Area{p, 1})
		// The cosine of 30 degrees squared is 3/4.
		twice := h.closeness(d, q, r)
		return !h.covers(a, p) && twice > 0 && twice*twice >= 3*(q*q+r*r+q*r)
	})
}

// Line has one place for each step.
func (h *hexes) Line(a, b Area, far float64) []Place {
	h.out = h.out[:0]
	fq, fr := h.axial(a.Place)
	dq, dr := h.vector(a, b)
	length := hexLength(dq, dr)
	if length == 0 {
		return h.out
	}
	for i := 1; i <= min(h.InSpaces(far), h.farthest())+int(a.Size)-1; i++ {
		q, r := roundHex(fq*length+dq*i, fr*length+dr*i, length)
		h.addUncovered(h.atAxial(q, r), a)
	}
	return h.out
}

// Between lists one place for each step; where the line runs along a border, it takes the same side
// both ways.
func (h *hexes) Between(a, b Area) []Place {
	h.out = h.out[:0]
	from, to := min(a.Place, b.Place), max(a.Place, b.Place)
	fq, fr := h.axial(from)
	tq, tr := h.axial(to)
	n := hexLength(tq-fq, tr-fr)
	for i := 1; i < n; i++ {
		q, r := roundHex(fq*(n-i)+tq*i, fr*(n-i)+tr*i, n)
		if p := h.atAxial(q, r); !h.covers(b, p) {
			h.addUncovered(p, a)
		}
	}
	if a.Place != from {
		slices.Reverse(h.out)
	}
	return h.out
}

// roundHex returns the hex that contains the point (q/n, r/n); one of q/n, r/n
// and their sum is whole. A point on a border is in the hex to the east, or else the south.
func roundHex(q, r, n int) (int, int) {
	s := -q - r
	rq, rr, rs := roundDiv(q, n), roundDiv(r, n), roundDiv(s, n)
	dq, dr, ds := abs(rq*n-q), abs(rr*n-r), abs(rs*n-s)
	switch {
	case dq > dr && dq > ds:
		return -rr - rs, rr
	case dr > ds:
		return rq, -rq - rs
	}
	return rq, rr
}

// roundDiv returns a/n rounded to the nearest whole number, halves up.
func roundDiv(a, n int) int {
	a = 2*a + n
	d := a / (2 * n)
	if a < 0 && a%(2*n) != 0 {
		d--
	}
	return d
}

func (h *hexes) sees(a, b Area) bool { return !slices.ContainsFunc(h.Between(a, b), h.isOpaque) }

// Opposite reports whether the middle of x is on the line between those of a and b, or a mirrored at it
// is within x's size of b.
func (h *hexes) Opposite(a, x, b Area) bool {
	aq, ar := h.vector(x, a)
	bq, br := h.vector(x, b)
	if hexLength(aq, ar) == 0 || hexLength(bq, br) == 0 {
		return false
	}
	if aq*br-ar*bq == 0 {
		return product(aq, ar, bq, br) < 0
	}
	return hexLength(aq+bq, ar+br) <= int(x.Size)-1
}

func (h *hexes) steps(p Place, _ bool) *steps {
	from, known := h.near.of(p)
	if known {
		return from
	}
	for d := range step6 {
		if q := h.Beyond(p, d, 1); q != 0 {
			from.add(q, false, false)
		}
	}
	return from
}

func (h *hexes) crowFlies(p, q Place) int {
	x, y := h.vector(Area{p, 1}, Area{q, 1})
	return x*x + y*y + x*y
}

func (h *hexes) offsets(a Area, to Place) (longer, shorter int, ok bool) {
	return h.spaces(a, Area{to, 1}), 0, true
}
