package experiment

// Tally has the counters of some trials of one encounter. All of them are whole numbers, so tallies of different
// trials add up exactly.
type Tally struct {
	Fights int64 `json:"fights"`
	// Outcomes has the lengths of fights in clock units, by outcome: first a win of each side, then the other
	// outcomes in their order.
	Outcomes []Bins `json:"outcomes"`
	// Acts counts the numbers of actions.
	Acts       Bins      `json:"acts"`
	Combatants []Fighter `json:"combatants"`
	// Actions has how often each action was used in a fight, by all combatants together.
	Actions map[int]*Sums `json:"actions"`
	// Tests has the results of rolls against something, by label.
	Tests map[string]*Tests `json:"tests,omitempty"`
	// Won counts the trials that the first side won here but not with the first of the varied values, Lost the
	// reverse.
	Won  int64 `json:"won"`
	Lost int64 `json:"lost"`
	// Turned is the first of these trials; nil means none.
	Turned *uint64 `json:"turned,omitempty"`

	// acts has the counts of the current fight, by the number of the action; rolled has its rolls against
	// something.
	acts   []int64
	rolled []*Tests
}

// The outcomes after those of the sides.
const (
	// Nobody means that the fight was decided without a winner.
	Nobody = iota
	// TimeUp means that the time limit came first.
	TimeUp
	// NothingLeft means that nothing could happen any more.
	NothingLeft
	otherOutcomes
)

// Fighter has the counters of one combatant.
type Fighter struct {
	// Stood is how often they were still standing at the end.
	Stood  int64  `json:"stood"`
	Health []Pool `json:"health"`
	// Shown has the final values of the numbers that the ruleset reports.
	Shown []Bins `json:"shown"`
	// Actions has the actions that they used, by number.
	Actions map[int]*Uses `json:"actions"`

	// used is the same without a map, while trials are played; acted lists the actions of the current fight.
	used  []Uses
	acted []int
}

// Pool has the counters of one pool of a combatant.
type Pool struct {
	// Left has its values at the end.
	Left Bins `json:"left"`
	// Taken is what the combatant lost of it, Dealt what others on other sides lost while the combatant was acting;
	// Mended is what came back.
	Taken  Sums `json:"taken"`
	Dealt  Sums `json:"dealt"`
	Healed Sums `json:"healed"`

	// now has the same for the current fight.
	now struct{ taken, dealt, healed int64 }
}

// Uses counts the uses of an action.
type Uses struct {
	Used      Sums  `json:"used"`
	Aimed     int64 `json:"aimed"`
	Worked    int64 `json:"worked"`
	CalledOff int64 `json:"called_off"`

	// now is how often it was used in the current fight.
	now int64
}

// Tests counts the results of rolls of one label against something.
type Tests struct {
	Tried     Sums  `json:"tried"`
	Succeeded int64 `json:"succeeded"`
	// Degrees has how often each degree came up, rounded down: a number, or a step from 1.
	Degrees map[int64]int64 `json:"degrees,omitempty"`

	// now is how many were made in the current fight.
	now int64
}

// tests returns the counters of a label, and creates them if needed.
func (t *Tally) tests(label string) *Tests {
	x := t.Tests[label]
	if x == nil {
		x = &Tests{}
		if t.Tests == nil {
			t.Tests = map[string]*Tests{}
		}
		t.Tests[label] = x
	}
	return x
}

// degree counts a degree several times.
func (x *Tests) degree(n, times int64) {
	if x.Degrees == nil {
		x.Degrees = map[int64]int64{}
	}
	x.Degrees[n] += times
}

func (x *Tests) add(other *Tests) {
	x.Tried.merge(&other.Tried)
	x.Succeeded += other.Succeeded
	for n, times := range other.Degrees {
		x.degree(n, times)
	}
}

func newTally(s *Setup) *Tally {
	t := &Tally{Outcomes: make([]Bins, s.Outcomes()), Combatants: make([]Fighter, len(s.Combatants)),
		Actions: map[int]*Sums{}, acts: make([]int64, len(s.Actions))}
	for i := range t.Combatants {
		t.Combatants[i] = Fighter{
			Health: make([]Pool, len(s.Health)), Shown: make([]Bins, len(s.Shown)),
			Actions: map[int]*Uses{}, used: make([]Uses, len(s.Actions)),
		}
	}
	return t
}

// merge adds the counters of another tally of the same encounter.
func (t *Tally) merge(other *Tally) {
	t.Fights += other.Fights
	for i := range t.Outcomes {
		t.Outcomes[i].Merge(&other.Outcomes[i])
	}
	t.Acts.Merge(&other.Acts)
	for i := range t.Combatants {
		t.Combatants[i].merge(&other.Combatants[i])
	}
	for label, x := range other.Tests {
		t.tests(label).add(x)
	}
	for i, x := range other.Actions {
		t.action(i).merge(x)
	}
	t.Won += other.Won
	t.Lost += other.Lost
	if other.Turned != nil {
		t.turned(*other.Turned)
	}
}

// turned notes a trial that is among Won or Lost.
func (t *Tally) turned(trial uint64) {
	if t.Turned == nil || trial < *t.Turned {
		first := trial // only this is allocated
		t.Turned = &first
	}
}

// action returns the sums of an action, and creates them if needed.
func (t *Tally) action(i int) *Sums {
	if t.Actions[i] == nil {
		t.Actions[i] = &Sums{}
	}
	return t.Actions[i]
}

// endFight adds the counts of the fight that has ended.
func (t *Tally) endFight() {
	for i := range t.Combatants {
		t.Combatants[i].endFight(t.acts)
	}
	for i, n := range t.acts {
		if n > 0 {
			t.action(i).add(n)
			t.acts[i] = 0
		}
	}
	for _, x := range t.rolled {
		x.Tried.add(x.now)
		x.now = 0
	}
	t.rolled = t.rolled[:0]
}

// endFight adds a combatant's counts of a fight, also to the numbers of all actions.
func (f *Fighter) endFight(acts []int64) {
	for i := range f.Health {
		p := &f.Health[i]
		p.Taken.add(p.now.taken)
		p.Dealt.add(p.now.dealt)
		p.Healed.add(p.now.healed)
		p.now.taken, p.now.dealt, p.now.healed = 0, 0, 0
	}
	for _, i := range f.acted {
		u := &f.used[i]
		u.Used.add(u.now)
		acts[i] += u.now
		u.now = 0
	}
	f.acted = f.acted[:0]
}

func (f *Fighter) merge(other *Fighter) {
	f.Stood += other.Stood
	for i := range f.Health {
		p, q := &f.Health[i], &other.Health[i]
		p.Left.Merge(&q.Left)
		p.Taken.merge(&q.Taken)
		p.Dealt.merge(&q.Dealt)
		p.Healed.merge(&q.Healed)
	}
	for i := range f.Shown {
		f.Shown[i].Merge(&other.Shown[i])
	}
	for i := range other.used {
		if u := &other.used[i]; u.Used.Sum > 0 {
			f.uses(i).Add(u)
		}
	}
	for i, u := range other.Actions {
		f.uses(i).Add(u)
	}
}

// uses returns the counters of an action, and creates them if needed.
func (f *Fighter) uses(action int) *Uses {
	if f.Actions[action] == nil {
		f.Actions[action] = &Uses{}
	}
	return f.Actions[action]
}

// Add adds the counters of another Uses.
func (u *Uses) Add(other *Uses) {
	u.Used.merge(&other.Used)
	u.Aimed += other.Aimed
	u.Worked += other.Worked
	u.CalledOff += other.CalledOff
}

// fits reports whether a tally from a file has the form that its setup requires.
func (t *Tally) fits(s *Setup) bool {
	if len(t.Outcomes) != s.Outcomes() || len(t.Combatants) != len(s.Combatants) {
		return false
	}
	for _, x := range t.Tests {
		if x == nil || x.Succeeded > x.Tried.Sum || !x.Tried.sound(t.Fights) {
			return false
		}
	}
	fights, used := int64(0), map[int]int64{}
	for i := range t.Outcomes {
		fights += t.Outcomes[i].Count()
	}
	for i := range t.Combatants {
		f := &t.Combatants[i]
		if len(f.Health) != len(s.Health) || len(f.Shown) != len(s.Shown) {
			return false
		}
		for a, u := range f.Actions {
			if a < 0 || a >= len(s.Actions) || u == nil || !u.Used.sound(t.Fights) {
				return false
			}
			used[a] += u.Used.Sum
		}
		for k := range f.Health {
			p := &f.Health[k]
			if !p.Taken.sound(t.Fights) || !p.Dealt.sound(t.Fights) || !p.Healed.sound(t.Fights) {
				return false
			}
		}
	}
	for a, x := range t.Actions {
		if x == nil || x.Sum != used[a] || !x.sound(t.Fights) {
			return false
		}
	}
	return fights == t.Fights && len(used) == len(t.Actions)
}
