package engine

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/encounter"
)

// laid is how a file of the page is laid out.
func laid(t *testing.T, d *Workspace, name string) layout {
	t.Helper()
	return ask[layout](t, d, "encounter", name)
}

// changed makes a change of a file, and returns its text; what else it says is as it was.
func changed(t *testing.T, d *Workspace, name string, c encounter.Change) (string, *fault) {
	t.Helper()
	edits, wrong := try[[]edit](t, d, "changeEncounter", change{name, c})
	if wrong != nil {
		return "", wrong
	}
	text := strings.ReplaceAll(ask[file](t, d, "readFile", name).Text, "\r\n", "\n")
	slices.SortFunc(edits, func(a, b edit) int { return b.From - a.From })
	for _, e := range edits {
		from, to := bytesAt(text, e.From), bytesAt(text, e.To)
		text = text[:from] + e.Text + text[to:]
	}
	return text, nil
}

// drawing is a change of the ground: another size, or a kind of ground for some cells.
func drawing(g *encounter.Ground, width, height int, kind string, at ...encounter.Spot) encounter.Change {
	c := encounter.Change{Do: "draw", Width: width, Height: height, Cells: make([]int, width*height)}
	for i := range c.Cells {
		if x, y := i%width, i/width; x < g.Width && y < g.Height {
			c.Cells[i] = g.Cells[y*g.Width+x]
		}
		if slices.Contains(at, encounter.Spot{X: i % width, Y: i / width}) {
			c.Cells[i] = slices.IndexFunc(g.Kinds, func(k encounter.Kind) bool { return k.Name == kind })
		}
	}
	return c
}

// differ returns the lines in which two texts of as many lines differ.
func differ(a, b string) (lines []int) {
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	if len(x) != len(y) {
		return []int{-1}
	}
	for i := range x {
		if x[i] != y[i] {
			lines = append(lines, i)
		}
	}
	return lines
}

// mistakes are the errors in a file.
func mistakes(t *testing.T, d *Workspace, name string) (list []string) {
	t.Helper()
	for _, x := range ask[checked](t, d, "check", name).Diagnostics {
		list = append(list, fmt.Sprintf("%s line %d: %s", x.Severity, x.Line, x.Message))
	}
	return list
}

// spot returns a place of the ground where nobody stands, if there is one.
func spot(x layout) *encounter.Spot {
	for i := range x.Ground.Width * x.Ground.Height {
		at := encounter.Spot{X: i % x.Ground.Width, Y: i / x.Ground.Width}
		zones := x.Ground.Grid == "zones"
		if (zones || !x.Ground.Kinds[x.Ground.Cells[i]].Closed) && (zones || !slices.ContainsFunc(x.People, func(p placed) bool {
			return p.At != nil && at.X >= p.At.X && at.X < p.At.X+p.Size && at.Y >= p.At.Y && at.Y < p.At.Y+p.Size
		})) {
			return &at
		}
	}
	return nil
}

// TestEncounters: in every encounter that comes with the program, a change that changes nothing leaves every byte; somebody who moves
// changes their line alone, a cell its row alone, and a new kind of ground the legend; and one more of everybody is read without mistakes.
func TestEncounters(t *testing.T) {
	fights := 0
	for _, name := range yamlIn("examples") {
		d, _ := opened(t)
		x := laid(t, d, name)
		if !x.Fight {
			if f := ask[file](t, d, "newFight", newFight{name, "", [2]string{"band", "watch"}}); x.Rules == "" || f.Text == "" {
				t.Errorf("%s: no new fight", name)
			}
			continue
		}
		fights++
		t.Run(name, func(t *testing.T) {
			before := ask[file](t, d, "readFile", name).Text
			expects := mistakes(t, d, name)
			holds := func(c encounter.Change, lines int) {
				t.Helper()
				after, wrong := changed(t, d, name, c)
				if wrong != nil {
					t.Errorf("%s %s: %s", c.Do, c.Who, wrong.Message)
					return
				}
				if got := differ(before, after); lines >= 0 && len(got) != lines || lines == 0 && after != before {
					t.Errorf("%s %s %s: other lines: %v\n%s", c.Do, c.Who, c.Value, got, after)
				}
				if after == before {
					return
				}
				ask[nothing](t, d, "setFile", file{name, after})
				if got := mistakes(t, d, name); !slices.Equal(got, expects) {
					t.Errorf("%s %s: %v instead of %v\n%s", c.Do, c.Who, got, expects, after)
				}
				ask[nothing](t, d, "setFile", file{name, before})
			}
			for _, p := range x.People {
				if p.Locked != "" {
					t.Errorf("%s is locked", p.Name)
				}
				holds(encounter.Change{Do: "set", Key: "place", Who: p.Name, To: p.At}, 0)
				holds(encounter.Change{Do: "set", Who: p.Name, Key: "tactic", Value: p.Tactic}, 0)
				holds(encounter.Change{Do: "set", Who: p.Name, Key: "side", Value: p.Side}, 0)
			}
			first, g := x.People[0], x.Ground
			if x.Ground == nil {
				holds(encounter.Change{Do: "copy", Who: first.Name}, -1)
				return
			}
			holds(drawing(g, g.Width, g.Height, ""), 0)
			to := spot(x)
			holds(encounter.Change{Do: "set", Key: "place", Who: first.Name, To: to}, 1)
			holds(encounter.Change{Do: "copy", Who: first.Name, To: to}, -1)
			there := x.Ground.Kinds[x.Ground.Cells[to.Y*x.Ground.Width+to.X]].Name
			for _, known := range []bool{true, false} { // a kind that the legend has, and one that it hasn't
				i := slices.IndexFunc(x.Ground.Kinds, func(k encounter.Kind) bool { return k.Name != there && (k.Mark != "") == known })
				if i >= 0 {
					holds(drawing(g, g.Width, g.Height, g.Kinds[i].Name, *to), map[bool]int{true: 1, false: -1}[known || x.Ground.Grid == "zones"])
				}
			}
			if x.Ground.Grid != "zones" {
				holds(drawing(g, g.Width+1, g.Height, ""), g.Height)
				holds(drawing(g, g.Width, g.Height+2, ""), -1)
			}
		})
	}
	if fights < 20 {
		t.Errorf("%d fights", fights)
	}
}

// TestNewFightNames: names that no side can have are refused, and say why.
func TestNewFightNames(t *testing.T) {
	d, _ := opened(t)
	for want, sides := range map[string][2]string{
		`"Räuber" can't be the name of a side: use letters a to z, digits and spaces, a letter first, as in north wall`: {"band", "Räuber"},
		"both sides are called watch: give one of them another name":                                                    {"watch", "The watch"},
	} {
		if _, wrong := try[file](t, d, "newFight", newFight{"examples/scuffle.yaml", "", sides}); wrong == nil || wrong.Message != want {
			t.Errorf("%q: %+v", sides, wrong)
		}
	}
}

// TestNewFight: by each of the rules that come with stat blocks there is a fight that has no mistakes, and plays to its end.
func TestNewFight(t *testing.T) {
	for _, rules := range []string{"rulesets/actionpoints.yaml", "rulesets/dierank.yaml", "rulesets/energy.yaml", "rulesets/segments.yaml", "rulesets/timecount.yaml", "rulesets/energy/actions.yaml",
		"examples/scuffle.yaml", "examples/grim-scuffle.yaml", "examples/systems/hedge_knights/hedge_knights.yaml", "examples/systems/long_odds/long_odds.yaml"} {
		t.Run(rules, func(t *testing.T) {
			d, _ := opened(t)
			f := ask[file](t, d, "newFight", newFight{rules, "Ann's \"first\": fight", [2]string{"The North-Wall", "watch"}})
			f.Name = strings.TrimSuffix(f.Name, ".yaml") + "-fight.yaml"
			ask[nothing](t, d, "setFile", f)
			if got := mistakes(t, d, f.Name); len(got) > 0 {
				t.Fatalf("%v\n%s", got, f.Text)
			}
			if x := laid(t, d, f.Name); len(x.People) != 2 || x.People[0].Side != "north_wall" || x.People[1].Side != "watch" {
				t.Errorf("%+v", x.People)
			}
			if v := ask[view](t, d, "start", map[string]any{"file": f.Name, "mode": "watch"}); v.Error != nil || !v.Over {
				t.Errorf("%+v\n%s", v.Error, f.Text)
			}
		})
	}
}

// TestEncounterForms: what changes of files in other forms come to; what can't surely be changed in its place is left alone, and says so.
func TestEncounterForms(t *testing.T) {
	const scuffle = "ruleset: examples/scuffle.yaml\nseed: 1\n"
	ann := encounter.Change{Do: "set", Who: "ann", Key: "side", Value: "blue"}
	for _, x := range []struct {
		what, file string
		change     any // a change, or how the ground is drawn
		// old is replaced by new in the file; without new it can't be changed, and old is part of the reason.
		old, new string
	}{
		{"the lines of a person", "combatants:\n  ann:  # that's her\n    side: red  # her side\n    brawn: 1\n    nerve: 2\n", ann, "side: red  #", "side: blue  #"},
		{"lines as Windows ends them", "combatants:\r\n  ann:\r\n    side: red  # é\r\n    brawn: 1\r\n    nerve: 2\r\n", encounter.Change{Do: "set", Key: "place", Who: "ann", To: &encounter.Spot{X: 3, Y: 4}}, "é\n", "é\n    place: [3, 4]\n"},
		{"a thing", "house: {kinds: {door: {things: true}}, doors: {oak: {}}}\ncombatants:\n  ann: {side: red, brawn: 1, nerve: 2}\nthings: {gate: {is: oak, place: [1, 1]}}\n", encounter.Change{Do: "set", Key: "place", Who: "gate", To: &encounter.Spot{X: 3, Y: 4}}, "[1, 1]", "[3, 4]"},
		{"a title in quotes", "combatants:\n  ann: {side: red, brawn: 1, nerve: 2}\n", encounter.Change{Do: "set", Who: "ann", Key: "title", Value: "Ann: \"the\" {Red}"}, "side: red", `side: red, title: "Ann: \"the\" {Red}"`},
		{"a plain title", "combatants:\n  ann: {side: red, title: 'A', brawn: 1, nerve: 2}\n", encounter.Change{Do: "set", Who: "ann", Key: "title", Value: "Ann Red"}, "'A'", "Ann Red"},
		{"one more, with the tactic of the side", "combatants:\n  # first\n  ann: {side: red, brawn: 1, nerve: 2, tactic: bruiser}  # she\n# the end\n", encounter.Change{Do: "new", Side: "red", To: &encounter.Spot{X: 1, Y: 2}}, "# she\n", "# she\n  somebody: {side: red, place: [1, 2], brawn: 1, nerve: 1, tactic: bruiser}\n"},
		{"one more at the end of a file", "combatants:\n  ann: {side: red, brawn: 1, nerve: 2}", encounter.Change{Do: "new", Side: "red"}, "2}", "2}\n  somebody: {side: red, brawn: 1, nerve: 1}"},
		{"one more in braces", "combatants: {ann: {side: red, brawn: 1, nerve: 2}}\n", encounter.Change{Do: "new", Side: "red"}, "2}}", "2}, somebody: {side: red, brawn: 1, nerve: 1}}"},
		{"a copy with all lines", "combatants:\n  ann:\n    side: red\n    # strong\n    place: [1, 1]\n    brawn: 1\n    nerve: 2\n  ann_2: {side: red, brawn: 1, nerve: 2}\n", encounter.Change{Do: "copy", Who: "ann", To: &encounter.Spot{X: 2, Y: 2}}, "nerve: 2\n  ann_2",
			"nerve: 2\n  ann_3:\n    side: red\n    # strong\n    place: [2, 2]\n    brawn: 1\n    nerve: 2\n  ann_2"},
		{"one less", "combatants:\n  # ann is first\n  ann: {side: red, brawn: 1, nerve: 2}\n  ben: {side: red, brawn: 1, nerve: 2}  # he\n\n# the end\n", encounter.Change{Do: "remove", Who: "ben"}, "  ben: {side: red, brawn: 1, nerve: 2}  # he\n", ""},
		{"the only one", "combatants:\n  ann: {side: red, brawn: 1, nerve: 2}\n", encounter.Change{Do: "remove", Who: "ann"}, "without them there is no fight", ""},
		{"a new name, also where it is used", "combatants:\n  ann: {side: red, brawn: 1, nerve: 2, tactic: bruiser}\nscript: |\n  ann: catch_breath  # ann\n", encounter.Change{Do: "rename", Who: "ann", Value: "anna"}, "  ann: ", "  anna: "},
		{"no name", "combatants:\n  ann: {side: red, brawn: 1, nerve: 2}\n", encounter.Change{Do: "rename", Who: "ann", Value: "Anna"}, `"Anna" isn't a name`, ""},
		{"no side", "combatants:\n  ann: {side: red, brawn: 1, nerve: 2}\n", encounter.Change{Do: "set", Who: "ann", Key: "side", Value: "North Wall"}, "as in north_wall", ""},
		{"an anchor", "combatants:\n  ann: &a {side: red, brawn: 1, nerve: 2}\n  ben: *a\n", ann, "ann is written by hand", ""},
		{"an alias", "combatants:\n  ben: &a {side: red, brawn: 1, nerve: 2}\n  ann: *a\n", ann, "ann is written by hand", ""},
		{"a copy of an anchor", "combatants:\n  ann: {side: &s red, brawn: 1, nerve: 2}\n  ben: {side: *s, brawn: 1, nerve: 2}\n", encounter.Change{Do: "copy", Who: "ann"}, "this is written by hand", ""},
		{"ground from nothing", "combatants:\n  ann: {side: red, brawn: 1, nerve: 2, place: [1, 1]}\n# later\nscript: |\n  ann: catch_breath\n", size(3, 2), "1]}\n", "1]}\nmap:\n  rows: |\n    ...\n    ...\n"},
		{"a row less", "combatants:\n  ann: {side: red, brawn: 1, nerve: 2, place: [1, 0]}\nmap:\n  rows: |\n    ....\n    ....  \n", size(3, 1), "aren't equally long", ""},
		{"rows in quotes", "combatants:\n  ann: {side: red, brawn: 1, nerve: 2}\nmap:\n  rows: \"....\\n....\"\n", size(2, 2), "written by hand", ""},
		{"no kind of ground", "combatants:\n  ann: {side: red, brawn: 1, nerve: 2}\nmap:\n  rows: |\n    ....\n", encounter.Change{Do: "draw", Width: 1, Height: 1, Cells: []int{1}}, "no ground that could be drawn", ""},
		{"a file with a mistake", "combatants:\n  ann: {side: red\n", ann, "can't be read just now", ""},
	} {
		t.Run(x.what, func(t *testing.T) { formHolds(t, scuffle+x.file, x.change, x.old, x.new) })
	}
}

// paint and size draw a ground otherwise.
func paint(kind string, at ...encounter.Spot) func(*encounter.Ground) encounter.Change {
	return func(g *encounter.Ground) encounter.Change { return drawing(g, g.Width, g.Height, kind, at...) }
}

func size(width, height int) func(*encounter.Ground) encounter.Change {
	return func(g *encounter.Ground) encounter.Change { return drawing(g, width, height, "") }
}

// formHolds holds that a change of a text replaces a part of it by another, or fails with that as a part of the reason.
func formHolds(t *testing.T, before string, what any, old, now string) {
	t.Helper()
	d, _ := opened(t, file{"fight.yaml", before}, file{"plane.yaml", "ruleset: plane\nextends: examples/scuffle.yaml\nspace: {unit: 0.25}\noverride: {space: {grid: plane}}\n"})
	c, ready := what.(encounter.Change)
	if !ready {
		c = what.(func(*encounter.Ground) encounter.Change)(laid(t, d, "fight.yaml").Ground)
	}
	after, wrong := changed(t, d, "fight.yaml", c)
	before = strings.ReplaceAll(before, "\r\n", "\n")
	switch {
	case wrong != nil && !strings.Contains(wrong.Message, old):
		t.Errorf("it can't be done: %s", wrong.Message)
	case wrong == nil && (!strings.Contains(before, old) || after != strings.ReplaceAll(before, old, now)):
		t.Errorf("it becomes:\n%s", after)
	}
}

// TestGroundForms does the same for the ground: legends, zones, and planes.
func TestGroundForms(t *testing.T) {
	const stone = "ruleset: energy\nseed: 1\ncombatants:\n  ann: {is: goblin, side: red, place: [0, 0]}\nmap:\n  rows: |\n    ..é.\n    ....\n"
	const plane = "ruleset: ./plane.yaml\nseed: 1\ncombatants:\n  ann: {side: red, brawn: 1, nerve: 1, place: [1, 1.5]}\nmap:\n  cell: 2\n  rows: |\n    ..\n    ..\n"
	at := []encounter.Spot{{X: 1, Y: 1}, {X: 3, Y: 1}}
	for _, x := range []struct {
		what, file string
		change     any // a change, or how the ground is drawn
		old, new   string
	}{
		{"the first legend", stone, paint("stone", at...), "    ....\n", "    .#.#\n  legend: {\"#\": stone}\n"},
		{"a legend in braces", stone + "  legend: {é: bog}  # wet\n", paint("thicket", at...), "    ....\n  legend: {é: bog}", "    .t.t\n  legend: {é: bog, t: thicket}"},
		{"a legend of lines", stone + "  legend:\n    é: bog\n", paint("stone", at...), "    ....\n  legend:\n    é: bog\n", "    .#.#\n  legend:\n    é: bog\n    \"#\": stone\n"},
		{"what stands there already", stone + "  legend: {é: bog}\n", paint("bog", at...), "    ....\n", "    .é.é\n"},
		{"dots that aren't open", stone + "  legend: {\".\": bog, é: rubble}\n", paint("none", at...), "    ....\n  legend: {\".\": bog, é: rubble}", "    .n.n\n  legend: {\".\": bog, é: rubble, \"n\": none}"},
		{"a letter that could be no", "ruleset: energy\nhouse:\n  terrains: {nn: {}}\n" + stone[len("ruleset: energy\n"):], paint("nn", at...), "    ....\n", "    .n.n\n  legend: {\"n\": nn}\n"},
		{"wider and higher", stone, size(5, 3), "    ..é.\n    ....\n", "    ..é..\n    .....\n    .....\n"},
		{"narrower and lower", stone, size(2, 1), "    ..é.\n    ....\n", "    ..\n"},
		{"zones in lines", "ruleset: dierank\nseed: 1\ncombatants:\n  ann: {is: soldier, side: red, place: gate}\nmap:\n  zones:\n    gate:\n      next: [yard]  # only\n    yard: {next: [gate], terrain: thicket}\n",
			paint("rocks", encounter.Spot{X: 0, Y: 0}), "# only\n", "# only\n      terrain: rocks\n"},
		{"a zone that is open again", "ruleset: dierank\nseed: 1\ncombatants:\n  ann: {is: soldier, side: red, place: gate}\nmap:\n  zones:\n    gate: {next: [yard]}\n    yard: {next: [gate], terrain: thicket}\n",
			paint("none", encounter.Spot{X: 1, Y: 0}), ", terrain: thicket", ""},
		{"another zone", "ruleset: dierank\nseed: 1\ncombatants:\n  ann: {is: soldier, side: red, place: gate}\nmap:\n  zones:\n    gate: {next: [yard]}\n    yard: {next: [gate]}\n", encounter.Change{Do: "set", Key: "place", Who: "ann", To: &encounter.Spot{X: 1, Y: 0}}, "place: gate", "place: yard"},
		{"a point of a plane", plane, encounter.Change{Do: "set", Key: "place", Who: "ann", To: &encounter.Spot{X: 6, Y: 9}}, "[1, 1.5]", "[1.5, 2.25]"},
		{"off a plane", plane, size(1, 0), "no ground that could be drawn", ""},
		{"the width of a plane", plane, encounter.Change{Do: "set", Key: "place", Who: "ann", To: &encounter.Spot{X: 8, Y: 1}}, "[1, 1.5]", "[2, 0.25]"},
	} {
		t.Run(x.what, func(t *testing.T) { formHolds(t, x.file, x.change, x.old, x.new) })
	}
}
