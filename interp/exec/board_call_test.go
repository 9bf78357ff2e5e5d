package exec_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/program"
)

// onGrid does something on open ground of some sort.
func onGrid(t *testing.T, grid, does string) error {
	t.Helper()
	ruleset := small("schedule turn of self at now + 1", "")
	ruleset = strings.NewReplacer("grid: none", "grid: "+grid, "\nkinds:\n", "\nkinds:\n  terrain: {}\n").Replace(ruleset)
	places, ground := []any{"[4, 4]", "[6, 4]"}, "rows: |\n"+strings.Repeat("    .........\n", 9)
	if grid == "zones" {
		places, ground = []any{"yard", "hall"}, "zones: {yard: {next: [hall]}, hall: {next: [yard]}}\n"
	}
	e := loaded(t, ruleset, fmt.Sprintf(`
encounter: e
ruleset: ./r.yaml
combatants: {ana: {side: red, place: %s}, bo: {side: blue, place: %s}}
map:
  `, places...)+ground+"script: |\n  "+does)
	_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true})
	return err
}

// aCall calls a function of space about ana and bo.
func aCall(f program.Function) string {
	spots, args := []string{"ana", "bo", "ana"}, []string{}
	for _, p := range f.Takes {
		switch p.Takes {
		case program.TakesSpot:
			args, spots = append(args, spots[0]), spots[1:]
		case program.TakesCreature:
			args = append(args, "bo")
		case program.TakesNumber:
			args = append(args, "2")
		case program.TakesDirection:
			args = append(args, "directions()[0]")
		case program.TakesSpots:
			args = append(args, "everyone")
		}
	}
	return f.Name + "(" + strings.Join(args, ", ") + ")"
}

// TestEveryFunctionOnEveryGrid asks each function of space on each sort of ground: it answers, or says what the
// ground lacks.
func TestEveryFunctionOnEveryGrid(t *testing.T) {
	for _, f := range program.Functions() {
		for i, grid := range program.GridNames() {
			if f.Reads != program.ReadsSpace || program.Grid(i) == program.NoGrid {
				continue
			}
			err := onGrid(t, grid, "do { let x = "+aCall(f)+" }\n")
			if err != nil && !strings.Contains(err.Error(), program.Grid(i).Facts().Name+" have no ") {
				t.Errorf("%s on %s: %v", aCall(f), grid, err)
			}
		}
	}
}

// TestAreasTurnWithTheGrid: as much of an area around a place lies in one direction as in the next that a turn
// of the grid brings there.
func TestAreasTurnWithTheGrid(t *testing.T) {
	for _, f := range program.Functions() {
		around := len(f.Takes) == 2 && f.Takes[0].Takes == program.TakesSpot && f.Takes[1].Takes == program.TakesNumber
		if f.Reads != program.ReadsSpace || f.Gives != program.GivesPlaces || !around {
			continue
		}
		for _, grid := range []struct {
			name             string
			directions, turn int
		}{{"square", 8, 2}, {"hex", 6, 1}, {"plane", 8, 2}} {
			for d := range grid.directions {
				in := func(d int) string {
					return fmt.Sprintf("count(%s(ana, 3), direction(ana, each) == directions()[%d])", f.Name, d%grid.directions)
				}
				if err := onGrid(t, grid.name, "expect "+in(d)+" == "+in(d+grid.turn)+"\n"); err != nil {
					t.Errorf("%s on %s: %v", f.Name, grid.name, err)
				}
			}
		}
	}
}
