package facts_test

import (
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
)

// TestPlansAreSound plays fights in which plans are performed, as they were made and with other
// parameters than anybody would have chosen: ann's plan for ben strikes her friend cal.
func TestPlansAreSound(t *testing.T) {
	files := fstest.MapFS{
		"plans.yaml": {Data: []byte(`
rulec: 1
ruleset: plans
version: 1.0.0
kinds:
  creature:
    fields:
      hp: {type: pool, max: 90}
      plan: {type: plan, default: none}
      marks: {type: number, default: 0}
  blow:
    answers: [turn, quiet]
    fields: {harm: number}
    params: {target: one of everyone, much: {is: 1 to 3, default: 1}}
    perform: |
      target.hp -= it.harm * much
      target.marks += 1
      announce pain of target
  wait: {perform: "choose act from can_do(self, quiet); self.plan = act"}
  retort:
    answers: pain
    requires: {given(self.plan): no plan}
    perform: |
      let what = self.plan
      self.plan = none
      if now < 5 { perform what } else { perform what with target = first(allies(self)) }
blows: {hit: {harm: 1}}
waits: {wait: {}}
retorts: {counter: {}}
events: {pain: {asks: everyone}, quiet: {}}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
  out: self.hp == 0
  over: count(combatants) < 2
  limit: 20
tactics:
  sly:
    turn: [{do: wait, if: not given(self.plan)}, {do: hit, with: {target: "first(foes(self))"}}]
    quiet: [{do: hit, with: {target: "first(foes(self))"}}]
    pain: [{do: counter}]
  meek:
    turn: [{do: pass}]
`)},
		"e.yaml": {Data: []byte(`
encounter: e
ruleset: ./plans.yaml
combatants:
  ann: {side: one, tactic: sly}
  cal: {side: one, tactic: meek}
  ben: {side: two, tactic: meek}
`)},
	}
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files})
	if list.HasErrors() || e == nil {
		t.Fatal(list.Err())
	}
	holds(t, e, 3)
}
