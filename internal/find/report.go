package find

import (
	"fmt"
	"io"
	"strings"

	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/lang/diag"
)

// Report is what came of a job.
type Report struct {
	Encounter string `json:"encounter"`
	Title     string `json:"title"`
	Ruleset   string `json:"ruleset"`
	Hash      string `json:"hash"`
	// Program is the version of the program, Command the line that prints the same again, and See the
	// one that plays a fight, whose number follows: whoever prints the report says so.
	Program string `json:"rulec"`
	Command string `json:"again"`
	See     string `json:"see"`
	Seed    uint64 `json:"seed,string"`
	// Fights is how many were played in each way, Together how many differences were looked at.
	Fights   int64 `json:"fights"`
	Together int   `json:"differences"`
	// Findings are what stands out, Asked all that was asked.
	Findings []Finding `json:"findings"`
	Asked    []Asked   `json:"asked"`
}

// Kind says what is wrong with an action.
type Kind string

// The kinds of findings.
const (
	// NeverBest actions are done, and those who do them win more without.
	NeverBest Kind = "never best"
	// AlwaysBest actions win much more when they are done whenever they are allowed.
	AlwaysBest Kind = "always best"
	// HangsOnIt is what a side loses much without, though it can win otherwise.
	HangsOnIt Kind = "everything hangs on it"
	// Free actions can be done again and again in one turn.
	Free Kind = "costs nothing"
	// Locks are actions that leave a foe unable to do anything.
	Locks Kind = "locks its target"
)

// Finding is something that stands out.
type Finding struct {
	Kind   Kind   `json:"kind"`
	Action string `json:"action"`
	Side   string `json:"side"`
	// Share is, as the tactics play, how often the side wins, Other how often it does without the action or
	// with it done whenever it is allowed, and Difference how much more that is. Of what locks its
	// target it is how often foes are locked. Of what is free Share is in how many of the fights
	// in which it was done whenever it was allowed it was free, and the others are nil.
	Share      sim.Share       `json:"share"`
	Other      *sim.Share      `json:"other"`
	Difference *sim.Difference `json:"difference"`
	// Trial is a fight that shows it.
	Trial uint64 `json:"trial"`
}

// Asked is an action of a side, with what came of asking about it.
type Asked struct {
	Action string `json:"action"`
	Side   string `json:"side"`
	// DoneIn is in how many fights it was done, Times how often in all.
	DoneIn int64 `json:"done_in"`
	Times  int64 `json:"times"`
	// Without and Always are how much more the side wins without it, and with it done whenever it is
	// allowed; nil: that wasn't asked, or can't be played.
	Without *sim.Difference `json:"without"`
	Always  *sim.Difference `json:"always"`
	// Unplayed says why something can't be played.
	Unplayed []string `json:"unplayed"`
}

// JSON prints a report as one JSON document. What a terminal would obey is escaped.
func (r *Report) JSON(w io.Writer) error { return sim.WriteJSON(w, r) }

// text collects what is printed; a terminal obeys nothing in it.
type text struct{ strings.Builder }

func (t *text) line(format string, args ...any) {
	t.WriteString(strings.TrimRight(diag.Visible(fmt.Sprintf(format, args...)), " ") + "\n")
}

// Text prints a report for people.
func (r *Report) Text(w io.Writer) error {
	t := &text{}
	t.line("%s (%s)", r.Title, r.Ruleset)
	t.line("%s in each way, on the same dice; %s asked about", sim.Plural(r.Fights, "fight", "fights"),
		sim.Plural(int64(len(r.Asked)), "action of a side", "actions of sides"))
	t.line("")
	if len(r.Findings) == 0 {
		t.line("Nothing stands out.")
		t.line("")
	}
	for i := range r.Findings {
		t.finding(r, &r.Findings[i])
	}
	t.asked(r)
	t.line("Ruleset %s (%.12s), rulec %s, seed %d.", r.Ruleset, r.Hash, r.Program, r.Seed)
	if r.Command != "" {
		t.line("Again: %s", r.Command)
	}
	_, err := io.WriteString(w, t.String())
	return err
}

// finding says what stands out, in words, and which fight shows it.
func (t *text) finding(r *Report, f *Finding) {
	t.line("%s, %s: %s", f.Action, f.Side, f.Kind)
	share := func(s sim.Share) string { return s.Percent() + " (" + s.Range() + ")" }
	switch f.Kind {
	case Free:
		t.line("  Done whenever it is allowed, it is done more than %d times in one turn in %s of the fights,", Repeats, share(f.Share))
		t.line("  and whoever does it has no less of anything than before.")
	case Locks:
		t.line("  Somebody who isn't out can do nothing in %d turns in a row or more, while it is done to them again:", LockedTurns)
		t.line("  in %s of the fights, against %s with anybody locked without it:", share(f.Share), share(*f.Other))
		t.line("  %s points.", f.Difference.Points())
	default:
		how := "without it"
		if f.Kind == AlwaysBest {
			how = "when it is done whenever it is allowed"
		}
		t.line("  Won by %s: %s of the fights as the tactics play, %s %s:", f.Side, share(f.Share), share(*f.Other), how)
		t.line("  %s points.", f.Difference.Points())
	}
	if r.See != "" {
		t.line("  See one: %s --trial %d", r.See, f.Trial)
	}
	t.line("")
}

// asked lists all that was asked.
func (t *text) asked(r *Report) {
	rows := sim.Table{{"action", "side", "done in", "times", "won more without it, points", "done whenever allowed, points"}}
	said := func(d *sim.Difference) string {
		if d == nil {
			return "-"
		}
		return d.Points()
	}
	for _, x := range r.Asked {
		rows = append(rows, []string{x.Action, x.Side, sim.Thousands(x.DoneIn), sim.Thousands(x.Times), said(x.Without), said(x.Always)})
	}
	for _, line := range rows.Lines(func(column int) bool { return column < 2 || column > 3 }) {
		t.line("%s", line)
	}
	if len(r.Asked) == 0 {
		t.line("(nobody did anything)")
	}
	for _, x := range r.Asked {
		for _, why := range x.Unplayed {
			t.line("Not told of %s, %s: %s", x.Action, x.Side, why)
		}
	}
	t.line("")
	t.line("%s looked at together: intervals are so wide that in 95 of 100 such reports all of them hold.",
		sim.Plural(int64(r.Together), "difference", "differences"))
}
