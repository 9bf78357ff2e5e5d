package find

import (
	"slices"

	"github.com/rulec/rulec/internal/sim"
)

// report tells what stands out.
func (j *Job) report(setup *sim.Setup, base []*fought, list []asked) *Report {
	r := &Report{
		Encounter: setup.Encounter, Title: setup.Title, Ruleset: setup.Ruleset, Hash: setup.Hash,
		Seed: j.Seed, Fights: int64(j.Fights), Findings: []Finding{}, Asked: []Asked{},
	}
	for i := range list {
		r.Together += list[i].differences()
	}
	for i := range list {
		w := &judge{asked: &list[i], base: base, together: r.Together, action: nameOf(&list[i], list), sideName: setup.Sides[list[i].side]}
		r.Asked = append(r.Asked, w.row())
		r.Findings = append(r.Findings, w.findings()...)
	}
	return r
}

// nameOf is what an action is called: by its title, and where another has the same, by its name too.
func nameOf(x *asked, list []asked) string {
	def := x.action.Def
	if slices.ContainsFunc(list, func(y asked) bool { return y.action != x.action && y.action.Def.Title == def.Title }) {
		return def.Title + " (" + def.Name + ")"
	}
	return def.Title
}

// differences is how many differences are looked at for a question.
func (x *asked) differences() (n int) {
	if x.without != nil {
		n++
		if x.locks {
			n++
		}
	}
	if x.forced != nil {
		n++
	}
	return n
}

// judge looks at the fights of one question.
type judge struct {
	*asked
	base             []*fought
	together         int
	action, sideName string
}

// wins tells whether the side that is asked about won.
func (w *judge) wins(f *fought) bool { return f.winner == w.side }

// doneIn is in how many fights it was done, times how often in all, first the first of them.
func (w *judge) doneIn() (fights, times int64, first uint64) {
	for i, f := range w.base {
		n := f.did[w.question]
		if n > 0 && fights == 0 {
			first = uint64(i)
		}
		if n > 0 {
			fights++
		}
		times += int64(n)
	}
	return fights, times, first
}

// row is what the list of all that was asked says.
func (w *judge) row() Asked {
	x := Asked{Action: w.action, Side: w.sideName, Unplayed: append([]string{}, w.unplayed...)}
	x.DoneIn, x.Times, _ = w.doneIn()
	if w.without != nil {
		x.Without = w.more(w.without, w.wins, w.wins)
	}
	if w.forced != nil {
		x.Always = w.more(w.forced, w.wins, w.wins)
	}
	return x
}

// more is how much more often something is in other fights than in those that were played as they are.
func (w *judge) more(other []*fought, now, then func(*fought) bool) *sim.Difference {
	var pairs sim.Pairs
	for i, f := range w.base {
		pairs.Add(number(then(other[i])) - number(now(f)))
	}
	d := pairs.Among(w.together).OfShares()
	return &d
}

func number(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// shareOf is how often something is in fights.
func shareOf(fights []*fought, is func(*fought) bool) sim.Share {
	held := int64(0)
	for _, f := range fights {
		if is(f) {
			held++
		}
	}
	return sim.Share(sim.Wilson(held, int64(len(fights))))
}

// findings are what stands out.
func (w *judge) findings() (list []Finding) {
	if w.without != nil {
		list = append(list, w.withoutIt()...)
	}
	if w.forced != nil {
		list = append(list, w.whenever()...)
	}
	return list
}

// withoutIt tells whether a side does better or much worse without the action, and whom it locks.
func (w *judge) withoutIt() (list []Finding) {
	done, _, _ := w.doneIn()
	d := w.more(w.without, w.wins, w.wins)
	if d.Low > 0 && float64(done) >= leastDone*float64(len(w.base)) {
		list = append(list, w.finding(NeverBest, w.without, d, func(now, then *fought) bool { return !w.wins(now) && w.wins(then) }))
	}
	if d.High < -muchLess && shareOf(w.without, w.wins).Value >= leastWon {
		list = append(list, w.finding(HangsOnIt, w.without, d, func(now, then *fought) bool { return w.wins(now) && !w.wins(then) }))
	}
	if !w.locks {
		return list
	}
	locks, anyLock := func(f *fought) bool { return f.locks[w.question] }, func(f *fought) bool { return f.locked[w.side] }
	d = w.more(w.without, locks, anyLock)
	d = &sim.Difference{Value: -d.Value, Low: -d.High, High: -d.Low}
	if d.Low > 0 {
		f := w.finding(Locks, w.without, d, func(now, _ *fought) bool { return locks(now) })
		other := shareOf(w.without, anyLock)
		f.Share, f.Other = shareOf(w.base, locks), &other
		list = append(list, f)
	}
	return list
}

// whenever tells whether a side does much better with the action whenever it is allowed, and whether it
// is free.
func (w *judge) whenever() (list []Finding) {
	if d := w.more(w.forced, w.wins, w.wins); d.Low > muchMore {
		list = append(list, w.finding(AlwaysBest, w.forced, d, func(now, then *fought) bool { return !w.wins(now) && w.wins(then) }))
	}
	free := shareOf(w.forced, func(f *fought) bool { return f.free })
	if free.Value > 0 {
		_, _, first := w.doneIn()
		list = append(list, Finding{Kind: Free, Action: w.action, Side: w.sideName, Share: free, Trial: first})
	}
	return list
}

// finding is one with how often the side wins, and the first fight that shows it: better one in which
// the action was done.
func (w *judge) finding(kind Kind, other []*fought, d *sim.Difference, shows func(now, then *fought) bool) Finding {
	then := shareOf(other, w.wins)
	f := Finding{Kind: kind, Action: w.action, Side: w.sideName, Share: shareOf(w.base, w.wins), Other: &then, Difference: d}
	for i, now := range w.base {
		if shows(now, other[i]) {
			f.Trial = uint64(i)
			break
		}
	}
	return f
}
