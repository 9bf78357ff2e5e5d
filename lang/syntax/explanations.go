package syntax

import (
	"strings"

	"github.com/rulec/rulec/lang/diag"
)

// inFormula returns a ruleset with a formula.
func inFormula(formula string) string {
	return "rulec: 1\nruleset: example\nquantities:\n  total:\n    value: |\n      " + formula + "\n"
}

// inProgram returns a ruleset with a program.
func inProgram(lines ...string) string {
	return "rulec: 1\nruleset: example\nprocs:\n  go:\n    do: |\n      " + strings.Join(lines, "\n      ") + "\n"
}

// inRule returns a ruleset with a rule that waits for a trigger.
func inRule(trigger string) string {
	return "rulec: 1\nruleset: example\nrules:\n  habit:\n    on: " + trigger + "\n    do: stop\n"
}

// inScript returns an encounter with a script, and its ruleset.
func inScript(line string) string {
	return "-- example.yaml --\nrulec: 1\nruleset: example\nkinds:\n  creature: {fields: {nerve: {type: number, default: 0}}}\n" +
		"time:\n  key: [tick]\n  start: for c in everyone { schedule turn of c at 0 }\n  entries:\n    turn: {do: schedule turn of self at now + 1}\n" +
		"-- encounter.yaml --\nencounter: meeting\nruleset: example.yaml\ncombatants:\n  garret: {side: watch}\nscript: |\n  " + line + "\n"
}

// Pages of spec/.
const (
	formulas = "formulas"
	programs = "programs"
	scripts  = "scripts"
)

var explained = []diag.Explanation{
	{
		Code: CodeUnknownCharacter, Section: formulas,
		Summary: "A formula or program has a character that means nothing in it, such as a typographic quote or a # that begins no comment.",
		Example: inFormula("3 × 4"),
		Mend:    "Write the plain character; a comment needs a space before its #.",
	},
	{
		Code: CodeUnclosedText, Section: formulas,
		Summary: "A text in quotes doesn't end on its line, or a backslash in it stands before something else than a quote or a backslash.",
		Example: inProgram(`roll harm as "blow = 1d6`),
		Mend:    "Close the text with the quote that it began with.",
	},
	{
		Code: CodeNumberForm, Section: formulas,
		Summary: "A number is written in a way of other languages (1_000, 0x1F, 1e3, .5), begins with a needless 0, runs into a name, or is larger than 2^53 - 1.",
		Example: inFormula("1_000 + 1"),
		Mend:    "Write plain decimal digits, with a digit before the point.",
	},
	{
		Code: CodeDiceForm, Section: formulas,
		Summary: "Dice are not written as a number of dice (1 to 1,000), d, and a number of sides (1 to 1,000,000).",
		Example: inProgram("roll harm = 4d6kh3"),
		Mend:    "Write 2d6. What is done with dice, such as keeping the best, are functions: best(3, 4d6).",
	},
	{
		Code: CodeBracketPair, Section: formulas,
		Summary: "A bracket or brace has no partner.",
		Example: inFormula("max(1, 2"),
		Mend:    "Close it, or take it out. What follows a # is a comment, brackets included.",
	},
	{
		Code: CodeTooLarge, Section: formulas,
		Summary: "A formula has more than 1,024 characters or 500 parts, a program or script more than 64 KiB, or brackets are nested more than 64 deep.",
		Example: inFormula(strings.Repeat("(", MaxDepth+1) + "1" + strings.Repeat(")", MaxDepth+1)),
		Mend:    "Move a part into a quantity or a proc and call that.",
	},
	{
		Code: CodeMissingFormula, Section: formulas,
		Summary: "Where a formula belongs there is nothing, or only a comment.",
		Example: inFormula("# to be decided"),
		Mend:    "Write the formula.",
	},
	{
		Code: CodeForeignOperator, Section: formulas,
		Summary: "A formula has an operator of other languages: ? :, &&, ||, |, ^, =, {}, ; and the like.",
		Example: inFormula("1 > 2 ? 3 : 4"),
		Mend:    "Write if(condition, one, other); and, or; ** for a power; == to compare.",
	},
	{
		Code: CodeForeignWord, Section: formulas,
		Summary: "A formula has a word of other languages: let, else, contains, matches, or if without its brackets.",
		Example: inFormula("if 1 > 2 then 3 else 4"),
		Mend:    "Write if(condition, one, other); element in list.",
	},
	{
		Code: CodeMissingOperand, Section: formulas,
		Summary: "An operator, a comma or a pair of brackets has nothing on one of its sides.",
		Example: inFormula("1 +"),
		Mend:    "Write the value, or take the operator out.",
	},
	{
		Code: CodeMissingOperator, Section: formulas,
		Summary: "Two values stand side by side.",
		Example: inFormula("2 (3 + 4)"),
		Mend:    "Write an operator between them. Words are small: and, or, not.",
	},
	{
		Code: CodeMissingName, Section: formulas,
		Summary: "After a dot there is no name.",
		Example: inFormula("total. + 1"),
		Mend:    "Write the name of a field.",
	},
	{
		Code: CodeFormulaForm, Section: formulas,
		Summary: "A formula can't be read at this place.",
		Example: inFormula("1, 2"),
		Mend:    "A formula is one value; a list is written [1, 2].",
	},
	{
		Code: CodeLooseNot, Section: formulas,
		Summary: "A not stands before a comparison without brackets: it would take the left side only.",
		Example: inFormula("if(not 1 == 2, 3, 4)"),
		Mend:    "Write a != b, a not in b, or not (a < b).",
	},
	{
		Code: CodeComparisonChain, Section: formulas,
		Summary: "A comparison is compared again, as in 1 < x < 5.",
		Example: inFormula("if(1 < 2 < 3, 1, 0)"),
		Mend:    "Write 1 < x and x < 5. A comparison that is meant to be compared stands in brackets.",
	},
	{
		Code: CodeUnknownStatement, Section: programs,
		Summary: "A line of a program looks like a statement but begins with no statement's word.",
		Example: inProgram("repeat 3 { stop }"),
		Mend:    "Use one of the statements of the table of the page programs.",
	},
	{
		Code: CodeStatementForm, Section: programs,
		Summary: "A statement lacks a part, has one too many, or has its parts in another order.",
		Example: inProgram("let x 3"),
		Mend:    "Write the statement as the table of the page programs shows it. To compare, write ==.",
	},
	{
		Code: CodeAssignTarget, Section: programs,
		Summary: "Something is set that is neither a local nor a field nor a pool.",
		Example: inProgram("max(1, 2) = 3"),
		Mend:    "Set a field or a pool. What a quantity gives changes by what contributes to it.",
	},
	{
		Code: CodeIdleStatement, Section: programs,
		Summary: "A line of a program computes something that nothing is done with.",
		Example: inProgram("1 + 2"),
		Mend:    "Keep it by let, set something to it, or take the line out. A call needs its brackets.",
	},
	{
		Code: CodeArgumentName, Section: programs,
		Summary: "A value in a with list lacks the name that it is for, or something else than a name stands before its =.",
		Example: inProgram("announce noise with 3"),
		Mend:    "Write NAME = VALUE.",
	},
	{
		Code: CodeScriptForm, Section: scripts,
		Summary: "A line of a script begins like none, lacks a part or has one too many.",
		Example: inScript("garret strike"),
		Mend:    "Write NAME: ACTION, or one of dice, choose, refused, expect, all pass, rest, wait, do, over.",
	},
	{
		Code: CodePhraseForm, Section: "rules",
		Summary: "What a rule waits for, or when a condition ends, can't be read.",
		Example: inRule("turn self"),
		Mend:    "Write an event, EVENT of self, end of turn of self, self.FIELD falls, self becomes CONDITION. A formula as an end begins with when.",
	},
	{
		Code: CodeTypeForm, Section: "types",
		Summary: "A type can't be read.",
		Example: "rulec: 1\nruleset: example\nkinds:\n  creature:\n    fields:\n      friends: list creature\n",
		Mend:    "Write one of the types of the page types, such as list of creature.",
	},
	{
		Code: CodeTemplateBrace, Section: "files",
		Summary: "A brace in a sentence of the combat log has no partner.",
		Example: "rulec: 1\nruleset: example\nevents:\n  noise:\n    told: \"{event.of shouts\"\n",
		Mend:    "Close the brace behind the formula; for a brace in the text write it twice.",
	},
}

var _ = registered()

func registered() bool {
	for _, e := range explained {
		diag.Register(e)
	}
	return true
}
