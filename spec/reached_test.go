package spec_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/ruletest"
	"github.com/rulec/rulec/interp"
	"github.com/rulec/rulec/interp/profile"
	"github.com/rulec/rulec/interp/script"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// TestEverythingIsPlayed holds that no rule of the shipped rulesets and of the library stands there unplayed: in
// some case or example something happens by it, or, of what only has values, such as a weapon, it is named.
// Which figures of it decide something TestEverythingDecides looks for.
func TestEverythingIsPlayed(t *testing.T) {
	files, err := ruletest.Files([]string{"conformance", "../examples", "../stdlib"})
	if err != nil {
		t.Fatal(err)
	}
	all := reached{}
	var texts strings.Builder
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts.Write(text)
		for at := range playCases(name).reached {
			all[at] = true
		}
	}
	seen, ends := map[string]bool{}, ends{}
	for _, name := range files {
		for _, d := range playCases(name).declared {
			if d.Span.IsZero() {
				continue
			}
			key := d.Span.Source.Name + ": " + d.Name
			ours := strings.HasPrefix(key, "rulec:") && !strings.Contains(key, "playing_cards") // of 54 alike
			if !ours || seen[key] || unplayedFor[key] != "" {
				continue
			}
			seen[key] = true
			first := position(d.Span.Source, d.Span.Start)
			if !all.between(first, ends.of(d.Span)) && !regexp.MustCompile(`\b`+d.Name+`\b`).MatchString(texts.String()) {
				t.Errorf("%s, line %d, is played in no case", key, first.line)
			}
		}
	}
	if len(seen) < 1000 {
		t.Errorf("only %d declarations", len(seen))
	}
}

// unplayedFor are those that no case can play, with the reason.
var unplayedFor = map[string]string{
	"rulec:stdlib/grappling.yaml: holding_on": "it decides only whether somebody may go, and that isn't explained",
}

// declarations lists what a program declares.
func declarations(p *program.Program) (list []program.Decl) {
	for _, x := range p.Conditions {
		list = append(list, x.Decl)
	}
	for _, x := range p.Rules {
		list = append(list, x.Decl)
	}
	for _, x := range p.Procs {
		list = append(list, x.Decl)
	}
	for _, x := range p.Events {
		list = append(list, x.Decl)
	}
	for _, x := range p.Quantities {
		list = append(list, x.Decl)
	}
	for _, x := range p.Time.Entries {
		list = append(list, x.Decl)
	}
	for _, k := range p.Kinds {
		for _, d := range k.Defs {
			list = append(list, d.Decl)
		}
	}
	return list
}

// reached are the lines at which something happened.
type reached map[place]bool

// A place is a line of a file.
type place struct {
	file string
	line int
}

func position(src *diag.Source, at int) place {
	n, _ := src.Position(at)
	return place{src.Name, n}
}

// play plays a case, explained, and notes what happens in it.
func (r reached) play(code *interp.Code, e *program.Encounter) (*interp.Machine, error) {
	p := profile.New(func() int64 { return 0 })
	p.Visited = func(first *diag.Span) { r.note(*first) }
	m, _, err := script.Play(code, e, interp.Options{Trace: true, Explain: true, Check: true, Profile: p})
	if m == nil {
		return nil, err
	}
	for _, row := range p.Rows() {
		r.note(row.Span)
	}
	for _, x := range m.Trace().Explanations {
		if x.Contribution != nil {
			r.note(x.Contribution.Span)
		}
	}
	for _, x := range m.Trace().Events {
		r.note(x.Span)
		switch {
		case x.Condition != nil:
			r.note(x.Condition.Span)
		case x.Event != nil:
			r.note(x.Event.Span)
		case x.Action != nil:
			r.note(x.Action.Def.Span)
		}
	}
	return m, err
}

func (r reached) note(s diag.Span) {
	if !s.IsZero() {
		r[position(s.Source, s.Start)] = true
	}
}

// between tells whether something happened from one line to another of the same file.
func (r reached) between(first, last place) bool {
	for ; first.line <= last.line; first.line++ {
		if r[first] {
			return true
		}
	}
	return false
}

// ends are the parsed files in which ends of declarations are looked up, by name.
type ends map[string]*tree.Node

// of is the last line of a declaration whose name stands somewhere.
func (trees ends) of(name diag.Span) place {
	src := name.Source
	if trees[src.Name] == nil {
		trees[src.Name], _ = tree.Parse(src)
	}
	end := name.Start
	var look func(n *tree.Node)
	look = func(n *tree.Node) {
		for _, e := range n.Entries {
			if e.Key.Span.Start == name.Start {
				end = max(end, e.Value.Span.End-1)
			}
			look(e.Value)
		}
	}
	look(trees[src.Name])
	return position(src, end)
}
