package story

import (
	"regexp"
	"strings"
)

// shorten leaves one line for each action: the action, then its outcome and its changes.
func (l *Log) shorten() {
	short := l.Lines[:0]
	var open *shortened // the action of the last line; nil means that it takes no more
	for _, x := range l.Lines {
		switch {
		case x.Kind == Reason:
		case x.Kind != Event:
			open = nil
			short = append(short, x)
		case x.Depth > 1 && open != nil:
			open.take(&x)
			short[len(short)-1].Text = open.text()
		default:
			open = nil
			if x.Brief != "" {
				open = &shortened{does: x.Brief}
				x.Text, x.Depth, x.Costs = withoutFigures(x.Brief), 1, nil
				open.does = x.Text
				short = append(short, x)
			}
		}
	}
	l.Lines = short
}

// shortened is an action in one line.
type shortened struct {
	does string
	then []string
	// checks is how many of the last ones are of checks.
	checks int
	// moved is the index in then of each creature's last move.
	moved map[string]int
}

// take adds a further line of the action. Of several moves of one creature only the last is kept, and of checks what the ruleset makes of
// them, if it says that with their numbers.
func (a *shortened) take(x *Line) {
	if x.Brief == "" {
		return
	}
	if x.Mover != "" {
		if at, again := a.moved[x.Mover]; again {
			a.then[at] = ""
		}
		if a.moved == nil {
			a.moved = map[string]int{}
		}
		a.moved[x.Mover] = len(a.then)
	}
	text := withoutFigures(x.Brief)
	if x.Verdict == NoVerdict {
		if strings.Contains(strings.TrimPrefix(x.Brief, text), " against ") {
			a.then = a.then[:len(a.then)-a.checks]
		}
		a.checks = -1
	}
	a.then, a.checks = append(a.then, text), a.checks+1
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

func (a *shortened) text() string {
	text, sep := a.does, " – "
	for _, t := range a.then {
		if t != "" {
			text += sep + t
			sep = "; "
		}
	}
	return strings.TrimSpace(text)
}
