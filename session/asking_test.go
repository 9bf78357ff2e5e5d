package session_test

import (
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/session"
	"github.com/rulec/rulec/stdlib"
)

var (
	alwaysFlag = flag.Bool("always", false, "count the questions of those who are always asked, too")
	updateFlag = flag.Bool("update", false, "rewrite testdata/asked.txt")
	showFlag   = flag.String("questions", "", "print the questions of a fight, by its name")
)

// counts are what fights asked of those who play by hand.
type counts struct {
	prompts, acts int
	put, passed   map[session.Class]int
}

// match is a fight of which the questions are counted, by one side and by one of them.
type match struct {
	name, side, one string
	encounter       *program.Encounter
}

// matches are four against four of each system, and two against two: the first two of each side.
func matches(t *testing.T) []match {
	var list []match
	for _, f := range []match{
		{name: "actionpoints", side: "guests", one: "otto"},
		{name: "dierank", side: "keep", one: "ana"},
		{name: "energy", side: "band", one: "sigrun"},
		{name: "segments", side: "watch", one: "brand"},
		{name: "timecount", side: "company", one: "roland"},
	} {
		text, err := os.ReadFile(filepath.Join("..", "internal", "experiment", "testdata", "four-"+f.name+".yaml"))
		if err != nil {
			t.Fatal(err)
		}
		for _, n := range []int{2, 4} {
			f.encounter = fewer(t, string(text), n)
			x := f
			x.name = fmt.Sprintf("%s %d on %d", f.name, n, n)
			list = append(list, x)
		}
	}
	return list
}

// shipped are the fights of the examples that play by tactics.
func shipped(t *testing.T) []match {
	var list []match
	for _, path := range []string{
		"01-first-blood.yaml", "11-dierank-bridge-tactics.yaml", "21-segments-pass-tactics.yaml", "31-actionpoints-yard-tactics.yaml",
		"42-timecount-toll-bridge-tactics.yaml", "45-timecount-four-on-four.yaml", "52-energy-ambush-tactics.yaml", "55-energy-four-on-four.yaml",
	} {
		e := load(t, path)
		list = append(list, match{strings.TrimSuffix(path, ".yaml"), e.Sides[0], e.Things[0].Name, e})
	}
	return list
}

// fewer reads an encounter with only the first n of each side.
func fewer(t *testing.T, text string, n int) *program.Encounter {
	t.Helper()
	var b strings.Builder
	of := map[string]int{}
	for line := range strings.Lines(text) {
		if _, rest, found := strings.Cut(line, "side: "); found {
			side, _, _ := strings.Cut(rest, ",")
			if of[side]++; of[side] > n {
				continue
			}
		}
		b.WriteString(line)
	}
	e, list := lang.LoadEncounter("e.yaml", lang.Options{
		Files: fstest.MapFS{"e.yaml": {Data: []byte(b.String())}}, Shipped: rulesets.Files, Library: stdlib.Files,
	})
	if list.HasErrors() {
		t.Fatal(list)
	}
	return e
}

// answeredByTactics plays a fight by hand, as the tactics would, and counts the questions.
func answeredByTactics(t *testing.T, e *program.Encounter, hands []string, mode session.Mode, seed uint64, show bool) counts {
	t.Helper()
	s, err := session.New(e, session.Options{Seed: seed, Seeded: true, Hands: hands})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	c := counts{put: map[session.Class]int{}, passed: map[session.Class]int{}}
	s.Ask(session.Asking{Mode: mode})
	for q, more := s.Question(); more; q, more = s.Question() {
		c.prompts++
		c.put[q.Class]++
		for _, p := range s.PassedBy() {
			c.passed[p.Class]++
			if show {
				t.Logf("    not asked: %s [%s] %s", p.InWords(), p.Class, p.Why)
			}
		}
		w, _ := s.Suggestion()
		if w != nil {
			c.acts++
		}
		if show {
			t.Logf("%s [%s] %s %v => %v", q.Clock, q.Class, q.Asks, possible(s, q), w)
		}
		if q.Kind == session.Act && w == nil {
			must(t, s.Pass())
		} else {
			must(t, s.ByTactic())
		}
	}
	return c
}

// possible lists what can be answered.
func possible(s *session.Session, q session.Question) (list []string) {
	for _, d := range s.Deeds() {
		if d.Allowed {
			list = append(list, d.Title)
		}
	}
	for _, v := range q.Offers {
		list = append(list, v.Text)
	}
	return list
}

// limits are the most questions that one side may be asked in a fight: the mean of ten seeds and 5%.
var limits = map[string]float64{
	"actionpoints 2 on 2": 26.4, "actionpoints 4 on 4": 84, "dierank 2 on 2": 18.7, "dierank 4 on 4": 41.3, "energy 2 on 2": 133.3,
	"energy 4 on 4": 500.8, "segments 2 on 2": 23.5, "segments 4 on 4": 97.2, "timecount 2 on 2": 38.2, "timecount 4 on 4": 82.4,
}

// TestAsked counts what is asked in fights by hand, the mean of ten seeds, by class: as in asked.txt, and within the limits.
func TestAsked(t *testing.T) {
	const seeds = 10
	var b strings.Builder
	for _, f := range append(matches(t), shipped(t)...) {
		if *showFlag != "" {
			if f.name == *showFlag {
				answeredByTactics(t, f.encounter, []string{f.side}, session.Matters, 1, true)
			}
			continue
		}
		modes := []session.Mode{session.Matters}
		if *alwaysFlag {
			modes = []session.Mode{session.Always, session.Matters}
		}
		for _, mode := range modes {
			for _, hands := range [][]string{nil, {f.side}, {f.one}} {
				who := append(hands, session.Everyone)[0]
				sum := counts{put: map[session.Class]int{}, passed: map[session.Class]int{}}
				for seed := range uint64(seeds) {
					sum.add(answeredByTactics(t, f.encounter, hands, mode, seed+1, false))
				}
				mean := float64(sum.prompts) / seeds
				fmt.Fprintf(&b, "%s, %s by hand, %s: %.1f questions, %.1f acts, %.2f an act\n  asked: %s\n  not asked: %s\n",
					f.name, who, session.Modes[mode], mean, float64(sum.acts)/seeds, float64(sum.prompts)/float64(sum.acts), inClasses(sum.put, seeds), inClasses(sum.passed, seeds))
				if most, limited := limits[f.name]; limited && mode == session.Matters && who == f.side && mean > most {
					t.Errorf("%s: %.1f questions, and at most %.1f may be asked", f.name, mean, most)
				}
			}
		}
	}
	switch golden := filepath.Join("testdata", "asked.txt"); {
	case *showFlag != "":
	case *alwaysFlag:
		t.Log("\n" + b.String())
	case *updateFlag:
		must(t, os.WriteFile(golden, []byte(b.String()), 0o644))
	default:
		want, err := os.ReadFile(golden)
		must(t, err)
		if b.String() != string(want) {
			t.Errorf("not as in %s, which -update rewrites:\n%s", golden, b.String())
		}
	}
}

// add adds the counts of another fight.
func (c *counts) add(x counts) {
	c.prompts, c.acts = c.prompts+x.prompts, c.acts+x.acts
	for k, n := range x.put {
		c.put[k] += n
	}
	for k, n := range x.passed {
		c.passed[k] += n
	}
}

// inClasses writes mean counts.
func inClasses(m map[session.Class]int, n int) string {
	var list []string
	for _, c := range slices.Sorted(maps.Keys(m)) {
		list = append(list, fmt.Sprintf("%s %.1f", c, float64(m[c])/float64(n)))
	}
	return strings.Join(list, ", ")
}

// TestPassedStays: whatever wasn't asked can be asked after all, and is then the question that was listed, at which the tactic does
// nothing. Passed once more, the fight is where it was. Taking a decision back takes back what passed after it, too.
func TestPassedStays(t *testing.T) {
	reopened, followed := 0, 0
	for _, f := range matches(t) {
		if strings.HasSuffix(f.name, "4 on 4") {
			continue
		}
		s, err := session.New(f.encounter, session.Options{Seed: 3, Seeded: true, Hands: []string{f.side}, Asking: session.Asking{Mode: session.Matters}})
		must(t, err)
		defer s.Close()
		for range 25 {
			if _, more := s.Question(); !more {
				break
			}
			hash, events := s.Digests()[s.Events()-1], s.Events()
			followed += turnsFollow(t, f.name, s)
			if list := s.PassedBy(); len(list) > 0 {
				i := len(list) / 2
				p := list[i]
				reopened++
				if !s.Reopen(i) {
					t.Fatalf("%s: %s can't be asked", f.name, p.InWords())
				}
				q, _ := s.Question()
				w, _ := s.Suggestion()
				if q.Who != p.Who || q.Name != p.Name || q.Class != p.Class || w != nil {
					t.Fatalf("%s: instead of %s %+v is asked, and the tactic does %v", f.name, p.InWords(), q, w)
				}
				must(t, s.Pass())
				if s.Events() != events || s.Digests()[events-1] != hash {
					t.Fatalf("%s: after %s was passed the fight is elsewhere", f.name, p.InWords())
				}
			}
			must(t, s.ByTactic())
			n := s.Decisions()
			if !s.Undo() || s.Decisions() != n-1 || s.Events() != events {
				t.Fatalf("%s: a decision was taken back, and there are %d events instead of %d", f.name, s.Events(), events)
			}
			must(t, s.ByTactic())
		}
	}
	if reopened < 40 || followed < 10 {
		t.Errorf("only %d questions were asked after all, and %d turns", reopened, followed)
	}
}

// turnsFollow tests that whoever wasn't asked because their turn is next is asked then, unless nothing is possible; it returns how many.
func turnsFollow(t *testing.T, fight string, s *session.Session) (n int) {
	t.Helper()
	q, _ := s.Question()
	list := s.PassedBy()
	for i, p := range list {
		comes := q.Who == p.Who || slices.ContainsFunc(list[i+1:], func(x session.Passed) bool { return x.Who == p.Who && x.Class == session.Turn })
		if strings.HasPrefix(p.Why, "you passed it before") && !p.Worth() {
			t.Errorf("%s: nobody is told of %s", fight, p.InWords())
		}
		if p.Why != "your turn is next" {
			continue
		}
		if n++; !comes {
			t.Errorf("%s: %s, and then %s is asked: %s", fight, p.InWords(), q.Title, q.Asks)
		}
	}
	return n
}

// begun begins energy, two on two, with the band by hand.
func begun(t *testing.T, a session.Asking) *session.Session {
	t.Helper()
	for _, f := range matches(t) {
		if f.name == "energy 2 on 2" {
			s, err := session.New(f.encounter, session.Options{Seed: 2, Seeded: true, Hands: []string{f.side}, Asking: a})
			must(t, err)
			return s
		}
	}
	t.Fatal("there is no such fight")
	return nil
}

// TestAdding: what could be added to an action is asked about once; from then on the action offers it, and it is done when it is chosen.
func TestAdding(t *testing.T) {
	s := begun(t, session.Asking{Mode: session.Matters})
	asked := map[string]int{}
	for range 200 {
		q, more := s.Question()
		if !more {
			t.Fatal("the fight is over, and nothing was added")
		}
		if q.Class == session.AddOn {
			asked[q.Name+" "+q.What]++
		}
		for _, d := range s.Deeds() {
			for _, a := range d.AddOns {
				if !d.Allowed || a.Def.Name != "mighty_blow" {
					continue
				}
				w := session.Way{Action: d.Action, Adding: []*program.Action{a}}
				before := s.Events()
				w.Given = []session.Value{offered(t, s, w)}
				plain, err := s.Odds(session.Way{Action: w.Action, Given: w.Given})
				must(t, err)
				mighty, err := s.Odds(w)
				if must(t, err); mighty.Losses[0].Mean <= plain.Losses[0].Mean+plain.Losses[0].Margin {
					t.Errorf("odds with a mighty blow are %q, without it %q", mighty.InWords(), plain.InWords())
				}
				if s.Do(w) != nil {
					continue
				}
				var b strings.Builder
				must(t, s.WriteJSON(&b))
				for _, line := range strings.Split(b.String(), "\n")[before:] {
					if strings.Contains(line, `"kind":"act"`) && strings.Contains(line, `"action":"mighty_blow"`) {
						return
					}
				}
				t.Fatalf("%s was chosen with a mighty blow, which wasn't done: %v", w.InWords(), s.PassedBy())
			}
		}
		must(t, s.ByTactic())
	}
	t.Errorf("no mighty blow could be added; asked %v", asked)
}

// offered is the first value that is offered for the next parameter.
func offered(t *testing.T, s *session.Session, w session.Way) session.Value {
	t.Helper()
	for _, o := range s.Offers(w) {
		if o.Allowed {
			return o.Value
		}
	}
	t.Fatal("nothing is offered")
	return session.Value{}
}

// TestYield: everything passes until the round ends, or something is at one of the asked, or hurts them; and that can be taken back.
func TestYield(t *testing.T) {
	s := begun(t, session.Asking{Mode: session.Matters})
	q, _ := s.Question()
	s.Ask(session.Asking{Mode: session.Matters, Until: session.RoundEnd})
	now, more := s.Question()
	if !more || now.Clock == q.Clock && now.Class != session.AtMe {
		t.Errorf("after %s %s comes %+v", q.Clock, q.Class, now)
	}
	if s.Asking().Until != session.NoYield || len(s.PassedBy()) == 0 {
		t.Errorf("it is still %v, %d passed", s.Asking().Until, len(s.PassedBy()))
	}
	if back := s.Undo(); !back || !reflect.DeepEqual(asked(s), q) {
		t.Errorf("the yield isn't taken back (%t): %+v", back, asked(s))
	}
}

func asked(s *session.Session) session.Question {
	q, _ := s.Question()
	return q
}

// TestNever: only turns and open floors are put; tactics decide the rest as they would alone.
func TestNever(t *testing.T) {
	s := begun(t, session.Asking{Mode: session.Never})
	for range 30 {
		q, more := s.Question()
		if !more {
			break
		}
		if q.Class != session.Turn && q.Class != session.OpenFloor {
			t.Errorf("%s is asked: %s", q.Class, q.Asks)
		}
		must(t, s.ByTactic())
	}
}

// TestRejected: a pick that isn't possible leaves nothing behind: after a decision is taken back, the fight is where it was.
func TestRejected(t *testing.T) {
	rejected := 0
	for _, f := range matches(t) {
		s, err := session.New(f.encounter, session.Options{Seed: 2, Seeded: true, Hands: []string{f.side}, Asking: session.Asking{Mode: session.Matters}})
		must(t, err)
		for range 40 {
			q, more := s.Question()
			if !more {
				break
			}
			if q.Kind == session.Choice && s.Pick(len(q.Offers)) != nil {
				rejected++
			}
			must(t, s.ByTactic())
			n, events, hash := s.Decisions(), s.Events(), s.Hash()
			if s.ByTactic() != nil {
				break
			}
			if !s.Undo() || s.Decisions() != n || s.Events() != events || s.Hash() != hash {
				t.Fatalf("%s: back at %d decisions there are %d, and %d events instead of %d", f.name, n, s.Decisions(), s.Events(), events)
			}
		}
		s.Close()
	}
	if rejected == 0 {
		t.Error("nothing was rejected")
	}
}
