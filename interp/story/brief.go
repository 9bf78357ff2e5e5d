package story

import "strings"

// shorten leaves one line of each action: what is done, then how it comes out and what it
// changes.
func (l *Log) shorten() {
	short := l.Lines[:0]
	var open *shortened // what the last line says; nil: it takes no more
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
				x.Text, x.Depth, x.Costs = x.Brief, 1, nil
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
	// moved is where in then stands who went where last.
	moved map[string]int
}

// take adds how the action goes on. Of several ways of one only the last is kept.
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
	a.then = append(a.then, x.Brief)
}

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
