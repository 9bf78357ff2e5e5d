package play

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/interp/dice"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/session"
)

// Table is a fight played by hand.
type Table struct {
	Session *session.Session
	// In is the input, Out the output.
	In  io.Reader
	Out io.Writer
	// Echo writes the input after its prompt, where no terminal does.
	Echo bool
	// Save writes the fight under a name, as a script that plays it again, and returns its path.
	Save func(name string) (path string, err error)

	lines *bufio.Scanner
	shown []story.Line // lines printed so far
	// left is set at the end of the input, moved when a question that was put has been replaced by another while its answer was asked for.
	left, moved bool
	// back is set when decisions have been taken back since the last output.
	back bool
}

// ErrLeft is the error of Play when the player has left the table before the end.
var ErrLeft = errors.New("left before the end")

// Play plays until the fight is over, or the input ends.
func (t *Table) Play() error {
	t.lines = bufio.NewScanner(t.In)
	t.lines.Buffer(nil, 1<<20)
	for {
		if err := t.tell(); err != nil {
			return err
		}
		q, more := t.Session.Question()
		if !more {
			_, _, err := t.Session.Over()
			return err
		}
		t.ask(q)
		if t.left {
			return ErrLeft
		}
	}
}

// tell prints what has happened since the last call.
func (t *Table) tell() error {
	log := t.Session.Log(story.Options{Dice: dice.InWords})
	part := &story.Log{Lines: added(t.shown, log.Lines)}
	switch {
	case t.back:
		t.say("back to this point:")
		part.Lines = log.Lines[max(0, len(log.Lines)-recalled):]
	case t.shown == nil:
		part.Title = log.Title
	}
	t.shown, t.back = log.Lines, false
	return part.Text(t.Out)
}

// recalled is how many lines are printed once more when decisions are taken back.
const recalled = 5

// added returns the lines of a log that an earlier one doesn't have. Later events may change the last lines a little, such as one line for
// things that happen at the same time: only these are printed again.
func added(earlier, now []story.Line) []story.Line {
	same := 0
	for same < min(len(earlier), len(now)) && alike(&earlier[same], &now[same]) {
		same++
	}
	var lines []story.Line
	old := earlier[same:]
	for _, l := range now[same:] {
		if i := slices.IndexFunc(old, func(x story.Line) bool { return alike(&x, &l) }); i >= 0 {
			old = old[i+1:]
		} else {
			lines = append(lines, l)
		}
	}
	return lines
}

// alike reports whether two lines say the same.
func alike(a, b *story.Line) bool {
	return a.Kind == b.Kind && a.Depth == b.Depth && a.Text == b.Text && slices.Equal(a.Costs, b.Costs) && slices.Equal(picture(a), picture(b))
}

// picture returns the map of a line; nil means none.
func picture(l *story.Line) []string {
	if l.Map == nil {
		return nil
	}
	return l.Map.Lines()
}

func (t *Table) say(format string, args ...any) {
	fmt.Fprintln(t.Out, diag.Visible(fmt.Sprintf(format, args...)))
}

// read shows a prompt and returns the typed words; ok is false at the end of the input.
func (t *Table) read(prompt string) (words []string, ok bool) {
	fmt.Fprint(t.Out, diag.Visible(prompt)+"> ")
	if !t.lines.Scan() {
		fmt.Fprintln(t.Out)
		t.left = true
		return nil, false
	}
	if t.Echo {
		t.say("%s", t.lines.Text())
	}
	return strings.Fields(t.lines.Text()), true
}

// answer shows a prompt until something other than a command is typed, and returns its words; ok is false if the question is no longer
// open: the input has ended, or a command has led elsewhere.
func (t *Table) answer(prompt string) (words []string, ok bool) {
	for {
		words, ok := t.read(prompt)
		if !ok {
			return nil, false
		}
		isCommand, moved := t.command(words)
		if t.moved = moved; moved {
			return nil, false
		}
		if !isCommand {
			return words, true
		}
	}
}

// ask puts a question until it is answered, or something else is done.
func (t *Table) ask(q session.Question) {
	switch q.Kind {
	case session.Dice:
		t.askDice(q)
	case session.Choice:
		t.askChoice(q)
	default:
		t.askAct(q)
	}
}

// askDice asks what the dice show.
func (t *Table) askDice(q session.Question) {
	for {
		words, ok := t.answer(q.Asks + " (return: roll them)")
		switch {
		case !ok:
			return
		case len(words) == 0:
			t.failed(t.Session.ByTactic())
			return
		}
		if faces, ok := t.numbers(words); ok && !t.failed(t.Session.Roll(faces...)) {
			return
		}
	}
}

// numbers reads numbers, separated by spaces or commas.
func (t *Table) numbers(words []string) (numbers []int, ok bool) {
	for _, word := range strings.FieldsFunc(strings.Join(words, " "), func(r rune) bool { return r == ' ' || r == ',' }) {
		n, err := strconv.Atoi(word)
		if err != nil {
			t.say("%q isn't a number; type help for more.", word)
			return nil, false
		}
		numbers = append(numbers, n)
	}
	return numbers, true
}

// askChoice asks for one or several of some values.
func (t *Table) askChoice(q session.Question) {
	t.say("%s", q.Asks)
	offers, usual := namesOf(q.Offers), usual(q)
	if q.Amount {
		t.say("  %s%s", amounts(offers), usual)
	} else {
		t.list(offers)
		if usual != "" {
			t.say(" %s", usual)
		}
	}
	for {
		words, ok := t.answer(q.Title)
		switch {
		case !ok:
			return
		case len(words) == 0 && q.HasDefault:
			t.failed(t.Session.Pass())
			return
		case len(words) == 0 && q.Several:
			t.failed(t.Session.Pick())
			return
		}
		if picked, ok := t.picked(offers, words); ok && !t.failed(t.Session.Pick(picked...)) {
			return
		}
	}
}

// usual describes what an empty line means; empty if a choice is required.
func usual(q session.Question) string {
	var texts []string
	for _, i := range q.Default {
		texts = append(texts, q.Offers[i].Text)
	}
	switch {
	case len(texts) > 0:
		return " (return: " + strings.Join(texts, ", ") + ")"
	case q.HasDefault || q.Several:
		return " (return: nothing)"
	}
	return ""
}

// picked reads the chosen offers: by their numbers, or one by its name.
func (t *Table) picked(offers []names, words []string) (picked []int, ok bool) {
	if len(words) == 0 {
		t.say("Choose one of these.")
		return nil, false
	}
	if i, ok := t.find(strings.Join(words, " "), offers); ok {
		return []int{i}, true
	}
	for _, word := range words {
		i, ok := t.find(strings.Trim(word, ","), offers)
		if !ok {
			t.say("There is no %q here. Type a number or a name from the list.", word)
			return nil, false
		}
		picked = append(picked, i)
	}
	return picked, true
}

// names are the names of something: as shown, and as in rules and scripts. An amount has its own number, everything else also its number in
// the list.
type names struct {
	shown, internal string
	amount          bool
}

// namesOf returns the names of values.
func namesOf(values []session.Value) []names {
	list := make([]names, len(values))
	for i, v := range values {
		_, err := strconv.Atoi(v.Text)
		list[i] = names{v.Text, v.Name, err == nil}
	}
	return list
}

// list lists the options.
func (t *Table) list(offers []names) {
	for i, o := range offers {
		t.say("  %d %s", i+1, o.shown)
	}
}

// amounts writes numbers to choose from: from the least to the most, if none is missing.
func amounts(offers []names) string {
	var texts []string
	whole := len(offers) > 2
	for i, o := range offers {
		n, _ := strconv.Atoi(o.shown)
		first, _ := strconv.Atoi(offers[0].shown)
		whole = whole && n == first+i
		texts = append(texts, o.shown)
	}
	if whole {
		return texts[0] + " to " + texts[len(texts)-1]
	}
	return strings.Join(texts, " or ")
}

// find finds an option: by its number, by a name, or by the beginning of a name.
func (t *Table) find(word string, offers []names) (index int, ok bool) {
	if n, err := strconv.Atoi(word); err == nil && 1 <= n && n <= len(offers) && !offers[0].amount {
		return n - 1, true
	}
	found := -1
	for i, o := range offers {
		shown, internal, word := plain(o.shown), plain(o.internal), plain(word)
		switch {
		case shown == word || internal == word && word != "":
			return i, true
		case o.amount || word == "":
		case strings.HasPrefix(shown, word) || strings.HasPrefix(internal, word):
			if found >= 0 {
				return 0, false
			}
			found = i
		}
	}
	return found, found >= 0
}

// plain is a name in lower case, with spaces between its words.
func plain(name string) string { return strings.ToLower(strings.ReplaceAll(name, "_", " ")) }

// failed says why something isn't possible; false means that it is.
func (t *Table) failed(err error) bool {
	if err != nil {
		t.say("That isn't possible: %s.", err)
	}
	return err != nil
}

// costs returns the costs of a deed in words; empty means none.
func costs(d *session.Deed) string {
	if text := session.Costs(d.Costs); text != "" {
		return " (" + text + ")"
	}
	return ""
}
