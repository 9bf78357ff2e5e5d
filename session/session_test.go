package session_test

import (
	"io"

	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/session"
	"github.com/rulec/rulec/stdlib"
)

// load reads an encounter of the examples.
func load(t *testing.T, path string) *program.Encounter {
	t.Helper()
	e, list := lang.LoadEncounter(filepath.Join("..", "examples", path), lang.Options{Shipped: rulesets.Files, Library: stdlib.Files})
	if list.HasErrors() {
		t.Fatal(list)
	}
	return e
}

// decideAtRandom answers the open question: with something that is allowed.
func decideAtRandom(t *testing.T, s *session.Session, r *rand.Rand) {
	t.Helper()
	q, _ := s.Question()
	if q.Kind == session.Choice {
		if q.HasDefault && r.IntN(2) == 0 || len(q.Offers) == 0 {
			must(t, s.Pass())
		} else {
			must(t, s.Pick(r.IntN(len(q.Offers))))
		}
		return
	}
	var allowed []session.Deed
	for _, d := range s.Deeds() {
		if d.Allowed {
			allowed = append(allowed, d)
		} else if d.Why == "" {
			t.Errorf("%s can't %s, and nothing says why", q.Title, d.Title)
		}
	}
	if len(allowed) == 0 || r.IntN(8) == 0 {
		must(t, s.Pass())
		return
	}
	w := session.Way{Action: allowed[r.IntN(len(allowed))].Action}
	for i := range w.Action.Params {
		if w.Action.Params[i].Default != nil {
			w.Given = append(w.Given, session.Open())
			continue
		}
		var offers []session.Offer
		for _, o := range s.Offers(w) {
			if o.Allowed {
				offers = append(offers, o)
			}
		}
		if len(offers) == 0 {
			t.Fatalf("%s is allowed, but there is nothing for %s", w.Action.Def.Name, w.Action.Params[i].Name)
		}
		w.Given = append(w.Given, offers[r.IntN(len(offers))].Value)
	}
	must(t, s.Do(w))
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// fights are examples of all systems, and of the tutorial.
var fights = []string{
	"01-first-blood.yaml", "04-dealt.yaml", "11-dierank-bridge-tactics.yaml", "21-segments-pass-tactics.yaml",
	"31-actionpoints-yard-tactics.yaml", "42-timecount-toll-bridge-tactics.yaml", "52-energy-ambush-tactics.yaml",
}

// played plays a fight with decisions by chance, at most so many.
func played(t *testing.T, e *program.Encounter, seed uint64, decisions int) *session.Session {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 1))
	mode := session.Mode(seed % 3)
	s, err := session.New(e, session.Options{Seed: seed, Seeded: true, Asking: session.Asking{Mode: mode}})
	must(t, err)
	for s.Decisions() < decisions {
		if _, more := s.Question(); !more {
			break
		}
		decideAtRandom(t, s, r)
	}
	if _, _, err := s.Over(); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestRandom plays fights with decisions by chance: whatever is offered is possible, and what isn't has a reason.
func TestRandom(t *testing.T) {
	for _, path := range fights {
		t.Run(path, func(t *testing.T) {
			e := load(t, path)
			for seed := range uint64(3) {
				s := played(t, e, seed, 200)
				if s.Decisions() < 4 {
					t.Errorf("seed %d: only %d decisions", seed, s.Decisions())
				}
			}
		})
	}
}

// TestJumps goes to events by chance, and back: a fight stands there as it stood when it was played,
// and what was decided leads to where it led. A thousand jumps in all.
func TestJumps(t *testing.T) {
	for _, path := range fights {
		t.Run(path, func(t *testing.T) {
			s := played(t, load(t, path), 7, 30)
			r := rand.New(rand.NewPCG(7, 2))
			hashes := map[int]uint64{}
			for range 1000 / len(fights) {
				n := r.IntN(s.Events() + 1)
				m, err := s.At(n)
				must(t, err)
				if got := len(m.Trace().Events); got != n && n > 0 || m.Trace().Events == nil && n > 0 {
					t.Fatalf("event %d: %d are recorded there", n, got)
				}
				if was, seen := hashes[n]; seen && was != m.Hash() {
					t.Fatalf("event %d: another state than before", n)
				}
				hashes[n] = m.Hash()
			}
		})
	}
}

// TestUndo takes decisions back and takes them again: the fight comes to the same.
func TestUndo(t *testing.T) {
	for _, path := range fights {
		t.Run(path, func(t *testing.T) {
			e := load(t, path)
			for n := 1; n < 25; n += 5 {
				s, again := played(t, e, 4, 25), played(t, e, 4, n)
				n := min(n, s.Decisions())
				want, events := again.Hash(), again.Events()
				s.BackTo(n)
				if s.Events() != events || s.Hash() != want {
					t.Errorf("back to %d decisions there are %d events, want %d, or another state", n, s.Events(), events)
				}
				if !s.Undo() || s.Decisions() != n-1 {
					t.Errorf("%d decisions after one of %d was taken back", s.Decisions(), n)
				}
			}
		})
	}
}

// TestScript writes fights as scripts; played by these they are the same, event for event.
func TestScript(t *testing.T) {
	for _, path := range fights {
		t.Run(path, func(t *testing.T) {
			e := load(t, path)
			for seed := range uint64(6) {
				s := played(t, e, seed, 10+int(seed)*4)
				text, err := s.Script()
				must(t, err)
				m, err := replay(t, path, text, seed)
				must(t, err)
				got, want := lines(t, m.JSON), lines(t, s.WriteJSON)
				if s.Asking().Mode != session.Always { // what passed after the last decision isn't written
					s.Undo()
					want = want[:s.Events()]
				}
				for strings.HasPrefix(want[len(want)-1], `{"kind":"pass"`) { // a fight goes on otherwise behind its script
					want = want[:len(want)-1]
				}
				for i, line := range want {
					if i >= len(got) || got[i] != line {
						t.Fatalf("seed %d: event %d of %d is\n%s\nwant\n%s\n%v\n%s", seed, i, len(want), got[min(i, len(got)-1)], line, err, text)
					}
				}
			}
		})
	}
}

// lines are the events that something writes as JSON, without the places of the
// encounter's own file, and without actions under way, which have a name for as long as they are.
func lines(t *testing.T, write func(io.Writer) error) []string {
	t.Helper()
	var b strings.Builder
	must(t, write(&b))
	text := regexp.MustCompile(`,"place":"\.\./examples/[^"]*"|"attack_at_hand":"\w*"`).ReplaceAllString(b.String(), "")
	return strings.Split(strings.TrimSpace(text), "\n")
}

const replayed = "../examples/replay.yaml"

// encounter reads an encounter of the examples with another script.
func encounter(t *testing.T, path, text string) *program.Encounter {
	t.Helper()
	file, err := os.ReadFile(filepath.Join("..", "examples", path))
	must(t, err)
	own, _, _ := strings.Cut(string(file), "script: |")
	own += "\nscript: |\n  " + strings.ReplaceAll(strings.TrimSpace(text), "\n", "\n  ") + "\n"
	e, list := lang.LoadEncounter(replayed, lang.Options{
		Shipped: rulesets.Files, Library: stdlib.Files,
		Instead: map[string]string{replayed: own},
	})
	if list.HasErrors() {
		t.Fatalf("%v\n%s", list, text)
	}
	return e
}

// replay plays an encounter of the examples by another script.
func replay(t *testing.T, path, text string, seed uint64) (*interp.Machine, error) {
	t.Helper()
	e := encounter(t, path, text)
	m, _, err := script.Play(interp.Compile(e.Program), e, interp.Options{Seed: seed, Seeded: true, Trace: true, Sums: true})
	return m, err
}

// TestScriptAnywhere: a fight of which one side is played by hand is written so that it can be played again, after whichever decision: the
// last one may be a choice, for a question that no line asks.
func TestScriptAnywhere(t *testing.T) {
	const path = "21-segments-pass-tactics.yaml"
	e := load(t, path)
	s, err := session.New(e, session.Options{Seed: 12, Seeded: true, Hands: e.Sides[:1], Asking: session.Asking{Mode: session.Matters}})
	must(t, err)
	defer s.Close()
	for s.ByTactic() == nil && s.Decisions() < 20 {
		text, err := s.Script()
		must(t, err)
		m, err := replay(t, path, text, 12)
		if err != nil {
			t.Fatalf("after %d decisions: %v\n%s", s.Decisions(), err, text)
		}
		want := lines(t, s.WriteJSON)
		for strings.HasPrefix(want[len(want)-1], `{"kind":"pass"`) {
			want = want[:len(want)-1]
		}
		if got := lines(t, m.JSON); !slices.Equal(got[:min(len(got), len(want))], want) {
			t.Fatalf("after %d decisions it is another fight:\n%s", s.Decisions(), text)
		}
	}
}

// TestLoad: a fight that was written as a script is loaded with the decisions that led to it, and
// goes on from there.
func TestLoad(t *testing.T) {
	for _, path := range fights {
		t.Run(path, func(t *testing.T) {
			for seed := range uint64(5) {
				s := played(t, load(t, path), seed, 12)
				text, err := s.Script()
				must(t, err)
				e := encounter(t, path, text)
				again, err := session.Load(e, session.Options{Seed: seed, Seeded: true, Asking: s.Asking()})
				must(t, err)
				got, want := lines(t, again.WriteJSON), lines(t, s.WriteJSON)
				for len(want) > len(got) && strings.HasPrefix(want[len(want)-1], `{"kind":"pass"`) {
					want = want[:len(want)-1] // nobody knows whether who passed last did so, or was asked
				}
				if s.Asking().Mode == session.Matters { // it may ask once more what was passed
					want = want[:min(len(want), len(got))]
				}
				for i, line := range want {
					if i >= len(got) || got[i] != line {
						t.Fatalf("seed %d: event %d of %d is\n%s\nwant\n%s\n%s", seed, i, len(want), got[min(i, len(got)-1)], line, text)
					}
				}
				_, more := s.Question()
				if _, goesOn := again.Question(); more != goesOn {
					t.Errorf("seed %d: it goes on: %v, want %v", seed, goesOn, more)
				}
			}
		})
	}
}
