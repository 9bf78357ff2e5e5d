//go:build browser

package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const (
	yard = "examples/31-actionpoints-yard-tactics.yaml"
	pass = "examples/21-segments-pass-tactics.yaml"
)

// tacticUntil lets the tactic decide until something is so.
func (p *page) tacticUntil(is string) {
	p.t.Helper()
	for range 60 {
		if js[bool](p, "!!(%s)", is) {
			return
		}
		was := js[int](p, `rulec.table.view.decisions`)
		p.press("t")
		p.waitFor(`rulec.table.view.decisions > %d`, was)
		p.idle()
	}
	p.t.Fatalf("it never comes to %s", is)
}

// takes presses a choice by its name.
func (p *page) takes(name string) {
	p.t.Helper()
	p.waitFor("%s", choice(name))
	js[bool](p, `%s.click() || true`, choice(name))
}

// more presses what is said with these words under More.
func (p *page) more(words string) {
	p.t.Helper()
	js[bool](p, `[...document.querySelectorAll("#question .more-ways button")].find(b => b.textContent === %s).click() || true`, quoted(words))
}

// TestOddsNear: the box of odds is near what it is about, which stands out and is its heading, and covers neither what can be chosen nor
// who stands on the map, in windows of all sizes.
func TestOddsNear(t *testing.T) {
	p := opened(t)
	p.begunByHand(ambush)
	for _, size := range [][2]int64{{1440, 900}, {1024, 768}, {390, 844}} {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		p.away()
		p.restsOn(choice("Throw"))
		p.waitFor(`%s && %s.querySelector(".tip-of")?.textContent === "Throw"`, tip, tip)
		p.picture("odds-near")
		if wrong := js[string](p, `(() => {
			const t = %s.getBoundingClientRect(), at = %s, r = at.getBoundingClientRect(), pane = document.querySelector("#question").getBoundingClientRect();
			const over = (e) => { const x = e.getBoundingClientRect(); return t.left < x.right && x.left < t.right && t.top < x.bottom && x.top < t.bottom && x.top < pane.bottom; };
			const covered = [...document.querySelectorAll("#question .choice, #map .token")].find(over);
			const far = Math.hypot(Math.max(0, t.left - r.right, r.left - t.right), Math.max(0, t.top - r.bottom, r.top - t.bottom));
			const other = [...document.querySelectorAll("#question .choice")].find(c => c !== at);
			return covered ? "covers " + covered.textContent : far > 250 ? "is " + far + " away" : getComputedStyle(at).backgroundColor === getComputedStyle(other).backgroundColor ? "is about what looks like the others" : "";
		})()`, tip, choice("Throw")); wrong != "" {
			t.Errorf("%d wide: the box %s", size[0], wrong)
		}
	}
}

// TestFingerHeld: a finger held on a choice says its odds, and doesn't choose it; one that taps chooses.
func TestFingerHeld(t *testing.T) {
	p := opened(t)
	p.begunByHand(ambush)
	touch := func(kind string) {
		js[bool](p, `document.querySelector("#question .choice").dispatchEvent(new PointerEvent(%s, { bubbles: true, pointerType: "touch" })) || true`, quoted(kind))
	}
	touch("pointerdown")
	p.waitFor(`%s`, tip)
	touch("pointerup")
	touch("pointerleave")
	js[bool](p, `document.querySelector("#question .choice").click() || true`)
	if !js[bool](p, `!!%s && !!document.querySelector("#question .groups")`, tip) {
		t.Error("holding a finger chooses, or says nothing")
	}
	touch("pointerdown")
	touch("pointerup")
	js[bool](p, `document.querySelector("#question .choice").click() || true`)
	p.waitFor(`!document.querySelector("#question .groups")`)
}

// TestReactions: an answer to what somebody does and a choice within an action have odds and what the tactic would do, and passing
// is called what it is.
func TestReactions(t *testing.T) {
	p := opened(t)
	p.begunByHand(yard)
	p.waitFor(`document.querySelector("#question h3").textContent.includes("How does Hild defend?")`)
	p.restsOn(choice("Dodge"))
	p.waitFor(`%s && /Hild loses .* health on average/.test(%s.textContent)`, tip, tip)
	p.away()
	p.restsOn(choice("Don't react"))
	p.waitFor(`%s && %s.textContent.startsWith("Don't react") && %s.textContent.includes("health")`, tip, tip, tip)
	p.away()
	p.tacticUntil(`rulec.table.view.question.kind === "choice" && rulec.table.view.question.what`)
	first := js[string](p, `document.querySelector("#question .choice span").textContent`)
	p.restsOn(choice(first))
	p.waitFor(`%s && %s.textContent.startsWith(%s) && %s.textContent.includes("on average")`, tip, tip, quoted(first), tip)
	p.picture("maneuver")
	p.away()
	p.more("What would it do?")
	p.waitFor(`document.querySelector("#answer").textContent.startsWith("The tactic would choose ")`)
}

// TestLeftOver: the bar says what is left of the turn, and the units of costs where there are several.
func TestLeftOver(t *testing.T) {
	p := opened(t)
	p.begunByHand(yard)
	p.tacticUntil(`rulec.table.view.question.turn`)
	if left := js[string](p, `document.querySelector("#question .left-over").textContent`); left != "left: 2 attacks, 1 free action" {
		t.Errorf("it says %q", left)
	}
	p.picture("left-over")
	p.begunByHand(ambush)
	if units := js[[]string](p, `[...%s.querySelectorAll(".pips em")].map(e => e.textContent)`, choice("Jump")); strings.Join(units, " ") != "energy stamina" {
		t.Errorf("a jump costs %v", units)
	}
}

// TestNotAdded: what is to be added to an action and can't be is said before it is lost.
func TestNotAdded(t *testing.T) {
	p := opened(t)
	p.begunByHand(ambush)
	// Wim, far from everybody, runs: there is nobody to attack on the way.
	p.tacticUntil(`rulec.table.view.question.class === "open floor" && rulec.table.view.question.who === "wim" && document.querySelector("#map .token title") && rulec.table.view.question.actions.some(a => a.title === "run" && a.allowed && a.addOns) && rulec.table.view.decisions > 8`)
	js[bool](p, `[...%s.closest("li").querySelectorAll("label")].find(l => l.textContent.includes("swift attack")).querySelector("input").click() || true`, choice("Run"))
	decided := js[int](p, `rulec.table.view.decisions`)
	p.takes("Run")
	p.waitFor(`document.querySelector("#map .reach .may")`)
	js[bool](p, `document.querySelector("#question .places .choice").click() || true`)
	p.waitFor(`document.querySelector("#question .odds")?.textContent.includes("Swift attack can't be added to this")`)
	p.picture("not-added")
	if got := js[string](p, `document.querySelector("#question button.main").textContent`); got != "Do it without" || js[int](p, `rulec.table.view.decisions`) != decided {
		t.Errorf("it offers %q", got)
	}
	p.click("#question button.main")
	p.waitFor(`rulec.table.view.decisions > %d`, decided)
}

// TestToTheEnd: what the tactics play to the end is taken back at once, also after a reload; Undo says that the same dice fall again.
func TestToTheEnd(t *testing.T) {
	p := opened(t)
	p.begunByHand(ambush)
	p.press("t")
	p.waitFor(`rulec.table.view.decisions === 1`)
	p.idle()
	hash := js[string](p, `document.querySelector("#stage").dataset.hash`)
	p.more("Tactics to the end")
	p.waitFor(`rulec.table.view.over`)
	p.idle()
	end := js[string](p, `document.querySelector("#stage").dataset.hash`)
	if n := js[int](p, `rulec.table.view.decisions`); n != 2 {
		t.Errorf("there are %d decisions", n)
	}
	p.visit(p.address + "#/fight")
	p.waitFor(`rulec.table.view?.over && document.querySelector("#stage").dataset.hash === %s`, quoted(end))
	undo := `[...document.querySelectorAll("#question button")].find(b => b.textContent === "Undo")`
	if tip := js[string](p, `%s.title`, undo); !strings.Contains(tip, "same dice") {
		t.Errorf("Undo says %q", tip)
	}
	js[bool](p, `%s.click() || true`, undo)
	p.waitFor(`document.querySelector("#stage").dataset.hash === %s && rulec.table.view.decisions === 1`, quoted(hash))
}

// TestStoryHeadings: while the story is scrolled, the headings at its top are those of the lines below them.
func TestStoryHeadings(t *testing.T) {
	p := opened(t)
	p.open(pass)
	js[bool](p, `(location.hash = "#/fight", true)`)
	p.click("#watch")
	p.waitFor(`rulec.table.view.file === %s && rulec.table.view.mode === "watch"`, quoted(pass))
	p.idle()
	p.click("#last")
	p.waitFor(`document.querySelectorAll("#log .line.turn").length > 2`)
	if wrong := js[[]string](p, `(() => {
		const log = document.querySelector("#log"), lines = [...log.querySelectorAll(".line")], wrong = [];
		for (log.scrollTop = 0; ; log.scrollTop += 53) {
			const top = log.getBoundingClientRect().top, at = lines.map(l => l.getBoundingClientRect());
			lines.forEach((l, i) => {
				if (!l.matches(".clock, .turn") || at[i].top < top + parseFloat(getComputedStyle(l).top) - 1 || at[i].top > top + 60) return; // it is elsewhere, or being pushed away
				const next = lines.findIndex((x, k) => k > i && x.matches(l.matches(".clock") ? ".clock" : ".clock, .turn")), end = next < 0 ? lines.length : next;
				if (end > i + 1 && !at.slice(i + 1, end).some(r => r.bottom > at[i].bottom - 2)) wrong.push(l.textContent.trim());
			});
			if (log.scrollTop + log.clientHeight >= log.scrollHeight - 1) return wrong;
		}
	})()`); len(wrong) > 0 {
		t.Errorf("of %d, the first: %s", len(wrong), wrong[0])
	}
}

// TestStoryNow: the last line is the present, and stays in sight when there is less room; who of one's own side is hurt stands out.
func TestStoryNow(t *testing.T) {
	p := opened(t)
	p.begunByHand(ambush)
	p.tacticUntil(`document.querySelector("#log .entry.bad .loss") && document.querySelector("#log .entry.good .change")`)
	if hurt := js[[]string](p, `[...document.querySelectorAll("#log .loss")].map(l => l.textContent).filter(l => !/^(Sigrun|Wim)/.test(l.trim()))`); len(hurt) > 0 {
		t.Errorf("own losses are %q", hurt)
	}
	if lost := js[string](p, `document.querySelector("#map .token .float")?.textContent ?? ""`); !strings.HasPrefix(lost, "-") {
		t.Errorf("%q floats up", lost)
	}
	p.picture("own-losses")
	js[bool](p, `document.querySelector("#log .line.now > span, #log .line.now > :is(h3, h4)").click() || true`)
	p.idle()
	if js[bool](p, `document.querySelector("#question").textContent.includes("This is how it was then")`) {
		t.Error("the last line is the past")
	}
	js[bool](p, `document.querySelector("#notices").append(Object.assign(document.createElement("p"), { className: "notice", textContent: "News of two\nlines\nor three" })) || true`)
	p.waitFor(`(() => { const l = document.querySelector("#log").getBoundingClientRect(), n = document.querySelector("#log .now").getBoundingClientRect(); return n.bottom <= l.bottom + 1; })()`)
	p.visit(p.address + "#/fight")
	p.waitFor(`document.querySelector("#log .now")`)
	p.waitFor(`(() => { const l = document.querySelector("#log").getBoundingClientRect(), n = document.querySelector("#log .now").getBoundingClientRect(); return n.bottom <= l.bottom + 1 && n.top >= l.top; })()`)
}

// TestOverTheMap: all pools and the options lie over the map, which stays where it is; marks of conditions can be read in windows of all
// sizes.
func TestOverTheMap(t *testing.T) {
	p := opened(t)
	p.begunByHand(ambush)
	where := `JSON.stringify(document.querySelector("#map").getBoundingClientRect())`
	for _, size := range [][2]int64{{1440, 900}, {1024, 768}} {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		for _, opens := range []string{"#all-pools", "#play-file .tools summary"} {
			before := js[string](p, "%s", where)
			p.click(opens)
			p.waitFor(`document.querySelector("#who.all .more, #play-file details[open] .options")?.getBoundingClientRect().height > 0`)
			p.picture("over-the-map")
			if after := js[string](p, "%s", where); after != before {
				t.Errorf("%d wide, %s: the map goes from %s to %s", size[0], opens, before, after)
			}
			p.click(opens)
		}
	}
	for _, size := range [][2]int64{{1440, 900}, {390, 844}} {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		p.waitFor(`(() => { const h = document.querySelector("#map .mark text").getBoundingClientRect().height; return h > 11 && h < 24; })()`)
	}
}
