package main

import (
	"bytes"
	"io"
	"slices"

	"github.com/rulec/rulec/internal/chart"
	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang/program"
)

// drawInto draws into a file, which is there as a whole or as it was.
func drawInto(path string, draw func(io.Writer) error) error {
	var svg bytes.Buffer
	if err := draw(&svg); err != nil {
		return err
	}
	return disk.Replace(path, svg.Bytes())
}

// oddsChart shows how likely each answer to the first question is that is told and
// isn't answered by yes or no; without any, how likely each of these is that is.
func oddsChart(title string, points []oddsPoint) *chart.Chart {
	c := &chart.Chart{Title: title, X: "what holds at the end", Y: "chance (%)"}
	told := func(numbers bool) (list []int) {
		for i, t := range points[0].tables {
			if (t.Type.Kind != program.Bool) == numbers && slices.ContainsFunc(points, func(p oddsPoint) bool { return p.tells(i) }) {
				list = append(list, i)
			}
		}
		return list
	}
	if numbers := told(true); len(numbers) > 0 {
		answerBars(c, points, numbers[0])
	} else {
		questionBars(c, points, told(false))
	}
	return c
}

// answerBars takes the answers to a question as bars, those of all points in ascending order.
func answerBars(c *chart.Chart, points []oddsPoint, question int) {
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
		s := chart.Series{Name: points[k].value}
		for _, v := range answers {
			s.Values = append(s.Values, chanceOf(&points[k].tables[question], v))
		}
		c.Series = append(c.Series, s)
	}
}

// questionBars takes questions that are answered by yes or no as bars.
func questionBars(c *chart.Chart, points []oddsPoint, questions []int) {
	for _, i := range questions {
		c.Places = append(c.Places, points[0].tables[i].Name)
	}
	for k := range points {
		s := chart.Series{Name: points[k].value}
		for _, i := range questions {
			s.Values = append(s.Values, chanceOf(&points[k].tables[i], 1))
		}
		c.Series = append(c.Series, s)
	}
}

// chanceOf is how likely an answer is, in percent.
func chanceOf(t *odds.Table, answer float64) float64 {
	v, _ := t.Of(answer).Float64()
	return 100 * v
}
