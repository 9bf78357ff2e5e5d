package play

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/session"
)

// offering are the values that a parameter could have, as they are shown and typed.
type offering struct {
	t     *Table
	param *program.ActParam
	who   string
	names []names
	of    []session.Value
	// places is set if they are places or ways.
	places bool
}

// fewPlaces is how many places are listed without being asked for.
const fewPlaces = 8

// offersOf describes what a parameter could be: creatures with their distance and state, places with their words.
func (t *Table) offersOf(q session.Question, p *program.ActParam, values []session.Value) *offering {
	l := &offering{t: t, param: p, who: q.Who, names: namesOf(values), of: values}
	for i, v := range values {
		spaces, _, _, ok := t.Session.Spaces(v, p.Type, q.Who)
		switch {
		case !ok:
		case p.Type.Kind != program.ThingType:
			l.places = true
		case t.Session.IsCreature(v):
			l.names[i].says = ", " + t.away(spaces)
			if state := t.state(v.Name); state != "" {
				l.names[i].says += ", " + state
			}
		default:
			l.names[i].says = ", " + t.away(spaces)
		}
	}
	return l
}

// away says how far something is.
func (t *Table) away(spaces int) string {
	if spaces == 0 {
		return "at the same place"
	}
	unit := "space"
	if s := t.Session.Encounter().Program.Space; s != nil && s.Grid == program.ZoneGrid {
		unit = "zone"
	}
	if spaces != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s away", spaces, unit)
}

// ask asks for the parameter.
func (l *offering) ask(d *session.Deed) {
	t := l.t
	switch {
	case l.isAmount():
		t.say("%s: how many %s?", d.Title, l.param.Title)
		t.say("  %s", amounts(l.names))
	case l.places && len(l.names) > fewPlaces:
		t.say("%s: which %s? A place such as 4,2, or toward, beside or away from somebody. list shows all %d.", d.Title, l.param.Title, len(l.names))
		for _, word := range l.words() {
			if strings.HasPrefix(word, toward) {
				i, _ := l.find(word)
				t.say("  %s: %s", word, l.names[i].shown)
			}
		}
	default:
		t.say("%s: which %s?", d.Title, l.param.Title)
		t.list(l.names)
	}
	t.say("  %s back", l.elsewhere())
}

// isAmount reports whether the offers are numbers.
func (l *offering) isAmount() bool { return len(l.names) > 0 && l.names[0].amount }

// elsewhere is the input that leaves a list for something else: 0, unless that could be an amount.
func (l *offering) elsewhere() string {
	if l.isAmount() {
		return "back"
	}
	return "0"
}

// The words for places.
const toward, awayFrom, beside = "toward ", "away from ", "beside "

// words are what can be typed.
func (l *offering) words() []string {
	list := shown(l.names)
	if !l.places {
		return list
	}
	for _, x := range l.t.Session.Encounter().Things {
		if x.Name != l.who && x.Kind == l.t.Session.Encounter().Program.Creature && !l.t.isOut(x.Name) {
			for _, word := range []string{toward, beside, awayFrom} {
				if text := word + plain(l.t.Session.Title(x.Name)); l.place(text) >= 0 {
					list = append(list, text)
				}
			}
		}
	}
	return list
}

// find finds what is meant: by its number, its name, its place in any notation, or by words for a place.
func (l *offering) find(word string) (index int, ok bool) {
	if !l.places {
		return find(word, l.names)
	}
	if i := l.place(plain(word)); i >= 0 {
		return i, true
	}
	if at := figures(word); len(at) == 2 {
		i := slices.IndexFunc(l.names, func(n names) bool { return slices.Equal(figures(n.shown)[:min(2, len(figures(n.shown)))], at) })
		return i, i >= 0
	}
	return find(word, l.names)
}

// first finds what the first words of a line mean, and returns how many they are; 0 means none.
func (l *offering) first(words []string) (index, n int) {
	least := 1
	if l.places && len(figures(strings.Join(words, " "))) == 2 {
		least = len(words) // 4 2 is a place, not the fourth of the list
	}
	for n := len(words); n >= max(least, 1); n-- {
		if i, ok := l.find(strings.Join(words[:n], " ")); ok {
			return i, n
		}
	}
	return 0, 0
}

// figures returns the numbers in a text.
func figures(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r != '-' && r != '.' && (r < '0' || r > '9') })
}

// place finds the place that words mean: the nearest to somebody, next to them, or the farthest from them; of several a free one, the one
// that is so in a straight line, and has the shortest way. -1 means none.
func (l *offering) place(word string) int {
	best, least := -1, 0.0
	for _, which := range []string{toward, beside, awayFrom} {
		name, found := strings.CutPrefix(word, which)
		if !found {
			continue
		}
		who, ok := l.t.creature(name)
		if !ok {
			return -1
		}
		for i, v := range l.of {
			spaces, steps, straight, ok := l.t.Session.Spaces(v, l.param.Type, who)
			if !ok || which == beside && spaces > 1 {
				continue
			}
			rank := float64(spaces*manySteps) + straight
			if which == awayFrom {
				rank = -rank
			}
			if l.taken(v) {
				rank += manySteps * manySteps
			}
			rank = rank*manySteps + float64(steps)
			if best < 0 || rank < least {
				best, least = i, rank
			}
		}
	}
	return best
}

// taken reports whether somebody else stands where a place is, or a way ends; in a zone there is room for all.
func (l *offering) taken(v session.Value) bool {
	e := l.t.Session.Encounter()
	return e.Program.Space.Grid != program.ZoneGrid && slices.ContainsFunc(e.Things, func(x *program.Thing) bool {
		spaces, _, _, ok := l.t.Session.Spaces(v, l.param.Type, x.Name)
		return ok && spaces == 0 && x.Name != l.who && x.Kind == e.Program.Creature
	})
}

// manySteps is more than any way has.
const manySteps = 10_000

// creature finds a creature by its name, its title, or the beginning of either.
func (t *Table) creature(name string) (who string, ok bool) {
	var called []names
	for _, x := range t.Session.Encounter().Things {
		if x.Kind == t.Session.Encounter().Program.Creature {
			called = append(called, names{shown: t.Session.Title(x.Name), internal: x.Name})
		}
	}
	i, ok := find(name, called)
	if !ok {
		return "", false
	}
	return called[i].internal, true
}

// allowed returns the offers that there is a way with: foes who stand first, those who are out of the fight last.
func (t *Table) allowed(offers []session.Offer) (values []session.Value) {
	for _, o := range offers {
		if o.Allowed {
			values = append(values, o.Value)
		}
	}
	rank := func(v session.Value) int {
		switch {
		case !t.Session.IsCreature(v):
			return 0
		case t.isOut(v.Name):
			return 2
		case t.Session.IsFoe(v):
			return 0
		}
		return 1
	}
	slices.SortStableFunc(values, func(a, b session.Value) int { return rank(a) - rank(b) })
	return values
}
