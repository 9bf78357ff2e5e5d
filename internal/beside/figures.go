package beside

import (
	"fmt"
	"slices"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
)

// titlesOf returns the column headings of the studies: their rulesets, or their encounters if some have the same
// ruleset.
func titlesOf(studies []*Study) []string {
	titles := make([]string, len(studies))
	known := map[string]bool{}
	for i, s := range studies {
		titles[i] = s.Encounter.Program.Title
		known[titles[i]] = true
	}
	if len(known) == len(studies) {
		return titles
	}
	for i, s := range studies {
		titles[i] = s.Encounter.Title
	}
	return titles
}

// Figures returns the table of figures, with a column for each study. If the sides' names differ between studies,
// they are the first and the second one, and the table starts with their names.
//
// Spec: rosetta.md, The figures.
func Figures(studies []*Study) *report.Table {
	t := &report.Table{Name: "figures", Head: report.Heads(append([]string{"figure"}, titlesOf(studies)...)...)}
	row := func(name string, cell func(s *Study) report.Cell) {
		cells := []report.Cell{report.Words(name)}
		for _, s := range studies {
			cells = append(cells, cell(s))
		}
		t.Add(cells...)
	}
	sides := studies[0].Encounter.Sides
	if slices.ContainsFunc(studies, func(s *Study) bool { return !slices.Equal(s.Encounter.Sides, sides) }) {
		sides = []string{"the first side", "the second side"}
		for i, side := range sides {
			row(side, func(s *Study) report.Cell { return report.Words(s.Encounter.Sides[i]) })
		}
	}
	for i, side := range sides {
		row("won by "+side, func(s *Study) report.Cell { return s.Outcomes[i].Share.Cell() })
	}
	row("ends in", func(s *Study) report.Cell {
		c := s.Length.Cell()
		c.Text = s.Length.Unit + " " + c.Text
		return c
	})
	row("actions", func(s *Study) report.Cell { return s.Acts.Cell() })
	row("dice", func(s *Study) report.Cell { return spread(&s.Dice) })
	row("decisions", func(s *Study) report.Cell { return mean(s.Decisions.Mean()) })
	row("replies", func(s *Study) report.Cell { return mean(s.Replies.Mean()) })
	row("decisions per action", func(s *Study) report.Cell {
		if s.Decisions.Count() == 0 { // no fight was watched
			return mean(nil)
		}
		return mean((*experiment.Mean)(&s.PerAct))
	})
	row("possible actions", func(s *Study) report.Cell { return spread(&s.Widths) })
	row("lead changes", func(s *Study) report.Cell { return mean(s.LeadChanges.Mean()) })
	row("the leader at half-time wins", func(s *Study) report.Cell { return share(s.Held) })
	for i, part := range [Parts]string{"all dice", "3/4", "1/2", "1/4"} {
		row("another winner, "+part+" rerolled", func(s *Study) report.Cell { return share(s.Reopened[i]) })
	}
	row("another winner, 1 action rerolled", func(s *Study) report.Cell { return share(s.OneAction) })
	for i, side := range sides {
		row(fmt.Sprintf("won by %s, %s 1/4 at random", sides[0], side), func(s *Study) report.Cell { return share(s.Careless[i]) })
	}
	return t
}

// none is for figures without any fights: the user may have stopped it.
var none = report.Words("-")

// share returns a share of fights.
func share(s Share) report.Cell {
	if s.Of == 0 {
		return none
	}
	return experiment.ShareOf(s.Interval()).Cell()
}

// mean returns the mean of a count: its interval doesn't go below 0.
func mean(m *experiment.Mean) report.Cell {
	if m == nil {
		return none
	}
	m = experiment.MeanOf(m)
	m.Low = max(0, m.Low)
	return m.Cell()
}

// spread returns the median of some counts, and the range of the middle 90%.
func spread(b *experiment.Bins) report.Cell {
	if b.Count() == 0 {
		return none
	}
	return experiment.SpreadOf(b).Cell()
}
