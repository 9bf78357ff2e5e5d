package session

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Asking says which questions are put to those who play by hand. What isn't put is passed, and can be put after all: see
// [Session.PassedBy]. The zero value puts every question.
//
// Spec: asking.md.
type Asking struct {
	Mode  Mode   `json:"mode"`
	Stops []Stop `json:"stops"`
	// Until lets everything pass up to a point.
	Until Yield `json:"until,omitempty"`
}

// Mode says which questions are put where no stop says otherwise.
type Mode int

const (
	// Always puts every question.
	Always Mode = iota
	// Matters puts those that a player would want to decide, by their [Class], and all at which the tactic would act.
	Matters
	// Never puts turns and open floors; tactics decide everything else.
	Never
)

// Modes are the names of the modes, in their order.
var Modes = []string{"always", "matters", "never"}

// Stop has a question put, or passed, whatever its class.
type Stop struct {
	// On is the name of an event, of a choice, or of an action that answers. Who is the name of a combatant; empty means everyone played
	// by hand.
	On    string `json:"on"`
	Who   string `json:"who,omitempty"`
	Scope Scope  `json:"scope"`
}

// Scope says of which questions a [Stop] is.
type Scope int

const (
	// Anybody puts all, AtMe those about an action of another side that concerns the one who is asked, OtherSides those about any action
	// of another side; the rest passes. Nobody passes all.
	Anybody Scope = iota
	OnlyAtMe
	OtherSides
	Nobody
)

// Scopes are what people type for a scope, Yields for a yield; both in their order.
var (
	Scopes = []string{"anybody", "at me", "others", "never"}
	Yields = []string{"", "turn", "round", "end"}
)

// Yield is how long everything passes, turns too. It is over as soon as a question is about an action of another side that concerns the
// one who is asked, as someone played by hand loses something, or as somebody new is on the ground.
type Yield int

const (
	// NoYield doesn't let anything pass. MyTurn ends with a turn of someone played by hand, RoundEnd when the clock advances, TheEnd never.
	NoYield Yield = iota
	MyTurn
	RoundEnd
	TheEnd
)

// MarshalText writes the word for it, as JSON does.
func (m Mode) MarshalText() ([]byte, error) { return []byte(Modes[m]), nil }

// UnmarshalText reads one of [Modes].
func (m *Mode) UnmarshalText(text []byte) error { return oneOf(m, Modes, text) }

// MarshalText writes the word for it, as JSON does.
func (s Scope) MarshalText() ([]byte, error) { return []byte(Scopes[s]), nil }

// UnmarshalText reads one of [Scopes].
func (s *Scope) UnmarshalText(text []byte) error { return oneOf(s, Scopes, text) }

// MarshalText writes the word for it, as JSON does.
func (y Yield) MarshalText() ([]byte, error) { return []byte(Yields[y]), nil }

// UnmarshalText reads one of [Yields].
func (y *Yield) UnmarshalText(text []byte) error { return oneOf(y, Yields, text) }

// oneOf reads one of some words.
func oneOf[T ~int](x *T, words []string, text []byte) error {
	i := slices.Index(words, string(text))
	if i < 0 {
		return fmt.Errorf("%q is none of %q", text, words)
	}
	*x = T(i)
	return nil
}

// String names the end of a yield.
func (y Yield) String() string {
	return []string{MyTurn: "your turn", RoundEnd: "the round ends", TheEnd: "the end"}[y]
}

// Class is what a question is, from its structure alone.
type Class int

const (
	// Turn is one's own turn.
	Turn Class = iota
	// OpenFloor lets anyone act who wants to, at a cost; an IdleFloor only for free.
	OpenFloor
	IdleFloor
	// AtMe answers an action of another side that concerns the one who is asked; AtOthers one that doesn't. Friend answers one of one's own
	// side.
	AtMe
	AtOthers
	Friend
	// AddOn adds to one's own action; TakeBack only ends it.
	AddOn
	TakeBack
	// Payment is how much is paid from another pool; Choosing is any other choice. Rolling asks for the faces of dice, which is never passed.
	Payment
	Choosing
	Rolling
)

// Classes are the names of the classes, in their order.
var Classes = []string{
	"turn", "open floor", "idle floor", "at me", "at others", "own side", "add-on", "take back", "payment", "choice", "dice",
}

func (c Class) String() string { return Classes[c] }

// facts are all that the policy knows of a question.
type facts struct {
	class Class
	// name is the event's or the choice's, who the name of the one who is asked, what the action in progress in words.
	name, who, what string
	// ways are the actions that are allowed now.
	ways []wayFacts
	// tacticActs is set if the tactic of the one who is asked would do something, suggests is the action.
	tacticActs bool
	suggests   *program.Action
	// unchanged is set if they have passed the same before, and nothing has happened since that could make them think again.
	unchanged bool
	// single is set for a choice of one, short for a payment that the pool itself can't cover, seldom for a choice that the rules call that,
	// needed for one that no default answers, none for one of any number that is answered with none.
	single, short, seldom, needed, none bool
	// turnFollows is set on a floor if the turn of the one who is asked is next, where the same can be done.
	turnFollows bool
	// poor is set on a floor if they have passed before, at the same time, when nothing could be paid for with what there was.
	poor bool
	// offered is set if all that could be added to an action was known when it was chosen.
	offered bool
	// seen is what the one who is asked sees of it.
	seen sighting
}

// wayFacts are what the policy knows of an action that is allowed.
type wayFacts struct {
	of *program.Action
	// ask is what the rules say: see [program.Ask].
	ask program.Ask
	// costs is set if it costs something, short if that is more than there is, and something else would have to pay; ends if it only ends an
	// action of one's own, idle if it could only be at foes who can do nothing, passed if the one who is asked has passed it before at the same time, when the
	// same was done.
	costs, short, ends, idle, passed bool
}

// verdict is the policy's decision on a question: whether it is put, and why it isn't.
type verdict struct {
	put bool
	why string
	// byTactic is set if the tactic decides what isn't put.
	byTactic bool
}

var put = verdict{put: true}

func passes(why string) verdict { return verdict{why: why} }

// judge decides whether a question is put. It is a function of the facts alone.
func (a *Asking) judge(f *facts) verdict {
	switch {
	case f.needed:
		return put
	case a.Until != NoYield:
		return passes("everything passes until " + a.Until.String())
	case a.Mode == Always:
		return put
	}
	f, v, stopped := a.stopped(f)
	switch {
	case stopped:
		return v
	case a.Mode == Never && f.class != Turn && f.class != OpenFloor:
		return verdict{why: "tactics decide it", byTactic: true}
	case a.Mode == Never && len(f.ways) > 0:
		return put
	}
	return f.matters()
}

// stopped applies the last stop on a question, or else those on its ways: one has the question put, or its way is left out; the question
// passes if none is left.
func (a *Asking) stopped(f *facts) (left *facts, v verdict, found bool) {
	some := *f
	some.ways = slices.Clone(f.ways)
	for _, s := range slices.Backward(a.Stops) {
		isIt := func(w wayFacts) bool { return w.of.Def.Name == s.On }
		switch {
		case s.Who != "" && s.Who != f.who || s.On != f.name && !slices.ContainsFunc(some.ways, isIt):
			continue
		case s.Scope.includes(f.class):
			return f, put, true
		case s.On == f.name:
			some.ways = nil
		}
		some.ways = slices.DeleteFunc(some.ways, isIt)
		some.tacticActs = some.tacticActs && (f.suggests == nil || f.suggests.Def.Name != s.On)
		if len(some.ways) == 0 {
			return f, passes("you asked not to be asked"), true
		}
	}
	return &some, v, false
}

// includes reports whether questions of a class are put by a stop.
func (s Scope) includes(c Class) bool {
	return s == Anybody || s == OnlyAtMe && c == AtMe || s == OtherSides && (c == AtMe || c == AtOthers)
}

// matters decides whether a player would want to decide something.
func (f *facts) matters() verdict {
	switch {
	case f.class != Payment && f.class != Choosing:
	case f.single:
		return passes("there is only one choice")
	case f.tacticActs || f.class == Choosing && !f.seldom || f.short:
		return put
	case f.seldom:
		return passes(seldomWanted)
	default:
		return passes("the usual is paid")
	}
	v := passes("nothing is possible")
	for i := range f.ways {
		w := f.wants(&f.ways[i])
		if i == 0 || w.put || f.ways[i].costs {
			v = w // why what costs something isn't put says more
		}
		if v.put {
			break
		}
	}
	switch {
	case f.tacticActs:
		return put
	case !v.put:
		return v
	case f.offered:
		return passes("you could have added it when you chose the action")
	case f.unchanged:
		return passes("nothing has changed since you passed it")
	case f.turnFollows:
		return passes("your turn is next")
	}
	return put
}

// wants decides whether a player would want to be asked for the sake of one way.
func (f *facts) wants(w *wayFacts) verdict {
	switch {
	case f.class == Turn:
		return put
	case w.ends:
		return passes("it only takes back what you are doing")
	case w.ask == program.AskAlways:
		return put
	case w.idle:
		return passes("whoever it could be at can do nothing")
	case w.ask == program.AskSeldom:
		return passes(seldomWanted)
	case w.ask == program.AskAtMe && f.class != AtMe:
		return passes("it doesn't concern you")
	case w.ask == program.AskAtMe && w.passed:
		return passes("you passed it before, in the same round, when the same was done")
	}
	switch f.class {
	case OpenFloor:
		if !w.costs {
			return passes("it is free, and rarely wanted")
		}
		if w.short && f.poor {
			return passes("there isn't enough left to pay for it, and you passed it before, in the same round")
		}
	case IdleFloor:
		return passes("it is free, and rarely wanted")
	case AtOthers:
		return passes("it is aimed at others")
	case Friend:
		return passes("it is your own side's")
	}
	return put
}

const seldomWanted = "the rules say that it is seldom wanted"

// Passed is a question that wasn't put.
type Passed struct {
	// Who would have decided, and their title in stories; Name is the name of the event or the choice.
	Who, Title, Name string
	// What is the action in progress, and whose it is: Snag's attack; empty means none. Actions are what could have been done.
	What    string
	Actions []*program.Action
	Class   Class
	// Why says why it wasn't put.
	Why string
	// Before is set if it came right before the turn that is now asked about, and no dice have been rolled since: what could have been done
	// belongs to the choices of the turn. [Session.Reopen] goes back to it.
	Before bool
	// rolls is how many rolls there had been, time was what the clock showed; at is the number of its decision, from 1.
	rolls, at int
	time      float64
	worth     bool
}

// Worth reports whether people are told of it unasked: someone could lose by it, and no rule calls it marginal.
func (p *Passed) Worth() bool { return p.worth }

// InWords says who could have done what: Wim: challenge (Snag's attack).
func (p *Passed) InWords() string {
	var titles []string
	for _, a := range p.Actions {
		titles = append(titles, value.TitleOf(&a.Def.Decl))
	}
	text := p.Title + ": "
	switch {
	case len(titles) > 0:
		text += strings.Join(titles, ", ")
	case p.Class == TakeBack:
		text += "take back"
	default:
		text += value.InWords(p.Name)
	}
	if p.What != "" {
		text += " (" + p.What + ")"
	}
	return text
}

// Ask says which questions are put from now on, and reports whether the open one has passed by that.
func (s *Session) Ask(a Asking) (passed bool) {
	s.asking = a
	s.asking.Stops = slices.Clone(a.Stops)
	s.driver.yieldedAt, s.driver.alarmed = s.machine.Now(), false
	for s.asked != nil && s.asked.kind != Dice {
		v := s.asking.judge(s.asked.facts)
		x := s.automatic(s.asked.facts, v)
		x.Auto = passed || s.asking.Until == NoYield // a yield is a decision, which can be taken back
		if v.put || s.decide(x, Act, Choice) != nil {
			break
		}
		passed = true
	}
	return passed
}

// Asking returns which questions are put.
func (s *Session) Asking() Asking { return s.asking }

// PassedBy returns the questions that weren't put since the last decision that someone took, in their order.
func (s *Session) PassedBy() []Passed {
	var list []Passed
	done := s.driver.done
	since := len(done)
	for since > 0 && done[since-1].Auto {
		since--
	}
	for i := since; i < len(done); i++ {
		if done[i].passedBy == nil {
			continue // something was added, as wanted, or nothing was possible
		}
		p := *done[i].passedBy
		p.at = i + 1
		floor := p.Class == OpenFloor || p.Class == IdleFloor
		p.Before = floor && p.rolls == s.driver.rolls && p.time == s.machine.Now() &&
			s.asked != nil && s.asked.facts.class == Turn && s.asked.facts.who == p.Who
		list = append(list, p)
	}
	return append(list, s.driver.unmet...)
}

// Reopen goes back to one of [Session.PassedBy], and puts it; false means that it can't: it is not among them, or was never a question.
// Going back means playing the fight again. What has passed since may come out otherwise.
func (s *Session) Reopen(i int) bool {
	list := s.PassedBy()
	if i < 0 || i >= len(list) || list[i].at == 0 {
		return false
	}
	s.play(s.driver.done[:list[i].at-1], true)
	return true
}

// automatic returns the decision on a question that isn't put.
func (s *Session) automatic(f *facts, v verdict) Decision {
	p := &Passed{rolls: s.driver.rolls, time: s.machine.Now(), Who: f.who, Title: s.Title(f.who), Name: f.name, What: f.what, Class: f.class, Why: v.why}
	costly := slices.Contains([]Class{OpenFloor, AtMe, AtOthers, AddOn}, f.class)
	for _, w := range f.ways {
		if !w.ends {
			p.Actions = append(p.Actions, w.of)
			p.worth = p.worth || costly && w.ask == program.AskAsFound && !f.offered && !w.idle || w.ask == program.AskAtMe && f.class == AtMe
		}
	}
	x := Decision{Pass: !f.none && !v.byTactic, ByTactic: v.byTactic, Auto: true, passedBy: p}
	if f.class == AddOn {
		x.seen = f.seen // it can be added from now on
	}
	return x
}
