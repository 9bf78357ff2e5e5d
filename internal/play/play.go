package play

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/terminal"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/session"
)

// Play plays until the fight is over and the player leaves, or the input ends.
func (t *Table) Play() error {
	t.begin()
	for {
		if err := t.tell(); err != nil {
			return err
		}
		q, more := t.Session.Question()
		if !more {
			if _, _, err := t.Session.Over(); err != nil || !t.end() {
				return err
			}
			continue
		}
		t.ask(q)
		if t.left {
			return nil
		}
	}
}

// begin forgets the fight before, and says who plays whom, with which dice.
func (t *Table) begin() {
	t.combatants = nil
	for _, x := range t.Session.Encounter().Things {
		if x.Kind == t.Session.Encounter().Program.Creature {
			t.combatants = append(t.combatants, names{shown: t.Session.Title(x.Name), internal: x.Name})
		}
	}
	seed, _ := t.Session.Seed()
	text := "everyone"
	if hands := t.Session.Options().Hands; len(hands) > 0 {
		var titles []string
		for _, name := range hands {
			titles = append(titles, cmp.Or(t.Session.Title(name), "the side "+name))
		}
		text = strings.Join(titles, " and ") + "; tactics play the others"
	}
	t.show(terminal.Quiet, "You play %s. Seed %d; help lists what you can type.", text, seed)
	t.shown, t.back, t.queued = nil, false, nil
	t.numbers, t.done = map[*program.Action]int{}, map[string]session.Way{}
}

// end asks what to do after the end of a fight; false means to leave.
func (t *Table) end() bool {
	t.say("The fight is over: undo, new (with other dice), save NAME, log, or return to leave.")
	for {
		words, ok := t.answer("over")
		switch {
		case t.moved && !t.left:
			return true
		case !ok || len(words) == 0 || words[0] == "exit":
			return false
		case words[0] != "new":
			t.say("Type undo, new, save NAME, log, or return to leave.")
		default:
			if s, err := t.Again(); !t.failed(err) {
				t.Session = s
				t.begin()
				return true
			}
		}
	}
}

// tell prints what has happened since the last call.
func (t *Table) tell() error {
	log := t.Session.Log(story.Options{Apart: true, Dice: dice.InWords})
	part := &story.Log{Lines: added(t.shown, log.Lines, t.events)}
	switch {
	case t.back:
		t.say("back to this point:")
		from := max(0, len(log.Lines)-recalled)
		for from > 0 && log.Lines[from].Depth > 1 {
			from--
		}
		part.Lines = log.Lines[from:]
	case t.shown == nil:
		part.Title = log.Title
	}
	t.shown, t.events, t.back = log.Lines, t.Session.Events(), false
	return part.Painted(t.Out, t.painted)
}

// recalled is how many lines at least are printed once more when decisions are taken back.
const recalled = 5

// added returns the lines of a log that an earlier one, of the first so many events, doesn't have. A line that later events have changed is
// printed again only if it tells of them, such as one line for things that happen at the same time.
func added(earlier, now []story.Line, events int) []story.Line {
	var lines []story.Line
	old := earlier
	for _, l := range now {
		if i := slices.IndexFunc(old, func(x story.Line) bool { return alike(&x, &l) }); i >= 0 {
			old = old[i+1:]
		} else if l.Events > events || earlier == nil {
			lines = append(lines, l)
		}
	}
	return lines
}

// alike reports whether two lines say the same. What an action has cost comes later, and isn't worth the whole line again.
func alike(a, b *story.Line) bool {
	return a.Kind == b.Kind && a.Depth == b.Depth && a.Text == b.Text && reflect.DeepEqual(a.Map, b.Map)
}

// ask puts a question until it is answered, or something else is done.
func (t *Table) ask(q session.Question) {
	t.asked = q
	t.passedBy()
	switch q.Kind {
	case session.Dice:
		t.askDice(q)
	case session.Choice:
		t.askChoice(q)
	default:
		t.askAct(q)
	}
	t.complete, t.menu = nil, nil
}
