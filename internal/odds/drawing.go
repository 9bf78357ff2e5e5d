package odds

import (
	"slices"

	"github.com/rulec/rulec/internal/chart"
	"github.com/rulec/rulec/internal/report"
	engine "github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang/program"
)

// Drawing shows how likely each answer to the first question is that is reported and
// isn't answered by yes or no; without any, how likely each of these is that is.
func Drawing(title string, points []Point) *chart.Chart {
	c := &chart.Chart{Title: title, X: "what holds at the end", Y: "chance (%)"}
	reported := func(numbers bool) (list []int) {
		for i, t := range points[0].tables {
			if (t.Type.Kind != program.Bool) == numbers && slices.ContainsFunc(points, func(p Point) bool { return p.reports(i) }) {
				list = append(list, i)
			}
		}
		return list
	}
	if numbers := reported(true); len(numbers) > 0 {
		answerBars(c, points, numbers[0])
	} else {
		questionBars(c, points, reported(false))
	}
	return c
}

// drawn is the drawing as a block of a document.
func drawn(points []Point) report.Chart {
	c := Drawing("", points)
	return report.Chart{About: c.X, Draw: c.Draw}
}

// answerBars takes the answers to a question as bars, those of all points in ascending order.
func answerBars(c *chart.Chart, points []Point, question int) {
	var answers []float64
	for _, p := range points {
		for _, r := range p.tables[question].Rows {
			answers = append(answers, r.Answer)
		}
	}
	slices.Sort(answers)
	answers = slices.Compact(answers)
	first := &points[0]
	c.X = first.tables[question].Name
	for _, v := range answers {
		c.Places = append(c.Places, first.show(v, first.tables[question].Type))
	}
	for k := range points {
		s := chart.Series{Name: points[k].Value}
		for _, v := range answers {
			s.Values = append(s.Values, chanceOf(&points[k].tables[question], v))
		}
		c.Series = append(c.Series, s)
	}
}

// questionBars takes questions that are answered by yes or no as bars.
func questionBars(c *chart.Chart, points []Point, questions []int) {
	for _, i := range questions {
		c.Places = append(c.Places, points[0].tables[i].Name)
	}
	for k := range points {
		s := chart.Series{Name: points[k].Value}
		for _, i := range questions {
			s.Values = append(s.Values, chanceOf(&points[k].tables[i], 1))
		}
		c.Series = append(c.Series, s)
	}
}

// chanceOf is how likely an answer is, in percent.
func chanceOf(t *engine.Table, answer float64) float64 {
	v, _ := t.Of(answer).Float64()
	return 100 * v
}
