package encounter

import "github.com/rulec/rulec/lang/diag"

// Errors in an encounter.
const (
	// CodeUnknownChoice: a scripted answer to a choice that no program asks for.
	CodeUnknownChoice diag.Code = "unknown-choice"
	// CodeUnknownCard: a card that can't be in a deck.
	CodeUnknownCard diag.Code = "unknown-card"
	// CodeUnknownTemplate: a combatant or thing made from an unknown definition.
	CodeUnknownTemplate diag.Code = "unknown-template"
	// CodeNoCombatants: an encounter without combatants.
	CodeNoCombatants diag.Code = "no-combatants"
	// CodeNoFight: values for the fight as a whole, which the ruleset doesn't declare.
	CodeNoFight diag.Code = "no-fight"
	// CodeTooManyThings: more combatants or things than the limit.
	CodeTooManyThings diag.Code = "too-many-things"
	// CodeCarriesItself: a definition of a thing that carries another of the same definition.
	CodeCarriesItself diag.Code = "carries-itself"
	// CodePlaceForm: a place in the wrong form for the ruleset's space.
	CodePlaceForm diag.Code = "place-form"
	// CodeOffMap: a place outside the map.
	CodeOffMap diag.Code = "off-map"
	// CodeMapForm: a map whose rows have different lengths, marks that aren't in the legend, or no rows at all.
	CodeMapForm diag.Code = "map-form"
	// CodeUnknownZone: a neighbour that isn't a zone.
	CodeUnknownZone diag.Code = "unknown-zone"
	// CodeUnknownSide: a side without combatants, or a tactic of a side
	// that none of its combatants would use.
	CodeUnknownSide diag.Code = "unknown-side"
	// CodeLaws: laws that can't be checked in an encounter.
	CodeLaws diag.Code = "bad-laws"
	// CodeNoStart: a combatant that thinks ahead without a tactic to start from.
	CodeNoStart diag.Code = "thinks-from-nothing"
	// CodeOdds: odds in an invalid form.
	CodeOdds diag.Code = "bad-odds"
	// CodeUnknownThing: an unknown thing of the encounter.
	CodeUnknownThing diag.Code = "unknown-thing"
)

// Errors in a state, or in a sequence of encounters.
const (
	// CodeStateRuleset: a state that was saved with another ruleset.
	CodeStateRuleset diag.Code = "state-ruleset"
	// CodeStateChanged: a state whose ruleset has changed since; a warning.
	CodeStateChanged diag.Code = "state-changed"
	// CodeStateAbsent: a combatant of a state who is neither out nor in the encounter.
	CodeStateAbsent diag.Code = "state-absent"
	// CodeStateTemplate: a thing that was made from another definition when the state was saved.
	CodeStateTemplate diag.Code = "state-template"
	// CodeStateReference: a condition that the state doesn't have.
	CodeStateReference diag.Code = "state-reference"
	// CodeStateRange: an impossible number in a state.
	CodeStateRange diag.Code = "state-range"
	// CodeSequenceLine: an item of a script that isn't allowed between encounters.
	CodeSequenceLine diag.Code = "sequence-line"
)
