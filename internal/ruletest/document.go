package ruletest

import (
	"errors"

	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang/diag"
)

// Document returns the results of the cases of some files, with the mistakes in lists of rules, and how many rules
// of systems they cover; thoroughly lists each rule that isn't covered.
func Document(files []File, lists diag.List, systems []*System, thoroughly bool) *report.Document {
	sum := Sum(systems, files)
	d := &report.Document{Title: "Cases", Data: sum}
	d.Add(report.Paragraph{Text: sum.String(), Verdict: true})
	for _, f := range files {
		addFile(d, f)
	}
	if len(lists) > 0 {
		d.Add(report.Heading{Text: "lists of rules"}, report.Diagnostics(lists))
	}
	t := &report.Table{Name: "cases", Head: report.Heads("cases", "number")}
	t.Add(report.Words("passed"), report.Count(int64(sum.Cases.Passed)))
	t.Add(report.Words("failed"), report.Count(int64(sum.Cases.Failed)))
	t.Add(report.Words("files not played"), report.Count(int64(sum.Unread)))
	d.Add(report.Heading{Text: "Summary"}, t)
	d.Add(Coverage(systems, thoroughly)...)
	return d
}

// addFile adds what is wrong with a file, and which of its cases failed.
func addFile(d *report.Document, f File) {
	if len(f.List) > 0 {
		d.Add(report.Heading{Text: f.Name}, report.Diagnostics(f.List))
	}
	if f.Unread() {
		d.Paragraph("It wasn't played.")
		return
	}
	for _, r := range f.Results {
		if r.Err == nil {
			continue
		}
		d.Add(report.Heading{Text: "failed: " + r.Name()})
		if errors.Is(r.Err, ErrBroken) {
			d.Paragraph("%s", ErrBroken.Error())
			continue
		}
		d.Add(report.Diagnostics(diag.List{r.Diagnostic()}))
		if len(r.Story) > 0 {
			d.Paragraph("before that:")
			d.Add(report.Lines{Lines: r.Story})
		}
	}
}

// Coverage returns how many rules of systems are covered; thoroughly lists each rule that isn't.
func Coverage(systems []*System, thoroughly bool) []report.Block {
	t := &report.Table{Name: "coverage", Head: report.Heads("system", "rules", "rules covered", "narrative")}
	missing := &report.Table{Name: "not covered", Head: report.Heads("not covered", "")}
	for _, s := range systems {
		t.Add(report.Words(s.Name), count(len(s.Rules)), count(s.Covered()), count(s.narrative()))
		for _, r := range s.Rules {
			if thoroughly && !r.Covered {
				missing.Add(report.Words(r.ID), report.Words(note(r)))
			}
		}
	}
	return []report.Block{t, missing.WithoutEmpty()}
}

func count(n int) report.Cell { return report.Count(int64(n)) }

// narrative counts the rules that no case covers because none can.
func (s *System) narrative() (n int) {
	for _, r := range s.Rules {
		if r.Narrative && !r.Covered {
			n++
		}
	}
	return n
}

func note(r Rule) string {
	if r.Narrative {
		return "narrative"
	}
	return ""
}
