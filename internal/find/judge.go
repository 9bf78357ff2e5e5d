package find

import (
	"cmp"
	"slices"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// report returns the report with all findings.
func (s *search) report() *Report {
	setup := experiment.NewSetup(s.Encounter, nil)
	titles := newTitles(s.lines, s.list)
	r := &Report{
		Origin: experiment.NewOrigin(setup, s.Seed), Script: s.Encounter.Script != nil, Fights: int64(len(s.base)), Findings: []Finding{}, Asked: []Asked{}, Idle: []Idle{},
	}
	var shares []experiment.Share
	for side := range setup.Sides {
		shares = append(shares, shareOf(s.base, func(f *fought) bool { return f.winner == side }))
	}
	r.Even = experiment.NewEven(setup.Sides, shares, s.Line, s.Seed)
	for i := range s.list {
		r.Together += s.list[i].differences()
	}
	r.Together += len(s.ahead)
	for side, fights := range s.ahead {
		w := s.aheadOf(side, fights, r.Together)
		d := w.more(fights, w.wins, w.wins)
		r.Ahead = append(r.Ahead, Ahead{w.sideName, int64(len(fights)), shareOf(w.base, w.wins), shareOf(fights, w.wins), *d})
		if d.Low > muchMore {
			f := w.finding(Missed, fights, d, func(now, then *fought) bool { return !w.wins(now) && w.wins(then) })
			f.What, f.More, f.Set = "", s.doneMore(side, fights, titles), s.setAhead(side)
			r.Findings = append(r.Findings, f)
		}
	}
	for i := range s.list {
		x := &s.list[i]
		w := &judge{asked: x, base: s.base, together: r.Together, about: titles.of(x.subject), sideName: setup.Sides[x.side]}
		if s.ahead != nil {
			w.ahead, w.thinking = s.ahead[x.side], s.setAhead(x.side)
		}
		if x.never {
			r.Never = append(r.Never, Never{Side: w.sideName, About: w.about})
			continue
		}
		r.Asked = append(r.Asked, w.row())
		r.Findings = append(r.Findings, w.findings()...)
	}
	for _, q := range s.idle {
		line := q.subject.(*program.TacticRule)
		r.Idle = append(r.Idle, Idle{Side: setup.Sides[q.side], Tactic: value.TitleOf(&s.lines[line].tactic.Decl), Line: doesAt(line, " (%s:%d)")})
	}
	return r
}

// aheadOf judges the fights in which a side thinks ahead, against the same fights by tactics.
func (s *search) aheadOf(side int, fights []*fought, together int) *judge {
	return &judge{
		asked: &asked{question: question{side: side}}, base: s.base[:len(fights)], together: together, about: "tactics", sideName: s.Encounter.Sides[side],
	}
}

// setAhead returns the setting that lets a side think ahead on a command line.
func (s *search) setAhead(side int) []string {
	return []string{s.Encounter.Sides[side] + ".tactic=thinks"}
}

// mostMore is the maximum number of things to name that a side does more when it thinks ahead, leastMore how much
// more often per fight that must be.
const (
	mostMore  = 3
	leastMore = 0.1
)

// doneMore returns the actions that a side does more when it thinks ahead, and the things it uses more, sorted by
// the increase, largest first.
func (s *search) doneMore(side int, fights []*fought, titles *titles) []DoneMore {
	perFight := func(list []*fought, q question) float64 {
		sum := 0
		for _, f := range list {
			sum += f.did[q]
		}
		return float64(sum) / float64(len(list))
	}
	known := map[question]bool{}
	more := []DoneMore{}
	for _, f := range fights {
		for q := range f.did {
			what := whatOf(q.subject)
			if known[q] || q.side != side || what != Actions && what != Used {
				continue
			}
			known[q] = true
			x := DoneMore{About: titles.of(q.subject), Now: perFight(s.base[:len(fights)], q), Then: perFight(fights, q)}
			if x.Then-x.Now >= leastMore {
				more = append(more, x)
			}
		}
	}
	slices.SortFunc(more, func(a, b DoneMore) int {
		return cmp.Or(cmp.Compare(b.Then-b.Now, a.Then-a.Now), cmp.Compare(a.About, b.About))
	})
	return more[:min(len(more), mostMore)]
}

// differences returns how many differences are tested for a question.
func (x *asked) differences() (n int) {
	if x.without != nil {
		n++
		if x.locks {
			n++
		}
	}
	if x.always != nil {
		n++
	}
	return n
}

// judge evaluates the fights of one question.
type judge struct {
	*asked
	// base are the fights by tactics, ahead those in which the side thinks ahead, with the settings thinking; nil
	// if none were played.
	base, ahead     []*fought
	thinking        []string
	together        int
	about, sideName string
}

// wins reports whether the side in question won.
func (w *judge) wins(f *fought) bool { return f.winner == w.side }

// doneIn returns in how many fights it was done, and how often in all.
func (w *judge) doneIn() (fights, times int64) {
	for _, f := range w.base {
		n := f.did[w.question]
		if n > 0 {
			fights++
		}
		times += int64(n)
	}
	return fights, times
}

// seen returns the first fight in which it was done, and its settings: if no tactic does it, the side thinks ahead.
func (w *judge) seen() (trial uint64, set []string) {
	did := func(f *fought) bool { return f.did[w.question] > 0 }
	if at := slices.IndexFunc(w.base, did); at >= 0 || w.ahead == nil {
		return uint64(max(at, 0)), nil
	}
	return uint64(max(slices.IndexFunc(w.ahead, did), 0)), w.thinking
}

// row returns its row in the list of everything examined.
func (w *judge) row() Asked {
	x := Asked{About: w.about, What: whatOf(w.subject), Side: w.sideName, Unplayed: append([]string{}, w.unplayed...)}
	x.DoneIn, x.Times = w.doneIn()
	if w.without != nil {
		x.Without = w.more(w.without, w.wins, w.wins)
		x.NothingWithout = x.Without.High < -muchLess && shareOf(w.without, w.wins).Value < leastWon
	}
	if w.always != nil {
		x.Always = w.more(w.always, w.wins, w.wins)
	}
	return x
}

// more returns how much more often something is true in other fights than in the base fights.
func (w *judge) more(other []*fought, now, then func(*fought) bool) *experiment.Difference {
	var pairs experiment.Pairs
	for i, f := range w.base {
		pairs.Add(experiment.Truth(then(other[i])) - experiment.Truth(now(f)))
	}
	d := pairs.Among(w.together).OfShares()
	return &d
}

// shareOf returns the share of fights in which something is true.
func shareOf(fights []*fought, is func(*fought) bool) experiment.Share {
	return experiment.Share(experiment.Rate(fights, is))
}

// findings returns the findings.
func (w *judge) findings() (list []Finding) {
	if w.without != nil {
		list = append(list, w.withoutIt()...)
	}
	if w.always != nil {
		list = append(list, w.whenever()...)
	}
	return list
}

// withoutIt returns findings if a side does better or much worse without something, or if that locks foes.
func (w *judge) withoutIt() (list []Finding) {
	done, _ := w.doneIn()
	d := w.more(w.without, w.wins, w.wins)
	if d.Low > 0 && float64(done) >= leastDone*float64(len(w.base)) {
		list = append(list, w.finding(NeverBest, w.without, d, func(now, then *fought) bool { return !w.wins(now) && w.wins(then) }))
	}
	if d.High < -muchLess && shareOf(w.without, w.wins).Value >= leastWon {
		list = append(list, w.finding(Indispensable, w.without, d, func(now, then *fought) bool { return w.wins(now) && !w.wins(then) }))
	}
	if !w.locks {
		return list
	}
	locks, anyLock := func(f *fought) bool { return f.locks[w.question] }, func(f *fought) bool { return f.locked[w.side] }
	d = w.more(w.without, locks, anyLock)
	d = &experiment.Difference{Value: -d.Value, Low: -d.High, High: -d.Low}
	if d.Low > 0 {
		f := w.finding(Locks, w.without, d, func(now, _ *fought) bool { return locks(now) })
		other := shareOf(w.without, anyLock)
		f.Share, f.Other = shareOf(w.base, locks), &other
		list = append(list, f)
	}
	return list
}

// whenever returns findings if a side does much better with something always, or if an action is free.
func (w *judge) whenever() (list []Finding) {
	if d := w.more(w.always, w.wins, w.wins); d.Low > muchMore {
		list = append(list, w.finding(AlwaysBest, w.always, d, func(now, then *fought) bool { return !w.wins(now) && w.wins(then) }))
	}
	free := shareOf(w.always, func(f *fought) bool { return f.free })
	if free.Value > 0 && whatOf(w.subject) == Actions {
		f := Finding{Kind: Free, About: w.about, What: Actions, Side: w.sideName, Share: free}
		f.Trial, f.Set = w.seen()
		list = append(list, f)
	}
	return list
}

// finding returns a finding with the side's win rates, and the first fight that shows it.
func (w *judge) finding(kind Kind, other []*fought, d *experiment.Difference, shows func(now, then *fought) bool) Finding {
	then := shareOf(other, w.wins)
	f := Finding{Kind: kind, About: w.about, What: whatOf(w.subject), Side: w.sideName, Share: shareOf(w.base, w.wins), Other: &then, Difference: d}
	for i, now := range w.base {
		if shows(now, other[i]) {
			f.Trial = uint64(i)
			break
		}
	}
	return f
}
