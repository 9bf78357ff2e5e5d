package exec_test

import (
	"flag"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

var jumps = flag.Int("jumps", 60, "fork fights of each system so many times")

// forker plays by tactics, and takes a fork each time that something has landed.
type forker struct {
	interp.Tactics
	forks  []*interp.Machine
	hashes []uint64
}

func (f *forker) Landed(m *interp.Machine) error {
	f.forks = append(f.forks, m.Fork())
	f.hashes = append(f.hashes, m.Hash())
	return nil
}

func (*forker) Ended(*interp.Machine, value.Act) error { return nil }

func (*forker) Draw(*interp.Machine, *program.Deck, dice.Roller) (float64, bool, error) {
	return 0, false, nil
}

var _ interp.Driver = (*forker)(nil)

func (*forker) Chance(*interp.Machine, *interp.Question) (int, bool, error) { return 0, false, nil }

// jumping runs a test for a fight of four against four in each system; wanted is how many
// jumps it is to make.
func jumping(t *testing.T, test func(t *testing.T, fight *interp.Fight, wanted int)) {
	paths, err := filepath.Glob("../../internal/experiment/testdata/four-*.yaml")
	if err != nil || len(paths) < 5 {
		t.Fatal("no fights", paths, err)
	}
	wanted := *jumps
	if testing.Short() {
		wanted = min(wanted, 10)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".yaml"), func(t *testing.T) {
			t.Parallel()
			e, list := lang.LoadEncounter(path, lang.Options{Shipped: rulesets.Files, Library: stdlib.Files})
			if e == nil {
				t.Fatal(list.Err())
			}
			fight, err := interp.Prepare(interp.Compile(e.Program), e)
			if err != nil {
				t.Fatal(err)
			}
			test(t, fight, wanted)
		})
	}
}

// TestFork: a fork goes on as the fight does from which it was taken, to the same end and the
// same state, whatever happens to that in the meantime; and it is in the state that its
// hash says.
func TestFork(t *testing.T) {
	jumping(t, func(t *testing.T, fight *interp.Fight, wanted int) {
		m := interp.New(fight, interp.Options{})
		for trial, done := uint64(0), 0; done < wanted; trial++ {
			f := &forker{}
			m.SetChooser(f)
			m.Reset(trial)
			want, err := m.Run()
			if err != nil {
				t.Fatal(err)
			}
			state := stateOf(t, m)
			end := m.Hash()
			// A few of each fight, the first and the last among them.
			for k := 0; k < len(f.forks) && done < wanted; k += max(1, len(f.forks)/6) {
				done++
				fork := f.forks[k]
				if fork.Hash() != f.hashes[k] {
					t.Errorf("trial %d: fork %d is in another state than where it was taken", trial, k)
				}
				again := fork.Fork() // of a fork, too
				got, err := fork.Run()
				if err != nil || got != want {
					t.Fatalf("trial %d: from landing %d of %d a fork comes to %+v, %v; want %+v", trial, k, len(f.forks), got, err, want)
				}
				if fork.Hash() != end || stateOf(t, fork) != state {
					t.Fatalf("trial %d: from landing %d a fork leaves another state", trial, k)
				}
				if got, err := again.Run(); err != nil || got != want {
					t.Fatalf("trial %d: a fork of a fork comes to %+v, %v; want %+v", trial, got, err, want)
				}
			}
		}
	})
}

// TestStandAs: a machine that has played something else, and is brought to where a fight stands, goes on as a
// fork does.
func TestStandAs(t *testing.T) {
	jumping(t, func(t *testing.T, fight *interp.Fight, wanted int) {
		m := interp.New(fight, interp.Options{})
		f := &forker{}
		m.SetChooser(f)
		want, err := m.Run()
		if err != nil {
			t.Fatal(err)
		}
		end, other := m.Hash(), m.Fork()
		for k := range min(wanted, len(f.forks)) {
			at := k * len(f.forks) / min(wanted, len(f.forks))
			other.StandAs(f.forks[at])
			if other.Hash() != f.hashes[at] {
				t.Errorf("brought to landing %d, a machine stands elsewhere", at)
			}
			if got, err := other.Run(); err != nil || got != want || other.Hash() != end {
				t.Fatalf("from landing %d it comes to %+v, %v; want %+v", at, got, err, want)
			}
		}
	})
}

// TestStandAsAllocates: to be brought to another state needs next to no memory.
func TestStandAsAllocates(t *testing.T) {
	e, list := lang.LoadEncounter("../../internal/experiment/testdata/four-segments.yaml", lang.Options{Shipped: rulesets.Files, Library: stdlib.Files})
	if e == nil {
		t.Fatal(list.Err())
	}
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	m, f := interp.New(fight, interp.Options{}), &forker{}
	m.SetChooser(f)
	if _, err := m.Run(); err != nil {
		t.Fatal(err)
	}
	other := m.Fork()
	if n := testing.AllocsPerRun(20, func() { other.StandAs(f.forks[len(f.forks)/2]) }); n > 2 {
		t.Errorf("it takes %.0f allocations", n)
	}
}

// TestAnyEvent goes to and fro between the events of a fight: at each the machine has
// recorded what it recorded the first time, and is in the same state however it came there.
func TestAnyEvent(t *testing.T) {
	jumping(t, func(t *testing.T, fight *interp.Fight, wanted int) {
		m, whole := interp.New(fight, interp.Options{Trace: true}), interp.New(fight, interp.Options{Trace: true})
		if _, err := whole.Run(); err != nil {
			t.Fatal(err)
		}
		all := whole.Trace().Events
		hashes := map[int]uint64{}
		random := rand.New(rand.NewPCG(1, 2))
		for range wanted {
			n := 1 + random.IntN(len(all)-1)
			if random.IntN(3) == 0 { // to one where it has been before
				n = (n % 7) * len(all) / 8
			}
			m.Reset(0)
			reached, err := m.RunTo(max(1, n))
			got := m.Trace().Events
			if err != nil || !reached || len(got) != max(1, n) {
				t.Fatalf("%d events, reached: %v, %v; want %d", len(got), reached, err, n)
			}
			if last, want := got[len(got)-1], all[len(got)-1]; !reflect.DeepEqual(last, want) {
				t.Fatalf("event %d is %+v, and was %+v", n, last, want)
			}
			if was, known := hashes[n]; known && was != m.Hash() {
				t.Fatalf("event %d was in another state before", n)
			}
			hashes[n] = m.Hash()
		}
		m.Reset(0)
		if reached, err := m.RunTo(len(all) + 1); reached || err != nil || m.Hash() != whole.Hash() {
			t.Error("beyond the end it has ended", reached, err)
		}
	})
}

// TestLooks: who looks at a fight at many events on one way through it sees the states that it has where it is stopped at
// each of them, and changes nothing.
func TestLooks(t *testing.T) {
	jumping(t, func(t *testing.T, fight *interp.Fight, wanted int) {
		m, whole := interp.New(fight, interp.Options{Trace: true}), interp.New(fight, interp.Options{Trace: true})
		if _, err := whole.Run(); err != nil {
			t.Fatal(err)
		}
		count := len(whole.Trace().Events)
		var events []int
		for n := 1; n < count; n += 1 + count/(2*wanted) {
			events = append(events, n)
		}
		events = append(events, count)
		hashes := map[int]uint64{}
		err := m.RunThrough(events, func() {
			m.StandingNow()
			hashes[len(m.Trace().Events)] = m.Hash()
		})
		if err != nil || len(hashes) != len(events) || hashes[count] != whole.Hash() {
			t.Fatalf("%v; %d of %d events were looked at; it ends with %d, and unseen with %d", err, len(hashes), len(events), hashes[count], whole.Hash())
		}
		for i := 0; i < len(events); i += max(1, len(events)/wanted) {
			m.Reset(0)
			if _, err := m.RunTo(events[i]); err != nil || m.Hash() != hashes[events[i]] {
				t.Errorf("event %d: looked at it has the hash %d, and stopped %d, %v", events[i], hashes[events[i]], m.Hash(), err)
			}
		}
	})
}

func stateOf(t *testing.T, m *interp.Machine) string {
	t.Helper()
	s, err := m.State(true)
	if err != nil {
		t.Fatal(err)
	}
	return lang.FormatState(s)
}

// TestHash: states that differ in one thing have different hashes.
func TestHash(t *testing.T) {
	const ruleset = `
rulec: 2
ruleset: r
kinds:
  creature:
    fields:
      hp: {type: pool, max: 10}
      friends: list of creature = []
conditions:
  dizzy: {fields: {deep: number}}
space: {grid: square}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: schedule turn of self at now + 1}
  over: now > 2
`
	hash := func(setup string) uint64 {
		e := loaded(t, ruleset, "encounter: e\nruleset: ./r.yaml\nmap: {rows: '...'}\ncombatants: {ana: {side: red, place: [0, 0]}, bo: {side: blue, place: [2, 0]}}\nsetup: |\n  "+setup+"\n")
		fight, err := interp.Prepare(interp.Compile(e.Program), e)
		if err != nil {
			t.Fatal(err)
		}
		f := &forker{}
		m := interp.New(fight, interp.Options{})
		m.SetChooser(f)
		if _, err := m.Run(); err != nil {
			t.Fatal(err)
		}
		return f.hashes[0]
	}
	seen := map[uint64]string{}
	for _, setup := range []string{
		"let x = 0",
		"ana.hp -= 1", "bo.hp -= 1", "ana.hp -= 2",
		"ana.friends = [bo]", "ana.friends = [ana, bo]", "bo.friends = [ana]",
		"move ana to place(1, 0)", "move bo to place(1, 0)",
		"apply dizzy to ana", "apply dizzy to bo", "apply dizzy to ana by bo", "apply dizzy to ana with deep = 1",
		"schedule turn of ana at 2",
		"roll luck by ana = 1d6", "roll luck by bo = 1d6",
	} {
		h := hash(setup)
		if other, known := seen[h]; known {
			t.Errorf("%q and %q leave states with the same hash", setup, other)
		}
		seen[h] = setup
		if again := hash(setup); again != h {
			t.Errorf("%q: %x and %x", setup, h, again)
		}
	}
}

// TestForkKnowsWhatHolds: a derived condition that holds where a fork is taken has begun
// before: it doesn't begin anew in the fork. Ana is hurt at her first turn, and winces once.
func TestForkKnowsWhatHolds(t *testing.T) {
	e := loaded(t, `
rulec: 2
ruleset: r
kinds:
  creature:
    fields: {hp: {type: pool, max: 9}, winces: {type: pool, up: true}}
conditions:
  hurt:
    while: self.hp < 9
    rules: {wince: {on: begins, do: self.winces += 1}}
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 1 }
  entries:
    turn: {do: self.hp -= 1; schedule turn of self at now + 1}
  over: now > 3 or any(combatants, each.winces > 1)
`, "encounter: e\nruleset: ./r.yaml\ncombatants: {ana: {side: red}}\n")
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	f := &forker{}
	m := interp.New(fight, interp.Options{})
	m.SetChooser(f)
	if end, err := m.Run(); err != nil || end.Now != 4 {
		t.Fatalf("the fight ends at %v, %v", end.Now, err)
	}
	for i, fork := range f.forks {
		if end, err := fork.Run(); err != nil || end.Now != 4 {
			t.Errorf("fork %d ends at %v, %v", i, end.Now, err)
		}
	}
}
