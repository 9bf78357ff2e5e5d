// Package chart draws reports of simulations, and odds, as SVG.
//
// Start with [Draw] or [Chart]. A drawing depends only on its data: the same data gives the same file.
package chart

import (
	"image/color"
	"io"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/rulec/rulec/lang/diag"
)

// Chart has several series of numbers over the same places from left to right.
type Chart struct {
	Title string
	// X and Y label the axes, Places has a label for each place.
	X, Y   string
	Places []string
	Series []Series
	Style  Style
}

// Series has numbers drawn in one colour, one for each place. A series without a name is the only one.
type Series struct {
	Name   string
	Values []float64
	// Low and High are the ends of the numbers' intervals; nil means none.
	Low, High []float64
}

// Style is how to draw the series.
type Style int

// Bars of several series are next to each other, or stacked; lines are drawn with intervals.
const (
	SideBySide Style = iota
	Stacked
	Lines
)

// The size of a drawing.
const (
	width  = 20 * vg.Centimeter
	height = 12 * vg.Centimeter
)

// colours tell sides and values apart, also for the colour-blind.
var colours = []color.Color{
	color.RGBA{R: 0x00, G: 0x72, B: 0xb2, A: 0xff},
	color.RGBA{R: 0xd5, G: 0x5e, B: 0x00, A: 0xff},
	color.RGBA{R: 0x00, G: 0x9e, B: 0x73, A: 0xff},
	color.RGBA{R: 0xcc, G: 0x79, B: 0xa7, A: 0xff},
	color.RGBA{R: 0xe6, G: 0x9f, B: 0x00, A: 0xff},
	color.RGBA{R: 0x56, G: 0xb4, B: 0xe9, A: 0xff},
	color.RGBA{R: 0x55, G: 0x55, B: 0x55, A: 0xff},
}

// Draw writes the chart as SVG.
func (c *Chart) Draw(w io.Writer) error {
	p := newPlot()
	p.Title.Text, p.X.Label.Text, p.Y.Label.Text = c.Title, c.X, c.Y
	if c.Style != Lines {
		p.Y.Min = 0
	}
	d := drawing{chart: c, plot: p}
	for i, s := range c.Series {
		if len(s.Values) == 0 {
			continue
		}
		add := d.bars
		if c.Style == Lines {
			add = d.line
		}
		shown, err := add(i, s)
		if err != nil {
			return err
		}
		if s.Name != "" {
			p.Legend.Add(s.Name+"  ", shown...)
		}
	}
	p.X.Tick.Marker = placeTicks(c.Places)
	p.X.Min, p.X.Max = -0.6, float64(len(c.Places))-0.4
	canvas := vgsvg.New(width, height)
	p.Draw(draw.Crop(draw.New(visible{canvas}), vg.Points(6), -vg.Points(6), vg.Points(6), -vg.Points(6)))
	_, err := canvas.WriteTo(w)
	return err
}

// visible is a canvas that draws no control characters of terminals: many of those aren't even allowed in XML.
type visible struct{ *vgsvg.Canvas }

// FillString writes a text.
func (v visible) FillString(f font.Face, at vg.Point, text string) {
	v.Canvas.FillString(f, at, diag.Visible(text))
}

// newPlot returns a plot in a sans-serif font, with room for a viewer's own.
func newPlot() *plot.Plot {
	p := plot.New()
	for _, style := range []*draw.TextStyle{
		&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle,
	} {
		style.Font.Variant = "Sans"
		style.Font.Size = vg.Points(9)
	}
	p.Title.TextStyle.Font.Size = vg.Points(11)
	p.Title.Padding = vg.Points(8)
	p.Legend.Top = true
	p.Legend.ThumbnailWidth = vg.Points(14)
	p.Legend.Padding = vg.Points(4)
	p.X.Padding, p.Y.Padding = 0, 0
	return p
}

// drawing is a chart that is being drawn.
type drawing struct {
	chart *Chart
	plot  *plot.Plot
	// below are the bars on which the next series is stacked.
	below *plotter.BarChart
}

// bars draws a series as bars.
func (d *drawing) bars(i int, s Series) ([]plot.Thumbnailer, error) {
	abreast := 1
	if d.chart.Style == SideBySide {
		abreast = len(d.chart.Series)
	}
	// Half a bar's width is left free between places.
	step := (width - 4*vg.Centimeter) / vg.Length(max(len(d.chart.Places), 1)) / (vg.Length(abreast) + 0.5)
	bars, err := plotter.NewBarChart(plotter.Values(s.Values), step)
	if err != nil {
		return nil, err
	}
	bars.Color = colours[i%len(colours)]
	bars.LineStyle.Width = 0
	if d.chart.Style == SideBySide {
		bars.Offset = step * (vg.Length(i) - vg.Length(abreast-1)/2)
	} else if d.below != nil {
		bars.StackOn(d.below)
	}
	d.below = bars
	d.plot.Add(bars)
	return []plot.Thumbnailer{bars}, nil
}

// series is a series drawn as a line: points, and the sizes of their intervals.
type series struct {
	plotter.XYs
	plotter.YErrors
}

// line draws a series as a line with intervals.
func (d *drawing) line(i int, s Series) ([]plot.Thumbnailer, error) {
	var l series
	for k, v := range s.Values {
		l.XYs = append(l.XYs, plotter.XY{X: float64(k), Y: v})
		l.YErrors = append(l.YErrors, struct{ Low, High float64 }{v - s.Low[k], s.High[k] - v})
	}
	line, points, err := plotter.NewLinePoints(l.XYs)
	if err != nil {
		return nil, err
	}
	intervals, err := plotter.NewYErrorBars(l)
	if err != nil {
		return nil, err
	}
	c := colours[i%len(colours)]
	line.Color, points.Color, intervals.Color = c, c, c
	points.Shape = draw.CircleGlyph{}
	d.plot.Add(line, points, intervals)
	return []plot.Thumbnailer{line, points}, nil
}

// placeTicks labels whole numbers with the labels of places.
type placeTicks []string

// Ticks labels each place, or at most twenty if there are many.
func (t placeTicks) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for i := 0; i < len(t); i += (len(t)-1)/20 + 1 {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: t[i]})
	}
	return ticks
}
