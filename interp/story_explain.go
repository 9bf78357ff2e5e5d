package interp

import (
	"fmt"
	"strings"

	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/program"
)

// explain writes how a number came about: the formula, then each quantity in it
// with its channels and what everybody put in, with file and line.
func (s *story) explain(depth, root int) {
	s.write(depth, s.explanation(root))
	all := s.trace.Explanations
	for i := root + 1; i < len(all) && all[i].Parent >= int32(root); i++ {
		if all[i].Parent == int32(root) && all[i].Kind != ExplainParticipant {
			s.explain(depth+1, i)
		}
	}
}

// explanation writes one step.
func (s *story) explanation(i int) string {
	x := &s.trace.Explanations[i]
	value := s.m.show(x.Value, x.Type)
	switch x.Kind {
	case ExplainFormula:
		return "because " + oneLine(x.Span.Text()) + " = " + value
	case ExplainQuantity:
		return fmt.Sprintf("%s(%s) = %s: %s", x.Quantity.Name, s.participants(i), value,
			oneLine(x.Quantity.Value.Span.Text()))
	case ExplainChannel:
		return fmt.Sprintf("%s %s (%s)", x.Channel.Name, value, reducerText(x.Channel.Reduce))
	case ExplainContribution:
		return fmt.Sprintf("%s from %s%s%s", value, contributor(x.Contribution), s.of(x.Who), placeText(x.Span))
	}
	return value
}

// participants lists who takes part in a quantity.
func (s *story) participants(of int) string {
	var list []string
	all := s.trace.Explanations
	for i := of + 1; i < len(all) && all[i].Parent >= int32(of); i++ {
		if x := &all[i]; x.Parent == int32(of) && x.Kind == ExplainParticipant {
			list = append(list, x.Local+" "+s.m.show(x.Value, x.Type))
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

// contributor names the condition, rule or thing that a contribution belongs to.
func contributor(c *program.Contribution) string {
	switch {
	case c == nil:
		return "nothing"
	case c.Condition != nil:
		return declTitle(&c.Condition.Decl)
	case c.Rule != nil:
		return "rule " + declTitle(&c.Rule.Decl)
	case c.Carried != nil:
		return declTitle(&c.Carried.Decl)
	}
	return "the ruleset"
}

// placeText writes where something stands, in brackets: [file.yaml:12].
func placeText(span diag.Span) string {
	if span.IsZero() {
		return ""
	}
	line, _ := span.Source.Position(span.Start)
	return fmt.Sprintf(" [%s:%d]", span.Source.Name, line)
}
