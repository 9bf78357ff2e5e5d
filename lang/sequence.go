package lang

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang/decls"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/encounter"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
	"github.com/rulec/rulec/lang/vet"
)

// Sequence is a series of encounters, with scripts between them.
//
// Spec: sequences.md.
type Sequence struct {
	Name  string
	Title string
	// Covers are the rule ids that it tests, CoversAt their places.
	Covers   []string
	CoversAt []diag.Span
	// Steps has at least one.
	Steps []*Step
	Span  diag.Span
}

// Expects reports whether the sequence states anywhere what must happen: then it is a case.
func (s *Sequence) Expects() bool {
	return slices.ContainsFunc(s.Steps, func(step *Step) bool {
		return step.Encounter.Script.Expects() || slices.ContainsFunc(step.Encounter.After, (*program.Script).Expects)
	})
}

// Step is an encounter and the scripts that follow it.
type Step struct {
	// Encounter is the encounter by itself, without what came before.
	Encounter *program.Encounter
	// Titles are those of the scripts; an empty one means none.
	Titles []string

	sequence string
	number   int // of the step in the file, from 1
	name     string
	node     *tree.Node
	checked  *decls.Checked
	chain    encounter.Chain
}

// LoadSequence reads a sequence with its encounters, and checks each of them
// by itself. With Options.State the first continues from a state. The sequence is nil if the list has
// errors. The list is sorted by place.
//
// Spec: sequences.md.
func LoadSequence(name string, opts Options) (*Sequence, diag.List) {
	return guarded(opts, func(f *files) *Sequence {
		node, l := f.userFile(name)
		if node == nil {
			return nil
		}
		if node.Get("sequence") == nil {
			f.list.Errorf(CodeWrongFile, firstKey(node), "%s isn't a sequence: it has no %q", l.shown(), "sequence")
			return nil
		}
		var saved *tree.Node
		if opts.State != "" {
			if saved = f.savedState(); saved == nil {
				return nil
			}
		}
		return f.sequence(node, l, saved)
	})
}

// IsSequence reports whether a file is a sequence. It returns false if the file can't be read.
func IsSequence(name string, opts Options) bool {
	return fileIs(name, opts, func(node *tree.Node) bool { return node.Get("sequence") != nil })
}

// sequenceReader reads the steps of a sequence. Encounters with the same ruleset share it.
type sequenceReader struct {
	*files
	at      location
	ruleset string
	last    *Step
	// saved is the state that the first encounter continues from; nil means none.
	saved *tree.Node
}

// sequence checks a sequence that starts from a saved state, or from none (nil).
func (f *files) sequence(node *tree.Node, l location, saved *tree.Node) *Sequence {
	f.rejectKeys()
	w := format.Sequence.Read(node, "the sequence", &f.list)
	text := func(key, otherwise string) string {
		if n := w.Get(key); n != nil {
			otherwise, _ = tree.Text(n, w.Called(key), &f.list)
		}
		return otherwise
	}
	s := &Sequence{Name: text("sequence", strings.TrimSuffix(path.Base(l.path), path.Ext(l.path))), Span: firstKey(node)}
	s.Title = text("title", s.Name)
	text("about", "")
	for _, n := range tree.Items(w.Get("covers")) {
		if id, ok := tree.Text(n, w.Called("covers"), &f.list); ok {
			s.Covers, s.CoversAt = append(s.Covers, id), append(s.CoversAt, n.Span)
		}
	}
	rules, steps := w.Get("ruleset"), w.Get("steps")
	r := &sequenceReader{files: f, at: l, saved: saved}
	root := r.rulesetNamed(rules, l)
	if root == nil || steps == nil {
		return nil
	}
	r.ruleset = root.TextOf("ruleset")
	if steps.Kind != tree.Sequence || len(steps.Items) == 0 {
		f.list.Errorf(CodeSequenceStep, steps.Span, "the steps must be a list of encounters, with scripts between them")
		return nil
	}
	for i, n := range steps.Items {
		r.step(s, n, i+1, root)
	}
	r.finish()
	if len(s.Steps) > 0 && !f.list.HasErrors() {
		f.list = append(f.list, vet.Covers(s.Steps[0].checked.Program, s.Covers, s.CoversAt)...)
	}
	return s
}

// step reads one step: an encounter, or a script to run between encounters.
func (r *sequenceReader) step(s *Sequence, n *tree.Node, number int, root *tree.Node) {
	what := fmt.Sprintf("step %d", number)
	w := format.SequenceStep.Read(n, what, &r.list)
	encounter, absent, script, title := w.Get("encounter"), w.Get("absent"), w.Get("script"), w.Get("title")
	switch {
	case !w.Usable():
	case encounter != nil && script != nil || encounter == nil && script == nil:
		r.list.Errorf(CodeSequenceStep, firstKey(n), "%s must be either an encounter or a script", what)
	case encounter != nil:
		r.finish()
		if step := r.encounterStep(encounter, root); step != nil {
			step.number, step.sequence = number, s.Name
			step.chain.At = placeOfStep(encounter)
			step.chain.Absent, _ = tree.Names(absent, "absent of "+what, &r.list)
			r.last = step
			s.Steps = append(s.Steps, step)
		}
		if title != nil {
			r.list.Errorf(tree.UnknownKey, title.Span, "an encounter has its own title")
		}
	case number == 1:
		r.list.Errorf(CodeSequenceStep, script.Span, "a sequence must begin with an encounter: a script needs combatants")
	default:
		r.between(script, absent, title, what)
	}
}

// between adds a script to the encounter that precedes it.
func (r *sequenceReader) between(script, absent, title *tree.Node, what string) {
	if absent != nil {
		r.list.Errorf(CodeSequenceStep, absent.Span, "absent belongs to an encounter, not to the script of %s", what)
	}
	text := ""
	if title != nil {
		text, _ = tree.Text(title, "the title of "+what, &r.list)
	}
	if r.last != nil {
		r.last.chain.After = append(r.last.chain.After, script)
		r.last.Titles = append(r.last.Titles, text)
	}
}

// placeOfStep returns where messages about an encounter of a sequence point.
func placeOfStep(n *tree.Node) diag.Span {
	if n.Kind == tree.Mapping {
		return firstKey(n)
	}
	return n.Span
}

// encounterStep reads an encounter: from a file, or inline.
func (r *sequenceReader) encounterStep(n *tree.Node, root *tree.Node) *Step {
	if n.Kind == tree.Mapping {
		if e, ok := n.Entry("ruleset"); ok {
			r.list.Errorf(tree.UnknownKey, e.Key.Span, "an encounter in a sequence can't have its own ruleset")
			return nil
		}
		return r.checkedStep(n, root, "encounter")
	}
	if _, ok := tree.Text(n, "the file of an encounter", &r.list); !ok {
		return nil
	}
	node, l := r.encounterFile(n)
	if node == nil || !r.isEncounter(node, l) {
		return nil
	}
	own := r.rulesetNamed(tree.One(node, "ruleset", "the encounter", "", &r.list), l)
	if own == nil {
		return nil
	}
	if name := own.TextOf("ruleset"); name != r.ruleset {
		r.list.Errorf(CodeSequenceRuleset, n.Span, "this encounter has the ruleset %q, the sequence %q", name, r.ruleset).
			WithNote(node.Get("ruleset").Span, "the ruleset of the encounter")
		return nil
	}
	return r.checkedStep(node, own, encounterName(node, l))
}

// encounterFile reads the file of an encounter. Its path is relative to the sequence.
func (r *sequenceReader) encounterFile(n *tree.Node) (*tree.Node, location) {
	l, ok := r.follow(n, r.at)
	if !ok {
		return nil, l
	}
	return r.files.read(l, n.Span), l
}

// checkedStep returns the step of an encounter; the scripts after it are added later.
func (r *sequenceReader) checkedStep(node, root *tree.Node, name string) *Step {
	checked := r.rules(root, node)
	if checked == nil {
		return nil
	}
	return &Step{node: node, name: name, checked: checked}
}

// finish checks the encounter of the last step by itself, with all scripts after it.
func (r *sequenceReader) finish() {
	step := r.last
	if r.last = nil; step == nil {
		return
	}
	chain := encounter.Chain{After: step.chain.After}
	if r.saved != nil {
		chain.Absent, chain.State = step.chain.Absent, encounter.ReadState(step.checked.Checker(), r.saved, true, &r.list)
		if r.saved = nil; chain.State == nil {
			return
		}
	}
	step.Encounter = encounter.ReadAfter(step.checked.Checker(), step.node, step.name, chain, &r.list)
}

// After returns the encounter of a step as it continues from a state; a nil
// state means none. Errors are in the list.
func (s *Step) After(state *program.State) (enc *program.Encounter, list diag.List) {
	if state == nil {
		return s.Encounter, nil
	}
	defer func() {
		if r := recover(); r != nil {
			list.Add(diag.Mistakef(CodeInternal, diag.Span{}, "this is a bug in rulec, not in your file: %v", r))
			enc = nil
		}
	}()
	src := diag.NewSource(fmt.Sprintf("the state before step %d", s.number), FormatState(state))
	root, list := tree.Parse(src)
	if root == nil || list.HasErrors() {
		return nil, list
	}
	chain := s.chain
	if chain.State = encounter.ReadState(s.checked.Checker(), root, false, &list); chain.State == nil {
		return nil, list
	}
	enc = encounter.ReadAfter(s.checked.Checker(), s.node, s.name, chain, &list)
	return usable(enc, list), list
}
