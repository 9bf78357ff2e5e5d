package mutate

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/internal/report"
)

// Document lists the changes that were missed, and the numbers of changes in each group.
func (r *Result) Document() *report.Document {
	t := &report.Table{Name: "missed changes", Head: report.Heads("place", "change", "in", "line")}
	for i := range r.Tallies {
		for _, m := range r.Tallies[i].Missed {
			t.Add(report.Words(m.place()), report.Words(m.change()), report.Words(m.In), report.Words(firstLine(m.Was)))
		}
	}
	d := &report.Document{Title: fmt.Sprintf("%s (%s)", r.Program.Title, r.Program.Name), Data: r}
	d.Add(t)
	d.Add(r.Summary()...)
	return d
}

// Lines return where a change is, and what it changes.
func (m *Mutation) Lines() []string {
	return []string{m.String(), "    in " + m.In + ": " + firstLine(m.Was)}
}

// Summary returns how many changes each group has, and the results.
func (r *Result) Summary() (blocks []report.Block) {
	for _, s := range r.Idle {
		blocks = append(blocks, report.Paragraph{Text: s.At.Where() + ": no change of the ruleset matches this one"})
	}
	t := &report.Table{Name: "changes", Head: report.Heads("changes", "played", "noticed", "not noticed", "no difference", "share noticed")}
	notes := []report.Block{t}
	for i := range r.Tallies {
		of := &r.Tallies[i]
		if of.Wanted == 0 {
			continue
		}
		t.Add(report.Words(of.Group.String()), count(of.Tried), count(of.Noticed), count(len(of.Missed)), count(of.Equivalent),
			report.Figure(fmt.Sprintf("%.1f%%", 100*of.Share()), of.Share()))
		places := report.Plural(int64(of.Points), "place", "places")
		notes = append(notes, report.Note{Text: fmt.Sprintf("%s: %s; lint rejected %d more.", of.Group, places, of.Refused)})
	}
	return append(blocks, notes...)
}

func count(n int) report.Cell { return report.Count(int64(n)) }

// firstLine returns the first line of a text, with dots if there are more.
func firstLine(text string) string {
	line, rest, more := strings.Cut(text, "\n")
	if more && strings.TrimSpace(rest) != "" {
		return line + " .."
	}
	return line
}
