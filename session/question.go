package session

import (
	"math"
	"slices"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// Kind says what a question is about.
type Kind int

const (
	// Act asks what somebody does, on their turn or as an answer to something: [Session.Do], or
	// [Session.Pass].
	Act Kind = iota
	// Choice asks for one or several of some values: [Session.Pick], or [Session.Pass] for the
	// default.
	Choice
	// Dice asks what dice show that somebody rolls: [Session.Roll].
	Dice
)

// Question is what has to be decided now.
type Question struct {
	Kind Kind
	// Who decides: the name of a combatant, and what stories call it; of dice, who rolls.
	Who, Title string
	// Asks is the question as a sentence, as the rules put it (see choices.md and events.md), else in
	// words that fit any rules.
	Asks string
	// Name is that of the event that is answered, of the choice, or of the roll, as scripts have it. Turn
	// is set on somebody's turn.
	Name string
	Turn bool
	// Clock says when it is, as stories do: round 2.
	Clock string
	// What says what is under way, and whose doing it is: Zora's punch; empty: nothing is.
	What string
	// Offers are what there is to choose from, and Default the indices of those that are taken
	// if nobody chooses; HasDefault is false where somebody has to. Several allows any number.
	Offers     []Value
	Default    []int
	HasDefault bool
	Several    bool
	// Amount is set where the offers are whole numbers: people then say the number itself.
	Amount bool
	// Dice are the dice that are rolled, as players write them.
	Dice string
}

// Value is what a parameter or a choice may be.
type Value struct {
	// Text is the value as people read it; Name is what rules and scripts call it, where it has a name.
	Text, Name string
	// Number and Items are what the machine knows it by.
	Number float64
	Items  []float64
	open   bool
}

// Open is a parameter that is left to the fight: its default, or the only candidate.
func Open() Value { return Value{open: true} }

// IsOpen tells whether a parameter is left to the fight.
func (v Value) IsOpen() bool { return v.open }

// Way is an action with its parameters, in the order of their declaration; those that are missing
// are open.
type Way struct {
	Action *program.Action
	Given  []Value
}

// Deed is an action that answers the question, whether it is allowed or not.
type Deed struct {
	Action *program.Action
	// Name is how scripts call it, Title how stories do.
	Name, Title string
	// Allowed is set when there is a way to do it; else Why says what stands against it.
	Allowed bool
	Why     string
	// Costs are what the first way takes.
	Costs []exec.Price
	// Params are its parameters.
	Params []*program.ActParam
}

// Question returns what has to be decided now; more is false when the fight has ended.
func (s *Session) Question() (q Question, more bool) {
	if s.asked == nil {
		return Question{}, false
	}
	x := s.asked
	q.Kind, q.Clock = x.kind, number.Format(s.machine.Now())
	if t := s.encounter.Program.Time; t != nil && len(t.Keys) > 0 {
		q.Clock = inWords(t.Keys[0]) + " " + q.Clock
	}
	if x.kind == Dice {
		q.Name, q.Dice = s.machine.Label(x.label), x.dice.String()
		t := s.encounter.Things[x.roller]
		q.Who, q.Title = t.Name, s.Title(t.Name)
		q.Asks = s.asks(&q)
		return q, true
	}
	q.Name = x.of.Name
	if x.of.Who > 0 {
		q.Who = s.encounter.Things[x.of.Who-1].Name
		q.Title = s.Title(q.Who)
	}
	q.Turn = x.of.Event != nil && x.of.Event == s.machine.TurnEvent()
	q.Default, q.HasDefault, q.Several = x.of.Default, x.of.HasDefault, x.of.Some
	for _, v := range x.of.Candidates {
		q.Offers = append(q.Offers, valueOf(s.machine, v, &x.of.Type))
	}
	q.Amount = x.kind == Choice && !q.Several && x.of.Type.Kind == program.Number && allWhole(x.of.Candidates)
	q.What = s.underWay()
	q.Asks = s.asks(&q)
	return q, true
}

// allWhole tells whether numbers are whole.
func allWhole(numbers []float64) bool {
	return !slices.ContainsFunc(numbers, func(v float64) bool { return v != math.Trunc(v) })
}

// underWay names the innermost action under way; empty: none is.
func (s *Session) underWay() string {
	if s.asked.of.Act == value.NoAct {
		return ""
	}
	a, _ := s.machine.ArgumentsOf(s.asked.of.Act)
	return s.titleOf(s.machine.ActorOf(s.asked.of.Act)) + "'s " + value.TitleOf(&a.Def.Decl)
}

// Deeds lists the actions that answer the question: those that are allowed, with their costs, and
// those that aren't, with the reason; in the order in which the rules declare them.
func (s *Session) Deeds() []Deed {
	if s.asked == nil || s.asked.kind != Act {
		return nil
	}
	var deeds []Deed
	for _, a := range s.asked.of.Event.Answers {
		p := s.prospect(a, nil)
		deeds = append(deeds, Deed{
			Action: a, Name: a.Def.Name, Title: value.TitleOf(&a.Def.Decl), Allowed: p.Allowed, Why: p.Why, Costs: p.Costs, Params: a.Params,
		})
	}
	return deeds
}

// prospect is what would come of an action.
func (s *Session) prospect(a *program.Action, args []float64) (p exec.Prospect) {
	if !s.machine.Aside(func() { p = s.machine.Prospect(s.asked.of, a, args) }) {
		p = exec.Prospect{Why: "a formula of the rules goes wrong here"}
	}
	return p
}

// Offer is a value that a parameter may take, with what a way would come to that has it.
type Offer struct {
	Value
	// Allowed is set when there is a way with it; else Why says what stands against it.
	Allowed bool
	Why     string
	Costs   []exec.Price
}

// Offers lists what the next parameter of a way could be, that behind those which are given. It is
// nil when all are given. A parameter with a default may also be left [Open].
func (s *Session) Offers(w Way) []Offer {
	i := len(w.Given)
	if s.asked == nil || s.asked.kind != Act || i >= len(w.Action.Params) {
		return nil
	}
	offers := []Offer{}
	s.machine.Aside(func() {
		args := w.Arguments(s.machine)
		for _, v := range s.machine.Offers(s.asked.of, w.Action, args, i) {
			args[i] = v
			p := s.prospect(w.Action, args)
			offers = append(offers, Offer{valueOf(s.machine, v, &w.Action.Params[i].Type), p.Allowed, p.Why, p.Costs})
		}
	})
	return offers
}

// Offered lists what the next parameter of a way could be that somebody is asked for: see [Session.Offers].
func Offered(m *interp.Machine, q *interp.Question, w Way) (values []Value) {
	i := len(w.Given)
	m.Aside(func() {
		for _, v := range m.Offers(q, w.Action, w.Arguments(m), i) {
			values = append(values, valueOf(m, v, &w.Action.Params[i].Type))
		}
	})
	return values
}

// Suggestion is what the tactic of whoever is asked would do: a way, or nothing for passing. ok is
// false where they have no tactic, or it can't decide.
func (s *Session) Suggestion() (w *Way, ok bool) {
	if s.asked == nil || s.asked.kind != Act {
		return nil, false
	}
	worked := s.machine.Aside(func() {
		var a *program.Action
		var args []float64
		if a, args, ok = s.machine.Suggestion(s.asked.of); a != nil {
			w = WayOf(s.machine, a, args)
		}
	})
	return w, ok && worked
}

// WayOf is what somebody does, to be kept: an action and its parameters, as a machine has them.
func WayOf(m *interp.Machine, a *program.Action, args []float64) *Way {
	w := &Way{Action: a}
	for i, v := range args {
		w.Given = append(w.Given, valueOf(m, v, &a.Params[i].Type))
	}
	return w
}
