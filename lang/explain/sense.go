package explain

import (
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/reading"
	"github.com/rulec/rulec/lang/sense"
)

var explainedSense = []diag.Explanation{
	{
		Code: diag.CodeAllowForm, Section: sectionFiles,
		Summary: "A comment would allow a warning, but there is none of this name, or the reason is missing.",
		Example: smallest("", "# allow never-end: somebody forgot", "conditions:", "  dazed: {}"),
		Mend:    "Write # allow, the name of the warning, a colon and the reason.",
	},
	{
		Code: diag.CodeUnusedAllow, Section: sectionFiles,
		Summary: "A comment allows a warning that isn't given.",
		Example: smallest("", "# allow never-ends: it lasts for the fight", "conditions:", "  dazed: {until: end of turn}", "rules:", "  fall: {on: self.hp falls, do: apply dazed to self}"),
		Mend:    "Take the comment out, or move it to the line of the warning or the line before.",
	},
	{
		Code: reading.CodeCurlyQuotes, Section: sectionFiles,
		Summary: "A sentence stands in quotes of a word processor, which are letters like all others.",
		Example: smallest("", "conditions:", "  dazed:", "    until: end of turn", "    told:", "      begins: “{self} reels”", "rules:", "  fall: {on: self.hp falls, do: apply dazed to self}"),
		Mend:    "Put the sentence in straight quotes, or leave them out.",
	},
	{
		Code: sense.CodeNeverHolds, Section: sectionTriggers,
		Summary: "A formula can't come to true, whatever happens, so that a rule never acts, or an action is never possible.",
		Example: smallest("", "rules:", "  heal: {on: start of turn of self, if: self.hp > 5, do: self.hp += 1}"),
		Mend:    "Look at the bounds of the pool, or at the other requirement that the note shows.",
	},
	{
		Code: sense.CodeCostAboveMaximum, Section: sectionPools,
		Summary: "An action costs more of a pool than anybody can have.",
		Example: without("scales:", "  deed:\n    cost: {hp: 4}\n    perform: self.hp = 0\ndeeds: {push: {}}\nscales:"),
		Mend:    "Lower the cost, or raise the maximum of the pool.",
	},
	{
		Code: sense.CodeSwappedBounds, Section: sectionPools,
		Summary: "The least value of a pool, or of clamp, is above the most.",
		Example: smallest("", "quantities:", "  pluck: {of: {who: creature}, value: \"clamp(who.hp, 3, 1)\"}"),
		Mend:    "Swap them: min is the least, max the most; clamp(x, least, most).",
	},
	{
		Code: sense.CodeUnreadChannel, Section: sectionContributions,
		Summary: "A quantity has a channel that its value doesn't read: whatever conditions and rules contribute to it changes nothing.",
		Example: smallest("", "quantities:", "  pluck: {of: {who: creature}, channels: {add: sum}, value: who.hp}"),
		Mend:    "Read it in the value: who.hp + add; or take the channel out.",
	},
	{
		Code: sense.CodeNeverGiven, Section: sectionConditions,
		Summary: "A condition is made to end, but no program gives it, no other condition brings it with it, and nobody begins with it.",
		Example: smallest("", "conditions:", "  dazed: {until: end of turn}"),
		Mend:    "Give it: apply dazed to target. Where encounters say who has it, say so: # allow never-given: encounters say who is.",
	},
	{
		Code: sense.CodeNeverEnds, Section: sectionConditions,
		Summary: "Whoever gets a condition never loses it.",
		Example: smallest("", "conditions:", "  dazed: {}", "rules:", "  fall: {on: self.hp falls, do: apply dazed to self}"),
		Mend:    "Say when it ends: until. Where it is meant to last, say so: # allow never-ends: it lasts for the fight.",
	},
	{
		Code: sense.CodeRunsForEach, Section: sectionTriggers,
		Summary: "Every creature has a standing rule, and this one does the same for each of them when something happens to anybody.",
		Example: smallest("", "rules:", "  rain: {on: start of turn, do: announce soaked}", "events:", "  soaked: {}"),
		Mend:    "Let it wait for what happens to self, or make it a rule of the scene: for: scene.",
	},
	{
		Code: sense.CodeNeverAllowed, Section: sectionTactics,
		Summary: "A line of a tactic gives a parameter a number that it never has.",
		Example: deed("choose act from can_do(self)", "params: {n: 1 to 3}") + "tactics:\n  bold:\n    turn:\n      - {do: wait, with: {n: 4}}\n",
		Mend:    "Give it a number between its bounds.",
	},
	{
		Code: sense.CodeNeverOffered, Section: sectionTactics,
		Summary: "A line of a tactic answers a choice with what is never among its candidates.",
		Example: smallest("", "tactics:", "  bold: {how: 4}", "rules:", "  fall: {on: self.hp falls, do: \"choose how from [1, 2, 3]; self.hp -= how\"}"),
		Mend:    "Choose one of the candidates, or add it to them.",
	},
	{
		Code: sense.CodeUncitedRule, Section: "cases",
		Summary: "A case or a sequence covers a rule that nothing in its ruleset cites, although other rules of that book are cited.",
		Example: meeting(without("scales:", "  deed:\n    cite: [tiny.deeds.push]\n    perform: self.hp = 0\ndeeds: {push: {}}\nscales:"), "covers: [tiny.deeds.pull]", "combatants:", "  ann: {side: one}"),
		Mend:    "Write the id as the ruleset does, or cite the rule where it is written down.",
	},
	{
		Code: sense.CodeNoFoes, Section: sectionEncounters,
		Summary: "All combatants of an encounter are on one side.",
		Example: meeting(smallest(""), "combatants:", "  ann: {side: one}", "  bob: {side: one}"),
		Mend:    "Give those whom they fight another side.",
	},
	{
		Code: sense.CodeLoneSide, Section: sectionEncounters,
		Summary: "Somebody is alone on a side whose name is nearly that of another one.",
		Example: meeting(smallest(""), "combatants:", "  ann: {side: guests}", "  bob: {side: house}", "  cid: {side: hosue}"),
		Mend:    "Write the name of the side as the others of it do.",
	},
	{
		Code: sense.CodeSamePlace, Section: sectionSpace,
		Summary: "Two combatants begin on the same space.",
		Example: meeting(squared(), "combatants:", "  ann: {side: one, place: [0, 0]}", "  bob: {side: two, place: [0, 0]}"),
		Mend:    "Give one of them another place.",
	},
}

var _ = func() bool {
	for _, e := range explainedSense {
		diag.Register(e)
	}
	return true
}()
