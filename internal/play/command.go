package play

import (
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/story"
)

// commands are what can be typed instead of an answer.
var commands = []struct {
	name, says string
	// do runs it; it reports whether the question that was put is no longer open.
	do func(t *Table, args []string) (moved bool)
}{
	{"why [WHAT]", "why something isn't possible now", nil},
	{"odds WHAT", "the odds of an action: odds punch mort", nil},
	{"undo [N]", "take the last decision back, or the last N", (*Table).undo},
	{"tactic", "let the tactic decide", (*Table).tactic},
	{"hint", "what the tactic would do", (*Table).hint},
	{"look [NAME]", "the state of one combatant, or of everyone", (*Table).look},
	{"map", "where everyone is", (*Table).ground},
	{"log", "everything that has happened", (*Table).log},
	{"save FILE", "write the fight as a script, which rulec run plays again", (*Table).save},
	{"quit", "leave the table", (*Table).quit},
	{"help", "this list", nil},
}

// command runs the typed words if they are a command. It reports whether they were one, and whether the question that was put is no longer
// open.
func (t *Table) command(words []string) (isOne, moved bool) {
	if len(words) == 0 {
		return false, false
	}
	word := strings.ToLower(words[0])
	if word == "help" || word == "?" {
		t.say("Answer with a number or a name from the list: 1, punch, punch mort. Other commands:")
		for _, c := range commands {
			t.say("  %s: %s", c.name, c.says)
		}
		return true, false
	}
	for _, c := range commands {
		if name, _, _ := strings.Cut(c.name, " "); name == word && c.do != nil {
			return true, c.do(t, words[1:])
		}
	}
	return false, false
}

func (t *Table) undo(args []string) bool {
	n := 1
	if len(args) > 0 {
		if k, err := strconv.Atoi(args[0]); err == nil && k > 0 {
			n = k
		} else {
			t.say("Type undo to take the last decision back, undo 3 for the last three.")
			return false
		}
	}
	if t.Session.Decisions() == 0 {
		t.say("Nothing has been decided yet.")
		return false
	}
	t.Session.BackTo(t.Session.Decisions() - n)
	t.back = true
	return true
}

func (t *Table) tactic([]string) bool {
	return !t.failed(t.Session.ByTactic())
}

func (t *Table) hint([]string) bool {
	w, ok := t.Session.Suggestion()
	switch {
	case !ok:
		t.say("No tactic covers this.")
	case w == nil:
		t.say("The tactic would do nothing.")
	default:
		t.say("The tactic would choose %s.", w.InWords())
	}
	return false
}

func (t *Table) look(args []string) bool {
	who := strings.Join(args, " ")
	found := false
	for _, x := range t.Session.Encounter().Things {
		if x.Kind == t.Session.Encounter().Program.Creature && (who == "" || plain(x.Name) == plain(who)) {
			t.say("  %s: %s", t.Session.Title(x.Name), t.state(x.Name))
			found = true
		}
	}
	if !found {
		t.say("There is no combatant called %s.", who)
	}
	return false
}

// state prints the state of a combatant: pools and conditions.
func (t *Table) state(who string) string {
	for _, r := range t.Session.States() {
		if r.Name != t.Session.Title(who) {
			continue
		}
		parts := append(slices.Clone(r.Pools), r.Conditions...)
		if r.Out {
			parts = append(parts, "out of the fight")
		}
		return strings.Join(parts, ", ")
	}
	return ""
}

func (t *Table) ground([]string) bool {
	m := t.Session.Map()
	if m == nil {
		t.say("There is no map.")
		return false
	}
	for _, line := range m.Lines() {
		t.say("  %s", line)
	}
	return false
}

func (t *Table) log([]string) bool {
	t.Session.Log(story.Options{Dice: dice.InWords}).Text(t.Out)
	return false
}

func (t *Table) save(args []string) bool {
	if len(args) != 1 {
		t.say("Type save and the name of a file: save fight.yaml.")
		return false
	}
	path, err := t.Save(args[0])
	shown := experiment.Quote([]string{experiment.Path(path)})
	switch {
	case err != nil:
		t.say("Couldn't save it: %s.", err)
	case t.Session.UnderWay():
		t.say("Saved, in the middle of an action: rulec play %s --go-on goes on from here.", shown)
	default:
		t.say("Saved. rulec run %s plays it again.", shown)
	}
	return false
}

func (t *Table) quit([]string) bool {
	t.left = true
	return true
}
