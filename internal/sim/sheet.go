package sim

import (
	"strconv"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
)

// sheet is a report for spreadsheets. It has one figure per line: the varied values, the topic, the name of its
// subject, the figure and its value. Lines on how the report was made are text, and leave the last column empty, as
// that holds only numbers.
type sheet struct {
	report.Table
	// values are the varied values of the current point.
	values []string
}

func newSheet(r *Report) *report.Table {
	s := &sheet{values: make([]string, len(r.Vary))}
	s.Head = append(report.Heads(r.Vary...), report.Heads("about", "name", "detail", "what", "value")...)
	s.made("rulec", "version", r.Program)
	s.made("rulec", "seed", strconv.FormatUint(r.Seed, 10))
	s.made("rulec", "again", r.Again)
	for i := range r.Points {
		s.point(&r.Points[i])
	}
	return &s.Table
}

// line adds a line with the varied values, some words and the last cell.
func (s *sheet) line(last report.Cell, words ...string) {
	var cells []report.Cell
	for _, v := range s.values {
		cells = append(cells, report.Words(v))
	}
	for _, w := range words {
		cells = append(cells, report.Words(w))
	}
	s.Add(append(cells, last)...)
}

func (s *sheet) figure(about, name, item, figure string, value float64) {
	s.line(report.Figure("", value), about, name, item, figure)
}

// made adds a line of text on how the report was made.
func (s *sheet) made(name, item, text string) { s.line(report.Words(""), "made", name, item, text) }

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
		s.mean("combatant", c.Name, h.Name, "healed", h.Healed)
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

// mean adds a mean, and the ends of its interval.
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
