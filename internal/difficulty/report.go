package difficulty

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/internal/report"
	"github.com/rulec/rulec/internal/sim"
	"github.com/rulec/rulec/lang/program"
)

// Report is how hard an encounter is.
type Report struct {
	experiment.Origin
	// Play is the line that tells a fight, its number follows: whoever prints the report says so.
	Play   string `json:"play"`
	Fights int64  `json:"fights"`
	// Side is the one for which it is hard, Members how many it has.
	Side    string `json:"side"`
	Members int    `json:"members"`
	// Grade is how hard it is at best, and Worst at worst, as far as the intervals tell.
	Grade string `json:"grade"`
	Worst string `json:"worst"`
	// Wins is how often the side wins, Costly how many of the fights that it wins cost somebody; nil: it wins
	// none.
	Wins   experiment.Share  `json:"wins"`
	Costly *experiment.Share `json:"costly,omitempty"`
	// Outcomes are all ways that fights ended.
	Outcomes []sim.OutcomeReport `json:"outcomes"`
	// Fallen is how often nobody, somebody, most and all of the side don't stand at the end.
	Fallen []Fall `json:"fallen"`
	// Days are a bad, a middling and a good day.
	Days []Day `json:"days"`
	// Left is what the side has of each pool under health at the end.
	Left []Left `json:"left"`
	// Length is how long fights take.
	Length sim.LengthReport `json:"length"`
	// Harm is what each opponent does, those that do most first; Own is how those of the side fare.
	Harm []Opponent `json:"opponents"`
	Own  []Member   `json:"side_members"`
	// Steps are what would make it easier or harder; StepFights is how many fights each was played.
	Steps      []Step `json:"steps"`
	StepFights int64  `json:"step_fights"`
	// Typical is a fight worth seeing; nil: there is none.
	Typical *sim.FightReport `json:"typical"`
}

// Fall is how often so many of a side fall.
type Fall struct {
	Who   string           `json:"who"`
	Share experiment.Share `json:"share"`
}

// Day is how one fight in ten goes at worst, half of all, and one in ten at best.
type Day struct {
	What   string `json:"what"`
	Bad    int64  `json:"bad"`
	Middle int64  `json:"middle"`
	Good   int64  `json:"good"`
}

// Left is how often a side has how much of a pool at the end.
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

// Opponent is what one of those on other sides does.
type Opponent struct {
	Name   string           `json:"name"`
	Title  string           `json:"title"`
	Stands experiment.Share `json:"stands"`
	Dealt  []Dealt          `json:"dealt"`
}

// Dealt is what somebody takes off others, a fight.
type Dealt struct {
	Pool string          `json:"pool"`
	Mean experiment.Mean `json:"mean"`
}

// Member is how one of the side fares.
type Member struct {
	Title  string           `json:"title"`
	Stands experiment.Share `json:"stands"`
}

// Step is one change, and what it does.
type Step struct {
	Said string `json:"change"`
	// Why says why it can't be played; empty: it can.
	Why string `json:"cannot,omitempty"`
	// Wins is how often the side wins then, More how much more often than it does now, Falls how many
	// more of it fall, a fight.
	Wins  experiment.Share      `json:"wins,omitzero"`
	More  experiment.Difference `json:"against_now,omitzero"`
	Falls experiment.Difference `json:"fall_against_now,omitzero"`
	// Limited is how many of the fights the time limit ended.
	Limited int64 `json:"time_limit,omitzero"`
}

// newReport works out what is told of the fights as it stands.
func newReport(j *Job, e *program.Encounter, s *experiment.Setup, p sim.PointReport, fights []fight) *Report {
	r := &Report{
		Origin: experiment.NewOrigin(s, j.Seed), Fights: int64(len(fights)),
		Side: s.Sides[j.Side], Outcomes: p.Outcomes, Wins: p.Outcomes[j.Side].Share, Length: p.Length, Typical: p.Typical,
		Days: []Day{}, Left: []Left{}, Harm: []Opponent{}, Own: []Member{}, Steps: []Step{}, StepFights: max(1, int64(j.Fights)/part),
	}
	won, costly := int64(0), int64(0)
	for _, f := range fights {
		if f.won {
			won++
			costly += truth(f.fallen > 0)
		}
	}
	if won > 0 {
		share := shareOf(experiment.Wilson(costly, won))
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

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

func shareOf(i experiment.Interval) experiment.Share {
	return experiment.Share{Value: rounded(i.Value), Low: rounded(i.Low), High: rounded(i.High)}
}

// rounded keeps six digits after the point, so that no processor's last bit shows.
func rounded(v float64) float64 { return math.Round(v*1e6) / 1e6 }

// falls counts how many of the side fall.
func (r *Report) falls(fights []fight) {
	for _, x := range []struct {
		who  string
		many func(fallen int) bool
	}{
		{"nobody falls", func(n int) bool { return n == 0 }},
		{"somebody falls", func(n int) bool { return n > 0 }},
		{"most fall", func(n int) bool { return 2*n > r.Members }},
		{"all fall", func(n int) bool { return n == r.Members }},
	} {
		held := int64(0)
		for _, f := range fights {
			held += truth(x.many(f.fallen))
		}
		r.Fallen = append(r.Fallen, Fall{x.who, shareOf(experiment.Wilson(held, r.Fights))})
	}
}

// days works out bad and good days, each figure by itself, and how what is left is spread. Of pools that
// rise with harm less is better.
func (r *Report) days(e *program.Encounter, s *experiment.Setup, fights []fight) {
	numbers := make([]int64, len(fights))
	for i, f := range fights {
		numbers[i] = int64(r.Members - f.fallen)
	}
	r.Days = append(r.Days, dayOf(fmt.Sprintf("how many stand, of %d", r.Members), numbers, false))
	for k, name := range s.Health {
		for i, f := range fights {
			numbers[i] = f.left[k]
		}
		r.Days = append(r.Days, dayOf(name+", all together", numbers, e.Program.Reports.Health[k].Pool.Up))
		r.Left = append(r.Left, Left{name, binsOf(numbers)})
	}
}

// dayOf returns a day of numbers, which it sorts.
func dayOf(what string, numbers []int64, less bool) Day {
	slices.Sort(numbers)
	at := func(percent int) int64 { return numbers[max(1, (len(numbers)*percent+99)/100)-1] }
	d := Day{what, at(10), at(50), at(90)}
	if less {
		d.Bad, d.Good = d.Good, d.Bad
	}
	return d
}

// mostBins is how many rows a distribution has.
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

// compare works out what a change does, by the fights that were played with and without it.
func (s *Step) compare(with, now []fight) {
	won := int64(0)
	var wins, falls experiment.Pairs
	for i, f := range with {
		won += truth(f.won)
		s.Limited += truth(f.limited)
		wins.Add(float64(truth(f.won) - truth(now[i].won)))
		falls.Add(float64(f.fallen - now[i].fallen))
	}
	s.Wins = shareOf(experiment.Wilson(won, int64(len(with))))
	s.More, s.Falls = roundedDifference(wins.Difference().OfShares()), roundedDifference(falls.Difference())
}

func roundedDifference(d experiment.Difference) experiment.Difference {
	return experiment.Difference{Value: rounded(d.Value), Low: rounded(d.Low), High: rounded(d.High)}
}

// sortSteps puts what helps most first, and what can't be played last.
func (r *Report) sortSteps() {
	slices.SortStableFunc(r.Steps, func(a, b Step) int {
		return cmp.Or(cmp.Compare(truth(a.Why != ""), truth(b.Why != "")), cmp.Compare(b.More.Value, a.More.Value))
	})
}

// JSON prints a report as one JSON document. What a terminal would obey is escaped.
func (r *Report) JSON(w io.Writer) error { return report.WriteJSON(w, r) }
