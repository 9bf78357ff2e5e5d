package difficulty

import (
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"math"
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
// colours. What a terminal or a reader's eye would obey is written out as [diag.Visible] does.
func (r *Report) HTML(w io.Writer) error { return pageTemplate.Execute(w, r.page()) }

// What a sheet has room for: the steps that do most, the opponents that do most, the first of the side, the
// first pools.
const (
	mostSteps = 16
	mostWho   = 6
	mostPools = 2
)

// page is what stands on the page.
type page struct {
	Title, Played, Verdict, Length, Side, Scale, StepsPlayed string
	Endings                                                  []pageRow
	Days, Harm, Own                                          [][]string
	Pools                                                    []string
	Left                                                     []pageLeft
	Steps                                                    []pageRow
	// Others are those for whom there is no room, Notes what is said of steps.
	Others, Notes                  []string
	Grades, Versions, See, Command string
}

// pageRow is a row with a bar: X and Width are its place, Low and High that of the interval.
type pageRow struct {
	Cells               []string
	X, Width, Low, High string
}

type pageLeft struct {
	Heading string
	Rows    []pageRow
}

func (r *Report) page() *page {
	p := &page{
		Title: diag.Visible(r.heading()), Played: diag.Visible(r.played()), Verdict: diag.Visible(r.Verdict()), Length: diag.Visible(r.length()),
		Side: diag.Visible(r.Side), StepsPlayed: r.stepsPlayed(), Days: visible(r.dayRows()), Harm: visible(r.harmRows()), Own: visible(r.ownRows()),
		Pools: visible(experiment.Table{r.pools()})[0], Grades: strings.ReplaceAll(Grades, "\n", " "), See: diag.Visible(r.see()), Command: diag.Visible(r.Command),
		Versions: diag.Visible(fmt.Sprintf("Ruleset %s (%.12s), rulec %s, seed %d.", r.Ruleset, r.Hash, r.Program, r.Seed)),
	}
	shares := r.endingShares()
	for i, row := range visible(r.endings()) {
		const reach = 80
		s := shares[i]
		p.Endings = append(p.Endings, pageRow{row, "0", number(reach * s.Value), number(reach * s.Low), number(reach * s.High)})
	}
	p.Harm, p.Own = p.room(p.Harm, "opponents, who do less"), p.room(p.Own, "of the side")
	for i := range r.Left[:min(len(r.Left), mostPools)] {
		l := &r.Left[i]
		left := pageLeft{Heading: diag.Visible(l.heading(r.Side))}
		for k, row := range visible(l.rows()) {
			left.Rows = append(left.Rows, pageRow{Cells: row, Width: number(120 * float64(l.Bins[k].Fights) / float64(l.most()))})
		}
		p.Left = append(p.Left, left)
	}
	p.steps(r)
	return p
}

// room returns the rows for which there is room, and notes how many others there are.
func (p *page) room(rows [][]string, others string) [][]string {
	if more := len(rows) - mostWho; more > 0 {
		p.Others = append(p.Others, fmt.Sprintf("The text lists %d more %s.", more, others))
		return rows[:mostWho]
	}
	return rows
}

// steps adds the steps, those that do most.
func (p *page) steps(r *Report) {
	var effects []float64
	widest := 0.0
	for _, s := range r.Steps {
		if s.Why == "" {
			effects = append(effects, math.Abs(s.More.Value))
			widest = math.Max(widest, math.Max(math.Abs(s.More.Low), math.Abs(s.More.High)))
		}
	}
	slices.Sort(effects)
	least := 0.0
	if more := len(effects) - mostSteps; more > 0 {
		least = effects[more]
	}
	const middle, reach = 60, 58
	at := func(v float64) float64 { return middle + reach*v/widest }
	p.Scale = "bars to ±" + experiment.Figure(100*widest, 20*widest)
	rows, row, left := visible(r.stepRows()), -1, 0
	for _, s := range r.Steps {
		if s.Why != "" {
			continue
		}
		row++
		if math.Abs(s.More.Value) < least || len(p.Steps) == mostSteps {
			left++
			continue
		}
		for k := 2; k < 4; k++ {
			rows[row][k] = strings.Replace(rows[row][k], experiment.NotSeen, "none seen", 1)
		}
		p.Steps = append(p.Steps, pageRow{
			rows[row], number(math.Min(at(0), at(s.More.Value))), number(math.Abs(at(s.More.Value) - at(0))), number(at(s.More.Low)), number(at(s.More.High)),
		})
	}
	if left > 0 {
		p.Notes = append(p.Notes, fmt.Sprintf("And %s that do less, which the text lists.", report.Plural(int64(left), "change", "changes")))
	}
	for _, note := range r.notes() {
		p.Notes = append(p.Notes, diag.Visible(note))
	}
}

func number(v float64) string { return fmt.Sprintf("%.1f", v) }

// visible makes all cells visible.
func visible(rows [][]string) [][]string {
	for _, row := range rows {
		for i := range row {
			row[i] = diag.Visible(row[i])
		}
	}
	return rows
}
