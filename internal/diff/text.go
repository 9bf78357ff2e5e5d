package diff

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang/diag"
)

// Text prints a report for people.
func (r *Report) Text(w io.Writer) error {
	t := &text{}
	t.rules(r)
	for i := range r.Encounters {
		t.encounter(r, &r.Encounters[i])
	}
	t.honesty(r)
	_, err := io.WriteString(w, t.String())
	return err
}

// text collects what is printed. Whatever names and titles hold, a terminal is not
// to obey it: every line and every cell of a table is made visible as it is added.
type text struct{ strings.Builder }

func (t *text) line(format string, args ...any) {
	t.WriteString(strings.TrimRight(diag.Visible(fmt.Sprintf(format, args...)), " ") + "\n")
}

// title returns how a ruleset is called.
func (r *Ruleset) title() string {
	if r.Title == "" {
		return r.Name
	}
	return fmt.Sprintf("%s (%s)", r.Title, r.Name)
}

// rules prints what differs in the rules.
func (t *text) rules(r *Report) {
	t.line("%s", r.heading())
	t.line("")
	if !r.Extends {
		t.line("%s", apart(r))
		t.line("")
	}
	t.line("%s", r.counted())
	if len(r.Rules) == 0 {
		t.line("")
		return
	}
	rows := experiment.Table{}
	for i := range r.Rules {
		rows = append(rows, []string{r.Rules[i].Path(), r.Rules[i].said(), r.Rules[i].Place})
	}
	lines := rows.Lines(func(int) bool { return true })
	for i := range r.Rules {
		t.line("  %s", lines[i])
		for _, k := range r.Rules[i].Keys {
			t.line("      %s", k.said())
		}
	}
	t.line("")
}

// apart says what it means that neither ruleset lies over the other.
func apart(r *Report) string {
	if r.Reversed {
		return fmt.Sprintf("%s lies over %s: what you see is what it is to go back from house rules. The house rules are named second.", r.Base.Name, r.House.Name)
	}
	return fmt.Sprintf("%s doesn't lie over %s: what differs is told by the definitions of both, and not by what an overlay says.", r.House.Name, r.Base.Name)
}

// said says what happened to a rule.
func (r *Rule) said() string {
	switch {
	case r.Words:
		return "words alone"
	case r.Definitions > 1:
		return fmt.Sprintf("%s: %d definitions", r.Change, r.Definitions)
	}
	return r.Change
}

// longest is how much of a key's value is printed.
const longest = 60

// said writes what a key was and is.
func (k *Key) said() string {
	text := shortened(k.Base, "nothing") + " -> " + shortened(k.House, "nothing")
	if k.Key == "" {
		return text
	}
	return k.Key + ": " + text
}

func shortened(s, empty string) string {
	if s == "" {
		return empty
	}
	if utf8.RuneCountInString(s) > longest {
		return string([]rune(s)[:longest-2]) + ".."
	}
	return s
}

func (t *text) encounter(r *Report, x *EncounterReport) {
	t.line("%s", x.heading())
	t.line("%s", x.Verdict(r))
	t.line("")
	if x.Fights == 0 {
		return
	}
	t.table(append(experiment.Table{{"won by", r.Base.Name, r.House.Name, "difference in points, 95% interval"}}, x.outcomeRows()...))
	t.line("%s", x.sureness())
	t.line("")
	for _, line := range x.Even.Lines() {
		t.line("%s", line)
	}
	t.table(append(experiment.Table{{"a fight, on average", r.Base.Name, r.House.Name, "difference, 95% interval"}}, x.measureRows()...))
	if len(r.Rules) == 0 {
		return
	}
	t.line("what the rules did")
	rows := experiment.Table{}
	for i := range r.Rules {
		rows = append(rows, []string{"  " + r.Rules[i].Path(), x.used(r, i)})
	}
	t.table(rows)
	if x.Attribution != nil {
		t.attribution(r, x)
	}
	for i := range x.Turned {
		t.turned(r, x, &x.Turned[i])
	}
}

// turned tells a fight that ended otherwise.
func (t *text) turned(r *Report, x *EncounterReport, f *Turned) {
	t.line("%s", f.heading(r, x))
	for _, line := range f.Before {
		t.line("  %s", line)
	}
	for _, way := range []struct {
		name  string
		lines []string
		see   string
	}{{r.Base.Name, f.ToldBase, f.SeeBase}, {r.House.Name, f.ToldHouse, f.SeeHouse}} {
		t.line("  .. and under %s:", way.name)
		for _, line := range way.lines {
			t.line("  | %s", line)
		}
		t.line("  %s", way.see)
	}
	t.line("")
}

// attribution prints which rule did what.
func (t *text) attribution(r *Report, x *EncounterReport) {
	a := x.Attribution
	if a.Why != "" {
		t.line("which rule did it can't be told: %s", a.Why)
		t.line("")
		return
	}
	rows := experiment.Table{{"which rule did it", x.Outcomes[0].label() + ", points", x.length().Name, "other fights"}}
	for _, g := range a.byEffect() {
		rows = append(rows, []string{r.named(g.Rules), g.Wins.Points(), g.Length.Said(), x.others(&g)})
	}
	rows = append(rows, []string{"together", a.Wins.Points(), a.Length.Said(), report.Thousands(a.Changed) + " of " + report.Thousands(a.Fights)})
	for _, line := range rows.Lines(func(int) bool { return true }) {
		t.line("%s", line)
	}
	if len(a.Idle) > 0 {
		t.line("no fight comes out otherwise by: %s", r.idle(a))
	}
	t.line("%s", a.how())
	t.line("")
}

// measures are all figures of a fight, those that there were.
func (x *EncounterReport) measures() []Measure {
	list := []Measure{}
	for _, m := range append([]Measure{x.length(), x.Actions}, x.Left...) {
		if m.Fights > 0 {
			list = append(list, m)
		}
	}
	return list
}

// length is the length, as tables call it.
func (x *EncounterReport) length() Measure {
	m := x.Length
	m.Name = "length in " + x.Unit + "s"
	return m
}

func (m *Measure) label() string {
	if m.Side == "" {
		return m.Name
	}
	return m.Side + ": " + m.Name
}

func (o *Outcome) label() string {
	if o.Kind == "side" {
		return o.Name
	}
	return "(" + o.Name + ")"
}

// percent writes a share with as many digits as its interval allows.
func (s Share) percent() string { return experiment.Figure(100*s.Value, 100*s.half()) + "%" }

// Verdict says in a sentence what the house rules do to an encounter.
func (x *EncounterReport) Verdict(r *Report) string {
	switch {
	case x.Fights == 0:
		return "no fight was played"
	case x.Same == x.Fights:
		return fmt.Sprintf("The house rules change nothing here: all %s came out the same, event for event.", report.Plural(x.Fights, "fight", "fights"))
	}
	same := fmt.Sprintf("%s of %s came out the same, event for event", report.Thousands(x.Same), report.Plural(x.Fights, "fight", "fights"))
	if x.Same == 0 {
		same = "no fight came out the same, event for event"
	}
	o := x.Outcomes[0]
	if !o.Difference.Seen() {
		return fmt.Sprintf("No difference seen in who wins; %s.", same)
	}
	often := "more often"
	if o.Difference.Value < 0 {
		often = "less often"
	}
	shares := o.House.percent() + " instead of " + o.Base.percent()
	if o.House.percent() == o.Base.percent() { // in fewer digits than the difference needs
		shares = "by " + o.Difference.Points() + " points"
	}
	return fmt.Sprintf("Won by %s %s: %s; %s.", o.label(), often, shares, same)
}

// used says what a rule did.
func (x *EncounterReport) used(r *Report, i int) string {
	u := x.Used[i]
	switch {
	case r.Rules[i].Words:
		return "words alone"
	case u.Fights > 0:
		return fmt.Sprintf("comes up in %s of %s, %s", report.Thousands(u.Fights), report.Plural(x.Fights, "fight", "fights"), report.Plural(u.Times, "time", "times"))
	case !u.Shows:
		return "is read by other rules, so that the log can't show it"
	}
	return "never seen"
}

// honesty prints how the figures came about.
func (t *text) honesty(r *Report) {
	t.line("%s", r.versions())
	t.line("again: %s", r.Command)
}

// table prints a table, whose first and last columns stand to the left, and an empty line.
func (t *text) table(rows experiment.Table) {
	for _, line := range rows.Lines(func(column int) bool { return column == len(rows[0])-1 }) {
		t.line("%s", line)
	}
	t.line("")
}
