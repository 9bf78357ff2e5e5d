package odds

import (
	"slices"

	"github.com/rulec/rulec/internal/chart"
	"github.com/rulec/rulec/internal/report"
	engine "github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang/program"
)

// Drawing shows how likely each answer to the first question is that is reported and isn't answered by yes or no; without any, how
// likely each of these is that is.
func Drawing(title string, points []Point) *chart.Bars {
	b := &chart.Bars{Title: title, Label: "what holds at the end"}
	reported := func(numbers bool) (list []int) {
		for i, t := range points[0].tables {
			if (t.Type.Kind != program.Bool) == numbers && slices.ContainsFunc(points, func(p Point) bool { return p.reports(i) }) {
				list = append(list, i)
			}
		}
		return list
	}
	if numbers := reported(true); len(numbers) > 0 {
		answerBars(b, points, numbers[0])
	} else {
		questionBars(b, points, reported(false))
	}
	return b
}

// drawn is the drawing as a block of a document.
func drawn(points []Point) report.Chart {
	b := Drawing("", points)
	return report.Chart{About: b.Label, Draw: b.Draw}
}

// answerBars takes the answers to a question as bars, those of all points in ascending order.
func answerBars(b *chart.Bars, points []Point, question int) {
	var answers []float64
	for _, p := range points {
		for _, r := range p.tables[question].Rows {
			answers = append(answers, r.Answer)
		}
	}
	slices.Sort(answers)
	answers = slices.Compact(answers)
	first := &points[0]
	b.Label = first.tables[question].Name
	for _, v := range answers {
		b.Names = append(b.Names, first.show(v, first.tables[question].Type))
	}
	for k := range points {
		g := chart.Group{Name: points[k].Value}
		for _, v := range answers {
			g.Shares = append(g.Shares, chanceOf(&points[k].tables[question], v))
		}
		b.Groups = append(b.Groups, g)
	}
}

// questionBars takes questions that are answered by yes or no as bars.
func questionBars(b *chart.Bars, points []Point, questions []int) {
	for _, i := range questions {
		b.Names = append(b.Names, points[0].tables[i].Name)
	}
	for k := range points {
		g := chart.Group{Name: points[k].Value}
		for _, i := range questions {
			g.Shares = append(g.Shares, chanceOf(&points[k].tables[i], 1))
		}
		b.Groups = append(b.Groups, g)
	}
}

func chanceOf(t *engine.Table, answer float64) float64 {
	v, _ := t.Of(answer).Float64()
	return v
}
