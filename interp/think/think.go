package think

import (
	"math"
	"math/bits"
	"slices"

	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/value"
)

// Effort limits how much is thought.
type Effort struct {
	// Ways is the maximum number of ways considered for one decision.
	Ways int
	// Tries is how often the fight is played on for each way, on average: the better ones more often.
	Tries int
	// Acts is how many actions it looks ahead; the state after that counts.
	Acts int
}

// Usual is the default effort.
var Usual = Effort{Ways: 16, Tries: 8, Acts: 40}

// Thinker decides for combatants that think ahead. It serves machines of one goroutine.
type Thinker struct {
	effort Effort
	// copied is the machine used to play ahead.
	copied *exec.Machine
	// ways are the ways considered, the tactic's own first; plans are what other tactics would do and go on with.
	ways, plans []*way
	// known are earlier decisions, by state; last is how the last one was found.
	known map[uint64]decision
	last  exec.Thought
}

// decision is what a combatant does, and how it was found.
type decision struct {
	way
	exec.Thought
}

// New returns a thinker.
func New(e Effort) *Thinker { return &Thinker{effort: e, known: map[uint64]decision{}} }

// mostKnown is the maximum number of decisions remembered.
const mostKnown = 20_000

// Think returns what a combatant does.
func (t *Thinker) Think(m *exec.Machine, q *exec.Question) (act value.Act, ok bool, err error) {
	at := m.Juncture(q)
	d, known := t.known[at]
	if !known {
		t.last = exec.Thought{}
		w := t.best(m, q, at)
		d = decision{w, t.last}
		if len(t.known) >= mostKnown {
			clear(t.known)
		}
		t.known[at] = d
	}
	t.last = d.Thought
	if d.byTactic {
		return value.NoAct, false, nil
	}
	act, ok = d.take(m, q)
	return act, ok, nil
}

// Thought returns how the last answer was found.
func (t *Thinker) Thought() exec.Thought { return t.last }

// best returns the best way found; byTactic is set if it is the tactic's.
func (t *Thinker) best(m *exec.Machine, q *exec.Question, at uint64) way {
	if t.copied == nil || !t.copied.Plays(m.Fight) {
		t.copied = m.Copy()
	}
	t.gather(m)
	t.last.Ways = len(t.ways)
	if len(t.ways) < 2 {
		return way{byTactic: true}
	}
	p := &lookahead{m: m, who: q.Who, side: m.Encounter().Things[q.Who-1].Side, luck: 1<<63 | at>>2<<1}
	first := t.ways[0]
	best := first
	if len(t.plans) > 0 {
		plans := append([]*way{first}, t.plans...)
		best = t.compared(p, plans, t.effort.Tries/2)
	}
	if best != first { // from now on all are followed by that tactic
		for _, w := range t.ways {
			w.then, w.scores = best.then, nil
		}
		t.ways = append([]*way{best}, slices.DeleteFunc(t.ways, best.same)...)
	}
	best = t.compared(p, t.ways, t.effort.Tries)
	if best.same(first) {
		return way{byTactic: true}
	}
	w := *best
	w.scores = nil
	return w
}

// lookahead are the settings for playing ways on.
type lookahead struct {
	m    *exec.Machine
	who  board.Thing
	side int
	// luck is the first trial used to play a way: never one that is played otherwise.
	luck uint64
}

// compared plays ways on, and returns the best, or the first one if that isn't worse beyond chance. With half of the plays it finds the
// best of the others: the worse half of them is dropped, and the rest are played more often, until one is left. The best of many has been
// lucky: so it is compared with the first one with other dice.
func (t *Thinker) compared(p *lookahead, ways []*way, tries int) *way {
	for _, w := range ways {
		w.forget()
	}
	first, rest := ways[0], slices.Clone(ways[1:])
	plays := tries * len(ways)
	rounds := bits.Len(uint(len(ways) - 1))
	for len(rest) > 1 {
		for range max(1, plays/2/rounds/len(rest)) {
			for _, w := range rest {
				t.play(p, w)
			}
		}
		bestFirst(rest)
		rest = rest[:(len(rest)+1)/2]
	}
	if len(rest) == 0 {
		return first
	}
	best, other := rest[0], *p
	best.forget()
	other.luck += fresh
	for range max(plays/4, tries) {
		t.play(&other, first)
		t.play(&other, best)
	}
	if best.betterThan(first) {
		t.noteBetter(p, best, first)
		return best
	}
	return first
}

// noteBetter records in how many fights a way did better than another.
func (t *Thinker) noteBetter(p *lookahead, best, other *way) {
	x := exec.Thought{Ways: t.last.Ways, Fights: len(best.scores), Than: other.then}
	if x.Than == nil {
		x.Than = p.m.Tactic(p.who)
	}
	for i, s := range best.scores {
		switch {
		case s > other.scores[i]:
			x.Better++
		case s < other.scores[i]:
			x.Worse++
		}
	}
	t.last = x
}

// fresh separates the dice that choose ways from those that test them.
const fresh = 1 << 20

// forget drops the scores of a way.
func (w *way) forget() { w.scores = w.scores[:0] }

// bestFirst sorts the ways, the best first; equal ones keep their order. They are few.
func bestFirst(ways []*way) {
	for i, w := range ways {
		for i > 0 && ways[i-1].mean() < w.mean() {
			ways[i] = ways[i-1]
			i--
		}
		ways[i] = w
	}
}

// beyondChance is how many standard errors better than the tactic's a way must be.
const beyondChance = 1.0

// betterThan reports whether a way does better than another, with the same dice, by more than chance explains.
func (w *way) betterThan(other *way) bool {
	n := float64(len(w.scores))
	mean := w.mean() - other.mean()
	square := 0.0
	for i, s := range w.scores {
		d := s - other.scores[i] - mean
		square += float64(d * d) // rounded here, so that every machine gets the same result
	}
	return mean > 0 && mean > beyondChance*math.Sqrt(square/(n*(n-1)))
}

// mean is the mean score of a way.
func (w *way) mean() float64 {
	sum := 0.0
	for _, s := range w.scores {
		sum += s
	}
	return sum / float64(len(w.scores))
}
