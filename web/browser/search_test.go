//go:build browser

package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// bracing is a ruleset in which a law of the tutorial doesn't hold: whoever is shoved has a bruise less.
const bracing = `ruleset: bracing
title: A bracing shove
extends: ../examples/scuffle.yaml
override:
  moves:
    shove:
      hit: |
        apply off_balance to target
        target.bruises -= 1
`

// wasteful is a ruleset with a tactic that shoves as long as it can, and a fight in which a side does so: it would win
// more often without.
const (
	wasteful = `ruleset: wasteful
title: Shoving
extends: ../examples/scuffle.yaml
tactics:
  shover:
    turn:
      - do: shove
      - do: punch
`
	wasted = `encounter: wasted
title: A night of shoving
ruleset: ./wasteful.yaml
seed: 5
combatants:
  ann: {side: guests, place: [0, 0], brawn: 4, nerve: 3, tactic: shover}
  bob: {side: house, place: [1, 0], brawn: 2, nerve: 2, tactic: bruiser}
map: {rows: ".."}
`
)

// look asks what is broken, and waits for the answer.
func (p *page) look(what, fights string) string {
	p.t.Helper()
	p.asks(what, fights)
	p.click("#look")
	p.waitFor(`rulec.search.last`)
	return js[string](p, `[...document.querySelectorAll("#looked .report :is(h3, h4, p, pre, th, td)")].map(x => x.textContent.trim().replace(/\s+/g, " ")).filter(Boolean).join("\n")`)
}

// asks chooses a question, and for how many fights.
func (p *page) asks(what, fights string) {
	p.t.Helper()
	p.shows("many")
	js[bool](p, `(() => { const s = document.querySelector("#look-for"); document.querySelector("#broken").open = true; s.value = %s; s.dispatchEvent(new Event("change")); document.querySelector("#look-fights").value = %s; return true; })()`, quoted(what), quoted(fights))
}

// TestBroken asks each of the four questions: the answer is the command's, a finding's fight is watched, and a
// case in which a law doesn't hold is kept and opens up to where it broke.
func TestBroken(t *testing.T) {
	p := opened(t)
	const tavern = "examples/02-house-rules.yaml"
	p.open(tavern)
	p.click("#watch")
	p.waitFor(`rulec.table.view.file === %s`, quoted(tavern))
	p.idle()

	same := func(what, got string, args ...string) {
		t.Helper()
		words := func(text string) string { return strings.Join(strings.Fields(text), " ") } // lines may break elsewhere
		marks := strings.NewReplacer("\\", "", "|", " ", "*", "")
		want := strings.ReplaceAll(words(marks.Replace(command(t, append(args, "--format", "md")...))), "More fights (-n) give a surer answer.", "More fights give a surer answer.")
		for _, line := range strings.Split(strings.TrimSpace(got), "\n") {
			if !strings.HasPrefix(line, "Ruleset ") && !strings.Contains(want, words(marks.Replace(line))) {
				t.Errorf("%s says %q, and the command:\n%s", what, line, want)
			}
		}
		if strings.Count(got, "\n") < 10 || strings.Contains(got, "rulec run") || strings.Contains(got, "Again:") {
			t.Errorf("%s speaks of command lines:\n%s", what, got)
		}
	}
	same("find", p.look("find", "40"), "find", tavern, "-n", "40")
	js[bool](p, `rulec.project.set("mine/wasteful.yaml", %s).then(() => rulec.project.set("mine/fight.yaml", %s)).then(() => rulec.open("mine/fight.yaml")).then(() => true)`, quoted(wasteful), quoted(wasted))
	p.click("#watch")
	p.waitFor(`rulec.table.view.file === "mine/fight.yaml"`)
	p.idle()
	if text := p.look("find", "60"); !strings.Contains(text, "\nshove, guests: never best\n") {
		t.Errorf("of shoving it says:\n%s", text)
	}
	p.picture("broken-find")
	js[bool](p, `[...document.querySelectorAll("#looked button")].find((b) => b.textContent === "Watch fight " + rulec.search.last.watch[0].trial + ": punch, always best").click() || true`)
	p.waitFor(`rulec.table.begun.trial === String(rulec.search.last.watch[0].trial) && rulec.table.begun.file === "mine/fight.yaml"`)
	p.idle()
	p.open(tavern)
	p.click("#watch")
	p.waitFor(`rulec.table.view.file === %s`, quoted(tavern))
	p.idle()
	same("difficulty", p.look("howHard", "200"), "difficulty", tavern, "-n", "200")
	p.picture("broken-difficulty")
	js[bool](p, `[...document.querySelectorAll("#looked button")].find((b) => b.textContent.startsWith("Watch fight ")).click() || true`)
	p.waitFor(`rulec.table.begun.trial === String(rulec.search.last.watch[0].trial)`)
	p.idle()
	p.asks("tune", "500")
	js[bool](p, `(() => { const s = document.querySelector("#look-goal"); s.value = "guests win 55%%"; document.querySelector("#look-change").value = "zora.brawn"; return true; })()`)
	same("tune", p.look("tune", "500"), "tune", tavern, "-n", "500", "--to", "guests win 55%", "--change", "zora.brawn")
	for i, size := range [][2]int64{{1440, 900}, {1024, 768}, {390, 844}} {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		p.shows("many")
		js[bool](p, `!!(document.documentElement.dataset.theme = %s)`, quoted([]string{"light", "dark"}[i%2]))
		js[bool](p, `void document.querySelector("#broken").scrollIntoView() || true`)
		if wide := js[int64](p, `document.documentElement.scrollWidth`); wide > size[0] {
			t.Errorf("it is %d wide in a window of %d", wide, size[0])
		}
		p.picture("broken-tune-" + []string{"wide", "middle", "small"}[i])
	}
	p.do(chromedp.EmulateViewport(1440, 900))

	js[bool](p, `rulec.project.set("mine/bracing.yaml", %s).then(() => rulec.open("mine/bracing.yaml")).then(() => true)`, quoted(bracing))
	if text := p.look("laws", "64"); !strings.Contains(text, "law blows_never_heal doesn't hold") {
		t.Errorf("of laws it says:\n%s", text)
	}
	p.picture("broken-laws")
	js[bool](p, `[...document.querySelectorAll("#looked button")].find((b) => b.textContent === "Save the case of blows_never_heal and open it").click() || true`)
	p.waitFor(`rulec.table.view.file === "mine/bracing-blows_never_heal.yaml" && rulec.table.view.error`)
	if at := js[string](p, `rulec.table.view.error.at.code + " " + (rulec.table.view.events > 0) + " " + rulec.editor.name`); at != "broken-law true mine/bracing-blows_never_heal.yaml" {
		t.Errorf("the case opens with %s", at)
	}
	p.picture("broken-case")
}

// TestBrokenStops: a search is stopped, the table answers meanwhile, and what can't be asked is said.
func TestBrokenStops(t *testing.T) {
	p := opened(t)
	const fight = "examples/52-energy-ambush-tactics.yaml"
	p.open(fight)
	p.click("#watch")
	p.waitFor(`rulec.table.view.file === %s`, quoted(fight))
	p.idle()
	for _, what := range []string{"laws", "find", "howHard", "tune"} {
		p.asks(what, "5000")
		if what == "tune" {
			p.waitFor(`document.querySelector("#look-goals option")`)
			js[bool](p, `(() => { document.querySelector("#look-goal").value = document.querySelector("#look-goals option").value; document.querySelector("#look-change").value = document.querySelector("#look-turns option").value; return true; })()`)
		}
		p.click("#look")
		p.waitFor(`/^[\d,]+ (of [\d,]+ fights(, about \d+ (s|minutes) left)?|fights so far; how many it takes shows on the way) \.\.$/.test(document.querySelector("#look-progress").textContent)`)
		if took := js[float64](p, `(async () => { const began = performance.now(); await rulec.table.goTo(3); return performance.now() - began; })()`); took > 2000 {
			t.Errorf("%s: the table takes %.0f ms meanwhile", what, took)
		}
		p.click("#look")
		if said := js[string](p, `document.querySelector("#look-progress").textContent + document.querySelector("#look").textContent + !rulec.search.last`); said != "Stopped.Starttrue" {
			t.Errorf("%s: stopped, it says %s", what, said)
		}
	}
	js[bool](p, `(() => { document.querySelector("#look-goal").value = "the fox wins 5%%"; return true; })()`)
	p.click("#look")
	p.waitFor(`document.querySelector("#notices").textContent.includes('unknown side "the fox"; there are ')`)
	p.open("examples/03-two-evenings.yaml")
	p.click("#watch")
	p.shows("many")
	p.waitFor(`document.querySelector("#look").disabled && document.querySelector("#look-progress").textContent.includes("choose one of this sequence")`)
}
