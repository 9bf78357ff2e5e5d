//go:build browser

package browser

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestWithoutLetters: keys of one letter can be turned off, for this visit and the next, and a whole fight is played by Tab and Enter alone.
func TestWithoutLetters(t *testing.T) {
	p := opened(t)
	p.reach("#help")
	p.press(kb.Enter)
	p.reach("#letters")
	p.press(" ", kb.Escape)
	p.visit(p.address + "#/fight")
	p.reach("#by-hand")
	p.press(kb.Enter)
	p.waitFor(`rulec.table.view.mode === "hand" && rulec.table.view.question`)
	p.idle()
	p.press("1", "t", "u", "0", "w")
	p.idle()
	if n := js[int](p, `rulec.table.view.decisions`); n != 0 {
		t.Fatalf("letters that are off have decided %d times", n)
	}
	for range 300 {
		if !js[bool](p, `!!rulec.table.view.question`) {
			return
		}
		p.reach("#question .choice")
		before := js[string](p, `rulec.table.view.decisions + document.querySelector("#question h3").textContent`)
		p.press(kb.Enter)
		p.waitFor(`rulec.table.view.decisions + (document.querySelector("#question h3")?.textContent ?? "") !== %s`, quoted(before))
		p.idle()
	}
	t.Error("the fight isn't over after 300 keys")
}
