package difficulty

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/internal/report"
)

// Document returns the printed report. On paper it takes one or two sheets of A4.
func (r *Report) Document() *report.Document {
	d := &report.Document{Title: fmt.Sprintf("%s (%s)", r.Title, r.Ruleset), Data: r}
	d.Paragraph("How hard it is for %s: %s, seed %d.", r.Side, report.Plural(r.Fights, "fight", "fights"), r.Seed)
	d.Add(report.Paragraph{Text: r.StoppedLine()}, report.Paragraph{Text: r.verdict(), Verdict: true})
	d.Add(report.Columns{Columns: []report.Column{
		{Title: "How it ends", Blocks: []report.Block{r.endings(), report.Note{Text: r.length()}}},
		{Title: "Worst and best 10%", Blocks: []report.Block{r.worstAndBest()}},
	}})
	d.Add(report.Columns{Columns: r.left()})
	d.Add(report.Columns{Columns: []report.Column{
		{Title: "Damage dealt", Blocks: []report.Block{r.damage()}},
		{Title: "Casualties", Blocks: []report.Block{r.casualties()}},
	}})
	r.addSteps(d)
	d.Add(report.Heading{Text: "Grades"}, report.Lines{Lines: strings.Split(Grades, "\n")})
	d.Add(report.Command{Label: "A typical fight", Line: r.see()})
	d.Add(r.Foot()...)
	return d
}

// verdict describes in a sentence how hard it is.
func (r *Report) verdict() string {
	grade := strings.ToUpper(r.Grade[:1]) + r.Grade[1:]
	if r.Grade != r.Worst {
		grade += " or " + r.Worst + " (too few fights to tell)"
	}
	text := fmt.Sprintf("%s: %s of the fights are won by %s", grade, r.Wins.Both(), r.Side)
	if r.Costly != nil {
		text += fmt.Sprintf(", and %s of those cost them a member", r.Costly.Both())
	}
	return text + "."
}

// endings returns the table of all ways that fights ended, and how many of the side fell.
func (r *Report) endings() *report.Table {
	t := &report.Table{Name: "how it ends", Head: []report.Head{{Name: "outcome"}, {Name: "share", Bars: true}}}
	for _, o := range r.Outcomes {
		switch {
		case o.Kind == "side":
			t.Add(report.Words("won by "+o.Name), o.Share.Cell())
		case o.Fights > 0:
			t.Add(report.Words("("+o.Name+")"), o.Share.Cell())
		}
	}
	for _, f := range r.Fallen {
		t.Add(report.Words(r.Side+": "+f.Who), f.Share.Cell())
	}
	return t
}

func (r *Report) length() string {
	if len(r.Length.Bins) == 0 {
		return "No fight ended before the time limit."
	}
	l := &r.Length
	return fmt.Sprintf("Half of the fights end by %s %d; the middle 90%% end between %d and %d.", l.Unit, l.Median, l.P5, l.P95)
}

func (r *Report) worstAndBest() *report.Table {
	t := &report.Table{Name: "worst and best 10%", Head: report.Heads("at the end", "worst 10%", "median", "best 10%")}
	for _, d := range r.Days {
		t.Add(report.Words(d.What), report.Count(d.Bad), report.Count(d.Middle), report.Count(d.Good))
	}
	return t
}

// left returns a column for each pool under health, with a row for each range of amounts.
func (r *Report) left() (columns []report.Column) {
	for _, l := range r.Left {
		title := fmt.Sprintf("Total %s of %s at the end", l.Name, r.Side)
		t := &report.Table{Name: title, Head: []report.Head{{Name: l.Name}, {Name: "fights", Bars: true}}}
		for _, b := range l.Bins {
			t.Add(report.Words(b.label()), report.Count(b.Fights))
		}
		columns = append(columns, report.Column{Title: title, Blocks: []report.Block{t}})
	}
	return columns
}

func (b *Bin) label() string {
	if b.From == b.To {
		return fmt.Sprint(b.From)
	}
	return fmt.Sprintf("%d to %d", b.From, b.To)
}

// damage returns a table with a row for each opponent.
func (r *Report) damage() *report.Table {
	t := &report.Table{Name: "damage dealt", Head: report.Heads("opponent", "still standing")}
	for i, o := range r.Harm {
		row := []report.Cell{report.Words(o.Title), o.Stands.Cell()}
		for _, dealt := range o.Dealt {
			if i == 0 {
				t.Head = append(t.Head, report.Head{Name: dealt.Pool + " per fight"})
			}
			row = append(row, dealt.Mean.Cell())
		}
		t.Add(row...)
	}
	return t
}

// casualties returns a table with a row for each member of the side.
func (r *Report) casualties() *report.Table {
	t := &report.Table{Name: "casualties", Head: report.Heads(r.Side, "still standing")}
	for _, m := range r.Own {
		t.Add(report.Words(m.Title), m.Stands.Cell())
	}
	return t
}

// addSteps adds what would make it easier or harder.
func (r *Report) addSteps(d *report.Document) {
	t := &report.Table{Name: "what would change it", Head: []report.Head{
		{Name: "change"}, {Name: "won by " + r.Side}, {Name: "difference in points", Bars: true}, {Name: "difference in casualties"},
	}}
	for _, s := range r.Steps {
		if s.Why == "" {
			t.Add(report.Words(s.Description), s.Wins.Cell(), s.More.PointsCell(), s.Falls.Cell())
		}
	}
	if len(t.Rows) > 0 {
		d.Add(report.Heading{Text: "What would change it"}, t)
		d.Note("Each change is played in %s, with the same dice as the first fights without it. In brackets: the 95%% interval. "+
			"None seen: the interval contains 0.", report.Plural(r.StepFights, "fight", "fights"))
	}
	for _, note := range r.notes() {
		d.Note("%s", note)
	}
}

// limitedPart is the share of fights from which the time limit is reported.
const limitedPart = 0.05

// notes returns which steps often reached the time limit, and which can't be played, and why.
func (r *Report) notes() (lines []string) {
	var limited []string
	for _, s := range r.Steps {
		if float64(s.Limited) >= limitedPart*float64(r.StepFights) {
			limited = append(limited, s.Description+": "+report.Plural(s.Limited, "fight", "fights"))
		}
	}
	if limited != nil {
		lines = append(lines, "Often ended by the time limit: "+strings.Join(limited, ", ")+".")
	}
	for _, s := range r.Steps {
		if s.Why != "" {
			lines = append(lines, fmt.Sprintf("Not played, %s: %s", s.Description, s.Why))
		}
	}
	return lines
}

// see returns the line that prints a typical fight.
func (r *Report) see() string {
	if r.Typical == nil || r.Play == "" {
		return ""
	}
	return fmt.Sprintf("%s --trial %d", r.Play, r.Typical.Trial)
}
