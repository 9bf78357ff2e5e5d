package exec_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp/exec"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// camp is a ruleset with something of every sort that a state can hold.
const camp = `
rulec: 2
ruleset: camp
version: 1.2.0
params:
  mood_of_day: calm (or wild)
scales:
  size: [small, medium, large]
kinds:
  creature:
    fields:
      strength: 2
      brave: true
      size: size = medium
      luck: 1d6
      motto: text = onward
      mood: mood_of_day = calm
      friend: creature = none
      likes: tool = none
      favourite: action = none
      fears: condition = none
      grip: held = none
      hands: list of blade = []
      seen: set of creature = []
      numbers: list of number = []
      looking: direction = none
      spot: place = none
      hp: {type: pool, max: 10 + self.vigour}
      ache: {type: pool, up: true, per: size}
      nerve: {type: pool, per: size, max: 1 + index(each) + self.vigour}
      skill: {type: number, per: tool, default: 1}
  blade: {fields: {edge: {type: pool, max: 5}}}
  tool: {}
  deed: {perform: self.hp -= 1}
creatures:
  scout: {strength: 3, hands: [knife]}
blades: {knife: {}, sword: {}}
tools: {rope: {}, lamp: {}}
deeds: {toil: {}}
decks:
  chest: {cards: "[rope, rope, lamp, rope]"}
  attic: {cards: tools}
quantities:
  vigour(who): sum(add)
conditions:
  held:
    fields: {strength: number, of: creature = none, next: held = none}
    stacks: by source
    until: when distance(self, it.by) > 9
  strong: {modifies: [{to: vigour, add: 4}]}
  tired: {until: now + 30, again: replace}
  hidden: {}
  ill:
    fields: {doses: 2}
    rules:
      falls_ill: {on: begins, do: self.hp -= 1}
      ends_ill: {on: ends, do: self.hp += 5}
  gloomy: {while: self.mood == calm and mood_of_day == wild}
  low: {while: self.hp < 4, rules: {sinks: {on: begins, do: self.strength -= 1}}}
time:
  key: [tick, step]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: schedule turn of self at now + 5}
    bout:
      fields: {illness: ill, harm: number}
      do: |
        self.hp -= it.harm
        let again = it.illness
        again.doses -= 1
        if again.doses > 0 { schedule bout of self at now + 10, 3 with illness = again, harm = it.harm for again }
  out: self.hp <= 0
  limit: 100
space: {grid: square}
`

// before is an encounter after which everything is different.
const before = `
encounter: before the rain
ruleset: ./camp.yaml
combatants:
  ann: {is: scout, side: red, place: [1, 2]}
  ben: {side: blue, place: [3, 2], hands: [sword, knife], conditions: [tired]}
  eve: {side: blue, place: [9, 9], hp: 3}
things:
  saw: {is: sword, place: [5, 5]}
script: |
  draw chest rope lamp rope
  do {
    ann.strength = 5
    ann.brave = false
    ann.size = large
    ann.luck = 2d8 + 1
    ann.motto = "never: \"back\""
    ann.mood = wild
    ann.friend = ben
    ann.likes = lamp
    ann.favourite = toil
    ann.fears = hidden
    ann.seen += ben
    ann.seen += eve
    ann.numbers = [3, 1]
    ann.ache[large] += 2
    ann.skill[lamp] = 4
    ann.hp -= 4
    ben.knife.edge -= 3
    move ben.sword to ann
    ann.hands = [ann.knife, ben.sword]
    ben.hands = [ben.knife]
    apply strong to ben
    ben.hp += 3
    apply held to ann by ben with strength = 7, of = eve
    ann.grip = ann.held
    move eve to place(2, 9)
    apply held to eve by ann with next = ann.held
    apply ill to eve until self becomes hidden
    schedule bout of eve at now + 10, 2 with illness = eve.ill, harm = 1 for eve.ill
    apply hidden to ann until now + 8
    end hidden on ann until when self.hp == 0
    move saw to [4, 4]
    for n in 1..3 { draw tool from chest by scene }
    discard lamp to chest
    discard rope to chest
  }
  wait 3
  do {
    eve.hp -= 3
    apply tired to eve until now
  }
`

// after is the state that it leaves, as it is derived from the rules by hand.
const after = `# State after "before the rain".
rulec: 2
state: "before the rain"
ruleset: camp
version: "1.2.0"
hash: "HASH"
clock: CLOCK
out: [eve]
combatants:
  ann:
    is: scout
    strength: 5
    brave: false
    size: large
    luck: 2d8 + 1
    motto: "never: \"back\""
    mood: wild
    friend: ben
    likes: lamp
    favourite: deeds.toil
    fears: hidden
    grip: c1
    hands: [ann.knife, ben.sword]
    seen: [ben, eve]
    numbers: [3, 1]
    hp: 6
    ache: {small: 0, medium: 0, large: 2}
    nerve: {small: 1, medium: 2, large: 3}
    skill: {rope: 1, lamp: 4}
    conditions:
      - {is: held, by: ben, as: c1, with: {strength: 7, of: eve}, age: AGE}
      - {is: hidden, age: AGE, left: LEFT, suppressed: {until: ["when self.hp == 0"]}}
  ben:
    hands: [ben.knife]
    hp: 13
    ache: 0
    nerve: {small: 1, medium: 2, large: 3}
    conditions:
      - {is: tired, age: CLOCK, left: TIRED}
      - {is: strong, age: AGE}
  eve:
    strength: 1
    hp: 0
    ache: 0
    nerve: {small: 1, medium: 2, large: 3}
    conditions:
      - {is: held, by: ann, with: {next: c1}, age: AGE}
      - {is: ill, as: c2, age: AGE, until: ["self becomes hidden"], entries: [{is: bout, of: eve, at: [BOUT, 2], with: {illness: c2, harm: 1}}]}
things:
  saw: {is: sword, edge: 5}
  ann.knife: {is: knife, carrier: ann, edge: 5}
  ben.sword: {is: sword, edge: 5}
  ben.knife: {is: knife, carrier: ben, edge: 2}
decks:
  chest: {held: [rope], discards: [lamp, rope]}
  attic: {}
`

// campFiles are the files above, with an encounter that goes on.
func campFiles(state string) fstest.MapFS {
	return fstest.MapFS{
		"camp.yaml":   {Data: []byte(camp)},
		"before.yaml": {Data: []byte(before)},
		"state.yaml":  {Data: []byte(state)},
		"again.yaml": {Data: []byte(`
encounter: before the rain
ruleset: ./camp.yaml
combatants:
  ann: {is: scout, side: red, place: [1, 2], strength: 9, conditions: [tired]}
  ben: {side: blue, place: [3, 2]}
  eve: {side: blue, place: [9, 9]}
things:
  saw: {is: sword, place: [5, 5]}
script: over
`)},
	}
}

// stateAfter plays an encounter and returns its state as a file.
func stateAfter(t *testing.T, e *program.Encounter, places bool) string {
	t.Helper()
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true, Trace: true})
	if err != nil {
		t.Fatal(err)
	}
	s, err := m.State(places)
	if err != nil {
		t.Fatal(err)
	}
	return lang.FormatState(s)
}

func TestStateHoldsEverything(t *testing.T) {
	files := campFiles("")
	e, list := lang.LoadEncounter("before.yaml", lang.Options{Files: files})
	if list.HasErrors() {
		t.Fatal(list)
	}
	got := stateAfter(t, e, false)
	want := strings.NewReplacer("HASH", e.Program.Hash, "CLOCK", "3", "AGE", "3", "LEFT", "5", "TIRED", "27", "BOUT", "7").Replace(after)
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// again loads a state over an encounter in which nothing happens, and takes it
// anew at once.
func again(t *testing.T, files fstest.MapFS) string {
	t.Helper()
	e, list := lang.LoadEncounter("again.yaml", lang.Options{Files: files, State: "state.yaml"})
	if list.HasErrors() {
		t.Fatal(list)
	}
	return stateAfter(t, e, false)
}

// TestStateComesBackTheSame holds that a state which is loaded and taken again
// before anything has happened is the same, letter by letter.
func TestStateComesBackTheSame(t *testing.T) {
	files := campFiles("")
	e, list := lang.LoadEncounter("before.yaml", lang.Options{Files: files})
	if list.HasErrors() {
		t.Fatal(list)
	}
	first := stateAfter(t, e, false)
	files["state.yaml"] = &fstest.MapFile{Data: []byte(first)}
	// Only the clock begins anew, and what the encounter itself gives to ann comes on top.
	want := strings.Replace(first, "clock: 3\n", "clock: 0\n", 1)
	want = strings.Replace(want, "self.hp == 0\"]}}\n", "self.hp == 0\"]}}\n      - {is: tired, left: 30}\n", 1)
	second := again(t, files)
	if second != want {
		t.Errorf("got\n%s\nwant\n%s", second, want)
	}
	files["state.yaml"] = &fstest.MapFile{Data: []byte(second)}
	files["again.yaml"] = &fstest.MapFile{Data: []byte(strings.Replace(string(files["again.yaml"].Data), ", conditions: [tired]", "", 1))}
	if third := again(t, files); third != second {
		t.Errorf("got\n%s\nwant\n%s", third, second)
	}
}

// TestStateOfSeveralEnds: a condition that waits for several ends, and its silence, come back as they were.
func TestStateOfSeveralEnds(t *testing.T) {
	files := campFiles("")
	files["before.yaml"] = &fstest.MapFile{Data: []byte(`encounter: before
ruleset: ./camp.yaml
combatants: {ann: {is: scout, side: red, place: [1, 2]}, ben: {side: blue, place: [3, 2]}}
script: |
  do {
    apply hidden to ann until now + 4
    apply hidden to ann until self.hp falls
    apply held to ann by ben
    end held on ann until now + 7
    end held on ann until self.hp falls
  }
`)}
	e, list := lang.LoadEncounter("before.yaml", lang.Options{Files: files})
	if list.HasErrors() {
		t.Fatal(list)
	}
	want := []string{
		"      - {is: hidden, left: 4}", `      - {is: hidden, until: ["self.hp falls"]}`,
		"      - {is: held, by: ben, suppressed: {left: 7}}", `      - {is: held, by: ben, suppressed: {until: ["self.hp falls"]}}`,
	}
	conditions := func(state string) []string {
		return slices.DeleteFunc(strings.Split(state, "\n"), func(line string) bool { return !strings.HasPrefix(line, "      - {is: h") })
	}
	first := stateAfter(t, e, false)
	if got := conditions(first); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	files["state.yaml"] = &fstest.MapFile{Data: []byte(first)}
	if got := conditions(again(t, files)); !slices.Equal(got, want) {
		t.Errorf("it came back as %q", got)
	}
}

// TestStateOfAPlane: a place on a plane stands in a state as it does in an encounter.
func TestStateOfAPlane(t *testing.T) {
	e, list := lang.LoadEncounter("e.yaml", lang.Options{Files: fstest.MapFS{
		"r.yaml": {Data: []byte("rulec: 2\nruleset: r\nkinds: {creature: {}}\ntime: {key: [tick], everyone_due: false, start: schedule turn of first(everyone) at 1, entries: {turn: {do: stop}}}\nspace: {grid: plane, unit: 0.1}\n")},
		"e.yaml": {Data: []byte("encounter: e\nruleset: ./r.yaml\ncombatants:\n  ann: {side: red, place: [12.3, 0]}\n  ben: {side: red, place: [12, 1]}\nscript: \"do { move ann to [12.3, 0.3] }\"\n")},
	}})
	if list.HasErrors() {
		t.Fatal(list)
	}
	if state := stateAfter(t, e, true); !strings.Contains(state, "place: [12.3, 0.3]") {
		t.Error(state)
	}
}

// goesOn loads a state over an encounter of ann and ben in the camp with a script,
// and plays it.
func goesOn(t *testing.T, state, lines string, more ...string) (*interp.Machine, error) {
	t.Helper()
	files := campFiles("state: earlier\nruleset: camp\n" + state)
	files["again.yaml"] = &fstest.MapFile{Data: []byte("encounter: again\nruleset: ./camp.yaml\ncombatants:\n" +
		"  ann: {is: scout, side: red, place: [1, 2]}\n  ben: {side: blue, place: [3, 2]}\n" + strings.Join(more, "\n") +
		"\nscript: |\n  do { let begun = true }\n  " + strings.ReplaceAll(strings.TrimSpace(lines), "\n", "\n  ") + "\n")}
	e, list := lang.LoadEncounter("again.yaml", lang.Options{Files: files, State: "state.yaml"})
	for _, d := range list {
		if d.Severity == diag.Error {
			return nil, d
		}
	}
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true, Trace: true})
	return m, err
}

// TestWhatGoesOn holds what of a state counts, and how.
// TestDiceComeBack: dice of any form stand in a state as the formula that makes them again.
func TestDiceComeBack(t *testing.T) {
	for _, text := range []string{
		"2d8 + 1", "1d6 - 2", "-1d6 + 3", "1d6 - 1d4", "10 * 2d4 - 3 * 1d6 - 1", "100 * 1d6 + 10 * 1d6 + 1d6", "times(3, best(2, 1d6))", "-2 * times(2, worst(2, 1d6))",
		"best(3, 4d6)", "best(1, worst(2, 3d20))", "worst(2, best(3, 5d6))", "best(2, 2d6 + 1d8)", "best(1, worst(2, 2d6 + 1d8))", "reroll(2d6, 2)", "best(2, reroll(1d20, 1))",
		"explode(1d6)", "explode(1d6, 5)", "explode(1d6, 6, 1)", "explode(best(2, 1d10))", "explode(best(2, 1d10), 9, 2)", "best(2, explode(reroll(1d10, 1), 9))",
		"successes(6d10, 8)", "successes(5d20, 1, 12)", "successes(5d20, 1, 0)", "explode(successes(6d10, 8))", "explode(successes(6d10, 8), 9)", "successes(explode(6d6), 8)", "successes(explode(6d6, 5, 1), 8, 12)",
		"valued(2d6, [-1, 0, 0, 1, 1, 2])", "explode(valued(1d3, [-1, 0, 1])) + 2", "best(2, valued(1d3, [-1, 0, 1]))",
	} {
		m, err := goesOn(t, "combatants:\n  ann:\n    is: scout\n    hp: 9\n    luck: "+text+"\n  ben: {hp: 10}\n", "expect ann.hp == 9")
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		s, err := m.State(false)
		if err != nil {
			t.Fatal(err)
		}
		state := strings.ReplaceAll(lang.FormatState(s), `"`, "")
		if !strings.Contains(state, "    luck: "+text+"\n") {
			t.Errorf("%s became:\n%s", text, state)
		}
	}
}

func TestWhatGoesOn(t *testing.T) {
	for name, c := range map[string]struct{ state, script, more string }{
		"a condition that goes on does not begin again": {
			state:  "combatants: {ann: {is: scout, hp: 9, conditions: [ill]}, ben: {hp: 10}}",
			script: "expect ill(ann) and ann.hp == 9",
		},
		"its end is an end": { // ends_ill gives 5, up to the 10 that there can be
			state:  "combatants: {ann: {is: scout, hp: 3, conditions: [ill]}, ben: {hp: 10}}",
			script: "do { end ill on ann }\nexpect ann.hp == 8",
		},
		"a derived condition has held before": { // so that nothing sinks
			state:  "combatants: {ann: {is: scout, hp: 3}, ben: {hp: 10}}",
			script: "expect low(ann) and ann.strength == 3\ndo { ann.hp += 5 }\ndo { ann.hp -= 5 }\nexpect ann.strength == 2",
		},
		"what is left of its time counts from now on": {
			state:  "clock: 500\ncombatants: {ann: {is: scout, hp: 9, conditions: [{is: tired, age: 26, left: 4}]}, ben: {hp: 10}}",
			script: "expect tired(ann) and elapsed(ann.tired) == 26\nwait 3\nexpect tired(ann)\nwait 1\nexpect not tired(ann)",
		},
		"without it the condition's own time begins": {
			state:  "combatants: {ann: {is: scout, hp: 9, conditions: [tired]}, ben: {hp: 10}}",
			script: "wait 29\nexpect tired(ann)\nwait 1\nexpect not tired(ann)",
		},
		"silence is over when its time is": {
			state:  "combatants: {ann: {is: scout, hp: 9, conditions: [{is: hidden, suppressed: {left: 4}}]}, ben: {hp: 10}}",
			script: "expect not hidden(ann)\nwait 4\nexpect hidden(ann)",
		},
		"each of several ends counts": {
			state:  "combatants: {ann: {is: scout, hp: 9, conditions: [{is: hidden, left: 4}, {is: hidden, until: [self.hp falls]}]}, ben: {hp: 10}}",
			script: "expect count(instances(hidden, ann)) == 1\nwait 5\nexpect hidden(ann)\ndo { ann.hp -= 1 }\nexpect not hidden(ann)",
		},
		"entries go on with their condition": { // 2 doses: at 7 and 10 later
			state: "combatants: {ann: {is: scout, hp: 9, conditions: [{is: ill, as: c1, entries: " +
				"[{is: bout, of: ann, at: [7, 3], with: {illness: c1, harm: 2}}]}]}, ben: {hp: 10}}",
			script: "wait 6\nexpect ann.hp == 9\nwait 1\nexpect ann.hp == 7 and ann.ill.doses == 1\nwait 9\nexpect ann.hp == 7\nwait 1\n" +
				"expect ann.hp == 5\nwait 20\nexpect ann.hp == 5",
		},
		"fields find their conditions": {
			state: "combatants: {ann: {is: scout, hp: 9, grip: c1, conditions: [{is: held, by: ben, as: c1, with: {strength: 4}}, " +
				"{is: held, with: {next: c1}}]}, ben: {hp: 10}}",
			script: "expect ann.grip.strength == 4 and ann.grip.by == ben\nexpect count(instances(held, ann)) == 2\n" +
				"expect any(instances(held, ann), each.next == ann.grip)",
		},
		"a raised maximum is there before the pools are looked at": {
			state:  "combatants: {ann: {is: scout, hp: 14, conditions: [strong]}, ben: {hp: 10}}",
			script: "expect ann.hp == 14",
		},
		"what is meant to lie beyond its bounds does": {
			state:  "beyond: {ann: [hp]}\ncombatants: {ann: {is: scout, hp: 12}, ben: {hp: 10}}",
			script: "expect ann.hp == 12",
		},
		"whoever is out needs no place": {
			state:  "out: [eve]\ncombatants: {ann: {is: scout, hp: 9, friend: eve, seen: [eve, ben]}, ben: {hp: 0}, eve: {hp: 0}}",
			script: "expect ann.friend == none and count(ann.seen) == 1 and is_out(ben)",
		},
		"whoever is absent is none, and what is about him is over": {
			state: "combatants: {ann: {is: scout, hp: 9, conditions: [{is: held, by: eve}, {is: hidden, by: eve}]}, ben: {hp: 10}, eve: {}}",
			more:  "absent: [eve]", script: "expect not held(ann) and hidden(ann) and ann.hidden.by == ann",
		},
		"things come along with those who carry or name them": {
			state: "combatants: {ann: {is: scout, hands: [eve.sword, eve.knife, ann.knife]}, ben: {hands: []}, eve: {}}\n" +
				"things: {ann.knife: {is: knife, carrier: ann, edge: 2}, eve.sword: {is: sword, carrier: eve, edge: 1}, " +
				"eve.knife: {is: knife, carrier: ann}, eve.knife_2: {is: knife, carrier: eve}}",
			more: "absent: [eve]",
			script: "expect count(ann.hands) == 3 and first(ann.hands).edge == 1 and last(ann.hands).edge == 2\n" +
				"expect count(blades) == 3 and count(blades, .carrier == ann) == 2",
		},
		"a definition makes a thing of its own": {
			state:  "combatants: {ann: {is: scout, hands: [ann.knife, blades.knife]}, ben: {}}\nthings: {ann.knife: {is: knife, carrier: ann, edge: 2}}",
			script: "expect ann.knife.edge == 2 and ann.knife_2.edge == 5",
		},
		"a place that is said counts": {
			state:  "combatants: {ann: {is: scout, place: [7, 8]}, ben: {}}",
			script: "expect place(ann) == place(7, 8) and place(ben) == place(3, 2)",
		},
		"the setup comes on top": {
			state: "combatants: {ann: {is: scout, hp: 2}, ben: {}}", more: "setup: ann.hp += 3",
			script: "expect ann.hp == 5",
		},
		"what the encounter gives anew is as the state says": {
			state:  "combatants: {ann: {is: scout, conditions: []}, ben: {}, olf: {hp: 9, conditions: [{is: ill, with: {doses: 1}}]}}",
			more:   "  eve: {side: blue, place: [9, 9], conditions: [hidden]}\n  olf: {side: blue, place: [8, 9], conditions: [hidden, {is: ill, with: {doses: 5}}]}",
			script: "expect olf.ill.doses == 1 and count(instances(ill, olf)) == 1 and hidden(olf) and hidden(eve) and olf.hp == 9",
		},
		"members of a family have bounds of their own": { // 1, 2, 3, and 4 more of whoever is strong
			state:  "beyond: {ann: [nerve]}\ncombatants: {ann: {is: scout, nerve: {small: 4, large: 0}}, ben: {nerve: {small: 5, large: 7}, conditions: [strong]}}",
			script: "expect ann.nerve[small] == 4 and ann.nerve[medium] == 2 and ann.nerve[large] == 0 and ben.nerve[small] == 5 and ben.nerve[large] == 7\n  do { ann.nerve[small] += 1 }\n  do { ann.nerve[large] += 9 }\n  expect ann.nerve[small] == 4 and ann.nerve[large] == 3",
		},
		"one value stands for a whole family": {
			state:  "combatants: {ann: {is: scout, ache: 1, skill: {lamp: 3}}, ben: {}}",
			script: "expect sum(ann.ache, each) == 3 and ann.skill[lamp] == 3 and ann.skill[rope] == 1",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if _, err := goesOn(t, c.state, c.script, c.more); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestWhatCannotGoOn holds what is said of states that can't be, and where.
func TestWhatCannotGoOn(t *testing.T) {
	for name, c := range map[string]struct{ state, more, want string }{
		"past the bounds": {
			"combatants: {ann: {is: scout, hp: 12}, ben: {}}", "",
			`state.yaml:3:35: error: "hp" of ann can't be 12: it must be between 0 and 10 [pool-bounds]`,
		},
		"a member past the bounds": {
			"combatants: {ann: {is: scout, ache: {small: -1}}, ben: {}}", "",
			`state.yaml:3:37: error: "ache[small]" of ann can't be -1: it must be at least 0 [pool-bounds]`,
		},
		"a member past bounds of its own": { // 1, 2, 3
			"combatants: {ann: {is: scout, nerve: {small: 1, medium: 3}}, ben: {}}", "",
			`state.yaml:3:38: error: "nerve[medium]" of ann can't be 3: it must be between 0 and 2 [pool-bounds]`,
		},
		"not out": {
			"out: [ben]\ncombatants: {ann: {is: scout, hp: 2}, ben: {hp: 1}}", "",
			`state.yaml:3:7: error: the state lists ben as out, but the ruleset's rule for who is out disagrees [state-not-out]`,
		},
		"not there": {
			"combatants: {ann: {is: scout}, ben: {}, eve: {}}", "",
			`state.yaml:3:41: error: "eve" wasn't out before, but isn't in this encounter [state-absent]`,
		},
		"absent and there": {
			"combatants: {ann: {is: scout}, ben: {}}", "absent: [ben]",
			`again.yaml:6:10: error: "ben" is listed as absent, but is in the encounter [state-absent]`,
		},
		"absent and unknown": {
			"combatants: {ann: {is: scout}, ben: {}}", "absent: [eve]",
			`again.yaml:6:10: error: "eve" is listed as absent, but isn't in the state [unknown-thing]`,
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := goesOn(t, c.state, "over", c.more)
			if err == nil || strings.Split(err.Error(), "\n")[0] != c.want {
				t.Errorf("got  %v\nwant %s", err, c.want)
			}
		})
	}
}

// TestWhoIsAbsentStaysAsHeWas holds that a state hands on those who are not in the
// encounter, and the places of those who are, if asked.
func TestWhoIsAbsentStaysAsHeWas(t *testing.T) {
	state := `combatants:
  ann: {is: scout}
  ben: {}
  eve: {hp: 3, motto: "yes", conditions: [{is: held, as: c1, left: 5}, hidden], grip: c1}
out: [olf]
things:
  eve.knife: {is: knife, carrier: eve, edge: 2}
beyond: {eve: [hp]}
`
	state = strings.Replace(state, "things:", "  olf: {hp: 0}\nthings:", 1)
	state = strings.Replace(state, "out: [olf]\n", "", 1) + "out: [olf]\n"
	m, err := goesOn(t, state, "do { apply held to ann by ben }\ndo { ann.grip = ann.held }", "absent: [eve]")
	if err != nil {
		t.Fatal(err)
	}
	s, err := m.State(true)
	if err != nil {
		t.Fatal(err)
	}
	text := lang.FormatState(s)
	for _, want := range []string{
		"out: [olf]\n",
		"    place: [1, 2]\n    grip: c2\n",
		"  eve:\n    hp: 3\n    motto: \"yes\"\n    conditions:\n      - {is: held, as: c1, left: 5}\n      - hidden\n    grip: c1\n",
		"  eve.knife: {is: knife, carrier: eve, edge: 2}\n",
		"beyond:\n  eve: [hp]\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// FuzzState lays any text as a state over an encounter: it never panics; what can
// be loaded can be played, or stops with a place, and what it leaves can be loaded
// again and is then the same.
func FuzzState(f *testing.F) {
	for _, c := range []string{
		"combatants: {ann: {is: scout, hp: 3}, ben: {}}\n",
		"out: [ben]\ncombatants: {ann: {is: scout, conditions: [{is: tired, left: 3}]}, ben: {hp: 0}}\n",
		strings.SplitN(strings.NewReplacer("HASH", "0", "CLOCK", "3", "AGE", "3", "LEFT", "5", "TIRED", "27", "BOUT", "7").Replace(after), "ruleset: camp\n", 2)[1],
	} {
		f.Add(c)
	}
	f.Fuzz(func(t *testing.T, text string) {
		files := campFiles("rulec: 2\nstate: earlier\nruleset: camp\n" + text)
		first, ok := fuzzedState(t, files)
		if !ok {
			return
		}
		files["state.yaml"] = &fstest.MapFile{Data: []byte(first)}
		second, ok := fuzzedState(t, files)
		if !ok {
			t.Fatalf("a state that was taken can't be loaded:\n%s", first)
		}
		files["state.yaml"] = &fstest.MapFile{Data: []byte(second)}
		if third, ok := fuzzedState(t, files); !ok || third != second {
			t.Errorf("got\n%s\nwant\n%s", third, second)
		}
	})
}

// fuzzedState loads a state and takes it again; false if it can't be loaded or the
// rules stop it.
func fuzzedState(t *testing.T, files fstest.MapFS) (string, bool) {
	t.Helper()
	e, list := lang.LoadEncounter("again.yaml", lang.Options{Files: files, State: "state.yaml"})
	for _, d := range list {
		if d.Code == lang.CodeInternal {
			t.Fatal(d)
		}
	}
	if e == nil {
		return "", false
	}
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Check: true})
	if err == nil {
		s, stopped := m.State(true)
		if err = stopped; err == nil {
			return lang.FormatState(s), true
		}
	}
	var d *diag.Diagnostic
	if !errors.As(err, &d) || d.Code == exec.Internal || d.Span.Source == nil {
		t.Fatal(err)
	}
	return "", false
}

// TestPlansAreLeftOut: what somebody planned is gone with the encounter, like the acts that
// plans are made of.
func TestPlansAreLeftOut(t *testing.T) {
	e := loaded(t, `
rulec: 2
ruleset: r
version: 1.0.0
kinds:
  creature: {fields: {hp: {type: pool, max: 9}, plan: plan = none}}
  deed: {perform: "self.plan = mine(self); apply ready to self with plan = mine(self)"}
deeds: {think: {}}
conditions: {ready: {fields: {plan: plan}, until: end of encounter}, calm: {fields: {plan: plan}}}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries: {turn: {do: "choose act from can_do(self); if act != none { perform act }; schedule turn of self at now + 1"}}
`, `
encounter: e
ruleset: ./r.yaml
combatants: {ann: {side: one}}
script: |
  ann: think
  do { apply calm to ann with plan = ann.plan }
  expect ann.plan.action == think and ann.calm.plan == ann.plan
`)
	got := stateAfter(t, e, true)
	if strings.Contains(got, "plan") || !strings.Contains(got, "calm") {
		t.Errorf("the state is\n%s", got)
	}
}
