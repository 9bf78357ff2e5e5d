package interp_test

import (
	"math/bits"
	"testing"
	"time"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// Fights of testdata/bench are written by hand, too: with the same rules and the same
// keyed dice, and so fight by fight the same. Here is what they share: the dice, and
// how they are held against the interpreter.

// duelTally is what a fight came to.
type duelTally struct {
	Winner, Now, Acts int
}

// handFight plays a trial of a fight that is written by hand.
type handFight func(seed, trial uint64) duelTally

const handGolden = 0x9e3779b97f4a7c15

func handMix(x uint64) uint64 {
	x ^= x >> 30
	x *= 0xbf58476d1ce4e5b9
	x ^= x >> 27
	x *= 0x94d049bb133111eb
	return x ^ x>>31
}

func handText(s string) uint64 {
	h := uint64(0xcbf29ce484222325)
	for i := 0; i < len(s); i++ {
		h = (h ^ uint64(s[i])) * 0x100000001b3
	}
	return handMix(h)
}

// handRun is the key of a run.
func handRun(seed, trial uint64) uint64 {
	return handMix(handMix(seed+handGolden) + trial*handGolden)
}

// handRoll throws a die for whoever has the key roller. Used is how often he has
// thrown dice of that label.
func handRoll(roller, label uint64, used *uint64, sides uint64) int {
	key := handMix(roller + label + *used*handGolden)
	*used++
	word := handMix(key + handGolden)
	high, low := bits.Mul64(word, sides)
	if low < sides {
		for unfair := -sides % sides; low < unfair; {
			word = handMix(word + handGolden)
			high, low = bits.Mul64(word, sides)
		}
	}
	return int(high) + 1
}

var (
	handAna = handText("ana")
	handBo  = handText("bo")
)

// newBench returns a machine that plays an encounter of testdata/bench.
func newBench(tb testing.TB, name string, opts interp.Options) *interp.Machine {
	tb.Helper()
	encounter := loadBench(tb, name)
	fight, err := interp.Prepare(interp.Compile(encounter.Program), encounter)
	if err != nil {
		tb.Fatal(err)
	}
	return interp.New(fight, opts)
}

func loadBench(tb testing.TB, name string) *program.Encounter {
	tb.Helper()
	encounter, list := lang.LoadEncounter("testdata/bench/"+name, lang.Options{})
	if encounter == nil {
		tb.Fatal(list.Err())
	}
	return encounter
}

// playTrial runs one trial of an encounter.
func playTrial(tb testing.TB, m *interp.Machine, trial uint64) duelTally {
	m.Reset(trial)
	out, err := m.Run()
	if err != nil {
		tb.Fatal(err)
	}
	return duelTally{Winner: out.Winner, Now: int(out.Now), Acts: out.Acts}
}

// sameByHand holds the interpreter to the fight as it is written by hand.
func sameByHand(t *testing.T, m *interp.Machine, seed uint64, hand handFight) {
	t.Helper()
	for trial := range uint64(2000) {
		want := hand(seed, trial)
		if got := playTrial(t, m, trial); got != want {
			t.Fatalf("trial %d: the interpreter has %+v, by hand it is %+v", trial, got, want)
		}
	}
}

// allocatesNothing holds that fights with the trace off need no memory.
func allocatesNothing(t *testing.T, m *interp.Machine) {
	t.Helper()
	trial := uint64(0)
	for ; trial < 100; trial++ {
		playTrial(t, m, trial)
	}
	allocs := testing.AllocsPerRun(200, func() {
		playTrial(t, m, trial%100)
		trial++
	})
	if allocs != 0 {
		t.Errorf("a fight allocates %v times", allocs)
	}
}

// chunk is how many fights are timed at once, chunks how many such times there are.
// They are more than a processor learns by heart: of 200 fights that are played again
// and again it foresees what the dice decide, and a fight by hand, which is little else
// than such decisions, takes 20 ns an action instead of 31. Nobody plays a fight twice.
const chunk, chunks = 1000, 4

// fastest returns the time that fn takes for a chunk, the least of the times so far and
// this one: what else runs on the machine then matters least.
func fastest(so time.Duration, fn func(trial uint64), from uint64) time.Duration {
	start := time.Now()
	for i := range uint64(chunk) {
		fn(from + i)
	}
	return min(so, time.Since(start))
}

// benchmarkAgainstHand plays a fight interpreted, the same by hand, and the duel by
// hand, in turns. It gives as "ratio" how many times as long as by hand the interpreter
// takes, and as "of-duel" the rate of its fights as a part of that of hand-written duels.
func benchmarkAgainstHand(b *testing.B, m *interp.Machine, hand handFight) {
	var duel handDuel
	byHand, interpreted, yardstick := time.Hour, time.Hour, time.Hour
	acts, from := 0, uint64(0)
	for trial := range uint64(chunks * chunk) {
		playTrial(b, m, trial)
	}
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		byHand = fastest(byHand, func(trial uint64) { acts += hand(7, trial).Acts }, from)
		interpreted = fastest(interpreted, func(trial uint64) { playTrial(b, m, trial) }, from)
		yardstick = fastest(yardstick, func(trial uint64) { duel.fight(7, trial) }, from)
		// The same chunks again and again, so that all turns do the same work.
		from = (from + chunk) % (chunks * chunk)
	}
	perFight := float64(acts) / float64(b.N*chunk)
	b.ReportMetric(interpreted.Seconds()/byHand.Seconds(), "ratio")
	b.ReportMetric(yardstick.Seconds()/interpreted.Seconds(), "of-duel")
	b.ReportMetric(chunk/interpreted.Seconds(), "fights/s")
	b.ReportMetric(chunk*perFight/interpreted.Seconds(), "acts/s")
	b.ReportMetric(chunk/byHand.Seconds(), "by-hand-fights/s")
	b.ReportMetric(perFight, "acts/fight")
}
