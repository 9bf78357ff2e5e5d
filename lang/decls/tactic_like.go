package decls

import (
	"strconv"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/format"
	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// MaxTacticLines is the maximum number of lines of all tactics of a ruleset, including those that they take from
// each other.
const MaxTacticLines = 20_000

const linesHint = "a line counts once for each action that it names, and again in each tactic that is like its tactic"

// tacticLines is a tactic as written: with lines that include those of others.
type tacticLines struct {
	tactic   *program.Tactic
	what     string
	likeNode *tree.Node
	// like answers what this one doesn't; nil means none.
	like      *tacticLines
	questions []*tacticQuestion
	// lost is set if some of its lines have errors.
	lost bool
}

// tacticQuestion is the entry of a tactic for one question or choice.
type tacticQuestion struct {
	of     *tacticLines
	event  *program.Event // nil: choice
	choice string
	items  []tacticItem
	// lines are the lines of all items, once these are known.
	lines []*program.TacticRule
	known bool
}

// tacticItem is a line, or the lines of another tactic.
type tacticItem struct {
	rule *program.TacticRule
	like *tacticLines
	span diag.Span
}

// question returns the tactic's own entry for a question or choice; it adds one
// when there is none.
func (t *tacticLines) question(event *program.Event, choice string) *tacticQuestion {
	if q := t.own(event, choice); q != nil {
		return q
	}
	q := &tacticQuestion{of: t, event: event, choice: choice}
	t.questions = append(t.questions, q)
	return q
}

// own returns the tactic's own entry for a question or choice, or nil.
func (t *tacticLines) own(event *program.Event, choice string) *tacticQuestion {
	for _, q := range t.questions {
		if q.event == event && q.choice == choice {
			return q
		}
	}
	return nil
}

// about is own for the tactic or the one it is like.
func (t *tacticLines) about(event *program.Event, choice string) *tacticQuestion {
	for ; t != nil; t = t.like {
		if q := t.own(event, choice); q != nil {
			return q
		}
	}
	return nil
}

// add appends a line.
func (q *tacticQuestion) add(line *program.TacticRule) {
	q.items = append(q.items, tacticItem{rule: line, span: line.Span})
}

// name returns the name of the question in files.
func (q *tacticQuestion) name() string {
	if q.event != nil {
		return q.event.Name
	}
	return q.choice
}

// tacticCalled finds a tactic by its name; if there is none, it returns nil and reports that.
func (r *ruleset) tacticCalled(n *tree.Node, what string) *tacticLines {
	name, ok := tree.Name(n, what, r.List)
	if !ok {
		return nil
	}
	t := decode.Lookup(r.Reader, name, n.Span, r.tacticsOf, "tactic", decode.CodeUnknownTactic)
	if t != nil {
		r.Uses.Add(n.Span, t.tactic.Span, program.Type{})
	}
	return t
}

// likeLine reads a line that includes the lines of another tactic.
func (r *lineReader) likeLine(q *tacticQuestion, n *tree.Node, what string) {
	m := r.ReadMapping(format.TacticLike, n, "a line of "+what)
	like := m.Get("like")
	if t := r.tacticCalled(like, m.Called("like")); t != nil {
		q.items = append(q.items, tacticItem{like: t, span: like.Span})
	}
}

// linker includes lines of other tactics where they are referred to.
type linker struct {
	*ruleset
	all []*tacticLines
	// questions are their own entries.
	questions []*tacticQuestion
	// left is how many more lines are allowed.
	left int
}

// linkTactics sets the lines of each tactic: its own, and those of the tactics that it is like.
func (r *ruleset) linkTactics() {
	l := &linker{ruleset: r, all: make([]*tacticLines, len(r.Prog.Tactics)), left: MaxTacticLines}
	for _, t := range r.tacticsOf {
		l.all[t.tactic.Index] = t
	}
	for _, t := range l.all {
		l.questions = append(l.questions, t.questions...)
	}
	l.wholeCycles()
	l.lineCycles()
	for _, q := range l.questions {
		l.linesOf(q)
	}
	l.left = MaxTacticLines
	for _, t := range l.all {
		if l.gather(t); l.left < 0 {
			r.List.Errorf(CodeTooManyLines, t.tactic.Span, "too many lines of tactics up to here: the limit is %d", MaxTacticLines).
				WithHint("%s", linesHint)
			return
		}
	}
}

// wholeCycles resolves what tactics as a whole are like, and rejects cycles.
func (l *linker) wholeCycles() {
	g := newGraph()
	for _, t := range l.all {
		g.add(t, strconv.Quote(t.tactic.Name), t.tactic.Span)
	}
	for _, t := range l.all {
		if t.like = l.tacticCalled(t.likeNode, "like of "+t.what); t.like != nil {
			g.link(t, t.like, t.likeNode.Span)
		}
	}
	l.cycles(g, func(key any) { key.(*tacticLines).like = nil })
}

// lineCycles rejects lines that include themselves through others.
func (l *linker) lineCycles() {
	g := newGraph()
	for _, q := range l.questions {
		g.add(q, strconv.Quote(q.of.tactic.Name), q.of.tactic.Span)
	}
	for _, q := range l.questions {
		for _, item := range q.items {
			if item.like != nil {
				g.link(q, item.like.about(q.event, q.choice), item.span)
			}
		}
	}
	l.cycles(g, func(key any) { key.(*tacticQuestion).known = true })
}

// cycles reports tactics that are like each other in a cycle, and breaks it at each of them.
func (l *linker) cycles(g *graph, breakAt func(key any)) {
	for _, way := range g.cycles() {
		g.report(l.List, CodeTacticCycle, way, "is like", "tactics can't be like each other in a cycle", "")
		for _, s := range way {
			breakAt(g.nodes[s.to].key)
		}
	}
}

// linesOf returns the lines for a question, including those of other tactics. Lines beyond
// the limit are omitted.
func (l *linker) linesOf(q *tacticQuestion) []*program.TacticRule {
	if q.known {
		return q.lines
	}
	q.known = true
	here := map[*program.TacticRule]bool{}
	for _, item := range q.items {
		if last := len(q.lines) - 1; last >= 0 && alwaysPasses(q.lines[last]) {
			l.List.Errorf(CodeUnreachableLine, item.span, "this line of %s is never reached: the line before it always passes", q.of.what)
			break
		}
		if item.like == nil {
			q.lines, here[item.rule] = append(q.lines, item.rule), true
		} else {
			l.linesAlike(q, item, here)
		}
	}
	return q.lines
}

// linesAlike appends the lines that an item includes, each once.
func (l *linker) linesAlike(q *tacticQuestion, item tacticItem, here map[*program.TacticRule]bool) {
	of := item.like.about(q.event, q.choice)
	if of == nil || len(of.items) == 0 {
		l.nothingAlike(item.like, item.span, "%s has no lines for %q to use here", item.like.what, q.name())
		return
	}
	before, lines := len(q.lines), l.linesOf(of)
	for _, line := range lines {
		if l.left > 0 && !here[line] {
			q.lines, here[line] = append(q.lines, line), true
			l.left--
		}
	}
	if l.left > 0 && len(lines) > 0 && len(q.lines) == before {
		l.List.Errorf(CodeUnreachableLine, item.span, "all lines of %s for %q are already here", item.like.what, q.name())
	}
}

// alwaysPasses reports whether the lines after this one are unreachable.
func alwaysPasses(line *program.TacticRule) bool {
	return line.Event != nil && len(line.Does) == 0 && line.If == nil
}

// gather sets the lines of a tactic: its own and those of the one it is like.
func (l *linker) gather(t *tacticLines) {
	took := false
	for from := t; from != nil && l.left >= 0; from = from.like {
		for _, q := range from.questions {
			if t.about(q.event, q.choice) != q {
				continue
			}
			took = took || from != t && len(q.items) > 0
			for _, line := range q.lines {
				own := *line
				t.tactic.Rules = append(t.tactic.Rules, &own)
				l.left -= max(1, len(line.Does))
			}
		}
	}
	if t.like != nil && !took {
		l.nothingAlike(t.like, t.likeNode.Span, "%s answers nothing that %s doesn't already answer", t.like.what, t.what)
	}
}

// nothingAlike reports a tactic that is like another without effect. It is silent if lines of
// the other one have errors and so are missing.
func (l *linker) nothingAlike(like *tacticLines, at diag.Span, format string, args ...any) {
	for t, k := like, 0; t != nil && k < len(l.tacticsOf); t, k = t.like, k+1 {
		if t.lost {
			return
		}
	}
	l.List.Errorf(CodeNothingAlike, at, format, args...)
}
