package exec_test

import (
	"testing"

	"github.com/rulec/rulec/interp/exec"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
)

const entriesRules = `
rulec: 2
ruleset: r
kinds:
  creature:
    fields:
      seen: 0
      stones: number = count(everything(self))
  stone: {things: true, fields: {weight: 2}}
stones:
  pebble: {}
quantities:
  everything(who): filter(stones, .carrier == who)
time:
  key: [tick, rank]
  start: |
    for c in everyone {
      roll first by c = 1d6
      schedule turn of c at first
    }
  entries:
    turn:
      fields: {count: number, other: creature}
      do: |
        self.seen = 100 * now + 10 * it.count + if(given(it.other), 1, 0)
        schedule turn of self at now + 10
    bell: {do: "for c in everyone { c.seen += 1000 }"}
  over: now > 20
`

// TestGivenEntries: the encounter's own entries are scheduled in the place of those of
// the ruleset's start, which throws no dice then. Bob is due at 3 with count 2, so that his
// number is 320; ann at 5, with count 0 and an other one: 501. The bell rings at 7.
func TestGivenEntries(t *testing.T) {
	const fight = `
encounter: e
ruleset: ./r.yaml
combatants: {ann: {side: red}, bob: {side: blue}}
entries:
  - {is: turn, of: ann, at: [5, 1], with: {other: bob}}
  - {is: turn, of: bob, at: 3, with: {count: 2}}
  - {is: bell, at: [7]}
script: |
  wait 1
  expect scheduled(ann, turn) == 5 and scheduled(bob, turn) == 3
  wait 5
  expect ann.seen == 501 and bob.seen == 320
  wait 2
  expect ann.seen == 1501 and bob.seen == 1320
  expect scheduled(ann, turn) == 15 and scheduled(bob, turn) == 13
`
	e := loaded(t, entriesRules, fight)
	code := interp.Compile(e.Program)
	if _, _, err := script.Play(code, e, interp.Options{Check: true, Trace: true}); err != nil {
		t.Error(err)
	}
	alone := loaded(t, entriesRules, "encounter: e\nruleset: ./r.yaml\nseed: 1\ncombatants: {ann: {side: red}, bob: {side: blue}}\nentries: [{is: turn, of: ann, at: [5]}, {is: turn, of: bob, at: [5]}]\n")
	fightAlone, err := interp.Prepare(code, alone)
	if err != nil {
		t.Fatal(err)
	}
	m := interp.New(fightAlone, interp.Options{Check: true})
	for trial := range uint64(3) { // each trial begins with them
		m.Reset(trial)
		if _, err := m.Run(); err != nil {
			t.Errorf("trial %d: %v", trial, err)
		}
	}
}

// TestForgottenEntry: on a personal clock everybody has to have an entry.
func TestForgottenEntry(t *testing.T) {
	d := stopsWith(t, entriesRules, "encounter: e\nruleset: ./r.yaml\ncombatants: {ann: {side: red}, bob: {side: blue}}\nentries: [{is: turn, of: ann, at: [5]}]\n",
		exec.Forgotten, "no entry here belongs to bob, who is still in the fight")
	if got, want := d.Span.Text(), "[{is: turn, of: ann, at: [5]}]"; got != want {
		t.Errorf("at %s, want %s", got, want)
	}
}

// TestGivenCarrier: a thing that stands in the encounter by itself is carried from the start
// if it says by whom, as defaults see, too.
func TestGivenCarrier(t *testing.T) {
	e := loaded(t, entriesRules, `
encounter: e
ruleset: ./r.yaml
combatants: {ann: {side: red}, bob: {side: blue}}
things:
  gem: {is: pebble, carrier: bob, weight: 7}
  rock: {is: pebble}
entries: [{is: turn, of: ann, at: [5]}, {is: turn, of: bob, at: [6]}]
script: |
  expect gem.carrier == bob and gem.side == bob.side and gem.weight == 7
  expect rock.carrier == none and rock.side == none
  expect bob.stones == 1 and ann.stones == 0
  do { gem.carrier = ann }
  expect count(everything(ann)) == 1 and gem in everything(ann)
`)
	if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true, Trace: true}); err != nil {
		t.Error(err)
	}
}
