//go:build browser

package browser

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// house starts house rules for a system, and shows the panel of choices beside them.
func (p *page) house(system string) {
	p.t.Helper()
	p.click("#house-rules")
	p.click(fmt.Sprintf("[data-system=%q]", system))
	p.waitFor(`document.querySelector("#notices").textContent.includes("Your rules are in my_")`)
	p.idle()
	js[bool](p, `document.querySelector("#notices").replaceChildren() || true`)
	p.click(`[data-panel="choices"]`)
	p.waitFor(`document.querySelector(".params .param")`)
}

// lines are the lines of the open file that have a text.
func (p *page) lines(text string) (found []string) {
	p.t.Helper()
	for _, line := range strings.Split(js[string](p, `rulec.editor.text()`), "\n") {
		if strings.Contains(line, text) {
			found = append(found, line)
		}
	}
	return found
}

// choose gives a param another value, as its slider, its field or its list does when it is used.
func (p *page) choose(param, control, value string) {
	p.t.Helper()
	p.waitFor(`document.querySelector('[data-param="%s"] %s')`, param, control)
	js[bool](p, `(() => { const c = document.querySelector('[data-param="%s"] %s'); c.value = %s; c.dispatchEvent(new Event("change")); return true; })()`, param, control, quoted(value))
}

// TestChoices: what rules leave to the table stands in a form. A slider writes a line into house rules and keeps what is around it; back at the
// default the line goes, or keeps its comment; what a param can't be is said; and it is seen who wins more by it.
func TestChoices(t *testing.T) {
	p := opened(t)
	p.house("dierank")
	before := js[string](p, `rulec.editor.text()`)
	p.picture("choices")
	js[bool](p, `(document.querySelector('[data-param="run_regions"] [type=range]').focus(), true)`)
	p.press(kb.ArrowRight)
	p.waitFor(`rulec.editor.text().includes("\n  run_regions: 3\n")`)
	after := js[string](p, `rulec.editor.text()`)
	if strings.Replace(after, "  run_regions: 3\n", "", 1) != before {
		t.Errorf("more than a line has changed:\n%s", after)
	}
	p.waitFor(`document.querySelector('[data-param="run_regions"].changed') && document.activeElement === document.querySelector('[data-param="run_regions"] [type=range]')`)
	p.picture("choices-changed")
	p.click(`[data-param="run_regions"] .back button`)
	p.waitFor(`rulec.editor.text() === %s && !document.querySelector(".param.changed")`, quoted(before))

	// A line with a comment stays: the comment is about it.
	p.choose("last_tie", "select", "by_lot")
	p.waitFor(`rulec.editor.text().includes("\n  last_tie: by_lot\n")`)
	p.click(`[data-param="last_tie"] .back button`)
	p.waitFor(`rulec.editor.text() === %s`, quoted(before))

	p.choose("default_hp", "[type=number]", "1e3")
	p.waitFor(`document.querySelector('[data-param="default_hp"] .wrong')?.textContent.includes("can't be")`)
	if js[string](p, `rulec.editor.text()`) != before {
		t.Error("a value that can't be is written")
	}
	p.click("#who-wins")
	p.waitFor(`document.querySelector("#trial").textContent.startsWith("Nothing is changed yet")`)
	p.choose("majors_per_turn", "[type=number]", "2")
	p.waitFor(`document.querySelector('[data-param="majors_per_turn"].changed')`)
	p.click("#who-wins")
	p.waitFor(`document.querySelectorAll("#trial .bar").length === 2`)
	if said := js[string](p, `document.querySelector("#trial .verdict").textContent`); !regexp.MustCompile(`^(The .* win \d+ (more|fewer) fights in a hundred|It makes no difference: .*|This fight is decided already: choose another)\.$`).MatchString(said) {
		t.Errorf("of who wins it says %q", said)
	}
	p.picture("choices-who-wins")

	// A built-in system stays as it is.
	p.open("rulesets/dierank.yaml")
	p.waitFor(`document.querySelector("#start-house") && [...document.querySelectorAll(".param input, .param select")].every(c => c.disabled)`)
	p.picture("choices-system")
	p.click("#start-house")
	p.waitFor(`rulec.editor.name === "my_dierank_2/house.yaml" && !document.querySelector("#start-house")`)
}

// TestChoicesOfOwnRules: rules that override nothing have the values where they declare them; a fight leads to those of its rules, and with nothing
// to choose, or with mistakes, the panel says so.
func TestChoicesOfOwnRules(t *testing.T) {
	p := opened(t)
	p.house("-")
	p.choose("bruises_to_drop", "[type=range]", "5")
	p.waitFor(`document.querySelector('[data-param="bruises_to_drop"].changed')`)
	if lines := p.lines("bruises_to_drop: 5"); len(lines) != 1 || !strings.Contains(lines[0], "#:") {
		t.Errorf("the lines are %q", lines)
	}
	p.click("#who-wins")
	p.waitFor(`document.querySelectorAll("#trial .bar").length === 2`)
	p.click(`[data-param="bruises_to_drop"] .back button`)
	p.waitFor(`rulec.editor.text().includes("bruises_to_drop: 3") && !document.querySelector(".param.changed")`)

	p.open("my_rules/fight.yaml")
	p.waitFor(`document.querySelector(".choices-head .link")?.textContent === "my_rules/rules.yaml"`)
	p.open("examples/grim-scuffle.yaml")
	p.choose("bruises_to_drop", "[type=range]", "4")
	p.waitFor(`rulec.editor.text().includes("set: {bruises_to_drop: 4}")`)
	p.replace("extends: ./scuffle.yaml", "extends: ./scufle.yaml")
	p.waitFor(`document.querySelector("#panel").textContent.includes("as soon as the mistakes")`)
}
