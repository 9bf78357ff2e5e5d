package sim

import (
	"context"
	"os"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

// settled is a ruleset without dice, so that everything can be counted by hand.
const settled = `rulec: 1
ruleset: settled
kinds:
  creature:
    fields:
      hp: {type: pool, max: 10}
      rested: {type: bool, default: false}
      marks: {type: number, default: 0}
      noted: {type: number, default: 0, told: false}
  attack:
    fields: {hit: "program(self creature, target creature)"}
    params: {target: one of foes(self)}
    perform: it.hit()
  deed:
    fields: {effect: program(self creature)}
    perform: it.effect()
attacks:
  strike: {hit: target.hp -= 3}
  feint:
    hit: |
      target.marks += 1
      announce missed
  stare: {hit: target.noted += 1}
  beckon: {hit: apply beckoning to self with whom = target}
conditions:
  beckoning: {fields: {whom: creature}, until: end of its next turn}
deeds:
  rest:
    effect: |
      self.hp += 2
      self.rested = true
events:
  missed: {}
time:
  key: [tick]
  unit: tick
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
  out: self.hp <= 0
  over: all(combatants, side(each) == side(first(combatants)))
  winner: side(first(combatants))
  limit: 20
reports:
  health: [hp]
  failed: [missed]
  show: {marks_got: self.marks}
tactics:
  fighter:
    turn:
      - do: strike
  patient:
    turn:
      - do: rest
        if: self.hp < 10 and not self.rested
      - do: feint
  starer:
    turn:
      - do: stare
  beckoner:
    turn:
      - do: beckon
`

// settledFight is over when ann has struck four times: bob rests once, feints twice.
const settledFight = `encounter: settled
ruleset: ./game.yaml
combatants:
  ann: {side: one, tactic: fighter}
  bob: {side: two, tactic: patient}
`

// brawl is a fight of the tutorial's ruleset, with dice.
const brawl = `encounter: brawl
ruleset: ./scuffle.yaml
seed: 3
combatants:
  zora: {side: guests, brawn: 2, nerve: 3, place: [0, 0], tactic: bruiser}
  finn: {side: guests, brawn: 1, nerve: 1, place: [0, 1], tactic: bruiser}
  mort: {side: house, brawn: 3, nerve: 2, place: [1, 0], tactic: bruiser}
  olaf: {side: house, brawn: 2, nerve: 3, place: [1, 1], tactic: bruiser}
`

// files are the rulesets and encounters of the tests.
func files(t testing.TB) fstest.MapFS {
	t.Helper()
	scuffle, err := os.ReadFile("../../examples/scuffle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{
		"game.yaml": {Data: []byte(settled)}, "settled.yaml": {Data: []byte(settledFight)},
		"scuffle.yaml": {Data: scuffle}, "brawl.yaml": {Data: []byte(brawl)},
	}
}

// encounter loads an encounter with other values.
func encounter(t testing.TB, name string, set map[string]string) *program.Encounter {
	t.Helper()
	e, list := lang.LoadEncounter(name, lang.Options{Files: files(t), Set: set})
	if list.HasErrors() {
		t.Fatal(list)
	}
	return e
}

// job plays an encounter with the values of what is varied.
func job(t testing.TB, name string, trials uint64, varied ...Varied) Job {
	t.Helper()
	j := Job{Trials: trials, To: trials, Seed: 3, Line: Line{File: name}}
	for _, v := range varied {
		j.Vary = append(j.Vary, v.Name)
	}
	for _, values := range Combine(varied) {
		set := map[string]string{}
		for i, v := range varied {
			set[v.Name] = values[i]
		}
		e := encounter(t, name, set)
		j.Points = append(j.Points, Point{e, NewSetup(e, values)})
	}
	return j
}

func play(t testing.TB, j Job) *Result {
	t.Helper()
	r, err := Run(context.Background(), j)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func loadFrom(t testing.TB, fs fstest.MapFS, name string) *program.Encounter {
	t.Helper()
	e, list := lang.LoadEncounter(name, lang.Options{Files: fs})
	if list.HasErrors() {
		t.Fatal(list)
	}
	return e
}

// shipped finds the rulesets that come with the program.
var shipped = lang.Options{Shipped: rulesets.Files, Library: stdlib.Files}

// embeddedJob plays an encounter of a ruleset that comes with the program.
func embeddedJob(t testing.TB, path string) Job {
	t.Helper()
	e, list := lang.LoadEncounter(path, shipped)
	if list.HasErrors() {
		t.Fatal(list)
	}
	return Job{Points: []Point{{e, NewSetup(e, nil)}}, Seed: e.Seed}
}
