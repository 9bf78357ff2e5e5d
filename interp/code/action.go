package code

import (
	"github.com/rulec/rulec/lang/program"
)

// Ban forbids an action, or to spend a pool, as long as it holds.
type Ban struct {
	*program.Ban
	When      *Formula
	Condition *Condition
	Kind      *Kind
}

// Bans forbid the same thing.
type Bans struct {
	List []*Ban
	// Mask is the set of their conditions; Always tells that something else than a condition
	// with an own instance may forbid it.
	Mask   []uint64
	Always bool
}

// bansOnAnswer forbid to answer an event.
type bansOnAnswer struct {
	Bans
	Event *program.Event
}

// Action is an action: what it takes, what it needs, what it does.
type Action struct {
	*program.Action
	Params   []*Param
	Costs    []Cost
	Requires []Requirement
	// Lasting are those of its requirements that are tested again when it is about to happen.
	Lasting []Requirement
	// First are those of its requirements that are the same for all ways to do it, OfWay those
	// that read a parameter, so that they may hold for one way and not for another.
	First, OfWay []Requirement
	Perform      *Routine
	Ended        *Routine
	Bans         Bans
	// Answering are the bans that concern it only as an answer, by event.
	Answering []bansOnAnswer
	Has       []bool // by cell: whether its acts have the field
	Value     float64
	It        float64 // its definition, as a value
	// CostsOfWay is set when what it costs depends on its parameters.
	CostsOfWay bool
}

// Param is a parameter of an action: its candidates, which of them count, its default.
type Param struct {
	*program.ActParam
	List, Low, High, Where, Standard *Formula
}

// Requirement is what has to hold for something to be allowed.
type Requirement struct {
	Cond *Formula
	Src  *program.Requirement
}

// Add adds a ban to others, in a ruleset whose sets of conditions take so many words.
func (l *Bans) Add(b *Ban, words int) {
	l.List = append(l.List, b)
	x := b.Condition
	if x == nil || x.Holds != nil || len(x.Parents) > 0 {
		l.Always = true
		return
	}
	if l.Mask == nil {
		l.Mask = make([]uint64, words)
	}
	l.Mask[x.Word] |= x.Bit
}

// BanAnswer adds a ban that concerns an action only as an answer.
func (a *Action) BanAnswer(b *Ban, words int) {
	for i := range a.Answering {
		if x := &a.Answering[i]; x.Event == b.Answering {
			x.Add(b, words)
			return
		}
	}
	a.Answering = append(a.Answering, bansOnAnswer{Event: b.Answering})
	a.Answering[len(a.Answering)-1].Add(b, words)
}

// Require adds a requirement; OfWay tells whether it reads a parameter.
func (a *Action) Require(r Requirement, ofWay bool) {
	a.Requires = append(a.Requires, r)
	if !r.Src.Once {
		a.Lasting = append(a.Lasting, r)
	}
	if ofWay {
		a.OfWay = append(a.OfWay, r)
	} else {
		a.First = append(a.First, r)
	}
}
