package editor

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

var edits = flag.Int("edits", 100, "how many random edits are compared with a fresh load")

// brawl is a ruleset with parts, a house rule over it, an encounter and a file of cases.
var brawl = map[string]string{
	"brawl.yaml": `rulec: 2
ruleset: brawl
parts: [brawl/moves.yaml, brawl/tactics.yaml]
params:
  knockdown: 3  #: How many bruises put somebody on the floor.
  hard: 5
scales:
  size: [small, middling, large]
kinds:
  creature:
    fields:
      strength: number
      size: size = middling
      bruises: {type: pool, up: true, max: knockdown}
quantities:
  guard(target): hard - sum(low)  #: How hard somebody is to hit.
conditions:
  floored:  #: Lies on the floor.
    while: self.bruises >= knockdown
  dizzy:
    modifies:
      - {to: guard, low: 1}
procs:
  hurt(who, by number): |
    who.bruises += by
    if by > 1 { apply dizzy to who }
time:
  key: [round, order]
  start: |
    for c in combatants { schedule turn of c at 1, 0 - c.strength }
  out: floored(self)
  entries:
    turn:
      do: |
        choose act from can_do(self)
        perform act
        schedule turn of self at round + 1, 0 - self.strength
`,
	"brawl/moves.yaml": `kinds:
  move:
    params: {target: one of foes(self)}
    fields:
      force: 1
    perform: |
      roll swing = 1d6 + self.strength
      if swing >= guard(target) and not floored(target) {
        choose aim from foes(self)
        hurt(target, it.force)
      }
moves:
  punch: {}
  kick: {force: 2, title: a kick}
`,
	"brawl/tactics.yaml": `tactics:
  brawler:
    turn:
      - {do: kick, if: "self.strength > 1", best: 0 - target.bruises}
      - {do: punch, best: target.strength}
    aim: {best: each.bruises}
`,
	"house.yaml": `ruleset: house
extends: ./brawl.yaml
set: {knockdown: 2}
override:
  conditions:
    floored:  #: Lies on the floor, and stays there.
      while: self.bruises >= knockdown or self.strength < 0
extend:
  kinds:
    creature:
      fields: {mood: 1}
`,
	"fight.yaml": `encounter: fight
ruleset: ./house.yaml
combatants:
  ann: {side: us, strength: 2}
  bob: {side: them, strength: 1}
script: |
  ann: punch bob { dice swing 4 }
  expect not floored(bob)
`,
	"cases.yaml": `ruleset: ./brawl.yaml
common:
  combatants:
    ann: {side: us, strength: 2}
    bob: {side: them, strength: 1}
cases:
  miss:
    script: |
      ann: punch bob { dice swing 1 }
      expect bob.bruises == 0
  set:
    set: {knockdown: 1}
    script: |
      ann: kick bob { dice swing 6 }
`,
}

// TestEditsAsFresh makes random edits in several files that lie over each other, texts that can't be read and mends of
// them among these: what is said, offered and shown afterwards is what somebody is told who opens the files as they are.
func TestEditsAsFresh(t *testing.T) {
	files := fstest.MapFS{}
	for name, text := range brawl {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	compareEdits(t, lang.Options{Files: files, Library: stdlib.Files}, brawl, *edits, 11)
}

// TestEditsOfShippedAsFresh does so with a large ruleset.
func TestEditsOfShippedAsFresh(t *testing.T) {
	w := opened(t, "dierank")
	texts := map[string]string{"house.yaml": "ruleset: house\nextends: ./dierank.yaml\n"}
	maps.Copy(texts, w.open)
	compareEdits(t, lang.Options{Files: rulesets.Files, Library: stdlib.Files}, texts, *edits/10, 12)
}

// numbers are what is exchanged by other numbers, which mostly leaves a file right.
var numbers = regexp.MustCompile(`\b[3-9]\b`) // not the version of the language

// words are what is exchanged by others of the same texts.
var words = regexp.MustCompile(`[a-z_]+|[0-9]+|[:{}()\[\],|+<>=-]|\n *`)

func compareEdits(t *testing.T, opts lang.Options, texts map[string]string, n int, seed uint64) {
	random := rand.New(rand.NewPCG(seed, 1))
	w, names := New(opts), slices.Sorted(maps.Keys(texts))
	now := maps.Clone(texts)
	for _, name := range names {
		w.Set(name, now[name])
	}
	clean := 0
	for i := range n {
		name := names[random.IntN(len(names))]
		if i%5 == 0 {
			now = maps.Clone(texts)
			for _, name := range names {
				w.Set(name, now[name])
			}
		}
		switch random.IntN(6) {
		case 0: // mended
			now[name] = texts[name]
		case 1: // a comment in front, which moves everything
			now[name] = "# " + fmt.Sprint(i) + "\n" + now[name]
		case 2, 3: // another number
			now[name] = numbers.ReplaceAllStringFunc(now[name], func(n string) string {
				if random.IntN(4) == 0 {
					n = fmt.Sprint(1 + random.IntN(3))
				}
				return n
			})
		default:
			now[name] = exchanged(random, now[name], now[names[random.IntN(len(names))]])
		}
		w.Set(name, now[name])
		switch steps := random.IntN(400); random.IntN(3) {
		case 0:
			w.Check(name) // not after every letter
		case 1: // or begun and given up
			w.CheckUnless(name, func() bool { steps--; return steps < 0 })
		}
		fresh := New(opts)
		for _, name := range names {
			fresh.Set(name, now[name])
		}
		at := random.IntN(len(now[name]) + 1)
		where := fmt.Sprintf("edit %d, %s at %d", i, name, at)
		if w.Whole(name) != fresh.Whole(name) && w.unreadable(w.Whole(name)) {
			continue
		}
		got, _, _ := w.Complete(name, at)
		want, _, _ := fresh.Complete(name, at)
		if a, b := offered(got), offered(want); a != b {
			t.Fatalf("%s: offered are\n%s\nand afresh\n%s\nin\n%s", where, a, b, now[name])
		}
		for _, name := range names {
			if w.Whole(name) != fresh.Whole(name) && w.unreadable(w.Whole(name)) {
				continue // a part stays one while its ruleset can't be read
			}
			if a, b := said(w.Check(name)), said(fresh.Check(name)); a != b {
				t.Fatalf("%s: of %s is said\n%s\nand afresh\n%s", where, name, a, b)
			}
		}
		if w.Check(name).List.HasErrors() { // what was known before holds on
			continue
		}
		clean++
		for range 20 {
			at := random.IntN(len(now[name]) + 1)
			a, atA, okA := w.Hover(name, at)
			b, atB, okB := fresh.Hover(name, at)
			if a.Head != b.Head || a.About != b.About || a.Source != b.Source || okA != okB || atA.Start != atB.Start || atA.End != atB.End {
				t.Fatalf("%s: at %d is shown %+v, and afresh %+v", where, at, a, b)
			}
		}
		got, _, _ = w.Complete(name, at)
		want, _, _ = fresh.Complete(name, at)
		if a, b := fmt.Sprint(described(got)), fmt.Sprint(described(want)); a != b {
			t.Fatalf("%s: offered are\n%s\nand afresh\n%s", where, a, b)
		}
	}
	if clean < n/20 {
		t.Errorf("only after %d of %d edits there was no mistake", clean, n)
	}
}

// exchanged puts one word of a text in the place of one of another.
func exchanged(random *rand.Rand, text, from string) string {
	all, others := words.FindAllStringIndex(text, -1), words.FindAllString(from, -1)
	if len(all) == 0 || len(others) == 0 {
		return text
	}
	place := all[random.IntN(len(all))]
	return text[:place[0]] + others[random.IntN(len(others))] + text[place[1]:]
}

func said(c *Check) string {
	var lines []string
	for _, d := range c.List {
		line := d.Line() + " " + d.Hint
		for _, n := range d.Notes {
			line += fmt.Sprint(" (", n.Message, " ", n.Span.Start, "..", n.Span.End, ")")
		}
		for _, f := range d.Candidates {
			line += " " + f
		}
		lines = append(lines, line)
	}
	for _, x := range c.cases {
		lines = append(lines, fmt.Sprint(x.Name, x.Broken))
	}
	return strings.Join(append(lines, strings.Join(c.Files, " ")), "\n")
}

func offered(list []Candidate) string {
	var names []string
	for _, c := range list {
		names = append(names, c.Name+c.Behind)
	}
	return strings.Join(names, " ")
}

func described(list []Candidate) []string {
	var all []string
	for _, c := range list {
		all = append(all, c.Name+c.Behind+" "+c.Head+" "+c.About+" "+c.Source)
	}
	return all
}
