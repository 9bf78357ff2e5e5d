package session

import (
	"math"
	"slices"
	"strings"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Kind is the kind of a question.
type Kind int

const (
	// Act asks what a combatant does, on their turn or as an answer to something: [Session.Do], or [Session.Pass].
	Act Kind = iota
	// Choice asks for one or several of some values: [Session.Pick], or [Session.Pass] for the
	// default.
	Choice
	// Dice asks what the dice of a roll show: [Session.Roll].
	Dice
)

// Question is the next decision.
type Question struct {
	Kind Kind `json:"-"`
	// Who decides: the name of a combatant, and their title in stories; for dice, the roller.
	Who   string `json:"who"`
	Title string `json:"title"`
	// Asks is the question as a sentence, as the rules put it (see choices.md and events.md), or in words that fit any rules.
	Asks string `json:"asks"`
	// Name is the name of the event to answer, of the choice, or of the roll, as in scripts. Turn is set on the combatant's own turn.
	Name string `json:"name"`
	Turn bool   `json:"turn"`
	// Clock is the time, as in stories: round 2.
	Clock string `json:"clock"`
	// What is the action in progress, and whose it is: Zora's punch; empty means none.
	What string `json:"what,omitempty"`
	// Offers are the options, and Default the indices of those taken by default; HasDefault is false if a choice is required. Several
	// allows any number.
	Offers     []Value `json:"-"`
	Default    []int   `json:"default,omitempty"`
	HasDefault bool    `json:"-"`
	Several    bool    `json:"several"`
	// Amount is set if the offers are whole numbers: people then enter the number itself.
	Amount bool `json:"amount"`
	// Dice are the rolled dice, as players write them.
	Dice string `json:"-"`
	// Class is what the question is, from its structure.
	Class Class `json:"-"`
}

// Value is a value of a parameter or a choice.
type Value struct {
	// Text is the value in words; Name is its name in rules and scripts, and About what the rules say of it, if they do.
	Text, Name, About string
	// Number and Items are the machine's form of it.
	Number float64
	Items  []float64
	open   bool
}

// Open returns a parameter that is left to the fight: its default, or the only candidate.
func Open() Value { return Value{open: true} }

// IsOpen reports whether a parameter is left to the fight.
func (v Value) IsOpen() bool { return v.open }

// Way is an action with its parameters, in the order of their declaration; missing ones are open.
type Way struct {
	Action *program.Action
	Given  []Value
	// Adding are actions that answer it, and add to it: they are done as soon as they are asked for (see [Deed.AddOns]).
	Adding []*program.Action
}

// Deed is an action that answers the question, whether it is allowed or not.
type Deed struct {
	Action *program.Action
	// Name is its name in scripts, Title in stories, Group its place in a menu.
	Name, Title string
	Group       Group
	// Usual is set if the tactic of the one who is asked knows it.
	Usual bool
	// Allowed is set if there is a way to do it; otherwise Why says why not.
	Allowed bool
	Why     string
	// Costs are the costs of the first way.
	Costs []exec.Price
	// Params are its parameters.
	Params []*program.ActParam
	// AddOns are what could be added to it before in this fight: see [Way.Adding].
	AddOns []*program.Action
}

// Question returns the next decision; more is false when the fight has ended.
func (s *Session) Question() (q Question, more bool) {
	if s.asked == nil {
		return Question{}, false
	}
	x := s.asked
	q.Kind, q.Class, q.Who, q.Title = x.kind, x.facts.class, x.facts.who, s.Title(x.facts.who)
	q.Name, q.What, q.Clock = x.facts.name, x.facts.what, number.Format(s.machine.Now())
	if t := s.encounter.Program.Time; t != nil && len(t.Keys) > 0 {
		q.Clock = value.InWords(t.Keys[0]) + " " + q.Clock
	}
	if x.kind == Dice {
		q.Dice = x.dice.String()
	} else {
		q.Turn = x.of.Event != nil && x.of.Event == s.machine.TurnEvent()
		q.Default, q.HasDefault, q.Several = x.of.Default, x.of.HasDefault, x.of.Some
		q.Amount = x.kind == Choice && !q.Several && x.of.Type.Kind == program.Number
		for _, v := range x.of.Candidates {
			q.Offers = append(q.Offers, valueOf(s.machine, v, &x.of.Type))
			q.Amount = q.Amount && v == math.Trunc(v)
		}
	}
	q.Asks = s.asks(&q)
	return q, true
}

// underWay names an action in progress, the innermost one; empty means none.
func (s *Session) underWay(m *interp.Machine, act value.Act) string {
	if act == value.NoAct {
		return ""
	}
	return s.titleOf(m.ActorOf(act)) + "'s " + value.TitleOf(&actionOf(m, act).Def.Decl)
}

// Deeds lists the actions that answer the question: the allowed ones, with their costs, and the others, with the reason; in the order of
// their declarations.
func (s *Session) Deeds() []Deed {
	if s.asked == nil || s.asked.kind != Act {
		return nil
	}
	var deeds []Deed
	for _, a := range s.asked.of.Event.Answers {
		p := s.preview(Way{Action: a})
		var targets []Offer
		if len(a.Params) > 0 && s.IsTarget(a.Params[0]) {
			targets = s.Offers(Way{Action: a})
		}
		if !p.Allowed {
			p.Why = s.whyNot(a, targets, p.Why)
		}
		deeds = append(deeds, Deed{
			Action: a, Group: s.groupOf(a, targets), Usual: s.isUsual(a), Name: a.Def.Name, Title: value.TitleOf(&a.Def.Decl), Allowed: p.Allowed, Why: p.Why, Costs: p.Costs, Params: a.Params,
			AddOns: s.driver.addOns[a],
		})
	}
	return deeds
}

// Left says what the one who is asked has left of what some deeds cost, and of what each turn or round gives for them, as far as a text
// doesn't name it: 1 AP, 3 actions.
func (s *Session) Left(deeds []Deed, text string) string {
	var pools []*program.Field
	for _, d := range deeds {
		for _, c := range told(d.Costs) {
			pools = append(pools, c.Pool)
		}
		for _, c := range d.Action.Costs {
			if refills(c.Pool) {
				pools = append(pools, c.Pool)
			}
		}
	}
	var left []exec.Price
	for i, p := range pools {
		has := s.machine.Left(s.asked.of.Who, func(f *program.Field) bool { return f == p }, nil)
		if slices.Index(pools, p) == i && len(has) == 1 && !math.IsInf(has[0], 0) && !strings.Contains(text, p.Title+" ") {
			left = append(left, exec.Price{Pool: p, Amount: has[0]})
		}
	}
	return inWords(left)
}

// refills reports whether a pool is full again at the start of a turn, or of anything else that comes round.
func refills(p *program.Field) bool {
	return !p.Pool.Up && p.Pool.Max != nil && slices.ContainsFunc(p.Pool.Resets, func(r *program.Reset) bool {
		return r.On.Event != nil && r.On.Event.Edge == program.Start && r.On.Event.Entry != nil
	})
}

// whyNot says why an action isn't possible: if it is at somebody, at the nearest who stands.
func (s *Session) whyNot(a *program.Action, targets []Offer, otherwise string) (why string) {
	nearest := math.MaxInt
	why = otherwise
	for _, o := range targets {
		if far, _, _, ok := s.Spaces(o.Value, a.Params[0].Type, s.asked.facts.who); ok && !o.Doubtful && far < nearest {
			nearest, why = far, o.Why
		}
	}
	return why
}

// isUsual reports whether the tactic of the one who is asked knows an action.
func (s *Session) isUsual(a *program.Action) bool {
	t := s.machine.Tactic(s.asked.of.Who)
	return t != nil && slices.ContainsFunc(t.Rules, func(r *program.TacticRule) bool {
		return slices.ContainsFunc(r.Does, func(x *program.TacticAction) bool { return x.Action == a })
	})
}

// preview returns a preview of a way.
func (s *Session) preview(w Way) (p exec.Prospect) {
	if !s.machine.Aside(func() { p = s.machine.Prospect(s.asked.of, w.Action, w.Arguments(s.machine)) }) {
		p = exec.Prospect{Why: "a formula of the rules fails here"}
	}
	return p
}

// Offer is a possible value of a parameter, with a preview of a way that has it.
type Offer struct {
	Value
	// Allowed is set if there is a way with it; otherwise Why says why not.
	Allowed bool
	Why     string
	Costs   []exec.Price
	// Doubtful is set for a combatant of one's own side, or one who is out of the fight or can do nothing: people are asked, even if there is
	// no other.
	Doubtful bool
}

// Offers lists the possible values of the next parameter of a way, the one after those given. It is nil when all are given. A parameter
// with a default may also be left [Open]. Of combatants, foes who stand come first.
func (s *Session) Offers(w Way) []Offer {
	i := len(w.Given)
	if s.asked == nil || s.asked.kind != Act || i >= len(w.Action.Params) {
		return nil
	}
	offers := []Offer{}
	for _, v := range Offered(s.machine, s.asked.of, w) {
		p := s.preview(Way{Action: w.Action, Given: append(slices.Clip(w.Given), v)})
		offers = append(offers, Offer{v, p.Allowed, p.Why, p.Costs, s.IsTarget(w.Action.Params[i]) && s.rank(v) > 0})
	}
	if s.IsTarget(w.Action.Params[i]) {
		slices.SortStableFunc(offers, func(a, b Offer) int { return s.rank(a.Value) - s.rank(b.Value) })
	}
	return offers
}

// rank is the place of a combatant among others: foes who stand come first, then one's own side, those who can do nothing last.
func (s *Session) rank(v Value) int {
	switch x := board.Thing(v.Number); {
	case !stands(s.machine, x):
		return 2
	case sideOf(s.machine, x) == sideOf(s.machine, s.asked.of.Who):
		return 1
	}
	return 0
}

// Offered lists the possible values of the next parameter of a way that a person is asked for: see [Session.Offers].
func Offered(m *interp.Machine, q *interp.Question, w Way) (values []Value) {
	i := len(w.Given)
	m.Aside(func() {
		for _, v := range m.Offers(q, w.Action, w.Arguments(m), i) {
			values = append(values, valueOf(m, v, &w.Action.Params[i].Type))
		}
	})
	return values
}

// Suggestion returns what the tactic of the combatant who is asked would do: a way, or nil for passing. ok is false if they have no tactic,
// or it can't decide.
func (s *Session) Suggestion() (w *Way, ok bool) {
	if s.asked == nil || s.asked.kind != Act {
		return nil, false
	}
	s.machine.Aside(func() {
		a, args, decided := s.machine.Suggestion(s.asked.of)
		if a != nil {
			w = WayOf(s.machine, a, args)
		}
		ok = decided
	})
	return w, ok
}

// SuggestedPick returns the indices of what the tactic of the one who is asked would choose; ok is false if it leaves that open.
func (s *Session) SuggestedPick() (picked []int, ok bool) {
	if s.asked == nil || s.asked.kind != Choice {
		return nil, false
	}
	return suggestedPick(s.machine, s.asked.of)
}

// WayOf returns an act for keeping: an action and its parameters, as a machine has them.
func WayOf(m *interp.Machine, a *program.Action, args []float64) *Way {
	w := &Way{Action: a}
	for i, v := range args {
		w.Given = append(w.Given, valueOf(m, v, &a.Params[i].Type))
	}
	return w
}
