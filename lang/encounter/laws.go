package encounter

import (
	"slices"

	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/program"
)

// laws reads which laws an encounter tests.
func (e *encounter) laws(m decode.Mapping) {
	n := m.Get("laws")
	if n != nil && m.Get("odds") != nil {
		e.List.Errorf(CodeLaws, n.Span, "a case can't have both laws and odds: laws check one fight, odds cover every way its dice can fall").
			WithHint("split it into two cases")
		return
	}
	known := slices.Clone(program.BuiltInLaws[1:])
	for _, l := range e.Prog.Laws {
		if l.BuiltIn == program.OwnLaw {
			known = append(known, l.Name)
		}
	}
	for _, name := range m.GetNames("laws") {
		switch byTactics := name.Text == program.BuiltInLaws[program.LawEnds] || name.Text == program.BuiltInLaws[program.LawEvenSides]; {
		case !slices.Contains(known, name.Text):
			e.NearestHint(e.List.Errorf(CodeLaws, name.Span, "unknown law %q", name.Text), name.Text, known, "there are")
		case byTactics && m.Get("script") != nil:
			e.List.Errorf(CodeLaws, name.Span, "law %q is for fights played by tactics, and this encounter has a script", name.Text).
				WithHint("remove one of the two")
		default:
			e.enc.Laws = append(e.enc.Laws, name.Text)
		}
	}
}
