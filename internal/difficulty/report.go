package difficulty

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/lang/program"
)

// Report is how hard an encounter is.
type Report struct {
	experiment.Origin
	// Play is the line that prints a fight, its number follows; the caller that prints the report sets it.
	Play   string `json:"play"`
	Fights int64  `json:"fights"`
	// Side is the side it is hard for, Members its size.
	Side    string `json:"side"`
	Members int    `json:"members"`
	// Grade is the grade at best, and Worst at worst, within the intervals.
	Grade string `json:"grade"`
	Worst string `json:"worst"`
	// Wins is how often the side wins, Costly the share of won fights in which someone of it falls; nil if it wins
	// none.
	Wins   experiment.Share  `json:"wins"`
	Costly *experiment.Share `json:"costly,omitempty"`
	// Outcomes are all ways that fights ended.
	Outcomes []sim.OutcomeReport `json:"outcomes"`
	// Fallen is how often no one, someone, most and all of the side have fallen at the end.
	Fallen []Fall `json:"fallen"`
	// Days are a bad, a middling and a good day.
	Days []Day `json:"days"`
	// Left is how much of each pool under health the side has left at the end.
	Left []Left `json:"left"`
	// Length is how long fights take.
	Length sim.LengthReport `json:"length"`
	// Harm is the damage of each opponent, the largest first; Own is how those of the side fare.
	Harm []Opponent `json:"opponents"`
	Own  []Member   `json:"side_members"`
	// Steps are what would make it easier or harder; StepFights is the number of fights of each.
	Steps      []Step `json:"steps"`
	StepFights int64  `json:"step_fights"`
	// Typical is a sample fight; nil means none.
	Typical *sim.FightReport `json:"typical"`
}

// Fall is how often this many of a side fall.
type Fall struct {
	Who   string           `json:"who"`
	Share experiment.Share `json:"share"`
}

// Day has the 10th, 50th and 90th percentile of the fights, from the worst.
type Day struct {
	What   string `json:"what"`
	Bad    int64  `json:"bad"`
	Middle int64  `json:"middle"`
	Good   int64  `json:"good"`
}

// Left is the distribution of a side's pool at the end.
type Left struct {
	Name string `json:"name"`
	Bins []Bin  `json:"bins"`
}

// Bin is a range of amounts, and in how many fights it came up.
type Bin struct {
	From   int64 `json:"from"`
	To     int64 `json:"to"`
	Fights int64 `json:"fights"`
}

// Opponent is the damage of one opponent.
type Opponent struct {
	Name   string           `json:"name"`
	Title  string           `json:"title"`
	Stands experiment.Share `json:"stands"`
	Dealt  []Dealt          `json:"dealt"`
}

// Dealt is the mean damage to a pool, per fight.
type Dealt struct {
	Pool string          `json:"pool"`
	Mean experiment.Mean `json:"mean"`
}

// Member is how one of the side fares.
type Member struct {
	Title  string           `json:"title"`
	Stands experiment.Share `json:"stands"`
}

// Step is one change, and its effect.
type Step struct {
	Description string `json:"change"`
	// Why is the reason why it can't be played, empty if it can.
	Why string `json:"cannot,omitempty"`
	// Wins is how often the side wins then, More how much more often than now, Falls how many more of it fall per
	// fight.
	Wins  experiment.Share      `json:"wins,omitzero"`
	More  experiment.Difference `json:"against_now,omitzero"`
	Falls experiment.Difference `json:"fall_against_now,omitzero"`
	// Limited is how many of the fights reached the time limit.
	Limited int64 `json:"time_limit,omitzero"`
}

// newReport computes the report on the fights without any change.
func newReport(j *Job, e *program.Encounter, s *experiment.Setup, p sim.PointReport, fights []fight) *Report {
	r := &Report{
		Origin: experiment.NewOrigin(s, j.Seed), Fights: int64(len(fights)),
		Side: s.Sides[j.Side], Outcomes: p.Outcomes, Wins: p.Outcomes[j.Side].Share, Length: p.Length, Typical: p.Typical,
		Days: []Day{}, Left: []Left{}, Harm: []Opponent{}, Own: []Member{}, Steps: []Step{}, StepFights: max(1, int64(j.Fights)/part),
	}
	if won := slices.DeleteFunc(slices.Clone(fights), func(f fight) bool { return !f.won }); len(won) > 0 {
		share := experiment.ShareOf(experiment.Rate(won, func(f fight) bool { return f.fallen > 0 }))
		r.Costly = &share
	}
	for i, c := range p.Combatants {
		if s.Combatants[i].Side == j.Side {
			r.Members++
			r.Own = append(r.Own, Member{c.Title, c.Stands})
			continue
		}
		o := Opponent{Name: c.Name, Title: c.Title, Stands: c.Stands, Dealt: []Dealt{}}
		for _, h := range c.Health {
			o.Dealt = append(o.Dealt, Dealt{h.Name, h.Dealt})
		}
		r.Harm = append(r.Harm, o)
	}
	slices.SortStableFunc(r.Harm, func(a, b Opponent) int {
		if len(a.Dealt) == 0 {
			return 0
		}
		return cmp.Compare(b.Dealt[0].Mean.Value, a.Dealt[0].Mean.Value)
	})
	r.falls(fights)
	r.days(e, s, fights)
	r.grade()
	return r
}

// falls counts how many of the side fall.
func (r *Report) falls(fights []fight) {
	for _, x := range []struct {
		who  string
		many func(fallen int) bool
	}{
		{"no one falls", func(n int) bool { return n == 0 }},
		{"someone falls", func(n int) bool { return n > 0 }},
		{"most fall", func(n int) bool { return 2*n > r.Members }},
		{"all fall", func(n int) bool { return n == r.Members }},
	} {
		rate := experiment.Rate(fights, func(f fight) bool { return x.many(f.fallen) })
		r.Fallen = append(r.Fallen, Fall{x.who, experiment.ShareOf(rate)})
	}
}

// days computes bad and good days, separately for each figure, and the distribution of what is left. For pools that
// count up, less is better.
func (r *Report) days(e *program.Encounter, s *experiment.Setup, fights []fight) {
	numbers := make([]int64, len(fights))
	for i, f := range fights {
		numbers[i] = int64(r.Members - f.fallen)
	}
	r.Days = append(r.Days, dayOf(fmt.Sprintf("still standing, of %d", r.Members), numbers, false))
	for k, name := range s.Health {
		for i, f := range fights {
			numbers[i] = f.left[k]
		}
		r.Days = append(r.Days, dayOf(name+", total", numbers, e.Program.Reports.Health[k].Pool.Up))
		r.Left = append(r.Left, Left{name, binsOf(numbers)})
	}
}

// dayOf returns the day of some numbers, and sorts them.
func dayOf(what string, numbers []int64, less bool) Day {
	slices.Sort(numbers)
	at := func(percent int) int64 { return numbers[max(1, (len(numbers)*percent+99)/100)-1] }
	d := Day{what, at(10), at(50), at(90)}
	if less {
		d.Bad, d.Good = d.Good, d.Bad
	}
	return d
}

// mostBins is the maximum number of rows of a distribution.
const mostBins = 10

// binsOf counts sorted numbers in ranges of equal size.
func binsOf(sorted []int64) []Bin {
	low, high := sorted[0], sorted[len(sorted)-1]
	size := (high-low)/mostBins + 1
	bins := make([]Bin, (high-low)/size+1)
	for i := range bins {
		from := low + int64(i)*size
		bins[i] = Bin{From: from, To: min(high, from+size-1)}
	}
	for _, v := range sorted {
		bins[(v-low)/size].Fights++
	}
	return bins
}

// compare computes the effect of a change, from the fights with and without it.
func (s *Step) compare(with, now []fight) {
	for _, f := range with {
		if f.limited {
			s.Limited++
		}
	}
	s.Wins = experiment.ShareOf(experiment.Rate(with, func(f fight) bool { return f.won }))
	wins := experiment.More(with, now, func(f fight) float64 { return experiment.Truth(f.won) })
	falls := experiment.More(with, now, func(f fight) float64 { return float64(f.fallen) })
	s.More, s.Falls = wins.Difference().OfShares().Rounded(), falls.Difference().Rounded()
}

// sortSteps sorts the steps by how much they help, most first; those that can't be played are last.
func (r *Report) sortSteps() {
	slices.SortStableFunc(r.Steps, func(a, b Step) int {
		return cmp.Or(cmp.Compare(experiment.Truth(a.Why != ""), experiment.Truth(b.Why != "")), cmp.Compare(b.More.Value, a.More.Value))
	})
}
