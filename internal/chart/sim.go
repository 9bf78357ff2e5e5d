package chart

import (
	"fmt"
	"io"
	"slices"

	"github.com/rulec/rulec/internal/sim"
)

// Draw writes a drawing of a report as SVG: how long fights took and how they ended, or, with varied values, how
// often the first side wins with each.
func Draw(w io.Writer, r *sim.Report) error {
	first := &r.Points[0]
	c := lengths(first)
	if len(r.Vary) > 0 {
		c = rates(r)
	}
	c.Title = fmt.Sprintf("%s (%s), %d fights, seed %d", first.Title, first.Ruleset, first.Fights, r.Seed)
	return c.Draw(w)
}

// mostBars is the maximum number of bars for lengths.
const mostBars = 60

// lengths returns a chart of how many fights had which length, by how they ended.
func lengths(r *sim.PointReport) *Chart {
	c := &Chart{X: "length (" + r.Length.Unit + ")", Y: "fights", Style: Stacked}
	if len(r.Length.Bins) == 0 {
		return c
	}
	least := r.Length.Least
	size := (r.Length.Most-least)/mostBars + 1
	bars := int((r.Length.Most-least)/size) + 1
	for i := range bars {
		c.Places = append(c.Places, fmt.Sprint(least+int64(i)*size))
	}
	for i, o := range r.Outcomes {
		s := Series{Name: o.Ended(), Values: make([]float64, bars)}
		total := int64(0)
		for _, b := range r.Length.Bins {
			s.Values[(b.Length-least)/size] += float64(b.By[i])
			total += b.By[i]
		}
		if total == 0 {
			s = Series{} // keeps the colours of the others
		}
		c.Series = append(c.Series, s)
	}
	return c
}

// rates returns a chart of how often the first side wins: a line with intervals, or, when two things are varied, a
// line for each value of the second.
func rates(r *sim.Report) *Chart {
	c := &Chart{X: r.Vary[0], Y: fmt.Sprintf("won by %s (%%)", r.Points[0].Outcomes[0].Name), Style: Lines}
	for i := range r.Points {
		p := &r.Points[i]
		if !slices.Contains(c.Places, p.Values[0]) {
			c.Places = append(c.Places, p.Values[0])
		}
		name := ""
		if len(r.Vary) > 1 {
			name = r.Vary[1] + " " + p.Values[1]
		}
		at := slices.IndexFunc(c.Series, func(s Series) bool { return s.Name == name })
		if at < 0 {
			at = len(c.Series)
			c.Series = append(c.Series, Series{Name: name})
		}
		s, share := &c.Series[at], p.Outcomes[0].Share
		s.Values, s.Low, s.High = append(s.Values, 100*share.Value), append(s.Low, 100*share.Low), append(s.High, 100*share.High)
	}
	return c
}
