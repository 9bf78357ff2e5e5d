package session_test

import (
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/rulec/rulec/session"
)

var (
	regretFlag = flag.Int("regret", 0, "fights of each system in which what wasn't asked is played out")
	thinksFlag = flag.Int("thinks", 0, "fights of each system in which a side that thinks ahead is asked what it would do where it wasn't asked")
)

// TestRegret plays out, for questions that weren't put, everything that could have been done there, against passing with the same dice.
// Where one of them wins five points more often (95%), somebody has lost a decision: that is reported, and may happen once in a fight.
func TestRegret(t *testing.T) {
	const trials, sampled = 200, 12
	r := rand.New(rand.NewPCG(1, 1))
	for _, f := range matches(t) {
		for seed := range uint64(*regretFlag) {
			s, err := session.New(f.encounter, session.Options{Seed: seed, Seeded: true, Hands: []string{f.side}, Asking: session.Asking{Mode: session.Matters}})
			must(t, err)
			own := 1 + slices.Index(f.encounter.Sides, f.side)
			lost, looked := 0, 0
			for _, more := s.Question(); more; _, more = s.Question() {
				for i, p := range s.PassedBy() {
					if len(p.Actions) == 0 || r.IntN(40) != 0 || looked == sampled {
						continue
					}
					looked++
					for _, a := range p.Actions {
						var sum, squares, n float64
						for trial := range uint64(trials) {
							without, ok1 := s.Otherwise(i, nil, 1<<40+trial)
							with, ok2 := s.Otherwise(i, a, 1<<40+trial)
							if !ok1 || !ok2 {
								continue
							}
							x := 0.0
							if with == own {
								x++
							}
							if without == own {
								x--
							}
							sum, squares, n = sum+x, squares+x*x, n+1
						}
						mean := sum / max(n, 1)
						if margin := 1.96 * math.Sqrt(max(0, squares/max(n, 1)-mean*mean)/max(n, 1)); mean-margin > 0.05 {
							lost++
							t.Logf("%s, seed %d: %s [%s: %s] would win %+.1f points (+-%.1f) with %s", f.name, seed, p.InWords(), p.Class, p.Why, 100*mean, 100*margin, a.Def.Name)
						}
					}
				}
				must(t, s.ByTactic())
			}
			s.Close()
			t.Logf("%s, seed %d: of %d questions that weren't put %d would have been worth a decision", f.name, seed, looked, lost)
			if lost > 1 {
				t.Errorf("%s, seed %d: %d decisions are lost", f.name, seed, lost)
			}
		}
	}
}

// TestThinkersAreAsked: where a side that thinks ahead would act, it was asked, unless the question was no open floor, and not at them.
func TestThinkersAreAsked(t *testing.T) {
	for _, f := range matches(t) {
		e := *f.encounter
		e.Things = slices.Clone(e.Things)
		for i, x := range e.Things {
			if x.Side >= 0 && e.Sides[x.Side] == f.side {
				y := *x
				y.Thinks = true
				e.Things[i] = &y
			}
		}
		for seed := range uint64(*thinksFlag) {
			s, err := session.New(&e, session.Options{Seed: seed, Seeded: true, Hands: []string{f.side}, Asking: session.Asking{Mode: session.Matters}})
			must(t, err)
			looked, acts := map[session.Class]int{}, map[session.Class]int{}
			for _, more := s.Question(); more; _, more = s.Question() {
				for i, p := range s.PassedBy() {
					if len(p.Actions) == 0 || p.Before || looked[p.Class] == 20 {
						continue
					}
					looked[p.Class]++
					if s.ThoughtActs(i) {
						acts[p.Class]++
						t.Logf("%s, seed %d: %s [%s: %s]", f.name, seed, p.InWords(), p.Class, p.Why)
					}
				}
				must(t, s.ByTactic())
			}
			s.Close()
			t.Logf("%s, seed %d: looked at %v, acts at %v", f.name, seed, looked, acts)
			if acts[session.OpenFloor]+acts[session.AtMe] > 0 {
				t.Errorf("%s, seed %d: they would have acted at a floor, or at what is at them", f.name, seed)
			}
		}
	}
}
