package find

import (
	"fmt"
	"io"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang/diag"
)

// Report is what came of a job.
type Report struct {
	experiment.Origin
	// See is the line that plays a fight, whose number follows: whoever prints the report says so.
	See string `json:"see"`
	// Fights is how many were played in each way, Together how many differences were looked at.
	Fights   int64 `json:"fights"`
	Together int   `json:"differences"`
	// Even is not nil if it is decided who wins.
	Even *experiment.Even `json:"even,omitempty"`
	// Findings are what stands out, Asked all that was asked, Idle the lines of tactics that were never taken.
	Findings []Finding `json:"findings"`
	Asked    []Asked   `json:"asked"`
	Idle     []Idle    `json:"never_taken"`
	// Never is what was never allowed, and no tactic did.
	Never []Never `json:"never_allowed,omitempty"`
	// Ahead are the sides that played fights thinking ahead; Script tells that a script was left out.
	Ahead  []Ahead `json:"thinking,omitempty"`
	Script bool    `json:"script_left_out,omitempty"`
}

// Kind says what is wrong with something.
type Kind string

// The kinds of findings.
const (
	// NeverBest is what a side does, and wins more without.
	NeverBest Kind = "never best"
	// AlwaysBest is what a side wins much more with when it always does or uses it.
	AlwaysBest Kind = "always best"
	// HangsOnIt is what a side loses much without, though it can win otherwise.
	HangsOnIt Kind = "everything hangs on it"
	// Free actions can be done again and again in one turn.
	Free Kind = "costs nothing"
	// Locks is what leaves a foe unable to do anything.
	Locks Kind = "locks its target"
	// Missed is what the tactics of a side miss: it wins much more when it thinks ahead.
	Missed Kind = "miss something"
)

// Finding is something that stands out.
type Finding struct {
	Kind Kind `json:"kind"`
	// About is what it is about, in words, and What which sort of thing that is; empty: all tactics of the side.
	About string `json:"about"`
	What  What   `json:"what"`
	Side  string `json:"side"`
	// Share is, as the tactics play, how often the side wins, Other how often it does the other way, and
	// Difference how much more that is. Of what locks its target it is how often foes are locked. Of what is
	// free Share is in how many of the fights in which it was done whenever it was allowed it was free, and the
	// others are nil.
	Share      experiment.Share       `json:"share"`
	Other      *experiment.Share      `json:"other"`
	Difference *experiment.Difference `json:"difference"`
	// More are the things that a side does more that thinks ahead; nil for all other kinds.
	More []DoneMore `json:"more,omitempty"`
	// Trial is a fight that shows it, where each of Set is set.
	Trial uint64   `json:"trial"`
	Set   []string `json:"set,omitempty"`
}

// DoneMore is an action that a side does more when it thinks ahead, or what it uses more: how often in a fight as its
// tactics have it, and then.
type DoneMore struct {
	About string  `json:"about"`
	Now   float64 `json:"now"`
	Then  float64 `json:"then"`
}

// Asked is something of a side, with what came of asking about it.
type Asked struct {
	About string `json:"about"`
	What  What   `json:"what"`
	Side  string `json:"side"`
	// DoneIn is in how many fights it was done, Times how often in all.
	DoneIn int64 `json:"done_in"`
	Times  int64 `json:"times"`
	// Without and Always are how much more the side wins without it, and with it always done or used;
	// nil: that wasn't asked, or can't be played.
	Without *experiment.Difference `json:"without"`
	Always  *experiment.Difference `json:"always"`
	// NothingWithout tells that the side wins much less without it, and hardly anything: too little to be a finding.
	NothingWithout bool `json:"nothing_without,omitempty"`
	// Unplayed says why something can't be played.
	Unplayed []string `json:"unplayed"`
}

// Never is something that a side has, and that was never allowed where it was to be used always.
type Never struct {
	Side  string `json:"side"`
	About string `json:"about"`
}

// Ahead is a side that played some of the fights thinking ahead: how often it wins those as its tactics play, and then.
type Ahead struct {
	Side       string                `json:"side"`
	Fights     int64                 `json:"fights"`
	Share      experiment.Share      `json:"share"`
	Other      experiment.Share      `json:"other"`
	Difference experiment.Difference `json:"difference"`
}

// Idle is a line of a tactic of a side that was never taken: what it does, and where it stands.
type Idle struct {
	Side   string `json:"side"`
	Tactic string `json:"tactic"`
	Line   string `json:"line"`
}

// JSON prints a report as one JSON document. What a terminal would obey is escaped.
func (r *Report) JSON(w io.Writer) error { return report.WriteJSON(w, r) }

// text collects what is printed; a terminal obeys nothing in it.
type text struct{ strings.Builder }

func (t *text) line(format string, args ...any) {
	t.WriteString(strings.TrimRight(diag.Visible(fmt.Sprintf(format, args...)), " ") + "\n")
}

// Text prints a report for people.
func (r *Report) Text(w io.Writer) error {
	t := &text{}
	t.line("%s (%s)", r.Title, r.Ruleset)
	t.line("%s in each way, on the same dice; asked about: %s", report.Plural(r.Fights, "fight", "fights"), r.counted())
	if line := r.StoppedLine(); line != "" {
		t.line("%s", line)
	}
	if r.Script {
		t.line("The encounter's script is left out: all act by tactics.")
	}
	t.line("")
	for _, line := range r.Even.Lines() {
		t.line("%s", line)
	}
	switch {
	case len(r.Asked) == 0 && r.Stopped != "":
	case len(r.Asked) == 0:
		t.line("Nothing of that was done by anybody, so that nothing was asked.")
		t.line("")
	case len(r.Findings) == 0:
		t.line("Nothing stands out.")
		t.line("")
	}
	for i := range r.Findings {
		t.finding(r, &r.Findings[i])
	}
	if len(r.Asked) > 0 {
		t.asked(r)
	}
	t.line("Ruleset %s (%.12s), rulec %s, seed %d.", r.Ruleset, r.Hash, r.Program, r.Seed)
	if r.Command != "" {
		t.line("Again: %s", r.Command)
	}
	_, err := io.WriteString(w, t.String())
	return err
}

// counted says about how many things of each sort was asked.
func (r *Report) counted() string {
	var parts []string
	for _, w := range []struct {
		what      What
		one, many string
	}{
		{Actions, "action", "actions"}, {Used, "thing used", "things used"}, {Conditions, "condition", "conditions"},
		{Lines, "line of tactics", "lines of tactics"},
	} {
		count := int64(0)
		for _, x := range r.Asked {
			if x.What == w.what {
				count++
			}
		}
		if count > 0 {
			parts = append(parts, report.Plural(count, w.one, w.many))
		}
	}
	if parts == nil {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// always says how fights are played with something always.
func (w What) always() string {
	switch w {
	case Used:
		return "used wherever it may be"
	case Lines:
		return "with this line first, whatever it asks"
	}
	return "done whenever it is allowed"
}

// finding says what stands out, in words, and which fight shows it.
func (t *text) finding(r *Report, f *Finding) {
	t.line("%s, %s: %s", f.About, f.Side, f.Kind)
	share := func(s experiment.Share) string { return s.Percent() + " (" + s.Range() + ")" }
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
		switch f.Kind {
		case AlwaysBest:
			how = f.What.always()
		case Missed:
			how = "thinking ahead"
		}
		t.line("  Won by %s: %s of the fights as the tactics play, %s %s:", f.Side, share(f.Share), share(*f.Other), how)
		t.line("  %s points.", f.Difference.Points())
	}
	for _, x := range f.More {
		t.line("  %s: %.1f times a fight as the tactics play, %.1f thinking ahead", x.About, x.Now, x.Then)
	}
	if r.See != "" {
		see := "See one"
		if f.Kind == Free {
			see = "It is done in"
		}
		t.line("  %s: %s --trial %d", see, strings.Join(append([]string{r.See}, f.settings()...), " "), f.Trial)
	}
	t.line("")
}

// settings are the words of a command line that set what a finding sets.
func (f *Finding) settings() (words []string) {
	for _, set := range f.Set {
		words = append(words, "--set "+experiment.Quote([]string{set}))
	}
	return words
}

// asked lists all that was asked.
func (t *text) asked(r *Report) {
	rows := experiment.Table{{"asked about", "side", "fights", "times", "won more without it, points", "won more with it always, points"}}
	said := func(d *experiment.Difference) string {
		if d == nil {
			return "-"
		}
		return d.Points()
	}
	for _, x := range r.Asked {
		rows = append(rows, []string{x.About, x.Side, report.Thousands(x.DoneIn), report.Thousands(x.Times), said(x.Without), said(x.Always)})
	}
	for _, line := range rows.Lines(func(column int) bool { return column < 2 || column > 3 }) {
		t.line("%s", line)
	}
	for _, x := range r.Asked {
		if x.NothingWithout {
			t.line("Without it, next to nothing is won by %s: %s", x.Side, x.About)
		}
	}
	for _, x := range r.Asked {
		for _, why := range x.Unplayed {
			t.line("Not told of %s, %s: %s", x.About, x.Side, why)
		}
	}
	t.never(r.Never)
	t.idle(r.Idle)
	for _, x := range r.Ahead {
		t.line("Won by %s of the first %s: %s thinking ahead, %s by tactics; in points: %s",
			x.Side, report.Plural(x.Fights, "fight", "fights"), x.Other.Percent(), x.Share.Percent(), x.Difference.Points())
	}
	t.line("")
	t.line("%s looked at together: intervals are so wide that in 95 of 100 such reports all of them hold.",
		report.Plural(int64(r.Together), "difference", "differences"))
}

// never lists what was never allowed, that of a side together.
func (t *text) never(list []Never) {
	for len(list) > 0 {
		side, things := list[0].Side, []string{}
		for len(list) > 0 && list[0].Side == side {
			things, list = append(things, list[0].About), list[1:]
		}
		t.line("Never allowed to %s: %s", side, strings.Join(things, ", "))
	}
}

// idle lists the lines that were never taken, those of a tactic together.
func (t *text) idle(list []Idle) {
	for len(list) > 0 {
		first, lines := list[0], []string{}
		for len(list) > 0 && list[0].Side == first.Side && list[0].Tactic == first.Tactic {
			lines, list = append(lines, list[0].Line), list[1:]
		}
		t.line("Never taken by %s, of tactic %s: %s", first.Side, first.Tactic, strings.Join(lines, ", "))
	}
}
