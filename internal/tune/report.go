package tune

import (
	"cmp"
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
)

// Report is the result of a search.
type Report struct {
	experiment.Origin
	// See is the line that plays the best setting; the caller that prints the report sets it.
	See  string `json:"see"`
	Goal string `json:"goal"`
	// Least and Most are the bounds of the share or the length; nil means none.
	Least *float64 `json:"least"`
	Most  *float64 `json:"most"`
	// Unit is the unit of a length; empty for a share.
	Unit string `json:"unit,omitempty"`
	// Verdict is one of the values of [Verdict].
	Verdict Verdict `json:"verdict"`
	// Best are the values that reach the goal, or come nearest; none means the present ones.
	Best []Setting `json:"best"`
	// Found is the result of the best setting with fresh dice, Now that of the present one with the same dice, and
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
	// Turns are the changes whose results go both up and down as their values grow; Full is set when the search
	// ended because it had tried too many settings.
	Turns []string `json:"turns"`
	Full  bool     `json:"full"`

	what string
}

// Verdict says how a search ended.
type Verdict string

// The ways in which a search ends.
const (
	// Already means that the present setting reaches the goal.
	Already Verdict = "already"
	// Does means that the best setting reaches it, with fresh dice too.
	Does Verdict = "does"
	// Perhaps means that the interval with fresh dice includes a bound.
	Perhaps Verdict = "perhaps"
	// Fails means that the best setting reaches it in the search, but not with fresh dice.
	Fails Verdict = "not borne out"
	// None means that no tried setting reaches it.
	None Verdict = "none"
	// Unproved means that the search was stopped before anything was played with fresh dice.
	Unproved Verdict = "stopped"
)

// Setting is a value of a param or a figure, and the present one; empty if that is derived.
type Setting struct {
	Name  string `json:"name"`
	Was   string `json:"was"`
	Value string `json:"value"`
}

// Figure is a share or a mean with its 95% interval. All are nil if no fight ended.
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
	// Against is how much more it gives than the present setting, in the fights that were played with both.
	Against *experiment.Difference `json:"against_now,omitempty"`
}

// Skipped is a setting that can't be played, and why.
type Skipped struct {
	Setting string `json:"setting"`
	Why     string `json:"why"`
}

// prove plays the best and the present setting with fresh dice, and reports.
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
	r.Now, r.Found, r.Against = figureOf(s.Goal.interval(now)), figureOf(interval), s.Goal.against(found, now).Rounded()
	r.Verdict = s.verdict(best, s.Goal.fit(interval))
	return r, nil
}

// unproved reports what has been tried when the search was stopped.
func (s *search) unproved() *Report {
	if s.now == nil {
		s.now = s.order[0]
	}
	s.order = slices.DeleteFunc(s.order, func(p *point) bool { return p.played() == 0 })
	r := s.report(s.now)
	r.Verdict, r.Stopped = Unproved, s.Stopped("with %s tried, and no fresh fights", report.Plural(int64(len(s.order)), "setting", "settings"))
	return r
}

// report returns the report before the best is played with fresh dice.
func (s *search) report(best *point) *Report {
	r := &Report{
		Origin: experiment.NewOrigin(s.now.setup, s.Seed), Goal: s.Goal.Text, Least: finite(s.Goal.Low), Most: finite(s.Goal.High), Unit: s.Goal.Unit,
		Best: s.list(best), Fights: int64(s.Fights), Lines: s.yaml(best), Skipped: s.skipped, Full: s.full,
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
			d := s.Goal.against(p.of, s.now.of).Rounded()
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

// verdict returns how the search ended, from the result of the best with fresh dice.
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

// turned returns the indexes of the changes that a point makes.
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

// sectionOf returns the key of an encounter that a setting is under.
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
