package code

import (
	"github.com/rulec/rulec/lang/program"
)

// Ban forbids an action, or spending a pool, as long as it holds.
type Ban struct {
	*program.Ban
	When      *Formula
	Condition *Condition
	Kind      *Kind
}

// Bans forbid the same thing.
type Bans struct {
	List []*Ban
	// Mask is the set of their conditions; Always is set if something other than a condition
	// with its own instance may forbid it.
	Mask   []uint64
	Always bool
}

// bansOnAnswer forbid answering an event.
type bansOnAnswer struct {
	Bans
	Event *program.Event
}

// Action is an action: its parameters, its requirements, its program.
type Action struct {
	*program.Action
	Params   []*Param
	Costs    []Cost
	Requires []Requirement
	// Lasting are the requirements that are tested again just before it happens.
	Lasting []Requirement
	// First are the requirements that are the same for all its parameters, OfWay those
	// that read a parameter, and so depend on its value.
	First, OfWay []Requirement
	Perform      *Routine
	Ended        *Routine
	Bans         Bans
	// Answering are the bans that apply to it only as an answer, by event.
	Answering []bansOnAnswer
	Has       []bool // by cell: whether its acts have the field
	Value     float64
	It        float64 // its definition, as a value
	// CostsOfWay is set when its cost depends on its parameters.
	CostsOfWay bool
}

// Param is a parameter of an action: its candidates, the filter for them, its default.
type Param struct {
	*program.ActParam
	List, Low, High, Where, Standard *Formula
}

// Requirement is a condition for something to be allowed.
type Requirement struct {
	Cond *Formula
	Src  *program.Requirement
}

// Add adds a ban to others, in a ruleset whose sets of conditions have a number of words.
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

// BanAnswer adds a ban that applies to an action only as an answer.
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

// Require adds a requirement; ofWay reports whether it reads a parameter.
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
