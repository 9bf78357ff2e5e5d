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
	r := reached{lines: map[string]map[int]bool{}, trees: map[string]*tree.Node{}}
	programs := map[string]*program.Program{}
	var code *interp.Code
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r.texts.Write(text)
		cases, _ := loadCases(name)
		for _, c := range cases {
			if c.Broken || c.Encounter == nil {
				continue
			}
			if code == nil || code.Program != c.Program {
				code = interp.Compile(c.Program)
			}
			programs[c.Program.Name] = c.Program
			r.play(code, c.Encounter)
		}
	}
	seen := map[string]bool{}
	for _, p := range programs {
		for _, d := range declarations(p) {
			if d.Span.IsZero() {
				continue
			}
			line, _ := d.Span.Source.Position(d.Span.Start)
			key := d.Span.Source.Name + ": " + d.Name
			ours := strings.HasPrefix(key, "rulec:") && !strings.Contains(key, "playing_cards") // of 54 alike
			if ours && !seen[key] && !r.has(d) && unplayedFor[key] == "" {
				t.Errorf("%s, line %d, is played in no case", key, line)
			}
			seen[key] = true
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
func declarations(p *program.Program) (list []*program.Decl) {
	for _, x := range p.Conditions {
		list = append(list, &x.Decl)
	}
	for _, x := range p.Rules {
		list = append(list, &x.Decl)
	}
	for _, x := range p.Procs {
		list = append(list, &x.Decl)
	}
	for _, x := range p.Events {
		list = append(list, &x.Decl)
	}
	for _, x := range p.Quantities {
		list = append(list, &x.Decl)
	}
	for _, x := range p.Time.Entries {
		list = append(list, &x.Decl)
	}
	for _, k := range p.Kinds {
		for _, d := range k.Defs {
			list = append(list, &d.Decl)
		}
	}
	return list
}

// reached are the lines, by file, at which something happened.
type reached struct {
	lines map[string]map[int]bool
	trees map[string]*tree.Node
	texts strings.Builder
}

// play plays a case and notes what happens in it.
func (r *reached) play(code *interp.Code, e *program.Encounter) {
	p := profile.New(func() int64 { return 0 })
	p.Visited = func(first *diag.Span) { r.note(*first) }
	m, _, _ := script.Play(code, e, interp.Options{Trace: true, Explain: true, Profile: p})
	if m == nil {
		return
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
}

func (r *reached) note(s diag.Span) {
	if s.IsZero() {
		return
	}
	if r.lines[s.Source.Name] == nil {
		r.lines[s.Source.Name] = map[int]bool{}
	}
	line, _ := s.Source.Position(s.Start)
	r.lines[s.Source.Name][line] = true
}

// has tells whether something happened in a declaration, or it is named.
func (r *reached) has(d *program.Decl) bool {
	src := d.Span.Source
	first, _ := src.Position(d.Span.Start)
	last, _ := src.Position(r.end(d.Span))
	for line := first; line <= last; line++ {
		if r.lines[src.Name][line] {
			return true
		}
	}
	return regexp.MustCompile(`\b` + d.Name + `\b`).MatchString(r.texts.String())
}

// end is where a declaration ends whose name stands somewhere.
func (r *reached) end(name diag.Span) int {
	src := name.Source
	if r.trees[src.Name] == nil {
		r.trees[src.Name], _ = tree.Parse(src)
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
	look(r.trees[src.Name])
	return end
}
