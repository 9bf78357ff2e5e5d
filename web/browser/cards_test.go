//go:build browser

package browser

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// card is the card of what the pointer rests on; kept are those that stay.
const (
	card = `document.querySelector(".card:not(.kept)")`
	kept = `[...document.querySelectorAll(".card.kept")]`
)

// nameIn is an expression that finds a name in a part of the page.
func nameIn(place, name string) string {
	return `[...document.querySelectorAll(` + quoted(place+" .name") + `)].find(n => n.textContent === ` + quoted(name) + `)`
}

// cardOf rests on a name, and holds what its card says.
func (p *page) cardOf(element string, said ...string) {
	p.t.Helper()
	js[bool](p, `(%s.scrollIntoView({block: "center"}), true)`, element)
	p.restsOn(element)
	p.waitFor(`%s`, card)
	shown := js[string](p, `%s.innerText`, card)
	for _, want := range said {
		if !strings.Contains(shown, want) {
			p.t.Errorf("the card of %s says %q, without %q", element, shown, want)
		}
	}
	if !js[bool](p, `(() => { const r = %s.getBoundingClientRect(); return r.left >= 0 && r.top >= 0 && r.right <= innerWidth && r.bottom <= innerHeight; })()`, card) {
		p.t.Errorf("the card of %s is not within the window", element)
	}
}

// TestCards rests on names in the story of fights of two systems, keeps cards open, follows names in them, and closes them.
func TestCards(t *testing.T) {
	p := opened(t)
	p.shows("table")
	js[bool](p, `rulec.table.goTo(rulec.table.view.events).then(() => rulec.table.goTo(0)).then(() => true)`)
	p.cardOf(nameIn("#log", "Mort"), "Mort", "house", "bruises\n1 of 3", "brawn\n3", "guard\n7")
	p.picture("card-scuffle")
	p.do(chromedp.MouseEvent("mouseMoved", 2, 2))
	p.waitFor(`!%s`, card)
	p.cardOf(`document.querySelector("#people .person")`, "Zora", "guests", "brawn")
	p.do(chromedp.MouseEvent("mouseMoved", 2, 2))
	p.waitFor(`!%s`, card)
	p.press(kb.Escape) // nothing is there to be closed
	js[bool](p, `(%s.click(), true)`, nameIn("#log", "Mort"))
	p.waitFor(`%s.length === 1 && %s[0].contains(document.activeElement)`, kept, kept)
	if at := js[int](p, `rulec.table.at().events`); at != 0 {
		t.Errorf("a click on a name goes to event %d of the fight", at)
	}
	p.press(kb.Escape)
	p.waitFor(`%s.length === 0`, kept)

	p.openFight("examples/52-energy-ambush-tactics.yaml")
	p.press(kb.End)
	p.waitFor(`!document.querySelector(".line.to-come")`)
	p.cardOf(nameIn("#log", "Snag"), "goblins, Goblin", "is senseless", "aura\n0 of 21", "Bare hands, Spear, Leather", "fortitude\n10")
	p.picture("card-energy")
	js[bool](p, `(%s.click(), true)`, nameIn("#log", "Snag"))
	p.waitFor(`%s.length === 1`, kept)
	p.cardOf(nameIn(".card.kept", "Spear"), "Spear", "weapon", "damage")
	p.picture("card-in-card")
	js[bool](p, `(%s.focus(), true)`, nameIn(".card.kept", "Goblin"))
	p.press(kb.Enter)
	p.waitFor(`%s.length === 2 && %s[1].textContent.includes("Small and nasty")`, kept, kept)
	p.picture("cards-kept")
	p.passesAxe(`document.querySelectorAll(".card")`, "cards")
	js[bool](p, `(%s[0].querySelector(".close").click(), true)`, kept)
	p.waitFor(`%s.length === 1 && %s[0].textContent.includes("Small and nasty")`, kept, kept)
	p.press(kb.Escape)
	p.waitFor(`%s.length === 0`, kept)

	// The key o goes through the names in the current line, and Enter keeps a card.
	p.press("o")
	p.waitFor(`%s && document.activeElement.closest(".line.now") && document.activeElement.getAttribute("aria-describedby") === "card"`, card)
	p.press(kb.Enter)
	p.waitFor(`%s.length === 1`, kept)
	p.press(kb.Escape)
	p.waitFor(`%s.length === 0 && document.activeElement.closest(".line.now")`, kept)

	// Whatever has the attribute has a card; an action's button says its odds, and offers its card there.
	js[bool](p, `(document.querySelector("#fight-title").dataset.card = "condition Prone", true)`)
	p.cardOf(`document.querySelector("#fight-title")`, "Prone", "condition")
	p.press(kb.Escape)
	p.waitFor(`!%s`, card)
	p.byHand()
	p.waitFor(`rulec.table.view.mode === "hand" && %s`, choice("Run"))
	p.idle()
	p.restsOn(choice("Run"))
	p.waitFor(`%s?.textContent.includes("Its card") && !%s`, tip, card)
	p.picture("tip-with-card")
	p.click("#tip .name")
	p.waitFor(`%s.length === 1 && %s[0].innerText.startsWith("Run\naction")`, kept, kept)
}

// openFight puts a fight on the table.
func (p *page) openFight(name string) {
	p.t.Helper()
	p.click("#open-fight")
	p.click(`[data-example="` + name + `"]`)
	p.waitFor(`rulec.table.view && rulec.table.view.file === %s && !document.querySelector("dialog")`, quoted(name))
	p.idle()
}

// TestBook reads the book of house rules beside the editor: they come first, and a word is found; then the reference, also from a message.
func TestBook(t *testing.T) {
	p := opened(t)
	js[bool](p, `rulec.project.set("my/house.yaml", "ruleset: house\nextends: energy\nset: {mark_takes_damage: 2}\noverride: {weapons.sword: {damage: 1d10}}\n").then(() => rulec.open("my/house.yaml")).then(() => true)`)
	p.click(`[data-panel="book"][role=tab]`)
	p.waitFor(`document.querySelector(".book h3.chapter")`)
	if first := js[string](p, `document.querySelector(".book h3.chapter").textContent`); first != "House rules" {
		t.Errorf("the book begins with %q", first)
	}
	if got := js[string](p, `document.querySelector('.book [data-anchor="weapons.sword"]').textContent`); !strings.Contains(got, "house rule") {
		t.Errorf("the sword isn't marked as a house rule: %s", got)
	}
	p.picture("book")
	for _, never := range []string{`[\p{L}\d]_[\p{L}\d]`, `[\p{L}\d]\([^)]`, `\bself\.`, "`"} {
		if found := js[[]string](p, `[...document.querySelector(".book .text").innerText.matchAll(new RegExp(%s, "gu"))].map(m => m.input.slice(m.index - 30, m.index + 20))`, quoted(never)); len(found) > 0 {
			t.Errorf("the book has %s: %q", never, found)
		}
	}
	js[bool](p, `(() => { const f = document.querySelector(".book .find"); f.value = "prone"; f.dispatchEvent(new Event("input")); return true; })()`)
	p.waitFor(`/\d+ entries say "prone"/.test(document.querySelector(".book").textContent)`)
	p.cardOf(`[...document.querySelectorAll(".book .said .name")].find(n => n.textContent.toLowerCase() === "prone")`, "Prone", "condition")
	p.picture("book-find")
	p.passesAxe(`document.querySelectorAll(".panel, .card")`, "the book with a card")
	p.press(kb.Escape)
	p.click(`.book .tools button:nth-child(2)`)
	p.waitFor(`document.querySelectorAll(".pages-list li").length > 50`)
	p.picture("reference")
	js[bool](p, `(() => { const f = document.querySelector(".book .find"); f.value = "lost-lines"; f.dispatchEvent(new Event("input")); return true; })()`)
	p.waitFor(`/sections? says? "lost-lines"/.test(document.querySelector(".book").textContent) && document.querySelector(".pages-list button")`)
	p.click(`.pages-list button`)
	p.waitFor(`document.querySelector(".book pre")`)
	p.picture("reference-page")
	p.passesAxe(`document.querySelector(".panel")`, "the reference")
	if text := js[string](p, `document.querySelector(".book .text").innerText`); strings.Contains(text, "&amp;") || strings.Contains(text, "&lt;") || strings.Contains(text, "](") {
		t.Error("the page shows how it was written")
	}
}

// TestDocsLinks follows what a message, a comment and the story say to type: to a page of the reference, to a card, to the book.
func TestDocsLinks(t *testing.T) {
	p := opened(t)
	js[bool](p, `rulec.project.set("my/house.yaml", "# How: rulec docs overlays\nruleset: house\nextends: energy\nquantities: {bests: 4d6zz3}\n# rulec show energy prone\n# rulec show energy weapon\n").then(() => rulec.open("my/house.yaml")).then(() => true)`)
	p.click(`#problems .name[data-card="docs dice"]`)
	p.waitFor(`document.querySelector(".book [data-heading]")?.dataset.heading === "dice"`)
	p.click(`.book .tools button:first-child`)
	p.waitFor(`document.querySelector(".book").textContent.includes("There is no book of these rules yet: my/house.yaml, line 4")`)
	js[bool](p, `rulec.project.set("my/house.yaml", "# How: rulec docs overlays ends\nruleset: house\nextends: energy\nset: {mark_takes_damage: 2}\n# rulec show energy prone\n# rulec show energy weapon\n").then(() => rulec.open("examples/scuffle.yaml")).then(() => rulec.open("my/house.yaml")).then(() => true)`)
	inEditor := func(command string) string {
		return `[...document.querySelector("#editor").shadowRoot.querySelectorAll(".name")].find(n => n.textContent === ` + quoted("rulec "+command) + `)`
	}
	follow := func(command string) {
		p.waitFor("%s", inEditor(command))
		js[bool](p, `(%s.click(), true)`, inEditor(command))
	}
	follow("docs overlays")
	p.waitFor(`document.querySelector(".book [data-heading]")?.dataset.heading.startsWith("overlays")`)
	p.cardOf(inEditor("show energy prone"), "Prone", "condition")
	p.press(kb.Escape)
	follow("show energy weapon")
	p.waitFor(`/entries say "weapon"/.test(document.querySelector(".book").textContent)`)
}

// printed prints the page, and returns which of some parts were on paper.
func (p *page) printed(name string, selectors ...string) []string {
	p.t.Helper()
	list, err := json.Marshal(selectors)
	if err != nil {
		p.t.Fatal(err)
	}
	js[bool](p, `(() => {
		const paper = matchMedia("print");
		paper.addEventListener("change", () => { if (paper.matches) globalThis.onPaper = %s.filter(s => document.querySelector(s).checkVisibility()); });
		return true;
	})()`, list)
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	pdf, err := chromedp.Run(ctx, chromedp.PrintToPDF(chromedp.PDFPreferCSSPageSize()))
	if err != nil {
		p.t.Fatal(err)
	}
	if *pictures != "" {
		if err := os.WriteFile(filepath.Join(*pictures, name+".pdf"), pdf, 0o666); err != nil {
			p.t.Fatal(err)
		}
	}
	return js[[]string](p, `onPaper`)
}

// TestPrint holds that the story is printed in the view of the fight, and the book in its panel, without what surrounds them.
func TestPrint(t *testing.T) {
	p := opened(t)
	p.shows("table")
	js[bool](p, `rulec.table.goTo(rulec.table.view.events).then(() => true)`)
	if got := p.printed("print-story", "#log", "#stage", "header", "#rules", "#compare"); !slices.Equal(got, []string{"#log"}) {
		t.Errorf("the view of the fight prints %q", got)
	}
	p.open("examples/energy-house-rules.yaml")
	p.shows("rules")
	p.click(`[data-panel="book"][role=tab]`)
	p.waitFor(`document.querySelector(".book h3.chapter")`)
	if got := p.printed("print-book", ".book .text", ".book nav", ".book .tools", "#editor", "#stage", "header"); !slices.Equal(got, []string{".book .text"}) {
		t.Errorf("the book's panel prints %q", got)
	}
	p.compares("examples/02-house-rules.yaml")
	p.simulates("1000")
	if got := p.printed("print-compare", "#results .verdict", "#copy-text", "#fight-of", "#log", "header"); !slices.Equal(got, []string{"#results .verdict"}) {
		t.Errorf("a comparison prints %q", got)
	}
}
