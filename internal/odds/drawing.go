package odds

import (
	"slices"

	"github.com/rulec/rulec/internal/chart"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang/program"
)

// bar is one place in a drawing: how likely an answer to a question is.
type bar struct {
	name     string
	question int
	answer   float64
}

// Drawing shows how likely each answer is to the first reported question that isn't answered by yes or no. If there
// is none, it shows for each reported question how likely yes is.
func Drawing(title string, points []Point) *chart.Chart {
	c := &chart.Chart{Title: title, X: "what holds at the end", Y: "chance (%)"}
	var bars []bar
	for i, t := range points[0].tables {
		if !slices.ContainsFunc(points, func(p Point) bool { return p.reports(i) }) {
			continue
		}
		if t.Type.Kind != program.Bool {
			c.X, bars = t.Name, answers(points, i)
			break
		}
		bars = append(bars, bar{t.Name, i, 1})
	}
	for _, b := range bars {
		c.Places = append(c.Places, b.name)
	}
	for _, p := range points {
		s := chart.Series{Name: p.Value}
		for _, b := range bars {
			chance, _ := p.tables[b.question].Of(b.answer).Float64()
			s.Values = append(s.Values, 100*chance)
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// answers returns bars for all answers to a question, in ascending order.
func answers(points []Point, question int) (bars []bar) {
	var all []float64
	for _, p := range points {
		for _, r := range p.tables[question].Rows {
			all = append(all, r.Answer)
		}
	}
	slices.Sort(all)
	for _, v := range slices.Compact(all) {
		bars = append(bars, bar{points[0].show(v, points[0].tables[question].Type), question, v})
	}
	return bars
}

// drawn returns the drawing as a block of a document.
func drawn(points []Point) report.Chart {
	c := Drawing("", points)
	return report.Chart{About: c.X, Draw: c.Draw}
}
