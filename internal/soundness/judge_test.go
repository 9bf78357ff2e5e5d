package soundness

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strconv"
	"strings"

	"github.com/rulec/rulec/interp/exec"

	"github.com/rulec/rulec/internal/sequence"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/board"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// A verdict is what came of an item.
type verdict struct {
	World  string
	Number uint64
	// Refused tells that lint refused it; Codes are then the codes of what it said.
	Refused bool
	Codes   []string
	// Plays counts scripts and cases that were played, Fights fights by tactics, Ends
	// how they ended: by the code of the error, or none.
	Plays, Fights int
	// Merged is how often odds were taken from where another run had been.
	Merged int
	Ends   map[string]int
	Fault  *fault
	// item is what a process left that died; nil: it can be made anew.
	item *item
}

// A fault is what must not be.
type fault struct {
	// Cause is the same for all faults that come of one mistake, as far as that shows.
	Cause string
	// Detail is all that is known.
	Detail string
}

// smallLimits bound the plays of an item, so that what would go on for ever ends soon.
var smallLimits = interp.Limits{ActionSteps: 10_000, Steps: 40_000, Events: 5_000, Told: 50_000, Batches: 100, Instances: 300, Entries: 300}

// mostMemory is what one run may allocate under small limits, in bytes: unrecorded,
// and recorded.
const mostMemory, mostRecorded = 64 << 20, 192 << 20

// judge lints and plays an item.
func judge(it *item) (v *verdict) {
	v = &verdict{World: it.World, Number: it.Number, Ends: map[string]int{}}
	j := &judging{verdict: v, item: it, opts: optionsOf(it.Files)}
	j.opts.Memo = lang.NewMemo()
	defer func() {
		switch x := recover().(type) {
		case nil:
		case *fault:
			v.Fault = x
		default:
			v.Fault = &fault{"a panic: " + normal(fmt.Sprint(x)) + placeOfPanic(string(debug.Stack())), fmt.Sprint(x) + "\n" + string(debug.Stack())}
		}
	}()
	j.judge()
	return v
}

type judging struct {
	*verdict
	item *item
	opts lang.Options
	// oddsTook is how many steps the odds of its fights have taken.
	oddsTook int64
}

// fail ends the judging with a fault.
func (j *judging) fail(cause, format string, args ...any) {
	panic(&fault{cause, fmt.Sprintf(format, args...)})
}

// judge lints what is to be played, which lints its ruleset, too, and plays it if lint
// has nothing against it.
func (j *judging) judge() {
	if len(j.item.Plays) == 0 {
		for _, name := range j.item.Rules {
			_, _, list := lint(name, j.opts)
			j.linted(list)
		}
		return
	}
	type play struct {
		name  string
		cases []lang.Case
		codes interp.Prover
	}
	var plays []play
	for _, name := range j.item.Plays {
		cases, codes, list := lint(name, j.opts)
		j.linted(list)
		plays = append(plays, play{name, cases, codes})
	}
	if j.Refused {
		return
	}
	for _, p := range plays {
		text := "\n" + j.item.Files[p.name]
		if strings.Contains(text, "\nsequence:") {
			j.sequence(p.name)
		}
		if !strings.Contains(text, "\ncombatants:") {
			p.name = "" // its cases can't be gone on from
		}
		for _, c := range p.cases {
			j.encounter(c.Encounter, p.codes.Code(c.Program), p.name)
		}
	}
}

// linted notes what lint says, and holds that all of it can be understood.
func (j *judging) linted(list diag.List) {
	for _, d := range list {
		j.places(d, "lint")
		if d.Severity == diag.Error {
			j.Refused = true
			j.Codes = append(j.Codes, string(d.Code))
		}
	}
	if err := list.Print(io.Discard, diag.Snippets, false); err != nil {
		j.fail("what lint says can't be printed", "%v", err)
	}
}

// places holds that a diagnostic says something, with an explained code, at a place of
// one of the files.
func (j *judging) places(d *diag.Diagnostic, by string) {
	switch {
	case d.Code == lang.CodeInternal || d.Code == exec.Internal:
		j.fail(by+", internal: "+normal(d.Message)+placeOfPanic(d.Stack), "%s\n%s", d.Line(), d.Stack)
	case d.Message == "" || d.Code == "":
		j.fail(by+": says nothing", "%+v", d)
	case d.Span.IsZero():
		j.fail(by+", no place: "+string(d.Code)+": "+normal(d.Message), "%s", d.Line())
	}
	if _, explained := diag.Explain(d.Code); !explained && by == "lint" {
		j.fail(by+": the code "+string(d.Code)+" isn't explained", "%s", d.Line())
	}
	spans := []diag.Span{d.Span}
	for _, n := range d.Notes {
		spans = append(spans, n.Span)
	}
	for _, s := range spans {
		if s.Source == nil {
			continue
		}
		if s.Start < 0 || s.End < s.Start || s.End > len(s.Source.Text) {
			j.fail(by+", a place outside of the file: "+string(d.Code), "%d..%d of %d bytes of %s: %s", s.Start, s.End, len(s.Source.Text), s.Source.Name, d.Message)
		}
		if !strings.HasPrefix(s.Source.Name, "rulec:") && !strings.HasPrefix(s.Source.Name, "the state before") && s.Source.Name != savedState && j.item.Files[s.Source.Name] != s.Source.Text {
			j.fail(by+", a place in no file: "+string(d.Code), "%s: %s", s.Source.Name, d.Message)
		}
	}
	if len(d.Snippet(false)) == 0 {
		j.fail(by+": nothing is shown: "+string(d.Code), "%s", d.Message)
	}
}

// savedState is the file that a state is written to.
const savedState = "saved.yaml"

// played is what came of a play.
type played struct {
	machine *interp.Machine
	outcome interp.Outcome
	err     error
}

// text says how a play ended: the same text, the same end.
func (p played) text() string {
	if p.err != nil {
		var d *diag.Diagnostic
		if !errors.As(p.err, &d) {
			return "no diagnostic: " + p.err.Error()
		}
		return d.Line() + "\n" + d.Hint
	}
	return fmt.Sprintf("%+v", p.outcome)
}

// ended notes how a play ended, and holds that an error has a place.
func (j *judging) ended(p played) {
	if p.err == nil {
		j.Ends["fine"]++
		return
	}
	var d *diag.Diagnostic
	if !errors.As(p.err, &d) {
		j.fail("an error that is no diagnostic: "+normal(p.err.Error()), "%v", p.err)
	}
	j.places(d, "play")
	j.Ends[string(d.Code)]++
}

// encounter plays an encounter in all ways. Name is that of its file, if it has one.
func (j *judging) encounter(e *program.Encounter, code *interp.Code, name string) {
	j.Plays++
	quiet := j.play(code, e, interp.Options{Limits: smallLimits}, mostMemory)
	told := j.play(code, e, interp.Options{Limits: smallLimits, Trace: true, Sums: true, Explain: true}, mostRecorded)
	j.ended(quiet)
	j.ended(told)
	j.same("recorded and unrecorded", quiet, told)
	j.render(told)
	j.states(quiet, told, name)
	if laws := lawsOf(e.Program); len(laws) > 0 {
		lawful := j.play(code, e, interp.Options{Limits: smallLimits, Laws: laws}, mostMemory)
		if lawful.err == nil {
			lawful.err = script.Suppose(lawful.machine)
		}
		j.ended(lawful)
	}
	j.fights(code, e)
}

// lawsOf are the names of the laws that a ruleset says something of.
func lawsOf(p *program.Program) (names []string) {
	for _, l := range p.Laws {
		names = append(names, l.Name)
	}
	return names
}

// play plays an encounter by its script, or by tactics, and measures what it takes.
func (j *judging) play(code *interp.Code, e *program.Encounter, o interp.Options, most uint64) (p played) {
	before := allocated()
	p.machine, p.outcome, p.err = script.Play(code, e, o)
	j.measure(before, most, o)
	return p
}

// measure holds that a run has not allocated more than it may.
func (j *judging) measure(before, most uint64, o interp.Options) {
	switch {
	case j.item.World == "heavy":
		most *= 24 // steps that each explain hundreds of parts
	case j.item.Large:
		most *= 8
	}
	if used := allocated() - before; used > most {
		j.fail(fmt.Sprintf("memory, recorded: %t", o.Trace), "one run has allocated %d MB", used>>20)
	}
}

var heapSample = []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}

// allocated is how many bytes have been allocated so far.
func allocated() uint64 {
	metrics.Read(heapSample)
	return heapSample[0].Value.Uint64()
}

// same holds that two plays came to the same. What is remembered takes no steps, and more
// is remembered where more was asked: where steps end a play, they need not end the other.
func (j *judging) same(what string, a, b played) {
	if a.text() == b.text() || ranOut(a.err) || ranOut(b.err) {
		return
	}
	j.fail(what+" plays differ: "+ending(a)+", "+ending(b), "first:\n%s\nthen:\n%s", a.text(), b.text())
}

// ranOut tells whether a play has taken too many steps.
func ranOut(err error) bool {
	var d *diag.Diagnostic
	return errors.As(err, &d) && d.Code == exec.TooMany && strings.Contains(d.Message, " steps")
}

// ending says in short how a play ended.
func ending(p played) string {
	var d *diag.Diagnostic
	if errors.As(p.err, &d) {
		return string(d.Code)
	}
	return "fine"
}

// render tells a play in all ways.
func (j *judging) render(p played) {
	if p.machine == nil {
		return
	}
	if err := interp.Story(p.machine, io.Discard); err != nil {
		j.fail("a story can't be told: "+normal(err.Error()), "%v", err)
	}
	var out bytes.Buffer
	if err := p.machine.JSON(&out); err != nil {
		j.fail("a trace can't be written: "+normal(err.Error()), "%v", err)
	}
	for line := range bytes.Lines(out.Bytes()) {
		if !json.Valid(line) {
			j.fail("a line of a trace is no JSON", "%s", line)
		}
		if large(line) && tooLarge(line) {
			j.fail("a number beyond the limit in a trace", "%s", line)
		}
	}
}

// large finds what may be a number beyond the limit of the language: sixteen digits, or an
// exponent.
func large(line []byte) bool {
	digits := 0
	for i, c := range line {
		switch {
		case '0' <= c && c <= '9':
			if digits++; digits == 16 {
				return true
			}
		case c == 'e' && digits > 0 && i+1 < len(line) && line[i+1] == '+':
			return true
		default:
			digits = 0
		}
	}
	return false
}

// tooLarge tells whether a line of JSON has a number beyond the limit. The seed of the dice
// may be any.
func tooLarge(line []byte) bool {
	var value any
	if json.Unmarshal(line, &value) != nil {
		return false
	}
	var walk func(v any) bool
	walk = func(v any) bool {
		switch v := v.(type) {
		case float64:
			return beyond(v)
		case []any:
			return slices.ContainsFunc(v, walk)
		case map[string]any:
			for key, x := range v {
				if text, shown := x.(string); shown && key == "value" { // of an explanation
					x, _ = strconv.ParseFloat(text, 64)
				}
				if key != "seed" && walk(x) {
					return true
				}
			}
		}
		return false
	}
	return walk(value)
}

func beyond(v float64) bool { return !(math.Abs(v) <= program.MaxWhole) }

// states holds that both plays leave the same state behind, and that the encounter can
// go on from it.
func (j *judging) states(quiet, told played, name string) {
	if quiet.err != nil {
		return
	}
	a, errA := quiet.machine.State(true)
	b, errB := told.machine.State(true)
	j.same("taking the states of", played{err: errA}, played{err: errB})
	j.ended(played{err: errA})
	if errA != nil {
		return
	}
	text := lang.FormatState(a)
	if other := lang.FormatState(b); text != other {
		j.fail("recorded and unrecorded plays leave different states", "%s\n%s", text, other)
	}
	if name == "" {
		return
	}
	files := map[string]string{savedState: text}
	for n, t := range j.item.Files {
		files[n] = t
	}
	opts := optionsOf(files)
	opts.Memo, opts.State = j.opts.Memo, savedState
	e, list := lang.LoadEncounter(name, opts)
	for _, d := range list {
		j.places(d, "a state")
		if d.Span.Source != nil && d.Span.Source.Name == savedState && d.Severity == diag.Error {
			j.fail("a state that was saved is refused: "+string(d.Code)+": "+normal(d.Message), "%s\n%s", d.Line(), text)
		}
	}
	if e != nil {
		j.Plays++
		code := interp.Compile(e.Program)
		j.same("recorded and unrecorded, from a state,", j.noted(j.play(code, e, interp.Options{Limits: smallLimits}, mostMemory)),
			j.noted(j.play(code, e, interp.Options{Limits: smallLimits, Trace: true}, mostRecorded)))
	}
}

func (j *judging) noted(p played) played {
	j.ended(p)
	return p
}

// trials is how many fights of an encounter are played by tactics.
const trials = 3

// fights plays an encounter by tactics: one machine plays trial after trial, watched and
// unrecorded, and each is played anew on a machine of its own, recorded.
func (j *judging) fights(code *interp.Code, e *program.Encounter) {
	own := *e
	own.Script = nil
	fight, err := interp.Prepare(code, &own)
	if err != nil {
		j.ended(played{err: err})
		return
	}
	m := interp.New(fight, interp.Options{Limits: smallLimits, Seed: 5, Seeded: true})
	m.Observe(watcher{})
	for trial := range uint64(trials) {
		j.Fights++
		before := allocated()
		m.Reset(trial)
		outcome, err := m.Run()
		j.measure(before, mostMemory, interp.Options{})
		again := played{m, outcome, err}
		o := interp.Options{Limits: smallLimits, Seed: 5, Seeded: true, Trial: trial, Trace: trial == 1}
		fresh := j.play(code, &own, o, mostRecorded)
		j.same("reset and fresh", again, fresh)
		j.ended(fresh)
		if trial == 0 { // what is remembered is worked out anew, which takes steps, too
			o.Check = true
			j.ended(j.play(code, &own, o, mostRecorded))
		}
		if err == nil {
			j.counted(m, &own)
		}
	}
	if j.Number%4 == 1 {
		j.odds(fight)
	}
	if e.Script != nil && e.Seeded {
		if fight, err := interp.Prepare(code, e); err == nil {
			j.ended(played{err: script.Rehearse(interp.New(fight, interp.Options{Limits: smallLimits}), 1)})
		}
	}
}

// counted asks what simulations count.
func (j *judging) counted(m *interp.Machine, e *program.Encounter) {
	reports := e.Program.Reports
	for i, t := range e.Things {
		if t.Kind != e.Program.Creature {
			continue
		}
		who := board.Thing(i + 1)
		_, err := m.Stands(who)
		j.ended(played{err: err})
		if reports == nil {
			continue
		}
		for k := range reports.Health {
			m.Health(who, k)
		}
		for k := range reports.Shown {
			v, err := m.Shown(who, k)
			j.ended(played{err: err})
			if beyond(v) {
				j.fail("a number beyond the limit is shown", "%v", v)
			}
		}
	}
}

// watcher is told what simulations count.
type watcher struct{}

func (watcher) Acted(interp.Deed)    {}
func (watcher) Tested(interp.Tested) {}
func (watcher) Changed(interp.Harm)  {}

// sequence plays a sequence twice, recorded and not.
func (j *judging) sequence(name string) {
	s, list := lang.LoadSequence(name, j.opts)
	j.linted(list)
	if s == nil {
		return
	}
	run := func(o interp.Options) (string, error) {
		o.Limits = smallLimits
		state, err := sequence.Play(s, o, true, func(p *sequence.Part) error {
			j.Plays++
			if o.Trace {
				j.render(played{machine: p.Machine})
			}
			return nil
		})
		if err != nil {
			return "", err
		}
		return lang.FormatState(state), nil
	}
	a, errA := run(interp.Options{})
	b, errB := run(interp.Options{Trace: true, Sums: true, Explain: true})
	j.ended(played{err: errA})
	j.ended(played{err: errB})
	j.same("recorded and unrecorded, in a sequence,", played{err: errA}, played{err: errB})
	if a != b {
		j.fail("recorded and unrecorded sequences leave different states", "%s\n%s", a, b)
	}
}

var (
	inQuotes = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|'[^']*'|` + "`[^`]*`")
	digits   = regexp.MustCompile(`[-+]?(0x[0-9a-f]+|[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?|NaN|Inf)`)
	ourFrame = regexp.MustCompile(`github\.com/rulec/rulec/([a-z/]+)\.([^\n]*?)\([^\n]*\n\t[^\n]*/([a-z_]+\.go):([0-9]+)`)
)

// normal returns a message without what differs from case to case.
func normal(message string) string {
	message, _, _ = strings.Cut(message, "; here ")
	message, _, _ = strings.Cut(message, "\n")
	message = digits.ReplaceAllString(inQuotes.ReplaceAllString(message, "Q"), "N")
	if len(message) > 160 {
		message = message[:160]
	}
	return message
}

// placeOfPanic returns the innermost of our own functions in a stack below a panic.
func placeOfPanic(text string) string {
	if i := strings.LastIndex(text, "\npanic("); i >= 0 {
		text = text[i:]
	}
	for _, m := range ourFrame.FindAllStringSubmatch(text, -1) {
		if strings.HasSuffix(m[3], "_test.go") || strings.Contains(m[2], "caught") || strings.Contains(m[2], "guarded") || strings.Contains(m[2], "broken") {
			continue
		}
		return " in " + m[1] + "/" + m[3] + " " + m[2]
	}
	return ""
}
