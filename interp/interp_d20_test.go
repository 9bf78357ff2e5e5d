package interp_test

import (
	"testing"

	"github.com/rulec/rulec/interp"
)

// The fight of testdata/bench/d20.yaml, written by hand.

type handD20 struct {
	fighters [2]handD20Fighter
	acts     int
}

type handD20Fighter struct {
	armor, bonus, hp, initiative int
	roller                       uint64 // the key of the run and the roller
	uses                         [3]uint64
}

// The labels of its rolls.
const (
	rollTurn = iota
	rollToHit
	rollDamage
)

var handD20Labels = [3]uint64{handText("initiative"), handText("attack"), handText("damage")}

func (f *handD20Fighter) roll(label int, sides uint64) int {
	return handRoll(f.roller, handD20Labels[label], &f.uses[label], sides)
}

// fight plays one fight: round after round whoever has the higher initiative first, of
// equals ana, until one is down.
func (d *handD20) fight(seed, trial uint64) duelTally {
	run := handRun(seed, trial)
	d.fighters[0] = handD20Fighter{armor: 15, bonus: 5, hp: 20, roller: handMix(run + handAna)}
	d.fighters[1] = handD20Fighter{armor: 15, bonus: 5, hp: 20, roller: handMix(run + handBo)}
	d.acts = 0
	a, b := &d.fighters[0], &d.fighters[1]
	a.initiative = a.roll(rollTurn, 20)
	b.initiative = b.roll(rollTurn, 20)
	first, second := a, b
	if b.initiative > a.initiative {
		first, second = b, a
	}
	for round := 1; ; round++ {
		if !d.strike(first, second) || !d.strike(second, first) {
			t := duelTally{Winner: 1, Now: round, Acts: d.acts}
			if a.hp == 0 {
				t.Winner = 2
			}
			return t
		}
	}
}

// strike tells whether the target still stands afterwards.
func (d *handD20) strike(self, target *handD20Fighter) bool {
	d.acts++
	if self.roll(rollToHit, 20)+self.bonus >= target.armor {
		target.hp = max(0, target.hp-self.roll(rollDamage, 8)-3)
	}
	return target.hp > 0
}

func newD20(tb testing.TB) *interp.Machine {
	tb.Helper()
	return newBench(tb, "d20-encounter.yaml", interp.Options{Seed: 7, Seeded: true})
}

// TestD20ByHand holds the interpreter to the hand-written fight.
func TestD20ByHand(t *testing.T) {
	var hand handD20
	sameByHand(t, newD20(t), 7, hand.fight)
}

// TestD20AllocatesNothing: with the trace off a fight needs no memory.
func TestD20AllocatesNothing(t *testing.T) {
	allocatesNothing(t, newD20(t))
}

// BenchmarkD20 plays the fight by hand and interpreted in turns.
func BenchmarkD20(b *testing.B) {
	var hand handD20
	benchmarkAgainstHand(b, newD20(b), hand.fight)
}
