package diff

import (
	"bytes"
	"strings"
	"testing"
)

// TestHTML holds that the page stands by itself, and that what a ruleset says is text on it.
func TestHTML(t *testing.T) {
	j := job(t, "scuffle.yaml", "title: '<script>alert(1)</script>'\nset: {bruises_to_drop: 5}\nmoves: {bow: {about: 'A & B', hit: target.bruises += 1}}", brawl, 300)
	j.Encounters[0].ToldBase = "rulec run fight.yaml --under scuffle.yaml"
	r := run(t, j)
	r.Program, r.Command = "1.0", "rulec diff scuffle.yaml house.yaml fight.yaml"
	var b bytes.Buffer
	if err := r.HTML(&b); err != nil {
		t.Fatal(err)
	}
	page := b.String()
	for _, want := range []string{
		"<h1>&lt;script&gt;alert(1)&lt;/script&gt; (house), against Scuffle (scuffle)</h1>", "2 rules differ", "<b>params.bruises_to_drop</b> changed",
		"default: 3 -&gt; 5", "300 fights under each, on the same dice", "Which rule did it", "No fight comes out otherwise by: moves.bow.", "Fights that turned",
		"rulec run fight.yaml --under scuffle.yaml --trial ", "rulec diff scuffle.yaml house.yaml fight.yaml",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page doesn't say %q", want)
		}
	}
	for _, never := range []string{"<script", "http", "src=", "href=", "NaN", "Inf", "%!"} {
		if strings.Contains(page, never) {
			t.Errorf("the page says %q", never)
		}
	}
}

// TestOneSheet holds that what stands on a sheet is bounded, however many rules differ: it was printed at this length.
func TestOneSheet(t *testing.T) {
	var house strings.Builder
	house.WriteString("moves:\n")
	for i := range 40 {
		house.WriteString("  move" + strings.Repeat("x", i+1) + ": {hit: target.bruises += 1}\n")
	}
	r := run(t, job(t, "scuffle.yaml", house.String(), brawl, 20))
	p := newPage(r)
	if len(r.Rules) != 40 || len(p.Rules) != mostRules || p.MoreRules != "and 28 more rules, which the text lists" {
		t.Errorf("%d of %d rules, %q", len(p.Rules), len(r.Rules), p.MoreRules)
	}
	if x := p.Encounters[0]; len(x.Shares) > mostRows+1 || len(x.Measures) > mostMeasures || len(x.Turned) > mostTurned {
		t.Errorf("%+v", x)
	}
}
