package ruletest

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/rulec/rulec/interp/exec"

	"github.com/rulec/rulec/internal/sequence"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Load reads the cases of a file.
type Load func(file string) ([]lang.Case, diag.List)

// Options say how to run cases.
type Options struct {
	// Story is how many lines of its log a failed case includes; 0 means none.
	Story int
	// Sequence reads a file that is a sequence of encounters, which is one case; it returns nil for any other. If
	// Sequence is nil, sequences are skipped.
	Sequence func(file string) *lang.Sequence
	// Limits bound every case; the zero Limits are the default.
	Limits interp.Limits
	// Context, if not nil, makes running cases fail when it is done.
	Context context.Context
}

// stopped reports whether no more cases should be played.
func (o Options) stopped() bool { return o.Context != nil && o.Context.Err() != nil }

// play returns the options that a case is played with.
func (o Options) play(trace bool) interp.Options {
	return interp.Options{Limits: o.Limits, Context: o.Context, Trace: trace, Sums: trace}
}

// A File has the results of the cases of one file.
type File struct {
	Name string
	// List has the mistakes in the file. With errors it has either broken cases among its results, or no results.
	List    diag.List
	Results []Result
	// Stopped means that Options.Context was done before all of its cases had been played.
	Stopped bool
}

// A Result is the result of one case.
type Result struct {
	// Case has its names, its place and the rules that it covers, and of its ruleset the name and the rules cited.
	Case *program.Encounter
	// Err is nil if the case passed, and otherwise a diagnostic, [ErrBroken], or an error that has nothing to do
	// with the rules.
	Err error
	// Idle cases expect nothing: they cover no rule.
	Idle bool
	// Story has the last lines of a failed case's log.
	Story []string
}

// ErrBroken is the error of a case that can't be played: its mistakes are in the list of its file.
var ErrBroken = errors.New("it can't be played")

// Run runs all cases of all files, some files at a time. The result is sorted like the names, and the same for any
// number of workers. Once Options.Context is done, files that haven't started are left out.
//
// An encounter file that expects nothing is no case and is left out. Everything under `cases:` is one.
func Run(files []string, load Load, o Options) []File {
	done := make([]File, len(files))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(len(files), runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := range next {
				done[i] = runFile(files[i], load, o)
			}
		})
	}
	started := 0
	for ; started < len(files) && !o.stopped(); started++ {
		next <- started
	}
	close(next)
	workers.Wait()
	return done[:started]
}

func runFile(name string, load Load, o Options) (f File) {
	f.Name = name
	defer func() {
		if r := recover(); r != nil { // a bug in rulec must not hide the other files
			f.List.Errorf(exec.Internal, diag.Span{}, "this is a bug in rulec, in %s: %v", name, r)
		}
	}()
	cases, list := load(name)
	if f.Stopped = list.HasErrors() && o.stopped(); f.Stopped {
		return f
	}
	f.List = list
	if len(cases) == 0 && !list.HasErrors() && o.Sequence != nil {
		if s := o.Sequence(name); s != nil {
			f.Results = runSequence(s, o)
		}
		return f
	}
	codes := interp.Codes{}
	for _, c := range cases {
		if c.Broken {
			f.Results = append(f.Results, Result{Case: c.Encounter, Err: ErrBroken})
			continue
		}
		if !c.Listed && !c.Expects() {
			continue
		}
		r := runCase(codes.Of(c.Program), c.Encounter, o)
		if f.Stopped = r.Err != nil && o.stopped(); f.Stopped {
			break // a stop is a reason to fail, too
		}
		r.Idle = !c.Expects()
		r.Case = summary(r.Case)
		f.Results = append(f.Results, r)
	}
	return f
}

// summary returns what results have of a case. Those of many files are kept, but not the rulesets that they were played by.
func summary(c *program.Encounter) *program.Encounter {
	s := &program.Encounter{Name: c.Name, Title: c.Title, Covers: c.Covers, CoversAt: c.CoversAt, Span: c.Span}
	s.Program = &program.Program{Name: c.Program.Name, Book: c.Program.Book, Cited: c.Program.Cited}
	return s
}

// runCase plays a case; if it failed and its log is wanted, once more, with its trace.
func runCase(code *interp.Code, c *program.Encounter, o Options) Result {
	r := Result{Case: c, Err: Play(code, c, o.play(false))}
	if r.Err == nil || o.Story == 0 || len(c.Odds) > 0 {
		return r
	}
	traced := o.play(true)
	traced.Laws = c.Laws
	m, _, _ := script.Play(code, c, traced)
	if m == nil {
		return r
	}
	var story bytes.Buffer
	if interp.Story(m, &story) == nil {
		lines := strings.Split(strings.TrimRight(story.String(), "\n"), "\n")
		r.Story = lines[max(0, len(lines)-o.Story):]
	}
	return r
}

// runSequence plays a sequence that expects something: it is one case.
func runSequence(s *lang.Sequence, o Options) []Result {
	if !s.Expects() {
		return nil
	}
	r := Result{Case: &program.Encounter{Name: s.Name, Title: s.Title, Covers: s.Covers, CoversAt: s.CoversAt, Span: s.Span}}
	_, r.Err = sequence.Play(s, o.play(false), false, nil)
	if r.Err == nil || o.Story == 0 {
		return []Result{r}
	}
	_, _ = sequence.Play(s, o.play(true), false, func(p *sequence.Part) error {
		var story bytes.Buffer
		if interp.Story(p.Machine, &story) == nil {
			r.Story = append(r.Story, strings.Split(strings.TrimRight(story.String(), "\n"), "\n")...)
		}
		return nil
	})
	r.Story = r.Story[max(0, len(r.Story)-o.Story):]
	return []Result{r}
}

// Unread reports whether nothing in the file could be played because of mistakes outside of its cases: in the file
// itself, or in its ruleset.
func (f File) Unread() bool {
	played := slices.ContainsFunc(f.Results, func(r Result) bool { return !errors.Is(r.Err, ErrBroken) })
	return f.List.HasErrors() && !played && (len(f.Results) == 0 || !slices.ContainsFunc(f.List, func(d *diag.Diagnostic) bool {
		return d.Severity == diag.Error && d.Span.Source != nil && d.Span.Source.Name == f.Name
	}))
}

// Counts returns how many cases passed, how many failed, and how many files are unread.
func Counts(files []File) (passed, failed, unread int) {
	for _, f := range files {
		if f.Unread() {
			unread++
			continue
		}
		for _, r := range f.Results {
			if r.Err == nil {
				passed++
			} else {
				failed++
			}
		}
	}
	return passed, failed, unread
}

// Name returns the name of a case, with its file and line.
func (r Result) Name() string {
	title := cmp.Or(r.Case.Title, r.Case.Name)
	if r.Case.Span.IsZero() {
		return title
	}
	return r.Case.Span.Where() + ": " + title
}

// Diagnostic returns the failure of a case as a diagnostic; for an error that has nothing to do with the rules, at
// the case's name.
func (r Result) Diagnostic() *diag.Diagnostic {
	var d *diag.Diagnostic
	if errors.As(r.Err, &d) {
		return d
	}
	return diag.Errorf(exec.Internal, r.Case.Span, "this is a bug in rulec, not in the rules: %v", r.Err)
}
