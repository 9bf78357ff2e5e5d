//go:build browser

package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// tip is the small box of the page, if it is shown.
const tip = `document.querySelector("#tip:not([hidden])")`

// restsOn moves the pointer to the middle of what an expression finds, as a hand does.
func (p *page) restsOn(element string) {
	p.t.Helper()
	p.waitFor("%s", element)
	at := js[[2]float64](p, `(() => { const r = %s.getBoundingClientRect(); return [r.left + r.width / 2, r.top + r.height / 2]; })()`, element)
	p.do(chromedp.MouseEvent("mouseMoved", at[0], at[1]))
}

// away moves the pointer to where nothing is said of anything.
func (p *page) away() {
	p.t.Helper()
	p.do(chromedp.MouseEvent("mouseMoved", 2, 2))
	p.waitFor("!%s", tip)
}

// choice is an expression that finds what can be chosen by its name.
func choice(name string) string {
	return `[...document.querySelectorAll("#question .choice")].find(b => b.querySelector("span").textContent === ` + quoted(name) + `)`
}

// tipOf holds that the box says of an element what it should, is a description of it, lies within the window, and
// covers neither the element nor what else could be chosen.
func (p *page) tipOf(element string, said ...string) {
	p.t.Helper()
	p.waitFor(`%s && %s.textContent.includes(%s)`, tip, tip, quoted(said[0]))
	shown := js[string](p, `%s.textContent`, tip)
	for _, want := range said {
		if !strings.Contains(shown, want) {
			p.t.Errorf("of %s it says %q, without %q", element, shown, want)
		}
	}
	if !js[bool](p, `%s.getAttribute("aria-describedby") === "tip" && document.querySelectorAll("[aria-describedby=tip]").length === 1 && %s.getAttribute("role") === "tooltip"`, element, tip) {
		p.t.Errorf("the box doesn't belong to %s", element)
	}
	if !js[bool](p, `(() => {
		const t = %s.getBoundingClientRect();
		const over = (e) => { const r = e.getBoundingClientRect(); return t.left < r.right && r.left < t.right && t.top < r.bottom && r.top < t.bottom; };
		return t.left >= 0 && t.top >= 0 && t.right <= innerWidth && t.bottom <= innerHeight && !over(%s) && (innerWidth < 700 || ![...document.querySelectorAll("#question .choice")].some(over));
	})()`, tip, element) {
		p.t.Errorf("the box of %s lies on it, or out of the window", element)
	}
}

// odds are the lines that the engine says of an action.
func (p *page) odds(title string, given string) []string {
	p.t.Helper()
	return js[[]string](p, `(async () => {
		const action = rulec.table.view.question.actions.findIndex(a => a.title === %s);
		for (;;) { const o = await rulec.ask("odds", {action, given: %s}); if (!o.more) return [...o.lines, "(" + o.how + ")"]; }
	})()`, quoted(title), given)
}

// TestOddsTip: what rests on an action or a target is told what it comes to, by the pointer and by the keyboard; Escape
// takes that away and nothing else.
func TestOddsTip(t *testing.T) {
	p := opened(t)
	p.open("examples/02-house-rules.yaml")
	p.byHand()
	p.waitFor(`rulec.table.view.file === "examples/02-house-rules.yaml" && rulec.table.view.question`)
	p.idle()
	p.away()
	punch, nothing := choice("Punch"), choice("Pass")
	p.restsOn(punch)
	p.tipOf(punch, p.odds("punch", "[0]")...)
	p.picture("tip")
	if described := js[string](p, `document.getElementById(%s.getAttribute("aria-describedby")).textContent`, punch); described == "" {
		t.Error("nothing describes it")
	}
	p.restsOn(tip) // one may go there, to read or to mark it
	js[bool](p, `new Promise(r => setTimeout(() => r(true), 400))`)
	if !js[bool](p, `!!%s`, tip) {
		t.Error("the box goes when the pointer comes to it")
	}
	p.away()
	if js[bool](p, `document.querySelector("[aria-describedby]") !== null`) {
		t.Error("what is gone still describes something")
	}

	// What the pointer only passes isn't asked, and neither is what a finger touches; whoever passes has nothing to be told.
	asked := js[[]string](p, `(async () => {
		const list = [], real = rulec.engine.ask;
		rulec.engine.ask = (kind, question) => { list.push(kind); return real(kind, question); };
		const shove = %s;
		shove.dispatchEvent(new PointerEvent("pointerenter", {pointerType: "mouse"}));
		shove.dispatchEvent(new PointerEvent("pointerleave", {pointerType: "mouse"}));
		shove.dispatchEvent(new PointerEvent("pointerenter", {pointerType: "touch"}));
		%s.dispatchEvent(new PointerEvent("pointerenter", {pointerType: "mouse"}));
		await new Promise(r => setTimeout(r, 800));
		rulec.engine.ask = real;
		return list;
	})()`, choice("Shove"), nothing)
	if len(asked) > 0 || js[bool](p, `!!%s`, tip) {
		t.Errorf("asked is %v", asked)
	}

	// By the keyboard: the focus says the same, and Escape takes it away, but nothing that was chosen.
	js[bool](p, `%s.focus() || true`, nothing)
	p.away()
	for range 10 {
		if js[bool](p, `document.activeElement === %s`, punch) {
			break
		}
		p.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
	}
	p.tipOf(punch, p.odds("punch", "[0]")...)
	p.press(kb.Escape)
	p.waitFor("!%s", tip)
	if !js[bool](p, `document.activeElement === %s`, punch) {
		t.Error("Escape takes the focus away")
	}
	p.press(kb.Tab)
	p.tipOf(`document.activeElement`, "(exact")
	p.press(kb.Escape)

	// The same odds aren't there twice: with odds first they are asked for, and the box is gone.
	js[bool](p, `[...document.querySelectorAll("#question label")].find(l => l.textContent.includes("odds first")).querySelector("input").click() || true`)
	p.restsOn(punch)
	p.tipOf(punch, p.odds("punch", "[1]")...)
	p.press("1")
	p.waitFor(`document.querySelector("#question h3").textContent.includes("which")`)
	p.press("1")
	p.waitFor(`document.querySelector("#question button.main")`)
	if js[bool](p, `!!%s`, tip) {
		t.Error("the odds stand there twice")
	}
}

// TestOddsTipTargets: a target is told what an action comes to against it alone, in the list, on the map and in its
// cell, also where the window is narrow.
func TestOddsTipTargets(t *testing.T) {
	p := opened(t)
	p.open("examples/02-house-rules.yaml")
	p.byHand()
	p.waitFor(`rulec.table.view.file === "examples/02-house-rules.yaml" && rulec.table.view.question`)
	p.idle()
	p.press("1")
	gus := choice("Gus")
	p.waitFor("%s", gus)
	odds := p.odds("punch", "[1]")
	if !strings.Contains(strings.Join(odds, " "), "Gus") {
		t.Fatalf("the second target isn't Gus: %s", odds)
	}
	alone := func(element string) {
		t.Helper()
		p.tipOf(element, odds...)
		if js[bool](p, `%s.textContent.includes("Mort")`, tip) {
			t.Errorf("of Gus it says %s", js[string](p, `%s.textContent`, tip))
		}
	}
	p.away()
	p.restsOn(gus)
	alone(gus)
	p.away()
	token := `[...document.querySelectorAll("#map .token.may")].find(t => t.querySelector("title").textContent === "Gus")`
	p.restsOn(token)
	alone(token)
	p.picture("tip-map")
	p.away()
	cell := `[...document.querySelectorAll("#cells [role=gridcell]")].find(c => c.textContent.endsWith("Gus"))`
	for range 40 { // Tab comes to the one cell that takes the focus, arrow keys to its neighbours
		if js[bool](p, `document.activeElement.getAttribute("role") === "gridcell"`) {
			break
		}
		p.do(chromedp.KeyEvent(kb.Tab, chromedp.KeyModifiers(chromedp.ModifierShift)))
	}
	p.press(kb.ArrowDown, kb.ArrowRight)
	if !js[bool](p, `document.activeElement === %s`, cell) {
		t.Fatalf("the arrow keys come to %s", js[string](p, `document.activeElement.textContent`))
	}
	alone(cell)
	p.press(kb.Escape)
	p.waitFor("!%s", tip)
	p.do(chromedp.EmulateViewport(380, 700))
	p.shows("table")
	p.restsOn(gus)
	alone(gus)
	p.picture("tip-380")
	p.press(kb.Escape)
	p.waitFor("!%s", tip)
	if !js[bool](p, `!!%s`, gus) {
		t.Error("Escape takes back what was chosen")
	}
	p.press(kb.Escape)
	p.waitFor("%s", choice("Punch"))
}

// TestOddsTipWaits: of what takes long to work out that is said, an estimate with its margin comes first, and what is decided doesn't wait
// for it.
func TestOddsTipWaits(t *testing.T) {
	p := opened(t)
	p.open("examples/52-energy-ambush-tactics.yaml")
	p.byHand()
	p.waitFor(`rulec.table.view.file === "examples/52-energy-ambush-tactics.yaml" && rulec.table.view.question`)
	p.idle()
	p.press("1")
	p.waitFor("%s", choice("Snag"))
	p.away()
	p.restsOn(choice("Snag"))
	// The command may be done with it before anybody has looked.
	p.waitFor(`%s && (%s.textContent.includes("Calculating the odds") && %s.textContent.includes("±") || %t && /sampled|exact/.test(%s.textContent))`, tip, tip, tip, *static == "", tip)
	p.picture("tip-working")
	decided := js[int](p, `rulec.table.view.decisions`)
	p.press("1")
	p.waitFor(`rulec.table.view.decisions > %d && !%s`, decided, tip)
	p.idle()
	if wrong := js[string](p, `document.querySelector("#notices").textContent`); wrong != "" {
		t.Errorf("the page says %s", wrong)
	}
}
