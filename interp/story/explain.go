package story

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// reason writes a line on how a number was computed.
func (s *telling) reason(depth int, text string) {
	s.add(Line{Kind: Reason, Depth: depth, Text: text})
}

// explain writes how the numbers of an event were computed: the terms of each number that its line shows, or that was used for it, as in 9
// guard = 7 base + 2 shield; then the other contributions of conditions, rules and things, and where the rules say so.
func (s *telling) explain(e *trace.Event, depth, root int) {
	s.roots = append(s.roots, root)
	s.reasons = map[string]bool{}
	terms, _ := s.trace.SumOf(e)
	for _, t := range terms {
		s.reasons[t.Label] = true
		if len(terms) == 1 && e.Kind == trace.Test && t.Label != "" && !s.explainTerm(depth, t, -1) {
			s.figure(depth, root, sumText(terms))
		}
	}
	if len(terms) > 1 || e.Kind != trace.Test {
		for _, t := range terms {
			s.explainTerm(depth, t, -1)
		}
	}
	if terms == nil {
		s.explainQuantities(depth, root)
	}
	s.explainRest(depth, root)
	if where := e.Span.Where(); where != "" && s.About == "" && e.Kind != trace.Test {
		s.reason(depth, "in "+where)
	}
}

// explainQuantities writes the terms of the quantities in a formula whose result no line shows.
func (s *telling) explainQuantities(depth, root int) {
	for _, i := range s.trace.Parts(root) {
		if x := &s.trace.Explanations[i]; x.Kind == trace.ExplainQuantity && x.Type.Kind == program.Number && x.Value != 0 {
			s.explainTerm(depth, trace.Term{Label: value.TitleOf(&x.Quantity.Decl), Value: x.Value}, -1)
		}
	}
}

// weigh records the inputs of a test, or of a value that a program names. If a program tests the current roll itself, weigh writes it at
// once: no other line shows the target of that roll.
func (s *telling) weigh(e *trace.Event) {
	root := int(e.Explain) - 1
	s.roots = append(s.roots, root)
	tests := e.Type.Kind == program.Bool && slices.ContainsFunc(s.trace.Parts(root), func(i int) bool {
		return s.trace.Explanations[i].Kind == trace.ExplainParticipant && s.trace.Explanations[i].Local == s.rolled
	})
	if tests && s.explains(e) {
		s.rolled, s.reasons = "", map[string]bool{}
		s.explainQuantities(len(s.above), root)
		s.explainRest(len(s.above), root)
	}
}

// figure writes the value of a param, which never changes, once.
func (s *telling) figure(depth, root int, text string) {
	formula := s.trace.Explanations[root].Span.Text()
	param := slices.ContainsFunc(s.names.Program.Params, func(p *program.Param) bool { return p.Name == formula })
	if param && !s.figures[text] {
		s.figures[text] = true
		s.reason(depth, text)
	}
}

// explainTerm writes the terms of a term, if they are known and informative, and then those of each of these; it reports whether it did. The
// term is part of a quantity's explanation; -1 means that a line shows it.
func (s *telling) explainTerm(depth int, t trace.Term, of int) bool {
	at := s.quantityOf(t, of)
	if at < 0 || !saysMore(t.Label, s.trace.Explanations[at].Terms) {
		return false
	}
	parts, of := s.lastOf(at)
	text := sumText([]trace.Term{{Label: t.Label, Value: s.trace.Explanations[at].Value}}) + " = " + sumText(based(parts, t.Label))
	if s.reasons[text] {
		return true
	}
	s.reasons[text] = true
	s.reason(depth, text)
	for _, part := range parts {
		s.reasons[part.Label] = true
		if part.Label != t.Label {
			s.explainTerm(depth+1, part, of)
		}
	}
	return true
}

// based gives the term that is called like the whole another name.
func based(terms []trace.Term, whole string) []trace.Term {
	terms = slices.Clone(terms)
	for i := range terms {
		if terms[i].Label == whole && len(terms) > 1 {
			terms[i].Label = "base"
		}
	}
	return terms
}

// lastOf returns the terms of a quantity, and the quantity that they belong to: it follows lists with a single term that is another
// quantity's name.
func (s *telling) lastOf(at int) ([]trace.Term, int) {
	terms := s.trace.Explanations[at].Terms
	for range 10 {
		if len(terms) != 1 || terms[0].Alone {
			break
		}
		next := s.quantityOf(terms[0], at)
		if next < 0 || !saysMore(terms[0].Label, s.trace.Explanations[next].Terms) {
			break
		}
		s.reasons[terms[0].Label] = true
		at, terms = next, s.trace.Explanations[next].Terms
	}
	return terms, at
}

// saysMore reports whether the terms of a quantity say more than its result: there are several, or one with another name.
func saysMore(label string, terms []trace.Term) bool {
	return len(terms) > 1 || len(terms) == 1 && terms[0].Label != "" && !strings.EqualFold(terms[0].Label, label)
}

// quantityOf finds the quantity behind a term: among those that another quantity was computed from, if it is a term of that one, else among
// those computed for the current action, the last one first. -1 means none, or that nothing says which of them it is.
func (s *telling) quantityOf(t trace.Term, of int) int {
	roots := slices.Clone(s.roots)
	if of >= 0 {
		roots = append(roots, of)
	}
	all := s.trace.Explanations
	for k, root := range slices.Backward(roots) {
		found := -1
		for i := root; i < len(all) && (i == root || all[i].Parent >= int32(root)); i++ {
			x := &all[i]
			if x.Kind != trace.ExplainQuantity || x.Value != t.Value && x.Value != -t.Value || x.Terms == nil || of >= 0 && slices.Contains(x.Terms, t) || !s.isCalled(i, t.Label, k == len(roots)-1) {
				continue
			}
			if found >= 0 && !slices.Equal(x.Terms, all[found].Terms) {
				return -1
			}
			found = max(found, i)
		}
		if found >= 0 {
			return found
		}
	}
	return -1
}

// isCalled reports whether a log calls a quantity by a name: its own, or, if it is near, that of the step that requested it.
func (s *wording) isCalled(i int, label string, near bool) bool {
	if value.TitleOf(&s.trace.Explanations[i].Quantity.Decl) == label {
		return true
	}
	return near && slices.ContainsFunc(s.trace.Parts(i), func(k int) bool {
		p := &s.trace.Explanations[k]
		return p.Kind == trace.ExplainParticipant && p.Type.Kind == program.Step && s.names.Show(p.Value, p.Type) == label
	})
}

// explainRest writes the contributions to the quantities of an explanation that no line shows yet: added numbers, and whatever made dice
// better or worse, ruled something out or was the highest.
func (s *telling) explainRest(depth, root int) {
	all := s.trace.Explanations
	for i := root; i < len(all) && (i == root || all[i].Parent >= int32(root)); i++ {
		if all[i].Kind == trace.ExplainQuantity {
			s.explainChannels(depth, i)
		}
	}
}

// explainChannels writes the contributors to the channels of a quantity, a line for each.
func (s *telling) explainChannels(depth, quantity int) {
	var order []*program.Channel
	from := map[*program.Channel][]string{}
	for _, i := range s.trace.Parts(quantity) {
		x := &s.trace.Explanations[i]
		if x.Kind != trace.ExplainContribution || x.Value == 0 {
			continue
		}
		who := contributor(x.Contribution)
		if s.reasons[who] {
			continue
		}
		if from[x.Channel] == nil {
			order = append(order, x.Channel)
		}
		if x.Type.Kind == program.Number && x.Channel.Reduce != program.CountOf {
			who = number.Format(x.Value) + " " + who
		}
		if !slices.Contains(from[x.Channel], who) {
			from[x.Channel] = append(from[x.Channel], who)
		}
	}
	title := value.TitleOf(&s.trace.Explanations[quantity].Quantity.Decl)
	for _, c := range order {
		text := title + ": " + strings.Join(from[c], ", ")
		if len(order) > 1 || c.Reduce != program.SumOf {
			text = title + ", " + value.InWords(c.Name) + ": " + strings.Join(from[c], ", ")
		}
		if !s.reasons[text] {
			s.reasons[text] = true
			s.reason(depth, text)
		}
	}
}

// contributor names the condition, rule or thing that a contribution belongs to, as a log does.
func contributor(c *program.Contribution) string {
	return strings.TrimPrefix(trace.Contributor(c), "rule ")
}
