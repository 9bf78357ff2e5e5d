package trace

import (
	"math"
	"strings"

	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Kind is the kind of an [Event].
type Kind uint8

// The kinds of events, and which fields of the [Event] each one uses. Things are numbers from 1; 0 means none.
const (
	// Start opens the encounter; Finish ends it: Side won (0 means none), Ending says why.
	Start Kind = iota
	Finish
	// Clock: the clock moved; Amount is its first key number, Values has all.
	Clock
	// Batch: a batch of Members entries Entry begins; BatchEnd: it has landed.
	Batch
	BatchEnd
	// Entry: Who's Entry comes up. EntryEnd: it is over.
	Entry
	EntryEnd
	// EntrySkipped: Who's Entry is dropped; Text says why.
	EntrySkipped
	// Act: Who begins Action; Act is its number, Event the event it answers (nil means that a program performed it). Values holds its
	// parameters. ActEnd: How it ended.
	Act
	ActEnd
	// Refused: Who can't do Action; Text says why.
	Refused
	// BrokenOff: an action in progress comes to nothing, for the reason Text.
	BrokenOff
	// Pass: Who passes when Event asks.
	Pass
	// Roll: Who (or side, scene: see Roller) rolls Dice for Label; they show Faces and the total is Amount.
	Roll
	// Test: what Who (see Roller) rolled for Label, Amount, was rolled against To: the margin is From. Success reports whether it
	// succeeded; Values has its degree, of Type, if it has one. Thrown is set if it follows its Roll at once.
	Test
	// Choice: Who chose for Label; Values are the chosen values, How says who or what chose.
	Choice
	// Announce: Event of Who; Values are its fields.
	Announce
	// Rule: Rule runs for Who.
	Rule
	// Pool: Field (or its member Key) of Who went From To. Field: the same for other
	// fields; of a set, Key went in (To is 1) or out. Span and Explain say why.
	Pool
	Field
	// Hold, Pay, Return: Amount of Field (or its member Key) of Who was held, paid, returned. To is what the pool holds now, for Pay
	// including the amount held of it.
	Hold
	Pay
	Return
	// Begin: Condition begins on Who, by Other; Instance is its number. Refresh: its duration is extended. End: it ended; Still if Who has
	// it from another source, or with another condition. Mute, Unmute: it is suppressed, and no longer suppressed.
	Begin
	Refresh
	End
	Mute
	Unmute
	// Becomes, Loses: a derived condition of Who began or ended; Still if Who is out of the fight, where it no longer matters.
	Becomes
	Loses
	// InstanceField: Field of an instance of Condition on Who went From To.
	InstanceField
	// Move: Who goes from place From to place To.
	Move
	// Carry: Who is carried by Other from now on (0 means by none).
	Carry
	// Schedule: Entry of Who is scheduled for the time in Values. Unschedule: it was taken off the agenda.
	Schedule
	Unschedule
	// Skipped: the statement that Text names has become impossible and was skipped at landing.
	Skipped
	// Wait: time passed and nothing happened; Amount is the clock now.
	Wait
	// Weigh: a test of a program, or a value that it names, evaluated to Amount of Type; only
	// if quantities were computed for it, and only if numbers are explained.
	Weigh
	// Draw: Who (or side, scene: see Roller) draws the card that is the one value from Deck; no value if no card was left. Discard: the
	// card is put on the discard pile. Shuffle: the discards are shuffled back into the pile.
	Draw
	Discard
	Shuffle
	// Line: Who, asked by Event, reached a line of the tactic Label, at Span; Success reports whether it was taken, Text what it does, or
	// why it wasn't taken. Only if numbers are explained.
	Line
	// Status: the state of Who, at place To; Success reports whether it is out of the fight. Values has Count numbers on its pools (see
	// [Trace.Pools]), then Members conditions. There is one for each creature when the clock starts, after about every round, and at the
	// end.
	Status
)

// How says how an act ended, or how a choice came about.
type How uint8

const (
	// Done: the act was done; of a choice: the player chose.
	Done How = iota
	// Stopped: its program stopped before its end.
	Stopped
	// CalledOff: it was called off.
	CalledOff
	// Lapsed: its requirements no longer hold.
	Lapsed
	// ByDefault: no one chose, the default was taken.
	ByDefault
	// ByChance: the dice chose.
	ByChance
)

// String returns the name used in JSON.
func (h How) String() string {
	return [...]string{"done", "stopped", "called off", "broken off", "default", "by chance"}[h]
}

// Event is one thing that happened. Fields that don't belong to its kind are zero.
type Event struct {
	Kind Kind
	// Depth is how many acts, rules and answers enclose it.
	Depth uint8
	// Member is the number of the batch member, from 1, in whose program it happened; 0 outside of batches with several members.
	Member uint8
	// Landing is set for things that became true only when the batch landed.
	Landing bool
	// Now is the clock.
	Now        float64
	Who, Other int32
	// From and To are the old and the new value, Amount is a separate number.
	From, To, Amount float64
	// Max is the limit of a pool that has changed; 0 means no limit.
	Max float64
	// Key is a member of a family or a set, from 1; 0 means none.
	Key int32
	// Side won, from 1; Members is how many entries a batch has.
	Side, Members int32
	Ending        Ending
	How           How
	Still         bool
	Success       bool
	Thrown        bool
	// Values are in Trace.Values from First; Count of them.
	First, Count int32
	// Faces are in Trace.Faces from FirstFace; FaceCount of them.
	FirstFace, FaceCount int32
	// Roller is the dice source's number of the roller; Dice is the index in Trace.Dice plus 1.
	Roller, Dice int32
	// Explain is the explanation's index in Trace.Explanations plus 1; 0 means none.
	Explain int32
	// Sum is the terms of the amount, or of what is added to the dice: the index in Trace.Sums plus 1; 0 means unknown.
	Sum int32
	// Act numbers the acts of a run, from 1, in the order they began.
	Act       int
	Instance  float64
	Label     string
	Text      string
	Field     *program.Field
	Condition *program.Condition
	Action    *program.Action
	Event     *program.Event
	Entry     *program.Entry
	Rule      *program.Rule
	Deck      *program.Deck
	// Type is the type of what was chosen or weighed.
	Type *program.Type
	// Told is the ruleset's sentence for the event; the values of its pieces are in Values after the first Count ones, one for each piece
	// with a formula.
	Told *program.Template
	// Span is the statement or declaration that made it happen.
	Span diag.Span
}

// Trace is what happened in an encounter, in order. Its buffers are reused by the next run of the same machine.
type Trace struct {
	Events []Event
	// Faults are errors in sentences, and in derived conditions that only the story uses. They don't affect the encounter.
	Faults diag.List
	// Explained is set if explanations of numbers are recorded, too.
	Explained bool
	// Turn is the event that asks a creature for its action in its turn; nil means none.
	Turn *program.Event
	// Cut is set when more happened than Limits.Told: the rest isn't recorded.
	Cut    bool
	Values []float64
	Faces  []dice.Face
	// Dice are the rolled dice.
	Dice []dice.Value
	// Explanations is a forest: the roots are named by events.
	Explanations []Explanation
	// Sums are the terms of numbers, if Options.Sums requested them.
	Sums [][]Term
}

// Term is one of the terms of a number.
type Term struct {
	// Label is its name; empty means a plain number.
	Label string
	Value float64
	// Alone is set if the label says everything, including the value: half of 11 damage.
	Alone bool
}

// SumOf returns the terms of an event's amount, and their total; nil means unknown.
func (t *Trace) SumOf(e *Event) (terms []Term, total float64) {
	if e.Sum == 0 {
		return nil, 0
	}
	terms = t.Sums[e.Sum-1]
	for _, term := range terms {
		total += term.Value
	}
	return terms, total
}

// Explanation is one step in computing a number.
type Explanation struct {
	// Parent is the index of the step that it belongs to, or -1.
	Parent int32
	Kind   ExplanationKind
	// Value is its result.
	Value    float64
	Type     program.Type
	Quantity *program.Quantity
	Channel  *program.Channel
	// Contribution and Who, its owner, are for contributions; Who also for participants.
	Contribution *program.Contribution
	Local        string
	Who          int32
	Span         diag.Span
	// Terms are the terms of a quantity; nil means it isn't a sum.
	Terms []Term
}

// ExplanationKind is the kind of an [Explanation].
type ExplanationKind uint8

const (
	// ExplainFormula is a whole formula: Span is its text.
	ExplainFormula ExplanationKind = iota
	// ExplainQuantity is a computed quantity; its participants, channels
	// and contributions are its children.
	ExplainQuantity
	// ExplainParticipant is a participant of a quantity: Local is its name.
	ExplainParticipant
	// ExplainChannel is the result of a channel.
	ExplainChannel
	// ExplainContribution is the contribution of one condition, rule or carried thing.
	ExplainContribution
	// ExplainNamed is a part of a formula with a name, Local; Span is its text.
	ExplainNamed
)

// Fault records a part of the story that could not be rendered, once.
func (t *Trace) Fault(d *diag.Diagnostic) {
	for _, x := range t.Faults {
		if x.Span == d.Span && x.Code == d.Code {
			return
		}
	}
	t.Faults.Add(d)
}

// Parts lists the direct parts of a step.
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

// Sentence fills in the sentence that the ruleset has for an event; empty means none.
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
