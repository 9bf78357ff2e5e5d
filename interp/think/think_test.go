package think_test

import (
	"flag"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/think"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/stdlib"
)

var fights = flag.Int("fights", 20, "for the benchmark: play so many fights of each system with each side thinking ahead")

// even are fights in which both sides are alike, with how many of them show, for each side that thinks
// ahead, that it wins more than half, even if it thinks little; 0: that takes too many for a test, see
// BenchmarkThinks.
var even = []struct {
	name   string
	fights int
}{{"actionpoints", 8}, {"dierank", 40}, {"energy", 6}, {"segments", 24}, {"timecount", 0}, {"timecount_wrestlers", 12}}

// little is how much is thought in tests: much less than usual, since fights are many.
var little = think.Effort{Ways: 8, Tries: 4, Acts: 30}

// loaded returns an even fight in which those on a side think ahead; -1: nobody does.
func loaded(t testing.TB, name string, side int) *interp.Fight {
	t.Helper()
	e, list := lang.LoadEncounter("testdata/"+name+".yaml", lang.Options{Shipped: rulesets.Files, Library: stdlib.Files})
	if list.HasErrors() {
		t.Fatal(list.Err())
	}
	for _, x := range e.Things {
		x.Thinks = x.Side == side
	}
	fight, err := interp.Prepare(interp.Compile(e.Program), e)
	if err != nil {
		t.Fatal(err)
	}
	return fight
}

// counting is a thinker that counts what it is asked.
type counting struct {
	*think.Thinker
	asked int
}

func (c *counting) Think(m *exec.Machine, q *exec.Question) (value.Act, bool, error) {
	c.asked++
	return c.Thinker.Think(m, q)
}

// wins plays so many fights with each side thinking ahead, and returns how many the one that thinks has won,
// of how many that anybody has, and how often it was asked.
func wins(t testing.TB, name string, fights int, effort think.Effort) (won, of, asked int) {
	t.Helper()
	for side := range 2 {
		m := interp.New(loaded(t, name, side), interp.Options{})
		c := &counting{Thinker: think.New(effort)}
		m.LetThink(c)
		for trial := range uint64(fights) {
			m.Reset(trial)
			out, err := m.Run()
			if err != nil {
				t.Fatalf("%s, trial %d: %v", name, trial, err)
			}
			if out.Winner > 0 {
				of++
			}
			if out.Winner == side+1 {
				won++
			}
		}
		asked += c.asked
	}
	return won, of, asked
}

// interval returns the 95% interval of a share (Wilson's).
func interval(won, of int) (low, high float64) {
	const z = 1.96
	n, p := float64(of), float64(won)/float64(of)
	middle, half := (p+z*z/(2*n))/(1+z*z/n), z/(1+z*z/n)*math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return middle - half, middle + half
}

// TestThinksWins: in every system who thinks ahead beats those who play by the tactic from which it starts, even
// where it thinks little. The seeds are fixed, so that the test never fails by chance.
func TestThinksWins(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays thousands of fights ahead")
	}
	for _, x := range even {
		if x.fights == 0 {
			continue
		}
		t.Run(x.name, func(t *testing.T) {
			won, of, _ := wins(t, x.name, x.fights, little)
			low, high := interval(won, of)
			t.Logf("won %d of %d: %.0f to %.0f%%", won, of, 100*low, 100*high)
			if low <= 0.5 {
				t.Errorf("who thinks ahead wins %d of %d: %.0f to %.0f%%", won, of, 100*low, 100*high)
			}
		})
	}
}

// BenchmarkThinks prints how often who thinks ahead wins, and how long a decision takes.
func BenchmarkThinks(b *testing.B) {
	for _, x := range even {
		b.Run(x.name, func(b *testing.B) {
			for b.Loop() {
				begin := time.Now()
				won, of, asked := wins(b, x.name, *fights, think.Usual)
				low, high := interval(won, of)
				b.ReportMetric(float64(time.Since(begin).Milliseconds())/float64(asked), "ms/decision")
				b.ReportMetric(100*float64(won)/float64(of), "%won")
				b.ReportMetric(100*low, "%least")
				b.ReportMetric(100*high, "%most")
			}
		})
	}
}

// TestSameFight: who thinks decides alike on every machine, with a trace and without one, and whatever was played
// on the machine before.
func TestSameFight(t *testing.T) {
	for _, x := range even {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			fight := loaded(t, x.name, 0)
			tiny := think.Effort{Ways: 4, Tries: 2, Acts: 6}
			play := func(m *interp.Machine, trials ...uint64) (ends string) {
				m.LetThink(think.New(tiny))
				for _, trial := range trials {
					m.Reset(trial)
					out, err := m.Run()
					if err != nil {
						t.Fatal(err)
					}
					ends = fmt.Sprintf("%+v %x", out, m.Hash())
				}
				return ends
			}
			want := play(interp.New(fight, interp.Options{}), 1)
			for name, got := range map[string]string{
				"after another fight": play(interp.New(fight, interp.Options{}), 0, 1),
				"with a trace":        play(interp.New(fight, interp.Options{Trace: true, Sums: true}), 1),
			} {
				if got != want {
					t.Errorf("%s it ends with %s, and else with %s", name, got, want)
				}
			}
		})
	}
}

// shy is a thinker that looks ahead and leaves everything to the tactic; it holds that a copy comes to
// the question that it is asked.
type shy struct {
	t      *testing.T
	copied *interp.Machine
	looks  int
}

func (s *shy) Think(m *exec.Machine, q *exec.Question) (value.Act, bool, error) {
	if s.copied == nil {
		s.copied = m.Copy()
	}
	w := &watcher{shy: s, of: m, asked: q}
	if _, err := m.Ahead(s.copied, w); err != nil || !w.seen {
		s.t.Errorf("a copy doesn't come to %s of %s: %v", q.Name, m.Title(q.Who), err)
	}
	s.looks++
	return value.NoAct, false, nil
}

// watcher compares the question to which a copy comes, and plays on with other dice.
func (s *shy) Thought() exec.Thought { return exec.Thought{} }

type watcher struct {
	exec.Tactics
	*shy
	of    *exec.Machine
	asked *exec.Question
	seen  bool
}

func (w *watcher) Act(m *exec.Machine, q *exec.Question) (value.Act, error) {
	if !w.seen {
		w.seen = true
		a := w.asked
		if q.Name != a.Name || q.Who != a.Who || q.Actor != a.Actor || q.Entry != a.Entry || q.Announcement != a.Announcement || m.Hash() != w.of.Hash() {
			w.t.Errorf("a copy comes to %s of %s, and not to %s of %s, or it stands otherwise", q.Name, m.Title(q.Who), a.Name, m.Title(a.Who))
		}
		m.Turn(12345)
	}
	return w.Tactics.Act(m, q)
}

func (w *watcher) Landed(*exec.Machine) error           { return exec.ErrOver }
func (w *watcher) Ended(*exec.Machine, value.Act) error { return nil }

// TestLooksAndLeaves: a copy always comes to the question at hand, and that one looks ahead changes nothing: the dice
// of the fight are the same for everybody.
func TestLooksAndLeaves(t *testing.T) {
	for _, x := range even {
		t.Run(x.name, func(t *testing.T) {
			t.Parallel()
			plain, looking := interp.New(loaded(t, x.name, -1), interp.Options{}), interp.New(loaded(t, x.name, 1), interp.Options{})
			s := &shy{t: t}
			looking.LetThink(s)
			for trial := range uint64(3) {
				plain.Reset(trial)
				looking.Reset(trial)
				want, err := plain.Run()
				if err != nil {
					t.Fatal(err)
				}
				got, err := looking.Run()
				if err != nil || got != want || plain.Hash() != looking.Hash() {
					t.Errorf("trial %d: who looks ahead and leaves it to the tactic comes to %+v, %v; want %+v", trial, got, err, want)
				}
			}
			if s.looks < 10 {
				t.Errorf("it was asked %d times", s.looks)
			}
		})
	}
}
