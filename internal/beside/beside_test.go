package beside

import (
	"context"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/lang"
)

// blows is a ruleset without dice: everybody strikes at every second tick, and whoever is struck could parry.
const blows = `rulec: 2
ruleset: blows
kinds:
  creature:
    fields:
      hp: {type: pool, max: 10}
      force: 0
      first: 1
  attack:
    fields: {hit: "program(self creature, target creature)"}
    params: {target: one of foes(self)}
    told: "{self}: {it}"
    perform: |
      announce aimed with target = target
      it.hit()
  answer:
    fields: {effect: program(self creature)}
    answers: aimed
    perform: it.effect()
attacks:
  strike: {hit: target.hp -= self.force}
  wait: {hit: self.force += 0}
  toss:
    hit: |
      roll coin = 1d2
      if coin == 1 { target.hp -= 10 } else { self.hp -= 10 }
answers:
  parry:
    requires:
      event.target == self: nobody strikes at you
    effect: self.force += 0
events:
  aimed:
    fields: {target: creature}
    asks: [event.target]
time:
  key: [tick]
  unit: tick
  start: for c in everyone { schedule turn of c at c.first }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 2
  out: self.hp <= 0
  over: all(combatants, side(each) == side(first(combatants)))
  winner: side(first(combatants))
reports:
  health: [hp]
tactics:
  striker: {turn: {do: strike}}
  gambler:
    turn:
      - do: wait
        if: now < 4
      - do: toss
`

func load(t *testing.T, combatants string) *Study {
	t.Helper()
	e, list := lang.LoadEncounter("fight.yaml", lang.Options{Files: fstest.MapFS{
		"blows.yaml": {Data: []byte(blows)},
		"fight.yaml": {Data: []byte("encounter: fight\nruleset: blows\ncombatants:\n" + combatants)},
	}})
	if e == nil || list.HasErrors() {
		t.Fatal(list.Err())
	}
	s, err := Of(context.Background(), e, Effort{Many: experiment.Many{Seed: 3, Fights: 40}, Watched: 40})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestCounts holds what is counted of a fight without dice. Ann strikes for 3, ben for 4, she first: ben has lost 3, she 4,
// he 6, she 8, he 9, she 10 and falls. So there are 6 actions, and each of the 5 after the first takes the lead over; after
// three of them she leads, and loses.
func TestCounts(t *testing.T) {
	s := load(t, `  ann: {side: red, force: 3, tactic: striker}
  ben: {side: blue, force: 4, first: 2, tactic: striker}
`)
	for _, x := range []struct {
		what string
		got  any
		want any
	}{
		{"won by blue", s.Outcomes[1].Fights, int64(40)},
		{"actions", s.Acts.Median, int64(6)},
		{"decisions: 6 turns, and 6 times to parry or not", s.Decisions.Sum(), int64(12 * 40)},
		{"replies", s.Replies.Sum(), int64(6 * 40)},
		{"decisions per action", s.PerAct, experiment.Interval{Value: 2, Low: 2, High: 2}},
		{"to choose from: strike, wait, toss", s.Widths.All(), []experiment.Bin{{Value: 3, Count: 6 * 4}}},
		{"lead changes", s.LeadChanges.Sum(), int64(5 * 40)},
		{"half-time leaders who win", s.Held, Share{0, 40}},
		{"dice", s.Dice.Sum(), int64(0)},
		{"another winner by other dice", s.Reopened, [Parts]Share{{0, 40}, {0, 40}, {0, 40}, {0, 40}}},
		{"fights with dice", s.OneAction, Share{}},
	} {
		if bins, ok := x.got.([]experiment.Bin); ok {
			if !slices.Equal(bins, x.want.([]experiment.Bin)) {
				t.Errorf("%s: %v, want %v", x.what, bins, x.want)
			}
		} else if x.got != x.want {
			t.Errorf("%s: %v, want %v", x.what, x.got, x.want)
		}
	}
}

// TestOtherDice holds how often other dice give another winner, where ben tosses one coin in the last of four actions. They
// do where his coin falls otherwise in the other trial, whenever that begins; so does another throw of his alone.
func TestOtherDice(t *testing.T) {
	s := load(t, `  ann: {side: red, tactic: gambler}
  ben: {side: blue, first: 2, tactic: gambler}
`)
	coin := func(trial uint64) int32 {
		ben := keyed.Roller(keyed.Run(3, trial), keyed.Text("ben"))
		return keyed.Face(keyed.Mix(keyed.First(ben, keyed.Text("coin"), 0)), 2)
	}
	won, turned := int64(0), int64(0)
	for trial := range uint64(40) {
		if coin(trial) == 1 {
			won++
		}
		if coin(trial) != coin(otherwise(trial)) {
			turned++
		}
	}
	if won == 0 || won == 40 || turned == 0 || turned == 40 {
		t.Fatal("coins that say nothing:", won, turned)
	}
	if got := s.Outcomes[1].Fights; got != won {
		t.Errorf("ben won %d fights, and his coin %d", got, won)
	}
	want := Share{turned, 40}
	if s.Reopened != [Parts]Share{want, want, want, want} || s.OneAction != want {
		t.Errorf("%v and %v, want %v everywhere", s.Reopened, s.OneAction, want)
	}
	if s.Dice.Sum() != 40 {
		t.Errorf("%d dice in 40 fights of one each", s.Dice.Sum())
	}
}

// TestCareless holds that slips matter where there is something to do wrong: a blow that is left out, or a coin that needn't
// be tossed. With as much force ann, who is first, wins every fight in which nobody slips.
func TestCareless(t *testing.T) {
	s := load(t, `  ann: {side: red, force: 3, tactic: striker}
  ben: {side: blue, force: 3, first: 2, tactic: striker}
`)
	if s.Outcomes[0].Fights != 40 {
		t.Fatalf("ann won %d of 40", s.Outcomes[0].Fights)
	}
	if own := s.Careless[0]; own.Of != 40 || own.Fights == 0 || own.Fights == 40 {
		t.Errorf("with slips of her own she wins %v", own)
	}
	if his := s.Careless[1]; his.Fights <= s.Careless[0].Fights {
		t.Errorf("with his slips she wins %v, with her own %v", his, s.Careless[0])
	}
}

func TestLeader(t *testing.T) {
	for _, x := range []struct {
		stand [2]int
		lost  [2]float64
		want  int
	}{
		{[2]int{2, 2}, [2]float64{0, 0}, 0},
		{[2]int{2, 2}, [2]float64{3, 5}, 1},
		{[2]int{2, 2}, [2]float64{5, 3}, 2},
		{[2]int{1, 2}, [2]float64{0, 9}, 2}, // who stands comes first
		{[2]int{2, 1}, [2]float64{9, 0}, 1},
	} {
		if got := leader(x.stand, x.lost); got != x.want {
			t.Errorf("%v %v: %d, want %d", x.stand, x.lost, got, x.want)
		}
	}
	l := leads{acts: []int{0, 1, 1, 4, 6}, sides: []int{0, 1, 0, 2, 2}}
	if l.changes() != 1 || l.after(0) != 0 || l.after(3) != 0 || l.after(5) != 2 {
		t.Error(l.changes(), l.after(0), l.after(3), l.after(5))
	}
}

// TestRatio holds the interval of a ratio by a sum that is worked out by hand: 2 and 6 of 1 and 3, which is 2 each, and
// exactly so; 1 and 5 of 2 and 2, which is 1.5, with 2 less and 2 more than its due: 1.96 * sqrt(8) / 4.
func TestRatio(t *testing.T) {
	var even, odd ratio
	even.add(2, 1)
	even.add(6, 3)
	if got := even.interval(); got != (experiment.Interval{Value: 2, Low: 2, High: 2}) {
		t.Error(got)
	}
	odd.add(1, 2)
	odd.add(5, 2)
	got := odd.interval()
	if half := 1.96 * 2.8284271247 / 4; got.Value != 1.5 || !near(got.Low, 1.5-half) || !near(got.High, 1.5+half) {
		t.Error(got)
	}
}

func near(a, b float64) bool { return a-b < 1e-9 && b-a < 1e-9 }

// TestRefused holds what can't be studied.
func TestRefused(t *testing.T) {
	for name, combatants := range map[string]string{
		"fight: rulec beside needs two sides, and this encounter has 1": "  ann: {side: red, tactic: striker}\n",
		"fight: ben has no tactic":                                      "  ann: {side: red, tactic: striker}\n  ben: {side: blue}\n",
	} {
		e, _ := lang.LoadEncounter("fight.yaml", lang.Options{Files: fstest.MapFS{
			"blows.yaml": {Data: []byte(blows)},
			"fight.yaml": {Data: []byte("encounter: fight\nruleset: blows\ncombatants:\n" + combatants)},
		}})
		if e == nil {
			t.Fatal(name)
		}
		if _, err := Of(context.Background(), e, Effort{Many: experiment.Many{Fights: 1}, Watched: 1}); err == nil || err.Error() != name {
			t.Errorf("%v, want %s", err, name)
		}
	}
}

// TestDocument holds figures in the table and in JSON, and the typical fight on the page.
func TestDocument(t *testing.T) {
	s := load(t, `  ann: {side: red, force: 3, tactic: striker}
  ben: {side: blue, force: 4, first: 2, title: Ben <b>, tactic: striker}
`)
	s.Encounter.Program.Title = "Blows | and more"
	s.Effort.Line.File = "fight.yaml"
	r := NewReport([]*Study{s}, "1.0", "rulec beside fight.yaml")
	d := r.Document()
	fights, err := r.TypicalFights()
	if err != nil {
		t.Fatal(err)
	}
	d.Add(fights)
	for format, texts := range map[report.Format][]string{
		report.Markdown: {
			`| figure | Blows \| and more |`, `| won by red | 0% (0 to 9) |`, `| ends in | tick 6 (6 to 6) |`, `| actions | 6 (6 to 6) |`,
		},
		report.JSON: {`"again": "rulec beside fight.yaml --seed 3 -n 40"`, `"watched": 40`, `"name": "actions",
          "value": 6,
          "low": 6,
          "high": 6`},
		report.HTML: {
			"<h3>Blows | and more</h3>", "<code>rulec run fight.yaml --seed 3 --trial 0</code>", "<h4>Tick 1</h4>", "Ben &lt;b&gt; hp 7/10",
			"<h4>Blue wins in tick 6",
		},
		report.CSV: {"figures,won by red,Blows | and more,0,0,0.087"},
	} {
		var out strings.Builder
		if err := d.Print(&out, format); err != nil {
			t.Fatal(err)
		}
		for _, want := range texts {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s has no %s:\n%s", format, want, out.String())
			}
		}
	}
}
