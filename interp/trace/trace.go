package trace

import (
	"math"
	"strings"

	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Kind says what an [Event] tells.
type Kind uint8

// What happens in an encounter. Who, Other, A, B and C of a [Event] are as
// noted; things are numbers from 1, 0 is nobody.
const (
	// Start opens the encounter; Finish ends it: A is the side that won (0: nobody), B
	// the [Ending].
	Start Kind = iota
	Finish
	// Clock: the clock moved to Key; A is the first key number.
	Clock
	// Batch: a batch of B entries Entry begins; BatchEnd: it has landed.
	Batch
	BatchEnd
	// Entry: Who's Entry comes up. EntryEnd: it is over.
	Entry
	EntryEnd
	// EntrySkipped: Who's Entry is dropped; Text says why.
	EntrySkipped
	// Act: Who begins Action; Act is its number, Event what it answers (nil: it
	// was performed by a program). Values holds its parameters. ActEnd: A is 0
	// when it was done, 1 when it stopped, 2 when it was called off.
	Act
	ActEnd
	// Refused: Who can't do Action; Text says why.
	Refused
	// Pass: Who passes when Event asks.
	Pass
	// Roll: Who (or side, scene: see Roller) rolls; Label, Faces; A is the total.
	Roll
	// Choice: Who chose for Label; Values are what was taken; B is 1 when it
	// was the default, 2 when the dice chose.
	Choice
	// Announce: Event of Who; Values are its fields.
	Announce
	// Rule: Rule runs for Who.
	Rule
	// Pool: Field (member B-1 of a family; B 0: no family) of Who went from A to C;
	// Field the same for other fields. Span and Explain say why.
	Pool
	Field
	// Hold, Pay, Return: A of Field of Who was held, paid, returned;
	// C is what the pool holds now, of what was paid with what is held of it.
	Hold
	Pay
	Return
	// Begin: Condition begins on Who, by Other; Instance is its number.
	// Refresh: it goes on longer. End: it ended; A is 1 if Who has it
	// still, from another source or with another condition. Mute, Unmute.
	Begin
	Refresh
	End
	Mute
	Unmute
	// Becomes, Loses: a derived condition of Who began or ended.
	Becomes
	Loses
	// InstanceField: Field of an instance of Condition on Who went from A to C.
	InstanceField
	// Move: Who goes from place A to place C.
	Move
	// Carry: Who is carried by Other from now on (0: by nobody).
	Carry
	// Schedule: Entry of Who at Key. Unschedule: it was taken off.
	Schedule
	Unschedule
	// Skipped: what Text names has become impossible and was skipped at landing.
	Skipped
	// Wait: time passed without anything; A is the clock now.
	Wait
	// Weigh: a test of a program, or a value that it names, came to A of Type;
	// only with Options.Explain, and only where quantities were worked out for it.
	Weigh
)

// Event is one thing that happened. What does not belong to its kind is zero.
type Event struct {
	Kind Kind
	// Depth is how many acts, rules and answers it lies within.
	Depth uint8
	// Member is the number of the batch member, from 1, in whose program it
	// happened; 0 outside of batches of several.
	Member uint8
	// Landing is set for what became true only when the batch landed.
	Landing bool
	// Now is the clock.
	Now        float64
	Who, Other int32
	A, B, C    float64
	// Values are in Trace.Values from First; Count of them.
	First, Count int32
	// Faces are in Trace.Faces from FirstFace; FaceCount of them.
	FirstFace, FaceCount int32
	// Roller is the dice source's number of the roller.
	Roller int32
	// Explain is the explanation's index in Trace.Explanations plus 1; 0: none.
	Explain   int32
	Act       value.Act
	Instance  float64
	Label     string
	Text      string
	Field     *program.Field
	Condition *program.Condition
	Action    *program.Action
	Event     *program.Event
	Entry     *program.Entry
	Rule      *program.Rule
	// Type is the type of what was chosen or weighed.
	Type *program.Type
	// Told is the sentence that the ruleset has for it; its pieces' values are in
	// Values after the first Count ones, one for each piece with a formula.
	Told *program.Template
	// Span is the statement or declaration that made it happen.
	Span diag.Span
}

// Trace is what happened in an encounter, in order. Its buffers are used again
// by the next run of the same machine.
type Trace struct {
	Events []Event
	// Faults are sentences, and derived conditions that only the story looks at, which
	// couldn't be worked out. The encounter isn't touched by them.
	Faults diag.List
	// Explained tells that how numbers came about is recorded, too.
	Explained bool
	// Turn is the event that asks whoever is due what he does; nil: there is none.
	Turn *program.Event
	// Cut is set when more happened than Limits.Told: the rest isn't recorded.
	Cut    bool
	Values []float64
	Faces  []dice.Face
	// Dice are the dice that were thrown; B of a Roll is an index in it plus 1.
	Dice []dice.Value
	// Explanations is a forest: the roots are named by events.
	Explanations []Explanation
}

// Explanation is one step of how a number came about.
type Explanation struct {
	// Parent is the index of the step that it belongs to, or -1.
	Parent int32
	Kind   ExplanationKind
	// Value is what it came to.
	Value    float64
	Type     program.Type
	Quantity *program.Quantity
	Channel  *program.Channel
	// Contribution and Who, whose it is, for contributions; Who also for participants.
	Contribution *program.Contribution
	Local        string
	Who          int32
	Span         diag.Span
}

// ExplanationKind says what an [Explanation] is.
type ExplanationKind uint8

const (
	// ExplainFormula is a whole formula: Span is its text.
	ExplainFormula ExplanationKind = iota
	// ExplainQuantity is a quantity that was worked out; its participants, channels
	// and contributions are its children.
	ExplainQuantity
	// ExplainParticipant is a participant of a quantity: Local is its name.
	ExplainParticipant
	// ExplainChannel is what a channel came to.
	ExplainChannel
	// ExplainContribution is what one condition, rule or carried thing put in.
	ExplainContribution
)

// Fault notes what couldn't be told, once.
func (t *Trace) Fault(d *diag.Diagnostic) {
	for _, x := range t.Faults {
		if x.Span == d.Span && x.Code == d.Code {
			return
		}
	}
	t.Faults.Add(d)
}

// Parts lists the steps that belong to a step directly.
func (t *Trace) Parts(of int) []int {
	var list []int
	all := t.Explanations
	for i := of + 1; i < len(all) && all[i].Parent >= int32(of); i++ {
		if all[i].Parent == int32(of) {
			list = append(list, i)
		}
	}
	return list
}

// Contributor names the condition, rule or thing that a contribution belongs to.
func Contributor(c *program.Contribution) string {
	switch {
	case c == nil:
		return "nothing"
	case c.Condition != nil:
		return value.TitleOf(&c.Condition.Decl)
	case c.Rule != nil:
		return "rule " + value.TitleOf(&c.Rule.Decl)
	case c.Carried != nil:
		return value.TitleOf(&c.Carried.Decl)
	}
	return "the ruleset"
}

// Sentence fills in the sentence that the ruleset has for an event; empty: it has none.
func (t *Trace) Sentence(e *Event, names *value.Names) string {
	if e.Told == nil {
		return ""
	}
	var b strings.Builder
	v := int(e.First + e.Count)
	for _, p := range e.Told.Pieces {
		if p.Value == nil {
			b.WriteString(p.Text)
			continue
		}
		if x := t.Values[v]; math.IsNaN(x) {
			b.WriteString("?")
		} else {
			b.WriteString(names.Show(x, p.Value.Expr.Type))
		}
		v++
	}
	return b.String()
}
