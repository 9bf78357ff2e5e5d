package editor

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/interp/story"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// Playable is an encounter or a case in a file.
type Playable struct {
	Name string
	// At is the place of its name, or the beginning of the file.
	At diag.Span
}

// Playables returns the encounters and cases of a file.
func (w *Workspace) Playables(name string) []Playable {
	var list []Playable
	for _, c := range w.Check(name).cases {
		if at := c.Span; at.Source != nil && at.Source.Name == name {
			list = append(list, Playable{c.Name, at})
		}
	}
	return list
}

// Encounter returns an encounter or a case of a file as in the editor; an empty which means the first. The error is its first
// *diag.Diagnostic.
func (w *Workspace) Encounter(name, which string) (*program.Encounter, error) {
	if c, ok := w.find(name, which); ok && !c.Broken {
		return c.Encounter, nil
	}
	if d := w.Check(name).List.First(); d != nil {
		return nil, d
	}
	return nil, fmt.Errorf("%s contains no fight", name)
}

// find returns an encounter or a case of a file; an empty which means the first.
func (w *Workspace) find(name, which string) (lang.Case, bool) {
	cases := w.Check(name).cases
	i := slices.IndexFunc(cases, func(c lang.Case) bool { return which == "" || c.Name == which })
	if i < 0 {
		return lang.Case{}, false
	}
	return cases[i], true
}

// Played is the result of playing an encounter or a case.
type Played struct {
	// Passed is set if nothing went wrong and all was as expected; Line says so, or why not.
	Passed bool   `json:"passed"`
	Line   string `json:"line"`
	// Log is the combat log, in Markdown; empty if there is none.
	Log string `json:"log"`
}

// longestPlay is the time limit for playing an encounter for an editor.
const longestPlay = 5 * time.Second

// Play plays an encounter or a case of a file as in the editor. It passes if it passes as a test.
func (w *Workspace) Play(name, which string) (Played, error) {
	c, ok := w.find(name, which)
	if !ok {
		return Played{}, fmt.Errorf("%s has no encounter or case %q", name, which)
	}
	if c.Broken {
		return Played{Line: "it has mistakes and can't be played"}, nil
	}
	e := c.Encounter
	ctx, cancel := context.WithTimeout(context.Background(), longestPlay)
	defer cancel()
	code := interp.Compile(e.Program)
	err := ruletest.Play(code, e, interp.Options{Context: ctx})
	played := Played{Passed: err == nil, Line: "it ends"}
	if c.Expects() {
		played.Line = "as expected"
	}
	var d *diag.Diagnostic
	if errors.As(err, &d) {
		line, _ := d.Span.Source.Position(d.Span.Start)
		where := ""
		if at := d.Span.Source; at != nil && at.Name != name {
			where = at.Name + ", "
		}
		played.Line = fmt.Sprintf("fails in %sline %d: %s", where, line, d.Message)
	} else if err != nil {
		played.Line = err.Error()
	}
	if m, _, _ := script.Play(code, e, interp.Options{Trace: true, Sums: true, Laws: e.Laws, Context: ctx}); m != nil {
		var log bytes.Buffer
		if err := interp.Log(m, story.Options{}).Markdown(&log); err == nil {
			played.Log = log.String()
		}
	}
	return played, nil
}
