package chart

import (
	"fmt"
	"io"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Bars is a drawing of how likely several things are, side by side for each of several groups.
type Bars struct {
	Title string
	// Label says what the things are, Names what each is called.
	Label string
	Names []string
	// Groups have a share from 0 to 1 for each of them. One that has no name stands alone.
	Groups []Group
}

// Group is what is drawn in one colour.
type Group struct {
	Name   string
	Shares []float64
}

// Draw writes the drawing as SVG.
func (b *Bars) Draw(w io.Writer) error {
	p := newPlot()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = b.Title, b.Label, "chance (%)"
	p.Title.Padding = vg.Points(8)
	p.Y.Min = 0
	step := (width - 4*vg.Centimeter) / vg.Length(max(len(b.Names), 1)*(len(b.Groups)+1))
	for i, g := range b.Groups {
		values := make(plotter.Values, len(g.Shares))
		for k, share := range g.Shares {
			values[k] = 100 * share
		}
		if len(values) == 0 {
			continue
		}
		chart, err := plotter.NewBarChart(values, step)
		if err != nil {
			return err
		}
		chart.Color = colours[i%len(colours)]
		chart.LineStyle.Width = 0
		chart.Offset = step * (vg.Length(i) - vg.Length(len(b.Groups)-1)/2)
		p.Add(chart)
		if g.Name != "" {
			p.Legend.Add(g.Name+"  ", chart)
		}
	}
	p.X.Tick.Marker = nameTicks(b.Names)
	p.X.Min, p.X.Max = -0.6, float64(len(b.Names))-0.4
	canvas := vgsvg.New(width, height)
	p.Draw(draw.Crop(draw.New(visible{canvas}), vg.Points(6), -vg.Points(6), vg.Points(6), -vg.Points(6)))
	if _, err := canvas.WriteTo(w); err != nil {
		return fmt.Errorf("drawing: %w", err)
	}
	return nil
}
