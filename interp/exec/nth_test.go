package exec_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
)

// countingRules has turns and rounds, and ends that count them. A round is an entry that is
// over at once, before the turns of its number.
const countingRules = `
rulec: 2
ruleset: r
kinds:
  creature: {fields: {hp: {type: pool, max: 20}}}
  deed:
    params: {target: creature}
    perform: |
      apply two_turns to target
      apply three_starts to target
      apply two_rounds to target
      apply two_blows to target
      apply either to target
      apply plain to target until end of its 2nd turn
deeds: {mark: {}}
procs: {cry(who): announce hurt of who}
conditions:
  two_turns: {until: end of its 2nd turn}
  three_starts: {until: start of my 3rd turn}
  two_rounds: {until: start of 2nd round}
  two_blows: {until: 2nd hurt of self}
  either: {until: [end of its 2nd turn, 3rd hurt of self]}
  plain: {}
  loud: {}
events: {hurt: {}}
time:
  key: [number]
  start: |
    schedule round at 1
    for c in everyone { schedule turn of c at 1 }
  entries:
    round: {do: schedule round at now + 1}
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
        schedule turn of self at now + 1
`

const countingFight = `
encounter: e
ruleset: ./r.yaml
combatants:
  ana: {side: red}
  bo: {side: blue}
script: |
`

// TestEndsThatCount: the turn in which ana marks herself doesn't count. What is expected after
// a line holds when the turn of that line is over, and nothing later has begun.
func TestEndsThatCount(t *testing.T) {
	for name, lines := range map[string]string{
		"turns and rounds": `
			ana: mark ana
			bo: pass
			expect two_turns(ana) and three_starts(ana) and two_rounds(ana) and plain(ana)
			ana: pass
			expect two_turns(ana) and three_starts(ana) and two_rounds(ana) and plain(ana) and either(ana)
			bo: pass
			ana: pass
			expect not two_turns(ana) and not plain(ana) and not either(ana) and not two_rounds(ana) and three_starts(ana)
			bo: pass
			expect three_starts(ana)
			ana: pass
			expect not three_starts(ana)
			over`,
		// Bo's first turn begins after he was marked, and counts. Starts are those of ana's turns.
		"of another": `
			ana: mark bo
			bo: pass
			expect two_turns(bo) and two_rounds(bo) and three_starts(bo)
			ana: pass
			bo: pass
			expect not two_turns(bo) and two_rounds(bo) and three_starts(bo)
			ana: pass
			expect not two_rounds(bo) and three_starts(bo)
			bo: pass
			ana: pass
			expect not three_starts(bo)
			over`,
		"events": `
			do { apply two_blows to ana; apply either to ana; cry(ana); cry(bo) }
			expect two_blows(ana) and either(ana)
			do { cry(ana) }
			expect not two_blows(ana) and either(ana)
			do { cry(ana) }
			expect not either(ana)
			over`,
		"the same again counts anew": `
			do { apply two_blows to ana; cry(ana); apply two_blows to ana by ana; cry(ana) }
			expect two_blows(ana)
			do { cry(ana) }
			expect not two_blows(ana)
			over`,
		"the end of a silence": `
			do { apply loud to ana; end loud on ana until 2nd hurt of self; cry(ana) }
			expect not loud(ana)
			do { cry(ana) }
			expect loud(ana)
			over`,
	} {
		t.Run(name, func(t *testing.T) {
			e := loaded(t, countingRules, countingFight+indented(lines))
			if _, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true, Check: true}); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// TestStateOfEndsThatCount: a state says how many are still to come, the last of them as next.
// Two of the four blows that tough waits for have come, and one of the two of two_blows; plain
// has its whole way before it.
func TestStateOfEndsThatCount(t *testing.T) {
	ruleset := strings.Replace(countingRules, "  loud: {}\n", "  loud: {}\n  tough: {until: [4th hurt of self, 3rd hurt of anyone]}\n", 1)
	e := loaded(t, ruleset, countingFight+indented(`
		do { apply tough to ana; cry(ana); apply two_blows to ana; cry(ana); apply plain to bo until 3rd hurt of self }
		over`))
	got := stateAfter(t, e, false)
	for _, want := range []string{
		"{is: tough, until: [2nd hurt of self, next hurt of anyone]}",
		"{is: two_blows, until: [next hurt of self]}",
		"{is: plain, until: [3rd hurt of self]}",
	} {
		if !strings.Contains(strings.NewReplacer(`"`, "").Replace(got), want) {
			t.Errorf("got\n%s\nwant in it %s", got, want)
		}
	}
	files := fstest.MapFS{
		"r.yaml": {Data: []byte(ruleset)}, "state.yaml": {Data: []byte(got)},
		"e.yaml": {Data: []byte(countingFight + indented(`
			do { cry(bo) }
			expect not tough(ana) and two_blows(ana) and plain(bo)
			do { cry(ana); cry(bo) }
			expect not two_blows(ana) and plain(bo)
			do { cry(bo) }
			expect not plain(bo)
			over`))},
	}
	after, list := lang.LoadEncounter("e.yaml", lang.Options{Files: files, State: "state.yaml"})
	if list.HasErrors() {
		t.Fatal(printed(list))
	}
	if _, _, err := script.Play(interp.Compile(after.Program), after, interp.Options{Check: true}); err != nil {
		t.Fatal(err)
	}
}
