package lang_test

import (
	"fmt"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
)

// brawl is a ruleset and an encounter for it.
var brawl = fstest.MapFS{
	"brawl.yaml": {Data: []byte(`rulec: 2
ruleset: brawl
params:
  toughness: 3  #: How many blows somebody takes.
kinds:
  creature:
    fields:
      blows: {type: pool, up: true, max: toughness}
  deed:
    params: {target: one of foes(self)}
    perform: target.blows += 1
deeds:
  punch: {}
time:
  key: [round]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at round + 1
  out: self.blows >= toughness
  over: count(combatants) <= 1
`)},
	"tavern.yaml": {Data: []byte(`encounter: tavern
ruleset: brawl
set: {toughness: 1}
combatants:
  zora: {side: guests}
  mort: {side: house}
script: |
  zora: punch mort
  expect is_out(mort)
`)},
	"broken.yaml": {Data: []byte(`ruleset: broken
extends: brawl
override:
  time: {out: self.blow >= toughness}
`)},
}

func ExampleLoad() {
	rules, list := lang.Load("brawl.yaml", lang.Options{Files: brawl})
	fmt.Println(rules.Title, len(rules.Actions), len(list))

	_, list = lang.Load("broken.yaml", lang.Options{Files: brawl})
	fmt.Print(list[0].Snippet(false))
	// Output:
	// brawl 1 0
	// broken.yaml:4:20: error: a creature has no "blow" [unknown-field]
	//   |
	// 4 |   time: {out: self.blow >= toughness}
	//   |                    ^~~~
	//   = hint: did you mean "blows"?
}

func ExampleLoadEncounter() {
	fight, list := lang.LoadEncounter("tavern.yaml", lang.Options{Files: brawl})
	fmt.Println(len(list), fight.Name, fight.Sides, fight.Program.Params[0].Value)
	// Output: 0 tavern [guests house] 1
}

func ExampleLoadCases() {
	cases, list := lang.LoadCases("tavern.yaml", lang.Options{Files: brawl})
	fmt.Println(len(list), len(cases), cases[0].Name)
	// Output: 0 1 tavern
}
