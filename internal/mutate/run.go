package mutate

import (
	"cmp"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"sync"

	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/keyed"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
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
	r := &runner{Options: o, cases: append([]string{o.Ruleset}, o.Cases...)}
	r.fails = make([]int, len(r.cases))
	if err := r.whole(); err != nil {
		return nil, err
	}
	points := Points(files, neighbours(prog))
	result := &Result{Points: len(points)}
	result.Idle = idle(o.Same, points)
	order := shuffled(len(points), o.Seed)
	if o.Count == 0 || o.Count > len(points) {
		o.Count = len(points)
	}
	r.try(points, order, o.Count, result)
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
	cases []string
	// fails counts, by file of cases, how many changes it has noticed: those that notice
	// most are played first.
	mutex sync.Mutex
	fails []int
}

// verdict is what came of one change.
type verdict uint8

const (
	refused verdict = iota // lint refuses it
	noticed
	missed
)

// try tries changes in an order until so many have been tried that lint accepts. Which
// are counted doesn't depend on how many are tried at once.
func (r *runner) try(points []*Mutation, order []int, count int, result *Result) {
	workers := runtime.GOMAXPROCS(0)
	for len(order) > 0 && result.Tried < count {
		n := min(len(order), max(workers, count-result.Tried))
		verdicts := make([]verdict, n)
		jobs := make(chan int)
		var all sync.WaitGroup
		for range min(workers, n) {
			all.Go(func() {
				for i := range jobs {
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
}

// play plays the cases against a change until one fails.
func (r *runner) play(m *Mutation) verdict {
	opts := r.Load
	opts.Took = nil
	opts.Instead = maps.Clone(opts.Instead)
	if opts.Instead == nil {
		opts.Instead = map[string]string{}
	}
	opts.Instead[m.At.Source.Name] = m.File()
	if _, list := lang.Load(r.Ruleset, opts); list.HasErrors() {
		return refused
	}
	for _, i := range r.byFails() {
		if err := r.file(r.cases[i], opts); err != nil {
			r.mutex.Lock()
			r.fails[i]++
			r.mutex.Unlock()
			return noticed
		}
	}
	return missed
}

// byFails returns the files of cases, those first that have noticed most so far.
func (r *runner) byFails() []int {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	order := make([]int, len(r.cases))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return r.fails[b] - r.fails[a] })
	return order
}

// whole plays all cases as they are.
func (r *runner) whole() error {
	played := 0
	for _, name := range r.cases {
		cases, list := lang.LoadCases(name, r.Load)
		if list.HasErrors() {
			return list.Err()
		}
		played += len(cases)
		if err := play(cases); err != nil {
			return err
		}
	}
	if played == 0 {
		return fmt.Errorf("there are no cases that could notice anything")
	}
	return nil
}

// file plays the cases of a file; the error is the first one.
func (r *runner) file(name string, opts lang.Options) error {
	cases, list := lang.LoadCases(name, opts)
	if list.HasErrors() {
		return list.Err()
	}
	return play(cases)
}

// mostSteps is how far a case of a changed ruleset is played, which may have become one
// without an end.
const mostSteps = 500_000

func play(cases []lang.Case) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = diag.Errorf(interp.Internal, diag.Span{}, "%v", x)
		}
	}()
	compiled := map[*program.Program]*interp.Code{}
	for _, c := range cases {
		code := compiled[c.Program]
		if code == nil {
			code = interp.Compile(c.Program)
			compiled[c.Program] = code
		}
		if _, _, err := interp.Play(code, c.Encounter, interp.Options{Limits: interp.Limits{Steps: mostSteps}}); err != nil {
			return err
		}
	}
	return nil
}
