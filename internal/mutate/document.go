package mutate

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/internal/report"
)

// data is a result as JSON has it.
type data struct {
	Ruleset string      `json:"ruleset"`
	Whole   bool        `json:"whole"`
	Groups  []groupData `json:"groups"`
	// Missed are the changes that no case notices, in the order in which they were tried.
	Missed []missedData `json:"missed"`
	// Idle are the places in the file of --same that belong to no change.
	Idle []string `json:"like_no_change"`
}

type groupData struct {
	Group      string  `json:"group"`
	Places     int     `json:"places"`
	Refused    int     `json:"refused"`
	Tried      int     `json:"tried"`
	Noticed    int     `json:"noticed"`
	Missed     int     `json:"missed"`
	Equivalent int     `json:"equivalent"`
	Share      float64 `json:"share"`
}

type missedData struct {
	Group  string `json:"group"`
	Change string `json:"change"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	In     string `json:"in"`
	Was    string `json:"was"`
	Now    string `json:"now,omitempty"`
}

// Document lists the changes that were missed, and says how many there were of each group.
func (r *Result) Document() *report.Document {
	x := data{Ruleset: r.Program.Name, Whole: r.Whole, Groups: []groupData{}, Missed: []missedData{}, Idle: r.idlePlaces()}
	t := &report.Table{Name: "missed changes", Head: report.Heads("place", "change", "in", "line")}
	for i := range r.Tallies {
		of := &r.Tallies[i]
		if of.Wanted == 0 {
			continue
		}
		x.Groups = append(x.Groups, groupData{
			of.Group.String(), of.Points, of.Refused, of.Tried, of.Noticed, len(of.Missed), of.Equivalent, of.Share(),
		})
		for _, m := range of.Missed {
			line, column := m.At.Source.Position(m.At.Start)
			x.Missed = append(x.Missed, missedData{of.Group.String(), m.change(), m.At.Source.Name, line, column, m.In, m.Was, m.Now})
			t.Add(report.Words(m.place()), report.Words(m.change()), report.Words(m.In), report.Words(firstLine(m.Was)))
		}
	}
	d := &report.Document{Title: fmt.Sprintf("%s (%s)", r.Program.Title, r.Program.Name), Data: x}
	d.Add(t)
	d.Add(r.Summary()...)
	return d
}

// Lines say where a change is, and what it changes.
func (m *Mutation) Lines() []string {
	return []string{m.String(), "    in " + m.In + ": " + firstLine(m.Was)}
}

// Summary says how many changes there were of each group, and what came of them.
func (r *Result) Summary() (blocks []report.Block) {
	for _, place := range r.idlePlaces() {
		blocks = append(blocks, report.Paragraph{Text: place + ": no change of the ruleset is like this one"})
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
		notes = append(notes, report.Note{Text: fmt.Sprintf("%s: %s; lint refused %d more.", of.Group, report.Plural(int64(of.Points), "place", "places"), of.Refused)})
	}
	return append(blocks, notes...)
}

func count(n int) report.Cell { return report.Count(int64(n)) }

// idlePlaces are the places of the entries of Options.Same that belong to no change.
func (r *Result) idlePlaces() []string {
	places := []string{}
	for _, s := range r.Idle {
		line, _ := s.At.Source.Position(s.At.Start)
		places = append(places, fmt.Sprintf("%s:%d", s.At.Source.Name, line))
	}
	return places
}

// firstLine is the first line of a text, with dots if there are more.
func firstLine(text string) string {
	line, rest, more := strings.Cut(text, "\n")
	if more && strings.TrimSpace(rest) != "" {
		return line + " .."
	}
	return line
}
