package story

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/interp/trace"
	"github.com/rulec/rulec/interp/value"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// reason writes a line on how a number came about.
func (s *telling) reason(depth int, text string) {
	s.add(Line{Kind: Reason, Depth: depth, Text: text})
}

// explain writes how a number came about: the figures that it was added up from, else the formula,
// then each quantity in it with its channels and what everybody put in, with file and line. A
// formula that says itself what it comes to, or that the event's own line shows, is left out.
func (s *telling) explain(e *trace.Event, depth, root int) {
	x := &s.trace.Explanations[root]
	shown := s.names.Show(x.Value, x.Type)
	terms, total := s.trace.SumOf(e)
	switch {
	case e.Kind == trace.Roll && terms != nil, e.Kind == trace.Test && s.target(e) != "": // its line has them
	case len(terms) > 1 && x.Type.Kind == program.Number && total == x.Value:
		s.reason(depth, "because "+strings.TrimPrefix(termsText(terms), " + ")+" = "+shown)
		depth++
	case len(terms) == 1 && x.Type.Kind == program.Number && total == x.Value: // a figure, or what stands below
	case value.OneLine(x.Span.Text()) != shown:
		s.reason(depth, s.explanation(root))
		depth++
	}
	s.explainParts(depth, root)
}

// weigh writes a test, or a value that a program names, and what it was worked out from:
// once in an action, and not a number that came to nothing.
func (s *telling) weigh(e *trace.Event) {
	if !s.full(e) {
		return
	}
	root := int(e.Explain) - 1
	if e.Type.Kind == program.Number && e.Amount == 0 && !s.telling(root) {
		return
	}
	text := fmt.Sprint(s.formula(root), e.Amount)
	for i := root + 1; i < len(s.trace.Explanations) && s.trace.Explanations[i].Parent >= int32(root); i++ {
		text += fmt.Sprint(" ", s.trace.Explanations[i].Value)
	}
	if s.weighed[text] {
		return
	}
	if s.weighed == nil {
		s.weighed = map[string]bool{}
	}
	s.weighed[text] = true
	line := s.formula(root) + ": " + s.names.Show(e.Amount, *e.Type)
	s.opens(&trace.Event{Depth: e.Depth, Landing: e.Landing}, line, "")
	last := &s.log.Lines[len(s.log.Lines)-1]
	last.Text = line // a formula has no capitals
	s.explainParts(len(s.above), root)
}

// explainParts writes what a step was worked out from, but for what had no part in it.
func (s *telling) explainParts(depth, of int) {
	for _, i := range s.trace.Parts(of) {
		switch x := &s.trace.Explanations[i]; x.Kind {
		case trace.ExplainParticipant, trace.ExplainContribution:
			// The one stands in the quantity's own line, the other below its channel.
		case trace.ExplainChannel:
			s.explainChannel(depth, of, i)
		default:
			if s.counts(of, i) {
				s.reason(depth, s.explanation(i))
				s.explainParts(depth+1, i)
			}
		}
	}
}

// counts reports whether a part has a part in what it belongs to: nothing was added to by a
// zero, nor decided by what is the other way round.
func (s *telling) counts(of, part int) bool {
	whole, x := &s.trace.Explanations[of], &s.trace.Explanations[part]
	switch {
	case x.Type.Kind == program.Bool && whole.Type.Kind == program.Bool:
		return x.Value == whole.Value
	case whole.Type.Kind == program.Bool:
		return true
	}
	return x.Value != 0 || s.telling(part)
}

// telling reports whether something was contributed to a step, or to a part of it.
func (s *telling) telling(of int) bool {
	for i := of + 1; i < len(s.trace.Explanations) && s.trace.Explanations[i].Parent >= int32(of); i++ {
		if x := &s.trace.Explanations[i]; x.Kind == trace.ExplainContribution && !nothing(x) {
			return true
		}
	}
	return false
}

// nothing reports whether a contribution is a number that adds nothing.
func nothing(x *trace.Explanation) bool { return x.Type.Kind == program.Number && x.Value == 0 }

// explainChannel writes a channel that something went into, and what.
func (s *telling) explainChannel(depth, quantity, channel int) {
	x := &s.trace.Explanations[channel]
	shown := false
	for _, i := range s.trace.Parts(quantity) {
		c := &s.trace.Explanations[i]
		if c.Kind != trace.ExplainContribution || c.Channel != x.Channel || nothing(c) {
			continue
		}
		if !shown {
			s.reason(depth, s.explanation(channel))
			shown = true
		}
		s.reason(depth+1, s.explanation(i))
	}
}

// explanation writes one step.
func (s *telling) explanation(i int) string {
	x := &s.trace.Explanations[i]
	shown := s.names.Show(x.Value, x.Type)
	switch x.Kind {
	case trace.ExplainFormula:
		return "because " + s.formula(i) + " = " + shown
	case trace.ExplainQuantity:
		text := fmt.Sprintf("%s(%s) = %s", x.Quantity.Name, s.participants(i), shown)
		if from := value.OneLine(x.Quantity.Value.Span.Text()); len(from) <= longest {
			text += ": " + from
		}
		return text
	case trace.ExplainNamed:
		text := x.Local + " = " + shown
		if from := value.OneLine(x.Span.Text()); len(from) <= longest && from != shown {
			text += ": " + from
		}
		return text
	case trace.ExplainChannel:
		return fmt.Sprintf("%s %s (%s)", x.Channel.Name, shown, reducerText(x.Channel.Reduce))
	case trace.ExplainContribution:
		return fmt.Sprintf("%s from %s%s%s", shown, trace.Contributor(x.Contribution), s.of(x.Who), placeText(x.Span))
	}
	return shown
}

// longest is how long a formula may be that is repeated in a story; what it was worked out from
// stands below it in any case.
const longest = 100

// formula is the text of a formula with the figures that its program has given it.
func (s *telling) formula(i int) string {
	text := value.OneLine(s.trace.Explanations[i].Span.Text())
	if len(text) > longest {
		cut := strings.LastIndexByte(text[:longest], ' ')
		text = text[:max(cut, 1)] + " .."
	}
	if given := s.participants(i); given != "" {
		text += " (" + given + ")"
	}
	return text
}

// participants lists who takes part in a quantity.
func (s *telling) participants(of int) string {
	var list []string
	for _, i := range s.trace.Parts(of) {
		if x := &s.trace.Explanations[i]; x.Kind == trace.ExplainParticipant {
			list = append(list, x.Local+" "+s.names.Show(x.Value, x.Type))
		}
	}
	return strings.Join(list, ", ")
}

func reducerText(r program.Reducer) string {
	switch r {
	case program.MaxOf:
		return "the highest"
	case program.MinOf:
		return "the lowest"
	case program.AnyIs:
		return "if any"
	case program.CountOf:
		return "how many"
	case program.LastOf:
		return "the last"
	}
	return "the sum"
}

// placeText writes where something stands, in brackets: [file.yaml:12].
func placeText(span diag.Span) string {
	if span.IsZero() {
		return ""
	}
	line, _ := span.Source.Position(span.Start)
	return fmt.Sprintf(" [%s:%d]", span.Source.Name, line)
}
