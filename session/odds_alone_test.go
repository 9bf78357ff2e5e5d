package session_test

import (
	"slices"
	"testing"

	"github.com/rulec/rulec/session"
)

// alone are rules in which much happens beside an action: turns of one tick are declared and land together, a turn goes on until all have
// passed, those who are struck may strike first, and a critical hit adds something.
const alone = `
rulec: 2
ruleset: alone
kinds:
  creature:
    fields:
      slot: number
      hp: {type: pool, max: 4, title: hit points}
      shield: {type: pool, max: 2, title: shield points}
      life: {type: pool, stack: [shield, hp]}
      quick: 0
  trick: {fields: {does: "program(self, target)"}}
  blow: {answers: turn, params: {target: "one of filter(everyone, each != self)"}}
  counter:
    answers: aimed
    requires: {event.target == self: not aimed at you}
tricks:
  push: {does: apply prone to target}
  wound: {does: target.hp -= 1}
conditions:
  prone: {title: on the ground}
  dazed: {until: end of turn}
  warded: {until: end of turn}
  knocked_out: {implies: [prone], while: self.hp == 0 and not dead(self)}
  dead: {implies: [prone]}
  helpless: {while: knocked_out(self) or dead(self)}
events:
  aimed: {fields: {target: creature}, asks: [event.target]}
blows:
  strike:
    perform: |
      announce aimed with target = target
      roll attack = 1d20 against if(warded(target), 16, 11)
      if attack.success {
        target.life -= 1
        if attack.natural == 20 { choose trick from tricks default none; if trick != none { trick.does(self, target) } }
      }
  behead:
    perform: |
      roll neck = 1d4
      if neck == 4 { apply dead to target }
      if neck == 3 { target.hp -= 4 }
  heal: {perform: "roll herbs = 1d2; target.hp += herbs"}
  curse: {perform: "roll hex = 1d2; afterwards { target.hp -= hex }"}
  glare: {perform: "target.quick += 1"}
counters:
  ward: {perform: apply warded to self}
  riposte:
    perform: |
      roll attack = 1d20 against 6
      if attack.success { event.act.actor.life -= 1 }
time:
  out: dead(self) or knocked_out(self)
  key: [tick]
  start: for c in everyone { schedule turn of c at c.slot }
  entries:
    turn:
      equal: together
      declare: choose act from can_do(self)
      do: |
        if act != none { perform act }
        schedule turn of self at now + 2
reports: {health: [life]}
tactics:
  brave: {turn: [{do: strike}], aimed: [{do: riposte}], trick: push}
  meek: {aimed: [{do: ward}]}
  fierce: {turn: [{do: strike}]}
  witch: {turn: [{do: curse}]}
`

// aloneOdds returns the lines of the odds of a deed at bo of ann, who is asked first; a deed of "" is to pass.
func aloneOdds(t *testing.T, people, deed string) []string {
	t.Helper()
	s := begin(t, alone, "encounter: e\nruleset: ./rules.yaml\nseed: 1\ncombatants:\n"+people, session.Options{Hands: []string{"ann"}})
	var o *session.Odds
	if deed == "" {
		var err error
		o, err = s.Odds(session.Way{})
		must(t, err)
	} else {
		until(t, s, "ann", deed)
		at := "bo"
		if q, _ := s.Question(); !q.Turn {
			at = ""
		}
		o = oddsOf(t, s, deed, at)
	}
	if o.How() != exact && !o.Unrolled {
		t.Errorf("%s: %s", deed, o.How())
	}
	return o.InWords()
}

// TestOddsAlone holds that odds tell the action alone, with what answers it.
func TestOddsAlone(t *testing.T) {
	for _, test := range []struct {
		name, people, deed string
		want               []string
	}{
		// 11 and more are 10 of 20; the first point is the shield's. A 20, 1 of 20, pushes, as her tactic would. What bo does to ann at the
		// same tick isn't told, whoever is asked first.
		{"the other's blow at the same time", "  ann: {side: red, slot: 1, tactic: brave}\n  bo: {side: blue, slot: 1, tactic: fierce}", "strike",
			[]string{"Attack succeeds: 50%", "Bo loses 0.5 shield points on average, any in 50%", "Bo gets on the ground: 5%", "assuming that Ann chooses trick: push, as the tactic would"}},
		{"the other's blow before it", "  bo: {side: blue, slot: 1, tactic: fierce}\n  ann: {side: red, slot: 1, tactic: brave}", "strike",
			[]string{"Attack succeeds: 50%", "Bo loses 0.5 shield points on average, any in 50%", "Bo gets on the ground: 5%", "assuming that Ann chooses trick: push, as the tactic would"}},
		// Bo's riposte, 6 and more: 15 of 20, is another's roll with the same title.
		{"two who roll the same", "  ann: {side: red, slot: 1}\n  bo: {side: blue, slot: 2, tactic: brave}", "strike",
			[]string{"Bo's attack succeeds: 75%", "Attack succeeds: 50%", "Ann loses 0.8 shield points on average, any in 75%", "Bo loses 0.5 shield points on average, any in 50%",
				"assuming that Bo does riposte, as the tactic would"}},
		// Ann's turn doesn't end with it: she stays dazed.
		{"what ends with the turn", "  ann: {side: red, slot: 1, conditions: [dazed]}\n  bo: {side: blue, slot: 2}", "strike",
			[]string{"Attack succeeds: 50%", "Bo loses 0.5 shield points on average, any in 50%"}},
		// A 4 kills, a 3 takes all hit points: on the ground and helpless is whoever is out, 2 of 4.
		{"out in two ways", "  ann: {side: red, slot: 1}\n  bo: {side: blue, slot: 2}", "behead",
			[]string{"Bo loses 1.0 hit points on average, any in 25%", "Bo is out (on the ground, knocked out: 25%, dead: 25%, helpless): 50%"}},
		// Bo is out already, and stays so if he dies, 1 of 4: that isn't the end of anything.
		{"the death of one who is out", "  ann: {side: red, slot: 1}\n  bo: {side: blue, slot: 2, hp: 0}\n  cy: {side: blue, slot: 2}", "behead",
			[]string{"Bo gets dead: 25%"}},
		// Bo has 2 of 4; 1 or 2 come back.
		{"a pool of a stack", "  ann: {side: red, slot: 1}\n  bo: {side: blue, slot: 2, hp: 2}", "heal", []string{"Bo gains 1.5 hit points on average"}},
		// What waits for the landing counts if it is the action's own: 1 or 2 hit points.
		{"what waits for the landing", "  ann: {side: red, slot: 1}\n  bo: {side: blue, slot: 1, tactic: fierce}", "curse", []string{"Bo loses 1.5 hit points on average"}},
		{"another's that waits", "  bo: {side: blue, slot: 1, tactic: witch}\n  ann: {side: red, slot: 1}", "strike",
			[]string{"Attack succeeds: 50%", "Bo loses 0.5 shield points on average, any in 50%"}},
		{"no dice", "  ann: {side: red, slot: 1}\n  bo: {side: blue, slot: 2}", "glare", []string{"nothing is rolled"}},
		// Bo strikes at ann: 10 of 20; against her ward 16 and more, 5 of 20.
		{"without a defense", "  ann: {side: red, slot: 2, tactic: meek}\n  bo: {side: blue, slot: 1, tactic: fierce}", "",
			[]string{"Bo's attack succeeds: 50%", "Ann loses 0.5 shield points on average, any in 50%"}},
		{"with it", "  ann: {side: red, slot: 2, tactic: meek}\n  bo: {side: blue, slot: 1, tactic: fierce}", "ward",
			[]string{"Bo's attack succeeds: 25%", "Ann loses 0.2 shield points on average, any in 25%"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := aloneOdds(t, test.people, test.deed); !slices.Equal(got, test.want) {
				t.Errorf("%q, not %q", got, test.want)
			}
		})
	}
}

// TestOddsOfNothing: on a turn nothing goes on without it.
func TestOddsOfNothing(t *testing.T) {
	s := begin(t, lucky, twoLucky, session.Options{})
	if _, err := s.Odds(session.Way{}); err == nil || err.Error() != "nothing is in progress that would go on" {
		t.Error(err)
	}
}

// limit is a time limit that is over at once, or never.
func limit(over bool) func() func() bool {
	return func() func() bool { return func() bool { return over } }
}

// TestOddsSoFar: where no time is left, an estimate with margins comes first, and then the exact odds. Of 10 plays 5 daze: with two more of
// each kind, 7 of 14, 1.96 * sqrt(7/14 * 7/14 / 14) is 26.2%, rounded up.
func TestOddsSoFar(t *testing.T) {
	s := begin(t, lucky, twoLucky, session.Options{})
	until(t, s, "ann", "strike")
	var first []string
	o, err := s.OddsMeanwhile(session.Decision{Way: wayOf(t, s, "strike", "bo")}, nil, limit(true), func(o *session.Odds) { first = append(o.InWords(), o.How()) })
	must(t, err)
	if o.How() != exact || !near(o.States[0].Chance, 0.5) {
		t.Errorf("%+v", o)
	}
	if want := "Bo gets dazed: 50% ± 27"; len(first) != 3 || first[1] != want || first[2] != "sampled: played 10 times with other dice" {
		t.Errorf("%q", first)
	}
	quick := false
	_, err = s.OddsMeanwhile(session.Decision{Way: wayOf(t, s, "strike", "bo")}, nil, limit(false), func(*session.Odds) { quick = true })
	if must(t, err); quick {
		t.Error("an estimate isn't needed")
	}
}

const grabbing = `
encounter: e
ruleset: dierank
seed: 1
combatants:
  ana: {is: soldier, side: keep, place: bridge}
  gor: {is: brawler, side: raiders, place: bridge}
map: {zones: {bridge: {next: [road]}, road: {next: [bridge]}}}
`

// TestOddsAgainstAGrab: Gor grabs at Ana, who is armed and strikes first: her ATT, a D8, against his DEF, a D6, is as high in 33 of 48 ways.
// In 4 of them, 5 to 8 over 1, it takes all of his 5 HP, and he grabs nobody: his own roll, the D8 two ranks below his STR, is made in 44 of
// 48 ways, and as high as that of her STR, a D8, in 36 of 64. He holds her fully with two successes: 2 over 1, 4 over 2 and so on, with the
// lower die from 1 to 4 in 7, 5, 3 and 1 ways. Against a die of 1 to 6 she takes 30, 16, 9, 6, 4 and 3 HP in all: 68 of 48.
func TestOddsAgainstAGrab(t *testing.T) {
	s := begin(t, "", grabbing, session.Options{})
	until(t, s, "gor", "grab")
	must(t, s.Do(wayOf(t, s, "grab", "ana")))
	until(t, s, "ana", "opportunity_attack")
	want := []string{
		"Attack succeeds: 68.8%", "Gor's attack succeeds: 56.2%; it is rolled in 91.7%", "Gor loses 1.4 HP on average, any in 68.8%",
		"Ana gets grabbed: 51.6%", "Ana gets fully held: 22.9%", "Gor is out (knocked out): 8.3%",
	}
	if got := oddsOf(t, s, "opportunity_attack", "gor").InWords(); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}

const trading = `
encounter: e
ruleset: segments
seed: 1
combatants:
  brand: {is: swordsman, side: watch, place: [0, 0], tactic: reckless, hits: 3}
  ulf: {is: thug, side: smugglers, place: [1, 0], tactic: reckless, hits: 3}
map: {rows: "....", legend: {".": none}}
`

// TestOddsAtOneTime: where blows land at one time, it is told who would be out. Ulf hits with 10 or less on a D20. His 3d8 hurt Brand, who
// takes off 13, with 14 or more in 256 of 512 ways, and take all of his 3 hits with 16 or more in 162.
func TestOddsAtOneTime(t *testing.T) {
	s := begin(t, "", trading, session.Options{})
	for q, _ := s.Question(); q.Who != "ulf" || q.Name != "blow_due"; q, _ = s.Question() {
		must(t, s.ByTactic())
	}
	want := []string{"Attack succeeds: 50%", "Brand loses 0.9 hits on average, any in 25%", "Brand is out (unconscious: 13.9%, dead: 2%): 15.8%"}
	if got := oddsOf(t, s, "attack", "brand").InWords(); !slices.Equal(got, want) {
		t.Errorf("%q, not %q", got, want)
	}
}
