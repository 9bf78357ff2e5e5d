package sequence_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/sequence"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// dice is a ruleset in which everybody throws one die a round and keeps the sum.
const dice = `rulec: 2
ruleset: dice
kinds:
  creature: {fields: {sum: {type: pool, up: true}}}
conditions:
  eager: {until: end of encounter}
time:
  key: [round]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn:
      do: |
        roll die = 1d1000
        self.sum += die
        schedule turn of self at now + 1
  out: self.sum < 0
  limit: 3
`

func load(t *testing.T, steps string) *lang.Sequence {
	t.Helper()
	files := fstest.MapFS{
		"dice.yaml":     {Data: []byte(dice)},
		"round.yaml":    {Data: []byte("encounter: round\nruleset: ./dice.yaml\nseed: 4\ncombatants: {ann: {side: one}, ben: {side: two}}\n")},
		"sequence.yaml": {Data: []byte("sequence: throws\nruleset: ./dice.yaml\nsteps:\n" + steps)},
	}
	s, list := lang.LoadSequence("sequence.yaml", lang.Options{Files: files})
	if s == nil {
		t.Fatal(list)
	}
	return s
}

// sums returns what the state says of everybody's sum.
func sums(t *testing.T, s *lang.Sequence, o interp.Options) []string {
	t.Helper()
	state, err := sequence.Play(s, o, false, nil)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, c := range state.Combatants {
		list = append(list, c.Key+" "+c.Value.Map[0].Value.Text)
	}
	return list
}

// TestDiceOfEncounters holds that a chain is the same each time, that its first
// encounter is what it is by itself, and that no encounter repeats another.
func TestDiceOfEncounters(t *testing.T) {
	once, twice := load(t, "  - encounter: round.yaml\n"), load(t, "  - encounter: round.yaml\n  - encounter: round.yaml\n")
	first, both := sums(t, once, interp.Options{}), sums(t, twice, interp.Options{})
	if again := sums(t, twice, interp.Options{}); !slices.Equal(again, both) {
		t.Errorf("%v, then %v", both, again)
	}
	for i := range first {
		var one, two int
		var name string
		fmt.Sscan(first[i], &name, &one)
		fmt.Sscan(both[i], &name, &two)
		if two <= one || two == 2*one {
			t.Errorf("%s throws %d, then %d more", name, one, two-one)
		}
	}
	if other := sums(t, twice, interp.Options{Seed: 9, Seeded: true}); slices.Equal(other, both) {
		t.Errorf("another seed throws the same: %v", other)
	}
}

// TestParts holds in which order parts are handed out, and that the end of an
// encounter has happened before what follows it.
func TestParts(t *testing.T) {
	s := load(t, `  - encounter:
      title: First
      seed: 1
      combatants: {ann: {side: one, conditions: [eager]}}
      script: |
        do { let begun = true }
        expect eager(ann)
  - title: Rest
    script: |
      expect not eager(ann)
      wait 10
  - script: expect ann.sum == 0
  - encounter: round.yaml
`)
	var parts []string
	_, err := sequence.Play(s, interp.Options{Trace: true}, false, func(p *sequence.Part) error {
		parts = append(parts, fmt.Sprintf("%s %v %v", p.Title, p.Fight, p.Err != nil))
		return nil
	})
	want := []string{"First true false", "Rest false false", "afterwards false true"}
	if !slices.Equal(parts, want) {
		t.Errorf("got  %q\nwant %q", parts, want)
	}
	var d *diag.Diagnostic
	if !errors.As(err, &d) || d.Code != "expected" {
		t.Errorf("it ends with %v", err)
	}
}

// TestTellingStops holds that what told returns ends the chain.
func TestTellingStops(t *testing.T) {
	full := errors.New("no room")
	calls := 0
	_, err := sequence.Play(load(t, "  - encounter: round.yaml\n  - encounter: round.yaml\n"), interp.Options{}, false, func(*sequence.Part) error {
		calls++
		return full
	})
	if !errors.Is(err, full) || calls != 1 {
		t.Errorf("%v after %d parts", err, calls)
	}
}

// TestCarriersGoOn holds that what has changed hands stays with who has it, and that
// what was let go is carried by nobody in the next encounter.
func TestCarriersGoOn(t *testing.T) {
	files := fstest.MapFS{
		"r.yaml": {Data: []byte(`rulec: 2
ruleset: r
kinds:
  creature: {fields: {blades: "list of blade = []"}}
  blade: {things: true}
blades: {knife: {}, axe: {}, club: {}}
space: {grid: square}
time:
  key: [round]
  start: for c in everyone { schedule turn of c at 1 }
  entries: {turn: {do: schedule turn of self at now + 1}}
  limit: 2
`)},
		"s.yaml": {Data: []byte(`sequence: s
ruleset: ./r.yaml
steps:
  - encounter:
      combatants:
        ann: {side: one, place: [1, 1], blades: [knife, axe, club]}
        ben: {side: two, place: [2, 2]}
      script: do { ann.knife.carrier = ben; ann.axe.carrier = none }
  - encounter:
      combatants:
        ann: {side: one, place: [5, 5], blades: [knife, axe, club]}
        ben: {side: two, place: [6, 6]}
      script: |
        expect ann.knife.carrier == ben and ann.knife.place == [6, 6] and ann.club.carrier == ann
        expect ann.axe.carrier == none and ann.axe.place == none
`)},
	}
	s, list := lang.LoadSequence("s.yaml", lang.Options{Files: files})
	if s == nil {
		t.Fatal(list)
	}
	if _, err := sequence.Play(s, interp.Options{}, false, nil); err != nil {
		t.Error(err)
	}
}
