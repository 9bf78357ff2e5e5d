package story

import (
	"regexp"
	"slices"
	"strings"
)

// shorten leaves one line for each action: the action, then its outcome and its changes.
func (l *Log) shorten() {
	short := l.Lines[:0]
	does, then := "", []Line(nil) // the action of the last line, which takes more unless this is empty, and what it has taken
	for _, x := range l.Lines {
		switch {
		case x.Kind == Reason:
		case x.Kind != Event:
			does = ""
			short = append(short, x)
		case x.Depth > 1 && does != "":
			then = take(then, x)
			text, sep := does, " – "
			for _, x := range then {
				text, sep = text+sep+x.Text, "; "
			}
			short[len(short)-1].Text = text
		default:
			does, then = withoutFigures(x.Brief), nil
			if does != "" {
				x.Text, x.Depth, x.Costs = does, 1, nil
				short = append(short, x)
			}
		}
	}
	l.Lines = short
}

// take adds a further line of an action. Of several moves of one creature only the last is kept, and of checks what the ruleset makes of
// them, if it says that with their numbers.
func take(then []Line, x Line) []Line {
	x.Text = withoutFigures(x.Brief)
	if x.Brief == "" {
		return then
	}
	if x.Mover != "" {
		then = slices.DeleteFunc(then, func(before Line) bool { return before.Mover == x.Mover })
	}
	if x.Verdict == NoVerdict && strings.Contains(strings.TrimPrefix(x.Brief, x.Text), " against ") {
		for len(then) > 0 && then[len(then)-1].Verdict != NoVerdict {
			then = then[:len(then)-1]
		}
	}
	return append(then, x)
}

// withoutFigures leaves out what a sentence says in figures behind its point: hits: 15 against 9 (5 shooter + 4 size).
func withoutFigures(text string) string {
	if at := strings.Index(text, ": "); at >= 0 && strings.Contains(text[at:], " against ") {
		return text[:at]
	}
	return figures.ReplaceAllString(text, "")
}

// figures are figures in brackets at the end of a sentence.
var figures = regexp.MustCompile(` \([^()]*\d[^()]*\)$`)
