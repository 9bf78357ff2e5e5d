package diff

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/lang/diag"
)

// Attribution splits the whole difference between the changed rules: each has its Shapley value, the mean of its
// effect over all orders in which the rules can be added to the base one by one.
type Attribution struct {
	// Why is the reason why there is none, empty if there is one.
	Why string `json:"why,omitempty"`
	// Fights is the number of fights played for it.
	Fights int64 `json:"fights"`
	// Changed counts those of them that the house rules change.
	Changed int64 `json:"changed"`
	// Orders is the number of randomly drawn orders; 0 means that all orders count.
	Orders int `json:"orders"`
	// Groups are those that change a fight, Idle the others, by the numbers of rules in Report.Rules. Rules that
	// need each other are one group.
	Groups []GroupShare `json:"groups"`
	Idle   [][]int      `json:"idle"`
	// Wins and Length are the whole differences: of the first side's wins, and of the length of the fights that
	// ended before the time limit under all choices of rules.
	Wins   experiment.Difference `json:"wins"`
	Length experiment.Difference `json:"length"`
}

// GroupShare is the effect of one group.
type GroupShare struct {
	Rules  []int                 `json:"rules"`
	Wins   experiment.Difference `json:"wins"`
	Length experiment.Difference `json:"length"`
	// Alone counts the fights that differ from the base with only this group, Without those that differ from the
	// house rules without it.
	Alone   int64 `json:"alone"`
	Without int64 `json:"without"`

	// alone are the fights with only this group.
	alone []fight
}

const (
	// mostExact is the maximum number of groups for which all choices are played.
	mostExact = 5
	// mostChanges is the maximum number of changed rules for an attribution.
	mostChanges = 40
	// mostDrawn is about how many choices are played if orders are drawn.
	mostDrawn = 64
	// mostShared is the maximum number of fights played for an attribution.
	mostShared = 100_000
)

// shares computes the attribution for an encounter.
type shares struct {
	*grouping
	*duel
	ctx    context.Context
	fights int
	// played are the fights of the choices, by their keys.
	played map[string][]fight
	// idle are the groups that change no fight; order has the others.
	idle, order []int
}

// attribution returns the attribution of a duel.
func (j *Job) attribution(ctx context.Context, d *duel) *Attribution {
	if n := len(j.Versions.Changes); n > mostChanges {
		return &Attribution{Why: fmt.Sprintf("%d rules differ, the limit is %d; change them in smaller steps", n, mostChanges), Groups: []GroupShare{}, Idle: [][]int{}}
	}
	s := &shares{grouping: j.groupsOf(&d.Encounter), duel: d, ctx: ctx, fights: min(len(d.base.fights), len(d.house.fights), mostShared)}
	for {
		err := s.play()
		if broken, ok := err.(broken); ok {
			s.mergeFor(choice(broken))
			continue
		}
		a := &Attribution{Fights: int64(s.fights), Groups: []GroupShare{}, Idle: [][]int{}}
		if err != nil {
			a.Why = diag.InReport(err)
			return a
		}
		s.sum(a)
		return a
	}
}

// broken is a choice that isn't a valid ruleset.
type broken choice

func (broken) Error() string { return "these rules don't fit together" }

// play plays all choices that are needed.
func (s *shares) play() error {
	s.played = map[string][]fight{s.none().key(): s.base.fights[:s.fights], s.all().key(): s.house.fights[:s.fights]}
	s.idle, s.order = nil, nil
	var singles []choice
	for i := range s.groups {
		if !s.wordsAlone(i) {
			singles = append(singles, s.none().with(i, true), s.all().with(i, false))
		}
	}
	if err := s.playAll(singles, nil); err != nil {
		return err
	}
	for i := range s.groups {
		if s.wordsAlone(i) || s.changed(s.none(), s.none().with(i, true)) == 0 && s.changed(s.all(), s.all().with(i, false)) == 0 {
			s.idle = append(s.idle, i)
		} else {
			s.order = append(s.order, i)
		}
	}
	if err := s.proveIdle(); err != nil {
		return err
	}
	if len(s.order) <= mostExact {
		return s.playAll(s.choices(), nil)
	}
	return s.playOrders()
}

// proveIdle checks the groups that change no fight alone, and none if only they are missing: together they must
// change none either. If they do, only groups of texts stay idle.
func (s *shares) proveIdle() error {
	without := s.all()
	for _, i := range s.idle {
		without[i] = false
	}
	if err := s.playAll([]choice{without}, nil); err != nil {
		return err
	}
	if s.changed(s.all(), without) == 0 {
		return nil
	}
	s.idle, s.order = slices.DeleteFunc(s.idle, func(i int) bool { return !s.wordsAlone(i) }), nil
	for i := range s.groups {
		if !s.wordsAlone(i) {
			s.order = append(s.order, i)
		}
	}
	return nil
}

func (s *shares) none() choice { return make(choice, len(s.groups)) }

func (s *shares) all() choice {
	c := s.none()
	for i := range c {
		c[i] = true
	}
	return c
}

// wordsAlone reports whether a group only has texts for people.
func (s *shares) wordsAlone(group int) bool {
	for _, i := range s.groups[group] {
		if !ruleOf(s.job.Versions, s.job.Versions.Changes[i]).Words {
			return false
		}
	}
	return true
}

// chosen returns the choice of the groups whose bits are set, counted among those that aren't idle. All of them
// together are the house rules.
func (s *shares) chosen(set uint64) choice {
	if set == 1<<len(s.order)-1 {
		return s.all()
	}
	c := s.none()
	for k, i := range s.order {
		c[i] = set>>k&1 == 1
	}
	return c
}

// choices returns all choices of the groups that aren't idle.
func (s *shares) choices() []choice {
	var list []choice
	for set := range uint64(1) << len(s.order) {
		list = append(list, s.chosen(set))
	}
	return list
}

// changed counts the fights that differ between two choices whose fights were recorded.
func (s *shares) changed(a, b choice) int64 { return changed(s.played[a.key()], s.played[b.key()]) }

// changed counts the fights of two lists that differ.
func changed(a, b []fight) (n int64) {
	for i := range a {
		if a[i].digest != b[i].digest {
			n++
		}
	}
	return n
}

// playAll plays the choices that weren't played yet, even if one of them is no valid ruleset: then all that are none
// are known. Trials reports which fights of a choice to play; nil means all.
func (s *shares) playAll(list []choice, trials func(c choice, trial uint64) bool) (first error) {
	list = slices.DeleteFunc(list, func(c choice) bool { return s.played[c.key()] != nil })
	s.job.Expect(uint64(len(list)) * uint64(s.fights))
	for _, c := range list {
		if err := s.playOne(c, trials); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// playOne plays the fights of a choice.
func (s *shares) playOne(c choice, trials func(c choice, trial uint64) bool) error {
	if s.ctx.Err() != nil {
		return errUnplayed
	}
	e := s.load(c)
	if e == nil {
		return broken(c)
	}
	v, err := prepare(e)
	if err != nil {
		return s.stopped(c)
	}
	v.fights = make([]fight, s.fights)
	var plays []func(uint64) error
	for range s.job.Parallel(uint64(s.fights)) {
		p := s.job.newPlayer(v, trials == nil)
		plays = append(plays, func(trial uint64) error {
			if trials != nil && !trials(c, trial) {
				return nil
			}
			return p.play(trial)
		})
	}
	_, err = s.job.Play(s.ctx, plays, 0, uint64(s.fights))
	switch {
	case errors.Is(err, experiment.ErrStopped):
		return errUnplayed
	case err != nil:
		return s.stopped(c)
	}
	s.played[c.key()] = v.fights
	return nil
}

// errUnplayed is the error of a choice that wasn't played to its end.
var errUnplayed = errors.New("it was stopped before all choices of rules were played")

// stopped records that a fight stops with an error under a choice, so the choice isn't valid.
func (s *shares) stopped(c choice) error {
	s.stops[s.doing(c)] = true
	return broken(c)
}

// orders returns how many orders are drawn; half of them are the reverse of the others.
func (s *shares) orders() int { return 2 * max(1, mostDrawn/2/(len(s.order)-1)) }

// drawn returns one of the drawn orders, using the dice of the encounter.
func (s *shares) drawn(order int) []int {
	list := make([]int, len(s.order))
	for i := range list {
		list[i] = i
	}
	word := keyed.Run(s.job.Seed, uint64(order/2))
	for i := len(list) - 1; i > 0; i-- {
		word = keyed.Mix(word + keyed.Golden)
		high, _ := bits.Mul64(word, uint64(i+1))
		list[i], list[high] = list[high], list[i]
	}
	if order%2 == 1 {
		slices.Reverse(list)
	}
	return list
}

// playOrders plays the choices of one order in each fight.
func (s *shares) playOrders() error {
	n := s.orders()
	wanted := map[string][]bool{}
	var list []choice
	for order := range n {
		set := uint64(0)
		for _, i := range s.drawn(order) {
			set |= 1 << i
			c := s.chosen(set)
			if wanted[c.key()] == nil {
				wanted[c.key()] = make([]bool, n)
				list = append(list, c)
			}
			wanted[c.key()][order] = true
		}
	}
	return s.playAll(list, func(c choice, trial uint64) bool { return wanted[c.key()][trial%uint64(n)] })
}

// sum adds up the effects of each group in each fight.
func (s *shares) sum(a *Attribution) {
	for _, i := range s.idle {
		a.Idle = append(a.Idle, s.groups[i])
	}
	wins, lengths := make([]experiment.Pairs, len(s.order)), make([]experiment.Pairs, len(s.order))
	var allWins, allLengths experiment.Pairs
	steps := s.steps()
	if len(s.order) > mostExact {
		a.Orders = s.orders()
	}
	win, length := make([]float64, len(s.order)), make([]float64, len(s.order))
	for trial := range s.fights {
		clear(win)
		clear(length)
		ended := true
		for _, x := range steps(trial) {
			before, after := &x.before[trial], &x.after[trial]
			win[x.group] += float64(x.weight * (experiment.Truth(after.outcome == 0) - experiment.Truth(before.outcome == 0)))
			length[x.group] += float64(x.weight * (after.length - before.length))
			ended = ended && before.outcome != s.limit() && after.outcome != s.limit()
		}
		base, house := &s.base.fights[trial], &s.house.fights[trial]
		allWins.Add(experiment.Truth(house.outcome == 0) - experiment.Truth(base.outcome == 0))
		if ended {
			allLengths.Add(house.length - base.length)
		}
		for k := range s.order {
			wins[k].Add(win[k])
			if ended {
				lengths[k].Add(length[k])
			}
		}
	}
	a.Changed = s.changed(s.none(), s.all())
	a.Wins, a.Length = allWins.Difference(), allLengths.Difference()
	for k, i := range s.order {
		a.Groups = append(a.Groups, GroupShare{
			Rules: s.groups[i], Wins: wins[k].Difference(), Length: lengths[k].Difference(),
			Alone:   s.changed(s.none(), s.none().with(i, true)),
			Without: s.changed(s.all(), s.all().with(i, false)),
			alone:   s.played[s.none().with(i, true).key()],
		})
	}
}

// limit returns the outcome of fights that reached the time limit.
func (s *shares) limit() int32 { return int32(len(s.duel.Encounter.Base.Sides) + experiment.TimeUp) }

// step is the addition of one group to others, with a weight; the weights for one fight and group add up to 1.
type step struct {
	group         int
	weight        float64
	before, after []fight
}

// steps returns a function that returns the steps of a fight.
func (s *shares) steps() func(trial int) []step {
	if k := len(s.order); k > mostExact {
		n := s.orders()
		all := make([][]step, n)
		for order := range n {
			set := uint64(0)
			for _, i := range s.drawn(order) {
				all[order] = append(all[order], step{i, 1, s.of(set), s.of(set | 1<<i)})
				set |= 1 << i
			}
		}
		return func(trial int) []step { return all[trial%n] }
	}
	var all []step
	for set := range uint64(1) << len(s.order) {
		for i := range s.order {
			if set>>i&1 == 0 {
				all = append(all, step{i, s.weight(bits.OnesCount64(set)), s.of(set), s.of(set | 1<<i)})
			}
		}
	}
	return func(int) []step { return all }
}

// of returns the fights of a choice.
func (s *shares) of(set uint64) []fight { return s.played[s.chosen(set).key()] }

// weight is the fraction of all orders in which exactly these groups, size in number, come before a group: 1 / (k *
// (k-1 over size)).
func (s *shares) weight(size int) float64 {
	k := len(s.order)
	ways := 1.0
	for i := range size {
		ways = ways * float64(k-1-i) / float64(i+1)
	}
	return 1 / (float64(k) * ways)
}
