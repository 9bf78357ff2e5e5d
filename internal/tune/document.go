package tune

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
)

// Smallest explains what the smallest change is.
const Smallest = `The smallest change changes the fewest values; of those, it changes them least, as a part of the range that is tried
(a choice or dice: all of it); of those, its result is nearest.`

// mostRows is the maximum number of settings that the document lists.
const mostRows = 20

// Document returns the printed report.
func (r *Report) Document() *report.Document {
	d := &report.Document{Title: fmt.Sprintf("%s (%s)", r.Title, r.Ruleset), Data: r}
	d.Paragraph("Wanted: %s", r.wanted())
	if line := r.StoppedLine(); line != "" {
		d.Add(report.Paragraph{Text: line, Verdict: true})
	} else {
		d.Add(report.Paragraph{Text: r.answer(), Verdict: true}, r.fresh())
	}
	if r.Lines != "" {
		d.Paragraph("In the encounter, add this under these keys%s:", r.overlay())
		d.Add(report.Lines{Lines: strings.Split(strings.TrimRight(r.Lines, "\n"), "\n")})
	}
	r.addTried(d)
	for _, x := range r.Skipped {
		d.Note("Not played, %s: %s", x.Setting, x.Why)
	}
	for _, name := range r.Turns {
		d.Note("A higher %s doesn't always lead in the same direction, so its values were tried one by one (%d at most).", name, atMost)
	}
	if r.Full {
		d.Note("The search ended after %d settings: there may be others.", mostTried)
	}
	d.Note("%s", strings.ReplaceAll(Smallest, "\n", " "))
	if r.Command != "" {
		d.Add(report.Command{Label: "See it", Line: r.See})
	}
	d.Add(r.Foot()...)
	return d
}

// overlay returns where else the lines have the same effect.
func (r *Report) overlay() string {
	if strings.HasPrefix(r.Lines, "set:") && !strings.Contains(r.Lines, "\ncombatants:") && !strings.Contains(r.Lines, "\nthings:") {
		return " (in an overlay, set: does the same for all encounters)"
	}
	return ""
}

// wanted returns the goal with its bounds.
func (r *Report) wanted() string {
	switch {
	case r.Least == nil || r.Most == nil:
		return r.Goal
	case r.Unit == "":
		return fmt.Sprintf("%s, from %s to %s%%", r.Goal, plain(100**r.Least), plain(100**r.Most))
	}
	return fmt.Sprintf("%s, from %s to %s %s on average", r.Goal, plain(*r.Least), plain(*r.Most), many(r.Unit))
}

func plain(v float64) string { return strings.TrimSuffix(fmt.Sprintf("%.6g", v), ".0") }

// answer describes the result in words; the table of the fresh fights has the figures.
func (r *Report) answer() string {
	best := r.best()
	switch r.Verdict {
	case Already:
		return "The goal is already reached."
	case Does:
		return best + " reaches the goal."
	case Perhaps:
		return best + " seems to reach the goal. " + r.tellMore()
	case Fails:
		return best + " reached the goal in the search, but not in fresh fights. " + r.tellMore()
	}
	if len(r.Best) == 0 {
		return "Nothing that was tried reaches the goal, or comes nearer than the present setting."
	}
	return "Nothing that was tried reaches the goal. The nearest is " + best + "."
}

// tellMore returns how to get surer results.
func (r *Report) tellMore() string {
	if r.Command == "" {
		return "More fights give a surer answer."
	}
	return "More fights (-n) give a surer answer."
}

// best returns the changes, with the old and new values.
func (r *Report) best() string {
	var parts []string
	for _, x := range r.Best {
		parts = append(parts, fmt.Sprintf("%s %s -> %s", x.Name, cmp.Or(x.Was, "(computed)"), x.Value))
	}
	if parts == nil {
		return "The present setting"
	}
	return strings.Join(parts, " with ")
}

// fresh returns the table of the fresh fights.
func (r *Report) fresh() *report.Table {
	t := r.table("fresh fights")
	t.Add(r.row(nil, r.Now, r.Fights, nil)...)
	if len(r.Best) > 0 {
		t.Add(r.row(r.Best, r.Found, r.Fights, &r.Against)...)
	}
	return t
}

// addTried adds all settings that were tried, or the nearest ones.
func (r *Report) addTried(d *report.Document) {
	list := r.Tried
	if len(list) > mostRows {
		list = r.nearest(mostRows)
	}
	t := r.table("what was tried")
	for _, x := range list {
		t.Add(r.row(x.Settings, x.Figure, x.Fights, x.Against)...)
	}
	d.Add(t)
	if more := len(r.Tried) - len(list); more > 0 {
		which := ""
		if r.Command != "" {
			which = ", which --format json lists"
		}
		d.Note("and %d others, no nearer%s", more, which)
	}
}

// table returns a table of settings.
func (r *Report) table(name string) *report.Table {
	against := "change, points"
	if r.Unit != "" {
		against = "change"
	}
	return &report.Table{Name: name, Head: report.Heads(name, r.what, "fights", against)}
}

// row returns a row of such a table.
func (r *Report) row(settings []Setting, f Figure, fights int64, against *experiment.Difference) []report.Cell {
	difference := report.Words("")
	switch {
	case against == nil:
	case r.Unit == "":
		difference = against.PointsCell()
	default:
		difference = against.Cell()
	}
	return []report.Cell{report.Words(named(settings)), f.cell(r.Unit), report.Count(fights), difference}
}

// cell returns a table cell with a figure and its interval.
func (f Figure) cell(unit string) report.Cell {
	if f.Value == nil {
		return report.Words("-")
	}
	if unit == "" {
		return experiment.Share{Value: *f.Value, Low: *f.Low, High: *f.High}.Cell()
	}
	return experiment.Mean{Value: *f.Value, Low: *f.Low, High: *f.High}.Cell()
}

// nearest returns the settings that are nearest to the goal, in their order.
func (r *Report) nearest(most int) (list []Tried) {
	misses := func(x Tried) float64 {
		if x.Figure.Value == nil {
			return math.Inf(1)
		}
		g := Goal{Low: math.Inf(-1), High: math.Inf(1)}
		if r.Least != nil {
			g.Low = *r.Least
		}
		if r.Most != nil {
			g.High = *r.Most
		}
		return g.misses(*x.Figure.Value)
	}
	all := make([]float64, len(r.Tried))
	for i, x := range r.Tried {
		all[i] = misses(x)
	}
	slices.Sort(all)
	for _, x := range r.Tried {
		if misses(x) <= all[most-1] && len(list) < most {
			list = append(list, x)
		}
	}
	return list
}

// named describes settings.
func named(settings []Setting) string {
	var parts []string
	for _, x := range settings {
		parts = append(parts, x.Name+" = "+x.Value)
	}
	if parts == nil {
		return "unchanged"
	}
	return strings.Join(parts, ", ")
}
