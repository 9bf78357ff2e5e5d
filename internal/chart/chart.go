// Package chart draws reports of simulations, and odds, as SVG.
//
// Begin with [Draw] or [Bars]. The drawing depends on what is drawn alone: the same is
// the same file.
package chart

import (
	"fmt"
	"image/color"
	"io"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"

	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/lang/diag"
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

// Draw writes a drawing of a report as SVG: how long fights took and how they
// ended, or, where values are varied, how often the first side wins with each.
func Draw(w io.Writer, r *sim.Report) error {
	p := newPlot()
	first := &r.Points[0]
	p.Title.Text = fmt.Sprintf("%s (%s), %d fights, seed %d", first.Title, first.Ruleset, first.Fights, r.Seed)
	p.Title.Padding = vg.Points(8)
	var err error
	if len(r.Vary) > 0 {
		err = rates(p, r)
	} else {
		err = lengths(p, first)
	}
	if err != nil {
		return err
	}
	canvas := vgsvg.New(width, height)
	p.Draw(draw.Crop(draw.New(visible{canvas}), vg.Points(6), -vg.Points(6), vg.Points(6), -vg.Points(6)))
	_, err = canvas.WriteTo(w)
	return err
}

// visible is a canvas on which texts have no character that a terminal would obey:
// many of those can't stand in XML at all.
type visible struct{ *vgsvg.Canvas }

// FillString writes a text.
func (v visible) FillString(f font.Face, at vg.Point, text string) {
	v.Canvas.FillString(f, at, diag.Visible(text))
}

// newPlot returns a plot in a font without serifs, with room for a viewer's own.
func newPlot() *plot.Plot {
	p := plot.New()
	for _, style := range []*draw.TextStyle{
		&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle,
	} {
		style.Font.Variant = "Sans"
		style.Font.Size = vg.Points(9)
	}
	p.Title.TextStyle.Font.Size = vg.Points(11)
	p.Legend.Top = true
	p.Legend.ThumbnailWidth = vg.Points(14)
	p.Legend.Padding = vg.Points(4)
	p.X.Padding, p.Y.Padding = 0, 0
	return p
}

// most is how many bars a drawing has at most.
const most = 60

// lengths draws how many fights were how long, by how they ended.
func lengths(p *plot.Plot, r *sim.PointReport) error {
	p.X.Label.Text, p.Y.Label.Text = "length ("+r.Length.Unit+")", "fights"
	p.Y.Min = 0
	if len(r.Length.Bins) == 0 {
		return nil
	}
	least := r.Length.Least
	size := (r.Length.Most-least)/most + 1
	bars := int((r.Length.Most-least)/size) + 1
	step := (width - 4*vg.Centimeter) / vg.Length(bars)
	var below *plotter.BarChart
	for i, o := range r.Outcomes {
		counts := make(plotter.Values, bars)
		total := 0.0
		for _, b := range r.Length.Bins {
			counts[(b.Length-least)/size] += float64(b.By[i])
			total += float64(b.By[i])
		}
		if total == 0 {
			continue
		}
		chart, err := plotter.NewBarChart(counts, step*0.9)
		if err != nil {
			return err
		}
		chart.Color = colours[i%len(colours)]
		chart.LineStyle.Width = 0
		if below != nil {
			chart.StackOn(below)
		}
		below = chart
		p.Add(chart)
		p.Legend.Add(legend(o)+"  ", chart)
	}
	p.X.Tick.Marker = binTicks{least, size, bars}
	return nil
}

func legend(o sim.OutcomeReport) string {
	if o.Kind == "side" {
		return "won by " + o.Name
	}
	return o.Name
}

// binTicks labels bars with the lengths that they count.
type binTicks struct {
	least, size int64
	bars        int
}

// Ticks labels about a dozen bars.
func (t binTicks) Ticks(low, high float64) []plot.Tick {
	every := (t.bars-1)/12 + 1
	var ticks []plot.Tick
	for i := 0; i < t.bars; i += every {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: fmt.Sprint(t.least + int64(i)*t.size)})
	}
	return ticks
}

// series is one line of a drawing: shares with their intervals at numbered values.
type series struct {
	name string
	plotter.XYs
	plotter.YErrors
}

// rates draws how often the first side wins: a line with intervals, or, when two
// things are varied, one for each value of the second.
func rates(p *plot.Plot, r *sim.Report) error {
	p.X.Label.Text = r.Vary[0]
	p.Y.Label.Text = fmt.Sprintf("won by %s (%%)", r.Points[0].Outcomes[0].Name)
	var names []string
	var lines []*series
	for i := range r.Points {
		point := &r.Points[i]
		at := indexOf(&names, point.Values[0])
		name := strings.Join(point.Values[1:], ", ")
		var line *series
		for _, l := range lines {
			if l.name == name {
				line = l
			}
		}
		if line == nil {
			line = &series{name: name}
			lines = append(lines, line)
		}
		share := point.Outcomes[0].Share
		line.XYs = append(line.XYs, plotter.XY{X: float64(at), Y: 100 * share.Value})
		line.YErrors = append(line.YErrors, struct{ Low, High float64 }{100 * (share.Value - share.Low), 100 * (share.High - share.Value)})
	}
	for i, l := range lines {
		if err := addSeries(p, l, i, r.Vary); err != nil {
			return err
		}
	}
	p.X.Tick.Marker = nameTicks(names)
	p.X.Min, p.X.Max = -0.5, float64(len(names))-0.5
	return nil
}

func addSeries(p *plot.Plot, l *series, i int, vary []string) error {
	line, points, err := plotter.NewLinePoints(l.XYs)
	if err != nil {
		return err
	}
	bars, err := plotter.NewYErrorBars(l)
	if err != nil {
		return err
	}
	c := colours[i%len(colours)]
	line.Color, points.Color, bars.Color = c, c, c
	points.Shape = draw.CircleGlyph{}
	p.Add(line, points, bars)
	if len(vary) > 1 {
		p.Legend.Add(vary[1]+" "+l.name+"  ", line, points)
	}
	return nil
}

// indexOf returns the place of a name in a list, which it joins if it isn't there.
func indexOf(names *[]string, name string) int {
	for i, n := range *names {
		if n == name {
			return i
		}
	}
	*names = append(*names, name)
	return len(*names) - 1
}

// nameTicks labels whole numbers with names.
type nameTicks []string

// Ticks labels each of them, or about twenty of many.
func (t nameTicks) Ticks(low, high float64) []plot.Tick {
	var ticks []plot.Tick
	for i := 0; i < len(t); i += (len(t)-1)/20 + 1 {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: t[i]})
	}
	return ticks
}
