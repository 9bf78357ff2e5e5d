package show_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/show"
	"github.com/rulec/rulec/lang"
)

const bookYAML = `rulec: 2
ruleset: brawl
params:
  edge: 1d6 + 2  #: What helps. [blow.edge]
kinds: {creature: {}, blow: {params: {target: creature}, perform: "roll blow = edge"}}
quantities:
  reach: 1  #: [space.reach, blow.near]
conditions:
  prone: {}  #: On the ground. [blow.fall, blow.edge, fall]
blows:
  punch: {}  #: A swing.
time: {key: [tick], start: schedule turn of first(everyone) at 1, entries: {turn: {do: schedule turn of self at now + reach()}}}
`

// TestContents: the chapters come in the order of the book, what players name first, and helpers are only counted.
func TestContents(t *testing.T) {
	opts := lang.Options{Files: fstest.MapFS{"brawl.yaml": {Data: []byte(bookYAML)}}}
	prog, list := lang.Load("brawl.yaml", opts)
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	root, _ := lang.Resolve("brawl.yaml", opts)
	var out strings.Builder
	if err := show.NewLinker(prog, root, nil).Contents(&out, []string{"space.reach", "other.blow.x", "blow.edge"}, false); err != nil {
		t.Fatal(err)
	}
	const want = `brawl

the book
  space           reach
  blow            prone, edge, reach
  fall            prone

blows
  punch  A swing.

conditions
  prone  On the ground.

params
  edge = 1d6 + 2  What helps.

time
  key    [tick]
  start  schedule turn of first(everyone) at 1
  turn   {do: schedule turn of self at now + reach()}

And kinds (2), quantities (1): --all lists them, too.
`
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	out.Reset()
	if err := show.NewLinker(prog, root, nil).Contents(&out, nil, true); err != nil || !strings.Contains(out.String(), "\nquantities\n  reach ") || strings.Contains(out.String(), "--all") {
		t.Errorf("%v\n%s", err, &out)
	}
}
