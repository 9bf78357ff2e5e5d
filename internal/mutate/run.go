package mutate

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Options say what to change and which cases to play.
type Options struct {
	// Load are the options for reading the ruleset and the cases.
	Load lang.Options
	// Ruleset is the ruleset to change: a path or a name.
	Ruleset string
	// Cases are files with cases to play after those of the ruleset itself. Case selects those with this text in
	// their name or in a covered rule; empty means all.
	Cases []string
	Case  string
	// Only is the group of changes to try; empty means both.
	Only string
	// Count is how many changes of each group to try, drawn by Seed; 0 means all.
	Count int
	Seed  uint64
	// Same are changes that can't be noticed.
	Same []Same
	// Steps limits how far a case is played, as a change may have made it endless; 0 means 500,000.
	Steps int64
	// Context, if not nil, ends the run when it is done.
	Context context.Context
	// Progress is called for every file of cases that has been played, and for every change that has been tried;
	// Missed for every change that no case notices, as soon as that is known. Nil means no calls.
	Progress func(what string, done, of int)
	Missed   func(*Mutation)
}

// Result is the result of the changes.
type Result struct {
	// Program is the unchanged ruleset.
	Program *program.Program `json:"-"`
	// Tallies are by group.
	Tallies []Tally `json:"groups"`
	// Idle are entries of Options.Same that match no change of the ruleset.
	Idle []Same `json:"like_no_change,omitempty"`
	// Whole is false if Options.Context ended the run; Tried and Of are then how many changes were tried, and how
	// many should have been.
	Whole bool `json:"whole"`
	Tried int  `json:"tried"`
	Of    int  `json:"of"`
}

// Tally is the result of the changes of a group.
type Tally struct {
	Group Group `json:"group"`
	// Tried is how many changes were tried: those that lint rejects don't count.
	Tried int `json:"tried"`
	// Noticed is how many made a case fail.
	Noticed int `json:"noticed"`
	// Equivalent is how many are known to change nothing.
	Equivalent int `json:"equivalent"`
	// Missed are those that passed all cases, in the order in which they were tried.
	Missed []*Mutation `json:"missed"`
	// Refused is how many of the drawn changes lint rejected, Points how many changes there are.
	Refused int `json:"refused"`
	Points  int `json:"places"`
	// Wanted is how many to try.
	Wanted int `json:"wanted"`
	// settled is how many have been tried, including those not counted yet, and open how many are in progress.
	settled, open int
}

// Share returns the fraction of changes that were noticed, of those that could be; 1 if there are none.
func (t *Tally) Share() float64 {
	if t.Tried == t.Equivalent {
		return 1
	}
	return float64(t.Noticed) / float64(t.Tried-t.Equivalent)
}

// String returns it as a line.
func (t *Tally) String() string {
	same := ""
	if t.Equivalent > 0 {
		same = fmt.Sprintf(", %d change nothing", t.Equivalent)
	}
	return fmt.Sprintf("%s: %d tried, %d noticed, %d missed%s: %.1f%% (of %d places; lint rejected %d more)",
		t.Group, t.Tried, t.Noticed, len(t.Missed), same, 100*t.Share(), t.Points, t.Refused)
}

// Run tries changes. The error is a *diag.Diagnostic's list: the unchanged ruleset or cases have mistakes, or an
// unchanged case fails.
func Run(o Options) (*Result, error) {
	prog, list := lang.Load(o.Ruleset, o.Load)
	if list.HasErrors() {
		return nil, list.Err()
	}
	files, list := lang.OwnFiles(o.Ruleset, o.Load)
	if list.HasErrors() {
		return nil, list.Err()
	}
	if o.Context == nil {
		o.Context = context.Background()
	}
	r := &runner{Options: o, texts: map[string]string{}}
	r.Program = prog
	r.keep(prog.Sources...)
	if err := r.whole(files[0].Span.Source.Name); err != nil {
		return nil, err
	}
	points := Points(files, prog)
	r.Result.Idle = idle(o.Same, points)
	r.try(r.draw(points))
	return &r.Result, nil
}

// draw returns the changes in the order in which to try them, alternating between groups: in a random order in each
// group, or, if all are tried, in the order of the files.
func (r *runner) draw(points []*Mutation) []*Mutation {
	r.Tallies = make([]Tally, len(Groups))
	drawn := make([][]*Mutation, len(Groups))
	for _, m := range points {
		r.Tallies[m.Group].Points++
		if r.Only == "" || r.Only == m.Group.String() {
			drawn[m.Group] = append(drawn[m.Group], m)
		}
	}
	lot := func(m *Mutation) uint64 {
		return keyed.Mix(keyed.Mix(r.Seed) + keyed.Text(m.In+"\n"+m.Was+"\n"+m.Now))
	}
	most := 0
	for g := range drawn {
		t := &r.Tallies[g]
		t.Group, t.Wanted, t.Missed = Group(g), len(drawn[g]), []*Mutation{}
		if 0 < r.Count && r.Count < t.Wanted {
			t.Wanted = r.Count
			slices.SortStableFunc(drawn[g], func(a, b *Mutation) int { return cmp.Compare(lot(a), lot(b)) })
		}
		most = max(most, len(drawn[g]))
	}
	var queue []*Mutation
	for i := range most {
		for _, of := range drawn {
			if i < len(of) {
				queue = append(queue, of[i])
			}
		}
	}
	return queue
}

// runner plays the cases of changed rulesets.
type runner struct {
	Options
	Result
	// texts are all files as they were at the start, so that later edits don't disturb the run.
	texts   map[string]string
	workers []*worker
	// mutex guards the following fields, and the result.
	mutex sync.Mutex
	cases []*played
	// concerned is set if one of them plays the file to change.
	concerned bool
}

// verdict is the result of one change.
type verdict uint8

const (
	waiting verdict = iota
	playing
	rejected // lint rejects it
	noticed
	missed
)

// try tries changes until enough of each group have been tried, and counts them in order. Which ones count doesn't
// depend on how many are tried at once.
func (r *runner) try(queue []*Mutation) {
	verdicts, counted := make([]verdict, len(queue)), 0
	var all sync.WaitGroup
	r.progress()
	for _, w := range r.workers {
		all.Go(func() {
			r.mutex.Lock()
			defer r.mutex.Unlock()
			for r.Context.Err() == nil {
				i := counted
				for i < len(queue) && (verdicts[i] != waiting || r.tally(queue[i]).full()) {
					i++
				}
				if i == len(queue) {
					return // if lint rejects what others try, they go on
				}
				t := r.tally(queue[i])
				verdicts[i] = playing
				t.open++
				r.mutex.Unlock()
				v := w.try(queue[i])
				r.mutex.Lock()
				verdicts[i] = v
				t.open--
				if v == noticed || v == missed {
					t.settled++
				}
				for ; counted < len(queue) && r.count(queue[counted], verdicts[counted]); counted++ {
				}
				r.progress()
			}
		})
	}
	all.Wait()
	for ; counted < len(queue); counted++ { // a stopped run leaves gaps
		r.count(queue[counted], verdicts[counted])
	}
	r.Whole = r.Context.Err() == nil || r.Tried == r.Of
}

func (r *runner) tally(m *Mutation) *Tally { return &r.Tallies[m.Group] }

// full reports whether no more have to be tried, unless lint rejects some that are in progress.
func (t *Tally) full() bool { return t.settled+t.open >= t.Wanted }

// count counts the result of a change. It reports whether that is known, or will never be.
func (r *runner) count(m *Mutation, v verdict) bool {
	t := r.tally(m)
	switch {
	case v == rejected:
		t.Refused++
	case v == noticed:
		t.Tried++
		t.Noticed++
	case v == missed && known(r.Same, m):
		t.Tried++
		t.Equivalent++
	case v == missed:
		t.Tried++
		t.Missed = append(t.Missed, m)
		if r.Options.Missed != nil {
			r.Options.Missed(m)
		}
	default:
		return v == waiting && t.settled >= t.Wanted
	}
	return true
}

// progress reports how far it has got.
func (r *runner) progress() {
	r.Tried, r.Of = 0, 0
	for i := range r.Tallies {
		t := &r.Tallies[i]
		r.Tried += t.settled
		if t.Wanted > 0 {
			r.Of += min(t.Wanted, t.Points-t.Refused)
		}
	}
	if r.Progress != nil {
		r.Progress("changes", r.Tried, r.Of)
	}
}

// worker plays the cases of one state of the ruleset after another.
type worker struct {
	*runner
	// known are the files as they were at the start.
	known *lang.Texts
	// opts and codes are those of the current state.
	opts  lang.Options
	codes interp.Codes
}

// begin prepares for another state of the ruleset.
func (w *worker) begin(texts *lang.Texts, instead map[string]string) {
	w.opts = w.Load
	w.opts.Took, w.opts.Memo, w.opts.Texts = nil, lang.NewMemo(), texts
	w.opts.Instead = instead
	maps.Copy(w.opts.Instead, w.Load.Instead)
	w.codes = interp.Codes{}
}

// try plays the cases with a change until one fails.
func (w *worker) try(m *Mutation) (v verdict) {
	w.known.Try(func(texts *lang.Texts) {
		instead := maps.Clone(w.texts)
		w.begin(texts, instead)
		instead[m.At.Source.Name] = m.File()
		w.opts.Stop = func() bool { return w.Context.Err() != nil }
		if _, list := lang.Load(w.Ruleset, w.opts); list.HasErrors() {
			v = rejected
			return
		}
		v = missed
		for _, c := range w.order(m) {
			play := func(c lang.Case) error { _, err := w.run(c, interp.Options{}); return err }
			if w.each(c.file, func(name string) bool { return name == c.name }, play) != nil {
				w.mutex.Lock()
				c.fails++
				w.mutex.Unlock()
				v = noticed
				return
			}
		}
	})
	if w.Context.Err() != nil { // a stop is a reason to fail, too
		return waiting
	}
	return v
}

// each plays cases of a file until one fails.
func (w *worker) each(file string, wanted func(name string) bool, play func(c lang.Case) error) error {
	var failed error
	list := lang.EachCase(file, w.opts, wanted, func(c lang.Case) bool {
		if !c.Broken {
			failed = play(c)
		}
		return failed == nil && !c.Broken
	})
	return cmp.Or(failed, list.Err())
}

// run plays a case.
func (w *worker) run(c lang.Case, o interp.Options) (m *interp.Machine, err error) {
	defer func() {
		if x := recover(); x != nil {
			err = diag.Errorf(exec.Internal, diag.Span{}, "%v", x)
		}
	}()
	o.Limits, o.Context, o.Laws = interp.Limits{Steps: cmp.Or(w.Steps, 500_000)}, w.Context, c.Laws
	if m, _, err = script.Play(w.codes.Of(c.Program), c.Encounter, o); err == nil {
		err = script.Suppose(m)
	}
	return m, err
}

// whole plays all cases unchanged, and records them and what happens in them. It returns an error if none of them
// plays the file to change: a name may mean another ruleset next to them.
func (r *runner) whole(changed string) error {
	files := append([]string{r.Ruleset}, r.Cases...)
	cases, faults := make([][]*played, len(files)), make([]error, len(files))
	next, done := make(chan int), 0
	var all sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		w := &worker{runner: r, known: lang.NewTexts()}
		w.begin(w.known, map[string]string{})
		r.workers = append(r.workers, w)
		all.Go(func() {
			for i := range next {
				cases[i], faults[i] = w.note(files[i], changed)
				r.mutex.Lock()
				if done++; r.Progress != nil {
					r.Progress("files of cases", done, len(files))
				}
				r.mutex.Unlock()
			}
			for _, file := range files { // loads these too, as it will play them after a change
				_ = w.each(file, func(string) bool { return false }, nil)
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	all.Wait()
	r.cases = slices.Concat(cases...)
	switch err := cmp.Or(faults...); {
	case err != nil:
		return err
	case len(r.cases) == 0 && r.Case != "":
		return fmt.Errorf("no case has %q in its name or in a rule that it covers", r.Case)
	case len(r.cases) == 0:
		return fmt.Errorf("there are no cases that could notice anything")
	case !r.concerned:
		return fmt.Errorf("none of these cases plays %s: they name another file, or that name leads to another one; give mutate the file that they play", changed)
	}
	return nil
}

// note plays the selected cases of a file, unchanged.
func (w *worker) note(file, changed string) (cases []*played, err error) {
	usual, list := lang.Load(w.Ruleset, w.opts)
	if list.HasErrors() {
		return nil, list.Err()
	}
	picked, name := picks(w.Case), ""
	err = w.each(file, func(of string) bool { name = of; return true }, func(c lang.Case) error {
		if !picked(name, c.Covers) {
			return nil
		}
		p := &played{file: file, name: name, covers: c.Covers, setting: c.Program != usual, touched: map[string]map[int]bool{}}
		p.thinks = slices.ContainsFunc(c.Things, func(t *program.Thing) bool { return t.Thinks })
		m, err := w.run(c, p.watched())
		if err != nil {
			return err
		}
		p.touch(m)
		if _, node := w.known.File(c.Span.Source.Name); node != nil {
			if e, ok := node.Get("cases").Entry(name); ok {
				p.text = e.Value.Span.Text()
			}
		}
		cases = append(cases, p)
		w.mutex.Lock()
		defer w.mutex.Unlock()
		w.keep(append(c.Program.Sources, c.Span.Source)...)
		w.concerned = w.concerned || slices.ContainsFunc(c.Program.Sources, func(s *diag.Source) bool { return s.Name == changed })
		return nil
	})
	return cases, err
}

// keep keeps the texts of files.
func (r *runner) keep(files ...*diag.Source) {
	for _, s := range files {
		r.texts[s.Name] = s.Text
	}
}
