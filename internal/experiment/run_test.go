package experiment

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/diag"
)

// TestCounters compares with a fight that was played by hand: ann strikes at ticks
// 1 to 4. Bob has 10, 7, rests to 9, then 6, 3, 0; he feints at ticks 2 and 3, which
// marks ann and fails.
func TestCounters(t *testing.T) {
	r := play(t, job(t, "settled.yaml", 5))
	s, tally := r.Points[0].Setup, r.Points[0].Tally
	if tally.Fights != 5 || tally.Outcomes[0].Count() != 5 {
		t.Errorf("%d fights, won by ann %d", tally.Fights, tally.Outcomes[0].Count())
	}
	if got := tally.Outcomes[0].All(); !reflect.DeepEqual(got, []Bin{{4, 5, 0}}) {
		t.Errorf("lengths %v, want 4 ticks", got)
	}
	if got := tally.Acts.All(); !reflect.DeepEqual(got, []Bin{{7, 5, 0}}) {
		t.Errorf("actions %v, want 7", got)
	}
	ann, bob := &tally.Combatants[0], &tally.Combatants[1]
	if ann.Stood != 5 || bob.Stood != 0 {
		t.Errorf("ann stood %d times, bob %d", ann.Stood, bob.Stood)
	}
	hp := func(f *Fighter) [4]int64 {
		return [4]int64{f.Health[0].Left.Percentile(50), f.Health[0].Taken.Sum / 5, f.Health[0].Dealt.Sum / 5, f.Health[0].Healed.Sum / 5}
	}
	if hp(ann) != [4]int64{10, 0, 12, 0} || hp(bob) != [4]int64{0, 12, 0, 2} {
		t.Errorf("ann %v, bob %v: left, taken, dealt, mended", hp(ann), hp(bob))
	}
	// In each of the 5 fights ann deals 12, and bob gets 2 back.
	if got, want := ann.Health[0].Dealt, (Sums{60, Squares{0, 5 * 12 * 12}}); got != want {
		t.Errorf("ann dealt %v, want %v", got, want)
	}
	if got, want := bob.Health[0].Healed, (Sums{10, Squares{0, 5 * 2 * 2}}); got != want {
		t.Errorf("bob got back %v, want %v", got, want)
	}
	if got := ann.Shown[0].All(); !reflect.DeepEqual(got, []Bin{{2, 5, 0}}) {
		t.Errorf("ann has marks %v, want 2", got)
	}
	used := map[string]Uses{}
	for i := range tally.Combatants {
		for a, u := range tally.Combatants[i].Actions {
			used[s.Actions[a]] = *u
		}
	}
	want := map[string]Uses{
		"strike": {Used: Sums{20, Squares{0, 5 * 4 * 4}}, Aimed: 20, Worked: 20},
		"feint":  {Used: Sums{10, Squares{0, 5 * 2 * 2}}, Aimed: 10},
		"rest":   {Used: Sums{5, Squares{0, 5}}},
	}
	if !reflect.DeepEqual(used, want) {
		t.Errorf("uses %v, want %v", used, want)
	}
}

func asText(t *testing.T, r *Result) string {
	t.Helper()
	b, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestWorkersDontShow holds that the result is the same, to the byte, for any
// number of workers, with and without varied values.
func TestWorkersDontShow(t *testing.T) {
	for _, varied := range [][]Varied{nil, {{"gang_bonus", []string{"0", "2"}}, {"zora.brawn", []string{"1", "3"}}}} {
		want := ""
		for _, workers := range []int{1, 2, 3, 7} {
			j := job(t, "brawl.yaml", 700, varied...)
			j.Workers = workers
			got := asText(t, play(t, j))
			if want == "" {
				want = got
			}
			if got != want {
				t.Errorf("%d workers give another result", workers)
			}
		}
	}
}

// TestShardsDontShow holds that shards, written, read and merged in any order, are
// the single run to the byte.
func TestShardsDontShow(t *testing.T) {
	varied := Varied{"gang_bonus", []string{"0", "1", "2"}}
	j := job(t, "brawl.yaml", 60, varied)
	whole := play(t, j)
	for _, count := range []uint64{1, 3, 8, 70} {
		dir := t.TempDir()
		var parts []Named
		for i := range count {
			s := Shard{count - 1 - i, count}
			j.From, j.To = s.Range(j.Fights)
			j.Workers = int(i%3) + 1
			path := dir + "/" + PartName("part", s)
			if err := play(t, j).Write(path); err != nil {
				t.Fatal(err)
			}
			read, err := Read(path)
			if err != nil {
				t.Fatal(err)
			}
			parts = append(parts, Named{path, read})
		}
		merged, err := Merge(parts)
		if err != nil {
			t.Fatal(err)
		}
		if asText(t, merged) != asText(t, whole) {
			t.Errorf("%d shards give another result", count)
		}
	}
}

// TestUntil holds that the end depends on what was counted, not on workers.
func TestUntil(t *testing.T) {
	var ends []uint64
	for _, workers := range []int{1, 3} {
		j := job(t, "brawl.yaml", 100_000)
		j.Until, j.Workers = 0.05, workers
		r := play(t, j)
		tally := r.Points[0].Tally
		if width := Wilson(tally.Outcomes[0].Count(), tally.Fights).Width(); width > 0.05 || !r.Whole() {
			t.Errorf("it ended after %d fights at a width of %v", r.To, width)
		}
		ends = append(ends, r.To)
	}
	// 4 * 1.96² * p * (1-p) / 0.05² is at most 1,537 fights.
	if ends[0] != ends[1] || ends[0]%1000 != 0 || ends[0] > 2000 {
		t.Errorf("it ended after %v fights", ends)
	}
}

func TestNextCheck(t *testing.T) {
	for trials, want := range map[uint64]uint64{0: 1000, 1000: 2000, 9000: 10_000, 20_000: 22_000, 123_000: 135_000} {
		if got := NextCheck(trials); got != want {
			t.Errorf("after %d comes %d, want %d", trials, got, want)
		}
	}
}

// TestInterrupted holds that an interrupted run has counted the first trials, all
// of them up to some number.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	j := job(t, "brawl.yaml", 1_000_000)
	j.Workers = 3
	j.Progress = func(done, of uint64) {
		if done > 300 {
			cancel()
		}
	}
	r, err := Run(ctx, &j)
	if err != nil {
		t.Fatal(err)
	}
	if r.Whole() || r.To < 300 || r.Points[0].Tally.Fights != int64(r.To) {
		t.Fatalf("%d fights, counted %d", r.To, r.Points[0].Tally.Fights)
	}
	again := job(t, "brawl.yaml", r.To)
	want := play(t, again)
	want.Trials = r.Trials
	if asText(t, r) != asText(t, want) {
		t.Error("what was counted is not what the first trials give")
	}
}

// TestFirstFailure holds that the error is that of the first trial that fails, as whoever
// plays it by itself is told, however many workers there are; here every fight whose first throw is high enough.
func TestFirstFailure(t *testing.T) {
	fs := files(t)
	faulty := strings.Replace(string(fs["scuffle.yaml"].Data), "      if swing.success {",
		"      let odd = 1 / (12 + self.brawn - swing)\n      if swing.success {", 1)
	fs["scuffle.yaml"].Data = []byte(faulty)
	var stops []uint64
	var said []string
	const trials = 2000
	for _, workers := range []int{1, 4} {
		e := loadFrom(t, fs, "brawl.yaml")
		_, err := Run(context.Background(), &Job{Points: []Point{{e, NewSetup(e, nil)}}, Many: Many{Seed: 3, Fights: trials, Workers: workers}, To: trials})
		var stopped *Stopped
		var d *diag.Diagnostic
		if !errors.As(err, &stopped) || !errors.As(err, &d) {
			t.Fatalf("%d workers: %v", workers, err)
		}
		stops = append(stops, stopped.Trial)
		said = append(said, d.Snippet(false))
	}
	if stops[0] != stops[1] || said[0] != said[1] {
		t.Errorf("fights %v failed first, and said %q", stops, said)
	}
}

// TestPairs holds that paired counts are those of the single fights.
func TestPairs(t *testing.T) {
	const trials = 100
	j := job(t, "brawl.yaml", trials, Varied{"zora.brawn", []string{"1", "4"}})
	r := play(t, j)
	var wins [2][trials]bool
	for i, p := range j.Points {
		code := interp.Compile(p.Encounter.Program)
		for trial := range uint64(trials) {
			_, out, err := script.Play(code, p.Encounter, interp.Options{Seed: j.Seed, Seeded: true, Trial: trial})
			if err != nil {
				t.Fatal(err)
			}
			wins[i][trial] = out.Winner == 1
		}
	}
	var won, lost, first int64
	for i := range trials {
		switch {
		case wins[1][i] && !wins[0][i]:
			won++
		case wins[0][i] && !wins[1][i]:
			lost++
		}
		if wins[0][i] {
			first++
		}
	}
	tally := r.Points[1].Tally
	if tally.Won != won || tally.Lost != lost || r.Points[0].Tally.Outcomes[0].Count() != first {
		t.Errorf("won %d and lost %d, want %d and %d", tally.Won, tally.Lost, won, lost)
	}
	if won <= lost {
		t.Errorf("brawn doesn't help: %d and %d", won, lost)
	}
}

// TestNoAllocations holds that a fight allocates nothing once the machine and the
// counters have grown.
func TestNoAllocations(t *testing.T) {
	j := job(t, "brawl.yaml", 1)
	p := newTestPlayer(t, j)
	trial := uint64(0)
	for ; trial < 2000; trial++ {
		if err := p.play(trial); err != nil {
			t.Fatal(err)
		}
	}
	if n := testing.AllocsPerRun(1000, func() { p.play(trial); trial++ }); n > 0.01 {
		t.Errorf("%v allocations a fight", n)
	}
}

// TestHarmLands holds that of blows that fall together only what landed counts: ann
// and cid take 3 each, and at the second tick 3 and 1 of bob's 4.
func TestHarmLands(t *testing.T) {
	fs := files(t)
	fs["game.yaml"].Data = []byte(strings.Replace(string(fs["game.yaml"].Data), "    turn:\n      do: |", "    turn:\n      equal: together\n      do: |", 1))
	fs["settled.yaml"].Data = []byte("encounter: settled\nruleset: ./game.yaml\ncombatants:\n" +
		"  ann: {side: one, tactic: fighter}\n  cid: {side: one, tactic: fighter}\n  bob: {side: two, tactic: starer}\n")
	e := loadFrom(t, fs, "settled.yaml")
	tally := play(t, Job{Points: []Point{{e, NewSetup(e, nil)}}, Many: Many{Fights: 2}, To: 2}).Points[0].Tally
	if got := tally.Outcomes[0].All(); !reflect.DeepEqual(got, []Bin{{2, 2, 0}}) {
		t.Errorf("lengths %v, want 2 ticks", got)
	}
	for i, want := range []struct{ dealt, taken int64 }{{dealt: 2 * 6}, {dealt: 2 * 4}, {taken: 2 * 10}} {
		if h := tally.Combatants[i].Health[0]; h.Dealt.Sum != want.dealt || h.Taken.Sum != want.taken {
			t.Errorf("combatant %d: dealt %d and took %d, want %d and %d", i, h.Dealt.Sum, h.Taken.Sum, want.dealt, want.taken)
		}
	}
}
