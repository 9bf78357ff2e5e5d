package board

import (
	"math"
	"slices"
	"strconv"

	"github.com/rulec/rulec/lang/program"
)

// stepwise makes a grid of a stepper: squares, hexes and zones. Lengths are whole spaces, and
// given ones are rounded down to them.
type stepwise struct {
	*ground
	stepper
	// ways are searched from a walker's position, a way back from its end.
	back    search
	outward search
	started outing
	last    lastWays
	onto    []Place // scratch: what a step newly covers
}

func (g *stepwise) on(new *ground) grid {
	own := &stepwise{ground: new, stepper: g.stepper.on(new)}
	own.back.prepare(g.Size())
	own.back.back = true
	own.outward.prepare(g.Size())
	return own
}

func (g *stepwise) apart(a, b Area) float64 { return float64(g.spaces(a, b)) }

func (g *stepwise) share(a, b Area) bool { return g.spaces(a, b) == 0 }

func (g *stepwise) Within(a Area, far float64) []Place { return g.within(a, g.InSpaces(far)) }

func (g *stepwise) Ring(a Area, far float64) []Place {
	n := g.InSpaces(far)
	return g.keep(g.within(a, n), func(p Place) bool { return g.spaces(a, Area{p, 1}) == n })
}

func (g *stepwise) Around(a Area) []Place {
	g.covered = g.stepper.cover(g.covered[:0], a)
	if len(g.covered) == 1 {
		g.out = append(g.out[:0], g.steps(a.Place, false).to...)
		return g.out
	}
	return slices.DeleteFunc(g.within(a, 1), func(p Place) bool { return g.covers(a, p) })
}

func (g *stepwise) Limit(far, spaces float64) (limit float64, longer bool) {
	n := float64(g.InSpaces(far))
	return math.Max(0, n), spaces > n
}

func (g *stepwise) PlaceAt(column, row float64) (p Place, nearest [2]float64, exact bool) {
	if column != math.Floor(column) || row != math.Floor(row) || math.Abs(column) > 1<<30 || math.Abs(row) > 1<<30 {
		return 0, nearest, true
	}
	return g.At(int(column), int(row)), nearest, true
}

func (g *stepwise) SizeOf(footprint float64) (size int32, whole bool, wrong string) {
	return sizeInSpaces(footprint)
}

// sizeInSpaces is SizeOf where places are whole spaces.
func sizeInSpaces(footprint float64) (size int32, whole bool, wrong string) {
	if footprint > program.OpenMargin {
		return 0, true, "the limit is " + strconv.Itoa(program.OpenMargin)
	}
	return int32(max(1, footprint)), true, ""
}

// mostNext is the largest number of neighbours of a space.
const mostNext = 8

// steps are those that lead from a place, or to one.
type steps struct {
	to []Place
	// turning has a bit for each, the lowest for the first, which is set if the step changes whether the number of
	// diagonal steps is odd, where that counts; cutting has a bit that is set if corners stop a walker of size 1.
	turning, cutting uint8
}

// neighbours caches the steps from spaces to those next to them, which lead back, too.
type neighbours struct {
	known []steps
	room  []Place // mostNext for each space
}

func newNeighbours(places int) neighbours {
	return neighbours{make([]steps, places), make([]Place, places*mostNext)}
}

// of returns the steps from p; if they aren't known yet, there are none, and the caller must add them.
func (n *neighbours) of(p Place) (from *steps, known bool) {
	from = &n.known[p-1]
	if from.to != nil {
		return from, true
	}
	i := (int(p) - 1) * mostNext
	from.to = n.room[i : i : i+mostNext]
	return from, false
}

// add adds a step.
func (s *steps) add(to Place, turning, cutting bool) {
	bit := uint8(1) << len(s.to)
	if turning {
		s.turning |= bit
	}
	if cutting {
		s.cutting |= bit
	}
	s.to = append(s.to, to)
}

// noDiagonals is the common part of steppers without diagonal steps.
type noDiagonals struct{}

func (noDiagonals) cutsCorner(_ int32, _, _ Place) bool { return false }
func (noDiagonals) alternates() bool                    { return false }
