package exec_test

import (
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang/program"
)

// dealt is a ruleset in which everybody is dealt a card each round, acts by it, and discards it;
// what a joker was dealt in is shuffled. Who is dealt a low card draws another from a pile of his.
const dealt = `
rulec: 2
ruleset: dealt
kinds:
  creature:
    fields:
      hp: {type: pool, max: 30}
      card: card = none
  card:
    fields: {rank: number, wild: false}
  blow:
    params: {target: one of foes(self)}
    perform: |
      roll harm = 1d6
      target.hp -= harm
      if self.card.rank < 4 {
        draw omen from fate
        if omen != none { target.hp -= index(omen) }
      }
scales:
  omen: [foul, fair, fine]
cards:
  two: {rank: 2}
  three: {rank: 3}
  four: {rank: 4}
  five: {rank: 5}
  six: {rank: 6}
  joker: {rank: 9, wild: true}
blows: {strike: {}}
decks:
  action: {cards: cards}
  fate: {cards: omen, when_empty: none}
time:
  key: [round, rank]
  start: schedule deal at 1
  entries:
    deal:
      do: |
        for c in combatants {
          draw card from action by c
          c.card = card
          schedule turn of c at now, 10 - card.rank
        }
        schedule collect at now, 20
    turn:
      do: |
        choose act from can_do(self)
        if act != none { perform act }
    collect:
      do: |
        let wild = any(everyone, if(given(each.card), each.card.wild, false))
        for c in everyone where given(c.card) {
          discard c.card to action
          c.card = none
        }
        if wild { shuffle action; shuffle fate }
        schedule deal at now + 1
  out: self.hp <= 0
  over: count(combatants, .side == first(combatants).side) == count(combatants)
  everyone_due: false
  limit: 60
tactics:
  fierce:
    turn:
      - do: strike
        best: count(pile(action), .rank > 3) - target.hp
`

const dealtTo = `
encounter: dealt
ruleset: ./r.yaml
seed: 5
combatants:
  ana: {side: red, tactic: fierce}
  bo: {side: blue, tactic: fierce}
  cat: {side: red, tactic: fierce}
`

// drawn returns what was drawn from a deck in a run, in order.
func drawn(t *testing.T, rules, encounter, deck string, o interp.Options) []string {
	t.Helper()
	e := loaded(t, rules, encounter)
	f, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	o.Trace, o.Check = true, true
	m := interp.New(f, o)
	if _, err := m.Run(); err != nil {
		t.Fatal(err)
	}
	var cards []string
	for _, x := range m.Trace().Events {
		if x.Kind == trace.Draw && x.Deck.Name == deck {
			cards = append(cards, nameOf(x.Deck.Of, m.Trace().Values[x.First]))
		}
	}
	return cards
}

func nameOf(of program.Type, card float64) string {
	switch {
	case card == 0:
		return "none"
	case of.Kind == program.Step:
		return of.Scale.Steps[int(card)-1].Name
	}
	return of.Of.Defs[int(card)-1].Name
}

// TestOrderOfCards: the order of a pile is its own: a card more leaves the others in theirs,
// and so do other rolls and other decks; another trial, seed or name gives another.
func TestOrderOfCards(t *testing.T) {
	const all = "abcdefghijklmnopqrst"
	rules := func(name, cards, more string) string {
		return "rulec: 2\nruleset: r\nkinds: {creature: {}}\nscales:\n  letter: [" + strings.Join(strings.Split(cards, ""), ", ") + "]\n" +
			"decks:\n  " + name + ": {cards: letter}\n  other: {cards: letter}\n" +
			"time:\n  key: [tick]\n  everyone_due: false\n  start: |\n    " + more + "\n    for n in 1..count(letter) { draw x from " + name + " by scene }\n  entries: {turn: {do: stop}}\n"
	}
	const nobody = "encounter: e\nruleset: ./r.yaml\nseed: 11\ncombatants: {ana: {side: red}}\n"
	order := func(name, cards, more string, o interp.Options) string {
		return strings.Join(drawn(t, rules(name, cards, more), nobody, name, o), "")
	}
	first := order("fate", all, "", interp.Options{})
	if len(first) != len(all) || first == all {
		t.Fatalf("drawn are %q", first)
	}
	for _, c := range all {
		if strings.Count(first, string(c)) != 1 {
			t.Errorf("of %q there are %d", c, strings.Count(first, string(c)))
		}
		without := strings.ReplaceAll(all, string(c), "")
		if got := order("fate", without, "", interp.Options{}); got != strings.ReplaceAll(first, string(c), "") {
			t.Errorf("without %q: %q, with it %q", c, got, first)
		}
	}
	if got := order("fate", all, "roll luck by scene = 3d6; draw x from other by scene; shuffle other", interp.Options{}); got != first {
		t.Errorf("after other rolls and draws: %q, want %q", got, first)
	}
	seen := map[string]bool{first: true}
	for what, got := range map[string]string{
		"another trial": order("fate", all, "", interp.Options{Trial: 1}),
		"another seed":  order("fate", all, "", interp.Options{Seed: 12, Seeded: true}),
		"another name":  order("doom", all, "", interp.Options{}),
		"a shuffle":     order("fate", all, "shuffle fate", interp.Options{}),
		"two shuffles":  order("fate", all, "shuffle fate; shuffle fate", interp.Options{}),
	} {
		if seen[got] {
			t.Errorf("%s gives the same order as before: %q", what, got)
		}
		seen[got] = true
	}
}

// TestEachCardFirst: each of four cards lies on top as often as the others: in 4,000 trials 1,000
// times, give or take 4 times the square root of 4,000/4*3/4, which is 110.
func TestEachCardFirst(t *testing.T) {
	const rules = "rulec: 2\nruleset: r\nkinds: {creature: {fields: {card: letter = none}}}\nscales: {letter: [a, b, c, d]}\ndecks: {fate: {cards: letter}}\n" +
		"time: {key: [tick], everyone_due: false, start: 'for c in everyone { draw x from fate by c; c.card = x }', entries: {turn: {do: stop}}}\n"
	e := loaded(t, rules, "encounter: e\nruleset: ./r.yaml\nseed: 1\ncombatants: {ana: {side: red}}\n")
	f, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	m := interp.New(f, interp.Options{Trace: true})
	counts := make([]int, 5)
	for trial := range uint64(4000) {
		m.Reset(trial)
		if _, err := m.Run(); err != nil {
			t.Fatal(err)
		}
		for _, x := range m.Trace().Events {
			if x.Kind == trace.Draw {
				counts[int(m.Trace().Values[x.First])]++
			}
		}
	}
	for card, n := range counts[1:] {
		if n < 890 || n > 1110 {
			t.Errorf("card %d was on top %d times", card, n)
		}
	}
}

// TestDeckForks: a fork draws what the machine would have drawn, and the decks are part of
// what tells states apart.
func TestDeckForks(t *testing.T) {
	e := loaded(t, dealt, dealtTo)
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	for trial := range uint64(20) {
		f := &forker{}
		m := interp.New(fight, interp.Options{Trial: trial, Check: true})
		m.SetChooser(f)
		want, err := m.Run()
		if err != nil {
			t.Fatal(err)
		}
		end := m.Hash()
		for k, fork := range f.forks {
			if fork.Hash() != f.hashes[k] {
				t.Errorf("trial %d: fork %d is in another state than where it was taken", trial, k)
			}
			if got, err := fork.Run(); err != nil || got != want || fork.Hash() != end {
				t.Fatalf("trial %d: fork %d comes to %+v, %v; want %+v", trial, k, got, err, want)
			}
		}
		m.Reset(trial)
		if got, err := m.Run(); err != nil || got != want || m.Hash() != end {
			t.Errorf("trial %d, played again: %+v, %v; want %+v", trial, got, err, want)
		}
	}
}

// TestDrawsAllocateNothing: with the trace off.
func TestDrawsAllocateNothing(t *testing.T) {
	e := loaded(t, dealt, dealtTo)
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	m := interp.New(fight, interp.Options{})
	trial := uint64(0)
	play := func() {
		trial = (trial + 1) % 10
		m.Reset(trial)
		if _, err := m.Run(); err != nil {
			t.Fatal(err)
		}
	}
	for range 20 {
		play()
	}
	if n := testing.AllocsPerRun(20, play); n > 0 {
		t.Errorf("%v allocations a fight", n)
	}
}
