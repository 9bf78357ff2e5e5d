package story

import (
	"fmt"
	"slices"
	"strings"
)

// fold makes one line of lines that say the same of several, one after the other, and one of the same action done again and again.
func (l *Log) fold(o Options) {
	l.foldSubjects()
	for i := range l.Lines {
		if x := &l.Lines[i]; x.together {
			x.Text, x.Brief = x.Text+", at the same time", x.Brief+", at the same time"
		}
	}
	if o.Brief {
		l.shorten()
	}
	if !o.Apart {
		l.foldEntries()
	}
}

// foldSubjects joins lines that say the same of several creatures: Zora, Mort: ready.
func (l *Log) foldSubjects() {
	lines := l.Lines[:0]
	for i, x := range l.Lines {
		closed := i+1 == len(l.Lines) || l.Lines[i+1].Depth <= x.Depth || l.Lines[i+1].Kind != Event
		if n := len(lines); n > 0 && closed && lines[n-1].joins(&x) {
			continue
		}
		lines = append(lines, x)
	}
	l.Lines = lines
}

// joins adds the subject of the next line to a line that says the same of others; false means that it doesn't.
func (l *Line) joins(next *Line) bool {
	plural := inPlural(l.says)
	if plural == "" || next.says == "" || l.Depth != next.Depth || len(l.Costs)+len(next.Costs) > 0 {
		return false
	}
	subject := next.subjects[0]
	if next.Text != subject+l.says || slices.Contains(l.subjects, subject) {
		return false
	}
	l.subjects = append(l.subjects, subject)
	all := strings.Join(l.subjects, ", ")
	if last := len(l.subjects) - 1; plural[0] != ':' {
		all = strings.Join(l.subjects[:last], ", ") + " and " + l.subjects[last]
	}
	if l.Brief == l.Text {
		l.Brief = all + plural
	} else if rest, ok := strings.CutPrefix(next.Brief, subject); ok {
		l.Brief = all + rest
	}
	l.Text, l.Events = all+plural, next.Events
	return true
}

// inPlural writes what is said of one creature so that it is said of several; empty means that this can't be done.
func inPlural(says string) string {
	if strings.HasPrefix(says, ": ") {
		return says
	}
	verb, rest, _ := strings.Cut(strings.TrimPrefix(says, " "), " ")
	switch {
	case verb == "is":
		verb = "are"
	case verb == "has":
		verb = "have"
	case len(verb) < 3 || !strings.HasSuffix(verb, "s") || !strings.HasPrefix(says, " "):
		return ""
	case strings.HasSuffix(verb, "oes"), strings.HasSuffix(verb, "sses"), strings.HasSuffix(verb, "shes"), strings.HasSuffix(verb, "ches"):
		verb = strings.TrimSuffix(verb, "es")
	case strings.HasSuffix(verb, "ies"):
		verb = strings.TrimSuffix(verb, "ies") + "y"
	default:
		verb = strings.TrimSuffix(verb, "s")
	}
	return strings.TrimRight(" "+verb+" "+rest, " ")
}

// foldEntries joins an entry with the same one before it, with all its lines: ..., 7 times.
func (l *Log) foldEntries() {
	var lines []Line
	last := 0 // where the last entry begins
	for i := 0; i < len(l.Lines); {
		end := i + 1
		for end < len(l.Lines) && l.Lines[end].Depth > max(l.Lines[i].Depth, 0) && l.Lines[end].Kind <= Reason && l.Lines[i].Kind == Event {
			end++
		}
		entry := l.Lines[i:end]
		if sameEntry(lines[last:], entry) {
			lines[last].repeated++
			for k := range entry {
				lines[last+k].Events = entry[k].Events
			}
		} else {
			last = len(lines)
			lines = append(lines, entry...)
		}
		i = end
	}
	for i := range lines {
		if x := &lines[i]; x.repeated > 0 {
			times := fmt.Sprintf(", %d times", x.repeated+1)
			x.Text, x.Costs = x.Text+times, nil
			if x.Brief != "" {
				x.Brief += times
			}
		}
	}
	l.Lines = lines
}

// sameEntry reports whether two entries are actions that say the same, apart from what is left after their costs.
func sameEntry(a, b []Line) bool {
	return len(a) > 0 && a[0].acts && slices.EqualFunc(a, b, func(x, y Line) bool {
		return x.Kind == y.Kind && x.Depth == y.Depth && x.Text == y.Text && (len(x.Costs) == 0) == (len(y.Costs) == 0)
	})
}
