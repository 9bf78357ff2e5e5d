package code

import (
	"github.com/rulec/rulec/lang/program"
)

// Function is a function that code calls: a built-in one that isn't an instruction, or
// one that is used too rarely to be one. The machine implements them.
type Function uint8

// The functions.
const (
	noFunction Function = iota
	FnPowerOf
	FnPastEnd
	FnLookUp
	FnFromMap
	FnHeldBy
	FnSetOfThing
	FnSetOfOwn
	FnSetOfRecord
	FnInOwnSet
	FnInRecordSet
	FnDefinitionMember
	FnRecordMember
	FnOwnMember
	FnActionCell
	FnFamilyOf
	FnWas
	FnHeldFormula
	FnInstancesOf
	FnInstanceBy
	FnHasNamed
	FnEver
	FnAppliedBy
	FnAffected
	FnSince
	FnElapsed
	FnIsOut
	FnTieBreaker
	FnWinner
	FnThingsOf
	FnEventOf
	FnEventAct
	FnEventIs
	FnIsAsked
	FnScheduled
	FnUnfinished
	FnMine
	FnDeclared
	FnActorOf
	FnActionOf
	FnAnyAction
	FnCommitted
	FnCan
	FnOnlyChoose
	FnAsPlan
	FnPlanAction
	FnPlanActor
	FnEqualLists
	FnTotal
	FnReversed
	FnRangeOf
	FnTopOf
	FnBottomOf
	FnSidesOf
	FnExpectedOf
	FnChanceOf
	FnDiceLiteral
	FnDiceMade
	FnDiceMultiplied
	FnDiceBest
	FnDiceWorst
	FnDiceTimes
	FnDiceRerolled
	FnDiceExploding
	FnDiceSuccesses
	FnDiceValued
	FnNatural
	FnFaces
	FnFace
	FnOfSpace
	FnNearestTo
	FnCostOfWay
	FnPileOf
	FnDiscardsOf
	FnWasAsked
	FnHappened
	FnSaid
	FnWasRolled
	FnCameTo
	FnDid
)

// FunctionNames are the names of their implementations in the machine.
var FunctionNames = [...]string{
	FnPowerOf: "powerOf", FnPastEnd: "pastEnd", FnLookUp: "lookUp", FnFromMap: "fromMap", FnHeldBy: "heldBy",
	FnSetOfThing: "setOfThing", FnSetOfOwn: "setOfOwn", FnSetOfRecord: "setOfRecord", FnInOwnSet: "inOwnSet",
	FnInRecordSet: "inRecordSet", FnDefinitionMember: "definitionMember", FnRecordMember: "recordMember", FnOwnMember: "ownMember",
	FnActionCell: "actionCell", FnFamilyOf: "familyOf", FnWas: "was", FnHeldFormula: "heldFormula", FnInstancesOf: "instancesOf",
	FnInstanceBy: "instanceBy", FnHasNamed: "hasNamed", FnEver: "ever", FnAppliedBy: "appliedBy", FnAffected: "bearerOf",
	FnSince: "since", FnElapsed: "elapsed", FnIsOut: "isOut", FnTieBreaker: "tieBreaker", FnWinner: "winner", FnThingsOf: "thingsOf", FnEventOf: "eventOf",
	FnEventAct: "eventAct", FnEventIs: "eventIs", FnIsAsked: "isAsked", FnScheduled: "scheduled", FnUnfinished: "unfinished",
	FnMine: "mine", FnDeclared: "declared", FnActorOf: "actorOf", FnActionOf: "actionOf", FnAnyAction: "anyAction",
	FnCommitted: "committed", FnCan: "can", FnOnlyChoose: "onlyChoose", FnAsPlan: "asPlan", FnPlanAction: "planAction",
	FnPlanActor: "planActor", FnEqualLists: "equalLists", FnTotal: "total", FnReversed: "reversed", FnRangeOf: "rangeOf",
	FnTopOf: "topOf", FnBottomOf: "bottomOf", FnSidesOf: "sidesOf", FnExpectedOf: "expectedOf", FnChanceOf: "chanceOf",
	FnDiceLiteral: "diceLiteral", FnDiceMade: "diceMade", FnDiceMultiplied: "diceMultiplied", FnDiceBest: "diceBest",
	FnDiceWorst: "diceWorst", FnDiceTimes: "diceTimes", FnDiceRerolled: "diceRerolled", FnDiceExploding: "diceExploding",
	FnDiceSuccesses: "diceSuccesses", FnDiceValued: "diceValued", FnNatural: "natural", FnFaces: "faces", FnFace: "faceAt", FnOfSpace: "ofSpace",
	FnNearestTo: "nearestTo", FnCostOfWay: "costOfWay", FnPileOf: "pileOf", FnDiscardsOf: "discardsOf", FnWasAsked: "wasAsked",
	FnHappened: "happened", FnSaid: "said", FnWasRolled: "wasRolled", FnCameTo: "cameTo", FnDid: "did",
}

// String returns the name of a function's implementation.
func (f Function) String() string { return FunctionNames[f] }

// Call is the call of a function.
type Call struct {
	Do Function
	E  *program.Expr
	// What it needs besides its arguments; unused fields are zero.
	Field  *Field
	Kind   *Kind
	Places []ActionField
	Number int
	Event  *Event
	Deck   *Deck
}
