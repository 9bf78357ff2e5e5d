package encounter

import (
	"slices"

	"github.com/rulec/rulec/lang/program"
	"github.com/rulec/rulec/lang/tree"
)

// laws reads which laws an encounter is held against that is played by tactics.
func (e *encounter) laws(n, script *tree.Node) {
	played := []string{program.BuiltInLaws[program.LawEnds], program.BuiltInLaws[program.LawEvenSides]}
	names, _ := tree.Names(n, "laws of the encounter", e.List)
	for _, name := range names {
		if !slices.Contains(played, name.Text) {
			d := e.List.Errorf(CodeLaws, name.Span, "an encounter can't be held against a law %q", name.Text)
			if own := slices.ContainsFunc(e.Prog.Laws, func(l *program.Law) bool { return l.Name == name.Text }); own || slices.Contains(program.BuiltInLaws[1:], name.Text) {
				d.WithHint("it needn't be named: every case is held against it")
			} else {
				e.NearestHint(d, name.Text, played, "there are")
			}
			continue
		}
		e.enc.Laws = append(e.enc.Laws, program.BuiltInLaw(slices.Index(program.BuiltInLaws, name.Text)))
	}
	if script != nil && len(e.enc.Laws) > 0 {
		e.List.Errorf(CodeLaws, n.Span, "laws are those of a fight that is played by tactics, and this encounter has a script").
			WithHint("leave one of the two out")
	}
}
