package engine

import (
	"cmp"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/lang/tree"
)

// alternative is a set of rules by which a fight could be played instead of its own.
type alternative struct {
	Title     string `json:"title"`
	Rules     string `json:"rules,omitempty"`
	AsShipped bool   `json:"asShipped,omitempty"`
	// Before is set for what a fight's own rules were before they were changed: as shipped, or those that they override.
	Before bool `json:"before,omitempty"`
}

// alternatives are the rules of a fight, and those by which it could be played instead.
type alternatives struct {
	// Own is the title of its own.
	Own    string        `json:"own"`
	Others []alternative `json:"others"`
}

// alternatives lists the rules that a fight could be compared with: those based on the same ruleset as its own, and its own as shipped if
// any of them was changed on the page. Others have other creatures and weapons. fits reports whether the rules have everything that the
// fight names.
func (d *files) alternatives(w which) (alternatives, error) {
	own := d.rulesOf(w.File)
	x := alternatives{Own: d.titleOf(own), Others: []alternative{}}
	if own == "" {
		return x, nil
	}
	if given := d.given(own); given != "" && d.changed(own) {
		x.Others = append(x.Others, alternative{Title: d.titleOf(given) + " as it came", AsShipped: true, Before: true})
		if given == own {
			x.Own += " as it is now"
		}
	}
	bottom, beneath := d.bottomOf(own), d.layers(own)[1:]
	for _, name := range d.rulesets() {
		if name != own && d.bottomOf(name) == bottom {
			x.Others = append(x.Others, alternative{Title: d.titleOf(name), Rules: name, Before: slices.Contains(beneath, name)})
		}
	}
	return x, nil
}

// titleOf returns what people call rules.
func (d *files) titleOf(rules string) string {
	h := d.header(rules)
	return cmp.Or(h.title, strings.ReplaceAll(h.name, "_", " "))
}

// fits returns nothing if a fight can be played as requested; the error says why it can't.
func (d *files) fits(w which) (nothing, error) {
	_, err := d.encounter(w)
	return nothing{}, err
}

// changed reports whether rules have a shipped file that was changed on the page.
func (d *files) changed(rules string) bool {
	changed := func(name string) bool {
		text, drafted := d.drafts[name]
		came, err := fs.ReadFile(layered{}, name)
		return drafted && err == nil && string(came) != text
	}
	if !slices.ContainsFunc(slices.Collect(maps.Keys(d.drafts)), changed) {
		return false
	}
	read, _ := lang.ReadRules(rules, d.options())
	return read != nil && slices.ContainsFunc(read.Files(), changed)
}

// rulesets lists the files that are whole rulesets: those of the page, then the built-in ones.
func (d *files) rulesets() []string {
	names := slices.Sorted(maps.Keys(d.drafts))
	for _, folder := range []string{"rulesets", "examples"} {
		names = append(names, slices.DeleteFunc(yamlIn(folder), func(n string) bool { return slices.Contains(names, n) })...)
	}
	return slices.DeleteFunc(names, func(n string) bool { return !d.header(n).ruleset })
}

// allRules lists all whole rulesets, with their titles: those of the page first.
func (d *files) allRules(nothing) ([]alternative, error) {
	list := []alternative{}
	for _, name := range d.rulesets() {
		list = append(list, alternative{Title: d.titleOf(name), Rules: name})
	}
	return list, nil
}

// header is the head of a file.
type header struct {
	// fight is set for an encounter, and for a sequence of some; script if it has one. sides are how many are on each of its sides.
	ruleset, fight, sequence, script bool
	sides                            []int
	// about is a sentence. of is the ruleset of an encounter, over what a ruleset overrides; both as written.
	name, title, about, of, over string
}

// header reads the head of a file, once until it changes.
func (d *files) header(name string) header {
	if h, known := d.headers[name]; known {
		return h
	}
	f, err := d.read(name)
	if err != nil {
		return header{}
	}
	h := headerOf(name, f.Text)
	h.ruleset = h.name != "" && !h.fight && lang.IsRuleset(name, d.options())
	d.headers[name] = h
	return h
}

// called is the title of a file with a fight, or its name.
func (h header) called(file string) string {
	return cmp.Or(h.title, strings.TrimSuffix(path.Base(file), path.Ext(file)))
}

func headerOf(name, text string) header {
	if !lang.IsOurs(text) {
		return header{}
	}
	node, _ := tree.Parse(diag.NewSource(name, text))
	h := header{
		sequence: node.Get("sequence") != nil, script: node.Get("script") != nil, sides: sidesOf(node),
		name: node.TextOf("ruleset"), title: node.TextOf("title"), about: aboutOf(node.TextOf("about"), text), over: node.TextOf("extends"),
	}
	h.fight = h.sequence || node.Get("combatants") != nil
	h.of = cmp.Or(node.Get("common").TextOf("ruleset"), h.name)
	return h
}

// sidesOf counts the combatants of each side of an encounter, as far as they say which.
func sidesOf(node *tree.Node) (sides []int) {
	var names []string
	for _, x := range tree.EntriesOf(node.Get("combatants")) {
		name := x.Value.TextOf("side")
		i := slices.Index(names, name)
		if i < 0 && name != "" {
			i, names, sides = len(names), append(names, name), append(sides, 0)
		}
		if i >= 0 {
			sides[i]++
		}
	}
	return sides
}

// aboutOf returns the first sentence of what a file says about itself, or else of the comment at its top.
func aboutOf(about, text string) string {
	if about == "" {
		for line := range strings.Lines(text) {
			words, comment := strings.CutPrefix(strings.TrimSpace(line), "#")
			if !comment || words == "" {
				break
			}
			about += words
		}
	}
	about = strings.Join(strings.Fields(about), " ")
	if end := strings.Index(about, ". "); end >= 0 {
		about = about[:end+1]
	}
	return about
}

// rulesOf returns the file of the rules by which a file is played; empty means that it doesn't say.
func (d *files) rulesOf(name string) string {
	h := d.header(name)
	if h.ruleset {
		return name
	}
	return d.named(name, h.of)
}

// named returns the file of a ruleset that another file names.
func (d *files) named(from, text string) string {
	if text == "" {
		return ""
	}
	of := [2]string{from, text}
	if _, known := d.found[of]; !known {
		d.found[of] = lang.RulesetNamed(from, text, d.options())
	}
	return d.found[of]
}

// layers are the files of a ruleset and of those that it overrides, down to the bottom.
func (d *files) layers(name string) (list []string) {
	for name != "" && !slices.Contains(list, name) {
		list = append(list, name)
		name = d.named(name, d.header(name).over)
	}
	return list
}

// bottomOf returns the name of the ruleset at the bottom of a file's rules: copies of it have the same one.
func (d *files) bottomOf(name string) string {
	layers := d.layers(name)
	return d.header(layers[len(layers)-1]).name
}

// given returns the file of the first built-in ruleset among rules and those that they override; empty means that there is none.
func (d *files) given(name string) string {
	for _, layer := range d.layers(name) {
		if _, err := fs.Stat(layered{}, layer); err == nil {
			return layer
		}
	}
	return ""
}

// playable is a fight that can be played by some rules. Rules are these, if it names others.
type playable struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Rules string `json:"rules,omitempty"`
}

// fightsBy lists the fights for the rules of a file: those that name them, then those that name what they override, in each case those without
// a script first. Whether everything is there that one of the latter names, fits tells.
func (d *files) fightsBy(name string) ([]playable, error) {
	rules := d.rulesOf(d.work.Whole(name))
	beneath := d.layers(rules)
	var own, scripted, others []playable
	for _, fight := range slices.Compact(slices.Sorted(slices.Values(append(slices.Collect(maps.Keys(d.drafts)), yamlIn("examples")...)))) {
		h, by := d.header(fight), d.rulesOf(fight)
		p := playable{Name: fight, Title: h.called(fight)}
		switch {
		case !h.fight || h.sequence || !slices.Contains(beneath, by):
		case by == rules && h.script:
			scripted = append(scripted, p)
		case by == rules:
			own = append(own, p)
		case !h.script:
			p.Rules = rules
			others = append(others, p)
		}
	}
	return append([]playable{}, slices.Concat(own, scripted, others)...), nil
}
