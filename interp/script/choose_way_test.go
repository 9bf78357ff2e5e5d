package script_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

// TestScriptedWays: a script's way has to be one that could be chosen, on every grid.
func TestScriptedWays(t *testing.T) {
	const rules = `
rulec: 2
ruleset: r
kinds:
  creature: {}
  terrain: {}
  walk:
    params: {way: path up to 6}
    perform: for p in way { move self to p }
walks: {stroll: {}}
terrains: {wall: {}}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
space:
  grid: GRID
  fits: all(occupants(place), each == self)
  enters: terrain != wall
`
	const squares = `
combatants:
  ana: {side: red, place: [1, 1]}
  bo: {side: blue, place: [4, 1]}
map:
  rows: |
    .......
    ..#....
    .#.....
    .......
    .......
  legend: {"#": wall}
`
	const zones = `
combatants:
  ana: {side: red, place: hall}
  bo: {side: blue, place: vault}
map:
  zones:
    hall: {next: [yard, cell]}
    yard: {next: [hall, vault]}
    vault: {next: [yard]}
    cell: {next: [hall], terrain: wall}
`
	tests := []struct{ grid, place, way, wrong string }{
		{"square", squares, "[1, 0], [2, 0], [3, 1]", ""},
		{"square", squares, "[2, 1]", "the way leads to [2, 1], which can't be entered"},
		{"square", squares, "[2, 2]", "the way cuts a closed corner to [2, 2]"},
		{"square", squares, "[1, 0], [3, 0]", "the way jumps from [1, 0] to [3, 0]"},
		{"square", squares, "[1, 1]", "the way jumps from [1, 1] to [1, 1]"},
		{"square", squares, "[2, 0], [3, 1], [4, 1]", "the way leads to [4, 1], where there is no room"},
		{"square", squares, "[2, 0], [3, 1], [4, 1], [5, 1]", "the way leads to [4, 1], where there is no room"},
		{"square", squares, "[0, 1], [0, 0], [1, 0], [2, 0], [3, 0], [4, 0]", ""},
		{"square", squares, "[0, 1], [0, 0], [1, 0], [2, 0], [3, 0], [4, 0], [5, 0]", "the way is longer than 6 spaces"},
		// 1 and 2 for the first two diagonals, and so on: four of them are 6, five are 7.
		{"square\n  diagonals: alternate", squares, "[2, 0], [3, 1], [2, 2], [3, 3]", ""},
		{"square\n  diagonals: alternate", squares, "[2, 0], [3, 1], [2, 2], [3, 3], [4, 4]", "the way is longer than 6 spaces"},
		{"square\n  diagonals: none", squares, "[2, 0]", "the way jumps from [1, 1] to [2, 0]"},
		{"square\n  cost: if(column(to) > 2, 3, 1)", squares, "[1, 0], [2, 0], [3, 1]", ""},
		{"square\n  cost: if(column(to) > 2, 3, 1)", squares, "[1, 0], [2, 0], [3, 0], [4, 0]", "the way is longer than 6 spaces"},
		{"hex\n  cost: if(self.place == from, 6, 0)", squares, "[2, 0], [3, 0], [4, 0]", ""},
		{"zones\n  cost: if(terrain == none, 7, 1)", zones, "yard", "the way is longer than 6 borders"},
		// Beside the step to [0, 2] lie [0, 1] and a wall.
		{"square", squares, "[0, 2]", ""},
		{"square\n  corners: one", squares, "[0, 2]", "the way cuts a closed corner to [0, 2]"},
		{"square\n  corners: none", squares, "[2, 2]", ""},
		{"hex", squares, "[2, 0], [3, 0]", ""},
		{"hex", squares, "[0, 0]", "the way jumps from [1, 1] to [0, 0]"},
		// Two points to a mark: the walls are at 2 to 2.5 of row 1 to 1.5, and at 1 to 1.5 of row 2 to 2.5.
		{"plane\n  unit: 0.5", squares, "[1, 0.5], [6.5, 0.5]", ""},
		{"plane\n  unit: 0.5", squares, "[1, 0], [6.5, 0]", "the way is longer than 6"},
		{"plane\n  unit: 0.5\n  unit_name: in", squares, "[1, 0], [6.5, 0]", "the way is longer than 6 in"},
		{"plane\n  unit: 0.5", squares, "[2, 1]", "the way leads to [2, 1], which can't be entered"},
		{"plane\n  unit: 0.5", squares, "[3, 1]", "the way can't go straight from [1, 1] to [3, 1]"},
		{"plane\n  unit: 0.5", squares, "[1.5, 1.5], [2, 2]", "the way can't go straight from [1.5, 1.5] to [2, 2]"},
		{"plane\n  unit: 0.5", squares, "[1, 0.5], [4, 0.5], [4, 1]", "the way leads to [4, 1], where there is no room"},
		{"plane\n  unit: 0.5", squares, "[1, 1]", "the way jumps from [1, 1] to [1, 1]"},
		// A base of 1.5 covers the points beside its middle, too.
		{"plane\n  unit: 0.5\n  footprint: 1.5", squares, "[1, 0.5]", ""},
		{"plane\n  unit: 0.5\n  footprint: 1.5", squares, "[1, 0]", "the way leads to [1, 0], which can't be entered"},
		{"zones", zones, "yard", ""},
		{"zones", zones, "vault", "the way jumps from hall to vault"},
		{"zones", zones, "yard, vault", "the way leads to vault, where there is no room"},
		{"zones", zones, "cell", "the way leads to cell, which can't be entered"},
	}
	for _, test := range tests {
		way := test.way
		if !strings.Contains(way, "[") {
			way = "[" + way + "]"
		} else {
			way = "[" + strings.NewReplacer("[", "place(", "]", ")").Replace(way) + "]"
		}
		lines := "script: |\n  ana: stroll with way = " + way + "\n"
		if test.wrong != "" {
			lines = "script: |\n  refused ana: stroll with way = " + way + " \"" + test.wrong + "\"\n"
		}
		e := loaded(t, strings.Replace(rules, "GRID", test.grid, 1), "encounter: e\nruleset: ./r.yaml\n"+test.place+lines)
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
			t.Errorf("%s, %s: %v", test.grid, test.way, err)
		}
	}
}
