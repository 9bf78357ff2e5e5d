package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestSpaceOfSquares asks each function of space once on open squares, six by six, where ana stands at [1, 1]
// and bo, three to the east, at [4, 1].
func TestSpaceOfSquares(t *testing.T) {
	const expected = `
column(bo) == 4 and row(bo) == 1 and place(ana) == [1, 1]
distance(ana, bo) == 3 and distance(ana, [2, 5]) == 4
adjacent(ana, [2, 2]) and adjacent(ana, [1, 1]) and not adjacent(ana, [3, 1])
count(neighbours([0, 0])) == 3 and count(neighbours([2, 2])) == 8
count(within([0, 0], 1)) == 4 and within([2, 2], 1)[0] == [2, 2]
count(occupants([4, 1])) == 1 and first(occupants([4, 1])) == bo and count(occupants([0, 0])) == 0
is_free([0, 0]) and not is_free([4, 1])
beyond(ana, direction(ana, bo), 2) == [3, 1] and not given(beyond(bo, direction(ana, bo), 60))
away(ana, [3, 1]) == [4, 1] and away([3, 3], [2, 2]) == [1, 1]
towards(ana, [1, 4]) == [1, 2] and count(path(ana, [1, 4])) == 3 and last(path(ana, [1, 4])) == [1, 4]
path_length(ana, [1, 4]) == 3
count(between(ana, bo)) == 2 and first(between(ana, bo)) == [2, 1] and last(between(ana, bo)) == [3, 1]
count(line(ana, [2, 1], 3)) == 3 and first(line(ana, [2, 1], 3)) == [2, 1] and last(line(ana, [2, 1], 3)) == [4, 1]
opposite(ana, [2, 1], [3, 1]) and not opposite(ana, [1, 2], [3, 1])
sight(ana, bo)
count(directions()) == 8 and direction(ana, [1, 0]) == directions()[0]
direction(ana, bo) == turned(direction(ana, [1, 0]), 2) and direction(ana, bo) == turned(direction(ana, [1, 2]), -2)
sector(ana, bo, direction(ana, [1, 0])) == 2 and sector(ana, bo, direction(ana, [2, 1])) == 0
count(ring([2, 2], 1)) == 8 and count(ring([2, 2], 2)) == 16 and first(ring([2, 2], 1)) == [1, 1]
count(cone(ana, direction(ana, bo), 2)) == 7
nearest(ana, [place(4, 4), place(1, 3), place(3, 1)]) == [1, 3] and nearest([5, 4], everyone) == bo
`
	for line := range strings.Lines(strings.TrimSpace(expected)) {
		ruleset := strings.Replace(small("schedule turn of self at now + 1", ""), "grid: none", "grid: square", 1)
		e := loaded(t, ruleset, `
encounter: e
ruleset: ./r.yaml
combatants: {ana: {side: red, place: [1, 1]}, bo: {side: blue, place: [4, 1]}}
map:
  rows: |
`+strings.Repeat("    ......\n", 6)+"script: |\n  expect "+line)
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
			t.Error(err)
		}
	}
}
