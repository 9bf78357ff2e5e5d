package interp_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
)

// TestFirstWayMayBeNone: a parameter may be none when that is what its list holds; a
// list without anything gives no way at all.
func TestFirstWayMayBeNone(t *testing.T) {
	const ruleset = `
rulec: 1
ruleset: r
kinds:
  creature:
    fields:
      tool: {type: tool, default: none}
      bare: {type: number, default: 0}
      done: {type: number, default: 0}
  tool: {fields: {edge: number}}
  job:
    params: {with: "one of [self.tool]"}
    perform: |
      if with == none { self.bare += 1 }
      self.done += 1
  idle:
    params: {whom: one of allies(self)}
    perform: self.done += 100
tools: {axe: {edge: 1}}
jobs: {chop: {}}
idles: {chat: {}}
time:
  key: [tick]
  start: schedule turn of first(everyone) at 1
  personal: false
  entries:
    turn: {do: "choose act from can_do(self)\nperform act"}
  over: first(everyone).done == 1
  winner: if(first(everyone).bare == 1, side(first(everyone)), none)
space: {grid: none}
tactics:
  worker: {turn: [{do: chat}, {do: chop}]}
`
	for tool, winner := range map[string]int{"none": 1, "axe": 0} {
		e := loaded(t, ruleset, "\nruleset: ./r.yaml\nseed: 1\ncombatants:\n  ana: {side: red, tactic: worker, tool: "+tool+"}\n")
		_, out, err := interp.Play(interp.Compile(e.Program), e, interp.Options{})
		if err != nil || out.Ending != interp.Over || out.Winner != winner {
			t.Errorf("%s: %+v, %v; want it over and won by %d", tool, out, err, winner)
		}
	}
}

// TestPlainActsLeaveTheStage: a plain action is under way while its program runs, and
// not any more when that has ended or was stopped.
func TestPlainActsLeaveTheStage(t *testing.T) {
	const ruleset = `
rulec: 1
ruleset: r
kinds:
  creature:
    fields:
      inside: {type: number, default: 0}
      after: {type: number, default: 0}
      turns: {type: number, default: 0}
  job:
    perform: |
      self.inside += count(unfinished)
      if self.turns == 1 { stop }
jobs: {chop: {}}
time:
  key: [tick]
  start: schedule turn of first(everyone) at 1
  personal: false
  entries:
    turn:
      do: |
        choose act from can_do(self)
        perform act
        self.after += count(unfinished)
        self.turns += 1
        schedule turn of self at now + 1
  over: first(everyone).turns == 3
  winner: if(first(everyone).inside == 3 and first(everyone).after == 0, side(first(everyone)), none)
space: {grid: none}
tactics:
  worker: {turn: [{do: chop}]}
`
	e := loaded(t, ruleset, "\nruleset: ./r.yaml\nseed: 1\ncombatants:\n  ana: {side: red, tactic: worker}\n")
	for _, traced := range []bool{false, true} {
		_, out, err := interp.Play(interp.Compile(e.Program), e, interp.Options{Trace: traced})
		if err != nil || out.Ending != interp.Over || out.Winner != 1 {
			t.Errorf("traced %t: %+v, %v; want it over and won by 1", traced, out, err)
		}
	}
}
