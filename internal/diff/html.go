package diff

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang/diag"
)

//go:embed page.html
var pageText string

var pageTemplate = template.Must(template.New("page").Parse(pageText))

// HTML prints a report as a page that needs no script and no other file, and is read without
// colours: one sheet of A4 for each encounter. What a terminal or a reader's eye would obey is written out
// as [diag.Visible] does.
func (r *Report) HTML(w io.Writer) error { return pageTemplate.Execute(w, newPage(r)) }

// What a sheet has room for.
const (
	mostRules    = 12
	mostKeys     = 1
	mostMeasures = 9
	mostRows     = 8
	mostLines    = 4
	widestLine   = 70
)

// page is what stands on the page.
type page struct {
	Title, Apart, Counted, MoreRules string
	Base, House                      string
	Rules                            []pageRule
	Encounters                       []pageEncounter
	Versions, Command                string
}

type pageRule struct {
	Path, Said, Place string
	Keys              []string
}

type pageEncounter struct {
	Heading, Verdict             string
	Outcomes, Measures           [][]string
	Sureness                     string
	FirstSide, LengthName, Scale string
	Shares                       []pageShare
	Notes                        []string
	Turned                       []pageTurned
}

// pageShare is a row with a bar: X and Width are its place, Low and High that of the interval.
type pageShare struct {
	Name, Wins, Length, Alone, Without, Seen string
	Sum                                      bool
	X, Width, Low, High                      string
}

type pageTurned struct{ Heading, Before, Base, House, SeeBase, SeeHouse string }

func newPage(r *Report) *page {
	p := &page{
		Title: diag.Visible(r.heading()), Base: diag.Visible(r.Base.Name), House: diag.Visible(r.House.Name),
		Counted: r.counted(), Versions: diag.Visible(r.versions()), Command: diag.Visible(r.Command),
	}
	if !r.Extends {
		p.Apart = diag.Visible(apart(r))
	}
	for i := range r.Rules[:min(len(r.Rules), mostRules)] {
		p.Rules = append(p.Rules, r.Rules[i].onPage())
	}
	if more := len(r.Rules) - mostRules; more > 0 {
		p.MoreRules = fmt.Sprintf("and %s, which the text lists", report.Plural(int64(more), "more rule", "more rules"))
	}
	for i := range r.Encounters {
		p.Encounters = append(p.Encounters, r.Encounters[i].onPage(r))
	}
	return p
}

func (r *Rule) onPage() pageRule {
	p := pageRule{Path: diag.Visible(r.Path()), Said: r.said(), Place: diag.Visible(path.Base(r.Place))}
	for i, k := range r.Keys {
		if i == mostKeys && len(r.Keys) > mostKeys {
			p.Keys = append(p.Keys, report.Plural(int64(len(r.Keys)-i), "other key", "other keys"))
			break
		}
		p.Keys = append(p.Keys, diag.Visible(k.said()))
	}
	return p
}

func (x *EncounterReport) onPage(r *Report) pageEncounter {
	p := pageEncounter{Heading: diag.Visible(x.heading()), Verdict: diag.Visible(x.Verdict(r))}
	if x.Fights == 0 {
		return p
	}
	p.Outcomes, p.Sureness = visible(x.outcomeRows()), x.sureness()
	rows := visible(x.measureRows())
	p.Measures = rows[:min(len(rows), mostMeasures)]
	p.FirstSide, p.LengthName = diag.Visible(x.Outcomes[0].label()), diag.Visible(x.length().Name)
	if x.Even != nil {
		p.Notes = append(p.Notes, diag.Visible(strings.Join(x.Even.Lines(), " ")))
	}
	if x.Attribution != nil {
		p.shares(r, x)
	}
	for i := range x.Turned {
		p.Turned = append(p.Turned, x.Turned[i].onPage(r, x))
	}
	return p
}

// visible makes all cells visible, and says in fewer words that no difference was seen.
func visible(rows experiment.Table) [][]string {
	for _, row := range rows {
		for i := range row {
			row[i] = diag.Visible(row[i])
		}
		row[len(row)-1] = brief(row[len(row)-1])
	}
	return rows
}

func brief(difference string) string {
	return strings.Replace(difference, experiment.NotSeen, "none seen", 1)
}

// shares adds the rows of who did what.
func (p *pageEncounter) shares(r *Report, x *EncounterReport) {
	a := x.Attribution
	if a.Why != "" {
		p.Notes = append(p.Notes, diag.Visible("Which rule did it can't be told: "+a.Why))
		return
	}
	groups := a.byEffect()
	widest := math.Max(math.Abs(a.Wins.Low), math.Abs(a.Wins.High))
	for _, g := range groups {
		widest = math.Max(widest, math.Max(math.Abs(g.Wins.Low), math.Abs(g.Wins.High)))
	}
	p.Scale = "bars to ±" + experiment.Figure(100*widest, 20*widest)
	for i, g := range groups {
		if i == mostRows {
			p.Notes = append(p.Notes, fmt.Sprintf("And %s that do less, which the text lists.", report.Plural(int64(len(groups)-i), "rule", "rules")))
			break
		}
		p.Shares = append(p.Shares, bar(pageShare{
			Name: diag.Visible(r.named(g.Rules)), Length: g.Length.Said(), Alone: report.Thousands(g.Alone), Without: report.Thousands(g.Without),
			Seen: x.seenOf(r, g.Rules),
		}, g.Wins, widest))
	}
	p.Shares = append(p.Shares, bar(pageShare{Name: "together", Length: a.Length.Said(), Alone: report.Thousands(a.Changed), Sum: true}, a.Wins, widest))
	if len(a.Idle) > 0 {
		p.Notes = append(p.Notes, diag.Visible("No fight comes out otherwise by: "+r.idle(a)+"."))
	}
	p.Notes = append(p.Notes, a.how())
}

// seenOf says how often a group was seen, if it is one rule.
func (x *EncounterReport) seenOf(r *Report, group []int) string {
	if len(group) != 1 || !x.Used[group[0]].Shows {
		return ""
	}
	u := x.Used[group[0]]
	return report.Plural(u.Times, "time", "times")
}

// bar puts a difference of wins into a row.
func bar(s pageShare, d experiment.Difference, widest float64) pageShare {
	const middle, reach = 45, 43
	at := func(v float64) float64 { return middle + reach*v/widest }
	number := func(v float64) string { return fmt.Sprintf("%.1f", v) }
	s.Wins, s.Length = brief(d.Points()), brief(s.Length)
	s.X, s.Width = number(math.Min(at(0), at(d.Value))), number(math.Abs(at(d.Value)-at(0)))
	s.Low, s.High = number(at(d.Low)), number(at(d.High))
	return s
}

func (f *Turned) onPage(r *Report, x *EncounterReport) pageTurned {
	lines := func(list []string, most int) string {
		short := slices.Clone(list[:min(len(list), most)])
		for i := range short {
			short[i] = cut(diag.Visible(short[i]))
		}
		return strings.Join(short, "\n")
	}
	return pageTurned{
		Heading: diag.Visible(f.heading(r, x)), Before: lines(f.Before, len(f.Before)),
		Base: lines(f.ToldBase, mostLines), House: lines(f.ToldHouse, mostLines),
		SeeBase: diag.Visible(f.SeeBase), SeeHouse: diag.Visible(f.SeeHouse),
	}
}

// cut shortens a line that is wider than its column.
func cut(line string) string {
	if runes := []rune(line); len(runes) > widestLine {
		return string(runes[:widestLine-2]) + ".."
	}
	return line
}
