package engine

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/rulec/rulec/internal/diff"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/decode"
	"github.com/rulec/rulec/lang/program"
)

// pair is a fight by two sets of rules: as in a comparison, the second ones come first.
type pair struct {
	which
	Against which `json:"against"`
}

// differences says what changes from the second rules of a pair to its first ones, a phrase for each rule. Texts for people don't count.
func (d *files) differences(p pair) ([]string, error) {
	var both [2]*lang.Rules
	for i, w := range []which{p.Against, p.which} {
		name, opts := d.replaced(w)
		rules, list := lang.ReadRules(cmp.Or(name, d.rulesOf(w.File)), opts)
		if list.HasErrors() {
			return nil, list.First()
		}
		both[i] = rules
	}
	now := d.work.Rules(cmp.Or(p.Rules, d.rulesOf(p.File)))
	told := []string{}
	v := lang.Compare(both[0], both[1])
	for _, c := range v.Changes {
		if c.Library != "" {
			told = append(told, "the library "+c.Library+" is used")
		} else if r := diff.RuleOf(v, c.Differences[0]); !r.Words {
			told = append(told, phrase(r, now))
		}
	}
	return told, nil
}

// phrase says how a rule differs: its short values, or only that it does.
func phrase(r diff.Rule, now *program.Program) string {
	title := cmp.Or(r.Title, decode.TitleOf(cmp.Or(r.Name, r.Section)))
	switch r.Change {
	case "new", "removed":
		return title + " is " + r.Change
	case "renamed":
		return fmt.Sprintf("%s is now called %s", decode.TitleOf(r.Keys[0].Base), title)
	}
	const long = 40
	var values []string
	for _, k := range r.Keys {
		base, house := valueOf(r.Section, k.Base), valueOf(r.Section, k.House)
		switch {
		case k.ForPeople():
		case max(len(base), len(house)) > long || strings.ContainsAny(k.Key, ".,"): // a program, or something inside
			return title + " is changed"
		case k.Key == "value":
			return fmt.Sprintf("%s %s -> %s", title, base, house)
		default:
			values = append(values, fmt.Sprintf("%s %s -> %s", fieldTitle(now, r.Section, k.Key), base, house))
		}
	}
	return title + ": " + strings.Join(values, ", ")
}

// valueOf says a value in words: that of a param without the others that it may have.
func valueOf(section, text string) string {
	if section == "params" {
		text, _, _ = strings.Cut(text, " (")
	}
	return cmp.Or(map[string]string{"true": "yes", "false": "no"}[text], decode.TitleOf(text), "nothing")
}

// fieldTitle returns the title of a field of the definitions in a section.
func fieldTitle(p *program.Program, section, key string) string {
	if p != nil {
		for _, k := range p.Kinds {
			if i := slices.IndexFunc(k.Fields, func(f *program.Field) bool { return f.Name == key }); i >= 0 && k.Plural == section {
				return k.Fields[i].Title
			}
		}
	}
	return decode.TitleOf(key)
}
