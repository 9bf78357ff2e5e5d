package story

import (
	"slices"
	"strings"

	"github.com/rulec/rulec/interp/number"
	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"
	"github.com/rulec/rulec/lang/program"
)

// reason writes a line on how a number was computed, unless the current explanation has it already, and reports whether it did.
func (s *telling) reason(depth int, text string) bool {
	if s.reasons[text] {
		return false
	}
	s.reasons[text] = true
	s.add(Line{Kind: Reason, Depth: depth, Text: text})
	return true
}

// explain writes how the numbers of an event were computed: the terms of each number that its line shows, or that was used for it, as in 9
// guard = 7 base + 2 shield; then the other contributions of conditions, rules and things, and where the rules say so.
func (s *telling) explain(e *trace.Event, depth int) {
	if e.Explain == 0 || !s.explains(e) {
		return
	}
	root := int(e.Explain) - 1
	s.roots = append(s.roots, root)
	s.reasons = map[string]bool{}
	terms, _ := s.trace.SumOf(e)
	for _, t := range terms {
		s.reasons[t.Label] = true
	}
	for _, t := range terms {
		if !s.explainTerm(depth, t, s.roots) && len(terms) == 1 && t.Label != "" && e.Kind == trace.Test {
			s.figure(depth, root, sumText(terms))
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
			s.explainTerm(depth, trace.Term{Label: value.TitleOf(&x.Quantity.Decl), Value: x.Value}, s.roots)
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

// explainTerm writes the terms of a term, if they are known and informative, and then those of each of these; it reports whether it did.
// Its quantity is below one of the roots.
func (s *telling) explainTerm(depth int, t trace.Term, roots []int) bool {
	at := s.quantityOf(t, roots)
	if at < 0 || !saysMore(t.Label, s.trace.Explanations[at].Terms) {
		return false
	}
	value, at := s.trace.Explanations[at].Value, s.lastOf(at)
	parts := slices.Clone(s.trace.Explanations[at].Terms)
	for i := range parts {
		if len(parts) > 1 && parts[i].Label == t.Label {
			parts[i].Label = "" // explained by itself it would go around in circles
		}
	}
	text := sumText([]trace.Term{{Label: t.Label, Value: value}}) + " = " + sumText(parts)
	if !s.reason(depth, text) {
		return true
	}
	for _, part := range parts {
		s.reasons[part.Label] = true
		s.explainTerm(depth+1, part, []int{at})
	}
	return true
}

// lastOf follows quantities with a single term that is another quantity's name.
func (s *telling) lastOf(at int) int {
	for range 10 {
		terms := s.trace.Explanations[at].Terms
		if len(terms) != 1 || terms[0].Alone {
			break
		}
		next := s.quantityOf(terms[0], []int{at})
		if next < 0 || !saysMore(terms[0].Label, s.trace.Explanations[next].Terms) {
			break
		}
		s.reasons[terms[0].Label] = true
		at = next
	}
	return at
}

// saysMore reports whether the terms of a quantity say more than its result: there are several, or one with another name.
func saysMore(label string, terms []trace.Term) bool {
	return len(terms) > 1 || len(terms) == 1 && terms[0].Label != "" && !strings.EqualFold(terms[0].Label, label)
}

// quantityOf finds the quantity behind a term among those computed for some explanations, the last one first; -1 means none. A term of
// another quantity is never looked for among others: their numbers may be equal.
func (s *telling) quantityOf(t trace.Term, roots []int) int {
	all := s.trace.Explanations
	for _, root := range slices.Backward(roots) {
		for i := root; i < len(all) && (i == root || all[i].Parent >= int32(root)); i++ {
			x := &all[i]
			if x.Kind == trace.ExplainQuantity && (x.Value == t.Value || x.Value == -t.Value) && x.Terms != nil && s.isCalled(i, t.Label) {
				return i
			}
		}
	}
	return -1
}

// isCalled reports whether a log calls a quantity by a name: its own, or that of the step that requested it.
func (s *wording) isCalled(i int, label string) bool {
	if value.TitleOf(&s.trace.Explanations[i].Quantity.Decl) == label {
		return true
	}
	return slices.ContainsFunc(s.trace.Parts(i), func(k int) bool {
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
		who := strings.TrimPrefix(trace.Contributor(x.Contribution), "rule ")
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
		s.reason(depth, text)
	}
}
