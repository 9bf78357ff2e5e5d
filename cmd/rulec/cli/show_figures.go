package cli

import (
	"fmt"

	"github.com/rulec/rulec/internal/figures"
	"github.com/rulec/rulec/internal/show"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
)

// figures prints the derived stats of a creature's definition, like a stat block.
func (s shower) figures(p show.Place) error {
	if p.Entry.Key == nil || s.prog.Creature == nil || p.Section.Key.Text != s.prog.Creature.Plural {
		return nil
	}
	rules, wrong := lang.ReadRules(s.ruleset, s.opts)
	var list []figures.Figure
	if !wrong.HasErrors() {
		list, wrong = figures.Of(rules, p.Entry.Key.Text, s.opts)
	}
	if wrong.HasErrors() {
		return complain(s.errors, wrong)
	}
	if len(list) == 0 {
		return nil
	}
	width := 0
	for _, f := range list {
		width = max(width, len([]rune(f.Title)))
	}
	fmt.Fprintf(s.out, "# derived stats of a creature made from it, from the values above alone\n")
	for _, f := range list {
		fmt.Fprintf(s.out, "#   %-*s  %s\n", width, diag.Visible(f.Title), diag.Visible(f.Value))
	}
	return nil
}
