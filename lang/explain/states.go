package explain

import (
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
)

const sectionStates = "sequences"

// saved is an encounter of ann and bob with a state that it goes on from: lines
// of the state, in a ruleset with a condition.
func saved(lines ...string) string {
	return meeting(smallest("", "conditions:", "  held: {fields: {hold: {type: held, default: none}}}"), "limit: 9", pair) +
		"-- state.yaml --\nstate: before\nruleset: example\n" + strings.Join(lines, "\n") + "\n"
}

var explainedStates = []diag.Explanation{
	{
		Code: encounter.CodeStateRuleset, Section: sectionStates,
		Summary: "A state was taken with another ruleset than the one that is played.",
		Example: strings.Replace(saved("combatants:", "  ann: {hp: 1}"), "before\nruleset: example", "before\nruleset: skirmish", 1),
		Mend:    "Go on with an encounter of the same ruleset.",
	},
	{
		Code: encounter.CodeStateChanged, Section: sectionStates,
		Summary: "A ruleset, or the value of a param, isn't what it was when a state was taken. That is a word of warning: what the state says still counts.",
		Example: saved("hash: older", "combatants:", "  ann: {hp: 1}", "  bob: {}"),
		Mend:    "Look whether the state still says what you want; without its hash: it is silent.",
	},
	{
		Code: encounter.CodeStateAbsent, Section: sectionStates,
		Summary: "Somebody of a state was not out, but isn't in the encounter that goes on from it; or is said to be absent, and is there.",
		Example: saved("combatants:", "  ann: {hp: 1}", "  bob: {}", "  eve: {hp: 2}"),
		Mend:    "Look for a typo. Who stays away is listed in the encounter, or beside it in the sequence: absent: [eve].",
	},
	{
		Code: encounter.CodeStateTemplate, Section: sectionStates,
		Summary: "Somebody was made from another definition when the state was taken than in the encounter.",
		Example: strings.Replace(saved("combatants:", "  ann: {is: guard}", "  bob: {}"), "scales:", "creatures: {guard: {}}\nscales:", 1),
		Mend:    "Give both the same definition behind is:, or the newcomer another name.",
	},
	{
		Code: encounter.CodeStateReference, Section: sectionStates,
		Summary: "A field of a state names a condition, by the name that one of its conditions has behind as:, and none has it.",
		Example: saved("combatants:", "  ann: {conditions: [{is: held, with: {hold: c1}}]}", "  bob: {}"),
		Mend:    "Name one that is there: {is: held, as: c1}, or none.",
	},
	{
		Code: encounter.CodeStateRange, Section: sectionStates,
		Summary: "A number of a state can't be: one with a fraction where it is stored, or a time that is over.",
		Example: saved("combatants:", "  ann: {hp: 1.5}", "  bob: {}"),
		Mend:    "Write a whole number; times count clock units from now on.",
	},
	{
		Code: encounter.CodeSequenceLine, Section: sectionStates,
		Summary: "A script between the encounters of a sequence has a line in which somebody acts.",
		Example: "-- sequence.yaml --\nsequence: evening\nruleset: ./ruleset.yaml\nsteps:\n  - encounter:\n      combatants: {ann: {side: one}, bob: {side: two}}\n" +
			"  - script: \"ann: pass\"\n-- ruleset.yaml --\n" + smallest(""),
		Mend: "Between encounters there are wait, do, expect, dice and choose.",
	},
}

var _ = func() bool {
	for _, e := range explainedStates {
		diag.Register(e)
	}
	return true
}()
