package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
)

// addTo adds the effects of the house rules on an encounter.
func (x *EncounterReport) addTo(d *report.Document, r *Report) {
	d.Add(report.Heading{Text: fmt.Sprintf("%s (%s)", x.Title, x.File), Part: true})
	d.Paragraph("%s under each ruleset, with the same dice.", report.Plural(x.Fights, "fight", "fights"))
	d.Add(report.Paragraph{Text: x.verdict(), Verdict: true}, x.outcomes(r))
	d.Note("%s", x.sureness())
	d.Add(x.Even.Blocks()...)
	d.Add(x.averages(r))
	if len(r.Rules) > 0 {
		x.addUses(d, r)
	}
	if x.Attribution != nil {
		x.addAttribution(d, r)
	}
	x.addFlipped(d, r)
}

// verdict describes the effect of the house rules on the encounter in one sentence.
func (x *EncounterReport) verdict() string {
	fights := report.Plural(x.Fights, "fight", "fights")
	if x.Same == x.Fights {
		return fmt.Sprintf("The house rules change nothing here: all %s are the same, event for event.", fights)
	}
	same := fmt.Sprintf("%s of %s are the same, event for event", report.Thousands(x.Same), fights)
	if x.Same == 0 {
		same = "no fight is the same, event for event"
	}
	o := x.Outcomes[0]
	if !o.Difference.Seen() {
		return fmt.Sprintf("No difference seen in who wins; %s.", same)
	}
	often := "more often"
	if o.Difference.Value < 0 {
		often = "less often"
	}
	shares := o.House.Percent() + " instead of " + o.Base.Percent()
	if o.House.Percent() == o.Base.Percent() { // the difference needs more digits
		shares = "by " + o.Difference.Points() + " points"
	}
	return fmt.Sprintf("Won by %s %s: %s; %s.", o.label(), often, shares, same)
}

// outcomes returns a table with a row for each way that fights ended.
func (x *EncounterReport) outcomes(r *Report) *report.Table {
	t := &report.Table{Name: "how it ends", Head: report.Heads("won by", r.Base.Name, r.House.Name, "difference in points")}
	share := func(s experiment.Share) report.Cell { return report.Interval(s.Percent(), s.Value, s.Low, s.High) }
	for _, o := range x.Outcomes {
		t.Add(report.Words(o.label()), share(o.Base), share(o.House), o.Difference.PointsCell())
	}
	return t
}

func (o *Outcome) label() string {
	if o.Kind == "side" {
		return o.Name
	}
	return "(" + o.Name + ")"
}

// sureness returns how sure the outcomes are. Their table only has room for the intervals of the differences.
func (x *EncounterReport) sureness() string {
	off := 0.0
	for _, o := range x.Outcomes {
		for _, s := range []experiment.Share{o.Base, o.House} {
			off = max(off, s.High-s.Value, s.Value-s.Low)
		}
	}
	return fmt.Sprintf("95%% intervals: ±%s points at most for each share; those of differences are in brackets. "+
		"None seen: the interval contains 0.", experiment.Figure(100*off, 100*off))
}

// averages returns a table with a row for each available figure of a fight.
func (x *EncounterReport) averages(r *Report) *report.Table {
	t := &report.Table{Name: "average fight", Head: report.Heads("average per fight", r.Base.Name, r.House.Name, "difference")}
	for _, m := range append([]Measure{x.length(), x.Actions}, x.Left...) {
		if m.Fights > 0 {
			figure := func(v float64) report.Cell { return report.Figure(experiment.Figure(v, m.Difference.Half()), v) }
			t.Add(report.Words(m.label()), figure(m.Base), figure(m.House), m.Difference.Cell())
		}
	}
	return t
}

// length returns the length, with its name in tables.
func (x *EncounterReport) length() Measure {
	m := x.Length
	m.Name = "length in " + x.Unit + "s"
	return m
}

func (m *Measure) label() string {
	switch {
	case m.Side == "":
		return m.Name
	case m.Name == standing:
		return m.Side + ": still standing"
	}
	return m.Side + ": " + m.Name
}

// addUses adds how often each rule came up.
func (x *EncounterReport) addUses(d *report.Document, r *Report) {
	t := &report.Table{Name: "how often the rules come up", Head: report.Heads("rule", "in fights", "times")}
	hidden := false
	for i, u := range x.Used {
		fights, times := report.Count(u.Fights), report.Count(u.Times)
		if r.Rules[i].Words || !u.Shows && u.Fights == 0 {
			fights, times, hidden = report.Words("-"), report.Words("-"), true
		}
		t.Add(report.Words(r.Rules[i].Path()), fights, times)
	}
	d.Add(report.Heading{Text: "How often the rules come up"})
	if hidden {
		d.Note("-: the log can't show it. Other rules read this one, or only its text differs.")
	}
	d.Add(t)
}

// addAttribution adds the effect of each rule.
func (x *EncounterReport) addAttribution(d *report.Document, r *Report) {
	a := x.Attribution
	d.Add(report.Heading{Text: "Which rule did it"})
	if a.Why != "" {
		d.Paragraph("No answer: %s.", a.Why)
		return
	}
	d.Note("%s", a.how())
	shares := &report.Table{Name: "which rule did it", Sum: true, Head: []report.Head{
		{Name: "rule"}, {Name: "won by " + x.Outcomes[0].label() + ", points", Bars: true}, {Name: x.length().Name},
	}}
	changed := &report.Table{
		Name: "fights that the rules change", Sum: true, Head: report.Heads("rule", "fights changed by it alone", "by removing it"),
	}
	for _, g := range a.byEffect() {
		shares.Add(report.Words(r.named(g.Rules)), g.Wins.PointsCell(), g.Length.Cell())
		changed.Add(report.Words(r.named(g.Rules)), report.Count(g.Alone), report.Count(g.Without))
	}
	shares.Add(report.Words("together"), a.Wins.PointsCell(), a.Length.Cell())
	changed.Add(report.Words("together"), report.Count(a.Changed), report.Words(""))
	d.Add(shares, changed)
	if len(a.Idle) > 0 {
		d.Paragraph("These change no fight: %s.", r.allNamed(a.Idle))
	}
}

// byEffect returns the groups, sorted by their effect on who wins, largest first.
func (a *Attribution) byEffect() []GroupShare {
	list := slices.Clone(a.Groups)
	slices.SortStableFunc(list, func(x, y GroupShare) int {
		wins := cmp.Compare(math.Abs(y.Wins.Value), math.Abs(x.Wins.Value))
		return cmp.Or(wins, cmp.Compare(math.Abs(y.Length.Value), math.Abs(x.Length.Value)))
	})
	return list
}

// how describes how the rules' shares were computed.
func (a *Attribution) how() string {
	orders := "all orders in which the rules can be added to the base (Shapley value)"
	if a.Orders > 0 {
		orders = fmt.Sprintf("%d orders, drawn at random, in which the rules are added to the base", a.Orders)
	}
	text := fmt.Sprintf("The share of a rule is its mean effect over %s, so the shares add up. From %s.",
		orders, report.Plural(a.Fights, "fight", "fights"))
	if slices.ContainsFunc(a.Groups, func(g GroupShare) bool { return len(g.Rules) > 1 }) {
		text += " Rules that need each other count as one (+)."
	}
	return text
}

// addFlipped adds some fights with another winner.
func (x *EncounterReport) addFlipped(d *report.Document, r *Report) {
	if len(x.Turned) > 0 {
		d.Add(report.Heading{Text: "Fights with another winner"})
	}
	for _, f := range x.Turned {
		d.Paragraph("Fight %d: %s under %s, %s under %s.%s", f.Trial, f.Base, r.Base.Name, f.House, r.House.Name, x.flippedAlone(r, &f))
		way := func(name string, lines []string, see string) report.Column {
			return report.Column{Title: name, Blocks: []report.Block{report.Lines{Lines: lines}, report.Command{Label: "Full log", Line: see}}}
		}
		d.Add(report.Lines{Lines: f.Before},
			report.Columns{Columns: []report.Column{way(r.Base.Name, f.ToldBase, f.SeeBase), way(r.House.Name, f.ToldHouse, f.SeeHouse)}})
	}
}

// flippedAlone names the rules that change the winner by themselves.
func (x *EncounterReport) flippedAlone(r *Report, f *Turned) string {
	if len(f.Alone) == 0 || len(r.Rules) == 1 {
		return ""
	}
	var groups [][]int
	for _, i := range f.Alone {
		groups = append(groups, x.Attribution.Groups[i].Rules)
	}
	if len(groups) == 1 {
		return " " + r.named(groups[0]) + " alone does that."
	}
	return " Each of " + r.allNamed(groups) + " alone does that."
}
