package syntax

import (
	"maps"
	"slices"
)

// The words of the language by purpose, except the first words of statements and lines of
// scripts. Together with the names of the functions they are the published list.
var (
	// clauseWords end a formula when they follow a complete one outside brackets.
	clauseWords = []string{
		"where", "by", "as", "default", "with", "until", "to", "on", "for", "at", "from",
		"after", "of", "together", "against", "else",
	}
	otherStatementWords = []string{"some", "chance", "order", "all", "pass", "actions"}
	operatorWords       = []string{"and", "or", "not", "in"}
	// valueWords are read without parentheses.
	valueWords  = []string{"true", "false", "none", "each", "self", "it", "event", "now", "was"}
	phraseWords = []string{
		"start", "end", "of", "next", "when", "begins", "ends", "rises", "falls", "changes",
		"becomes", "loses", "rolls", "moves", "acts", "my", "its", "anyone",
	}
	typeWords = []string{"list", "set", "map", "formula", "program", "pool", "roll"}
)

var (
	isStatementWord map[string]bool
	isClauseWord    = set(clauseWords)
	isOperatorWord  = set(operatorWords)
	isValueWord     = set(valueWords)
)

func set(words ...[]string) map[string]bool {
	s := map[string]bool{}
	for _, w := range slices.Concat(words...) {
		s[w] = true
	}
	return s
}

// Words returns the words that have a meaning in the syntax of formulas, programs, scripts,
// phrases and types, sorted and without duplicates. The names of
// functions and of one-word types aren't included: the checker's package adds those.
// Definitions may have the same name as one of them. See "Names" in spec/files.md.
func Words() []string {
	return slices.Sorted(maps.Keys(set(statementWords, lineWords, clauseWords, otherStatementWords, operatorWords,
		valueWords, phraseWords, typeWords)))
}

// ClauseWords returns the words that end a formula in a statement.
func ClauseWords() []string { return slices.Clone(clauseWords) }

// StatementWords returns the words that statements begin with.
func StatementWords() []string { return slices.Clone(statementWords) }

// Reserved reports whether a word begins a statement, or is an operator or a value.
func Reserved(word string) bool {
	return isStatementWord[word] || isOperatorWord[word] || isValueWord[word]
}
