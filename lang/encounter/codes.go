package encounter

import "github.com/rulec/rulec/lang/diag"

// What can be wrong with an encounter.
const (
	// CodeUnknownChoice: an answer in a script to a choice that no program asks for.
	CodeUnknownChoice diag.Code = "unknown-choice"
	// CodeUnknownCard: a card that a deck can't have.
	CodeUnknownCard diag.Code = "unknown-card"
	// CodeUnknownTemplate: a combatant or thing made from a definition that there isn't.
	CodeUnknownTemplate diag.Code = "unknown-template"
	// CodeNoCombatants: an encounter in which nobody fights.
	CodeNoCombatants diag.Code = "no-combatants"
	// CodeNoFight: something is said of the fight as a whole, of which the ruleset says nothing.
	CodeNoFight diag.Code = "no-fight"
	// CodeTooManyThings: more combatants, or more things, than an encounter may have.
	CodeTooManyThings diag.Code = "too-many-things"
	// CodeCarriesItself: a definition of a thing that carries one like itself.
	CodeCarriesItself diag.Code = "carries-itself"
	// CodePlaceForm: a place that isn't written as the ruleset's space wants.
	CodePlaceForm diag.Code = "place-form"
	// CodeOffMap: a place outside the map.
	CodeOffMap diag.Code = "off-map"
	// CodeMapForm: a map whose rows have different lengths, marks that the legend doesn't have, or none at all.
	CodeMapForm diag.Code = "map-form"
	// CodeUnknownZone: a neighbour that is no zone.
	CodeUnknownZone diag.Code = "unknown-zone"
	// CodeUnknownSide: a side of the encounter that nobody is on, or a tactic of one
	// that nobody would play by.
	CodeUnknownSide diag.Code = "unknown-side"
	// CodeLaws: laws that an encounter can't be held against.
	CodeLaws diag.Code = "bad-laws"
	// CodeNoStart: somebody thinks ahead who has no tactic to start from.
	CodeNoStart diag.Code = "thinks-from-nothing"
	// CodeOdds: odds that can't be asked as they are written.
	CodeOdds diag.Code = "bad-odds"
	// CodeUnknownThing: the name of a thing of the encounter that there isn't.
	CodeUnknownThing diag.Code = "unknown-thing"
)

// What can be wrong with a state, and with a sequence of encounters.
const (
	// CodeStateRuleset: a state that was taken with another ruleset.
	CodeStateRuleset diag.Code = "state-ruleset"
	// CodeStateChanged: a state of a ruleset that has changed since; a warning.
	CodeStateChanged diag.Code = "state-changed"
	// CodeStateAbsent: somebody of a state who is neither out nor in the encounter.
	CodeStateAbsent diag.Code = "state-absent"
	// CodeStateTemplate: somebody who was made from another definition when the state was taken.
	CodeStateTemplate diag.Code = "state-template"
	// CodeStateReference: the name of a condition that the state doesn't have.
	CodeStateReference diag.Code = "state-reference"
	// CodeStateRange: a number of a state that can't be.
	CodeStateRange diag.Code = "state-range"
	// CodeSequenceLine: an item of a script that has no place between encounters.
	CodeSequenceLine diag.Code = "sequence-line"
)
