package syntax

import "strings"

// A Lexeme is a word or mark of a formula or program, or a comment in it, for those who colour texts.
type Lexeme struct {
	// Sort is keyword, variable, property, function, number, dice, string, operator or comment.
	Sort string
	// Start and End are bytes of the text.
	Start, End int
}

// sortsOfTokens are the sorts of lexemes; a word may also be a keyword.
var sortsOfTokens = map[kind]string{
	wordToken: "variable", numberToken: "number", ordinalToken: "number", diceToken: "dice", textToken: "string", markToken: "operator",
}

// Lexemes splits the text of a formula or program, in order. What it can't contain has no lexeme.
func Lexemes(text string) (list []Lexeme) {
	end := 0
	all := append(scan(text), token{start: len(text)})
	for i, t := range all {
		if gap := strings.TrimRight(text[end:t.start], " \t\r"); strings.Contains(gap, "#") {
			list = append(list, Lexeme{"comment", end + strings.IndexByte(gap, '#'), end + len(gap)})
		}
		sort := sortsOfTokens[t.kind]
		switch {
		case t.kind != wordToken:
		case i > 0 && all[i-1].text == ".":
			sort = "property"
		case Reserved(t.text) || isClauseWord[t.text]:
			sort = "keyword"
		case all[i+1].text == "(":
			sort = "function"
		}
		if sort != "" {
			list = append(list, Lexeme{sort, t.start, t.end()})
		}
		end = t.end()
	}
	return list
}
