package spec_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/rulec/rulec/internal/rosetta"
	"github.com/rulec/rulec/internal/sim"
)

// TestRosetta holds the figures and the told moments of rosetta.md equal to what the fights of examples/rosetta come to.
func TestRosetta(t *testing.T) {
	if testing.Short() {
		t.Skip("plays thousands of fights")
	}
	files, err := filepath.Glob("../examples/rosetta/*.yaml")
	if err != nil || len(files) != 6 {
		t.Fatal(files, err)
	}
	studies := make([]*rosetta.Study, len(files))
	var all sync.WaitGroup
	for i, name := range files {
		e := loadFight(t, name)
		all.Go(func() {
			var err error
			if studies[i], err = rosetta.Of(context.Background(), e, rosetta.Effort{Seed: 1, Trials: 1000, Watched: 250}); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	if t.Failed() {
		return
	}
	for i, s := range studies {
		moment, err := s.FirstBlood()
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(files[i]), ".yaml")
		told := fmt.Sprintf("```text\n%s, rulec run examples/rosetta/%s.yaml --trial %d\n%s\n```\n", moment.When, name, moment.Trial, strings.Join(dedented(moment.Lines), "\n"))
		generated(t, "rosetta.md", "first blood by "+name, told)
	}
	slices.SortFunc(studies, func(a, b *rosetta.Study) int { return int(a.Decisions.Sum() - b.Decisions.Sum()) })
	generated(t, "rosetta.md", "figures", rosettaTable(studies))
}

// dedented returns lines without what all of them are indented by.
func dedented(lines []string) []string {
	least := len(lines[0])
	for _, l := range lines {
		least = min(least, len(l)-len(strings.TrimLeft(l, " ")))
	}
	var list []string
	for _, l := range lines {
		list = append(list, l[least:])
	}
	return list
}

// rosettaTable returns the table of figures, a column for each system.
func rosettaTable(studies []*rosetta.Study) string {
	var b strings.Builder
	row := func(name string, cell func(s *rosetta.Study) string) {
		b.WriteString("| " + name)
		for _, s := range studies {
			b.WriteString(" | " + cell(s))
		}
		b.WriteString(" |\n")
	}
	row("", func(s *rosetta.Study) string { return s.Encounter.Program.Title })
	b.WriteString("|" + strings.Repeat("---|", len(studies)+1) + "\n")
	first := studies[0].Encounter.Sides
	for i, side := range first {
		row("won by "+side, func(s *rosetta.Study) string {
			return percent(sim.Interval(s.Outcomes[i].Share))
		})
	}
	row("ends in", func(s *rosetta.Study) string {
		return fmt.Sprintf("%s %d (%d to %d)", s.Length.Unit, s.Length.Median, s.Length.P5, s.Length.P95)
	})
	row("actions", func(s *rosetta.Study) string {
		return fmt.Sprintf("%d (%d to %d)", s.Acts.Median, s.Acts.P5, s.Acts.P95)
	})
	row("dice", func(s *rosetta.Study) string { return spread(&s.Dice) })
	row("decisions", func(s *rosetta.Study) string { return mean(s.Decisions.Mean()) })
	row("of them replies", func(s *rosetta.Study) string { return mean(s.Replies.Mean()) })
	row("decisions for each action", func(s *rosetta.Study) string {
		return mean(&sim.Mean{Value: s.PerAct.Value, Low: s.PerAct.Low, High: s.PerAct.High})
	})
	row("things to choose from", func(s *rosetta.Study) string { return spread(&s.Widths) })
	row("changes of the lead", func(s *rosetta.Study) string { return mean(s.LeadChanges.Mean()) })
	row("the leader at half-time wins", func(s *rosetta.Study) string { return percent(s.Held.Interval()) })
	for i, from := range [rosetta.Parts]string{"all", "three quarters", "half", "a quarter"} {
		row("another winner, "+from+" of the dice thrown anew", func(s *rosetta.Study) string { return percent(s.Reopened[i].Interval()) })
	}
	row("another winner, those of one action thrown anew", func(s *rosetta.Study) string { return percent(s.OneAction.Interval()) })
	for i, side := range first {
		row(fmt.Sprintf("won by %s, with slips of %s", first[0], side), func(s *rosetta.Study) string { return percent(s.Careless[i].Interval()) })
	}
	return b.String()
}

// percent returns a share with its interval.
func percent(i sim.Interval) string {
	return fmt.Sprintf("%.0f%% (%.0f to %.0f)", 100*i.Value, 100*i.Low, 100*i.High)
}

// mean returns a mean with its interval, with as many decimals as that allows.
func mean(m *sim.Mean) string {
	d := sim.Decimals((m.High - m.Low) / 2)
	return fmt.Sprintf("%.*f (%.*f to %.*f)", d, m.Value, d, m.Low, d, m.High)
}

// spread returns the median of what was counted, and from where to where 90% of it lies.
func spread(b *sim.Bins) string {
	return fmt.Sprintf("%d (%d to %d)", b.Percentile(50), b.Percentile(5), b.Percentile(95))
}
