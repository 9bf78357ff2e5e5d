package sim

import (
	"encoding/csv"
	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"io"
	"strconv"

	"github.com/rulec/rulec/lang/diag"
)

// JSON prints a report as one JSON document. What a terminal would obey is escaped.
func (r *Report) JSON(w io.Writer) error { return report.WriteJSON(w, r) }

// CSV prints a report as a table with one figure a line: the varied values, what
// the figure is about, of whom or what, which figure, and how much. Lines about how it
// was made say it in words, and leave the last column empty, which holds numbers alone.
// What a terminal would obey is written out as [diag.Visible] does.
func (r *Report) CSV(w io.Writer) error {
	c := &sheet{w: csv.NewWriter(w)}
	c.row(append(append([]string{}, r.Vary...), "about", "name", "detail", "what", "value")...)
	c.values = make([]string, len(r.Vary))
	c.made("rulec", "version", r.Program)
	c.made("rulec", "seed", strconv.FormatUint(r.Seed, 10))
	c.made("rulec", "again", r.Again)
	for i := range r.Points {
		c.point(&r.Points[i])
	}
	c.w.Flush()
	return c.w.Error()
}

// sheet writes lines of a table.
type sheet struct {
	w      *csv.Writer
	values []string
}

// row writes a line; errors stay in the writer.
func (s *sheet) row(cells ...string) {
	for i := range cells {
		cells[i] = diag.Visible(cells[i])
	}
	s.w.Write(cells)
}

func (s *sheet) figure(about, name, item, figure string, value float64) {
	cells := append(append([]string{}, s.values...), about, name, item, figure, strconv.FormatFloat(value, 'f', -1, 64))
	s.row(cells...)
}

// made says in words how a report was made.
func (s *sheet) made(name, item, text string) {
	s.row(append(append([]string{}, s.values...), "made", name, item, text, "")...)
}

func (s *sheet) point(p *PointReport) {
	s.values = p.Values
	s.made("ruleset", p.Ruleset, p.Hash)
	s.figure("all", "", "", "fights", float64(p.Fights))
	for _, o := range p.Outcomes {
		s.figure("outcome", o.Name, o.Kind, "fights", float64(o.Fights))
		s.share("outcome", o.Name, o.Kind, o.Share)
	}
	if d := p.Difference; d != nil {
		s.figure("difference", "", "", "pairs won", float64(d.Won))
		s.figure("difference", "", "", "pairs lost", float64(d.Lost))
		s.share("difference", "", "", d.Share)
	}
	s.spread("length", p.Length.Unit, "", p.Length.Spread)
	for _, b := range p.Length.Bins {
		for i, n := range b.By {
			if n > 0 {
				s.figure("length", p.Length.Unit, strconv.FormatInt(b.Length, 10), "fights: "+p.Outcomes[i].Name, float64(n))
			}
		}
	}
	s.spread("actions", "", "", p.Acts)
	for _, c := range p.Combatants {
		s.combatant(c)
	}
	for _, a := range p.Actions {
		s.action("action", a.Name, "", a)
	}
	for _, x := range p.Tests {
		s.figure("roll", x.Label, "", "rolls", float64(x.Tried))
		s.share("roll", x.Label, "success", x.Success)
		for _, d := range x.Degrees {
			s.share("roll", x.Label, "degree: "+d.Name, d.Share)
		}
	}
}

func (s *sheet) combatant(c FighterReport) {
	s.share("combatant", c.Name, "stands", c.Stands)
	for _, h := range c.Health {
		s.spread("combatant", c.Name, h.Name+" left", h.Left)
		s.mean("combatant", c.Name, h.Name, "taken", h.Taken)
		s.mean("combatant", c.Name, h.Name, "dealt", h.Dealt)
		s.mean("combatant", c.Name, h.Name, "healed", h.Mended)
	}
	for _, x := range c.Shown {
		s.spread("combatant", c.Name, x.Name, x.Spread)
	}
	for _, a := range c.Actions {
		s.action("combatant", c.Name, a.Name, a)
	}
}

func (s *sheet) action(about, name, item string, a ActionReport) {
	s.figure(about, name, item, "used", float64(a.Used))
	s.figure(about, name, item, "at others", float64(a.Aimed))
	s.figure(about, name, item, "worked", float64(a.Worked))
	s.figure(about, name, item, "called off", float64(a.CalledOff))
}

func (s *sheet) share(about, name, item string, x experiment.Share) {
	s.figure(about, name, item, "share", x.Value)
	s.figure(about, name, item, "low", x.Low)
	s.figure(about, name, item, "high", x.High)
}

// mean writes a mean, and where its interval begins and ends.
func (s *sheet) mean(about, name, item, figure string, m experiment.Mean) {
	s.figure(about, name, item, figure, m.Value)
	s.figure(about, name, item, figure+" low", m.Low)
	s.figure(about, name, item, figure+" high", m.High)
}

func (s *sheet) spread(about, name, item string, x experiment.Spread) {
	if x.Mean != nil {
		s.mean(about, name, item, "mean", *x.Mean)
	}
	s.figure(about, name, item, "median", float64(x.Median))
	s.figure(about, name, item, "p5", float64(x.P5))
	s.figure(about, name, item, "p95", float64(x.P95))
	s.figure(about, name, item, "least", float64(x.Least))
	s.figure(about, name, item, "most", float64(x.Most))
}
