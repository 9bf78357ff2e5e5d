package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/internal/experiment"
	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/session"
)

// commands are what can be typed instead of an answer.
var commands = []struct {
	name, says string
	// do runs it, and sets moved if the question that was put is no longer open. Nil commands are those of questions about actions. During is
	// set for what needs a question.
	do     func(t *Table, args []string)
	during bool
}{
	{"again", "the same action as the last time, at the same target", nil, false},
	{"list", "what is seldom wanted, too", nil, false},
	{"why [WHAT]", "why something isn't possible now, and what it is", nil, false},
	{"odds WHAT", "the odds of an action, or of passing: odds punch mort", nil, false},
	{"undo [N]", "take the last decision back, or the last N", (*Table).undo, false},
	{"tactic", "let the tactic decide", (*Table).tactic, true},
	{"hint", "what the tactic would do", (*Table).hint, true},
	{"passed [N]", "what you weren't asked since your last decision; with a number: go back and be asked", (*Table).passed, true},
	{"asking [always|matters|never]", "which questions you are asked", (*Table).asking, true},
	{"stop WHAT [HOW]", "ask about an action or an event: anybody, at me, others, never, or usual", (*Table).stop, true},
	{"yield [round|end]", "pass everything until your turn, the end of the round, or the end", (*Table).yield, true},
	{"look [NAME]", "the state of one combatant, or of everyone", (*Table).look, false},
	{"map", "where everyone is", (*Table).ground, false},
	{"log", "everything that has happened", (*Table).log, false},
	{"save NAME", "write the fight as a script, which rulec run plays again", (*Table).save, false},
	{"quit", "leave the table", (*Table).quit, false},
	{"help", "this list", nil, false},
}

// command runs the typed words if they are a command, and reports whether they were one.
func (t *Table) command(words []string) bool {
	if len(words) == 0 || t.isTitle(words) {
		return false
	}
	word := strings.ToLower(words[0])
	if word == "help" || word == "?" {
		t.say("Answer with a number or a name from the list: 1, punch, punch mort. To add something: punch mort +aimed. Places: 4,2, toward mort, " +
			"beside mort, away from mort. Other commands:")
		for _, c := range commands {
			t.say("  %s: %s", c.name, c.says)
		}
		return true
	}
	for _, c := range commands {
		if name, _, _ := strings.Cut(c.name, " "); name != word || c.do == nil {
			continue
		}
		if _, more := t.Session.Question(); !more && c.during {
			t.say("The fight is over.")
		} else {
			c.do(t, words[1:])
		}
		return true
	}
	return false
}

// isTitle reports whether a line begins with the title of an action of two words or more, which may begin like a command: save turn.
func (t *Table) isTitle(words []string) bool {
	if t.menu == nil {
		return false
	}
	x, rest := begun(t.menu.items, words)
	return x != nil && len(words)-len(rest) > 1
}

func (t *Table) undo(args []string) {
	n, err := 1, error(nil)
	if len(args) > 0 {
		n, err = strconv.Atoi(args[0])
	}
	if err != nil || n < 1 {
		t.say("Type undo to take the last decision back, undo 3 for the last three.")
		return
	}
	for ; n > 0 && t.Session.Undo(); n-- {
		t.back, t.moved = true, true
	}
	if !t.moved {
		t.say("Nothing has been decided yet.")
	}
}

func (t *Table) tactic([]string) { t.moved = !t.failed(t.Session.ByTactic()) }

func (t *Table) hint([]string) {
	q := t.asked
	w, ok := t.Session.Suggestion()
	picked, chooses := t.Session.SuggestedPick()
	switch {
	case chooses:
		t.say("The tactic would choose %s.", chosen(q, picked))
	case q.Kind == session.Choice && q.HasDefault:
		t.say("The tactic would leave it as usual.")
	case !ok:
		t.say("No tactic covers this.")
	case w == nil:
		t.say("The tactic would do nothing.")
	default:
		t.say("The tactic would choose %s.", w.InWords())
	}
}

// passed lists the questions that weren't put, or goes back to one of them.
func (t *Table) passed(args []string) {
	var list []int // of those that say the same only the first
	said := map[string]bool{}
	for i, p := range t.Session.PassedBy() {
		if text := p.InWords() + ": " + p.Why; !said[text] {
			said[text], list = true, append(list, i)
			if len(args) == 0 {
				t.say("  %d %s", len(list), text)
			}
		}
	}
	switch {
	case len(args) > 0:
		n, err := strconv.Atoi(args[0])
		t.moved = err == nil && n > 0 && n <= len(list) && t.Session.Reopen(list[n-1])
		if t.back = t.moved; !t.moved {
			t.say("There is no %q to go back to: passed lists what there is.", args[0])
		}
	case len(list) == 0:
		t.say("Nothing was passed since your last decision.")
	}
}

// asking says or sets which questions are put.
func (t *Table) asking(args []string) {
	a := t.Session.Asking()
	if len(args) == 0 {
		t.say("You are asked %s.", modes[a.Mode])
		for _, s := range a.Stops {
			t.say("  %s: %s", s.On, scopes[s.Scope])
		}
		return
	}
	mode := slices.Index(session.Modes, args[0])
	if mode < 0 {
		t.say("Type asking %s.", strings.Join(session.Modes, ", asking "))
		return
	}
	a.Mode = session.Mode(mode)
	t.say("From now on you are asked %s.", modes[a.Mode])
	t.moved = t.Session.Ask(a)
}

// modes are the modes of asking, in words.
var modes = map[session.Mode]string{session.Always: "everything", session.Matters: "what matters", session.Never: "only about turns and open floors"}

// scopes are what a stop is about, in words.
var scopes = map[session.Scope]string{
	session.Anybody: "always", session.OnlyAtMe: "only if it is at you", session.OtherSides: "only if another side acts", session.Nobody: "never",
}

// stop has something asked, or passed, from now on.
func (t *Table) stop(args []string) {
	what, usual := strings.CutSuffix(strings.Join(args, " "), " usual")
	scope := session.Anybody
	for i, word := range session.Scopes {
		if rest, found := strings.CutSuffix(what, " "+word); found {
			what, scope = rest, session.Scope(i)
		}
	}
	called := t.askable()
	i, ok := find(what, called)
	if !ok {
		t.say("There is no action, event or choice %q. Type stop and its name, then anybody, at me, others, never, or usual.", what)
		return
	}
	on, a := called[i], t.Session.Asking()
	says := "as usual"
	a.Stops = slices.DeleteFunc(slices.Clone(a.Stops), func(s session.Stop) bool { return s.On == on.internal })
	if !usual {
		a.Stops = append(a.Stops, session.Stop{On: on.internal, Scope: scope})
		says = scopes[scope]
	}
	t.say("You are asked about %s: %s.", on.shown, says)
	t.moved = t.Session.Ask(a)
}

// askable names the actions, the events and the choices.
func (t *Table) askable() (called []names) {
	p := t.Session.Encounter().Program
	for _, a := range p.Actions {
		called = append(called, names{shown: a.Def.Title, internal: a.Def.Name})
	}
	return slices.Concat(called, namesOf(declared(p.Events)), namesOf(declared(p.Choices)))
}

// yield passes everything for a while.
func (t *Table) yield(args []string) {
	end := session.MyTurn
	if len(args) > 0 {
		end = session.Yield(slices.Index(session.Yields, strings.Join(args, " ")))
	}
	if end < session.MyTurn {
		t.say("Type yield, yield round, or yield end.")
		return
	}
	a := t.Session.Asking()
	a.Until = end
	t.say("Passing until %s, or until you are hurt or could answer what is done to you.", end)
	t.moved = t.Session.Ask(a)
}

func (t *Table) look(args []string) {
	list := t.combatants
	if len(args) > 0 {
		i, ok := find(strings.Join(args, " "), list)
		if !ok {
			t.say("There is no combatant called %s.", strings.Join(args, " "))
			return
		}
		list = list[i : i+1]
	}
	for _, x := range list {
		t.say("  %s: %s", x.shown, t.state(x.internal))
	}
}

func (t *Table) ground([]string) {
	if m := t.Session.Map(); m == nil {
		t.say("There is no map.")
	} else {
		for _, line := range m.Lines() {
			t.say("  %s", line)
		}
	}
}

func (t *Table) log([]string) { t.Session.Log(story.Options{Dice: dice.InWords}).Text(t.Out) }

func (t *Table) save(args []string) {
	if len(args) == 0 {
		t.say("Type save and a name: save evening.")
		return
	}
	path, err := t.Save(t.Session, strings.Join(args, "-"))
	shown := experiment.Quote([]string{experiment.Path(path)}) // in one line, to be copied
	switch {
	case err != nil:
		t.say("Couldn't save it: %s.", err)
	case t.Session.UnderWay():
		t.say("Saved, in the middle of an action. This goes on from here:")
		fmt.Fprintf(t.Out, "  rulec play %s --go-on\n", shown)
	default:
		t.say("Saved. This plays it again:")
		fmt.Fprintf(t.Out, "  rulec run %s\n", shown)
	}
}

func (t *Table) quit([]string) { t.left, t.moved = true, true }

// completed lists what a line could become, if it begins like that: commands, and what answers the question.
func (t *Table) completed(line string) []string {
	var list []string
	if t.complete != nil {
		list = t.complete(line)
	}
	for _, c := range commands {
		name, _, _ := strings.Cut(c.name, " ")
		list = append(list, name)
	}
	return list
}

// answer shows a prompt until something other than a command is typed, and returns its words; ok is false if the question is no longer
// open: the input has ended, or a command has led elsewhere.
func (t *Table) answer(prompt string) (words []string, ok bool) {
	for t.moved = false; !t.moved; {
		words, t.queued = t.queued, nil
		if len(words) == 0 {
			line, more := t.Lines.Read(prompt+"> ", t.completed)
			if t.left = !more; t.left {
				break
			}
			words = strings.Fields(line)
		}
		if !t.command(words) {
			return words, true
		}
	}
	return nil, false
}
