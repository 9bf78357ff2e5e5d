package diff

import (
	"fmt"
	"unicode/utf8"

	"github.com/rulec/rulec/internal/report"
)

// Document returns the printed report. On paper each encounter starts on its own sheet; the first one shares the
// sheet of the rules.
func (r *Report) Document() *report.Document {
	d := &report.Document{Title: fmt.Sprintf("%s, against %s", r.House.title(), r.Base.title()), Data: r}
	r.addRules(d)
	for i := range r.Encounters {
		r.Encounters[i].addTo(d, r)
	}
	d.Note("%s", r.versions())
	d.Add(report.Command{Label: "Again", Line: r.Command})
	return d
}

// title returns the title of a ruleset.
func (r *Ruleset) title() string {
	if r.Title == "" {
		return r.Name
	}
	return fmt.Sprintf("%s (%s)", r.Title, r.Name)
}

// addRules adds the differences of the rules.
func (r *Report) addRules(d *report.Document) {
	switch {
	case r.Reversed:
		d.Paragraph("%s extends %s: the report shows what leaving the house rules would change. Name the house rules second.",
			r.Base.Name, r.House.Name)
	case !r.Extends:
		d.Paragraph("%s doesn't extend %s: the report compares the definitions of both, not an overlay with its base.",
			r.House.Name, r.Base.Name)
	}
	if len(r.Rules) == 0 {
		d.Paragraph("The rules are the same.")
		return
	}
	rules := &report.Table{Name: "rules", Head: report.Heads("rule", "change", "place")}
	keys := &report.Table{Name: "keys", Head: report.Heads("key", r.Base.Name, r.House.Name)}
	for i := range r.Rules {
		rule := &r.Rules[i]
		rules.Add(report.Words(rule.Path()), report.Words(rule.change()), report.Words(rule.Place))
		for _, k := range rule.Keys {
			keys.Add(report.Words(rule.Path()+": "+k.name()), report.Words(shortened(k.Base)), report.Words(shortened(k.House)))
		}
	}
	d.Add(report.Heading{Text: report.Plural(int64(len(r.Rules)), "rule differs", "rules differ")}, rules, keys)
}

// change describes the change of a rule.
func (r *Rule) change() string {
	switch {
	case r.Words:
		return "text only"
	case r.Definitions > 1:
		return fmt.Sprintf("%s: %d definitions", r.Change, r.Definitions)
	}
	return r.Change
}

func (k *Key) name() string {
	if k.Key == "" {
		return "name"
	}
	return k.Key
}

// longest is the maximum length at which a key's value is printed.
const longest = 60

func shortened(value string) string {
	if value == "" {
		return "nothing"
	}
	if utf8.RuneCountInString(value) > longest {
		return string([]rune(value)[:longest-2]) + ".."
	}
	return value
}

// versions returns which rulesets were compared, and by which program.
func (r *Report) versions() string {
	text := fmt.Sprintf("rulec %s; rulesets %s and %s", r.Program, r.Base.version(), r.House.version())
	for _, x := range r.Encounters {
		text += fmt.Sprintf("; %s: seed %d", x.File, x.Seed)
	}
	return text + "."
}

func (r *Ruleset) version() string {
	if r.Hash == "" {
		return r.Name
	}
	return fmt.Sprintf("%s (%.12s)", r.Name, r.Hash)
}
