package odds

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/report"
	engine "github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang/program"
)

// Document returns the results for one value, or for several next to each other.
func Document(points []Point) *report.Document {
	d := &report.Document{Title: points[0].title, Data: dataOf(points)}
	if len(points) == 1 && points[0].Value == "" {
		points[0].add(d)
	} else {
		d.Add(varied(points))
	}
	if len(d.Blocks) == 0 {
		d.Paragraph("Nothing changes, whatever the dice show.")
	} else {
		d.Add(drawn(points))
	}
	addHow(d, points)
	return d
}

// DiceDocument returns the results of formulas; all number results share one table.
func DiceDocument(points []Point) *report.Document {
	var values []string
	var numbers []column
	for i := range points {
		p := &points[i]
		values = append(values, p.Value)
		if t := &p.tables[0]; t.Type.Kind == program.Number {
			numbers = append(numbers, column{p.Value, p, t})
		}
	}
	d := &report.Document{Title: strings.Join(values, ", "), Data: dataOf(points)}
	if len(numbers) > 0 {
		bands := bandsOf(numbers)
		d.Add(averages("formula", numbers), distribution("total", numbers, bands))
		if slices.ContainsFunc(bands, func(b band) bool { return b.low != b.high }) {
			d.Note("Some results share a row: --format json lists each one.")
		}
	}
	for i := range points {
		if p := &points[i]; p.tables[0].Type.Kind != program.Number {
			head := p.Value
			if len(points) == 1 {
				head = "" // it is the title
			}
			d.Add(p.shares(head))
		}
	}
	d.Add(drawn(points))
	addHow(d, points)
	return d
}

// addHow adds how the odds of all points were found.
func addHow(d *report.Document, points []Point) {
	for i := range points {
		if how := points[i].how(); i == 0 || how != points[i-1].how() {
			d.Note("%s", how)
		}
	}
}

// add adds a table for each number and name in question, then one for how often the rest is true.
func (p *Point) add(d *report.Document) {
	var numbers []column
	always := &report.Table{Name: "always the same", Head: report.Heads("always the same", "")}
	tables := []report.Block{always}
	for i := range p.tables {
		switch t := &p.tables[i]; {
		case t.Type.Kind == program.Bool || !p.reports(i):
		case p.certainly(t):
			always.Add(report.Words(t.Name), report.Words(p.show(t.Rows[0].Answer, t.Type)))
		case t.Type.Kind == program.Number:
			of := column{t.Name, p, t}
			numbers = append(numbers, of)
			tables = append(tables, distribution(t.Name, []column{of}, rowsOf(t)))
		default:
			tables = append(tables, p.names(t))
		}
	}
	if len(numbers) > 0 {
		d.Add(averages("", numbers))
	}
	d.Add(tables...)
	d.Add(p.shares("what holds at the end"))
}

// column is a number with columns in a table.
type column struct {
	name  string
	point *Point
	table *engine.Table
}

// averages returns the table of the means.
func averages(name string, numbers []column) *report.Table {
	t := &report.Table{Name: "on average", Head: report.Heads(name, "average", "fraction", "standard deviation")}
	for _, c := range numbers {
		average, fraction := c.point.average(c.table)
		deviation := c.table.Deviation()
		t.Add(report.Words(c.name), average, fraction, report.Figure(strconv.FormatFloat(deviation, 'f', 2, 64), deviation))
	}
	return t.WithoutEmpty()
}

// distribution returns the table of how likely numbers are: at least, at most and exactly this much; with several
// formulas there is no room for all three.
func distribution(name string, of []column, bands []band) *report.Table {
	t := &report.Table{Name: name, Head: report.Heads(name)}
	single := len(of) == 1
	for _, c := range of {
		if single {
			t.Head = append(t.Head, report.Heads("at least", "at most")...)
			t.Head = append(t.Head, report.Head{Name: "exactly", Bars: true}, report.Head{Name: "fraction"})
		} else {
			t.Head = append(t.Head, report.Head{Name: c.name + " at least"}, report.Head{Name: c.name + " exactly", Bars: true})
		}
	}
	for _, b := range bands {
		row := []report.Cell{report.Words(b.name)}
		for _, c := range of {
			exactly := b.chance(c.table)
			row = append(row, c.point.chance(c.table.AtLeast(b.low)))
			if single {
				row = append(row, c.point.chance(c.table.AtMost(b.high)))
			}
			row = append(row, c.point.chance(exactly))
			if single {
				row = append(row, report.Words(c.point.odds.Fraction(exactly)))
			}
		}
		t.Add(row...)
	}
	return t.WithoutEmpty()
}

// names returns the table of how likely each answer is that isn't a number.
func (p *Point) names(of *engine.Table) *report.Table {
	t := &report.Table{Name: of.Name, Head: []report.Head{{Name: of.Name}, {Name: "chance", Bars: true}, {Name: "fraction"}}}
	for _, r := range of.Rows {
		t.Add(report.Words(p.show(r.Answer, of.Type)), p.chance(r.Chance), report.Words(p.odds.Fraction(r.Chance)))
	}
	return t.WithoutEmpty()
}

// shares returns the table of how likely it is that something is true.
func (p *Point) shares(head string) *report.Table {
	t := &report.Table{Name: cmp.Or(head, p.Value), Head: report.Heads(head, "chance", "fraction")}
	for i := range p.tables {
		of := &p.tables[i]
		if of.Type.Kind != program.Bool || !p.reports(i) {
			continue
		}
		chance := of.Of(1)
		cell, fraction := p.chance(chance), p.odds.Fraction(chance)
		switch {
		case p.odds.Certain() && chance.Sign() == 0:
			cell.Text, fraction = "never (0%)", ""
		case p.odds.Certain() && chance.Cmp(big.NewRat(1, 1)) == 0:
			cell.Text, fraction = "always (100%)", ""
		}
		t.Add(report.Words(of.Name), cell, report.Words(fraction))
	}
	return t.WithoutEmpty()
}

// varied returns a table with a row per value and a column per question: the chance that it is true, the mean of a
// number, or the most frequent name.
func varied(points []Point) *report.Table {
	t := &report.Table{Name: "values", Head: report.Heads("")}
	rows := make([][]report.Cell, len(points))
	for k := range points {
		rows[k] = []report.Cell{report.Words(points[k].Value)}
	}
	for i, of := range points[0].tables {
		if !slices.ContainsFunc(points, func(p Point) bool { return p.reports(i) }) {
			continue
		}
		head := of.Name
		switch of.Type.Kind {
		case program.Bool:
		case program.Number:
			head += ", on average"
		default:
			head += ", most often"
		}
		t.Head = append(t.Head, report.Head{Name: head})
		for k := range points {
			rows[k] = append(rows[k], points[k].summary(&points[k].tables[i]))
		}
	}
	if len(t.Head) > 1 {
		t.Rows = rows
	}
	return t
}

// summary returns the answer to a question in one cell.
func (p *Point) summary(t *engine.Table) report.Cell {
	switch t.Type.Kind {
	case program.Bool:
		return p.chance(t.Of(1))
	case program.Number:
		average, _ := p.average(t)
		return average
	}
	likeliest := slices.MaxFunc(t.Rows, func(a, b engine.Row) int { return a.Chance.Cmp(b.Chance) })
	return report.Words(p.show(likeliest.Answer, t.Type) + ", " + p.share(likeliest.Chance))
}
