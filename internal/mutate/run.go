package mutate

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/rulec/rulec/interp/exec"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// Options say what is changed and which cases are played.
type Options struct {
	// Load are the options that the ruleset and the cases are read with.
	Load lang.Options
	// Ruleset is changed: a path or a name.
	Ruleset string
	// Cases are the files whose cases are played, after those of the ruleset itself.
	Cases []string
	// Count is how many changes are tried, drawn by Seed; 0: all.
	Count int
	Seed  uint64
	// Same are changes that can't be noticed.
	Same []Same
	// Steps is how far a case is played, which a change may have made one without an end;
	// 0: 500,000.
	Steps int64
	// Context, if not nil, ends the run with an error when it is done.
	Context context.Context
	// Progress is told of every change that has been tried. Nil: nobody is.
	Progress func(done, of int)
}

// Result is what came of the changes.
type Result struct {
	// Tried is how many changes were tried: those that lint refuses don't count.
	Tried int
	// Noticed made a case fail.
	Noticed int
	// Equivalent are known to change nothing.
	Equivalent int
	// Missed passed all cases, in the order of the files.
	Missed []*Mutation
	// Refused is how many changes lint refused on the way, Points how many there are.
	Refused, Points int
	// Idle are entries of Options.Same that belong to no change of the ruleset.
	Idle []Same
}

// Share is the part of the changes that were noticed, of those that could be; 1 if there
// are none.
func (r *Result) Share() float64 {
	if r.Tried == r.Equivalent {
		return 1
	}
	return float64(r.Noticed) / float64(r.Tried-r.Equivalent)
}

// Run tries changes. The error is a *diag.Diagnostic's list: the ruleset or the cases are
// wrong as they are, or a case fails as it is.
func Run(o Options) (*Result, error) {
	prog, list := lang.Load(o.Ruleset, o.Load)
	if list.HasErrors() {
		return nil, list.Err()
	}
	files, list := lang.OwnFiles(o.Ruleset, o.Load)
	if list.HasErrors() {
		return nil, list.Err()
	}
	r := &runner{Options: o, texts: map[string]string{}}
	r.keep(prog.Sources...)
	if err := r.whole(files); err != nil {
		return nil, err
	}
	points := Points(files, neighbours(prog))
	result := &Result{Points: len(points)}
	result.Idle = idle(o.Same, points)
	order := shuffled(len(points), o.Seed)
	if o.Count == 0 || o.Count > len(points) {
		o.Count = len(points)
	}
	if err := r.try(points, order, o.Count, result); err != nil {
		return nil, err
	}
	slices.SortFunc(result.Missed, func(a, b *Mutation) int {
		return slices.Index(points, a) - slices.Index(points, b)
	})
	return result, nil
}

// shuffled returns the numbers below n in an order that the seed decides.
func shuffled(n int, seed uint64) []int {
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	lot := func(i int) uint64 { return keyed.Mix(keyed.Mix(seed) + uint64(i)*keyed.Golden) }
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(lot(a), lot(b)) })
	return order
}

// neighbours lists, for the steps of scales and the values of params, what else could
// stand in their place: the next one.
func neighbours(p *program.Program) map[string][]string {
	next := map[string][]string{}
	add := func(names []string) {
		for i, name := range names {
			if len(names) > 1 {
				other := names[(i+1)%len(names)]
				if !slices.Contains(next[name], other) {
					next[name] = append(next[name], other)
				}
			}
		}
	}
	for _, s := range p.Scales {
		var names []string
		for _, step := range s.Steps {
			names = append(names, step.Name)
		}
		add(names)
	}
	for _, x := range p.Params {
		add(x.Choices)
	}
	return next
}

// runner plays the cases of changed rulesets.
type runner struct {
	Options
	// texts are all files as they were at the beginning, so that whoever goes on writing
	// doesn't disturb the run.
	texts  map[string]string
	mutex  sync.Mutex
	groups []group
}

// verdict is what came of one change.
type verdict uint8

const (
	refused verdict = iota // lint refuses it
	noticed
	missed
)

// try tries changes in an order until so many have been tried that lint accepts. Which
// are counted doesn't depend on how many are tried at once. The error is why Options.Context
// is done.
func (r *runner) try(points []*Mutation, order []int, count int, result *Result) error {
	workers := runtime.GOMAXPROCS(0)
	for len(order) > 0 && result.Tried < count {
		n := min(len(order), max(workers, count-result.Tried))
		verdicts := make([]verdict, n)
		jobs := make(chan int)
		var all sync.WaitGroup
		for range min(workers, n) {
			all.Go(func() {
				for i := range jobs {
					if r.stopped() != nil {
						continue
					}
					verdicts[i] = r.play(points[order[i]])
					if r.Progress != nil {
						r.mutex.Lock()
						r.Progress(min(result.Tried+i+1, count), count)
						r.mutex.Unlock()
					}
				}
			})
		}
		for i := range n {
			jobs <- i
		}
		close(jobs)
		all.Wait()
		if err := r.stopped(); err != nil {
			return err
		}
		for i, v := range verdicts {
			m := points[order[i]]
			switch {
			case result.Tried == count:
			case v == refused:
				result.Refused++
			case v == noticed:
				result.Tried++
				result.Noticed++
			case known(r.Same, m):
				result.Tried++
				result.Equivalent++
			default:
				result.Tried++
				result.Missed = append(result.Missed, m)
			}
		}
		order = order[n:]
	}
	return nil
}

// stopped returns why Options.Context is done; nil if it isn't.
func (r *runner) stopped() error {
	if r.Context == nil {
		return nil
	}
	return context.Cause(r.Context)
}

// play plays the cases against a change until one fails: first those with the params as
// they are, which share a ruleset, then those that set some.
func (r *runner) play(m *Mutation) verdict {
	opts := r.Load
	opts.Took = nil
	opts.Memo = lang.NewMemo()
	opts.Instead = maps.Clone(r.texts)
	maps.Copy(opts.Instead, r.Load.Instead)
	opts.Instead[m.At.Source.Name] = m.File()
	if _, list := lang.Load(r.Ruleset, opts); list.HasErrors() {
		return refused
	}
	p := r.player(opts)
	for _, g := range r.byFails() {
		if p.file(r.groups[g].file, r.groups[g].setting) != nil {
			r.mutex.Lock()
			r.groups[g].fails++
			r.mutex.Unlock()
			return noticed
		}
	}
	return missed
}

// group is those cases of a file that set params, or those that don't.
type group struct {
	file    string
	setting bool
	// fails is how many changes they have noticed.
	fails int
}

// byFails returns the groups in the order in which they are played: those that set no
// params, then the others, and of each those first that have noticed most so far.
func (r *runner) byFails() []int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	order := make([]int, len(r.groups))
	for i := range order {
		order[i] = i
	}
	late := func(i int) int {
		if r.groups[i].setting {
			return 1
		}
		return 0
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(late(a)-late(b), r.groups[b].fails-r.groups[a].fails)
	})
	return order
}

// whole plays all cases as they are, and notes which there are. It is an error if none of
// them plays the files that are to be changed: a name may mean another ruleset beside them.
func (r *runner) whole(files []*tree.Node) error {
	opts := r.Load
	opts.Memo = lang.NewMemo()
	p := r.player(opts)
	concerned := false
	p.each = func(c lang.Case) {
		r.keep(append(c.Program.Sources, c.Span.Source)...)
		concerned = concerned || slices.ContainsFunc(c.Program.Sources, func(s *diag.Source) bool { return s.Name == files[0].Span.Source.Name })
	}
	for _, name := range append([]string{r.Ruleset}, r.Cases...) {
		for _, setting := range []bool{false, true} {
			played := p.played
			if err := p.file(name, setting); err != nil {
				return err
			}
			if p.played > played {
				r.groups = append(r.groups, group{file: name, setting: setting})
			}
		}
	}
	if p.played == 0 {
		return fmt.Errorf("there are no cases that could notice anything")
	}
	if !concerned {
		return fmt.Errorf("none of these cases plays %s: they name another file, or find another one by that name; give mutate the file that they play", files[0].Span.Source.Name)
	}
	return nil
}

// keep notes the texts of files.
func (r *runner) keep(files ...*diag.Source) {
	for _, s := range files {
		r.texts[s.Name] = s.Text
	}
}

// player plays the cases of one state of the ruleset.
type player struct {
	opts   lang.Options
	limits interp.Options
	codes  map[*program.Program]*interp.Code
	played int
	// each is told of every case. Nil: nobody is.
	each func(lang.Case)
}

func (r *runner) player(opts lang.Options) player {
	limits := interp.Options{Limits: interp.Limits{Steps: cmp.Or(r.Steps, 500_000)}, Context: r.Context}
	return player{opts: opts, limits: limits, codes: map[*program.Program]*interp.Code{}}
}

// file plays those cases of a file that set params, or those that don't, until one fails.
func (p *player) file(name string, setting bool) error {
	var failed error
	list := lang.EachCase(name, p.opts, func(set map[string]string) bool { return (len(set) > 0) == setting }, func(c lang.Case) bool {
		if !c.Broken {
			failed = p.play(c)
		}
		return failed == nil && !c.Broken
	})
	return cmp.Or(failed, list.Err())
}

func (p *player) play(c lang.Case) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = diag.Errorf(exec.Internal, diag.Span{}, "%v", x)
		}
	}()
	p.played++
	if p.each != nil {
		p.each(c)
	}
	code := p.codes[c.Program]
	if code == nil {
		code = interp.Compile(c.Program)
		p.codes[c.Program] = code
	}
	_, _, err = script.Play(code, c.Encounter, p.limits)
	return err
}
