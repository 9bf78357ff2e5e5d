package cli

import (
	"fmt"

	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/interp/profile"
	"github.com/rulec/rulec/lang/diag"
)

// longestProfile is the maximum number of rows of a profile: the rest is cheap.
const longestProfile = 30

// profileBlocks returns a report of where the time of fights went, the largest part first, and at the end the time
// of none of them; none for nil.
func profileBlocks(p *profile.Profile) []report.Block {
	if p == nil {
		return nil
	}
	total := float64(p.Total())
	share := func(nanoseconds float64) report.Cell {
		percent := 100 * nanoseconds / total
		return report.Figure(fmt.Sprintf("%.1f%%", percent), percent)
	}
	t := &report.Table{Name: "profile", Head: []report.Head{{Name: "what"}, {Name: "itself", Bars: true}, {Name: "in total"}, {Name: "times"}}}
	rows := p.Rows()
	rest := total
	for i, r := range rows {
		rest -= float64(r.Own)
		if i < longestProfile {
			t.Add(report.Words(r.What+" "+r.Name+place(r.Span)), share(float64(r.Own)), share(float64(r.All)), report.Count(int64(r.Times)))
		}
	}
	t.Add(report.Words("everything else: time and turn queue"), share(rest))
	blocks := []report.Block{
		report.Heading{Text: fmt.Sprintf("Where the time goes: %.1f s (measuring takes some of it)", total/1e9)}, t,
	}
	if n := len(rows) - longestProfile; n > 0 {
		blocks = append(blocks, report.Note{Text: fmt.Sprintf("%d more take less", n)})
	}
	return blocks
}

// place returns the file and line of a span, in brackets.
func place(s diag.Span) string {
	if s.IsZero() {
		return ""
	}
	return " (" + s.Where() + ")"
}
