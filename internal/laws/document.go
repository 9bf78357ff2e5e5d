package laws

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// data is a result in JSON.
type data struct {
	Ruleset string `json:"ruleset"`
	*Result
	Laws []outcome `json:"laws"`
}

// outcome is the result for a law; Tested is 0 if its tests aren't counted.
type outcome struct {
	Law     string `json:"law"`
	Verdict string `json:"verdict"`
	Tested  int    `json:"tested,omitempty"`
	unit    string
}

// Document reports how much was tested and which laws don't hold; with a case for each, if called (its ruleset's name) isn't empty.
func (r *Result) Document(called string) *report.Document {
	d := &report.Document{Title: fmt.Sprintf("%s (%s)", r.Program.Title, r.Program.Name)}
	d.Paragraph("%s, %s, seed %d; %d of %s used", plural(r.Fights, "fight"), plural(r.Decisions, "decision"), r.Seed,
		r.Done, plural(len(r.Program.Actions), "action"))
	for _, b := range r.Broken {
		d.Add(report.Heading{Text: fmt.Sprintf("law %s doesn't hold", b.Law)})
		d.Add(report.Diagnostics(diag.List{b.Err}))
		d.Paragraph("found in fight %d; a case that shows it, with %s and %s", b.Fight,
			plural(b.Fighters, "combatant"), plural(b.Lines, "line"))
		if called != "" {
			d.Add(report.Lines{Lines: strings.Split(strings.TrimRight(CasesOf(called, []*Broken{b}), "\n"), "\n")})
		}
	}
	t := &report.Table{Name: "laws", Head: report.Heads("law", "verdict", "tested")}
	outcomes := r.outcomes()
	for _, o := range outcomes {
		tested := report.Words("")
		if o.Tested > 0 {
			tested = report.Figure(plural(o.Tested, o.unit), float64(o.Tested))
		}
		t.Add(report.Words(o.Law), report.Words(o.Verdict), tested)
	}
	d.Add(report.Heading{Text: "All laws"}, t)
	d.Data = data{r.Program.Name, r, outcomes}
	return d
}

// outcomes returns the result for each law: first the ruleset's own, then the built-in ones.
func (r *Result) outcomes() (list []outcome) {
	for _, l := range r.Program.Laws {
		if l.BuiltIn != program.OwnLaw {
			continue
		}
		o := outcome{l.Name, "held", r.Held[l.Index], "time"}
		switch {
		case r.breaks(l.Name):
			o.Verdict, o.Tested = "doesn't hold", 0
		case o.Tested == 0:
			o.Verdict = "never tested: what it is about never happened"
		}
		list = append(list, o)
	}
	for i, name := range program.BuiltInLaws[1:] {
		o := outcome{name, "held", r.ByTactics[name], "fight"}
		byTactics := i+1 == int(program.LawEnds) || i+1 == int(program.LawEvenSides)
		switch {
		case r.breaks(name):
			o.Verdict, o.Tested = "doesn't hold", 0
		case r.waives(program.BuiltInLaw(i + 1)):
			o.Verdict = "waived by the ruleset"
		case byTactics && o.Tested == 0:
			o.Verdict = "never tested: it needs fighters with tactics, a fight that can end, and an if that holds"
		}
		list = append(list, o)
	}
	return list
}

// waives reports whether a ruleset switches off a built-in law.
func (r *Result) waives(law program.BuiltInLaw) bool {
	return r.ByTactics[program.BuiltInLaws[law]] == 0 && waived(r.Program, law)
}

// breaks reports whether a law doesn't hold.
func (r *Result) breaks(law string) bool {
	return slices.ContainsFunc(r.Broken, func(x *Broken) bool { return x.Law == law })
}

func plural(n int, what string) string { return report.Plural(int64(n), what, what+"s") }
