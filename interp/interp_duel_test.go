package interp_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
)

// The duel of testdata/bench/duel.yaml, written by hand: the same rules, the same
// keyed dice, and so the same fights. What the interpreter needs more time than
// this is the price of rules that are data.

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

var handLabels = [4]uint64{handText("initiative"), handText("attack"), handText("harm"), handText("recovery")}

func (f *handFighter) roll(label int, sides uint64) int {
	return handRoll(f.roller, handLabels[label], &f.uses[label], sides)
}

// fight plays one duel.
func (d *handDuel) fight(seed, trial uint64) duelTally {
	run := handRun(seed, trial)
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
			t := duelTally{Now: now, Acts: d.acts}
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

func newDuel(tb testing.TB, opts interp.Options) *interp.Machine {
	tb.Helper()
	return newBench(tb, "duel-encounter.yaml", opts)
}

// TestDuelByHand holds the interpreter to the hand-written duel, fight by fight.
func TestDuelByHand(t *testing.T) {
	var hand handDuel
	sameByHand(t, newDuel(t, interp.Options{Seed: 7, Seeded: true}), 7, hand.fight)
}

// TestDuelAllocatesNothing: with the trace off a fight needs no memory.
func TestDuelAllocatesNothing(t *testing.T) {
	allocatesNothing(t, newDuel(t, interp.Options{Seed: 7, Seeded: true}))
}

// BenchmarkDuel plays the duel by hand and interpreted in turns.
func BenchmarkDuel(b *testing.B) {
	var hand handDuel
	benchmarkAgainstHand(b, newDuel(b, interp.Options{Seed: 7, Seeded: true}), hand.fight)
}

// BenchmarkDuelTraced is the same with the trace on.
func BenchmarkDuelTraced(b *testing.B) {
	var hand handDuel
	benchmarkAgainstHand(b, newDuel(b, interp.Options{Seed: 7, Seeded: true, Trace: true}), hand.fight)
}
