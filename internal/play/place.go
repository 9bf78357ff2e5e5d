package play

import (
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/session"
)

// offering are the values that the next parameter of a way could have, as they are shown and typed; all are also those that aren't allowed.
type offering struct {
	t     *Table
	param *program.ActParam
	all   []session.Offer
	of    []session.Value
	names []names
	// places is set if they are places or ways, doubtful if the last one has to be asked for even if it is the only one.
	places, doubtful bool
}

// fewPlaces is how many places are listed without being asked for.
const fewPlaces = 8

// offers describes what the next parameter of a way could be: creatures with their distance and state, places with their words.
func (t *Table) offers(w session.Way) *offering {
	l := &offering{t: t, param: w.Action.Params[len(w.Given)], all: t.Session.Offers(w)}
	for _, o := range l.all {
		if o.Allowed {
			l.of, l.doubtful = append(l.of, o.Value), o.Doubtful
		}
	}
	l.names = namesOf(l.of)
	for i, v := range l.of {
		spaces, _, _, ok := t.Session.Spaces(v, l.param.Type, t.asked.Who)
		switch state := t.state(v.Name); {
		case !ok:
		case l.param.Type.Kind != program.ThingType:
			l.places = true
		case state != "":
			l.names[i].says = ", " + t.away(spaces) + ", " + state
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
	if t.inZones() {
		unit = "zone"
	}
	if spaces != 1 {
		unit += "s"
	}
	return fmt.Sprintf("%d %s away", spaces, unit)
}

// inZones reports whether the ground consists of zones.
func (t *Table) inZones() bool {
	s := t.Session.Encounter().Program.Space
	return s != nil && s.Grid == program.ZoneGrid
}

// ask asks for the parameter of an action.
func (l *offering) ask(title string) {
	t := l.t
	switch {
	case l.isAmount():
		t.say("%s: how many %s?", title, l.param.Title)
		t.say("  %s", amounts(l.names))
	case l.places && len(l.names) > fewPlaces:
		t.say("%s: which %s? A place such as 4,2, or toward, beside or away from somebody. list shows all %d.", title, l.param.Title, len(l.names))
		for _, word := range l.words() {
			if strings.HasPrefix(word, toward) {
				i, _ := l.find(word)
				t.say("  %s: %s", word, l.names[i].shown)
			}
		}
	default:
		t.say("%s: which %s?", title, l.param.Title)
		t.list(l.names)
	}
	t.say("  %s back", l.elsewhere())
}

// cant says why something can't be the parameter.
func (l *offering) cant(word string) {
	t := l.t
	values := make([]session.Value, len(l.all))
	for i := range l.all {
		values[i] = l.all[i].Value
	}
	i, found := find(word, namesOf(values))
	if who, isOne := find(word, t.combatants); !found && isOne && t.row(t.combatants[who].internal).Out {
		t.say("%s is out of the fight.", t.combatants[who].shown)
	} else if found && !l.all[i].Allowed {
		t.say("%s can't be the %s: %s.", l.all[i].Text, l.param.Title, l.all[i].Why)
	} else if word != "" {
		t.say("%q can't be the %s here.", word, l.param.Title)
	}
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
	for _, x := range l.t.combatants {
		for _, word := range []string{toward, beside, awayFrom} {
			if text := word + plain(x.shown); x.internal != l.t.asked.Who && !l.t.row(x.internal).Out && l.place(text) >= 0 {
				list = append(list, text)
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
	for n := len(words); n >= least; n-- {
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
		who, ok := find(name, l.t.combatants)
		if !ok {
			return -1
		}
		for i, v := range l.of {
			spaces, steps, straight, ok := l.t.Session.Spaces(v, l.param.Type, l.t.combatants[who].internal)
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
	return !l.t.inZones() && slices.ContainsFunc(l.t.combatants, func(x names) bool {
		spaces, _, _, ok := l.t.Session.Spaces(v, l.param.Type, x.internal)
		return ok && spaces == 0 && x.internal != l.t.asked.Who
	})
}

// manySteps is more than any way has.
const manySteps = 10_000
