package spec_test

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/beside"
	"github.com/rulec/rulec/internal/experiment"
	reports "github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang/program"
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
	var encounters []*program.Encounter
	for _, name := range files {
		encounters = append(encounters, loadFight(t, name))
	}
	studies, err := beside.All(context.Background(), encounters, func(int) beside.Effort {
		return beside.Effort{Many: experiment.Many{Seed: 1, Fights: 1000}, Watched: 250}
	})
	if err != nil {
		t.Fatal(err)
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
	slices.SortFunc(studies, func(a, b *beside.Study) int { return int(a.Decisions.Sum() - b.Decisions.Sum()) })
	var table strings.Builder
	d := reports.Document{Blocks: []reports.Block{beside.Figures(studies)}}
	if err := d.Print(&table, reports.Markdown); err != nil {
		t.Fatal(err)
	}
	generated(t, "rosetta.md", "figures", table.String())
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
