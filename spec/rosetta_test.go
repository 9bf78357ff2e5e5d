package spec_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rulec/rulec/internal/beside"
	"github.com/rulec/rulec/internal/experiment"
	reports "github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/lang"
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
		moment, err := firstBlood(s.Encounter, 1, s.Typical.Trial)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(files[i]), ".yaml")
		told := fmt.Sprintf("```text\n%s, rulec run examples/rosetta/%s.yaml --trial %d\n%s\n```\n", moment.when, name, s.Typical.Trial, strings.Join(dedented(moment.lines), "\n"))
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

// TestFirstBlood: Ann hits with any throw, and is first. What comes before and after isn't told.
func TestFirstBlood(t *testing.T) {
	scuffle, err := os.ReadFile("../examples/scuffle.yaml")
	if err != nil {
		t.Fatal(err)
	}
	e, list := lang.LoadEncounter("fight.yaml", lang.Options{Files: fstest.MapFS{
		"scuffle.yaml": {Data: scuffle},
		"fight.yaml": {Data: []byte("encounter: fight\nruleset: ./scuffle.yaml\ncombatants:\n" +
			"  ann: {side: red, brawn: 12, nerve: 9, place: [0, 0], tactic: bruiser}\n" +
			"  ben: {side: blue, brawn: 1, nerve: 0, place: [1, 0], tactic: bruiser}\n")},
	}})
	if list.HasErrors() {
		t.Fatal(list)
	}
	m, err := firstBlood(e, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	last := len(m.lines) - 1
	if m.when != "Round 1" || last < 2 || m.lines[0] != "  Ann tries a punch at Ben" || strings.TrimSpace(m.lines[last]) != "Ben: bruises 0 -> 1 of 3 (+1)" {
		t.Errorf("%s: %q", m.when, m.lines)
	}
}

// moment is a part of a fight's log: the heading above it, such as that of a round, and its lines.
type moment struct {
	when  string
	lines []string
}

// firstBlood returns the action of a fight in which a creature first loses health to the other side, from its start to
// its results.
func firstBlood(e *program.Encounter, seed, trial uint64) (*moment, error) {
	f, err := experiment.ByTactics(interp.Compile(e.Program), e)
	if err != nil {
		return nil, err
	}
	m := interp.New(f, interp.Options{Seed: seed, Seeded: true, Trial: trial, Trace: true, Sums: true})
	b := &blood{machine: m, combatants: experiment.NewSetup(e, nil).Combatants}
	m.Observe(b)
	if _, err := m.Run(); err != nil {
		return nil, err
	}
	if b.by == 0 {
		return nil, fmt.Errorf("%s: nobody was hurt", e.Name)
	}
	from, to := deedOf(m.Trace().Events, b.by, b.at)
	told := &moment{}
	for _, l := range interp.Log(m, story.Options{Dice: dice.InWords}).Lines {
		switch {
		case l.Kind == story.Clock && len(told.lines) == 0:
			told.when = l.Text
		case l.Kind == story.Event && l.Events > from && l.Events <= to:
			text := strings.Repeat("  ", l.Depth) + l.Text
			if len(l.Costs) > 0 {
				text += " (" + strings.Join(l.Costs, ", ") + ")"
			}
			told.lines = append(told.lines, text)
		}
	}
	return told, nil
}

// blood waits for the first health that a creature loses to the other side.
type blood struct {
	machine    *interp.Machine
	combatants []experiment.Combatant
	// by is the creature that caused it; at is the number of events recorded by then.
	by board.Thing
	at int
}

// Acted does nothing.
func (*blood) Acted(interp.Deed) {}

// Tested does nothing.
func (*blood) Tested(interp.Tested) {}

// Changed records the first loss.
func (b *blood) Changed(h interp.Harm) {
	known := func(t board.Thing) bool { return t >= 1 && int(t) <= len(b.combatants) }
	if b.by != 0 || h.Amount <= 0 || !known(h.Who) || !known(h.By) || b.combatants[h.Who-1].Side == b.combatants[h.By-1].Side {
		return
	}
	b.by, b.at = h.By, len(b.machine.Trace().Events)
}

// deedOf returns the range of events of the last action of a creature within the first at events. It includes the
// actions that this one is a part of, and its results so far.
func deedOf(events []trace.Event, by board.Thing, at int) (from, to int) {
	var open []int
	found := -1
	to = at
	for i := range events {
		switch e := &events[i]; e.Kind {
		case trace.Act:
			open = append(open, i)
			if i < at && e.Who == int32(by) {
				found = open[0]
			}
		case trace.ActEnd:
			if len(open) > 0 {
				if open[0] == found && len(open) == 1 {
					to = max(to, i+1)
				}
				open = open[:len(open)-1]
			}
		}
	}
	return max(found, 0), to
}
