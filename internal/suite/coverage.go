package suite

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// The codes of coverage. Spec: encounters.md.
const (
	// UnlistedRule: a case covers a rule that no list has.
	UnlistedRule diag.Code = "unlisted-rule"
	// ListedTwice: a rule is in the lists twice.
	ListedTwice diag.Code = "listed-twice"
)

// A System is a written list of all rules of a combat system.
type System struct {
	Name  string
	Rules []Rule
}

// A Rule is one rule of a system.
type Rule struct {
	ID, Text string
	// Narrative rules tell or advise; no case can test them.
	Narrative bool
	At        diag.Span
	// Covered is set by Count.
	Covered bool
}

// Covered returns how many rules are covered by a case that passed.
func (s *System) Covered() int {
	n := 0
	for _, r := range s.Rules {
		if r.Covered {
			n++
		}
	}
	return n
}

// Lists reads the lists of rules in a folder, in the order of the files' names;
// shown is what messages call the folder. The error is that of reading; mistakes
// in the files are in the list.
func Lists(folder fs.FS, shown string) ([]*System, diag.List, error) {
	entries, err := fs.ReadDir(folder, ".")
	if err != nil {
		return nil, nil, err
	}
	var systems []*System
	var list diag.List
	for _, e := range entries {
		if e.IsDir() || path.Ext(e.Name()) != ".yaml" {
			continue
		}
		text, err := fs.ReadFile(folder, e.Name())
		if err != nil {
			return nil, nil, err
		}
		if s := system(diag.NewSource(path.Join(shown, e.Name()), string(text)), &list); s != nil {
			systems = append(systems, s)
		}
	}
	checkTwice(systems, &list)
	return systems, list, nil
}

// system reads one list.
func system(src *diag.Source, list *diag.List) *System {
	node, errs := tree.Parse(src)
	*list = append(*list, errs...)
	if node == nil {
		return nil
	}
	w := tree.Walk(node, "the list of rules", list)
	name, rules := w.Required("system"), w.Required("rules")
	w.Optional("about")
	w.Done()
	if name == nil {
		return nil
	}
	s := &System{}
	s.Name, _ = tree.Name(name, "the name of the system", list)
	for _, n := range tree.Items(rules) {
		s.Rules = append(s.Rules, rule(n, list))
	}
	return s
}

func rule(n *tree.Node, list *diag.List) Rule {
	w := tree.Walk(n, "a rule", list)
	r := Rule{At: n.Span}
	if id := w.Required("id"); id != nil {
		r.ID, _ = tree.Text(id, "the id of a rule", list)
		r.At = id.Span
	}
	if text := w.Required("rule"); text != nil {
		r.Text, _ = tree.Text(text, "the rule "+r.ID, list)
	}
	if narrative := w.Optional("narrative"); narrative != nil {
		if narrative.IsBool() {
			r.Narrative, _ = tree.Bool(narrative, "narrative of "+r.ID, list)
		} else { // why no case can test it
			_, r.Narrative = tree.Text(narrative, "narrative of "+r.ID, list)
		}
	}
	w.Done()
	return r
}

func checkTwice(systems []*System, list *diag.List) {
	first := map[string]diag.Span{}
	for _, s := range systems {
		for _, r := range s.Rules {
			if at, ok := first[r.ID]; ok {
				list.Errorf(ListedTwice, r.At, "the rule %q is listed twice", r.ID).WithNote(at, "here the first time")
				continue
			}
			first[r.ID] = r.At
		}
	}
}

// Count marks the rules that are covered by cases that passed, and returns an
// error for every id that a case covers and no system has.
func Count(systems []*System, files []File) diag.List {
	var list diag.List
	rules := map[string]*Rule{}
	var ids []string
	for _, s := range systems {
		for i := range s.Rules {
			rules[s.Rules[i].ID] = &s.Rules[i]
			ids = append(ids, s.Rules[i].ID)
		}
	}
	for _, f := range files {
		for _, r := range f.Results {
			for i, id := range r.Case.Covers {
				switch rule := rules[id]; {
				case rule == nil:
					d := list.Errorf(UnlistedRule, r.Case.CoversAt[i], "no list of rules has %q", id)
					suggest(d, id, ids, systems)
				case r.Err == nil && !r.Idle:
					rule.Covered = true
				}
			}
		}
	}
	list.Sort()
	return list
}

// suggest adds the id that was probably meant, or which systems there are.
func suggest(d *diag.Diagnostic, id string, ids []string, systems []*System) {
	if near, ok := diag.Nearest(id, ids); ok {
		d.WithHint("did you mean %q?", near)
		return
	}
	name, _, _ := strings.Cut(id, ".")
	if !slices.ContainsFunc(systems, func(s *System) bool { return s.Name == name }) {
		d.WithHint("there is no list of a system %q", name)
	}
}

// Systems is what coverage is as JSON: by the name of the system.
type Systems map[string]struct {
	Rules   int `json:"rules"`
	Covered int `json:"covered"`
}

// Summary is what `rulec test --format json` prints.
type Summary struct {
	Systems Systems `json:"systems"`
	Cases   struct {
		Passed int `json:"passed"`
		Failed int `json:"failed"`
	} `json:"cases"`
}

// Sum counts everything.
func Sum(systems []*System, files []File) Summary {
	sum := Summary{Systems: Systems{}}
	for _, s := range systems {
		n := sum.Systems[s.Name]
		n.Rules += len(s.Rules)
		n.Covered += s.Covered()
		sum.Systems[s.Name] = n
	}
	sum.Cases.Passed, sum.Cases.Failed = Counts(files)
	return sum
}

// String returns "N passed, M failed".
func (s Summary) String() string {
	return fmt.Sprintf("%d passed, %d failed", s.Cases.Passed, s.Cases.Failed)
}
