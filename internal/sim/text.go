package sim

import (
	"fmt"
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// Text prints a report for people.
func (r *Report) Text(w io.Writer) error {
	t := &text{}
	switch {
	case len(r.Vary) == 0:
		t.single(r)
	case len(r.Vary) == 2:
		t.heading(&r.Points[0], r.Seed, len(r.Points))
		t.grid(r)
		t.values(r)
	default:
		t.heading(&r.Points[0], r.Seed, len(r.Points))
		t.values(r)
	}
	t.made(r)
	_, err := io.WriteString(w, t.String())
	return err
}

// made says what a report rests on, and how it comes about again.
func (t *text) made(r *Report) {
	if !strings.HasSuffix(t.String(), "\n\n") {
		t.line("")
	}
	t.line("Ruleset %s (%.12s), rulec %s.", r.Points[0].Ruleset, r.Points[0].Hash, r.Program)
	t.line("Again: %s", r.Again)
}

// text collects what is printed. Whatever names and titles hold, a terminal is not
// to obey it: every line and every cell of a table is made visible as it is added.
type text struct{ strings.Builder }

func (t *text) line(format string, args ...any) {
	t.WriteString(diag.Visible(fmt.Sprintf(format, args...)) + "\n")
}

func (t *text) heading(p *PointReport, seed uint64, points int) {
	t.line("%s (%s)", p.Title, p.Ruleset)
	if points > 1 {
		t.line("%s fights with each of %d values, on the same luck; seed %d", report.Thousands(p.Fights), points, seed)
	} else {
		t.line("%s fights, seed %d", report.Thousands(p.Fights), seed)
	}
	t.line("")
}

// single prints the report on one encounter.
func (t *text) single(r *Report) {
	p := &r.Points[0]
	t.heading(p, r.Seed, 1)
	t.outcomes(p)
	t.even(p)
	t.length(p)
	t.combatants(p)
	t.actions(p)
	t.tests(p)
	t.worthSeeing(r.Command, p)
}

func (t *text) outcomes(p *PointReport) {
	rows := experiment.Table{{"won by", "share", "95% interval", "fights"}}
	for _, o := range p.Outcomes {
		if o.Kind != "side" && o.Fights == 0 {
			continue
		}
		rows = append(rows, []string{outcomeText(o.Name, o.Kind), o.Share.Percent(), o.Share.Range(), report.Thousands(o.Fights)})
	}
	t.table(rows)
}

// even says so where it is decided who wins.
func (t *text) even(p *PointReport) {
	for _, line := range p.Even.Lines() {
		t.line("%s", line)
	}
}

// outcomeText says who won, or why nobody did.
func outcomeText(name, kind string) string {
	switch kind {
	case "time_limit":
		return "(time limit)"
	case "nothing_left":
		return "(nothing left to happen)"
	case "nobody":
		return "(nobody)"
	}
	return name
}

// Rows and columns of a histogram.
const (
	histogramRows = 20
	barWidth      = 50
)

func (t *text) length(p *PointReport) {
	l := p.Length
	if len(l.Bins) == 0 {
		t.line("no fight ended before the time limit")
		t.line("")
		return
	}
	t.line("length (%s): median %d, from %d to %d in 90%% of all fights, from %d to %d in all", l.Unit, l.Median, l.P5, l.P95, l.Least, l.Most)
	t.histogram(l)
	if len(p.Actions) == 0 {
		t.line("nobody did an action: what entries of time and rules do by themselves is counted as nobody's")
	} else {
		t.line("%s actions a fight on average, %d to %d in 90%%", p.Acts.Mean.Both(), p.Acts.P5, p.Acts.P95)
	}
	t.line("")
}

// histogram prints how many fights were how long. Rows hold equal numbers of
// lengths; all that is longer than 99% of the fights is in the last one.
func (t *text) histogram(l LengthReport) {
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
	most := int64(1)
	for _, n := range counts {
		most = max(most, n)
	}
	rows := experiment.Table{}
	for i, n := range counts {
		low := from + int64(i)*size
		label := strconv.FormatInt(low, 10)
		switch {
		case i == len(counts)-1 && l.Most >= low+size:
			label += " .."
		case size > 1:
			label += " .. " + strconv.FormatInt(low+size-1, 10)
		}
		bar := strings.Repeat("#", int((n*barWidth+most-1)/most))
		rows = append(rows, []string{"  " + label, report.Thousands(n), bar})
	}
	t.bars(rows)
}

// niceSize returns 1, 2, 5, 10, 20 .., so that a range has few enough rows.
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

func (t *text) combatants(p *PointReport) {
	if len(p.Combatants) == 0 {
		return
	}
	head := []string{"at the end", "stands"}
	for _, h := range p.Combatants[0].Health {
		head = append(head, h.Name+" left", "taken", "dealt")
	}
	for _, s := range p.Combatants[0].Shown {
		head = append(head, s.Name)
	}
	rows := experiment.Table{head}
	for _, c := range p.Combatants {
		row := []string{c.Title, c.Stands.Both()}
		for _, h := range c.Health {
			row = append(row, spread(h.Left), h.Taken.Both(), h.Dealt.Both())
		}
		for _, s := range c.Shown {
			row = append(row, spread(s.Spread))
		}
		rows = append(rows, row)
	}
	t.table(rows)
}

// spread writes a median, and where 90% lie.
func spread(s experiment.Spread) string { return fmt.Sprintf("%d (%d to %d)", s.Median, s.P5, s.P95) }

func (t *text) actions(p *PointReport) {
	if len(p.Actions) == 0 {
		return
	}
	rows := experiment.Table{{"actions", "a fight", "worked"}}
	for _, a := range p.Actions {
		worked := "-"
		if a.Success != nil {
			worked = a.Success.Both()
		}
		rows = append(rows, []string{a.Name, a.PerFight.Both(), worked})
	}
	t.table(rows)
}

// tests prints what rolls against something came to.
func (t *text) tests(p *PointReport) {
	if len(p.Tests) == 0 {
		return
	}
	rows := experiment.Table{{"rolls against something", "a fight", "success", "degrees"}}
	for _, x := range p.Tests {
		degrees := make([]string, len(x.Degrees))
		for i, d := range x.Degrees {
			degrees[i] = d.Name + " " + d.Share.Both()
		}
		rows = append(rows, []string{strings.ReplaceAll(x.Label, "_", " "), x.PerFight.Both(), x.Success.Both(), strings.Join(degrees, ", ")})
	}
	t.table(rows)
}

func (t *text) worthSeeing(command string, p *PointReport) {
	rows := experiment.Table{}
	for _, f := range []struct {
		name string
		*FightReport
	}{{"typical", p.Typical}, {"shortest", p.Shortest}, {"longest", p.Longest}, {"unfinished", p.Unfinished}} {
		if f.FightReport != nil {
			rows = append(rows, []string{"  " + f.name, fmt.Sprintf("%s --trial %d", command, f.Trial), fmt.Sprintf("%s %d, %s", p.Length.Unit, f.Length, ended(p, f.Outcome))})
		}
	}
	if len(rows) > 0 {
		t.line("worth seeing")
		t.rows(rows, func(int) bool { return true })
	}
}

// ended says how a fight ended.
func ended(p *PointReport, name string) string {
	for _, o := range p.Outcomes {
		if o.Name != name {
			continue
		}
		switch o.Kind {
		case "side":
			return "won by " + name
		case "nobody":
			return "won by nobody"
		}
	}
	return name
}

// values prints a line for each of the varied values.
func (t *text) values(r *Report) {
	first := &r.Points[0]
	head := append([]string{}, r.Vary...)
	head = append(head, firstSide(first)+" wins", "95% interval", "against "+strings.Join(first.Values, ", "), "95% interval", "length", "time limit")
	rows := experiment.Table{head}
	for i := range r.Points {
		p := &r.Points[i]
		row := append([]string{}, p.Values...)
		share := p.Outcomes[0].Share
		row = append(row, share.Percent(), share.Range())
		if d := p.Difference; d != nil {
			row = append(row, signed(d.Value, d.Half()), signed(d.Low, d.Half())+" to "+signed(d.High, d.Half()))
		} else {
			row = append(row, "", "")
		}
		rows = append(rows, append(row, spread(p.Length.Spread), report.Thousands(limited(p))))
	}
	t.table(rows)
	if !slices.ContainsFunc(r.Points, func(p PointReport) bool { return p.Even == nil || p.Even.Winner != first.Even.Winner }) {
		t.even(first) // with each value
	}
}

func firstSide(p *PointReport) string {
	if len(p.Outcomes) == 0 {
		return ""
	}
	return p.Outcomes[0].Name
}

// limited returns how many fights reached the time limit.
func limited(p *PointReport) int64 {
	for _, o := range p.Outcomes {
		if o.Kind == "time_limit" {
			return o.Fights
		}
	}
	return 0
}

// grid prints how often the first side wins, with the values of the first varied
// thing downwards and those of the second across.
func (t *text) grid(r *Report) {
	t.line("how often %s wins, with %s across", firstSide(&r.Points[0]), r.Vary[1])
	head := []string{r.Vary[0]}
	var rows experiment.Table
	for i := range r.Points {
		p := &r.Points[i]
		if i == 0 || p.Values[0] != r.Points[i-1].Values[0] {
			rows = append(rows, []string{p.Values[0]})
		}
		if p.Values[0] == r.Points[0].Values[0] {
			head = append(head, p.Values[1])
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], p.Outcomes[0].Share.Percent())
	}
	t.table(append(experiment.Table{head}, rows...))
}

// table prints a table and an empty line.
func (t *text) table(rows experiment.Table) {
	t.rows(rows, func(column int) bool { return column == 0 })
	t.line("")
}

// bars prints a table whose last column is text.
func (t *text) bars(rows experiment.Table) {
	t.rows(rows, func(column int) bool { return column == 0 || column == len(rows[0])-1 })
}

func (t *text) rows(rows experiment.Table, left func(column int) bool) {
	for _, line := range rows.Lines(left) {
		t.line("%s", line)
	}
}

func signed(share, half float64) string { return experiment.Signed(100*share, 100*half) + "%" }
