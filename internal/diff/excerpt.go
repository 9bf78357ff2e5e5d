package diff

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
)

// heading names the two rulesets.
func (r *Report) heading() string {
	return fmt.Sprintf("%s, against %s", r.House.title(), r.Base.title())
}

// counted says how many rules differ.
func (r *Report) counted() string {
	if len(r.Rules) == 0 {
		return "the rules are the same"
	}
	return report.Plural(int64(len(r.Rules)), "rule differs", "rules differ")
}

// versions says what was compared, and by which program.
func (r *Report) versions() string {
	text := r.Base.Name + mark(r.Base.Hash) + ", " + r.House.Name + mark(r.House.Hash)
	for _, x := range r.Encounters {
		text += fmt.Sprintf("; %s: seed %d", x.File, x.Seed)
	}
	return text + "; rulec " + r.Program
}

// mark is what is shown of the hash of a ruleset.
func mark(hash string) string {
	if hash == "" {
		return ""
	}
	return fmt.Sprintf(" %.12s", hash)
}

// heading names an encounter and says how it was played.
func (x *EncounterReport) heading() string {
	return fmt.Sprintf("%s (%s): %s under each, on the same dice", x.Title, x.File, report.Plural(x.Fights, "fight", "fights"))
}

// outcomeRows has a row for each way that fights ended.
func (x *EncounterReport) outcomeRows() experiment.Table {
	rows := experiment.Table{}
	for _, o := range x.Outcomes {
		rows = append(rows, []string{o.label(), o.Base.percent(), o.House.percent(), o.Difference.Points()})
	}
	return rows
}

// sureness says how sure the shares of the outcomes are, each by itself; the rows have the intervals of the differences.
func (x *EncounterReport) sureness() string {
	half := 0.0
	for _, o := range x.Outcomes {
		half = math.Max(half, math.Max(o.Base.half(), o.House.half()))
	}
	return fmt.Sprintf("Each share by itself: ±%s points at most, 95%% interval.", experiment.Figure(100*half, 100*half))
}

// measureRows has a row for each figure of a fight.
func (x *EncounterReport) measureRows() experiment.Table {
	rows := experiment.Table{}
	for _, m := range x.measures() {
		h := m.Difference.Half()
		rows = append(rows, []string{m.label(), experiment.Figure(m.Base, h), experiment.Figure(m.House, h), m.Difference.Said()})
	}
	return rows
}

// heading says how a fight ended under both.
func (f *Turned) heading(r *Report, x *EncounterReport) string {
	return fmt.Sprintf("fight %d: under %s %s, under %s %s%s", f.Trial, r.Base.Name, f.Base, r.House.Name, f.House, x.aloneTurn(r, f))
}

// byEffect returns the groups, those that do most to who wins first.
func (a *Attribution) byEffect() []GroupShare {
	list := slices.Clone(a.Groups)
	slices.SortStableFunc(list, func(x, y GroupShare) int {
		return cmp.Or(cmp.Compare(math.Abs(y.Wins.Value), math.Abs(x.Wins.Value)), cmp.Compare(math.Abs(y.Length.Value), math.Abs(x.Length.Value)))
	})
	return list
}

// named calls a group of rules by their paths.
func (r *Report) named(group []int) string {
	names := make([]string, len(group))
	for k, i := range group {
		names[k] = r.Rules[i].Path()
	}
	return strings.Join(names, " + ")
}

// idle lists the groups that change no fight.
func (r *Report) idle(a *Attribution) string {
	names := make([]string, len(a.Idle))
	for i, group := range a.Idle {
		names[i] = r.named(group)
	}
	return strings.Join(names, ", ")
}

// others says how many fights are others by a group.
func (x *EncounterReport) others(g *GroupShare) string {
	return fmt.Sprintf("%s with it alone, %s with all but it", report.Thousands(g.Alone), report.Thousands(g.Without))
}

// how says how rules got their shares.
func (a *Attribution) how() string {
	text := "Each has the mean of what it does over all orders in which they can be put into the base (Shapley); so they add up."
	if a.Orders > 0 {
		text = fmt.Sprintf("Each has the mean of what it does over %d orders, drawn by chance, in which they were put into the base; so they add up.", a.Orders)
	}
	if slices.ContainsFunc(a.Groups, func(g GroupShare) bool { return len(g.Rules) > 1 }) {
		text += " What can't be without each other counts as one (+)."
	}
	return text
}

// aloneTurn names the rules of which each turns a fight by itself.
func (x *EncounterReport) aloneTurn(r *Report, f *Turned) string {
	if len(f.Alone) == 0 || len(r.Rules) == 1 {
		return ""
	}
	var names []string
	for _, i := range f.Alone {
		names = append(names, r.named(x.Attribution.Groups[i].Rules))
	}
	if len(names) == 1 {
		return "; " + names[0] + " alone does that"
	}
	return "; each of " + strings.Join(names, ", ") + " alone does that"
}
