package syntax

import (
	"maps"
	"strings"
)

// statementSpec is a row of the tables of statements and script lines: the grammar, the
// readers, the hints and the published words are derived from them.
type statementSpec[N any] struct {
	// word is its first word; empty if that is a name.
	word string
	// usage shows its longest form; may be empty.
	usage string
	// wants describes what belongs after its words; "" is the first. Words that mean the same in
	// every sentence are in the variable wants.
	wants map[string]string
	// forms are its possible forms; none for a word that continues another sentence.
	forms []any
	// read parses one that begins with the word; nil if more tokens decide.
	read func(*reader, []token) N
}

// statementTable lists the statements of programs, except assignments and calls, which have no word.
var statementTable = []statementSpec[Stmt]{
	{"let", "let NAME = VALUE", texts{"": "the name of a new value"}, forms(Let{}), read[Let]},
	{"roll", "roll NAME by WHO as LABEL = DICE against NUMBER", texts{"": "the name of the roll"}, forms(Roll{}), read[Roll]},
	{"choose", "choose NAME from LIST where WHAT by WHO default VALUE",
		texts{"": "the name of the choice", "from": "a list to choose from"}, forms(Choose{}), read[Choose]},
	{"draw", "draw NAME from DECK by WHO", texts{"": "the name of the card", "from": "a deck"}, forms(Draw{}), read[Draw]},
	{"discard", "discard CARD to DECK", texts{"": "a card", "to": "a deck"}, forms(Discard{}), read[Discard]},
	{"shuffle", "shuffle DECK", texts{"": "a deck"}, forms(Shuffle{}), read[Shuffle]},
	{"announce", "announce EVENT of WHOM with NAME = VALUE for LIST until all pass", texts{"": "the name of an event"}, forms(Announce{}), read[Announce]},
	{"perform", "perform ACTION by WHO on WHOM with NAME = VALUE else { .. }", texts{"": "an action"}, forms(Perform{}), read[Perform]},
	{"pay", "pay POOL 2 from WHO", texts{"": "a pool", "from": "the creature or thing that pays"}, forms(Pay{}), read[Pay]},
	{"apply", "apply CONDITION to WHOM by WHO with NAME = VALUE until END", texts{"": "a condition", "to": "a creature or thing"}, forms(Apply{}), read[Apply]},
	{"end", "end CONDITION on WHOM where WHAT until END, or: end INSTANCE, or: end ACT, or: end ENTRY of WHOM", texts{"": "a condition, an instance, an act or an entry"}, forms(endForm{}), read[endForm]},
	{"move", "move WHO to WHERE, WHO to WHERE", texts{"": "the creature or thing that moves", "to": "a place"}, forms(Move{}), read[Move]},
	{"schedule", "schedule ENTRY of WHOM at WHEN with NAME = VALUE for INSTANCE", texts{"": "the name of an entry"}, forms(Schedule{}), read[Schedule]},
	{"if", "if WHAT { .. } else { .. }", texts{"": "a test"}, forms(ifForm{}), read[ifForm]},
	{"else", "if WHAT { .. } else { .. }", nil, nil, nil},
	{"for", "for NAME in LIST where WHAT in order of NUMBER together { .. }",
		texts{"": "the name of the element", "of": "a number or step to sort by"}, forms(For{}), read[For]},
	{"while", "while WHAT { .. }", texts{"": "a test"}, forms(While{}), read[While]},
	{"afterwards", "afterwards { .. }", nil, forms(Afterwards{}), read[Afterwards]},
	{"stop", "stop with VALUE, or: stop with NAME = VALUE, NAME = VALUE", texts{"with": "a value"}, forms(stopForm{}), read[stopForm]},
}

// lineTable lists the lines of scripts.
var lineTable = []statementSpec[Item]{
	{"", "", nil, forms(turnForm{}, answerForm{}), nil},
	{"refused", `refused NAME: ACTION on WHOM "reason", or: refused NAME: choose WHAT = VALUE`,
		texts{"": "the name of a combatant"}, forms(refusedForm{}, notOfferedForm{}), nil},
	{"dice", "dice NAME.LABEL 4 2", texts{"": "the label of a roll"}, forms(diceForm{}), readLine[diceForm]},
	{"draw", "draw NAME.DECK CARD CARD", texts{"": "a deck"}, forms(drawsForm{}), readLine[drawsForm]},
	{"choose", "choose WHAT = VALUE", nil, forms(Choice{}), readLine[Choice]},
	{"expect", "expect WHAT", texts{"": "a test"}, forms(Expect{}), readLine[Expect]},
	{"wait", "wait 10", texts{"": "a time"}, forms(Wait{}), readLine[Wait]},
	{"do", "do { .. }", nil, forms(Do{}), readLine[Do]},
	{"all", "all pass", nil, forms(allPassForm{}), readLine[allPassForm]},
	{"others", "others pass", nil, forms(othersPassForm{}), readLine[othersPassForm]},
	{"rest", "", nil, forms(restForm{}), readLine[restForm]},
	{"over", "", nil, forms(overForm{}), readLine[overForm]},
}

// lineKey is the key of a script line in the usages of sentences, if its
// word is also that of a statement.
func lineKey(word string) string { return word + " .." }

type texts = map[string]string

func forms(list ...any) []any { return list }

// wants describes what belongs after a word in every sentence that doesn't define it itself.
var wants = texts{
	"by": "the creature that does it", "as": "the label of the roll", "default": "a default value",
	"until": `an end such as "end of round"`, "where": "a test", "in": "a list", "from": "a creature or thing",
	"to": "a creature or a place", "on": "the target", "of": "an owner", "at": "when", "after": "the name of an entry",
	"with": "NAME = VALUE", ":": "an action", "against": "a target number",
}

// The rows of the tables by their words. If a line of a script begins like a statement,
// it shares the row of the statement, except for its reader.
var (
	readers     = map[string]func(*reader, []token) Stmt{}
	lineReaders = map[string]func(*reader, []token) Item{}
	usages      = texts{}
	wantsIn     = map[string]texts{}
	// hasBlocks are the words of statements with blocks.
	hasBlocks = map[string]bool{}

	statementWords, lineWords []string
	// continuing are the words of clauses and operators that don't begin a statement, so that a
	// line that begins with one continues the line before.
	continuing     map[string]bool
	statementForms []statementForm
	lineForms      []lineForm
)

// The grammar refers to the tables, and the readers in them refer to the grammar, so these
// are filled in init instead of by initialisers.
func init() {
	for _, l := range lineTable {
		for _, f := range l.forms {
			lineForms = append(lineForms, f)
		}
		if l.word == "" {
			continue
		}
		lineWords = append(lineWords, l.word)
		usages[l.word], wantsIn[l.word] = l.usage, l.wants
		usages[lineKey(l.word)], wantsIn[lineKey(l.word)] = l.usage, l.wants
		if l.read != nil {
			lineReaders[l.word] = l.read
		}
	}
	for _, s := range statementTable {
		for _, f := range s.forms {
			statementForms = append(statementForms, f)
		}
		statementWords = append(statementWords, s.word)
		usages[s.word], wantsIn[s.word] = s.usage, s.wants
		hasBlocks[s.word] = strings.Contains(s.usage, "{")
		if s.read != nil {
			readers[s.word] = s.read
		}
	}
	statementForms = append(statementForms, changeForm{})
	isStatementWord = set(statementWords)
	continuing = set(clauseWords, []string{"and", "or", "in"})
	maps.DeleteFunc(continuing, func(word string, _ bool) bool { return isStatementWord[word] })
	continuing["else"] = true // has a row of its own that doesn't begin a statement
}

// Usage shows the longest form of the statement that begins with a word; empty if there is none.
func Usage(word string) string {
	if !isStatementWord[word] {
		return ""
	}
	return usages[word]
}
