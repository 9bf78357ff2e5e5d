package interp

// functions is what the functions of code do, by their number.
var functions [len(functionNames)]func(f *frame, x *call, in []float64) float64

func init() { // since some of them work out formulas that call them
	functions = [...]func(f *frame, x *call, in []float64) float64{
		fnPower: power, fnPastEnd: pastEnd, fnLookUp: lookUp, fnFromMap: fromMap, fnHeldBy: heldBy, fnSetOfThing: setOfThing,
		fnSetOfOwn: setOfOwn, fnSetOfRecord: setOfRecord, fnInOwnSet: inOwnSet, fnInRecordSet: inRecordSet,
		fnDefinitionMember: definitionMember, fnRecordMember: recordMember, fnOwnMember: ownMember, fnActionCell: actionCell,
		fnFamilyOf: familyOf, fnWas: was, fnHeldFormula: heldFormula, fnInstancesOf: instancesOf, fnInstanceBy: instanceBy,
		fnHasNamed: hasNamed, fnEver: ever, fnAppliedBy: appliedBy, fnBearerOf: bearerOf, fnSince: since, fnElapsed: elapsed,
		fnIsOut: isOut, fnLotOf: lotOf, fnThingsOf: thingsOf, fnEventOf: eventOf, fnEventAct: eventAct, fnEventIs: eventIs,
		fnIsAsked: isAsked, fnScheduled: scheduled, fnUnfinished: unfinished, fnMine: mine, fnDeclared: declared, fnActorOf: actorOf,
		fnActionOf: actionOf, fnAnyAction: anyAction, fnCommitted: committed, fnCan: can, fnOnlyChoose: onlyChoose, fnAsPlan: asPlan,
		fnPlanAction: planAction, fnPlanActor: planActor, fnEqualLists: equalLists, fnTotal: total, fnReversed: reversed,
		fnRangeOf: rangeOf, fnTopOf: topOf, fnBottomOf: bottomOf, fnSidesOf: sidesOf, fnExpectedOf: expectedOf, fnChanceOf: chanceOf,
		fnDiceLiteral: diceLiteral, fnDiceMade: diceMade, fnDiceMultiplied: diceMultiplied, fnDiceBest: diceBest,
		fnDiceWorst: diceWorst, fnDiceTimes: diceTimes, fnDiceRerolled: diceRerolled, fnDiceExploding: diceExploding,
		fnDiceSuccesses: diceSuccesses, fnDiceValued: diceValued, fnNatural: natural, fnFaces: faces, fnOfSpace: ofSpace,
		fnNearestTo: nearestTo, fnCostOfWay: costOfWay, fnPileOf: pileOf, fnDiscardsOf: discardsOf, fnWasAsked: wasAsked,
		fnHappened: happened, fnSaid: said, fnWasRolled: wasRolled, fnCameTo: cameTo, fnDid: did,
	}
}
