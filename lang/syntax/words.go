package syntax

import (
	"maps"
	"slices"
)

// The words of the language by what they are for. Together with the names of
// the built-in functions they are the published list that names of locals,
// procs, parameters and fields keep clear of.
var (
	statementWords = []string{
		"let", "roll", "choose", "announce", "perform", "pay", "apply", "end", "move",
		"schedule", "if", "else", "for", "afterwards", "stop",
	}
	// clauseWords end a formula when they follow a complete one outside brackets.
	clauseWords = []string{
		"where", "by", "as", "default", "with", "until", "to", "on", "for", "at", "from",
		"after", "of", "together",
	}
	otherStatementWords = []string{"some", "chance", "order", "all", "pass", "actions"}
	operatorWords       = []string{"and", "or", "not", "in"}
	valueWords          = []string{
		"true", "false", "none", "each", "self", "it", "event", "now", "was", "my", "its", "anyone",
	}
	phraseWords = []string{
		"start", "end", "of", "next", "when", "begins", "ends", "rises", "falls", "changes",
		"becomes", "loses", "rolls", "moves", "acts",
	}
	scriptWords = []string{"dice", "expect", "refused", "rest", "wait", "do", "over"}
	typeWords   = []string{
		"number", "bool", "dice", "text", "place", "act", "list", "set", "map", "formula", "program", "pool",
	}
	// listWords are the calls in which each is the element at hand.
	listWords = []string{
		"any", "all", "none", "one", "filter", "map", "count", "sum", "find", "sortBy",
		"most", "least", "highest", "lowest",
	}
	// formulaWords are calls with a meaning of their own beside the list words.
	formulaWords = []string{"if"}
)

var (
	isStatementWord = set(statementWords)
	isClauseWord    = set(clauseWords)
	isOperatorWord  = set(operatorWords)
)

func set(words ...[]string) map[string]bool {
	s := map[string]bool{}
	for _, w := range slices.Concat(words...) {
		s[w] = true
	}
	return s
}

// Words returns the words that the syntax of formulas, programs, scripts,
// phrases and types gives a meaning to, sorted, each once. The names of
// built-in functions are not among them: the checker's package adds those.
// Definitions may be called like one of them; locals, procs, parameters and
// fields may not. See "Words" in spec/language.md.
func Words() []string {
	return slices.Sorted(maps.Keys(set(statementWords, clauseWords, otherStatementWords, operatorWords,
		valueWords, phraseWords, scriptWords, typeWords, listWords, formulaWords)))
}

// ListWords returns the calls whose second argument is a formula about each
// element of the first. Of some (count, sum, highest, lowest) it may be left out.
func ListWords() []string { return slices.Clone(listWords) }
