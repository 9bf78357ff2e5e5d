package interp

import (
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// TraceKind says what a [TraceEvent] tells.
type TraceKind uint8

// What happens in an encounter. Who, Other, A, B and C of a TraceEvent are as
// noted; things are numbers from 1, 0 is nobody.
const (
	// TraceStart opens the encounter; TraceOver ends it: Side is A (0: nobody won).
	TraceStart TraceKind = iota
	TraceOver
	// TraceClock: the clock moved to Key; A is the first key number.
	TraceClock
	// TraceBatch: a batch of B entries Entry begins; TraceBatchEnd: it has landed.
	TraceBatch
	TraceBatchEnd
	// TraceEntry: Who's Entry comes up. TraceEntryEnd: it is over.
	TraceEntry
	TraceEntryEnd
	// TraceEntrySkipped: Who's Entry is dropped; Text says why.
	TraceEntrySkipped
	// TraceAct: Who begins Action; Act is its number, Event what it answers (nil: it
	// was performed by a program). Values holds its parameters. TraceActEnd: A is 0
	// when it was done, 1 when it stopped, 2 when it was called off.
	TraceAct
	TraceActEnd
	// TraceRefused: Who can't do Action; Text says why.
	TraceRefused
	// TracePass: Who passes when Event asks.
	TracePass
	// TraceRoll: Who (or side, scene: see Roller) rolls; Label, Faces; A is the total.
	TraceRoll
	// TraceChoice: Who chose for Label; Values are what was taken; B is 1 when it
	// was the default, 2 when the dice chose.
	TraceChoice
	// TraceAnnounce: Event of Who; Values are its fields.
	TraceAnnounce
	// TraceRule: Rule runs for Who.
	TraceRule
	// TracePool: Field (member B-1 of a family; B 0: no family) of Who went from A to C;
	// TraceField the same for other fields. Span and Explain say why.
	TracePool
	TraceField
	// TraceHold, TracePay, TraceReturn: A of Field of Who was held, paid, returned;
	// C is what the pool holds now, of what was paid with what is held of it.
	TraceHold
	TracePay
	TraceReturn
	// TraceBegin: Condition begins on Who, by Other; Instance is its number.
	// TraceRefresh: it goes on longer. TraceEnd: it ended; A is 1 if Who has it
	// still, from another source or with another condition. TraceMute, TraceUnmute.
	TraceBegin
	TraceRefresh
	TraceEnd
	TraceMute
	TraceUnmute
	// TraceBecomes, TraceLoses: a derived condition of Who began or ended.
	TraceBecomes
	TraceLoses
	// TraceInstanceField: Field of an instance of Condition on Who went from A to C.
	TraceInstanceField
	// TraceMove: Who goes from place A to place C.
	TraceMove
	// TraceCarry: Who is carried by Other from now on (0: by nobody).
	TraceCarry
	// TraceSchedule: Entry of Who at Key. TraceUnschedule: it was taken off.
	TraceSchedule
	TraceUnschedule
	// TraceSkipped: what Text names has become impossible and was skipped at landing.
	TraceSkipped
	// TraceWait: time passed without anything; A is the clock now.
	TraceWait
	// TraceWeigh: a test of a program, or a value that it names, came to A of Type;
	// only with Options.Explain, and only where quantities were worked out for it.
	TraceWeigh
)

// TraceEvent is one thing that happened. What does not belong to its kind is zero.
type TraceEvent struct {
	Kind TraceKind
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
	Act       Act
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
	Events []TraceEvent
	// Faults are sentences, and derived conditions that only the story looks at, which
	// couldn't be worked out. The encounter isn't touched by them.
	Faults diag.List
	// Cut is set when more happened than Limits.Told: the rest isn't recorded.
	Cut    bool
	Values []float64
	Faces  []dice.Face
	// Dice are the dice that were thrown; B of a TraceRoll is an index in it plus 1.
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
