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
		e.List.Errorf(CodeLaws, n.Span, "laws are held against one fight, and odds are those of all ways for its dice to fall: no case has both").
			WithHint("make two cases of it")
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
			e.NearestHint(e.List.Errorf(CodeLaws, name.Span, "there is no law %q", name.Text), name.Text, known, "there are")
		case byTactics && m.Get("script") != nil:
			e.List.Errorf(CodeLaws, name.Span, "law %q is about fights that are played by tactics, and this encounter has a script", name.Text).
				WithHint("leave one of the two out")
		default:
			e.enc.Laws = append(e.enc.Laws, name.Text)
		}
	}
}
