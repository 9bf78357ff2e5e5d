package interp_test

import (
	"math/bits"
	"testing"
	"time"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
)

// The duel of testdata/bench/duel.yaml, written by hand: the same rules, the same
// keyed dice, and so the same fights. What the interpreter needs more time than
// this is the price of rules that are data.

// tally is what a fight came to.
type tally struct {
	Winner, Now, Acts int
}

type handDuel struct {
	fighters [2]handFighter
	acts     int
}

type handFighter struct {
	accuracy, defense, power, hp, base int
	weapon                             handWeapon
	fatigue, erosion, next             int
	roller                             uint64 // the key of the run and the roller
	uses                               [4]uint64
}

type handWeapon struct{ damage, speed, speedPlus uint64 }

// The labels of the duel's rolls.
const (
	rollInitiative = iota
	rollAttack
	rollHarm
	rollRecovery
)

const handGolden = 0x9e3779b97f4a7c15

var handLabels = [4]uint64{handText("initiative"), handText("attack"), handText("harm"), handText("recovery")}

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

func (f *handFighter) roll(label int, sides uint64) int {
	key := handMix(f.roller + handLabels[label] + f.uses[label]*handGolden)
	f.uses[label]++
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

// fight plays one duel.
func (d *handDuel) fight(seed, trial uint64) tally {
	run := handMix(handMix(seed+handGolden) + trial*handGolden)
	d.fighters[0] = handFighter{accuracy: 6, defense: 15, power: 2, hp: 12, base: 4, weapon: handWeapon{8, 6, 6}, roller: handMix(run + handAna)}
	d.fighters[1] = handFighter{accuracy: 7, defense: 16, power: 1, hp: 14, base: 3, weapon: handWeapon{4, 4, 4}, roller: handMix(run + handBo)}
	d.acts = 0
	a, b := &d.fighters[0], &d.fighters[1]
	a.next = a.roll(rollInitiative, 6) + 4
	b.next = b.roll(rollInitiative, 6) + 4
	for now := 0; ; {
		now = min(a.next, b.next)
		// Equal ticks: both strike before either blow lands.
		aDue, bDue := a.next == now, b.next == now
		var toA, toB handBlow
		if aDue {
			toB = d.turn(a, b)
		}
		if bDue {
			toA = d.turn(b, a)
		}
		b.take(toB)
		a.take(toA)
		if a.hp == 0 || b.hp == 0 {
			t := tally{Now: now, Acts: d.acts}
			switch {
			case a.hp > 0:
				t.Winner = 1
			case b.hp > 0:
				t.Winner = 2
			}
			return t
		}
	}
}

// handBlow is what a blow will do when it lands.
type handBlow struct{ erosion, fatigue, harm int }

func (d *handDuel) turn(self, target *handFighter) handBlow {
	d.acts++
	blow := self.strike(target)
	self.next += self.roll(rollRecovery, self.weapon.speed) + int(self.weapon.speedPlus)
	return blow
}

func (f *handFighter) strike(target *handFighter) handBlow {
	face := f.roll(rollAttack, 20)
	if face == 1 || face < 20 && face+f.accuracy < target.defense {
		return handBlow{}
	}
	amount := f.roll(rollHarm, f.weapon.damage)
	if face == 20 {
		amount = int(f.weapon.damage)
	}
	amount += f.power
	bearable := target.base - target.erosion
	if target.fatigue >= target.hp {
		bearable--
	}
	bearable = max(0, bearable)
	if amount <= bearable {
		return handBlow{1, amount, 0}
	}
	return handBlow{1, bearable, amount - bearable}
}

func (f *handFighter) take(b handBlow) {
	f.erosion += b.erosion
	f.fatigue += b.fatigue
	f.hp = max(0, f.hp-b.harm)
}

// loadDuel returns the duel as the interpreter plays it.
func loadDuel(tb testing.TB) (*interp.Code, *program.Encounter) {
	tb.Helper()
	encounter, list := lang.LoadEncounter("testdata/bench/duel-encounter.yaml", lang.Options{})
	if encounter == nil {
		tb.Fatal(list.Err())
	}
	return interp.Compile(encounter.Program), encounter
}

func newDuel(tb testing.TB, opts interp.Options) *interp.Machine {
	tb.Helper()
	code, encounter := loadDuel(tb)
	m, err := interp.New(code, encounter, opts)
	if err != nil {
		tb.Fatal(err)
	}
	return m
}

// playTrial runs one trial of an encounter.
func playTrial(tb testing.TB, m *interp.Machine, trial uint64) tally {
	m.Reset(trial)
	out, err := m.Run()
	if err != nil {
		tb.Fatal(err)
	}
	return tally{Winner: out.Winner, Now: int(out.Now), Acts: out.Acts}
}

// TestDuelByHand holds the interpreter to the hand-written duel, fight by fight.
func TestDuelByHand(t *testing.T) {
	m := newDuel(t, interp.Options{Seed: 7, Seeded: true})
	var hand handDuel
	for trial := range uint64(2000) {
		want := hand.fight(7, trial)
		if got := playTrial(t, m, trial); got != want {
			t.Fatalf("trial %d: the interpreter has %+v, by hand it is %+v", trial, got, want)
		}
	}
}

// TestDuelAllocatesNothing: with the trace off a fight needs no memory.
func TestDuelAllocatesNothing(t *testing.T) {
	m := newDuel(t, interp.Options{Seed: 7, Seeded: true})
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

// BenchmarkDuel plays the duel by hand and interpreted in turns, and gives the
// ratio of the two: how many times as long the interpreter takes.
func BenchmarkDuel(b *testing.B) {
	m := newDuel(b, interp.Options{Seed: 7, Seeded: true})
	benchmarkAgainstHand(b, m)
}

// BenchmarkDuelTraced is the same with the trace on.
func BenchmarkDuelTraced(b *testing.B) {
	m := newDuel(b, interp.Options{Seed: 7, Seeded: true, Trace: true})
	benchmarkAgainstHand(b, m)
}

// benchmarkAgainstHand plays both in turns, a few fights at a time, and compares
// the fastest turns of each: what else runs on the machine then matters least.
func benchmarkAgainstHand(b *testing.B, m *interp.Machine) {
	const chunk = 50
	var hand handDuel
	byHand, interpreted := time.Hour, time.Hour
	acts, trial := 0, uint64(0)
	b.ReportAllocs()
	for range b.N {
		start := time.Now()
		for i := range uint64(chunk) {
			acts += hand.fight(7, trial+i).Acts
		}
		middle := time.Now()
		for i := range uint64(chunk) {
			playTrial(b, m, trial+i)
		}
		byHand = min(byHand, middle.Sub(start))
		interpreted = min(interpreted, time.Since(middle))
		// The same few chunks again and again, so that all turns do the same work.
		trial = (trial + chunk) % (4 * chunk)
	}
	perFight := float64(acts) / float64(b.N*chunk)
	b.ReportMetric(interpreted.Seconds()/byHand.Seconds(), "ratio")
	b.ReportMetric(chunk/interpreted.Seconds(), "fights/s")
	b.ReportMetric(chunk*perFight/interpreted.Seconds(), "acts/s")
	b.ReportMetric(chunk/byHand.Seconds(), "by-hand-fights/s")
	b.ReportMetric(perFight, "acts/fight")
}
