package explain

import (
	"strings"

	"github.com/rulec/rulec/lang/check"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
	"github.com/rulec/rulec/lang/meaning"
)

// Pages of spec/.
const (
	sectionFiles      = "files"
	sectionTypes      = "types"
	sectionActions    = "actions"
	sectionFormulas   = "formulas"
	sectionQuantities = "quantities"
	sectionTriggers   = "rules"
	sectionLaws       = "laws"
	sectionConditions = "conditions"
	sectionPrograms   = "programs"
	sectionRolls      = "rolls"
	sectionProcs      = "procs"
	sectionScripts    = "scripts"
)

// smallest is the smallest ruleset that has nothing wrong with it, with more
// lines at its end. Creatures have hp, and a turn does what program says.
func smallest(program string, more ...string) string {
	if program == "" {
		program = "schedule turn of self at now + 1"
	}
	return `rulec: 1
ruleset: example
kinds:
  creature:
    fields:
      size: {type: size, default: small}
      hp: {type: pool, max: 3}
scales:
  size: [small, large]
time:
  key: [tick]
  start: for c in everyone { schedule turn of c at 0 }
  entries:
    turn:
      do: |
        ` + strings.ReplaceAll(program, "\n", "\n        ") + `
  out: self.hp <= 0
  over: count(combatants) < 2
` + lines(more)
}

func lines(more []string) string {
	if len(more) == 0 {
		return ""
	}
	return strings.Join(more, "\n") + "\n"
}

// working is smallest with a quantity that is worked out by a formula.
func working(formula string) string {
	return smallest("", "quantities:", "  worth:", "    of: {target: creature}", "    value: "+formula)
}

// deed is a ruleset with one action, whose kind has more lines.
func deed(program string, more ...string) string {
	kind := "  deed:\n    " + strings.Join(append(more, "perform: stop"), "\n    ") + "\nscales:"
	return strings.Replace(smallest(program, "deeds:", "  wait: {}"), "scales:", kind, 1)
}

// scripted is an encounter with a script in the smallest ruleset.
func scripted(script string) string {
	return "-- encounter.yaml --\nencounter: meeting\nruleset: ./ruleset.yaml\ncombatants:\n  ann: {side: one}\n  bob: {side: two}\nscript: |\n  " +
		script + "\n-- ruleset.yaml --\n" + smallest("")
}

var explained = []diag.Explanation{
	{
		Code: meaning.CodeDuplicateName, Section: sectionFiles,
		Summary: "Two declarations of one sort, two steps of a scale or two definitions of a kind have the same name, or a value is given twice.",
		Example: smallest("announce noise of self with volume = 1, volume = 2", "events:", "  noise: {fields: {volume: number}}"),
		Mend:    "Rename one of them, or leave one out. To change a definition of a base, use override.",
	},
	{
		Code: meaning.CodeReservedName, Section: sectionFiles,
		Summary: "A local, proc, parameter or field is called like a word with which statements begin or values are written, or a quantity, table or proc like a function of the language.",
		Example: smallest("let self = 1"),
		Mend:    "Take another name. Definitions (actions, conditions, events) may be called like words of the language.",
	},
	{
		Code: meaning.CodeUnknownName, Section: sectionFormulas,
		Summary: "A name is neither declared nor known where it stands.",
		Example: working("hp + 1"),
		Mend:    "Look for a typo. A field is read with its owner: self.hp, target.hp.",
	},
	{
		Code: meaning.CodeAmbiguousName, Section: sectionFiles,
		Summary: "A name may mean several things where it stands, and nothing there decides which.",
		Example: smallest("let x = small", "conditions:", "  small: {}"),
		Mend:    "Write it with its section, its scale or its kind's plural: conditions.small, size.small.",
	},
	{
		Code: meaning.CodeBareWord, Section: sectionFormulas,
		Summary: "self, it or was is read where there is none, or was without a field.",
		Example: working("self.hp"),
		Mend:    "The participants of a quantity are read by their names. was.FIELD is for rules that wait for a change.",
	},
	{
		Code: meaning.CodeNoEvent, Section: sectionFormulas,
		Summary: "event is read where nothing has happened that it could be.",
		Example: working("event.volume"),
		Mend:    "event is for rules that wait for an event, and for actions that answer one. Hand what you need over as a participant or a parameter.",
	},
	{
		Code: meaning.CodeNoElement, Section: sectionFormulas,
		Summary: "each, or a dot with nothing before it, stands outside of a formula about elements, or about the members of a family.",
		Example: working("each.hp"),
		Mend:    "Name whose field it is, or put it inside any, all, count, filter and their like. In a field with per:, each is the member in default, max, min, start and what resets set it to.",
	},
	{
		Code: meaning.CodeHiddenField, Section: sectionActions,
		Summary: "A requirement, a cost or a tactic reads a running field of the action, which has no value before the action runs.",
		Example: deed("perform wait", "running: {metres: number}", "requires:", "  metres > 1: too short"),
		Mend:    "Test it in the program, or make it a parameter that is chosen before.",
	},
	{
		Code: meaning.CodeUnknownField, Section: sectionFormulas,
		Summary: "Something is read that a thing, definition, step, instance, action, event or table doesn't have.",
		Example: working("target.hpp"),
		Mend:    "Look for a typo, or declare the field.",
	},
	{
		Code: meaning.CodeUnknownType, Section: sectionTypes,
		Summary: "A type is none of the language's, and no kind, scale or condition is called so.",
		Example: smallest("", "events:", "  noise: {fields: {volume: nummber}}"),
		Mend:    "Write number, bool, dice, text, place, the name of a kind, scale or condition, or list of one of these.",
	},
	{
		Code: meaning.CodeTypeMismatch, Section: sectionTypes,
		Summary: "A value is of another type than its place wants.",
		Example: working("target.hp + true"),
		Mend:    "Nothing is converted by itself: if(c, 1, 0) makes a number of a claim, index(s) of a step, expected(d) of dice; given(x) asks whether there is an x.",
	},
	{
		Code: meaning.CodeDiceSum, Section: sectionFormulas,
		Summary: "Dice stand where only numbers can: divided, raised to a power, or multiplied by other dice.",
		Example: smallest("roll x = 2d6 / 2"),
		Mend:    "Roll them first, and divide what they come to. Dice are added, subtracted and multiplied by a number: 1d6 - 1d6, 10 * 2d4.",
	},
	{
		Code: meaning.CodeNotARoll, Section: sectionFormulas,
		Summary: ".natural or .faces asks for the dice of something that isn't the name of a roll; or a roll is wanted that is held against something, and this is none.",
		Example: working("target.hp.natural"),
		Mend:    "Give it the name that roll gave, in the same program: roll r = 2d6, then r.natural. What a proc takes or gives as a roll is held against a number: roll attack = 2d6 against 8, then stop with attack.",
	},
	{
		Code: meaning.CodeUntested, Section: sectionRolls,
		Summary: "A check says how rolls of a label come out, and no roll of this label is held against anything; or it is said how a choice is told that no program asks for.",
		Example: smallest("", "checks:", "  slash: {success: total > target}"),
		Mend:    "Give the check the label of a roll that is held against something: roll attack = 1d20 against 12 has the label attack. The check `any` is for all labels without one of their own. A choice is called as choose calls it: choose spot from .. asks for spot.",
	},
	{
		Code: meaning.CodeNotConstant, Section: sectionFiles,
		Summary: "A value that is written down in a definition, a table or a scale, or what the structure depends on, reads something that changes in play.",
		Example: smallest("", "tables:", "  effort:", "    keys: {short: number}", "    gives: number", "    rows:", "      - [any, now]"),
		Mend:    "What is worked out anew each time is a quantity, or a field of type formula.",
	},
	{
		Code: meaning.CodeArgumentCount, Section: sectionFormulas,
		Summary: "A call has too few or too many values.",
		Example: working("clamp(target.hp, 3)"),
		Mend:    "Give what the hint lists. Only fields of type formula and program take missing values from the place of the call.",
	},
	{
		Code: meaning.CodeMissingArgument, Section: sectionPrograms,
		Summary: "A value that is needed is neither given nor found under its name in the place of the call.",
		Example: deed("perform wait", "params: {target: creature}"),
		Mend:    "Give it in brackets, or with on or with.",
	},
	{
		Code: meaning.CodeNotCallable, Section: sectionFormulas,
		Summary: "Something is called that isn't called: a field with a plain value, a param, a local.",
		Example: working("target.size()"),
		Mend:    "Leave the brackets away.",
	},
	{
		Code: meaning.CodeActsInFormula, Section: sectionFormulas,
		Summary: "A proc is called in a formula outside of programs, or a field of type program in any formula. Formulas compute and never act.",
		Example: smallest("", "quantities:", "  fortune: {of: {who: creature}, value: 1 + luck(who)}", "procs:", "  luck: {params: {who: creature}, gives: number, do: stop with 1}"),
		Mend:    "What a formula works out is a quantity; programs call procs, fields of type program on a line of their own.",
	},
	{
		Code: meaning.CodeUncertainCall, Section: sectionProcs,
		Summary: "A proc is called in a part of a statement that isn't worked out once and always: behind and or or, in a branch of if(..), for each element of a list, as a default.",
		Example: smallest("if self.hp > 1 and luck(self) > 0 { self.hp -= 1 }", "procs:", "  luck: {params: {who: creature}, gives: number, do: stop with 1}"),
		Mend:    "Call it on a line before: let x = luck(self). Where it isn't always wanted, put that into an if; for each element, into a loop.",
	},
	{
		Code: meaning.CodeOnlyExpected, Section: sectionScripts,
		Summary: "A function that looks back on what has happened is called outside of what a script expects.",
		Example: smallest("", "quantities:", "  worth:", "    of: {target: creature}", "    value: happened(noise)", "events:", "  noise: {}"),
		Mend:    "Rules wait for events with on:, conditions end on them with until:. What has to be remembered goes into a field.",
	},
	{
		Code: meaning.CodeOnlyChoose, Section: sectionFormulas,
		Summary: "can_do is asked outside of choose.",
		Example: working("count(can_do(target))"),
		Mend:    "choose act from can_do(self). Whether one action is possible is can(x, ACTION).",
	},
	{
		Code: meaning.CodeNameTaken, Section: sectionPrograms,
		Summary: "A local is called like another local, an input or a field of the action that can be seen there.",
		Example: smallest("let x = 1; let x = 2"),
		Mend:    "Take another name, or give the first another value: x = 2.",
	},
	{
		Code: meaning.CodeFixedTarget, Section: sectionPrograms,
		Summary: "A statement changes something that stays as it is: a param, a definition, a parameter, what has happened, or what the language keeps.",
		Example: smallest("self.place = none"),
		Mend:    "Fields and pools of things, instances and running actions change with =, += and -=; places with move, conditions with apply and end, quantities through what contributes to them.",
	},
	{
		Code: meaning.CodeStoredAct, Section: "plans",
		Summary: "An action under way is put into a field that lasts longer than the action.",
		Example: smallest("self.grip.doing = mine(self)", "conditions:", "  grip: {fields: {doing: act}}"),
		Mend:    "To do it later keep it as a plan, in a field of that type: {doing: plan}. Which action it is, is mine(self).action.",
	},
	{
		Code: meaning.CodeNoSelf, Section: sectionPrograms,
		Summary: "A statement leaves out who, in a program that belongs to nobody: a proc, the start of time.",
		Example: smallest("luck()", "procs:", "  luck: {do: roll x = 1d6}"),
		Mend:    "Say who: roll x by who = 1d6, pay hp 1 from who, choose x from L by who.",
	},
	{
		Code: meaning.CodeNothingGiven, Section: sectionPrograms,
		Summary: "let begins with none or an empty list, which doesn't say what the name can be.",
		Example: smallest("let x = none"),
		Mend:    "Begin with a value of the right kind, or use a running field of the action, which has a type.",
	},
	{
		Code: meaning.CodeStopValue, Section: sectionProcs,
		Summary: "A program that gives a value can end without one, or one that gives none stops with one or is asked for one.",
		Example: smallest("stop with 3"),
		Mend:    "Declare what a proc gives (gives: number), and let every way through it end with stop with ..",
	},
	{
		Code: meaning.CodeUnreachable, Section: sectionPrograms,
		Summary: "Statements stand behind a stop.",
		Example: smallest("stop\nself.hp -= 1"),
		Mend:    "Put the stop behind them, or into an if.",
	},
	{
		Code: meaning.CodeEndlessLoop, Section: sectionPrograms,
		Summary: "Nothing between the braces of a while changes what its test reads, so that it goes on for ever once it has begun.",
		Example: smallest("let n = 0\nwhile n < 3 { self.hp -= 1 }"),
		Mend:    "Change it in the loop: n = n + 1; or walk a list: for n in 1..3 { .. }.",
	},
	{
		Code: meaning.CodeUnknownEntry, Section: sectionTime,
		Summary: "A scheduled entry isn't declared under time: entries.",
		Example: smallest("schedule nap of self at now + 1"),
		Mend:    "Look for a typo, or declare the entry.",
	},
	{
		Code: meaning.CodeDerivedApplied, Section: sectionConditions,
		Summary: "A condition with while is applied or ended, which only its formula does.",
		Example: smallest("apply weak to self", "conditions:", "  weak:", "    while: self.hp < 2"),
		Mend:    "Change what its formula reads, or leave its while away.",
	},
	{
		Code: meaning.CodeMapLoop, Section: sectionPrograms,
		Summary: "A loop over a list has two names, or one over a map has one.",
		Example: smallest("for a, b in everyone { stop }"),
		Mend:    "for x in LIST, for key, value in MAP.",
	},
	{
		Code: meaning.CodePhraseTarget, Section: sectionTriggers,
		Summary: "A phrase waits for something that can't be waited for: the change of a quantity, the rise of a truth, begins outside of a condition.",
		Example: smallest("", "rules:", "  habit:", "    on: begins", "    do: stop"),
		Mend:    "Wait for pools and fields of things (self.hp falls), for conditions (self becomes NAME) or for events.",
	},
	{
		Code: meaning.CodeUnknownLabel, Section: sectionScripts,
		Summary: "A script gives dice for a label, or a rule waits for a roll, that no program makes.",
		Example: scripted("dice luck 3"),
		Mend:    "The label of a roll is its name, or what stands behind as.",
	},
	{
		Code: encounter.CodeUnknownChoice, Section: sectionScripts,
		Summary: "A script answers a choice that no program asks for.",
		Example: scripted("choose part = small"),
		Mend:    "A choice is named like the name that choose gives: choose part from ..",
	},
	{
		Code: check.CodeCallCycle, Section: sectionProcs,
		Summary: "Procs call each other in a cycle, so that a program might never end.",
		Example: smallest("ping()", "procs:", "  ping: {do: pong()}", "  pong: {do: ping()}"),
		Mend:    "Walk a list with for, or schedule an entry for later.",
	},
	{
		Code: check.CodeQuantityCycle, Section: sectionQuantities,
		Summary: "A quantity, a derived condition or a field of type formula depends on itself, through its value, what contributes to it, or what it asks.",
		Example: working("worth(target) + 1"),
		Mend:    "Split off the part that both need into a quantity of its own.",
	},
}

var _ = func() bool {
	for _, e := range explained {
		diag.Register(e)
	}
	return true
}()
