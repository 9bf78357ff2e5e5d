package main

import (
	"bytes"
	"slices"

	"github.com/rulec/rulec/internal/chart"
	"github.com/rulec/rulec/internal/disk"
	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/interp/odds"
	"github.com/rulec/rulec/lang/program"
)

// draw draws a report into a file, which is there as a whole or as it was.
func draw(path string, r *sim.Report) error {
	var svg bytes.Buffer
	if err := chart.Draw(&svg, r); err != nil {
		return err
	}
	return disk.Replace(path, svg.Bytes())
}

// drawOdds draws odds into a file: how likely each answer to the first question is that is told and
// isn't answered by yes or no; without any, how likely each of these is that is.
func drawOdds(path, title string, points []oddsPoint) error {
	b := chart.Bars{Title: title, Label: "what holds at the end"}
	told := func(numbers bool) (list []int) {
		for i, t := range points[0].tables {
			if (t.Type.Kind != program.Bool) == numbers && slices.ContainsFunc(points, func(p oddsPoint) bool { return p.tells(i) }) {
				list = append(list, i)
			}
		}
		return list
	}
	if numbers := told(true); len(numbers) > 0 {
		answerBars(&b, points, numbers[0])
	} else {
		questionBars(&b, points, told(false))
	}
	var svg bytes.Buffer
	if err := b.Draw(&svg); err != nil {
		return err
	}
	return disk.Replace(path, svg.Bytes())
}

// answerBars takes the answers to a question as bars, those of all points in ascending order.
func answerBars(b *chart.Bars, points []oddsPoint, question int) {
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
		g := chart.Group{Name: points[k].value}
		for _, v := range answers {
			g.Shares = append(g.Shares, chanceOf(&points[k].tables[question], v))
		}
		b.Groups = append(b.Groups, g)
	}
}

// questionBars takes questions that are answered by yes or no as bars.
func questionBars(b *chart.Bars, points []oddsPoint, questions []int) {
	for _, i := range questions {
		b.Names = append(b.Names, points[0].tables[i].Name)
	}
	for k := range points {
		g := chart.Group{Name: points[k].value}
		for _, i := range questions {
			g.Shares = append(g.Shares, chanceOf(&points[k].tables[i], 1))
		}
		b.Groups = append(b.Groups, g)
	}
}

func chanceOf(t *odds.Table, answer float64) float64 {
	v, _ := t.Of(answer).Float64()
	return v
}
