package interp

import "github.com/rulec/rulec/lang/program"

// function is a function that code calls: of the built-in ones those that are no instructions, and
// what is read too rarely to be one. The machine has what each does.
type function uint8

// The functions.
const (
	noFunction function = iota
	fnPower
	fnPastEnd
	fnLookUp
	fnFromMap
	fnHeldBy
	fnSetOfThing
	fnSetOfOwn
	fnSetOfRecord
	fnInOwnSet
	fnInRecordSet
	fnDefinitionMember
	fnRecordMember
	fnOwnMember
	fnActionCell
	fnFamilyOf
	fnWas
	fnHeldFormula
	fnInstancesOf
	fnInstanceBy
	fnHasNamed
	fnEver
	fnAppliedBy
	fnBearerOf
	fnSince
	fnElapsed
	fnIsOut
	fnLotOf
	fnThingsOf
	fnEventOf
	fnEventAct
	fnEventIs
	fnIsAsked
	fnScheduled
	fnUnfinished
	fnMine
	fnDeclared
	fnActorOf
	fnActionOf
	fnAnyAction
	fnCommitted
	fnCan
	fnOnlyChoose
	fnAsPlan
	fnPlanAction
	fnPlanActor
	fnEqualLists
	fnTotal
	fnReversed
	fnRangeOf
	fnTopOf
	fnBottomOf
	fnSidesOf
	fnExpectedOf
	fnChanceOf
	fnDiceLiteral
	fnDiceMade
	fnDiceMultiplied
	fnDiceBest
	fnDiceWorst
	fnDiceTimes
	fnDiceRerolled
	fnDiceExploding
	fnDiceSuccesses
	fnDiceValued
	fnNatural
	fnFaces
	fnOfSpace
	fnNearestTo
	fnCostOfWay
	fnPileOf
	fnDiscardsOf
	fnWasAsked
	fnHappened
	fnSaid
	fnWasRolled
	fnCameTo
	fnDid
)

// functionNames are what the machine calls what they do: where to read on.
var functionNames = [...]string{
	fnPower: "power", fnPastEnd: "pastEnd", fnLookUp: "lookUp", fnFromMap: "fromMap", fnHeldBy: "heldBy",
	fnSetOfThing: "setOfThing", fnSetOfOwn: "setOfOwn", fnSetOfRecord: "setOfRecord", fnInOwnSet: "inOwnSet",
	fnInRecordSet: "inRecordSet", fnDefinitionMember: "definitionMember", fnRecordMember: "recordMember", fnOwnMember: "ownMember",
	fnActionCell: "actionCell", fnFamilyOf: "familyOf", fnWas: "was", fnHeldFormula: "heldFormula", fnInstancesOf: "instancesOf",
	fnInstanceBy: "instanceBy", fnHasNamed: "hasNamed", fnEver: "ever", fnAppliedBy: "appliedBy", fnBearerOf: "bearerOf",
	fnSince: "since", fnElapsed: "elapsed", fnIsOut: "isOut", fnLotOf: "lotOf", fnThingsOf: "thingsOf", fnEventOf: "eventOf",
	fnEventAct: "eventAct", fnEventIs: "eventIs", fnIsAsked: "isAsked", fnScheduled: "scheduled", fnUnfinished: "unfinished",
	fnMine: "mine", fnDeclared: "declared", fnActorOf: "actorOf", fnActionOf: "actionOf", fnAnyAction: "anyAction",
	fnCommitted: "committed", fnCan: "can", fnOnlyChoose: "onlyChoose", fnAsPlan: "asPlan", fnPlanAction: "planAction",
	fnPlanActor: "planActor", fnEqualLists: "equalLists", fnTotal: "total", fnReversed: "reversed", fnRangeOf: "rangeOf",
	fnTopOf: "topOf", fnBottomOf: "bottomOf", fnSidesOf: "sidesOf", fnExpectedOf: "expectedOf", fnChanceOf: "chanceOf",
	fnDiceLiteral: "diceLiteral", fnDiceMade: "diceMade", fnDiceMultiplied: "diceMultiplied", fnDiceBest: "diceBest",
	fnDiceWorst: "diceWorst", fnDiceTimes: "diceTimes", fnDiceRerolled: "diceRerolled", fnDiceExploding: "diceExploding",
	fnDiceSuccesses: "diceSuccesses", fnDiceValued: "diceValued", fnNatural: "natural", fnFaces: "faces", fnOfSpace: "ofSpace",
	fnNearestTo: "nearestTo", fnCostOfWay: "costOfWay", fnPileOf: "pileOf", fnDiscardsOf: "discardsOf", fnWasAsked: "wasAsked",
	fnHappened: "happened", fnSaid: "said", fnWasRolled: "wasRolled", fnCameTo: "cameTo", fnDid: "did",
}

// String returns the name of what a function does.
func (f function) String() string { return functionNames[f] }

// call is the call of a function.
type call struct {
	do function
	e  *program.Expr
	// What it needs beside its arguments; what it doesn't need is zero.
	field  *field
	kind   *kind
	places []actionField
	number int
	event  *event
	deck   *deck
}
