package exec_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
)

// groundRules have a wall, big creatures, and one that squeezes in.
const groundRules = `
rulec: 2
ruleset: r
kinds:
  creature: {fields: {breadth: 1}}
  terrain: {}
terrains: {wall: {}}
conditions: {squeezing: {}}
space:
  grid: square
  diagonals: alternate
  footprint: if(squeezing(self), 1, self.breadth)
  fits: all(occupants(place), each == self)
  enters: terrain != wall
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries: {turn: {do: schedule turn of self at now + 1}}
`

// groundFight is a fight of ann, and an ogre of two spaces by two, east of whom a wall stands.
func groundFight(script string) string {
	return `
encounter: e
ruleset: ./r.yaml
combatants:
  ann: {side: red, place: [0, 0]}
  ogre: {side: blue, place: [3, 1], breadth: 2}
map:
  rows: |
    ......
    .....#
    ......
    ......
  legend: {"#": wall}
script: |
  wait 1
` + script
}

// TestMovesIntoWalls: nobody is put where the ground can't be entered, in whole or in part, or off the map.
// Who is let go is where they were carried, whether they fit there or not; and so is who would have got
// from there into a wall.
func TestMovesIntoWalls(t *testing.T) {
	for _, expected := range []string{
		"do { move ann to [5, 1] }\n  expect ann.place == [0, 0]",
		"do { move ann to [5, 2] }\n  expect ann.place == [5, 2]",
		"do { move ogre to [4, 0] }\n  expect ogre.place == [3, 1]", // its south-east would be the wall
		"do { move ogre to [4, 3] }\n  expect ogre.place == [3, 1]", // half of it would be below the map
		"do { move ogre to [4, 2] }\n  expect ogre.place == [4, 2]",
		"do { ann.carrier = ogre }\n  expect ann.carrier == ogre and ann.place == [3, 1]\n  do { ann.carrier = none }\n  expect ann.place == [3, 1]",
		"do { ann.carrier = ogre }\n  do { move ann to [5, 1] }\n  expect ann.place == [3, 1] and ann.carrier == none",
		"do { ann.carrier = ogre }\n  do { move ann to [5, 2] }\n  expect ann.place == [5, 2]",
	} {
		playGround(t, expected)
	}
}

// TestCanStand: whether there is room for somebody, all of them.
func TestCanStand(t *testing.T) {
	for line := range strings.Lines(`can_stand(ann, [5, 2]) and not can_stand(ann, [5, 1]) and not can_stand(ann, [4, 2]) and can_stand(ann, ann)
can_stand(ogre, [4, 2]) and not can_stand(ogre, [4, 0]) and not can_stand(ogre, [4, 3]) and not can_stand(ogre, [0, 0])
count(filter(within(ogre, 9), can_stand(ogre, each))) == 5 * 3 - 3
`) { // Of 5 columns and 3 rows three are closed: [0, 0] by ann, [4, 0] and [4, 1] by the wall.
		playGround(t, "expect "+line)
	}
}

// TestDistanceIf: how far it would be, with all that somebody covers. The ogre on [1, 1] would cover the columns 1 and 2.
func TestDistanceIf(t *testing.T) {
	playGround(t, "expect distance_if([0, 0], ogre, [1, 1]) == 1 and distance_if([4, 1], ogre, [1, 1]) == 2 and distance([4, 1], [1, 1]) == 3")
	playGround(t, "expect distance_if(ogre, ann, [5, 2]) == 1 and distance(ann, ogre) == 3 and distance_if(ogre, ogre, [1, 1]) == 1")
}

// TestPathCostGoesOn: diagonals count 1, 2, 1, 2, also if some of them have been made before. Of three the
// second is long; after one the first and the third are.
func TestPathCostGoesOn(t *testing.T) {
	const way = "[place(1, 1), place(2, 2), place(2, 3)]"
	playGround(t, "expect path_cost(ann, "+way+") == 4 and path_cost(ann, "+way+", 1) == 4 and path_cost(ann, "+way+", 2) == 4")
	playGround(t, "expect path_cost(ann, [place(1, 1)]) == 1 and path_cost(ann, [place(1, 1)], 1) == 2 and path_cost(ann, [place(1, 0)], 1) == 1")
	playGround(t, "expect path_cost(ann, [place(1, 1), place(1, 2), place(2, 3)], 1) == 2 + 1 + 1")
}

func playGround(t *testing.T, expected string) {
	t.Helper()
	e := loaded(t, groundRules, groundFight("  "+expected))
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
		t.Error(err)
	}
}

// TestClosedStartOfWhoSqueezes: lint doesn't warn of a big creature that a condition makes fit.
func TestClosedStartOfWhoSqueezes(t *testing.T) {
	for more, want := range map[string]int{
		"ogre: {side: blue, place: [4, 0], breadth: 2}\n":                                 1,
		"ogre: {side: blue, place: [4, 0], breadth: 2, conditions: [squeezing]}\n":        0,
		"ogre: {side: blue, place: [5, 1], breadth: 2, conditions: [squeezing]}\n":        1,
		"ogre: {side: blue, place: [4, 0], breadth: 2}\nsetup: apply squeezing to ogre\n": 0,
		"ogre: {side: blue, place: [5, 1], breadth: 2}\nsetup: apply squeezing to ogre\n": 1,
	} {
		files := fstest.MapFS{"r.yaml": {Data: []byte(groundRules)}, "e.yaml": {Data: []byte(
			"encounter: e\nruleset: ./r.yaml\ncombatants:\n  ann: {side: red, place: [0, 0]}\n  " + more + "map: {rows: \"......\\n.....#\\n......\\n......\", legend: {\"#\": wall}}\n")}}
		_, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files, Prove: interp.Prover{}})
		got := 0
		for _, d := range list {
			if d.Code == "closed-start" {
				got++
			}
		}
		if got != want {
			t.Errorf("%s: %d warnings, and %v", more, got, list)
		}
	}
}
