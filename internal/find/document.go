package find

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
)

// Document returns the printed report.
func (r *Report) Document() *report.Document {
	d := &report.Document{Title: fmt.Sprintf("%s (%s)", r.Title, r.Ruleset), Data: r}
	d.Paragraph("%s each way, with the same dice; examined: %s", report.Plural(r.Fights, "fight", "fights"), r.counted())
	d.Paragraph("%s", r.StoppedLine())
	if r.Script {
		d.Paragraph("The encounter's script is ignored: tactics play everyone.")
	}
	d.Add(r.Even.Blocks()...)
	switch {
	case len(r.Asked) == 0 && r.Stopped != "":
	case len(r.Asked) == 0:
		d.Add(report.Paragraph{Text: "No one did any of that, so nothing was examined.", Verdict: true})
	case len(r.Findings) == 0:
		d.Add(report.Paragraph{Text: "Nothing stands out.", Verdict: true})
	}
	for i := range r.Findings {
		r.addFinding(d, &r.Findings[i])
	}
	if len(r.Asked) > 0 {
		r.addAsked(d)
	}
	d.Add(r.Foot()...)
	return d
}

// counted returns how many things of each type were examined.
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

// always describes how fights are played with something always.
func (w What) always() string {
	switch w {
	case Used:
		return "used whenever it is allowed"
	case Lines:
		return "with this line first, without its condition"
	}
	return "done whenever it is allowed"
}

// addFinding adds a finding, and a fight that shows it.
func (r *Report) addFinding(d *report.Document, f *Finding) {
	title := fmt.Sprintf("%s, %s: %s", f.About, f.Side, f.Kind)
	d.Add(report.Heading{Text: title})
	counted, usual, other, see := "won by "+f.Side, "as the tactics play", "without it", "Sample fight"
	switch f.Kind {
	case AlwaysBest:
		other = f.What.always()
	case Missed:
		other = "thinking ahead"
	case Free:
		counted, usual, see = "fights", fmt.Sprintf("more than %d times in one turn", Repeats), "Done in"
		d.Paragraph("Done whenever it is allowed, it leaves the actor with no less of anything than before.")
	case Locks:
		counted = "a creature is locked"
		d.Paragraph("A creature that isn't out can't do anything for %d turns in a row or more, while it is done to them again.", LockedTurns)
	}
	t := &report.Table{Name: title, Head: report.Heads("", counted)}
	t.Add(report.Words(usual), f.Share.Cell())
	if f.Other != nil {
		t.Add(report.Words(other), f.Other.Cell())
	}
	if f.Difference != nil {
		t.Add(report.Words("change, points"), f.Difference.PointsCell())
	}
	d.Add(t, f.more())
	if r.See != "" {
		d.Add(report.Command{Label: see, Line: strings.Join(append([]string{r.See}, f.settings()...), " ") + fmt.Sprintf(" --trial %d", f.Trial)})
	}
}

// more returns the table of what a side does more when it thinks ahead.
func (f *Finding) more() *report.Table {
	t := &report.Table{Name: "times per fight", Head: report.Heads("times per fight", "as the tactics play", "thinking ahead")}
	for _, x := range f.More {
		t.Add(report.Words(x.About), report.Figure(fmt.Sprintf("%.1f", x.Now), x.Now), report.Figure(fmt.Sprintf("%.1f", x.Then), x.Then))
	}
	return t
}

// settings returns the words of a command line for the settings of a finding.
func (f *Finding) settings() (words []string) {
	for _, set := range f.Set {
		words = append(words, "--set "+experiment.Quote([]string{set}))
	}
	return words
}

// addAsked adds everything that was examined, grouped by side.
func (r *Report) addAsked(d *report.Document) {
	d.Add(report.Heading{Text: "What was examined"})
	for list := r.Asked; len(list) > 0; {
		side := list[0].Side
		t := &report.Table{Name: side, Head: report.Heads(side, "fights", "times",
			"change in win rate when banned, points", "change when always used, points")}
		for len(list) > 0 && list[0].Side == side {
			x := list[0]
			t.Add(report.Words(x.About), report.Count(x.DoneIn), report.Count(x.Times), points(x.Without), points(x.Always))
			list = list[1:]
		}
		d.Add(t)
	}
	for _, x := range r.Asked {
		if x.NothingWithout {
			d.Note("Without it, %s wins almost no fight: %s", x.Side, x.About)
		}
	}
	for _, x := range r.Asked {
		for _, why := range x.Unplayed {
			d.Note("Not played, %s, %s: %s", x.About, x.Side, why)
		}
	}
	r.addNever(d)
	r.addIdle(d)
	d.Add(r.ahead())
	d.Note("%s examined together: the intervals are wide enough that all of them are right in 95 of 100 such reports.",
		report.Plural(int64(r.Together), "difference", "differences"))
}

// ahead returns the table of the sides that played some fights thinking ahead.
func (r *Report) ahead() *report.Table {
	const name = "thinking ahead"
	t := &report.Table{Name: name, Head: report.Heads(name, "first fights", "won by tactics", "thinking ahead", "change, points")}
	for _, x := range r.Ahead {
		t.Add(report.Words(x.Side), report.Count(x.Fights), x.Share.Cell(), x.Other.Cell(), x.Difference.PointsCell())
	}
	return t
}

// points returns a table cell with a difference of shares, or a dash if there is none.
func points(d *experiment.Difference) report.Cell {
	if d == nil {
		return report.Words("-")
	}
	return d.PointsCell()
}

// addNever lists what was never allowed, grouped by side.
func (r *Report) addNever(d *report.Document) {
	for list := r.Never; len(list) > 0; {
		side, things := list[0].Side, []string{}
		for len(list) > 0 && list[0].Side == side {
			things, list = append(things, list[0].About), list[1:]
		}
		d.Note("Never allowed to %s: %s", side, strings.Join(things, ", "))
	}
}

// addIdle lists the lines that were never used, grouped by tactic.
func (r *Report) addIdle(d *report.Document) {
	for list := r.Idle; len(list) > 0; {
		first, lines := list[0], []string{}
		for len(list) > 0 && list[0].Side == first.Side && list[0].Tactic == first.Tactic {
			lines, list = append(lines, list[0].Line), list[1:]
		}
		d.Note("Never followed by %s, of tactic %s: %s", first.Side, first.Tactic, strings.Join(lines, ", "))
	}
}
