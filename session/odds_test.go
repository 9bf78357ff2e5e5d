package session_test

import (
	"math"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/session"
	"github.com/rulec/rulec/stdlib"
)

// begin begins a fight that is written down in the test, over a ruleset that comes with rulec, the
// tutorial's, or that of the test.
func begin(t *testing.T, rules, encounter string, o session.Options) *session.Session {
	t.Helper()
	tutorial, err := os.ReadFile("../examples/scuffle.yaml")
	must(t, err)
	files := fstest.MapFS{"scuffle.yaml": {Data: tutorial}, "rules.yaml": {Data: []byte(rules)}, "e.yaml": {Data: []byte(encounter)}}
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files, Shipped: rulesets.Files, Library: stdlib.Files})
	if list.HasErrors() {
		t.Fatal(list)
	}
	s, err := session.New(e, o)
	must(t, err)
	return s
}

// until passes until somebody may do something.
func until(t *testing.T, s *session.Session, who, deed string) {
	t.Helper()
	for {
		q, more := s.Question()
		if !more {
			t.Fatalf("%s never may %s", who, deed)
		}
		for _, d := range s.Deeds() {
			if q.Who == who && d.Name == deed && d.Allowed {
				return
			}
		}
		must(t, s.Pass())
	}
}

// oddsOf returns the odds of a deed at somebody; what else could be said is left open.
func oddsOf(t *testing.T, s *session.Session, deed, at string) *session.Odds {
	t.Helper()
	odds, err := s.Odds(wayOf(t, s, deed, at))
	must(t, err)
	return odds
}

// wayOf returns the way to do a deed to somebody.
func wayOf(t *testing.T, s *session.Session, deed, at string) session.Way {
	t.Helper()
	for _, d := range s.Deeds() {
		if d.Name != deed {
			continue
		}
		w := session.Way{Action: d.Action}
		for _, o := range s.Offers(w) {
			if o.Name == at {
				w.Given = append(w.Given, o.Value)
			}
		}
		return w
	}
	t.Fatalf("nobody can %s", deed)
	return session.Way{}
}

// firstIs is the fight of the tutorial with somebody whose turn comes first.
func firstIs(who string) string {
	return strings.Replace(tavern, who+": {nerve: 1", who+": {nerve: 9", 1)
}

// exact is what odds say of themselves of which nothing was left out.
const exact = "exact: every possible roll was tried"

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

const (
	tavern = `
encounter: e
ruleset: ./scuffle.yaml
seed: 1
combatants:
  zora: {nerve: 1, side: guests, place: [1, 1], brawn: 2, tactic: bruiser}
  finn: {nerve: 1, side: guests, place: [1, 2], brawn: 1, tactic: bruiser}
  mort: {nerve: 1, side: house, place: [2, 1], brawn: 3, bruises: 2, tactic: bruiser}
map: {rows: "....\n....\n...."}
`
	swords = `
encounter: e
ruleset: segments
seed: 20
combatants:
  ana: {side: red, place: [2, 2], con: 10, basic_hits: 0, full_hits: 20, initiative: 5, skill: {swords: 13}, weapons: [arming_sword]}
  bo: {side: blue, place: [3, 2], con: 11, basic_hits: 4, full_hits: 20, initiative: 2, skill: {evade: 11}, weapons: [arming_sword]}
map: {rows: "........\n........\n........\n........"}
`
	broadsword = `
encounter: e
ruleset: segments
seed: 20
combatants:
  ana: {side: red, place: [2, 2], con: 10, basic_hits: 0, full_hits: 20, initiative: 5, skill: {swords: 18}, weapons: [broadsword]}
  bo: {side: blue, place: [3, 2], con: 11, basic_hits: 4, full_hits: 6, initiative: 2, skill: {evade: 11}, weapons: [arming_sword]}
map: {rows: "........\n........\n........\n........"}
`
	longsword = `
encounter: e
ruleset: actionpoints
seed: 20
combatants:
  ana: {side: red, place: [2, 2], initiative: 5, health_max: 20, attribute: {strength: 3, agility: 4}, styles: [classical_knight],
    fighting: {classical_knight: 4}, weapons: [longsword]}
  bo: {side: blue, place: [3, 2], initiative: 1, health_max: 20, attribute: {strength: 2, agility: 3}, styles: [classical_knight],
    fighting: {classical_knight: 3}, weapons: [longsword]}
map: {rows: "........\n........\n........\n........"}
`
)

// TestOddsByHand holds the odds of a way against what counting faces gives.
func TestOddsByHand(t *testing.T) {
	for _, test := range []struct {
		name, encounter, who, deed, at string
		hands                          []string
		// succeeds is of the roll that is held against something; mean and any are what is lost, out is
		// whether the target is.
		succeeds, mean, any, out float64
		lines                    []string
	}{
		// Mort rolls 2d6 + 3 against Zora's 7, and she dodges, as her tactic does: 9. 6 or more on two
		// dice are 26 of 36. A hit is a bruise, her first.
		{"a punch at somebody who dodges", firstIs("mort"), "mort", "punch", "zora", []string{"mort"}, 26. / 36, 26. / 36, 26. / 36, 0,
			[]string{"Swing succeeds: 72.2%", "Zora suffers 0.7 bruises on average, any in 72.2%", "assuming that Zora does dodge, as the tactic would"}},
		// Finn rolls 2d6 + 1 against Mort's 7, less 1 for Zora beside Mort; the dodge of Mort, of whom somebody
		// else decides, is his tactic's: 8. 7 or more are 21 of 36, and the third bruise is one too many.
		{"the third bruise", firstIs("finn"), "finn", "punch", "mort", []string{"finn"}, 21. / 36, 21. / 36, 21. / 36, 21. / 36,
			[]string{"Swing succeeds: 58.3%", "Mort suffers 0.6 bruises on average, any in 58.3%", "Mort is out: 58.3%", "assuming that Mort does dodge, as the tactic would"}},
		// 13 of 20 hit. Of 1d8, 4 come off: 1, 2, 3 and 4 with 1/8 each. Bo, who has no tactic, lets it happen.
		{"a sword", swords, "ana", "attack", "bo", nil, 13. / 20, 13. / 20 * 10 / 8, 13. / 20 * 4 / 8, 0,
			[]string{"Attack succeeds: 65%", "Bo loses 0.8 hits on average, any in 32.5%"}},
		// 18 of 20 hit. 2d8 less 4: 5 to 13 take 1 to 9, in 4, 5, 6, 7, 8, 7, 6, 5 and 4 of 64 ways; 14 and more,
		// in 6, take 10. Together 4 + 10 + 18 + 28 + 40 + 42 + 42 + 40 + 36 + 60 = 320. 6 or more, in
		// 28 ways, leave none: senseless in 22, dead in the 6 that take 10.
		{"a heavy sword", broadsword, "ana", "attack", "bo", nil, 18. / 20, 18. / 20 * 320 / 64, 18. / 20 * 58 / 64, 18. / 20 * 28 / 64, nil},
		// Style 4 + strength 3 = 7: 8 and more, 13 of 20, make 15. 1d8, of which nothing comes off: 36/8.
		{"a longsword", longsword, "ana", "strike", "bo", nil, 13. / 20, 13. / 20 * 36 / 8, 13. / 20, 0,
			[]string{"Attack succeeds: 65%", "Bo loses 2.9 health on average, any in 65%"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := begin(t, "", test.encounter, session.Options{Hands: test.hands})
			until(t, s, test.who, test.deed)
			before, decided := s.Hash(), s.Decisions()
			o := oddsOf(t, s, test.deed, test.at)
			if o.How() != exact {
				t.Errorf("%s", o.How())
			}
			if len(o.Tests) != 1 || !near(o.Tests[0].Made, 1) || !near(o.Tests[0].Succeeded, test.succeeds) {
				t.Errorf("rolls: %+v", o.Tests)
			}
			if len(o.Losses) != 1 || !near(o.Losses[0].Mean, test.mean) || !near(o.Losses[0].Any, test.any) {
				t.Errorf("losses: %+v", o.Losses)
			}
			out := 0.0
			for _, x := range o.States {
				if x.Out {
					out += x.Chance
				}
			}
			if !near(out, test.out) {
				t.Errorf("out: %+v", o.States)
			}
			if test.lines != nil {
				lines := o.InWords()
				for i := range max(len(lines), len(test.lines)) {
					if i >= len(lines) || i >= len(test.lines) || lines[i] != test.lines[i] {
						t.Errorf("%q, want %q", lines, test.lines)
						break
					}
				}
			}
			if s.Hash() != before || s.Decisions() != decided {
				t.Error("the fight has been touched")
			}
		})
	}
}

// TestOddsOfAnAnswer: Zora's punch at Mort is 2d6 + 2 against 7, less 1 for Finn beside him: 4 or
// more, 33 of 36. With a dodge it is 8: 6 or more, 26 of 36. What answers it goes on to its end.
func TestOddsOfAnAnswer(t *testing.T) {
	s := begin(t, "", firstIs("zora"), session.Options{Hands: []string{"mort"}})
	o := oddsOf(t, s, "dodge", "")
	if len(o.Tests) != 1 || !near(o.Tests[0].Succeeded, 26./36) || len(o.States) != 1 || !o.States[0].Out || !near(o.States[0].Chance, 26./36) {
		t.Errorf("%+v", o)
	}
}

// lucky are rules in which everybody throws a die at the start, to which each blow adds another one.
const lucky = `
rulec: 2
ruleset: lucky
kinds:
  creature:
    fields: {hp: {type: pool, max: 100}, luck: 0, slot: number}
  blow: {answers: turn, params: {target: one of foes(self)}}
conditions:
  dazed: {}
blows:
  strike:
    perform: |
      roll harm = 1d2
      target.hp -= self.luck + harm
      if harm == 2 { apply dazed to target }
  flail: {perform: "roll wild = 2d100; target.hp -= wild.faces[1]"}
time:
  key: [tick]
  start: |
    for c in everyone { roll chance by c = 1d6; c.luck = chance }
    for c in everyone { schedule turn of c at c.slot }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 2
reports: {health: [hp]}
`

const twoLucky = "encounter: e\nruleset: ./rules.yaml\nseed: 1\ncombatants: {ann: {side: red, slot: 1}, bo: {side: blue, slot: 2}}\n"

// TestOddsKeepWhatFell: the die of the start has fallen, by its key or by hand, and isn't thrown
// again: a blow takes what it showed, and 3/2 on average.
func TestOddsKeepWhatFell(t *testing.T) {
	lucks := map[float64]bool{}
	for seed := range uint64(20) {
		s := begin(t, lucky, twoLucky, session.Options{Seed: seed, Seeded: true})
		until(t, s, "ann", "strike")
		o := oddsOf(t, s, "strike", "bo")
		luck := o.Losses[0].Mean - 3./2
		if luck != math.Trunc(luck) || luck < 1 || luck > 6 {
			t.Errorf("seed %d: %+v", seed, o)
		}
		lucks[luck] = true
	}
	if len(lucks) < 4 {
		t.Errorf("twenty dice showed only %v", lucks)
	}
	s := begin(t, lucky, twoLucky, session.Options{HandDice: true})
	for range 2 {
		must(t, s.Roll(4))
	}
	until(t, s, "ann", "strike")
	o := oddsOf(t, s, "strike", "bo")
	if o.How() != exact || o.Losses[0].Who != "Bo" || !near(o.Losses[0].Mean, 5.5) || !near(o.Losses[0].Any, 1) {
		t.Errorf("%+v", o)
	}
	if lines := o.InWords(); len(o.States) != 1 || lines[len(lines)-1] != "Bo gets dazed: 50%" {
		t.Errorf("%+v", o.States)
	}
}

// TestOddsSampled: two dice of which each face counts fall in 10,000 ways.
func TestOddsSampled(t *testing.T) {
	s := begin(t, lucky, twoLucky, session.Options{})
	until(t, s, "ann", "flail")
	o := oddsOf(t, s, "flail", "bo")
	if o.Sampled == 0 || o.How() != "sampled: played 400 times with other dice" {
		t.Errorf("%+v", o)
	}
}
