//go:build browser

package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// finds waits until the page has found so much wrong in the open file.
func (p *page) finds(found string) {
	p.t.Helper()
	p.waitFor(`document.querySelector("#problem-count").textContent.startsWith(%s)`, quoted(found))
}

// TestColours: formulas and programs have colours by what words mean; typing moves them, and a text that can't be read keeps them.
func TestColours(t *testing.T) {
	p := opened(t)
	p.open("examples/scuffle.yaml")
	const colours = `new Set([...rulec.editor.view.dom.querySelectorAll("[class*=cm-is-]")].map(e => getComputedStyle(e).color))`
	js[bool](p, `rulec.editor.select(rulec.editor.text().indexOf("announce aimed"), rulec.editor.text().indexOf("announce aimed")) || true`)
	p.waitFor(`%s.size >= 4`, colours)
	word := func(sort string) string {
		return js[string](p, `[...rulec.editor.view.dom.querySelectorAll(".cm-is-%s")].map(e => e.textContent).join(" ")`, sort)
	}
	for sort, of := range map[string]string{"keyword": "announce", "dice": "2d6", "property": "brawn", "function": "guard"} {
		p.waitFor(`[...rulec.editor.view.dom.querySelectorAll(".cm-is-%s")].some(e => e.textContent === "%s")`, sort, of)
	}
	p.picture("colours")
	p.do(chromedp.KeyEvent("# "))
	if moved := word("dice"); !strings.Contains(moved, "2d6") {
		t.Errorf("after typing dice are %s", moved)
	}
	p.waitFor(`[...rulec.editor.view.dom.querySelectorAll(".cm-is-comment")].some(e => e.textContent.startsWith("# announce"))`)
	p.click("#theme")
	p.picture("colours-dark")
}

// TestStrip: the list of mistakes has a strip of its own: the editor stays where it is, and the line that is typed on in sight; the focus shows on
// all sides.
func TestStrip(t *testing.T) {
	p := opened(t)
	p.open("examples/scuffle.yaml")
	js[bool](p, `rulec.editor.select(rulec.editor.text().length, rulec.editor.text().length) || true`)
	const place = `JSON.stringify(document.querySelector("#editor").getBoundingClientRect())`
	before := js[string](p, place)
	p.do(chromedp.KeyEvent("rul"))
	p.waitFor(`document.querySelector("#problems li.error")`)
	p.waitFor(`rulec.editor.view.root.querySelector(".cm-tooltip-autocomplete")`)
	if after := js[string](p, place); after != before {
		t.Errorf("the editor was at %s, and is at %s", before, after)
	}
	const seen = `(() => { const c = rulec.editor.view.coordsAtPos(rulec.editor.view.state.selection.main.head), e = document.querySelector("#editor").getBoundingClientRect(); return c && c.top >= e.top && c.bottom <= e.bottom; })()`
	p.waitFor(seen)
	p.picture("strip")
	js[bool](p, `(document.querySelector("#editor").style.maxHeight = "14rem", true)`) // as if the window got lower
	p.waitFor(seen)
	if ring := js[string](p, `(() => { const s = getComputedStyle(rulec.editor.view.dom, "::after"); return [s.top, s.right, s.bottom, s.left, s.borderTopWidth].join(" "); })()`); ring != "0px 0px 0px 0px 2px" {
		t.Errorf("the ring is at %s", ring)
	}
}

// TestSplitter: the editor gets as wide as it is wanted by keys or by dragging, and is so again at the next visit.
func TestSplitter(t *testing.T) {
	p := opened(t)
	const width = `document.querySelector("#rules").getBoundingClientRect().width`
	before := js[float64](p, width)
	js[bool](p, `(document.querySelector("#splitter").focus(), true)`)
	p.press(kb.ArrowRight, kb.ArrowRight)
	p.waitFor(`%s > %f`, width, before)
	at := js[struct{ X, Y float64 }](p, `(() => { const r = document.querySelector("#splitter").getBoundingClientRect(); return {X: r.x + 3, Y: r.y + 200}; })()`)
	p.do(chromedp.MouseEvent("mousePressed", at.X, at.Y, chromedp.Button("left")), chromedp.MouseEvent("mouseMoved", at.X-150, at.Y, chromedp.Button("left")), chromedp.MouseEvent("mouseReleased", at.X-150, at.Y, chromedp.Button("left")))
	p.waitFor(`%s < %f`, width, before-50)
	narrow := js[string](p, `document.querySelector("#splitter").getAttribute("aria-valuenow")`)
	p.visit(p.address + "#/rules")
	p.waitFor(`document.querySelector("#splitter").getAttribute("aria-valuenow") === "%s"`, narrow)
	js[bool](p, `(document.querySelector("#splitter").focus(), true)`)
	p.press(kb.Home)
	p.waitFor(`document.querySelector("#splitter").getAttribute("aria-valuenow") === "40"`)
}

// TestNoRules: a file that is nothing of rulec's is told so, and a text that can't be kept isn't called right.
func TestNoRules(t *testing.T) {
	p := opened(t)
	p.click("#house-rules")
	p.click(`[data-system="energy"]`)
	p.waitFor(`rulec.editor.name === "my_energy/house.yaml" && document.querySelector("#notices").textContent !== ""`)
	p.finds("Nothing is wrong")
	for _, text := range []string{"Everybody gets +1 to hit when drunk.", `{"name": "Goblin", "hp": 7}`, "<p>Rules</p>", "\t\t\n\t", "\x00\x00", "", "rulset: house\nextends: energy\n"} {
		js[bool](p, `(rulec.editor.view.dispatch({changes: {from: 0, to: rulec.editor.text().length, insert: %s}}), true)`, quoted(text))
		p.finds("1 mistake")
		js[bool](p, `(rulec.editor.view.dispatch({changes: {from: 0, to: rulec.editor.text().length, insert: "ruleset: house\nextends: energy\n"}}), true)`)
		p.finds("Nothing is wrong")
	}
	for _, length := range []int{1 << 20, 2 << 20, 5 << 20} {
		js[bool](p, `(rulec.editor.view.dispatch({changes: {from: rulec.editor.text().length, insert: "#".repeat(%d)}}), true)`, length)
		p.waitFor(`!document.querySelector("#problem-count").textContent.startsWith("Nothing is wrong")`)
		js[bool](p, `(rulec.editor.view.dispatch({changes: {from: 0, to: rulec.editor.text().length, insert: "ruleset: house\nextends: energy\n"}}), true)`)
		p.finds("Nothing is wrong")
	}
}

// TestPlayRules: rules are played from their own file, by a fight of theirs; and what couldn't be played because of a mistake can be when it is fixed.
func TestPlayRules(t *testing.T) {
	p := opened(t)
	p.click("#house-rules")
	p.click(`[data-system="energy"]`)
	p.waitFor(`rulec.editor.name === "my_energy/house.yaml" && document.querySelector("#notices").textContent !== ""`)
	p.waitFor(`!document.querySelector("#play-rules").hidden && document.querySelector("#case").value === "my_energy/fight.yaml"`)
	p.picture("play-rules")
	p.byHand()
	p.waitFor(`rulec.table.view.mode === "hand" && rulec.table.view.file === "my_energy/fight.yaml"`)

	p.open("examples/scuffle.yaml")
	js[bool](p, `(location.hash = "#/rules", true)`)
	p.replace("target.bruises", "target.buises")
	p.waitFor(`rulec.project.everything().some(f => f.text.includes("target.buises"))`) // all that is typed
	p.finds("1 mistake")
	js[bool](p, `(localStorage.setItem("rulec.fight", JSON.stringify({begun: {file: "examples/01-first-blood.yaml", case: "", mode: "watch"}})), true)`)
	p.visit(p.address + "#/rules")
	p.waitFor(`!rulec.table.view`)
	p.replace("target.buises", "target.bruises")
	p.finds("Nothing is wrong")
	p.click("#replay")
	p.waitFor(`rulec.table.view?.file === "examples/01-first-blood.yaml" && rulec.table.view.events > 0`)
}

// TestSections: at the top of house rules the sections of rules are offered, and a name in another section than it is changed in is found.
func TestSections(t *testing.T) {
	p := opened(t)
	p.click("#house-rules")
	p.click(`[data-system="energy"]`)
	p.waitFor(`rulec.editor.name === "my_energy/house.yaml" && document.querySelector("#notices").textContent !== ""`)
	js[bool](p, `rulec.editor.select(rulec.editor.text().length, rulec.editor.text().length) || true`)
	p.do(chromedp.KeyEvent("con"))
	p.waitFor(`rulec.editor.view.root.querySelector(".cm-tooltip-autocomplete")?.textContent.includes("conditions")`)
	p.press(kb.Escape)
	p.replace("\ncon", "\noverride: {actions: {run: {energy: 1")
	p.waitFor(`document.querySelector("#problems").textContent.includes("it is in another section: write movements.run")`)
}
