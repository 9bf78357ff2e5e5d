package engine

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/sequence"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/session"
)

// ask asks a workspace as the page does, and reads the answer.
func ask[A any](t *testing.T, d *Workspace, kind string, question any) A {
	t.Helper()
	x, wrong := try[A](t, d, kind, question)
	if wrong != nil {
		t.Fatalf("%s: %s", kind, wrong.Message)
	}
	return x
}

func try[A any](t *testing.T, d *Workspace, kind string, question any) (A, *fault) {
	t.Helper()
	text, err := json.Marshal(question)
	if err != nil {
		t.Fatal(err)
	}
	var a struct {
		Result A
		Error  *fault
	}
	if err := json.Unmarshal(d.Answer(kind, text), &a); err != nil {
		t.Fatal(err)
	}
	return a.Result, a.Error
}

// opened is a workspace with what comes with the program.
func opened(t *testing.T, files ...file) (*Workspace, catalog) {
	d := New("of a test")
	return d, ask[catalog](t, d, "begin", files)
}

// told is what rulec run prints of an example, but for the lines at its end: text, and JSON.
func told(t *testing.T, d *Workspace, name string) (text, events string) {
	t.Helper()
	var log, lines bytes.Buffer
	o := interp.Options{Trace: true, Sums: true}
	if lang.IsSequence(name, d.options()) {
		s, list := lang.LoadSequence(name, d.options())
		if list.HasErrors() {
			t.Fatal(list[0])
		}
		tale := &story.Log{Title: s.Title}
		_, err := sequence.Play(s, o, false, func(p *sequence.Part) error {
			tale.Join(p.Heading(), interp.Log(p.Machine, asTheCommand))
			return p.Machine.JSON(&lines)
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := tale.Text(&log); err != nil {
			t.Fatal(err)
		}
		return log.String(), lines.String()
	}
	e, list := lang.LoadEncounter(name, d.options())
	if list.HasErrors() {
		t.Fatal(list[0])
	}
	m, _, err := script.Play(interp.Compile(e.Program), e, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := interp.Log(m, asTheCommand).Text(&log); err != nil {
		t.Fatal(err)
	}
	if err := m.JSON(&lines); err != nil {
		t.Fatal(err)
	}
	return log.String(), lines.String()
}

// TestExamples: every example is watched; it is told as by the command, and going to any event comes to the
// same state, however often.
func TestExamples(t *testing.T) {
	d, all := opened(t)
	list := ask[[]example](t, d, "examples", nothing{})
	if len(list) < 20 || len(all.Systems) != 5 {
		t.Fatalf("%d examples, %d systems", len(list), len(all.Systems))
	}
	for _, x := range list {
		t.Run(x.Name, func(t *testing.T) {
			v := ask[view](t, d, "start", map[string]any{"file": x.Name, "mode": "watch"})
			if v.Error != nil || !v.Over || len(v.Lines) < 5 {
				t.Fatalf("%+v, %d lines", v.Error, len(v.Lines))
			}
			text, events := told(t, d, x.Name)
			if got := ask[string](t, d, "recorded", map[string]any{"format": "text"}); got != text {
				t.Errorf("it is told otherwise:\n%s\nand by the command:\n%s", got, text)
			}
			if got := ask[string](t, d, "recorded", map[string]any{"format": "json"}); got != events {
				t.Errorf("other events")
			}
			shownAs(t, v, text)
			seen := map[int]string{v.Events: v.Scene.Hash}
			r := rand.New(rand.NewPCG(1, 2))
			for range 12 {
				at := r.IntN(v.Events + 1)
				s := ask[scene](t, d, "at", at)
				if before, again := seen[at]; again && before != s.Hash || s.Events != at {
					t.Errorf("event %d: %d, %s", at, s.Events, s.Hash)
				}
				seen[at] = s.Hash
			}
			// On one way through they are the same.
			along := slices.Sorted(maps.Keys(seen))
			if along[0] == 0 {
				along = along[1:]
			}
			for i, s := range ask[[]scene](t, d, "scenes", along) {
				if s.Events != along[i] || s.Hash != seen[along[i]] {
					t.Errorf("on the way event %d is %d, %s, and not %s", along[i], s.Events, s.Hash, seen[along[i]])
				}
			}
			if s := ask[scene](t, d, "at", v.Events); s.Hash != v.Scene.Hash {
				t.Errorf("back at the end: %s, not %s", s.Hash, v.Scene.Hash)
			}
		})
	}
}

// shownAs fails where the page shows lines that aren't told in a text, or in another order, or says of none
// where its numbers come from.
func shownAs(t *testing.T, v view, text string) {
	t.Helper()
	last, reasons := "", 0
	for _, l := range v.Lines {
		reasons += len(l.Reasons)
		if l.Kind != "event" && l.Kind != "ending" {
			continue
		}
		if last = l.Text; l.Costs != "" {
			last += " (" + l.Costs + ")"
		}
		_, rest, found := strings.Cut(text, last+"\n")
		if !found {
			t.Fatalf("the page shows a line that isn't told there: %s", last)
		}
		text = rest
	}
	if last == "" || reasons == 0 {
		t.Errorf("the last line is %q, and there are %d reasons", last, reasons)
	}
}

// TestReasons: why a tactic decided so stands beside what somebody does, also where several decide before any does something.
func TestReasons(t *testing.T) {
	d, _ := opened(t)
	for name, want := range map[string]map[string]string{
		"examples/02-house-rules.yaml":            {"Zora tries a punch at Mort": "Zora by bruiser: punch", "Finn: catch breath": "Finn by bruiser: catch breath"},
		"examples/45-timecount-four-on-four.yaml": {"Tove begins to prepare bolt": "Tove by caster: prepare a spell", "Garr moves 1 space, toward Mira, 8 spaces away, at the same time": "Garr by grappler: Move"},
	} {
		for _, l := range ask[view](t, d, "start", map[string]any{"file": name, "mode": "watch"}).Lines {
			if l.Kind != "event" && len(l.Reasons) > 0 {
				t.Errorf("%s: of the heading %q reasons are given: %v", name, l.Text, l.Reasons)
			}
			if w := want[l.Text]; w != "" {
				if len(l.Reasons) != 1 || l.Reasons[0].Text != w {
					t.Errorf("%s: of %q the reasons are %v, not %q", name, l.Text, l.Reasons, w)
				}
				delete(want, l.Text) // the first of them
			}
		}
		if len(want) > 0 {
			t.Errorf("%s: not told: %v", name, want)
		}
	}
}

// TestParts: in a sequence each part is gone through: its states are those of the same encounter, script for script, as
// it is played without looking back.
func TestParts(t *testing.T) {
	d, _ := opened(t)
	const name = "examples/03-two-evenings.yaml"
	v := ask[view](t, d, "start", map[string]any{"file": name, "mode": "sequence"})
	var titles []string
	for _, p := range v.Parts {
		titles = append(titles, p.Title)
	}
	if want := "1. First blood behind the tavern|2. On the bench outside|3. Mort's brother|4. At home|5. All of them"; strings.Join(titles, "|") != want {
		t.Fatalf("its parts are %q", titles)
	}
	s, list := lang.LoadSequence(name, d.options())
	if list.HasErrors() {
		t.Fatal(list[0])
	}
	_, err := sequence.Play(s, interp.Options{Trace: true, Sums: true, Explain: true}, false, func(p *sequence.Part) error {
		x := v.Parts[p.Number-1]
		to := x.From + len(p.Machine.Trace().Events)
		if got, want := ask[scene](t, d, "at", to), strconv.FormatUint(p.Machine.Hash(), 16); got.Hash != want || got.Part != p.Number-1 || got.Events != to {
			t.Errorf("part %d ends at event %d of part %d with %s, and not at %d with %s", p.Number, got.Events, got.Part+1, got.Hash, to, want)
		}
		var all []int
		for i := range p.Machine.Trace().Events {
			all = append(all, x.From+i)
		}
		along := ask[[]scene](t, d, "scenes", append(all, to))
		if len(along) != len(all)+1 || along[len(all)].Hash != strconv.FormatUint(p.Machine.Hash(), 16) {
			t.Errorf("part %d: %d of %d scenes on the way through it", p.Number, len(along), len(all)+1)
		}
		for i := range p.Machine.Trace().Events {
			if got := ask[scene](t, d, "at", x.From+i); got.Part != p.Number-1 || got.Events != x.From+i || got.Hash != along[i].Hash {
				t.Errorf("event %d is %d of part %d", x.From+i, got.Events, got.Part+1)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	// On the bench Zora gets one of her three breaths back; at its start she has one, and two at its end.
	breath := func(events int) float64 { return ask[scene](t, d, "at", events).People[0].Pools[0].Now }
	if a, b := breath(v.Parts[1].From), breath(v.Parts[2].From-1); a != 1 || b != 2 {
		t.Errorf("she has %v breaths before the bench and %v after it", a, b)
	}
}

// TestSaved: a fight of each system that is played by hand, as tactics would, is the same fight once it is saved.
func TestSaved(t *testing.T) {
	d, _ := opened(t)
	for _, name := range []string{
		"examples/11-dierank-bridge-tactics.yaml", "examples/21-segments-pass-tactics.yaml", "examples/31-actionpoints-yard-tactics.yaml",
		"examples/42-timecount-toll-bridge-tactics.yaml", "examples/52-energy-ambush-tactics.yaml", "examples/systems/long_odds/hangar.yaml",
	} {
		v := ask[view](t, d, "start", map[string]any{"file": name, "mode": "hand", "seed": "77"})
		for n := 0; v.Question != nil && n < 100; n++ {
			v = ask[view](t, d, "playOn", map[string]any{"end": n > 2}) // a few turns, then all of it
		}
		saved := ask[file](t, d, "written", nothing{})
		ask[nothing](t, d, "setFile", file{saved.Name, saved.Text})
		text, _ := told(t, d, saved.Name)
		ask[nothing](t, d, "dropFile", saved.Name)
		shownAs(t, v, text)
		if again := ask[string](t, d, "recorded", map[string]any{"format": "text"}); again != text {
			t.Errorf("%s: the saved fight is another one", name)
		}
	}
}

// TestAsks: the page is asked in sentences: those of the rules, and of the language.
func TestAsks(t *testing.T) {
	d, _ := opened(t)
	asked := func(v view, want string) {
		t.Helper()
		if v.Question == nil || v.Question.Asks != want {
			t.Fatalf("%+v, want %q", v.Question, want)
		}
	}
	first := func(v view) view {
		t.Helper()
		for i, a := range v.Question.Actions {
			if a.Allowed {
				return ask[view](t, d, "decide", map[string]any{"kind": "do", "action": i, "given": []int{}})
			}
		}
		t.Fatal("nothing is possible")
		return v
	}
	v := ask[view](t, d, "start", map[string]any{"file": "examples/01-first-blood.yaml", "mode": "hand", "hands": []string{"all"}, "asking": map[string]any{"mode": "always"}})
	asked(v, "What does Zora do?")
	v = first(v)
	asked(v, "Zora is about to hit Mort with a punch: what does Mort do about it?")

	v = ask[view](t, d, "start", map[string]any{"file": "examples/50-energy-duel.yaml", "mode": "hand", "hands": []string{"all"}, "asking": map[string]any{"mode": "always"}})
	asked(v, "Anybody may act now. What does Orm do?")
	v = first(v)
	asked(v, "How much of the Energy does Orm pay for with Stamina instead?")
	if q := v.Question; !q.Amount || len(q.Offers) != 2 || q.Offers[0].Text != "0" || q.Offers[1].Text != "1" || q.Name != "pay" {
		t.Errorf("how much is offered as %+v", q)
	}
	v = ask[view](t, d, "decide", map[string]any{"kind": "pick", "picked": []int{0}})
	asked(v, "Orm has declared an action (defend). Does Sigrun act first?")
}

// TestByHand: a fight is played by hand, taken back, and comes to the same again; saved, it is the same
// fight for the command.
func TestByHand(t *testing.T) {
	d, _ := opened(t)
	v := ask[view](t, d, "start", map[string]any{"file": "examples/01-first-blood.yaml", "mode": "hand", "seed": "1", "hands": []string{"all"}, "asking": map[string]any{"mode": "always"}})
	if v.Question == nil || len(v.Question.Actions) == 0 {
		t.Fatalf("nothing is asked: %+v", v)
	}
	var choices []any
	for v.Question != nil && v.Decisions < 60 {
		c := map[string]any{"kind": "pass"}
		for i, a := range v.Question.Actions {
			if !a.Allowed {
				if a.Why == "" {
					t.Errorf("%s isn't allowed, and nobody says why", a.Title)
				}
				continue
			}
			given := []int{}
			for len(given) < len(a.Params) {
				at := -1
				for j, o := range ask[[]offer](t, d, "offers", map[string]any{"action": i, "given": given}) {
					if o.Allowed {
						at = j
						break
					}
				}
				given = append(given, at)
			}
			c = map[string]any{"kind": "do", "action": i, "given": given}
			break
		}
		if v.Question.Kind != "act" {
			c = map[string]any{"kind": "tactic"}
		}
		v = ask[view](t, d, "decide", c)
		choices = append(choices, c)
	}
	other, _ := opened(t)
	ask[view](t, other, "start", map[string]any{"file": "examples/01-first-blood.yaml", "mode": "hand", "seed": "1", "hands": []string{"all"}, "asking": map[string]any{"mode": "always"}})
	ask[nothing](t, other, "decideAll", choices)
	if again := ask[view](t, other, "now", nothing{}); again.Scene.Hash != v.Scene.Hash || again.Decisions != v.Decisions {
		t.Errorf("the same decisions come to %s elsewhere, and not to %s", again.Scene.Hash, v.Scene.Hash)
	}
	all := v.Decisions
	if all < 3 {
		t.Fatalf("%d decisions", all)
	}
	back := ask[view](t, d, "backTo", all-2)
	if back.Decisions != all-2 || back.Question == nil {
		t.Fatalf("back to %d decisions of %d: %d", all-2, all, back.Decisions)
	}
	half := ask[string](t, d, "recorded", map[string]any{"format": "text"}) // nothing is made up beyond what has been played
	v = ask[view](t, d, "playOn", map[string]any{"end": true})
	if !v.Over {
		t.Fatal("tactics didn't play it to its end")
	}
	if whole := ask[string](t, d, "recorded", map[string]any{"format": "text"}); !strings.HasPrefix(whole, strings.TrimSpace(half)) || strings.Contains(half, " win") || len(half) < 100 {
		t.Errorf("the story before the end is\n%s\nand at the end\n%s", half, whole)
	}
	saved := ask[file](t, d, "written", struct{}{})
	if !strings.Contains(saved.Text, "\nscript: |\n") {
		t.Fatal("no script")
	}
	played := ask[string](t, d, "recorded", map[string]any{"format": "text"})
	ask[nothing](t, d, "setFile", file{"saved.yaml", strings.Replace(saved.Text, "./scuffle.yaml", "./examples/scuffle.yaml", 1)})
	text, _ := told(t, d, "saved.yaml")
	if played != text {
		t.Errorf("the saved fight is another one:\n%s\nand:\n%s", played, text)
	}
}

// TestSimulate: parts add up to the same report as a whole, and the same rules twice make no difference.
func TestSimulate(t *testing.T) {
	d, _ := opened(t)
	const name = "examples/02-house-rules.yaml"
	part := func(from, to int, against any) json.RawMessage {
		return ask[json.RawMessage](t, d, "simulate", map[string]any{
			"file": name, "against": against, "seed": "7", "fights": 40, "from": from, "to": to,
		})
	}
	whole := ask[json.RawMessage](t, d, "report", []json.RawMessage{part(0, 40, nil)})
	parts := ask[json.RawMessage](t, d, "report", []json.RawMessage{part(25, 40, nil), part(0, 25, nil)})
	if !bytes.Equal(whole, parts) {
		t.Errorf("%s\n%s", whole, parts)
	}
	// Stopped, it is on the fights that follow each other from the first; without a seed they have the encounter's own.
	type report struct {
		Seed   string
		Points []struct {
			Title      string
			Fights     int
			Difference *struct {
				Won, Lost int
				Turned    *int
			}
		}
	}
	own := ask[json.RawMessage](t, d, "simulate", map[string]any{"file": name, "fights": 40, "from": 0, "to": 10})
	if x := ask[report](t, d, "report", []json.RawMessage{part(25, 40, nil), part(0, 10, nil)}); x.Points[0].Fights != 10 || x.Seed != "7" {
		t.Errorf("stopped, it is %+v", x)
	}
	if x := ask[report](t, d, "report", []json.RawMessage{own}); x.Seed != "3" {
		t.Errorf("without a seed it has that of %s", x.Seed)
	}
	// A fight with another winner is known.
	if x := ask[report](t, d, "report", []json.RawMessage{part(0, 40, map[string]any{"file": name, "rules": "examples/scuffle.yaml"})}).Points[1].Difference; x.Turned == nil || x.Won+x.Lost == 0 {
		t.Errorf("the difference is %+v", x)
	}
	// A fight that only a sequence has is played like others, by other rules, too.
	const ford = "examples/46-timecount-after-the-fight.yaml"
	steps := ask[[]step](t, d, "steps", which{File: ford})
	if len(steps) != 2 || steps[0].Title != "At the ford" || steps[0].Step != 1 {
		t.Fatalf("the ford has %+v", steps)
	}
	for _, rules := range []string{"", "examples/timecount-house-rules.yaml"} {
		w := steps[0].which
		w.Rules = rules
		if e, err := d.encounter(w); err != nil || e.Title != "At the ford" || rules != "" && e.Program.Name != "timecount_house" {
			t.Errorf("by %q it is %v, %v", rules, e, err)
		}
	}
	if x := ask[[]step](t, d, "steps", which{File: "examples/56-energy-evening.yaml"}); x[0].File != "examples/52-energy-ambush-tactics.yaml" || x[0].Step != 0 {
		t.Errorf("the evening has %+v", x)
	}
	var r report
	twice := ask[json.RawMessage](t, d, "report", []json.RawMessage{part(0, 40, map[string]any{"file": name, "asShipped": true})})
	if err := json.Unmarshal(twice, &r); err != nil {
		t.Fatal(err)
	}
	if len(r.Points) != 2 || r.Points[1].Difference == nil || r.Points[1].Difference.Won+r.Points[1].Difference.Lost != 0 {
		t.Errorf("%s", twice)
	}
}

// TestHouseRules: house rules are compared with what they lie over. Those that one begins with set params to
// what they are, and so no fight differs; with twice the hit points for a mage some do.
func TestHouseRules(t *testing.T) {
	d, _ := opened(t)
	for _, f := range ask[[]file](t, d, "starter", map[string]any{"system": "dierank", "folder": "mine"}) {
		ask[nothing](t, d, "setFile", f)
	}
	differ := func() int {
		t.Helper()
		var r struct {
			Points []struct {
				Difference *struct{ Won, Lost int }
			}
		}
		part := ask[json.RawMessage](t, d, "simulate", map[string]any{
			"file": "mine/fight.yaml", "against": map[string]any{"file": "mine/fight.yaml", "asShipped": true}, "seed": "7", "fights": 60, "from": 0, "to": 60,
		})
		if err := json.Unmarshal(ask[json.RawMessage](t, d, "report", []json.RawMessage{part}), &r); err != nil {
			t.Fatal(err)
		}
		return r.Points[1].Difference.Won + r.Points[1].Difference.Lost
	}
	if n := differ(); n != 0 {
		t.Errorf("%d fights differ under rules that are the same", n)
	}
	house := ask[file](t, d, "readFile", "mine/house.yaml")
	house.Text += "\noverride:\n  creatures:\n    mage: {hp_max: 8}\n"
	ask[nothing](t, d, "setFile", house)
	if c := ask[checked](t, d, "check", "mine/house.yaml"); len(c.Diagnostics) > 0 {
		t.Fatalf("%+v", c.Diagnostics)
	}
	if differ() == 0 {
		t.Error("no fight differs")
	}
}

// TestMistake: a mistake is found at its place, counted as the page counts, and its mend takes it away.
func TestMistake(t *testing.T) {
	const text = "# Größe 🎲\r\nruleset: ./examples/scuffle.yaml\r\ntitle: x\r\ncombattants:\r\n  a: {side: one, place: [0, 0]}\r\n"
	d, _ := opened(t, file{"mine.yaml", text})
	c := ask[checked](t, d, "check", "mine.yaml")
	// "# Größe 🎲" has 10 units with the surrogate pair, and each end of a line is one: the second line begins at 11,
	// the third at 11+33 = 44, the fourth at 44+9 = 53; "combattants" has 11 letters.
	const from, to = 53, 64
	for _, x := range c.Diagnostics {
		if x.Severity == "error" && x.File == "mine.yaml" && x.From == from && x.To == to && x.Line == 4 && len(x.Mends) == 1 {
			if m := x.Mends[0]; m.Title != `Write "combatants" instead of "combattants" (a guess)` || len(m.Edits) != 1 || m.Edits[0].Text != "combatants" {
				t.Errorf("the mend is %+v", m)
			}
			return
		}
	}
	t.Errorf("not found: %+v", c.Diagnostics)
}

// TestStarter: what one begins with has no mistakes, is played, and an edit of a shipped file counts.
func TestStarter(t *testing.T) {
	d, all := opened(t)
	for _, system := range append([]string{""}, all.Systems...) {
		for _, f := range ask[[]file](t, d, "starter", map[string]any{"system": system, "folder": "mine"}) {
			ask[nothing](t, d, "setFile", f)
		}
		for _, name := range []string{"mine/fight.yaml", "mine/cases.yaml"} {
			if c := ask[checked](t, d, "check", name); len(c.Diagnostics) > 0 || len(c.Fights) == 0 {
				t.Errorf("%s: %s: %+v", system, name, c)
			}
		}
		if v := ask[view](t, d, "start", map[string]any{"file": "mine/fight.yaml", "mode": "watch"}); v.Error != nil || v.Events < 20 {
			t.Errorf("%s: %+v, %d events", system, v.Error, v.Events)
		}
	}
}

// TestStrange: whatever is asked is answered, and nothing leaves the files of the page.
func TestStrange(t *testing.T) {
	d, _ := opened(t)
	for _, name := range []string{"../etc/passwd", "/etc/passwd", "a/../../b.yaml", "", "x.sh", "c:\\x.yaml/..", "."} {
		if _, wrong := try[nothing](t, d, "setFile", file{name, "x"}); wrong == nil {
			t.Errorf("%q is taken for a file", name)
		}
		if _, wrong := try[file](t, d, "readFile", name); wrong == nil {
			t.Errorf("%q can be read", name)
		}
	}
	for kind := range answers {
		for _, q := range []string{"null", "{}", "[]", "1", `"x"`, "{", "", `{"file":"x","mode":"hand","action":7}`} {
			var a answer
			if err := json.Unmarshal(d.Answer(kind, []byte(q)), &a); err != nil {
				t.Errorf("%s %s: %v", kind, q, err)
			}
			if a.Error != nil && strings.Contains(a.Error.Message, "bug in rulec") {
				t.Errorf("%s %s: %s", kind, q, a.Error.Message)
			}
		}
	}
}

// TestRulesByName: a fight names rules beside it by their name alone, as for the command (files.md): then they are its rules everywhere on the page,
// as long as that file is there and is a ruleset.
func TestRulesByName(t *testing.T) {
	d, _ := opened(t)
	const house, fight = "ours/house.yaml", "ours/night.yaml"
	ask[nothing](t, d, "setFile", file{fight, "ruleset: house\ncombatants:\n  uta: {is: swordsman, side: town, place: [0, 0]}\n"})
	rules := func() string { return ask[alternatives](t, d, "alternatives", which{File: fight}).Own }
	if x := rules(); x != "" {
		t.Errorf("without them, its rules are %s", x)
	}
	for _, text := range []string{"ruleset: house\ntitle: Ours\nextends: energy\n", "Our evening\n", "ruleset: house\ntitle: Ours\nextends: energy\n"} {
		ask[nothing](t, d, "setFile", file{house, text})
		if x, is := rules(), strings.HasPrefix(text, "ruleset"); (x == "Ours") != is {
			t.Errorf("by %q, its rules are %q", text, x)
		}
	}
	if x := ask[form](t, d, "params", formFor{File: fight}); x.File != house || len(x.Params) == 0 {
		t.Errorf("its choices are those of %q", x.File)
	}
	if x := ask[[]playable](t, d, "fightsBy", house); !slices.ContainsFunc(x, func(p playable) bool { return p.Name == fight && p.Rules == "" }) {
		t.Errorf("the fights by the rules are %v", x)
	}
	ask[nothing](t, d, "dropFile", house)
	if x := rules(); x != "" {
		t.Errorf("with the rules gone, they are %s", x)
	}
}

// TestAlternatives: what a fight could be compared with begins with the same ruleset, and where something that the fight
// names is missing, that is said.
func TestAlternatives(t *testing.T) {
	d, all := opened(t)
	rules := func(name string) string {
		var list []string
		for _, r := range ask[alternatives](t, d, "alternatives", which{File: name}).Others {
			list = append(list, r.Rules)
		}
		return strings.Join(list, " ")
	}
	for name, want := range map[string]string{
		"examples/01-first-blood.yaml":           "examples/dealt-scuffle.yaml examples/grim-scuffle.yaml",
		"examples/02-house-rules.yaml":           "examples/dealt-scuffle.yaml examples/scuffle.yaml",
		"examples/54-energy-house-fight.yaml":    "rulesets/energy.yaml",
		"examples/55-energy-four-on-four.yaml":   "examples/energy-house-rules.yaml",
		"examples/10-dierank-bridge.yaml":        "",
		"examples/systems/long_odds/hangar.yaml": "",
	} {
		if got := rules(name); got != want {
			t.Errorf("%s could be compared with %q, not with %q", name, got, want)
		}
	}
	// The house fight has a weapon that only the house rules know.
	if _, wrong := try[nothing](t, d, "fits", which{File: "examples/54-energy-house-fight.yaml", Rules: "rulesets/energy.yaml"}); wrong == nil || wrong.At == nil || !strings.Contains(wrong.Message, "fang") {
		t.Errorf("the energy rules fit a fight with a weapon of the house: %+v", wrong)
	}
	ask[nothing](t, d, "fits", which{File: "examples/55-energy-four-on-four.yaml", Rules: "examples/energy-house-rules.yaml"})

	// House rules of one's own are among them, and compared with what they lie over; a change of what came, too.
	for _, f := range ask[[]file](t, d, "starter", map[string]any{"system": "energy", "folder": "mine"}) {
		ask[nothing](t, d, "setFile", f)
	}
	if got, want := rules("mine/fight.yaml"), "rulesets/energy.yaml examples/energy-house-rules.yaml"; got != want {
		t.Errorf("the fight of the house could be compared with %q, not with %q", got, want)
	}
	if got, want := rules("examples/55-energy-four-on-four.yaml"), "mine/house.yaml examples/energy-house-rules.yaml"; got != want {
		t.Errorf("what came could be compared with %q, not with %q", got, want)
	}
	ask[nothing](t, d, "setFile", file{"examples/scuffle.yaml", ask[file](t, d, "readFile", "examples/scuffle.yaml").Text + "\n"})
	if got, want := rules("examples/01-first-blood.yaml"), " examples/dealt-scuffle.yaml examples/grim-scuffle.yaml"; got != want {
		t.Errorf("the tutorial could be compared with %q, not with %q", got, want)
	}
	if x := ask[alternatives](t, d, "alternatives", which{File: "examples/01-first-blood.yaml"}); x.Own != "Scuffle as it is now" || x.Others[0].Title != "Scuffle as it came" {
		t.Errorf("its rules are %q, and as they came %q", x.Own, x.Others[0].Title)
	}
	if got, want := rules("examples/55-energy-four-on-four.yaml"), "mine/house.yaml examples/energy-house-rules.yaml"; got != want {
		t.Errorf("with another system changed, energy could be compared with %q, not with %q", got, want)
	}
	for _, system := range all.Systems {
		if got := rules("rulesets/" + system + ".yaml"); strings.Contains(got, "rulesets/") {
			t.Errorf("%s could be compared with %q", system, got)
		}
	}
}

// TestOddsMeanwhile holds that odds which are worked out a little at a time, while the page asks other things, come to
// what they come to at once, and that nothing is left of them once something else is decided.
func TestOddsMeanwhile(t *testing.T) {
	d, _ := opened(t)
	d.atOnce = 0
	v := ask[view](t, d, "start", begins{which: which{File: "examples/02-house-rules.yaml"}, Mode: byHand})
	for n := range 3 {
		hash := v.Scene.Hash
		for a, x := range v.Question.Actions {
			if !x.Allowed {
				continue
			}
			c := choice{Kind: "do", Action: a}
			for range x.Params {
				offers := ask[[]offer](t, d, "offers", c)
				c.Given = append(c.Given, slices.IndexFunc(offers, func(o offer) bool { return o.Allowed }))
			}
			w, err := way(d.fight.session, c)
			if err != nil {
				t.Fatal(err)
			}
			whole, err := d.fight.session.Odds(w)
			if err != nil {
				t.Fatal(err)
			}
			want := odds{How: whole.How(), Lines: whole.InWords()}
			none := whole.Unrolled && len(whole.Losses) == 0
			if none {
				want = odds{}
			}
			times, found := 0, odds{More: true}
			for ; found.More; times++ {
				found = ask[odds](t, d, "odds", c)
				if len(found.Lines) == 0 && !none || found.More && !strings.Contains(found.How, " 10 times") {
					t.Errorf("%s: the %d. answer is %+v", x.Title, times+1, found)
				}
				if at := ask[scene](t, d, "at", v.Events); at.Hash != hash {
					t.Fatalf("%s: meanwhile the fight stands at %s, not at %s", x.Title, at.Hash, hash)
				}
			}
			if times < 3 && !whole.Unrolled || found.How != want.How || !slices.Equal(found.Lines, want.Lines) || d.working != nil {
				t.Errorf("%s, decision %d: after %d times it comes to %v, at once to %v", x.Title, n, times, found, want)
			}
			if half := ask[odds](t, d, "odds", c); half.More == whole.Unrolled || half.More && d.working == nil {
				t.Errorf("%s: it isn't worked out a little at a time", x.Title)
			}
		}
		v = ask[view](t, d, "decide", choice{Kind: "tactic"})
		if d.working != nil {
			t.Error("what is decided leaves odds of what was before")
		}
	}
}

// unlawful are the rules and the case that explain what a law is that doesn't hold.
func unlawful(t *testing.T) []file {
	t.Helper()
	x, _ := diag.Explain(exec.BrokenLaw)
	if len(x.Files) != 2 {
		t.Fatalf("the example is another one:\n%s", x.Example())
	}
	rules, cases := x.Files[0], x.Files[1]
	return []file{{rules.Name, rules.Text}, {cases.Name, strings.Replace(cases.Text, "ruleset: skirmish", "ruleset: ./skirmish.yaml", 1)}}
}

// TestBrokenLaw holds that a case that fails by a law is a fight up to there, with what is wrong at its place, and that
// it goes on once the law is mended.
func TestBrokenLaw(t *testing.T) {
	files := unlawful(t)
	d, _ := opened(t, files...)
	if c := ask[checked](t, d, "check", "cases.yaml"); len(c.Diagnostics) > 0 || !slices.Equal(c.Fights, []string{"a weak blow against armor"}) {
		t.Fatalf("the case is checked as %v", c)
	}
	opens := begins{which: which{File: "cases.yaml", Case: "a weak blow against armor"}}
	hp := func(s scene) string {
		i := slices.IndexFunc(s.People, func(p person) bool { return p.Name == "bob" })
		return strconv.FormatFloat(s.People[i].Pools[0].Now, 'g', -1, 64)
	}
	broken := ask[view](t, d, "start", opens)
	if at := broken.Error; at == nil || at.At == nil || at.At.Code != "broken-law" || at.At.File != "skirmish.yaml" || at.At.Line != 21 || at.At.Hint == "" {
		t.Fatalf("it says %+v", at)
	}
	if start, end := hp(ask[scene](t, d, "at", 0)), hp(ask[scene](t, d, "at", broken.Events)); start != "5" || end != "7" {
		t.Errorf("bob goes from %s to %s", start, end)
	}
	if last := broken.Lines[len(broken.Lines)-1]; !strings.Contains(last.Text, "5 -> 7") {
		t.Errorf("the last line says %q", last.Text)
	}
	ask[nothing](t, d, "setFile", file{"skirmish.yaml", strings.Replace(files[0].Text, "self.hp <= had", "self.hp <= had + 2", 1)})
	if mended := ask[view](t, d, "start", opens); mended.Error == nil || mended.Error.At.Code == "broken-law" || mended.Events < broken.Events {
		t.Errorf("with another law it says %+v after %d events", mended.Error, mended.Events)
	}
}

// TestOddsOfPassing holds that the page tells what goes on if nothing is done about it as the session does: Zora's punch at Mort.
func TestOddsOfPassing(t *testing.T) {
	d, _ := opened(t)
	one := uint64(1)
	v := ask[view](t, d, "start", begins{which: which{File: "examples/01-first-blood.yaml"}, Mode: byHand, Hands: []string{"mort"}, Seed: &one})
	if v.Question.What != "Zora's punch" {
		t.Fatalf("it is asked during %q", v.Question.What)
	}
	whole, err := d.fight.session.Odds(session.Way{})
	if err != nil {
		t.Fatal(err)
	}
	if found := ask[odds](t, d, "odds", choice{Kind: "pass"}); found.How != whole.How() || !slices.Equal(found.Lines, whole.InWords()) {
		t.Errorf("%v, not %v", found.Lines, whole.InWords())
	}
}
