package difficulty

import (
	"fmt"
	"io"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang/diag"
)

// Text prints a report for people.
func (r *Report) Text(w io.Writer) error {
	t := &text{}
	t.line("%s", r.heading())
	t.line("%s", r.played())
	if line := r.StoppedLine(); line != "" {
		t.line("%s", line)
	}
	t.line("")
	t.line("%s", r.Verdict())
	t.line("")
	t.table(append(experiment.Table{{"how it ends", "share", "95% interval"}}, r.endings()...))
	t.line("%s", r.length())
	t.line("")
	t.table(append(experiment.Table{{"a bad and a good day", "bad, 1 in 10", "middle", "good, 1 in 10"}}, r.dayRows()...))
	for _, l := range r.Left {
		t.line("%s", l.heading(r.Side))
		t.rows(l.rows(), func(column int) bool { return column == 2 })
		t.line("")
	}
	t.table(append(experiment.Table{append([]string{"who does the harm", "stands"}, r.pools()...)}, r.harmRows()...))
	t.table(append(experiment.Table{{"who pays", "stands"}}, r.ownRows()...))
	t.steps(r)
	t.line("%s", Grades)
	t.line("")
	t.line("Ruleset %s (%.12s), rulec %s, seed %d.", r.Ruleset, r.Hash, r.Program, r.Seed)
	if see := r.see(); see != "" {
		t.line("A typical fight: %s", see)
	}
	if r.Command != "" {
		t.line("Again: %s", r.Command)
	}
	_, err := io.WriteString(w, t.String())
	return err
}

// text collects what is printed; a terminal obeys nothing in it.
type text struct{ strings.Builder }

func (t *text) line(format string, args ...any) {
	for line := range strings.SplitSeq(fmt.Sprintf(format, args...), "\n") {
		t.WriteString(strings.TrimRight(diag.Visible(line), " ") + "\n")
	}
}

func (t *text) rows(rows experiment.Table, left func(column int) bool) {
	for _, line := range rows.Lines(left) {
		t.line("%s", line)
	}
}

// table prints a table and an empty line; columns behind the first stand to the right.
func (t *text) table(rows experiment.Table) {
	t.rows(rows, func(int) bool { return false })
	t.line("")
}

func (t *text) steps(r *Report) {
	if rows := r.stepRows(); len(rows) > 0 {
		head := []string{"easier or harder by a step", "won by " + r.Side, "against now, points", "how many fall, against now"}
		t.rows(append(experiment.Table{head}, rows...), func(column int) bool { return column > 1 })
		t.line("%s", r.stepsPlayed())
	}
	for _, note := range r.notes() {
		t.line("%s", note)
	}
	t.line("")
}

func (r *Report) heading() string { return fmt.Sprintf("%s (%s)", r.Title, r.Ruleset) }

func (r *Report) played() string {
	return fmt.Sprintf("How hard it is for %s; %s, seed %d", r.Side, report.Plural(r.Fights, "fight", "fights"), r.Seed)
}

// Verdict says in a sentence how hard it is.
func (r *Report) Verdict() string {
	grade := strings.ToUpper(r.Grade[:1]) + r.Grade[1:]
	if r.Grade != r.Worst {
		grade += " or " + r.Worst + ", which so many fights don't tell"
	}
	text := fmt.Sprintf("%s: %s of the fights are won by %s", grade, withSign(r.Wins), r.Side)
	if r.Costly != nil {
		text += fmt.Sprintf(", and %s of those cost them somebody", withSign(*r.Costly))
	}
	return text + "."
}

// withSign writes a share with its interval, and the sign behind both.
func withSign(s experiment.Share) string { return s.Percent() + " (" + s.Range() + ")" }

// endings are all ways that fights ended, and how many of the side fell.
func (r *Report) endings() (rows experiment.Table) {
	for _, o := range r.Outcomes {
		if o.Kind == "side" || o.Fights > 0 {
			name := "(" + o.Name + ")"
			if o.Kind == "side" {
				name = "won by " + o.Name
			}
			rows = append(rows, []string{name, o.Share.Percent(), o.Share.Range()})
		}
	}
	for _, f := range r.Fallen {
		rows = append(rows, []string{"of " + r.Side + " " + f.Who, f.Share.Percent(), f.Share.Range()})
	}
	return rows
}

// endingShares are the shares of the rows of endings.
func (r *Report) endingShares() (list []experiment.Share) {
	for _, o := range r.Outcomes {
		if o.Kind == "side" || o.Fights > 0 {
			list = append(list, o.Share)
		}
	}
	for _, f := range r.Fallen {
		list = append(list, f.Share)
	}
	return list
}

func (r *Report) length() string {
	if len(r.Length.Bins) == 0 {
		return "No fight ended before the time limit."
	}
	return fmt.Sprintf("Half of the fights are over by %s %d; they last from %d to %d in 90%% of all.", r.Length.Unit, r.Length.Median, r.Length.P5, r.Length.P95)
}

func (r *Report) dayRows() (rows experiment.Table) {
	for _, d := range r.Days {
		rows = append(rows, []string{d.What, fmt.Sprint(d.Bad), fmt.Sprint(d.Middle), fmt.Sprint(d.Good)})
	}
	return rows
}

// barWidth is how many marks the longest bar has.
const barWidth = 40

func (l *Left) heading(side string) string {
	return fmt.Sprintf("%s of %s all together, at the end", l.Name, side)
}

// rows has a row for each range of amounts, with a bar.
func (l *Left) rows() (rows experiment.Table) {
	most := l.most()
	for _, b := range l.Bins {
		rows = append(rows, []string{"  " + b.label(), report.Thousands(b.Fights), strings.Repeat("#", int((b.Fights*barWidth+most-1)/most))})
	}
	return rows
}

// most is how many fights the largest range has.
func (l *Left) most() int64 {
	most := int64(1)
	for _, b := range l.Bins {
		most = max(most, b.Fights)
	}
	return most
}

func (b *Bin) label() string {
	if b.From == b.To {
		return fmt.Sprint(b.From)
	}
	return fmt.Sprintf("%d .. %d", b.From, b.To)
}

// pools are the headings of what opponents do.
func (r *Report) pools() (names []string) {
	if len(r.Harm) > 0 {
		for _, d := range r.Harm[0].Dealt {
			names = append(names, d.Pool+", a fight")
		}
	}
	return names
}

func (r *Report) harmRows() (rows experiment.Table) {
	for _, o := range r.Harm {
		row := []string{o.Title, o.Stands.Both()}
		for _, d := range o.Dealt {
			row = append(row, d.Mean.Both())
		}
		rows = append(rows, row)
	}
	return rows
}

func (r *Report) ownRows() (rows experiment.Table) {
	for _, m := range r.Own {
		rows = append(rows, []string{m.Title, m.Stands.Both()})
	}
	return rows
}

func (r *Report) stepRows() (rows experiment.Table) {
	for _, s := range r.Steps {
		if s.Why == "" {
			rows = append(rows, []string{s.Said, withSign(s.Wins), s.More.Points(), s.Falls.Said()})
		}
	}
	return rows
}

func (r *Report) stepsPlayed() string {
	return fmt.Sprintf("Each: %s, on the dice of the first ones as it stands. In brackets: the 95%% interval.", report.Plural(r.StepFights, "fight", "fights"))
}

// limitedPart is from which part of the fights on it is said that the time limit came.
const limitedPart = 0.05

// notes say with which steps the time limit came often, and what can't be played, and why.
func (r *Report) notes() (lines []string) {
	var limited []string
	for _, s := range r.Steps {
		if float64(s.Limited) >= limitedPart*float64(r.StepFights) {
			limited = append(limited, s.Said+": "+report.Plural(s.Limited, "fight", "fights"))
		}
	}
	if limited != nil {
		lines = append(lines, "The time limit came often with "+strings.Join(limited, ", ")+".")
	}
	for _, s := range r.Steps {
		if s.Why != "" {
			lines = append(lines, fmt.Sprintf("Left out, %s: %s", s.Said, s.Why))
		}
	}
	return lines
}

// see is the line that tells a typical fight.
func (r *Report) see() string {
	if r.Typical == nil || r.Play == "" {
		return ""
	}
	return fmt.Sprintf("%s --trial %d", r.Play, r.Typical.Trial)
}
