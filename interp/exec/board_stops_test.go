package exec_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp/exec"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/diag"
)

// twoOnSquares stand near each other on open ground.
const twoOnSquares = `
encounter: two
ruleset: ./r.yaml
seed: 1
combatants: {ana: {side: red, place: [0, 0]}, bo: {side: blue, place: [9, 9]}}
`

// onSquares is small on squares, with more keys of space.
func onSquares(turn, space string) string {
	return strings.Replace(small(turn+"\nschedule turn of self at now + 1", ""), "grid: none", "grid: square"+space, 1)
}

// TestGroundTakesSteps: looking at the ground counts, so that a loop around it ends.
func TestGroundTakesSteps(t *testing.T) {
	loop := func(does string) string {
		return "for a in 1..90 {\n  for b in 1..90 {\n    " + does + "\n  }\n}"
	}
	for _, test := range []struct{ name, turn, space, message string }{
		{"lists of places", loop("let l = within(self, 100)"), "", "an action takes more than 100000 steps"},
		{"ways", loop("self.seen = path_length(self, [9 + a % 30, 9 + b % 30])"), "\n  fits: distance(place, [0, 0]) != 2", "an action takes more than 100000 steps"},
		{"a footprint", "self.hp -= 1\nself.seen = count(occupants(place(self)))", "\n  footprint: if(self.hp < 10, 10 ** 12, 1)", "the footprint of ana is 1000000000000; the limit is 40"},
	} {
		t.Run(test.name, func(t *testing.T) {
			ruleset := onSquares(test.turn, test.space)
			if d := stopsWith(t, ruleset, twoOnSquares, exec.TooMany, test.message); d.Span.IsZero() {
				t.Errorf("the error has no place: %s", d.Snippet(false))
			}
		})
	}
}

// TestGroundLacks: what a sort of ground doesn't have can't be asked for on it.
func TestGroundLacks(t *testing.T) {
	zones := strings.NewReplacer("[0, 0]", "yard", "[9, 9]", "yard").Replace(twoOnSquares) + "map: {zones: {yard: {}}}\n"
	for _, test := range []struct{ grid, turn, message string }{
		{"zones", "self.seen = column(self)", "zones have no columns and no rows"},
		{"zones", "self.seen = row(place(self))", "zones have no columns and no rows"},
		{"zones", "self.seen = count(directions())", "zones have no directions"},
		{"square", "self.seen = column(place(300, 0))", "the place is none"},
	} {
		encounter := twoOnSquares
		if test.grid == "zones" {
			encounter = zones
		}
		ruleset := strings.Replace(onSquares(test.turn, ""), "grid: square", "grid: "+test.grid, 1)
		if d := stopsWith(t, ruleset, encounter, "run-time", test.message); d.Span.IsZero() {
			t.Errorf("the error has no place: %s", d.Snippet(false))
		}
	}
}

// TestPointsOfPlanes: coordinates and bases on a plane are multiples of its unit, and an error says which point is nearest.
func TestPointsOfPlanes(t *testing.T) {
	for _, test := range []struct {
		turn, space string
		code        diag.Code
		message     string
	}{
		{"self.seen = column([12.3, 3])", "", "run-time", "[12.3, 3] isn't a point of the plane, whose unit is 0.5; the nearest point is [12.5, 3]"},
		{"self.seen = row(place(-0.1, 0.75))", "", "run-time", "the nearest point is [0, 1]"},
		{"self.seen = count(occupants(place(self)))", "\n  footprint: 1.3", exec.NotWhole, "the footprint of ana is 1.3; on a plane it is the diameter of a base and must be a multiple of unit: 0.5"},
		{"self.seen = count(occupants(place(self)))", "\n  footprint: 20.5", exec.TooMany, "the footprint of ana is 20.5; the limit is 20, 40 times unit"},
	} {
		ruleset := strings.Replace(onSquares(test.turn, "\n  unit: 0.5"+test.space), "grid: square", "grid: plane", 1)
		if d := stopsWith(t, ruleset, twoOnSquares, test.code, test.message); d.Span.IsZero() {
			t.Errorf("the error has no place: %s", d.Snippet(false))
		}
	}
}

// TestStepsCostSpaces: what a step costs is a whole number of spaces from 0 to 1,000.
func TestStepsCostSpaces(t *testing.T) {
	for _, test := range []struct{ cost, amount string }{
		{"0.5", "0.5"}, {"self.hp / 4", "2.5"}, {"7 - self.hp", "-3"}, {"1001", "1001"}, {"if(column(to) == 2, -1, 1)", "-1"},
	} {
		ruleset := onSquares("self.seen = path_length(self, [3, 0])", "\n  cost: "+test.cost)
		message := " would cost " + test.amount + "; it must cost a whole number of spaces between 0 and 1000"
		d := stopsWith(t, ruleset, twoOnSquares, exec.NotWhole, message)
		if got := d.Span.Text(); got != test.cost {
			t.Errorf("the error stands at %q, want %q", got, test.cost)
		}
	}
}

// TestWaysFollowCosts: ways are found anew when what steps cost is another. Three steps lead from
// [0, 0] to [3, 0].
func TestWaysFollowCosts(t *testing.T) {
	for _, test := range []struct {
		cost, change  string
		before, after int
	}{
		{"if(self.hp < 10, 3, 1)", "ana.hp -= 1", 3, 9},
		{"if(self.hp < 10, 3, 1)", "bo.hp -= 1", 3, 3},
		{"if(strength(self) < 10, 3, 1)", "bo.hp -= 1", 3, 9},
		{"if(self.hp < 10, 0, 1) + abs(column(to) - column(from))", "ana.hp -= 1", 6, 3},
		{"self.many", "ana.many -= 2", 9, 3},
		{"if(self.friend == none, 1, 2)", "ana.friend = bo", 3, 6},
		{"1 + count(occupants([9, 9]))", "move bo to [8, 8]", 6, 3},
		{"if(now > 0, 2, 1)", "ana.hp -= 1", 6, 6},
	} {
		ruleset := onSquares("self.seen += 1", "\n  cost: "+test.cost)
		ruleset = strings.Replace(ruleset, "\ntime:", "\nquantities:\n  strength(x): lowest(foes(x), .hp)\ntime:", 1)
		expect := func(n int) string {
			return fmt.Sprintf("  expect path_length(ana, [3, 0]) == %d and count(path(ana, [3, 0])) == 3\n", n)
		}
		encounter := twoOnSquares + "script: |\n" + expect(test.before) + "  do { " + test.change + " }\n" + expect(test.after)
		e := loaded(t, ruleset, encounter)
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
			t.Errorf("%s, %s: %v", test.cost, test.change, err)
		}
	}
}

// TestAnswersLeaveNothing: what was worked out for one answer is forgotten before the next.
func TestAnswersLeaveNothing(t *testing.T) {
	ruleset := onSquares("announce turn of self for self until all pass", "")
	ruleset = strings.Replace(ruleset, "  poke: {}", "  poke: {params: {to: place within 20}, perform: self.seen += 1}\ntactics:\n  t:\n    turn: [{do: poke, with: {target: self}}]", 1)
	e := loaded(t, ruleset, strings.Replace(twoOnSquares, "[0, 0]", "[0, 0], tactic: t", 1))
	code := interp.Compile(e.Program)
	run := func(steps int64) uint64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, _, err := script.Play(code, e, interp.Options{Limits: interp.Limits{Steps: steps}}); err == nil {
			t.Error("it ends without an error")
		}
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	if few, many := run(2_000), run(40_000); many > few+1<<20 {
		t.Errorf("%d bytes for a few answers, %d for twenty times as many", few, many)
	}
}

// TestAskedNoMore: what is only possible while somebody is asked can't be done when he has
// answered, and an event of the language's own that is one too many has a place.
func TestAskedNoMore(t *testing.T) {
	for _, test := range []struct{ turn, requires, message string }{
		{"choose act from can_do(self)\nif act != none { perform act }", "asked(self)", ""},
		{"announce turn of self for self until all pass", "true", "too many events in one encounter: the limit is 500"},
	} {
		ruleset := small(test.turn+"\nschedule turn of self at now + 1", "rules:\n  r: {on: end of action of self, do: self.many += 0}\ntactics:\n  t:\n    turn: [{do: poke, with: {target: self}}]\n")
		ruleset = strings.Replace(ruleset, "  poke: {}", fmt.Sprintf("  poke: {requires: {%s: not now}, perform: self.seen += 1}", test.requires), 1)
		e := loaded(t, ruleset, strings.NewReplacer("red", "red, tactic: t", "blue", "blue, tactic: t").Replace(twoOfThem))
		_, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true, Limits: interp.Limits{Events: 500}})
		if test.message == "" {
			if err != nil {
				t.Errorf("%s: %v", test.requires, err)
			}
			continue
		}
		d, ok := err.(*diag.Diagnostic)
		if !ok || !strings.Contains(d.Message, test.message) || d.Span.IsZero() {
			t.Errorf("%s: %v, want it at a place: %s", test.turn, err, test.message)
		}
	}
}

// TestWayCost: a way of one's own costs what its steps cost, one after the other; of diagonal
// ones that alternate each second costs twice. What isn't next to where the last step led can't be
// stepped to.
func TestWayCost(t *testing.T) {
	for _, test := range []struct{ space, formula, want string }{
		{"\n  cost: if(column(to) == 2, 3, 1)", "path_cost(self, [place(1, 0), place(2, 0), place(3, 0)])", "5"}, // 1 + 3 + 1
		{"\n  cost: if(column(to) == 2, 3, 1)", "path_cost(self, [place(1, 0), place(2, 0), place(2, 1)])", "7"}, // 1 + 3 + 3
		{"\n  diagonals: alternate", "path_cost(self, [place(1, 1), place(2, 2), place(3, 3)])", "4"},            // 1 + 2 + 1
		{"\n  diagonals: alternate", "path_cost(self, [place(1, 1), place(2, 1), place(3, 2)])", "4"},            // 1 + 1 + 2
		{"", "path_cost(self, [place(1, 0), place(1, 2)])", "1000000000000000"},
		{"", "path_cost(place(5, 5), [place(4, 4), place(3, 4)])", "2"},
		{"", "path_cost(self, tail)", "0"},
	} {
		turn := "let tail = filter([place(self)], false)\nself.seen = " + test.formula
		e := loaded(t, onSquares(turn, test.space), strings.Replace(twoOnSquares, "seed: 1\n", "", 1)+"script: |\n  wait 1\n  expect ana.seen == "+test.want+"\n")
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
			t.Errorf("%s: %v", test.formula, err)
		}
	}
}

// TestWhoFitsByTheClock: who may stand where can depend on what changes by itself. From tick 2 on
// nobody may stand anywhere.
func TestWhoFitsByTheClock(t *testing.T) {
	turn := "self.seen = if(given(path_length(self, [3, 0])), 1, 2)"
	for _, fits := range []string{"now < 2", "now < 2 and count(occupants(place)) == 0"} {
		e := loaded(t, onSquares(turn, "\n  fits: "+fits), strings.Replace(twoOnSquares, "seed: 1\n", "", 1)+"script: |\n  wait 1\n  expect ana.seen == 1\n  wait 1\n  expect ana.seen == 2\n")
		if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true}); err != nil {
			t.Errorf("%s: %v", fits, err)
		}
	}
}
