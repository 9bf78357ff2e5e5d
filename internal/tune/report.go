package tune

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/lang/diag"
)

// Report is what came of a search.
type Report struct {
	experiment.Origin
	// See is the line that plays what was found: whoever prints the report says so.
	See  string `json:"see"`
	Goal string `json:"goal"`
	// Least and Most are what the share or the length may be; nil: there is no bound.
	Least *float64 `json:"least"`
	Most  *float64 `json:"most"`
	// Unit is that of a length; empty: it is a share.
	Unit string `json:"unit,omitempty"`
	// Verdict is one of the words of [Verdict].
	Verdict Verdict `json:"verdict"`
	// Best are the values that do it, or come nearest; none: as it stands.
	Best []Setting `json:"best"`
	// Found is what came of the best on fresh dice, Now of how it stands on the same ones, and
	// Against how much more the best gives.
	Found   Figure                `json:"found"`
	Now     Figure                `json:"now"`
	Against experiment.Difference `json:"against_now"`
	Fights  int64                 `json:"fights"`
	// Lines are YAML for the encounter.
	Lines string `json:"lines"`
	// Tried are all settings that were tried, Skipped those that can't be played.
	Tried   []Tried   `json:"tried"`
	Skipped []Skipped `json:"skipped"`
	// Turns are the changes of which more leads up here and down there; Full is set when so many
	// settings were tried that the search ended.
	Turns []string `json:"turns"`
	Full  bool     `json:"full"`

	what string
}

// Verdict says how a search ended.
type Verdict string

// The ways in which a search ends.
const (
	// Already: as it stands it is so.
	Already Verdict = "already"
	// Does: the best does it, on fresh dice too.
	Does Verdict = "does"
	// Perhaps: the interval on fresh dice lies on both sides of a bound.
	Perhaps Verdict = "perhaps"
	// Fails: on fresh dice the best doesn't do what it did in the search.
	Fails Verdict = "not borne out"
	// None: nothing that was tried does it.
	None Verdict = "none"
	// Unproved: the search was stopped before anything was played on fresh dice.
	Unproved Verdict = "stopped"
)

// Setting is a value of a param or a figure, and what it was; empty: it was worked out.
type Setting struct {
	Name  string `json:"name"`
	Was   string `json:"was"`
	Value string `json:"value"`
}

// Figure is a share or a mean with its 95% interval. All are nil where no fight came to an end.
type Figure struct {
	Value *float64 `json:"value"`
	Low   *float64 `json:"low"`
	High  *float64 `json:"high"`
}

// Tried is a setting that was tried.
type Tried struct {
	Settings []Setting `json:"settings"`
	Figure   Figure    `json:"came_to"`
	Fights   int64     `json:"fights"`
	// Against is how much more it gives than how it stands, in the fights that were played with both.
	Against *experiment.Difference `json:"against_now,omitempty"`
}

// Skipped is a setting that can't be played, and why.
type Skipped struct {
	Setting string `json:"setting"`
	Why     string `json:"why"`
}

// prove plays the best and how it stands on fresh dice, and reports.
func (s *search) prove(best *point) (*Report, error) {
	now, err := s.play(s.now, 0, s.Fights, 0)
	found := now
	if err == nil && best != s.now {
		found, err = s.play(best, 0, s.Fights, 0)
	}
	switch {
	case errors.Is(err, experiment.ErrStopped):
		return s.unproved(), nil
	case err != nil:
		return nil, err
	}
	r := s.report(best)
	interval := s.Goal.interval(found)
	r.Now, r.Found, r.Against = figureOf(s.Goal.interval(now)), figureOf(interval), rounded(s.Goal.against(found, now))
	r.Verdict = s.verdict(best, s.Goal.fit(interval))
	return r, nil
}

// unproved reports what has been tried where the search was stopped.
func (s *search) unproved() *Report {
	if s.now == nil {
		s.now = s.order[0]
	}
	s.order = slices.DeleteFunc(s.order, func(p *point) bool { return p.played() == 0 })
	r := s.report(s.now)
	r.Verdict, r.Stopped = Unproved, s.Stopped("with %s tried, and nothing on fresh dice", report.Plural(int64(len(s.order)), "setting", "settings"))
	return r
}

// report is what is known before the best is played on fresh dice.
func (s *search) report(best *point) *Report {
	r := &Report{
		Origin: experiment.NewOrigin(s.now.setup, s.Seed), Goal: s.Goal.Text, Least: finite(s.Goal.Low), Most: finite(s.Goal.High), Unit: s.Goal.Unit,
		Best: s.list(best), Fights: int64(s.Fights), Lines: s.yaml(best), Skipped: s.refused, Full: s.full,
		Tried: []Tried{}, Turns: []string{}, what: s.Goal.What,
	}
	if r.Skipped == nil {
		r.Skipped = []Skipped{}
	}
	slices.SortStableFunc(s.order, func(a, b *point) int {
		thingsA, _ := s.changed(a)
		thingsB, _ := s.changed(b)
		return cmp.Or(cmp.Compare(min(thingsA, 1), min(thingsB, 1)), cmp.Compare(thingsA, thingsB),
			slices.Compare(s.turned(a), s.turned(b)), slices.Compare(a.values, b.values))
	})
	for _, p := range s.order {
		t := Tried{Settings: s.list(p), Figure: figureOf(p.interval), Fights: int64(p.played())}
		if p != s.now {
			d := rounded(s.Goal.against(p.of, s.now.of))
			t.Against = &d
		}
		r.Tried = append(r.Tried, t)
	}
	for i, whole := range s.whole {
		if whole {
			r.Turns = append(r.Turns, s.Changes[i].Name)
		}
	}
	return r
}

// verdict says how the search ended, by what fresh dice say of the best.
func (s *search) verdict(best *point, fresh Fit) Verdict {
	may := best.fit == Fits || best.fit == Unsure && s.Goal.misses(best.interval.Value) == 0
	switch {
	case !may:
		return None
	case fresh == Unsure:
		return Perhaps
	case fresh != Fits:
		return Fails
	case best == s.now:
		return Already
	}
	return Does
}

// turned are the numbers of the changes that a point turns.
func (s *search) turned(p *point) (list []int) {
	for i, v := range p.values {
		if v >= 0 && v != s.Changes[i].place() {
			list = append(list, i)
		}
	}
	return list
}

func (s *search) list(p *point) []Setting {
	list := []Setting{}
	for _, i := range s.turned(p) {
		c := s.Changes[i]
		list = append(list, Setting{c.Name, c.Now, c.Values[p.values[i]]})
	}
	return list
}

// yaml returns the lines of YAML that an encounter needs for a point.
func (s *search) yaml(p *point) string {
	var b strings.Builder
	section, owner := "", ""
	for _, where := range []string{"set", "combatants", "things", "sides"} {
		for _, x := range s.list(p) {
			who, key, dotted := strings.Cut(x.Name, ".")
			if s.sectionOf(who, dotted) != where {
				continue
			}
			if section != where {
				b.WriteString(where + ":\n")
				section = where
			}
			if !dotted {
				b.WriteString("  " + x.Name + ": " + x.Value + "\n")
				continue
			}
			if owner != who {
				b.WriteString("  " + who + ":\n")
				owner = who
			}
			b.WriteString("    " + key + ": " + x.Value + "\n")
		}
	}
	return b.String()
}

// sectionOf returns the key of an encounter under which a setting stands.
func (s *search) sectionOf(who string, dotted bool) string {
	if !dotted {
		return "set"
	}
	for _, t := range s.now.encounter.Things {
		switch {
		case t.Name == who && t.Kind == s.now.encounter.Program.Creature:
			return "combatants"
		case t.Name == who:
			return "things"
		}
	}
	return "sides"
}

func finite(v float64) *float64 {
	if math.IsInf(v, 0) {
		return nil
	}
	v = math.Round(v*1e6) / 1e6
	return &v
}

func figureOf(i experiment.Interval) Figure {
	if math.IsInf(i.Value, 0) {
		return Figure{}
	}
	return Figure{finite(i.Value), finite(i.Low), finite(i.High)}
}

// rounded keeps six digits after the point, so that no processor's last bit shows.
func rounded(d experiment.Difference) experiment.Difference {
	return experiment.Difference{Value: *finite(d.Value), Low: *finite(d.Low), High: *finite(d.High)}
}

// JSON prints a report as one JSON document. What a terminal would obey is escaped.
func (r *Report) JSON(w io.Writer) error { return report.WriteJSON(w, r) }

// Smallest says what the smallest change is.
const Smallest = `Smallest is what turns the fewest things; of those what turns them least, each as a part of the range that is tried
(a choice or dice: all of it); of those what comes nearest.`

// mostRows is how many settings the text lists.
const mostRows = 20

// Text prints a report for people.
func (r *Report) Text(w io.Writer) error {
	t := &text{}
	t.line("%s (%s)", r.Title, r.Ruleset)
	t.line("wanted: %s", r.wanted())
	t.line("")
	if line := r.StoppedLine(); line != "" {
		t.line("%s", line)
	} else {
		t.line("%s", r.said())
	}
	if r.Lines != "" {
		t.line("")
		t.line("In the encounter, put to what stands under these keys%s:", r.overlay())
		t.line("")
		for line := range strings.Lines(r.Lines) {
			t.line("  %s", strings.TrimRight(line, "\n"))
		}
	}
	t.line("")
	t.tried(r)
	for _, x := range r.Skipped {
		t.line("Left out, %s: %s", x.Setting, x.Why)
	}
	for _, name := range r.Turns {
		t.line("More of %s leads up here and down there: so its values were tried one by one (%d at most).", name, atMost)
	}
	if r.Full {
		t.line("After %d settings the search ended: there may be others.", mostTried)
	}
	for line := range strings.Lines(Smallest) {
		t.line("%s", strings.TrimRight(line, "\n"))
	}
	t.line("")
	t.line("Ruleset %s (%.12s), rulec %s, seed %d.", r.Ruleset, r.Hash, r.Program, r.Seed)
	if r.Command != "" {
		t.line("See it: %s", r.See)
		t.line("Again: %s", r.Command)
	}
	_, err := io.WriteString(w, t.String())
	return err
}

// text collects what is printed; a terminal obeys nothing in it.
type text struct{ strings.Builder }

func (t *text) line(format string, args ...any) {
	t.WriteString(strings.TrimRight(diag.Visible(fmt.Sprintf(format, args...)), " ") + "\n")
}

// overlay says where else the lines do the same.
func (r *Report) overlay() string {
	if strings.HasPrefix(r.Lines, "set:") && !strings.Contains(r.Lines, "\ncombatants:") && !strings.Contains(r.Lines, "\nthings:") {
		return " (in an overlay, set: does the same for all encounters)"
	}
	return ""
}

// wanted says the goal with its bounds.
func (r *Report) wanted() string {
	switch {
	case r.Least == nil || r.Most == nil:
		return r.Goal
	case r.Unit == "":
		return fmt.Sprintf("%s, from %s to %s%%", r.Goal, plain(100**r.Least), plain(100**r.Most))
	}
	return fmt.Sprintf("%s, from %s to %s %s on average", r.Goal, plain(*r.Least), plain(*r.Most), many(r.Unit))
}

func plain(v float64) string { return strings.TrimSuffix(fmt.Sprintf("%.6g", v), ".0") }

// said says in words what came of it.
func (r *Report) said() string {
	fights := report.Plural(r.Fights, "fresh fight", "fresh fights")
	came := fmt.Sprintf("%s %s in %s", r.what, r.Found.said(r.Unit), fights)
	if len(r.Best) > 0 {
		came += fmt.Sprintf(", against %s as it stands: %s", r.Now.said(r.Unit), r.difference(r.Against))
	}
	best := r.best()
	switch r.Verdict {
	case Already:
		return "It is so already: " + came + "."
	case Does:
		return best + " does it: " + came + "."
	case Perhaps:
		return best + " does it, as far as so many fights tell: " + came + ". " + r.tellMore()
	case Fails:
		return best + " did it in the search, but fresh fights don't bear that out: " + came + ". " + r.tellMore()
	}
	if len(r.Best) == 0 {
		return "Nothing that was tried does it, or comes nearer than it is: " + came + "."
	}
	return "Nothing that was tried does it. Nearest comes " + best + ": " + came + "."
}

// tellMore says what makes sure.
func (r *Report) tellMore() string {
	if r.Command == "" {
		return "More fights tell more."
	}
	return "More fights (-n) tell more."
}

// best says what is turned, from what to what.
func (r *Report) best() string {
	var parts []string
	for _, x := range r.Best {
		parts = append(parts, fmt.Sprintf("%s %s -> %s", x.Name, cmp.Or(x.Was, "(worked out)"), x.Value))
	}
	if parts == nil {
		return "How it stands"
	}
	return strings.Join(parts, " with ")
}

// said writes a figure with its interval.
func (f Figure) said(unit string) string {
	if f.Value == nil {
		return "(none came to an end)"
	}
	value, interval := f.both(unit)
	return value + " (" + interval + ")"
}

// both writes a figure and its interval.
func (f Figure) both(unit string) (value, interval string) {
	if f.Value == nil {
		return "-", "-"
	}
	scale, sign := 100.0, "%"
	if unit != "" {
		scale, sign = 1, ""
	}
	half := scale * (*f.High - *f.Low) / 2
	number := func(v float64) string { return experiment.Figure(scale*v, half) }
	return number(*f.Value) + sign, number(*f.Low) + " to " + number(*f.High) + sign
}

// difference writes how much more something is.
func (r *Report) difference(d experiment.Difference) string {
	if r.Unit != "" {
		return d.Said() + " " + many(r.Unit)
	}
	return d.Points() + " points"
}

// tried prints all settings that were tried, or those that come nearest.
func (t *text) tried(r *Report) {
	list := r.Tried
	if len(list) > mostRows {
		list = r.nearest(mostRows)
	}
	against := "against now, points"
	if r.Unit != "" {
		against = "against now"
	}
	rows := experiment.Table{{"what was tried", r.what, "95% interval", "fights", against}}
	for _, x := range list {
		value, interval := x.Figure.both(r.Unit)
		difference := ""
		if x.Against != nil {
			difference = x.Against.Points()
			if r.Unit != "" {
				difference = x.Against.Said()
			}
		}
		rows = append(rows, []string{named(x.Settings), value, interval, report.Thousands(x.Fights), difference})
	}
	for _, line := range rows.Lines(func(column int) bool { return column == 4 }) {
		t.line("%s", line)
	}
	if more := len(r.Tried) - len(list); more > 0 {
		which := ""
		if r.Command != "" {
			which = ", which --format json lists"
		}
		t.line("and %d others, no nearer%s", more, which)
	}
	t.line("")
}

// nearest returns the settings that come nearest, in the order in which they stand.
func (r *Report) nearest(most int) (list []Tried) {
	misses := func(x Tried) float64 {
		if x.Figure.Value == nil {
			return math.Inf(1)
		}
		g := Goal{Low: math.Inf(-1), High: math.Inf(1)}
		if r.Least != nil {
			g.Low = *r.Least
		}
		if r.Most != nil {
			g.High = *r.Most
		}
		return g.misses(*x.Figure.Value)
	}
	all := make([]float64, len(r.Tried))
	for i, x := range r.Tried {
		all[i] = misses(x)
	}
	slices.Sort(all)
	for _, x := range r.Tried {
		if misses(x) <= all[most-1] && len(list) < most {
			list = append(list, x)
		}
	}
	return list
}

// named says what is set.
func named(settings []Setting) string {
	var parts []string
	for _, x := range settings {
		parts = append(parts, x.Name+" = "+x.Value)
	}
	if parts == nil {
		return "as it stands"
	}
	return strings.Join(parts, ", ")
}
