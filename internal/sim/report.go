package sim

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
)

// Report is computed from an [experiment.Result]: shares with intervals, percentiles, and sample fights.
type Report struct {
	// Seed and Command reproduce a fight, Again reproduces the report; Program is the version of the program that
	// made it.
	Seed    uint64        `json:"seed,string"`
	Command string        `json:"command"`
	Again   string        `json:"again"`
	Program string        `json:"rulec"`
	Vary    []string      `json:"vary,omitempty"`
	Points  []PointReport `json:"points"`
}

// PointReport is the report on one encounter.
type PointReport struct {
	Values    []string `json:"values,omitempty"`
	Encounter string   `json:"encounter"`
	Title     string   `json:"title"`
	Ruleset   string   `json:"ruleset"`
	Hash      string   `json:"hash"`
	Fights    int64    `json:"fights"`
	// Outcomes are the ways that fights ended, first the win rate of each side.
	Outcomes []OutcomeReport `json:"outcomes"`
	// Even is not nil if the winner is decided.
	Even *experiment.Even `json:"even,omitempty"`
	// Length is that of the fights that ended before the time limit.
	Length LengthReport      `json:"length"`
	Acts   experiment.Spread `json:"actions_per_fight"`
	// Combatants are in encounter order, Actions sorted by how often they were used.
	Combatants []FighterReport `json:"combatants"`
	Actions    []ActionReport  `json:"actions"`
	// Tests are the rolls against something, sorted by how often they were made.
	Tests []TestReport `json:"tests,omitempty"`
	// Difference is how much more often the first side wins than with the first of the varied values, with the same
	// dice; nil for that value itself.
	Difference *DifferenceReport `json:"difference,omitempty"`
	// Shortest, Longest and Typical are sample fights, and so is Unfinished, the first that reached the time limit;
	// nil means none.
	Shortest   *FightReport `json:"shortest"`
	Longest    *FightReport `json:"longest"`
	Typical    *FightReport `json:"typical"`
	Unfinished *FightReport `json:"unfinished"`
}

// OutcomeReport is one way that fights ended.
type OutcomeReport struct {
	Name string `json:"name"`
	// Kind is side, nobody, time_limit or nothing_left.
	Kind   string           `json:"kind"`
	Fights int64            `json:"fights"`
	Share  experiment.Share `json:"share"`
}

// Ended describes how a fight with this outcome ended: who won it, or why no one did.
func (o *OutcomeReport) Ended() string {
	if o.Kind == "side" || o.Kind == "nobody" {
		return "won by " + o.Name
	}
	return o.Name
}

// outcome returns the outcome with a name.
func (r *PointReport) outcome(name string) *OutcomeReport {
	i := slices.IndexFunc(r.Outcomes, func(o OutcomeReport) bool { return o.Name == name })
	return &r.Outcomes[i]
}

// LengthReport is how long fights took, in clock units.
type LengthReport struct {
	Unit string `json:"unit"`
	experiment.Spread
	// Bins are the lengths that came up, each with how often fights of that length ended in each outcome.
	Bins []LengthBin `json:"bins"`
}

// LengthBin is a length of fights.
type LengthBin struct {
	Length int64   `json:"length"`
	Fights int64   `json:"fights"`
	By     []int64 `json:"by_outcome"`
}

// FighterReport is the report on a combatant.
type FighterReport struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Side  string `json:"side"`
	// Stands is how often they are still standing at the end.
	Stands experiment.Share `json:"stands"`
	Health []HealthReport   `json:"health"`
	Shown  []ShownReport    `json:"shown"`
	// Actions are what they did, sorted by how often.
	Actions []ActionReport `json:"actions"`
}

// HealthReport is the report on one pool of a combatant; Taken, Dealt and Mended are means per fight.
type HealthReport struct {
	Name   string            `json:"name"`
	Left   experiment.Spread `json:"left"`
	Taken  experiment.Mean   `json:"taken"`
	Dealt  experiment.Mean   `json:"dealt"`
	Healed experiment.Mean   `json:"healed"`
}

// ShownReport is a number of a combatant at the end of fights.
type ShownReport struct {
	Name string `json:"name"`
	experiment.Spread
}

// ActionReport is the report on one action.
type ActionReport struct {
	Name      string `json:"name"`
	Used      int64  `json:"used"`
	Aimed     int64  `json:"aimed"`
	Worked    int64  `json:"worked"`
	CalledOff int64  `json:"called_off"`
	// PerFight is the mean number of uses in a fight.
	PerFight experiment.Mean `json:"per_fight"`
	// Success is how often it worked; nil if it affects no one else.
	Success *experiment.Share `json:"success,omitempty"`
}

// TestReport has the results of the rolls of one label against something.
type TestReport struct {
	Label string `json:"label"`
	Tried int64  `json:"tried"`
	// PerFight is the mean number of rolls in a fight.
	PerFight experiment.Mean  `json:"per_fight"`
	Success  experiment.Share `json:"success"`
	// Degrees are the degrees that came up, the lowest first.
	Degrees []DegreeReport `json:"degrees,omitempty"`
}

// DegreeReport is how often one degree came up.
type DegreeReport struct {
	Name  string           `json:"name"`
	Share experiment.Share `json:"share"`
}

// DifferenceReport compares the same trials under two values.
type DifferenceReport struct {
	// Won is how many trials the first side won only now, Lost only then.
	Won  int64 `json:"won"`
	Lost int64 `json:"lost"`
	// Turned is the first of these trials; nil means none.
	Turned *uint64 `json:"turned,omitempty"`
	experiment.Share
}

// FightReport is a sample fight.
type FightReport struct {
	Trial   uint64 `json:"trial"`
	Length  int64  `json:"length"`
	Outcome string `json:"outcome"`
}

// NewReport computes the report on a result; program is the version to print.
func NewReport(r *experiment.Result, program string) *Report {
	report := &Report{Seed: r.Seed, Command: r.Line.Run(r.Seed), Again: again(r), Program: program, Vary: r.Vary}
	for i, p := range r.Points {
		x := pointReport(p, i == 0)
		var shares []experiment.Share
		for _, o := range x.Outcomes[:len(p.Setup.Sides)] {
			shares = append(shares, o.Share)
		}
		x.Even = experiment.NewEven(p.Setup.Sides, shares, r.Line, r.Seed)
		report.Points = append(report.Points, x)
	}
	return report
}

// again returns the command that gives the same result, even if it was made in parts or ended when it was sure
// enough.
func again(r *experiment.Result) string {
	words := r.Line.Command("rulec sim ", r.Seed)
	if len(r.Points) == 0 {
		return words
	}
	words += " -n " + strconv.FormatInt(r.Points[0].Tally.Fights, 10)
	for i, name := range r.Vary {
		var values []string
		for _, p := range r.Points {
			if v := p.Setup.Values[i]; !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		words += " --vary " + experiment.Quote([]string{name + "=" + strings.Join(values, ",")})
	}
	return words
}

func pointReport(p experiment.Counted, first bool) PointReport {
	s, t := p.Setup, p.Tally
	report := PointReport{
		Values: s.Values, Encounter: s.Encounter, Title: s.Title, Ruleset: s.Ruleset, Hash: s.Hash, Fights: t.Fights,
		Length: lengthReport(s, t), Acts: experiment.SpreadOf(&t.Acts), Combatants: []FighterReport{},
	}
	for i := range t.Outcomes {
		name, kind := s.Outcome(i)
		n := t.Outcomes[i].Count()
		report.Outcomes = append(report.Outcomes, OutcomeReport{name, kind, n, experiment.ShareOf(experiment.Wilson(n, t.Fights))})
	}
	all := map[int]*experiment.Uses{}
	for i := range t.Combatants {
		report.Combatants = append(report.Combatants, fighterReport(s, t, i))
		for a, u := range t.Combatants[i].Actions {
			if all[a] == nil {
				all[a] = &experiment.Uses{}
			}
			all[a].Add(u)
		}
	}
	for a, sums := range t.Actions {
		all[a].Used = *sums // squares of several combatants' counts don't add up
	}
	report.Actions = actionReports(s, all, t.Fights)
	report.Tests = testReports(s, t)
	if !first {
		report.Difference = &DifferenceReport{t.Won, t.Lost, t.Turned, experiment.ShareOf(experiment.Paired(t.Won, t.Lost, t.Fights))}
	}
	report.samples(s, t)
	return report
}

// lengthReport combines the lengths of all outcomes.
func lengthReport(s *experiment.Setup, t *experiment.Tally) LengthReport {
	var all experiment.Bins
	rows := map[int64][]int64{}
	for i := range t.Outcomes {
		if i == len(s.Sides)+experiment.TimeUp {
			continue
		}
		all.Merge(&t.Outcomes[i])
		for _, b := range t.Outcomes[i].All() {
			if rows[b.Value] == nil {
				rows[b.Value] = make([]int64, len(t.Outcomes))
			}
			rows[b.Value][i] = b.Count
		}
	}
	report := LengthReport{Unit: s.Unit, Spread: experiment.SpreadOf(&all), Bins: []LengthBin{}}
	for _, b := range all.All() {
		report.Bins = append(report.Bins, LengthBin{b.Value, b.Count, rows[b.Value]})
	}
	return report
}

func fighterReport(s *experiment.Setup, t *experiment.Tally, i int) FighterReport {
	c, f := s.Combatants[i], &t.Combatants[i]
	report := FighterReport{
		Name: c.Name, Title: c.Title, Side: sideName(s, c.Side), Stands: experiment.ShareOf(experiment.Wilson(f.Stood, t.Fights)),
		Health: []HealthReport{}, Shown: []ShownReport{}, Actions: actionReports(s, f.Actions, t.Fights),
	}
	for k := range f.Health {
		p := &f.Health[k]
		report.Health = append(report.Health, HealthReport{
			s.Health[k], experiment.SpreadOf(&p.Left), perFight(&p.Taken, t.Fights), perFight(&p.Dealt, t.Fights), perFight(&p.Healed, t.Fights),
		})
	}
	for k := range f.Shown {
		report.Shown = append(report.Shown, ShownReport{s.Shown[k], experiment.SpreadOf(&f.Shown[k])})
	}
	return report
}

func sideName(s *experiment.Setup, side int) string {
	if side < 0 || side >= len(s.Sides) {
		return ""
	}
	return s.Sides[side]
}

// perFight returns the mean of something per fight. Its interval never goes below 0.
func perFight(s *experiment.Sums, fights int64) experiment.Mean {
	m := experiment.MeanOf(s.Mean(fights))
	if m == nil {
		return experiment.Mean{}
	}
	m.Low = max(0, m.Low)
	return *m
}

// testReports reports rolls against something, the most frequent first.
func testReports(s *experiment.Setup, t *experiment.Tally) []TestReport {
	var list []TestReport
	for _, label := range slices.Sorted(maps.Keys(t.Tests)) {
		x := t.Tests[label]
		report := TestReport{
			Label: label, Tried: x.Tried.Sum, PerFight: perFight(&x.Tried, t.Fights),
			Success: experiment.ShareOf(experiment.Wilson(x.Succeeded, x.Tried.Sum)),
		}
		for _, n := range slices.Sorted(maps.Keys(x.Degrees)) {
			name := strconv.FormatInt(n, 10)
			if names := s.Degrees[label]; names != nil && n >= 1 && int(n) <= len(names) {
				name = names[n-1]
			}
			report.Degrees = append(report.Degrees, DegreeReport{name, experiment.ShareOf(experiment.Wilson(x.Degrees[n], x.Tried.Sum))})
		}
		list = append(list, report)
	}
	slices.SortStableFunc(list, func(a, b TestReport) int { return cmp.Compare(b.Tried, a.Tried) })
	return list
}

// actionReports reports actions, the most frequent first.
func actionReports(s *experiment.Setup, uses map[int]*experiment.Uses, fights int64) []ActionReport {
	numbers := []int{}
	for a, u := range uses {
		if u.Used.Sum > 0 {
			numbers = append(numbers, a)
		}
	}
	slices.SortFunc(numbers, func(a, b int) int {
		return cmp.Or(cmp.Compare(uses[b].Used.Sum, uses[a].Used.Sum), cmp.Compare(a, b))
	})
	reports := []ActionReport{}
	for _, a := range numbers {
		u := uses[a]
		report := ActionReport{
			Name: s.Actions[a], Used: u.Used.Sum, Aimed: u.Aimed, Worked: u.Worked, CalledOff: u.CalledOff, PerFight: perFight(&u.Used, fights),
		}
		if u.Aimed > 0 || u.Worked > 0 {
			share := experiment.ShareOf(experiment.Wilson(u.Worked, u.Used.Sum))
			report.Success = &share
		}
		reports = append(reports, report)
	}
	return reports
}

// samples finds the shortest and the longest fight, the most typical one (the first fight with the likeliest
// outcome and the median length of that), and the first that reached the time limit.
func (r *PointReport) samples(s *experiment.Setup, t *experiment.Tally) {
	likeliest, limit := -1, len(s.Sides)+experiment.TimeUp
	for i := range t.Outcomes {
		name, _ := s.Outcome(i)
		for _, b := range t.Outcomes[i].All() {
			fight := &FightReport{b.First, b.Value, name}
			if i == limit {
				r.Unfinished = earlier(r.Unfinished, fight)
				continue
			}
			if r.Shortest == nil || b.Value < r.Shortest.Length || b.Value == r.Shortest.Length && b.First < r.Shortest.Trial {
				r.Shortest = fight
			}
			if r.Longest == nil || b.Value > r.Longest.Length || b.Value == r.Longest.Length && b.First < r.Longest.Trial {
				r.Longest = fight
			}
		}
		if i != limit && t.Outcomes[i].Count() > 0 && (likeliest < 0 || t.Outcomes[i].Count() > t.Outcomes[likeliest].Count()) {
			likeliest = i
		}
	}
	if likeliest < 0 {
		return
	}
	name, _ := s.Outcome(likeliest)
	median := t.Outcomes[likeliest].Percentile(50)
	for _, b := range t.Outcomes[likeliest].All() {
		if b.Value == median {
			r.Typical = &FightReport{b.First, b.Value, name}
		}
	}
}

// earlier returns the fight with the smaller number.
func earlier(a, b *FightReport) *FightReport {
	if a == nil || b.Trial < a.Trial {
		return b
	}
	return a
}
