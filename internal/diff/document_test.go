package diff

import (
	"fmt"
	"strings"
	"testing"

	"github.com/rulec/rulec/internal/report"
)

// printed returns a report in a format.
func printed(t *testing.T, r *Report, f report.Format) string {
	t.Helper()
	var b strings.Builder
	if err := r.Document().Print(&b, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPage holds that the page stands by itself, and that what a ruleset says is text on it.
func TestPage(t *testing.T) {
	j := job(t, "scuffle.yaml", "title: '<script>alert(1)</script>'\nset: {bruises_to_drop: 5}\nmoves:\n  bow: {hit: target.bruises += 1}  #: A & B", brawl, 300)
	j.Encounters[0].PrintBase = "rulec run fight.yaml --under scuffle.yaml"
	r := run(t, j)
	r.Program, r.Command = "1.0", "rulec diff scuffle.yaml house.yaml fight.yaml"
	page := printed(t, r, report.HTML)
	for _, want := range []string{
		"<h1>&lt;script&gt;alert(1)&lt;/script&gt; (house), against Scuffle (scuffle)</h1>", "2 rules differ", "<td>params.bruises_to_drop</td><td>changed</td>",
		"<td>params.bruises_to_drop: value</td><td>3</td><td>5</td>", "300 fights under each ruleset, with the same dice", "Which rule did it",
		"These change no fight: moves.bow.", "Fights with another winner",
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

// TestAllRules holds that every rule that differs is listed in text and page, however many there are, and how often each came up.
func TestAllRules(t *testing.T) {
	var house strings.Builder
	house.WriteString("moves:\n")
	for i := range 40 {
		fmt.Fprintf(&house, "  move%02d: {hit: target.bruises += 1}\n", i)
	}
	r := run(t, job(t, "scuffle.yaml", house.String(), brawl, 20))
	text, page := printed(t, r, report.Text), printed(t, r, report.HTML)
	for i := range 40 {
		name := fmt.Sprintf("moves.move%02d", i)
		if strings.Count(text, "\n"+name+" ") != 2 || strings.Count(page, "<td>"+name+"</td>") != 2 {
			t.Errorf("%s isn't listed among the rules, or not as one that never came up:\n%s", name, text)
		}
	}
	if !strings.Contains(text, "40 rules differ\n") {
		t.Errorf("the text says\n%s", text)
	}
}
