package engine

import (
	"slices"
	"strings"
	"testing"
)

// skirmishFiles are rules with all kinds of params, and house rules for them.
func skirmishFiles(house string) *Workspace {
	d := New("test")
	for _, f := range []file{
		{"own/base.yaml", "rulec: 2\nruleset: base\nparams:\n  # The first.\n  hits: 2 (0..9)  #: How many hits.\n  fair: false  #: A switch.\n  # The others.\n  die: 1d6  #: Dice.\n  tie: by_name (or by_lot, by_age)  #: A choice.\n  steps: 5 (or 0, 10)\n"},
		{"own/house.yaml", house},
	} {
		if _, err := d.set(f); err != nil {
			panic(err)
		}
	}
	return d
}

const housed = "ruleset: house\nextends: ./base.yaml\n"

// given returns the text of a file after a param got another value.
func (d *Workspace) given(t *testing.T, name, param, value string) string {
	t.Helper()
	edits, err := d.setParam(newValue{formFor{File: name}, param, value})
	if err != nil {
		t.Fatal(err)
	}
	f, err := d.read(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range edits {
		if e.File != name {
			t.Fatalf("%s is changed", e.File)
		}
		f.Text = f.Text[:e.From] + e.Text + f.Text[e.To:]
	}
	return f.Text
}

// TestSetParam: a value is written into what house rules set, whatever form that has, and goes at the default; nothing around it changes.
func TestSetParam(t *testing.T) {
	for _, c := range []struct{ before, param, value, after string }{
		{housed, "hits", "3", housed + "set:\n  hits: 3\n"},
		{housed + "set:\n  hits: 3\n", "hits", "2", housed},
		{housed + "# over\n", "hits", "3", housed + "set:\n  hits: 3\n# over\n"},
		{housed + "set:\n", "hits", "3", housed + "set:\n  hits: 3\n"},
		{housed + "set: {}\n", "hits", "3", housed + "set: {hits: 3}\n"},
		{housed + "set: {fair: true}  # so\n", "die", "best(1, 2d6)", housed + "set: {fair: true, die: \"best(1, 2d6)\"}  # so\n"},
		{housed + "set: {fair: true, hits: 3}\n", "hits", "2", housed + "set: {fair: true}\n"},
		{housed + "set: {hits: 3}  # so\n", "hits", "2", housed + "set: {hits: 2}  # so\n"},
		{housed + "set:\n  # Many.\n  hits: 3\n  fair: true\n", "hits", "2", housed + "set:\n  # Many.\n  hits: 2\n  fair: true\n"},
		{housed + "set:\n  hits: 3  # many\n", "hits", "4", housed + "set:\n  hits: 4  # many\n"},
		{housed, "hits", "2", housed},
		{housed + "params:\n  own: 3 (1..)  #: Ours.\n", "own", "4", housed + "params:\n  own: 4 (1..)  #: Ours.\n"},
	} {
		d := skirmishFiles(c.before)
		if got := d.given(t, "own/house.yaml", c.param, c.value); got != c.after {
			t.Errorf("%s: %s in\n%s\nwrote\n%s\nwant\n%s", c.param, c.value, c.before, got, c.after)
		}
	}
	d := skirmishFiles(housed)
	for param, line := range map[string][2]string{
		"tie": {"by_lot", "tie: by_lot (or by_name, by_age)  #: A choice."}, "hits": {"7", "hits: 7 (0..9)  #: How many hits."}, "steps": {"10", "steps: 10 (or 5, 0)"},
	} {
		if got := d.given(t, "own/base.yaml", param, line[0]); !strings.Contains(got, "\n  "+line[1]+"\n") {
			t.Errorf("%s: there is no %s in\n%s", param, line[1], got)
		}
	}
}

// TestSetParamCant: what a param can't be is refused in words, and a built-in system isn't changed.
func TestSetParamCant(t *testing.T) {
	d := skirmishFiles(housed)
	for _, c := range [][3]string{
		{"own/house.yaml", "hits", "10"}, {"own/house.yaml", "hits", ""}, {"own/house.yaml", "die", "banana"}, {"own/house.yaml", "tie", "by_luck"}, {"own/house.yaml", "hats", "1"},
		{"own/house.yaml", "die", "1d6\nx: 1"}, {"rulesets/energy.yaml", "advantage_dice", "3"},
	} {
		if edits, err := d.setParam(newValue{formFor{File: c[0]}, c[1], c[2]}); err == nil {
			t.Errorf("%s: %q gives %v", c[1], c[2], edits)
		}
	}
}

// TestParams: the params come with what they may be, in groups, with the defaults of the rules beneath, also for a part and a fight.
func TestParams(t *testing.T) {
	d := skirmishFiles(housed + "set: {hits: 3, tie: by_age}\n")
	x, err := d.params(formFor{File: "own/house.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	hits, tie := x.Params[0], x.Params[3]
	if x.File != "own/house.yaml" || hits.Default != "2" || hits.Value != "3" || !hits.Changed || hits.Least != "0" || hits.Most != "9" || hits.Group != "The first" || hits.Title != "How many hits" || hits.About != "" {
		t.Errorf("hits are %+v of %s", hits, x.File)
	}
	if tie.Kind != "choice" || !slices.Equal(tie.Options, []string{"by_name", "by_lot", "by_age"}) || tie.Group != "The others" {
		t.Errorf("the tie is %+v", tie)
	}
	for name, of := range map[string]string{"rulesets/energy/attacks.yaml": "rulesets/energy.yaml", "examples/54-energy-house-fight.yaml": "examples/energy-house-rules.yaml", "examples/nothing.yaml": ""} {
		if x, err := d.params(formFor{File: name}); err != nil || x.File != of {
			t.Errorf("the rules of %s are %v, %v", name, x, err)
		}
	}
	before := "rulec: 2\nruleset: base\nparams:\n  hits: 4 (0..9)\n"
	if x, err := d.params(formFor{"own/base.yaml", before}); err != nil || x.Params[0].Default != "4" || !x.Params[0].Changed || x.Params[1].Changed {
		t.Errorf("with another text before: %+v, %v", x, err)
	}
}

// TestTokens: formulas and programs have words and marks of several sorts, at their places.
func TestTokens(t *testing.T) {
	d := New("test")
	f, _ := d.read("examples/scuffle.yaml")
	f.Text = "# \U0001f3b2 \u00e9\n" + f.Text
	if _, err := d.set(f); err != nil {
		t.Fatal(err)
	}
	x, err := d.tokens(f.Name)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for i := 0; i < len(x.Marks); i += 3 {
		from := bytesAt(f.Text, x.Marks[i])
		seen[f.Text[from:bytesAt(f.Text, x.Marks[i]+x.Marks[i+1])]] = x.Sorts[x.Marks[i+2]]
	}
	for word, sort := range map[string]string{"2d6": "dice", "roll": "keyword", "guard": "function", "self": "parameter", "brawn": "property", "+=": "operator", "1": "number", "dodging": "type"} {
		if seen[word] != sort {
			t.Errorf("%s is %q, not %s", word, seen[word], sort)
		}
	}
}

// TestFightsBy: the fights of rules, and those of the rules beneath, which are played by these.
func TestFightsBy(t *testing.T) {
	d := New("test")
	list, err := d.fightsBy("examples/energy-house-rules.yaml")
	if err != nil || len(list) < 3 || list[0].Name != "examples/54-energy-house-fight.yaml" || list[0].Rules != "" || list[len(list)-1].Rules != "examples/energy-house-rules.yaml" {
		t.Errorf("the fights are %v, %v", list, err)
	}
}
