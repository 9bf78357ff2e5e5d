package sim

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
)

// Document returns the report for people. In a page, draw draws the chart; nil means none.
func (r *Report) Document(draw func(io.Writer, *Report) error) *report.Document {
	first := &r.Points[0]
	d := &document{&report.Document{Title: first.Title + " (" + first.Ruleset + ")", Data: r, Sheet: newSheet(r)}, r, draw}
	if len(r.Vary) == 0 {
		d.single(first)
	} else {
		d.varied(first)
	}
	d.Add(report.Note{Text: experiment.InBrackets})
	origin := experiment.Origin{Ruleset: first.Ruleset, Hash: first.Hash, Program: r.Program, Command: r.Again, Seed: r.Seed}
	d.Add(origin.Foot()...)
	return d.Document
}

// document collects the blocks of a report.
type document struct {
	*report.Document
	report *Report
	draw   func(io.Writer, *Report) error
}

// section adds a heading and a table, unless the table has no rows.
func (d *document) section(heading string, t *report.Table) {
	if len(t.Rows) > 0 {
		d.Add(report.Heading{Text: heading}, t)
	}
}

// chart adds the drawing; about describes what it shows.
func (d *document) chart(about string) {
	if d.draw != nil {
		d.Add(report.Chart{About: about, Draw: func(w io.Writer) error { return d.draw(w, d.report) }})
	}
}

// single adds the report on one encounter.
func (d *document) single(p *PointReport) {
	d.Paragraph("%s", report.Plural(p.Fights, "fight", "fights"))
	d.Add(outcomes(p))
	d.Add(p.Even.Blocks()...)
	d.length(p)
	d.samples(p)
	d.combatants(p.Combatants)
	d.section("Actions", actions(p.Actions))
	d.section("Rolls", tests(p.Tests))
}

func outcomes(p *PointReport) *report.Table {
	t := &report.Table{Name: "outcomes", Head: []report.Head{{Name: "won by"}, {Name: "share", Bars: true}, {Name: "fights"}}}
	for _, o := range p.Outcomes {
		name := o.Name
		if o.Kind != "side" {
			if name = "(" + name + ")"; o.Fights == 0 {
				continue
			}
		}
		t.Add(report.Words(name), o.Share.Cell(), report.Count(o.Fights))
	}
	return t
}

func (d *document) length(p *PointReport) {
	l := p.Length
	d.Add(report.Heading{Text: "How long fights last"})
	if len(l.Bins) == 0 {
		d.Paragraph("No fight ended before the time limit.")
		return
	}
	d.Paragraph("length (%s): median %d, %d to %d in 90%% of the fights, %d to %d in all\n%s",
		l.Unit, l.Median, l.P5, l.P95, l.Least, l.Most, actionsText(p))
	d.Add(histogram(l))
	d.chart("lengths of fights, by how they ended")
}

// actionsText returns how many actions a fight has.
func actionsText(p *PointReport) string {
	if len(p.Actions) == 0 {
		return "No one did an action. What turn entries and rules do isn't counted."
	}
	return fmt.Sprintf("actions: %s on average, %d to %d in 90%% of the fights", p.Acts.Mean.Both(), p.Acts.P5, p.Acts.P95)
}

// histogramRows is the maximum number of rows of a histogram.
const histogramRows = 20

// histogram returns a table of how many fights had which length. All rows but the last span equally many lengths;
// the last one has all fights that are longer than 99% of them.
func histogram(l LengthReport) *report.Table {
	fights := int64(0)
	for _, b := range l.Bins {
		fights += b.Fights
	}
	last, seen := l.Least, int64(0)
	for _, b := range l.Bins {
		if seen*100 >= fights*99 {
			break
		}
		seen += b.Fights
		last = b.Length
	}
	size := niceSize(last - l.Least + 1)
	from := floorTo(l.Least, size)
	counts := make([]int64, (last-from)/size+1)
	for _, b := range l.Bins {
		counts[min((b.Length-from)/size, int64(len(counts)-1))] += b.Fights
	}
	t := &report.Table{Name: "length", Head: []report.Head{{Name: l.Unit}, {Name: "fights", Bars: true}}}
	for i, n := range counts {
		low := from + int64(i)*size
		label := strconv.FormatInt(low, 10)
		switch {
		case i == len(counts)-1 && l.Most >= low+size:
			label += " .."
		case size > 1:
			label += " .. " + strconv.FormatInt(low+size-1, 10)
		}
		t.Add(report.Words(label), report.Count(n))
	}
	return t
}

// niceSize returns 1, 2, 5, 10, 20 .. so that a range has few enough rows.
func niceSize(span int64) int64 {
	for size := int64(1); ; size *= 10 {
		for _, n := range []int64{size, 2 * size, 5 * size} {
			if (span+n-1)/n < histogramRows || n > 1<<50 {
				return n
			}
		}
	}
}

func floorTo(v, size int64) int64 {
	if v < 0 {
		return -((-v + size - 1) / size * size)
	}
	return v / size * size
}

func (d *document) combatants(list []FighterReport) {
	if len(list) == 0 {
		return
	}
	ends := &report.Table{Name: "combatants", Head: report.Heads("combatant", "still standing")}
	harm := &report.Table{Name: "damage per fight", Head: report.Heads("combatant")}
	for _, h := range list[0].Health {
		ends.Head = append(ends.Head, report.Heads(h.Name)...)
		harm.Head = append(harm.Head, report.Heads(h.Name+" taken", h.Name+" dealt")...)
	}
	for _, s := range list[0].Shown {
		ends.Head = append(ends.Head, report.Heads(s.Name)...)
	}
	for _, c := range list {
		end, suffered := []report.Cell{report.Words(c.Title), c.Stands.Cell()}, []report.Cell{report.Words(c.Title)}
		for _, h := range c.Health {
			end = append(end, h.Left.Cell())
			suffered = append(suffered, h.Taken.Cell(), h.Dealt.Cell())
		}
		for _, s := range c.Shown {
			end = append(end, s.Spread.Cell())
		}
		ends.Add(end...)
		harm.Add(suffered...)
	}
	d.section("At the end of a fight", ends)
	if len(harm.Head) > 1 {
		d.section("Damage per fight", harm)
	}
}

func actions(list []ActionReport) *report.Table {
	t := &report.Table{Name: "actions", Head: report.Heads("action", "per fight", "success")}
	for _, a := range list {
		success := report.Words("-")
		if a.Success != nil {
			success = a.Success.Cell()
		}
		t.Add(report.Words(a.Name), a.PerFight.Cell(), success)
	}
	return t
}

// tests returns the table of results of rolls against something.
func tests(list []TestReport) *report.Table {
	t := &report.Table{Name: "rolls", Head: report.Heads("roll", "per fight", "success", "degrees")}
	for _, x := range list {
		degrees := make([]string, len(x.Degrees))
		for i, d := range x.Degrees {
			degrees[i] = d.Name + " " + d.Share.Both()
		}
		t.Add(report.Words(strings.ReplaceAll(x.Label, "_", " ")), x.PerFight.Cell(), x.Success.Cell(), report.Words(strings.Join(degrees, ", ")))
	}
	return t.WithoutEmpty()
}

// samples adds sample fights.
func (d *document) samples(p *PointReport) {
	d.Add(report.Heading{Text: "Sample fights"})
	for _, f := range []struct {
		name string
		*FightReport
	}{{"typical", p.Typical}, {"shortest", p.Shortest}, {"longest", p.Longest}, {"unfinished", p.Unfinished}} {
		if f.FightReport != nil {
			label := fmt.Sprintf("%s (%s %d, %s)", f.name, p.Length.Unit, f.Length, p.outcome(f.Outcome).Ended())
			d.Add(report.Command{Label: label, Line: fmt.Sprintf("%s --trial %d", d.report.Command, f.Trial)})
		}
	}
}

// varied adds the report on an encounter with several values.
func (d *document) varied(first *PointReport) {
	r, side := d.report, first.Outcomes[0].Name
	d.Paragraph("%s with each of %d values, with the same dice", report.Plural(first.Fights, "fight", "fights"), len(r.Points))
	if len(r.Vary) == 2 {
		d.section(fmt.Sprintf("How often %s wins, with %s across", side, r.Vary[1]), grid(r))
	}
	d.section("Each value", values(r))
	d.chart("how often " + side + " wins with each value")
	if !slices.ContainsFunc(r.Points, func(p PointReport) bool { return p.Even == nil || p.Even.Winner != first.Even.Winner }) {
		d.Add(first.Even.Blocks()...) // the same side wins with each value
	}
	d.Note("A change compares the same fights with the same dice. None seen: the interval contains 0.")
}

// values returns a table with a row for each of the varied values.
func values(r *Report) *report.Table {
	first := &r.Points[0]
	change := "change from " + strings.Join(first.Values, " and ") + ", points"
	heads := append(slices.Clone(r.Vary), first.Outcomes[0].Name+" wins", change, "length", "time limit")
	t := &report.Table{Name: "values", Head: report.Heads(heads...)}
	limit := slices.IndexFunc(first.Outcomes, func(o OutcomeReport) bool { return o.Kind == "time_limit" })
	for i := range r.Points {
		p := &r.Points[i]
		var row []report.Cell
		for _, v := range p.Values {
			row = append(row, report.Words(v))
		}
		row = append(row, p.Outcomes[0].Share.Cell(), changeOf(p.Difference), p.Length.Cell())
		if late := p.Outcomes[limit].Fights; late > 0 {
			row = append(row, report.Count(late))
		}
		t.Add(row...)
	}
	return t.WithoutEmpty()
}

// changeOf returns how much more often the first side wins; nil is for the first value itself.
func changeOf(d *DifferenceReport) report.Cell {
	if d == nil {
		return report.Words("")
	}
	return experiment.Difference(d.Share).PointsCell()
}

// grid returns a table of how often the first side wins, with the values of the first varied name in rows and those
// of the second in columns.
func grid(r *Report) *report.Table {
	t := &report.Table{Name: "how often the first side wins", Head: report.Heads(r.Vary[0])}
	for i := range r.Points {
		p := &r.Points[i]
		if i == 0 || p.Values[0] != r.Points[i-1].Values[0] {
			t.Add(report.Words(p.Values[0]))
		}
		if p.Values[0] == r.Points[0].Values[0] {
			t.Head = append(t.Head, report.Heads(p.Values[1])...)
		}
		share, last := p.Outcomes[0].Share, &t.Rows[len(t.Rows)-1]
		*last = append(*last, report.Interval(share.Percent(), share.Value, share.Low, share.High))
	}
	return t
}
