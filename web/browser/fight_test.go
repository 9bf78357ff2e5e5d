//go:build browser

package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const ambush = "examples/52-energy-ambush-tactics.yaml"

// begunByHand opens a fight and begins it by hand.
func (p *page) begunByHand(file string) {
	p.t.Helper()
	js[bool](p, `(location.hash = "#/fight", true)`)
	p.open(file)
	p.byHand()
	p.waitFor(`rulec.table.view.file === %s && rulec.table.view.mode === "hand" && rulec.table.view.question`, quoted(file))
	p.idle()
}

// TestActionBar: what can be done is in groups, attacks first, in sight with the map and with how the one is who decides; what isn't possible
// now is there with its reason; places are chosen on the map, and toward somebody by the list.
func TestActionBar(t *testing.T) {
	p := opened(t)
	p.begunByHand(ambush)
	if first := js[string](p, `document.querySelector("#question .groups h4").textContent`); first != "Attack" {
		t.Errorf("the first group is %s", first)
	}
	for _, size := range [][2]int64{{1440, 900}, {1024, 768}, {390, 844}} {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		p.inSight("by hand", "#map svg, #question h3, #question .decider, #question .groups .choice, #question .always .choice")
		if at := js[string](p, `(() => { const r = document.querySelector("#question h3").getBoundingClientRect(); return document.elementFromPoint(r.left + 5, r.top + r.height / 2).tagName; })()`); at != "H3" {
			t.Errorf("%d wide: the question is covered by %s", size[0], at)
		}
	}
	if small := js[[]string](p, `[...document.querySelectorAll("#question button, #question summary, .stepper button")].filter(b => b.offsetParent && b.getBoundingClientRect().height < 44).map(b => b.textContent)`); len(small) > 0 {
		t.Errorf("too small for a finger: %v", small)
	}
	p.do(chromedp.EmulateViewport(1440, 900))
	if why := js[string](p, `document.querySelector("#question .refused li").textContent`); !strings.Contains(why, ": ") {
		t.Errorf("of what isn't possible it says %q", why)
	}
	if cards := js[[]string](p, `["#map .token", "#people .person", ".choice[data-card]"].map(s => document.querySelector(s).dataset.card.split(" ")[0])`); strings.Join(cards, " ") != "person person action" {
		t.Errorf("cards are %v", cards)
	}
	js[bool](p, `%s.click() || true`, choice("Run"))
	p.waitFor(`document.querySelector("#question details.places:not([open])") && document.activeElement.textContent.includes("Toward ")`)
	p.waitFor(`document.querySelectorAll("#map .reach .may").length > 8`)
	p.picture("places")
	p.press(kb.Escape)
	p.waitFor(`document.querySelector("#question .groups") && !document.querySelector("#map .reach .may")`)
	js[bool](p, `%s.click() || true`, choice("Run"))
	p.waitFor(`document.querySelector("#map .reach .may")`)
	decided := js[int](p, `rulec.table.view.decisions`)
	js[bool](p, `document.querySelector("#map .reach .may").dispatchEvent(new MouseEvent("click", { bubbles: true }))`)
	p.waitFor(`rulec.table.view.decisions > %d`, decided)
	p.idle()
	js[bool](p, `[...document.querySelectorAll("#question button")].find(b => b.textContent === "Undo").click() || true`)
	p.waitFor(`rulec.table.view.decisions === %d`, decided)
}

// TestOnlyNewLines: of the story an answer has only what is new, and the page has it all, also after something was taken back.
func TestOnlyNewLines(t *testing.T) {
	p := opened(t)
	p.begunByHand(ambush)
	for n, key := range []string{"t", "t", "t", "u", "t", "t", "u", "u", "t"} {
		was := js[int](p, `rulec.table.view.decisions`)
		p.press(key)
		p.waitFor(`rulec.table.view.decisions !== %d`, was)
		p.idle()
		if !js[bool](p, `rulec.ask("now", {}).then(now => JSON.stringify(now.lines) === JSON.stringify(rulec.table.view.lines))`) {
			t.Errorf("after %d decisions the page has other lines", n+1)
		}
	}
	if from := js[int](p, `rulec.ask("decide", { kind: "tactic" }).then(v => v.linesFrom)`); from < 10 {
		t.Errorf("sent anew is all from line %d", from)
	}
}

// TestTokens: a token tells whose side somebody is on, how they are, where they look, what holds them and whether they act; and who has fallen.
func TestTokens(t *testing.T) {
	p := opened(t)
	p.begunByHand(ambush)
	for _, what := range []string{".glow", ".ring", ".wedge", ".mark"} {
		if js[int](p, `document.querySelectorAll("#map .token %s").length`, what) == 0 {
			t.Errorf("no token has a %s", what)
		}
	}
	if js[bool](p, `(() => { const m = document.querySelector("#map svg").getBoundingClientRect(); return [...document.querySelectorAll("#map .cells rect")].some(c => { const r = c.getBoundingClientRect(); return r.right > m.right || r.bottom > m.bottom; }); })()`) {
		t.Error("the border of the map is cut off")
	}
	whole := js[string](p, `document.querySelector("#map svg").getAttribute("viewBox")`)
	js[bool](p, `document.querySelector("#map").dispatchEvent(new WheelEvent("wheel", { deltaY: -300, clientX: 300, clientY: 300, cancelable: true })) || true`)
	p.waitFor(`document.querySelector("#map svg").getAttribute("viewBox") !== %s && !document.querySelector("#whole-map").hidden`, quoted(whole))
	p.click("#whole-map")
	p.waitFor(`document.querySelector("#map svg").getAttribute("viewBox") === %s`, quoted(whole))
	p.click("#watch")
	p.waitFor(`rulec.table.view.mode === "watch"`)
	p.idle()
	js[bool](p, `document.querySelector("#log").focus() || true`)
	p.press(kb.End)
	p.waitFor(`rulec.table.at().events === rulec.table.view.events`)
	fallen := js[int](p, `rulec.table.view.scene.people.filter(x => x.fallen).length`)
	if shown := js[string](p, `document.querySelectorAll("#map .token.out").length + " " + document.querySelectorAll("#people .person.out").length`); fallen == 0 || shown != fmt.Sprint(fallen, fallen) {
		t.Errorf("%d have fallen, shown are %s", fallen, shown)
	}
	p.picture("fallen")
}

// TestStory: what hasn't happened isn't told; what was told stays when one goes back, and a card holds an action with all that comes of it.
func TestStory(t *testing.T) {
	p := opened(t)
	p.open(ambush)
	js[bool](p, `(location.hash = "#/fight", true)`)
	p.click("#watch")
	p.waitFor(`rulec.table.view.file === %s && rulec.table.view.mode === "watch"`, quoted(ambush))
	p.idle()
	if lines := js[int](p, `document.querySelectorAll("#log .line").length`); lines > 0 {
		t.Errorf("at the start %d lines are told", lines)
	}
	js[bool](p, `document.querySelector("#log").focus() || true`)
	for range 12 {
		at := js[int](p, `rulec.table.at().events`)
		p.press(kb.ArrowRight)
		p.waitFor(`rulec.table.at().events > %d`, at)
	}
	if js[bool](p, `document.querySelector("#log").textContent.includes("wins in") || !!document.querySelector("#log .to-come")`) {
		t.Error("something is told that hasn't happened")
	}
	told := js[int](p, `document.querySelectorAll("#log .line").length`)
	p.press(kb.ArrowLeft)
	p.waitFor(`document.querySelector("#log .to-come")`)
	if now := js[int](p, `document.querySelectorAll("#log .line").length`); now != told {
		t.Errorf("a line back, %d of %d lines are left", now, told)
	}
	p.press(kb.End)
	p.waitFor(`document.querySelector("#log").textContent.includes("wins in")`)
	if !js[bool](p, `[...document.querySelectorAll("#log .entry")].some(c => c.className.includes("side-") && c.querySelector(".badge") && c.querySelector("b.failed, b.succeeded") && !!c.querySelector(".change"))`) {
		t.Error("no card has who acts, a verdict and a result")
	}
	p.click("#play") // from the start once more: the end is gone
	p.waitFor(`rulec.table.at().events < 30 && !document.querySelector("#log").textContent.includes("wins in")`)
	p.click("#play")
}

// TestUnsavedStays: a fight by hand that is to be saved before another one begins stays on the table if it can't be saved.
func TestUnsavedStays(t *testing.T) {
	p := opened(t)
	p.open("examples/52-energy-ambush-tactics.yaml")
	p.byHand()
	p.waitFor(`rulec.table.view.mode === "hand" && rulec.table.view.question`)
	p.press("t")
	p.waitFor(`rulec.table.inProgress()`)
	p.idle()
	js[bool](p, `(rulec.project.set = async () => { throw new Error("no room"); }, document.querySelector("#watch").click(), true)`)
	p.answers("Save it, and leave it")
	p.waitFor(`document.querySelector("#notices").textContent.includes("no room") && rulec.table.view.mode === "hand"`)
}
