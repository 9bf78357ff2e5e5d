package experiment

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// final is all that can be said of a fight that has been played.
type final struct {
	outcome interp.Outcome
	// state is that of everybody, as a file.
	state string
	// stopped is why it was not played to its end, with the place, the line and the
	// calls that led there; empty: it was.
	stopped string
}

func (f final) String() string {
	if f.stopped != "" {
		return fmt.Sprintf("%+v\n%s", f.outcome, f.stopped)
	}
	return fmt.Sprintf("%+v\n%s", f.outcome, f.state)
}

// finalOf looks at a machine that has played.
func finalOf(t *testing.T, m *interp.Machine, outcome interp.Outcome, err error) final {
	t.Helper()
	f := final{outcome: outcome}
	var s *program.State
	if err == nil {
		s, err = m.State(true)
	}
	if err == nil {
		f.state = lang.FormatState(s)
		return f
	}
	var d *diag.Diagnostic
	if !errors.As(err, &d) {
		t.Fatal(err)
	}
	f.stopped = d.Snippet(false)
	return f
}

// told plays a trial as `rulec run --trial` does, and tells it.
func told(t *testing.T, code *interp.Code, e program.Encounter, o interp.Options) final {
	t.Helper()
	e.Script = nil
	m, outcome, err := script.Play(code, &e, o)
	if m == nil {
		t.Fatal(err)
	}
	f := finalOf(t, m, outcome, err)
	if err := errors.Join(interp.Story(m, io.Discard), m.JSON(io.Discard)); err != nil {
		t.Fatal(err)
	}
	return f
}

// explained is how many trials are played with explanations, too, which takes long.
const explained = 2

// tellsTheSame plays some trials as a worker of a simulation does, one after the other
// on one machine, and each of them again recorded, and recorded with explanations. It
// returns how many of them were stopped.
func tellsTheSame(t *testing.T, j Job, trials uint64) (stopped int) {
	t.Helper()
	e := j.Points[0].Encounter
	x := newTestPlayer(t, j).points[0]
	code := interp.Compile(e.Program)
	for trial := range trials {
		_, err := x.play(trial)
		quiet := finalOf(t, x.machine, x.machine.Outcome, err)
		if quiet.stopped != "" {
			stopped++
		}
		for _, explain := range []bool{false, true} {
			if explain && trial >= explained {
				continue
			}
			o := interp.Options{Seed: j.Seed, Seeded: true, Trial: trial, Trace: true, Explain: explain}
			if recorded := told(t, code, *e, o); recorded != quiet {
				t.Errorf("trial %d is, simulated,\n%v\n\nand told, explained %v,\n%v", trial, quiet, explain, recorded)
				return stopped
			}
		}
	}
	return stopped
}

// TestToldAsSimulated holds that `rulec run --seed S --trial K` tells exactly trial K: how
// it ended and when, after how many actions, and how everybody was then.
//
// Spec: simulation.md "What is played".
func TestToldAsSimulated(t *testing.T) {
	if testing.Short() {
		t.Skip("it plays many fights, one after the other")
	}
	const trials = 20
	fourOnFour(t, func(system string, j Job) {
		t.Run("four "+system, func(t *testing.T) {
			t.Parallel()
			if stopped := tellsTheSame(t, j, trials); stopped > 0 {
				t.Errorf("%d fights can't be played to their end", stopped)
			}
		})
	})
	paths, err := filepath.Glob("../../examples/*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	examples := 0
	for _, path := range paths {
		e, list := lang.LoadEncounter(path, shipped)
		if e == nil || list.HasErrors() || len(Idle(e)) > 0 {
			continue // a ruleset, a sequence, or one that only its script can play
		}
		examples++
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			tellsTheSame(t, Job{Points: []Point{{e, NewSetup(e, nil)}}, Many: Many{Seed: e.Seed}}, trials)
		})
	}
	if examples < 8 {
		t.Errorf("only %d examples can be played by tactics", examples)
	}
}

// faults are rulesets whose fights stop in the middle: settled, with other texts in places. Each
// stops when bob feints for the second time.
var faults = []struct {
	name string
	// change are texts of the ruleset and what stands in their place.
	change []string
	// code is that of the error; at is where it stands, empty: wherever the limit is met.
	code, at string
	// untold: only the story works it out, so that neither way stops; the trace names it.
	untold bool
}{
	{
		name:   "a formula",
		change: []string{"target.marks += 1\n", "target.marks += 1 / (1 - target.marks)\n"},
		code:   "division-by-zero", at: "1 / (1 - target.marks)",
	},
	{
		name: "a condition's formula",
		change: []string{"target.marks += 1\n", "target.marks += 1\n      apply marked to target\n",
			"conditions:\n", "conditions:\n  marked: {until: when 1 / (2 - self.marks) > 5}\n"},
		code: "division-by-zero", at: "1 / (2 - self.marks)",
	},
	{
		name:   "a field of an event that somebody hears",
		change: []string{"announce missed", "announce missed with how = 1 / (2 - target.marks)", "missed: {}", "missed: {fields: {how: number}}", "conditions:\n", "rules:\n  hears: {on: missed, do: \"let heard = event.how\"}\nconditions:\n"},
		code:   "division-by-zero", at: "1 / (2 - target.marks)",
	},
	{
		name:   "a field of an event that nobody hears",
		change: []string{"announce missed", "announce missed with how = 1 / (2 - target.marks)", "missed: {}", "missed: {fields: {how: number}}"},
		code:   "division-by-zero", at: "1 / (2 - target.marks)",
	},
	{
		name:   "a sentence about an event",
		change: []string{"announce missed", "announce missed of target", "missed: {}", "missed: {told: \"{1 / (2 - event.of.marks)}\"}"},
		code:   "division-by-zero", at: "1 / (2 - event.of.marks)", untold: true,
	},
	{
		name:   "a sentence about an action",
		change: []string{"perform: it.hit()", "told: \"{1 / (1 - target.marks)}\"\n    perform: it.hit()"},
		code:   "division-by-zero", at: "1 / (1 - target.marks)", untold: true,
	},
	{
		name:   "a sentence about an entry",
		change: []string{"    turn:\n      do:", "    turn:\n      told: \"{1 / (2 - self.marks)}\"\n      do:"},
		code:   "division-by-zero", at: "1 / (2 - self.marks)", untold: true,
	},
	{
		name: "a condition's sentence at its begin",
		change: []string{"target.marks += 1\n", "target.marks += 1\n      apply marked to target\n",
			"conditions:\n", "conditions:\n  marked: {until: end of turn, told: {begins: \"{1 / (2 - self.marks)}\"}}\n"},
		code: "division-by-zero", at: "1 / (2 - self.marks)", untold: true,
	},
	{
		name: "a condition's sentence when it stays",
		change: []string{"target.marks += 1\n", "target.marks += 1\n      apply marked to target\n",
			"conditions:\n", "conditions:\n  marked: {until: end of encounter, told: {stays: \"{1 / (2 - self.marks)}\"}}\n"},
		code: "division-by-zero", at: "1 / (2 - self.marks)", untold: true,
	},
	{
		name: "a condition's sentence at its end",
		change: []string{"target.marks += 1\n", "target.marks += 1\n      apply marked to target\n      end marked on target\n",
			"conditions:\n", "conditions:\n  marked: {until: end of encounter, told: {ends: \"{1 / (2 - self.marks)}\"}}\n"},
		code: "division-by-zero", at: "1 / (2 - self.marks)", untold: true,
	},
	{
		name:   "a derived condition's sentence",
		change: []string{"conditions:\n", "conditions:\n  marked: {while: self.marks == 2, told: {begins: \"{1 / (2 - self.marks)}\"}}\n"},
		code:   "division-by-zero", at: "1 / (2 - self.marks)", untold: true,
	},
	{
		name: "too many steps, with a sentence among them",
		change: []string{"target.marks += 1\n", "target.marks += 1\n      if target.marks == 2 { for i in 1..1000 { for k in 1..1000 { announce missed of target } } }\n",
			"missed: {}", "missed: {told: \"{count(combatants, each.marks == 7)} of them\"}"},
		code: "run-limit",
	},
}

// TestStopsAsSimulated holds that a fight which can't be played to its end stops in the
// simulation and when it is told with the same error, at the same place.
//
// Spec: simulation.md "What is played".
func TestStopsAsSimulated(t *testing.T) {
	for _, fault := range faults {
		t.Run(fault.name, func(t *testing.T) {
			fs := files(t)
			text := string(files(t)["game.yaml"].Data)
			for i := 0; i < len(fault.change); i += 2 {
				if !strings.Contains(text, fault.change[i]) {
					t.Fatalf("there is no %q", fault.change[i])
				}
				text = strings.Replace(text, fault.change[i], fault.change[i+1], 1)
			}
			fs["game.yaml"].Data = []byte(text)
			e := loadFrom(t, fs, "settled.yaml")
			m, outcome, err := script.Play(interp.Compile(e.Program), e, interp.Options{Trace: true})
			want := 2
			if fault.untold {
				if want = 0; err != nil || len(m.Trace().Faults) == 0 {
					t.Fatalf("it stops with %v, and the trace has no faults", err)
				}
				err = m.Trace().Faults[0]
			}
			var d *diag.Diagnostic
			if !errors.As(err, &d) || string(d.Code) != fault.code || !strings.Contains(d.Span.Text(), fault.at) {
				t.Errorf("it stops with %v, want %s at %s", err, fault.code, fault.at)
			}
			if outcome.Batches < 2 {
				t.Errorf("it doesn't stop in the middle: %+v", outcome)
			}
			j := Job{Points: []Point{{e, NewSetup(e, nil)}}, Many: Many{Seed: 3}}
			if stopped := tellsTheSame(t, j, 2); stopped != want {
				t.Errorf("%d fights of 2 stopped, not %d", stopped, want)
			}
		})
	}
}
