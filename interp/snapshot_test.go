package interp_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// camp is a ruleset with something of every sort that a state can hold.
const camp = `
rulec: 1
ruleset: camp
version: 1.2.0
params:
  mood_of_day: {default: calm, one of: [calm, wild]}
scales:
  size: [small, medium, large]
kinds:
  creature:
    fields:
      strength: {type: number, default: 2}
      brave: {type: bool, default: true}
      size: {type: size, default: medium}
      luck: {type: dice, default: 1d6}
      motto: {type: text, default: onward}
      mood: {type: mood_of_day, default: calm}
      friend: {type: creature, default: none}
      likes: {type: tool, default: none}
      favourite: {type: action, default: none}
      fears: {type: condition, default: none}
      grip: {type: held, default: none}
      hands: {type: list of blade, default: []}
      seen: {type: set of creature, default: []}
      numbers: {type: list of number, default: []}
      looking: {type: direction, default: none}
      spot: {type: place, default: none}
      hp: {type: pool, max: 10 + self.vigour}
      ache: {type: pool, up: true, per: size}
      skill: {type: number, per: tool, default: 1}
  blade: {fields: {edge: {type: pool, max: 5}}}
  tool: {}
  deed: {perform: self.hp -= 1}
creatures:
  scout: {strength: 3, hands: [knife]}
blades: {knife: {}, sword: {}}
tools: {rope: {}, lamp: {}}
deeds: {toil: {}}
quantities:
  vigour: {of: {who: creature}, channels: {add: sum}, value: add}
conditions:
  held:
    fields: {strength: number, of: {type: creature, default: none}, next: {type: held, default: none}}
    each: by
  strong: {modifies: [{to: vigour, add: 4}]}
  tired: {until: now + 30, again: replace}
  hidden: {}
  ill:
    fields: {doses: {type: number, default: 2}}
    rules:
      falls_ill: {on: begins, do: self.hp -= 1}
      ends_ill: {on: ends, do: self.hp += 5}
  low: {while: self.hp < 4, rules: {sinks: {on: begins, do: self.strength -= 1}}}
time:
  key: [tick, step]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: schedule turn of self at now + 5}
    bout:
      fields: {illness: {type: ill, default: none}, harm: number}
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
    apply held to eve by ann with next = ann.held
    apply ill to eve until self becomes hidden
    schedule bout of eve at now + 10, 2 with illness = eve.ill, harm = 1 for eve.ill
    apply hidden to ann until now + 8
    end hidden on ann until when self.hp == 0
    move saw to [4, 4]
  }
  wait 3
  do { eve.hp -= 3 }
`

// after is the state that it leaves, as it is derived from the rules by hand.
const after = `# How everybody was after "before the rain".
rulec: 1
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
    skill: {rope: 1, lamp: 4}
    conditions:
      - {is: held, by: ben, as: c1, with: {strength: 7, of: eve}, age: AGE}
      - {is: hidden, age: AGE, left: LEFT, muted: {until: ["when self.hp == 0"]}}
  ben:
    hands: [ben.knife]
    hp: 13
    ache: 0
    conditions:
      - {is: tired, age: CLOCK, left: TIRED}
      - {is: strong, age: AGE}
  eve:
    strength: 1
    hp: 0
    ache: 0
    conditions:
      - {is: held, by: ann, with: {next: c1}, age: AGE}
      - {is: ill, as: c2, age: AGE, until: ["self becomes hidden"], entries: [{is: bout, of: eve, at: [BOUT, 2], with: {illness: c2, harm: 1}}]}
things:
  saw: {is: sword, edge: 5}
  ann.knife: {is: knife, carrier: ann, edge: 5}
  ben.sword: {is: sword, edge: 5}
  ben.knife: {is: knife, carrier: ben, edge: 2}
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
	m, _, err := interp.Play(interp.Compile(e.Program), e, interp.Options{Check: true, Trace: true})
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
	e, list := lang.LoadEncounterAfter("again.yaml", "state.yaml", lang.Options{Files: files})
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
