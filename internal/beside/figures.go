package beside

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/lang/diag"
)

// Row is a row of the table of figures: what it is about, and a cell for each study.
type Row struct {
	Name  string
	Cells []string
}

// Titles returns what the columns of the studies are called: by their rulesets, or by their encounters if some have the same
// ruleset.
func Titles(studies []*Study) []string {
	titles := make([]string, len(studies))
	known := map[string]bool{}
	for i, s := range studies {
		titles[i] = diag.Visible(s.Encounter.Program.Title)
		known[titles[i]] = true
	}
	if len(known) == len(studies) {
		return titles
	}
	for i, s := range studies {
		titles[i] = diag.Visible(s.Encounter.Title)
	}
	return titles
}

// Figures returns the table of figures. Sides that aren't called alike in all studies are the first and the second one, and the
// table begins with who they are.
//
// Spec: rosetta.md, The figures.
func Figures(studies []*Study) []Row {
	var rows []Row
	row := func(name string, cell func(s *Study) string) {
		r := Row{Name: name}
		for _, s := range studies {
			r.Cells = append(r.Cells, cell(s))
		}
		rows = append(rows, r)
	}
	if len(studies) == 0 {
		return nil
	}
	name := func(s *Study, i int) string { return diag.Visible(s.Encounter.Sides[i]) }
	sides := []string{name(studies[0], 0), name(studies[0], 1)}
	if slices.ContainsFunc(studies, func(s *Study) bool { return !slices.Equal(s.Encounter.Sides, studies[0].Encounter.Sides) }) {
		sides = []string{"the first side", "the second side"}
		for i, side := range sides {
			row(side, func(s *Study) string { return name(s, i) })
		}
	}
	for i, side := range sides {
		row("won by "+side, func(s *Study) string { return percent(experiment.Interval(s.Outcomes[i].Share)) })
	}
	row("ends in", func(s *Study) string {
		return fmt.Sprintf("%s %d (%d to %d)", diag.Visible(s.Length.Unit), s.Length.Median, s.Length.P5, s.Length.P95)
	})
	row("actions", func(s *Study) string { return fmt.Sprintf("%d (%d to %d)", s.Acts.Median, s.Acts.P5, s.Acts.P95) })
	row("dice", func(s *Study) string { return spread(&s.Dice) })
	row("decisions", func(s *Study) string { return mean(s.Decisions.Mean()) })
	row("of them replies", func(s *Study) string { return mean(s.Replies.Mean()) })
	row("decisions for each action", func(s *Study) string {
		return mean(&experiment.Mean{Value: s.PerAct.Value, Low: s.PerAct.Low, High: s.PerAct.High})
	})
	row("things to choose from", func(s *Study) string { return spread(&s.Widths) })
	row("changes of the lead", func(s *Study) string { return mean(s.LeadChanges.Mean()) })
	row("the leader at half-time wins", func(s *Study) string { return share(s.Held) })
	for i, part := range [Parts]string{"all dice", "three quarters of the dice", "half of the dice", "a quarter of the dice"} {
		row("another winner, "+part+" thrown anew", func(s *Study) string { return share(s.Reopened[i]) })
	}
	row("another winner, those of one action thrown anew", func(s *Study) string { return share(s.OneAction) })
	for i, side := range sides {
		row(fmt.Sprintf("won by %s, with slips of %s", sides[0], side), func(s *Study) string { return share(s.Careless[i]) })
	}
	return rows
}

// share returns a share of fights; "none" where none of them were played: somebody may have stopped it.
func share(s Share) string {
	if s.Of == 0 {
		return "none"
	}
	return percent(s.Interval())
}

// percent returns a share with its interval.
func percent(i experiment.Interval) string {
	return fmt.Sprintf("%.0f%% (%.0f to %.0f)", 100*i.Value, 100*i.Low, 100*i.High)
}

// mean returns the mean of something that is counted with its interval, with as many decimals as that allows.
func mean(m *experiment.Mean) string {
	if m == nil {
		return "none"
	}
	d := experiment.Decimals((m.High - m.Low) / 2)
	return fmt.Sprintf("%.*f (%.*f to %.*f)", d, m.Value, d, max(0, m.Low), d, m.High)
}

// spread returns the median of what was counted, and from where to where 90% of it lies.
func spread(b *experiment.Bins) string {
	if b.Count() == 0 {
		return "none"
	}
	return fmt.Sprintf("%d (%d to %d)", b.Percentile(50), b.Percentile(5), b.Percentile(95))
}

// Table prints the table of figures as Markdown, its columns below each other.
func Table(w io.Writer, studies []*Study) error {
	rows := [][]string{append([]string{""}, Titles(studies)...)}
	for _, r := range Figures(studies) {
		rows = append(rows, append([]string{r.Name}, r.Cells...))
	}
	widths := make([]int, len(studies)+1)
	for _, cells := range rows {
		for i := range cells {
			cells[i] = strings.ReplaceAll(cells[i], "|", "\\|")
			widths[i] = max(widths[i], utf8.RuneCountInString(cells[i]))
		}
	}
	var b strings.Builder
	for k, cells := range rows {
		for i, c := range cells {
			fmt.Fprintf(&b, "| %-*s ", widths[i], c)
		}
		b.WriteString("|\n")
		for i := 0; k == 0 && i < len(widths); i++ {
			b.WriteString("|" + strings.Repeat("-", widths[i]+2))
		}
		if k == 0 {
			b.WriteString("|\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
