package ruletest

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// The codes of coverage. Spec: encounters.md.
const (
	// UnlistedRule means that a case covers a rule that is in no list.
	UnlistedRule diag.Code = "unlisted-rule"
	// ListedTwice means that a rule is in the lists twice.
	ListedTwice diag.Code = "listed-twice"
)

// A System is a list of all rules of a combat system: a written one, or, if Cited, the rules that a ruleset cites.
type System struct {
	Name string
	// Book is the ruleset whose rules they are: house rules decide rules of their base.
	Book  string
	Rules []Rule
	Cited bool
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

// Lists reads the lists of rules in a folder, sorted by file name; shown is the name of the folder in messages. The
// error is one of reading; mistakes in the files are in the list.
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

// Cited returns lists for the rulesets of cases that have none among those that are written: the rules that they say they decide, sorted
// by id.
func Cited(files []File, written []*System) []*System {
	ids, books := map[string]map[string]bool{}, map[string]string{}
	for _, f := range files {
		for _, r := range f.Results {
			p := r.Case.Program
			if p != nil && !slices.ContainsFunc(written, func(s *System) bool { return s.Book == p.Book }) {
				if ids[p.Name] == nil {
					ids[p.Name], books[p.Name] = map[string]bool{}, p.Book
				}
				for _, id := range p.Cited {
					ids[p.Name][id] = true
				}
			}
		}
	}
	var systems []*System
	for _, name := range slices.Sorted(maps.Keys(ids)) {
		if len(written) > 0 && len(ids[name]) == 0 {
			continue
		}
		s := &System{Name: name, Book: books[name], Cited: true}
		for _, id := range slices.Sorted(maps.Keys(ids[name])) {
			s.Rules = append(s.Rules, Rule{ID: id})
		}
		systems = append(systems, s)
	}
	return systems
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
	s.Book = s.Name
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
	for _, s := range systems {
		first := map[string]diag.Span{}
		for _, r := range s.Rules {
			if at, ok := first[r.ID]; ok {
				list.Errorf(ListedTwice, r.At, "the rule %q is listed twice", r.ID).WithNote(at, "first here")
				continue
			}
			first[r.ID] = r.At
		}
	}
}

// Count marks the rules that are covered by cases that passed, and returns an error for every id that a case covers
// and the lists for its book don't have.
func Count(systems []*System, files []File) diag.List {
	var list diag.List
	for _, f := range files {
		for _, r := range f.Results {
			for i, id := range r.Case.Covers {
				if r.Case.Program != nil && !cover(systems, r.Case.Program.Book, id, r.Err == nil && !r.Idle) {
					list.Add(unlisted(systems, r.Case.Program.Book, id, r.Case.CoversAt[i]))
				}
			}
		}
	}
	list.Sort()
	return list
}

// cover marks a rule of a book if a case passed, and reports whether it is listed.
func cover(systems []*System, book, id string, passed bool) (listed bool) {
	for _, s := range systems {
		for i := range s.Rules {
			if r := &s.Rules[i]; s.Book == book && r.ID == id {
				listed, r.Covered = true, r.Covered || passed
			}
		}
	}
	return listed
}

// unlisted returns the error for a rule that is in no list, with the id that was probably meant.
func unlisted(systems []*System, book, id string, at diag.Span) *diag.Diagnostic {
	var ids []string
	where := "no list of rules has %q"
	known := false
	for _, s := range systems {
		if s.Cited {
			where = "no tested ruleset decides %q"
		}
		if s.Book == book {
			known = true
			for _, r := range s.Rules {
				ids = append(ids, r.ID)
			}
		}
	}
	d := diag.Errorf(UnlistedRule, at, where, id)
	if near, ok := diag.Nearest(id, ids); ok {
		d.WithHint("did you mean %q?", near)
	} else if !known {
		d.WithHint("there is no list for a system %q", book)
	}
	return d
}

// Systems is the coverage in JSON: by the name of the system.
type Systems map[string]struct {
	Rules   int `json:"rules"`
	Covered int `json:"covered"`
}

// Summary is the output of `rulec test --format json`.
type Summary struct {
	Systems Systems `json:"systems"`
	Cases   struct {
		Passed int `json:"passed"`
		Failed int `json:"failed"`
	} `json:"cases"`
	// Unread is how many files are [File.Unread].
	Unread int `json:"unread_files"`
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
	sum.Cases.Passed, sum.Cases.Failed, sum.Unread = Counts(files)
	return sum
}

// String returns "N passed, M failed", and how many files couldn't be read, if any.
func (s Summary) String() string {
	text := fmt.Sprintf("%d passed, %d failed", s.Cases.Passed, s.Cases.Failed)
	switch s.Unread {
	case 0:
		return text
	case 1:
		return text + "; 1 file wasn't played"
	}
	return fmt.Sprintf("%s; %d files weren't played", text, s.Unread)
}
