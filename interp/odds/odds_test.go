package odds_test

import (
	"errors"
	"math/big"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// duel are rules in which ann and bo strike at each other: 11 of 20 hit, for a d6 each.
const duel = `
rulec: 2
ruleset: duel
space: {grid: square}
scales: {mood: [sad, glad]}
conditions: {bruised: {while: self.hp < 18}}
kinds:
  creature:
    fields:
      hp: {type: pool, max: 20}
      seen: 0
      mood: mood = none
      ready: false
      marks: set of creature = []
      kept: 3
  blow:
    answers: turn
    params: {target: one of foes(self)}
blows:
  strike:
    perform: |
      roll attack = 1d20
      if attack >= 10 {
        roll harm = 1d6
        target.hp -= harm
      }
  flurry:
    perform: |
      for n in 1..5 {
        roll attack = 1d20
        if attack >= 10 { roll harm = 1d6; if harm >= 3 { target.seen += 1 } }
      }
  gaze: {perform: "roll eye = explode(1d6); if eye >= 8 { target.seen = 1 }"}
  peek: {perform: "roll two = 2d6; if two.faces[0] == 6 and two.natural == 6 and two >= 8 { target.seen = 1 }"}
  burst: {perform: "for c in foes(self) together { roll harm = 2d6; c.hp -= if(harm >= 7, 2, 1) }"}
  endless: {perform: "while self.hp < 30 { roll coin = 1d2; target.hp -= 1; target.hp += 1 }"}
  contest: {perform: "let won = 0; while won == 0 { roll mine = 1d6; roll theirs by target = 1d6; won = mine - theirs }; if won > 0 { target.seen = 1 }"}
  trap: {perform: "roll three = 3d6; let sixes = count(three.faces, each == 6); while sixes > 0 { roll coin = 1d2; sixes = max(sixes, coin) }"}
  pair: {perform: "roll two = 2d6; let sevens = count(two.faces, each > 3); if sevens == 1 and two.faces[0] > 3 { target.seen = two.natural }"}
  match: {perform: "roll mine = 2d6; roll theirs by target = 2d6; target.seen = count(mine.faces, each in theirs.faces)"}
  shove: {perform: "roll far = 1d2; move target to [far, 3]; self.ready = true; self.mood = if(far == 2, glad, none); self.marks += target; target.carrier = if(far == 2, self, none)"}
  shout: {perform: "roll voice = 1d4; target.seen = voice"}
  drift: {perform: "while self.seen >= 0 and self.seen < 4 { roll coin = 1d4; self.seen += if(coin == 1, -1, 1) }"}
rules:
  echoes: {on: anyone rolls voice, do: "roll echo = 1d6"}
time:
  out: self.hp <= 14
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
`

// lines tries a script, and tells outcomes apart by what a formula comes to behind it.
type lines struct{ what *program.ExpectItem }

func (l lines) Play(m *interp.Machine, trial uint64, begin func()) error {
	begin()
	return script.Rehearse(m, trial)
}

func (l lines) Outcome(m *interp.Machine) (int, error) {
	v, err := m.Answer(l.what.If)
	return int(v), err
}

// machine returns one that plays a script up to its last line, which expects something.
func machine(t *testing.T, text string) (*interp.Machine, lines) {
	t.Helper()
	files := fstest.MapFS{
		"duel.yaml": {Data: []byte(duel)},
		"e.yaml":    {Data: []byte("encounter: e\nruleset: ./duel.yaml\nseed: 1\ncombatants: {ann: {side: red}, bo: {side: blue}, cy: {side: blue}}\nscript: |\n" + text)},
	}
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
	if err := list.Err(); err != nil {
		t.Fatal(err)
	}
	last := len(e.Script.Items) - 1
	what := e.Script.Items[last].(*program.ExpectItem)
	e.After = []*program.Script{{Items: e.Script.Items[last:], LooksBack: e.Script.LooksBack}}
	e.Script.Items = e.Script.Items[:last]
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	return interp.New(fight, interp.Options{}), lines{what}
}

// TestByHand holds odds against what counting faces gives, and how few runs they take.
func TestByHand(t *testing.T) {
	for _, test := range []struct {
		name, script, chance string
		runs                 int
	}{
		// 11 of 20 hit, 3 of 6 take 4 or more.
		{"a blow", "  ann: strike bo\n  expect bo.hp <= 16", "33/120", 27},
		// Nobody is hit by a 9; hp of 20 less 12 take two sixes: (11/20 * 1/6)^2.
		{"two blows", "  ann: strike bo\n  bo: pass\n  cy: strike ann\n  expect bo.hp == 14 and ann.hp == 14", "121/14400", 3 * 27 * 8},
		// Each of five blows counts with 11/20 * 4/6 = 11/30: all of them (11/30)^5. What a blow has
		// shown is forgotten with it, so that it takes no more runs than six counts times 26 falls.
		{"five blows", "  ann: flurry bo\n  expect bo.seen == 5", "161051/24300000", 6 * 5 * 27},
		// 6 and then 2 or more: 1/6 * 5/6; what explodes again and again reaches it, too.
		{"exploding", "  ann: gaze bo\n  expect bo.seen == 0", "31/36", 200},
		// The first die shows 6, the other one 2 to 6: 5/36.
		{"faces", "  ann: peek bo\n  expect bo.seen == 1", "5/36", 60},
		// Whoever throws more: draws count for nothing, however often they come.
		{"again while it is a draw", "  ann: contest bo\n  expect bo.seen == 1", "1/2", 50},
		// From k to 4 or to -1, upward with 3/4: of odds r = 1/3 for each step down, from 0 it gets to 4
		// with (1 - r) / (1 - r^5) = (2/3) / (242/243).
		{"up and down", "  ann: drift bo\n  expect ann.seen == 4", "81/121", 60},
		// 4 to 6 and then 1 to 3, where the first face is a 5: 1/6 * 3/6.
		{"a face, once all are counted", "  ann: pair bo\n  expect bo.seen == 5", "1/12", 60},
		// Two faces a and b, of which none is among the two others: 5/6 ways for a pair, 2/3 otherwise, squared
		// each: 1/6 * 25/36 + 5/6 * 16/36.
		{"the faces of two rolls", "  ann: match bo\n  expect bo.seen == 0", "105/216", 500},
		// 7 or more with two dice is 21/36; bo and cy burn for themselves.
		{"a batch", "  ann: burst bo\n  expect bo.hp == 18 and cy.hp == 18", "49/144", 60},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, l := machine(t, test.script+"\n")
			o, err := odds.Of(m, l, odds.Options{})
			if err != nil {
				t.Fatal(err)
			}
			want, _ := new(big.Rat).SetString(test.chance)
			got := o.Chances[1]
			off := new(big.Rat).Sub(want, got)
			if off.Sign() < 0 || off.Cmp(o.Left) > 0 || o.Left.Cmp(big.NewRat(1, 1_000_000_000)) > 0 {
				t.Errorf("%s, not %s; %s is left out", got, want, o.Left)
			}
			if o.Runs > test.runs {
				t.Errorf("%d runs are more than %d", o.Runs, test.runs)
			}
		})
	}
}

// TestTooMany holds that what goes in more ways than may be tried is said, at the limit and above.
func TestTooMany(t *testing.T) {
	m, l := machine(t, "  ann: strike bo\n  expect bo.hp <= 16\n")
	o, err := odds.Of(m, l, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := odds.Of(m, l, odds.Options{Runs: o.Runs}); err != nil {
		t.Errorf("%d runs are enough: %v", o.Runs, err)
	}
	if o, err := odds.Of(m, l, odds.Options{Runs: o.Runs - 1}); err != nil || o.Left.Sign() == 0 {
		t.Errorf("%d runs are enough: %v", o.Runs-1, err)
	}
}

// TestNoEnd holds that what never ends is said.
func TestNoEnd(t *testing.T) {
	m, l := machine(t, "  ann: endless bo\n  expect bo.hp <= 16\n")
	var endless *odds.NoEnd
	if _, err := odds.Of(m, l, odds.Options{}); !errors.As(err, &endless) || endless.Chance.Cmp(big.NewRat(1, 1)) != 0 {
		t.Error(err)
	}
}

// TestNoEndSometimes holds that it is said how likely it is that something never ends: with a six among
// three dice, 1 - (5/6)^3.
func TestNoEndSometimes(t *testing.T) {
	m, l := machine(t, "  ann: trap bo\n  expect bo.hp <= 16\n")
	_, err := odds.Of(m, l, odds.Options{})
	if err == nil || err.Error() != "with a chance of 42.1% it loops forever: 91/216" {
		t.Error(err)
	}
}

// TestTimeIsOver holds that it is sampled, and said so, once the time for trying is over.
func TestTimeIsOver(t *testing.T) {
	m, l := machine(t, "  ann: strike bo\n  expect bo.hp <= 16\n")
	o, err := odds.Best(m, l, odds.Effort{Samples: 1000, Timer: func() func() bool { return func() bool { return true } }})
	if err != nil || !o.Late || o.Sampled != 100 {
		t.Error(o, err)
	}
}

// TestToldWithoutReports holds that all that changes is asked, and tells what it was before.
func TestToldWithoutReports(t *testing.T) {
	m, _ := machine(t, "  ann: shove bo\n  bo: pass\n  cy: flurry ann\n  ann: strike bo\n  expect bo.hp <= 16\n")
	questions := odds.Usual(m)
	l := odds.LinesOf(questions)
	o, err := odds.Of(m, l, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var told []string
	for _, table := range l.Tables(o) {
		if len(table.Rows) > 1 || table.Rows[0].Answer != table.Before {
			told = append(told, table.Name)
		}
	}
	want := "ann: how many marks, ann: mood, ann: ready, ann: seen, bo is out, bo loses hp, bo: bruised, bo: carried by, bo: place"
	if slices.Sort(told); strings.Join(told, ", ") != want {
		t.Errorf("told is %s", strings.Join(told, ", "))
	}
}

// TestDiceAgain holds that the machine throws its own dice afterwards.
func TestDiceAgain(t *testing.T) {
	m, l := machine(t, "  ann: strike bo\n  expect bo.hp <= 16\n")
	before := make([]bool, 50)
	count := func(to []bool) {
		for trial := range to {
			if err := script.Rehearse(m, uint64(trial)); err != nil {
				t.Fatal(err)
			}
			v, _ := m.Answer(l.what.If)
			to[trial] = v != 0
		}
	}
	count(before)
	if _, err := odds.Of(m, l, odds.Options{}); err != nil {
		t.Fatal(err)
	}
	after := make([]bool, len(before))
	count(after)
	for i := range before {
		if before[i] != after[i] {
			t.Fatalf("trial %d went otherwise", i)
		}
	}
}

// TestRuleOnARoll: what rules roll because of a roll stands within it, and what it showed is still
// read behind that: 1d4 counts as it fell, whatever the echo shows.
func TestRuleOnARoll(t *testing.T) {
	m, l := machine(t, "  ann: shout bo\n  expect bo.seen == 3\n")
	o, err := odds.Of(m, l, odds.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := o.Chances[1]; got == nil || got.Cmp(big.NewRat(1, 4)) != 0 {
		t.Errorf("%s, not 1/4", got)
	}
}
