package dump_test

import (
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/dump"
)

// brawl is an encounter with the rules of fight.
const brawl = `encounter: brawl
title: In the yard
ruleset: ./fight.yaml
seed: 3
set: {edge: 4}
combatants:
  ann: {side: one, place: [1, 1], tactic: bold, conditions: [prone]}
  bob: {side: two, place: [2, 1], bruises: 1}
map:
  rows: |
    ...
    ...
setup: ann.breath = 1
script: |
  ann: cut bob { dice swing 5 }
  expect bob.bruises == 2
  bob: pass
  wait 1
`

func TestEncounter(t *testing.T) {
	opts := lang.Options{Files: fstest.MapFS{"fight.yaml": {Data: []byte(fight)}, "brawl.yaml": {Data: []byte(brawl)}}}
	e, list := lang.LoadEncounter("brawl.yaml", opts)
	if e == nil {
		t.Fatal(list.Err())
	}
	var b strings.Builder
	if err := dump.Write(&b, dump.Encounter(e)); err != nil {
		t.Fatal(err)
	}
	want := `encounter brawl, title "In the yard", program fight, sides "one", "two", seed 3, seeded  # brawl.yaml:1:1

thing ann, kind creature, sides.one, place [1, 1], tactics.bold  # brawl.yaml:7:3
  brawn = 2                                                      # fight.yaml:22:14
  condition conditions.prone                                     # brawl.yaml:7:62

thing bob, kind creature, sides.two, place [2, 1]  # brawl.yaml:8:3
  brawn = 2                                        # fight.yaml:22:14
  bruises = 1                                      # brawl.yaml:8:44

map width 3, height 2  # brawl.yaml:10:3

script                                           # brawl.yaml:15:3
  turn who things.ann, action moves.cut          # brawl.yaml:15:3
    with target() -> creature = things.bob       # brawl.yaml:15:12
    dice                                         # brawl.yaml:15:18
      roll label "swing", faces 5                # brawl.yaml:15:23
  expect if() -> bool = things.bob.bruises == 2  # brawl.yaml:16:10
  turn who things.bob                            # brawl.yaml:17:3
  wait time() -> number = 1                      # brawl.yaml:18:8

setup():                 # brawl.yaml:13:8
  things.ann.breath = 1  # brawl.yaml:13:8
`
	if got := b.String(); got != want {
		t.Errorf("written\n%s\nwant\n%s", got, want)
	}
}

// TestTree lays a file over another and looks where each node comes from.
func TestTree(t *testing.T) {
	files := fstest.MapFS{
		"base.yaml": {Data: []byte(`rulec: 2
ruleset: base
version: "1"
params:
  edge: 1  #: An edge.
kinds:
  creature: {fields: {hp: number}}
creatures:
  ogre: {hp: 4}
  troll: {hp: 2}
`)},
		"over.yaml": {Data: []byte(`ruleset: over
extends: ./base.yaml
version: 2
rename: {creatures: {ogre: giant}}
set: {edge: 3}
override: {creatures: {giant: {hp: 9}, troll: {hp: original * 3}}}
`)},
	}
	root, list := lang.ResolveFile("over.yaml", lang.Options{Files: files})
	if root == nil {
		t.Fatal(list.Err())
	}
	var b strings.Builder
	if err := dump.Write(&b, dump.Tree(root)); err != nil {
		t.Fatal(err)
	}
	want := `rulec: "2"  # base.yaml:1:8

ruleset: "over", was base, its key at base.yaml:2:1  # over.yaml:1:10

version: "2", its key at base.yaml:3:1  # over.yaml:3:10

#: An edge.                                 # base.yaml:5:12
params.edge: "3", its key at base.yaml:5:3  # over.yaml:5:13

kinds.creature: flow mapping of 1  # base.yaml:7:13
  fields: flow mapping of 1        # base.yaml:7:22
    hp: "number"                   # base.yaml:7:27

creatures.giant: flow mapping of 1, was ogre, its key at over.yaml:4:28  # base.yaml:9:9
  hp: "9", its key at base.yaml:9:10                                     # over.yaml:6:36

creatures.troll: flow mapping of 1              # base.yaml:10:10
  hp: computed "6", its key at base.yaml:10:11  # over.yaml:6:52
`
	if got := b.String(); got != want {
		t.Errorf("written\n%s\nwant\n%s", got, want)
	}
}

func TestPick(t *testing.T) {
	parts := []dump.Part{
		{Name: "ruleset"}, {Section: "conditions", Name: "grab"}, {Section: "conditions", Name: "prone"},
		{Section: "moves", Name: "grab"}, {Section: "things", Name: "ann.sword"}, {Section: "a [case]", Name: "script"},
	}
	for pattern, want := range map[string][]string{
		"grab":            {"conditions.grab", "moves.grab"},
		"conditions":      {"conditions.grab", "conditions.prone"},
		"conditions.grab": {"conditions.grab"},
		"conditions.g*":   {"conditions.grab"},
		"*.grab":          {"conditions.grab", "moves.grab"},
		"gr*":             {"conditions.grab", "moves.grab"},
		"ann.*":           {"things.ann.sword"},
		"ruleset":         {"ruleset"},
		"a [case].script": {"a [case].script"},
		"a [case":         nil,
		"script":          {"a [case].script"},
		"":                nil,
		"nothing":         nil,
	} {
		var got []string
		for _, p := range dump.Pick(parts, pattern) {
			got = append(got, p.Title())
		}
		if !slices.Equal(got, want) {
			t.Errorf("%q picks %q, want %q", pattern, got, want)
		}
	}
}

// TestMargin holds that places stand in one column but behind lines that are too long,
// and that no line is obeyed.
func TestMargin(t *testing.T) {
	src := diag.NewSource("a.yaml", "x\ny: z\n")
	at := diag.Span{Source: src, Start: 5, End: 6}
	var b strings.Builder
	long := strings.Repeat("l", 100)
	err := dump.Write(&b, []dump.Part{{Lines: []dump.Line{{0, "one", at}, {1, "three", at}, {1, "a rather long line", diag.Span{}}, {0, long, at}}}, {Lines: []dump.Line{{0, "a\x1b\nb", diag.Span{}}}}})
	want := "one      # a.yaml:2:4\n  three  # a.yaml:2:4\n  a rather long line\n" + long + "  # a.yaml:2:4\n\n" + `a\x1b\nb` + "\n"
	if got := b.String(); err != nil || got != want {
		t.Errorf("written\n%s\nwant\n%s", got, want)
	}
}
