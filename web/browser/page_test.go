//go:build browser

package browser

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/rulec/rulec/examples"
	"github.com/rulec/rulec/internal/sequence"
	"github.com/rulec/rulec/interp"
	rules "github.com/rulec/rulec/interp/exec"
	"github.com/rulec/rulec/lang"
	"github.com/rulec/rulec/lang/diag"
	"github.com/rulec/rulec/rulesets"
	"github.com/rulec/rulec/session"
	"github.com/rulec/rulec/stdlib"
)

// ask asks the engine of the page, past its buttons.
func ask[A any](p *page, kind, question string) A {
	p.t.Helper()
	return js[A](p, `rulec.ask(%s, %s)`, quoted(kind), question)
}

// native are the options by which the command reads the examples.
var native = lang.Options{Files: examples.Files, Library: stdlib.Files, Shipped: rulesets.Files}

// command is what rulec prints, in the folder of the project.
func command(t *testing.T, words ...string) string {
	t.Helper()
	c := exec.Command(*rulec, words...)
	c.Dir = filepath.Join("..", "..")
	var errors bytes.Buffer
	c.Stderr = &errors
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", words, err, &errors)
	}
	return string(out)
}

// again is how a log ends that the command prints: how to play the fight again.
var again = regexp.MustCompile(`\n((Seed \d+\. )?Ruleset .*\n)?Again: .*\n$`)

// told is what the command tells of a fight, without how to play it again, and its events as JSON, without
// the line on how it came out.
func told(t *testing.T, path string) (text, events string) {
	t.Helper()
	text = command(t, "run", path)
	if !again.MatchString(text) {
		t.Fatalf("%s: the command ends otherwise:\n%s", path, text[max(0, len(text)-300):])
	}
	events = command(t, "run", path, "--format", "json")
	return again.ReplaceAllString(text, ""), outcome.ReplaceAllString(events, "")
}

// outcome are the lines of JSON on how a fight came out, and on the parts of a sequence.
var outcome = regexp.MustCompile(`(?m)^\{"kind":"(outcome|step)".*\n`)

// TestExamples opens and plays every example: its log is that of the command, byte by byte, and the states
// on the way are those of the command.
func TestExamples(t *testing.T) {
	p := opened(t)
	p.click("#open-fight")
	p.waitFor(`document.querySelector("[data-example]") && location.hash === "#/start" && document.activeElement.id === "find-fight"`)
	names := js[[]string](p, `[...document.querySelectorAll("[data-example]")].map(b => b.dataset.example)`)
	if len(names) < 20 || names[0] != "examples/01-first-blood.yaml" {
		t.Fatalf("the examples are %v", names)
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) { p.isTold(t, name) })
	}
}

// isTold opens an example, and compares it with what the command makes of it.
func (p *page) isTold(t *testing.T, name string) {
	t.Helper()
	whole := p.t
	p.t = t
	defer func() { p.t = whole }()
	p.click("#open-fight")
	p.click(fmt.Sprintf("[data-example=%q]", name))
	p.waitFor(`document.querySelector("#file-name").textContent === %s && location.hash === "#/fight"`, quoted(name))
	p.idle()
	p.waitFor(`rulec.table.view && rulec.table.view.file === %s`, quoted(name))
	if wrong := js[string](p, `document.querySelector("#notices").textContent + document.querySelector("#problems").textContent`); wrong != "" {
		t.Errorf("%s: the page says %s", name, wrong)
	}
	text, events := told(t, name)
	if got := ask[string](p, "recorded", `{format: "text"}`); got != text {
		t.Errorf("%s: told otherwise than by the command", name)
	}
	if got := ask[string](p, "recorded", `{format: "json"}`); got != events {
		t.Errorf("%s: other events than those of the command", name)
	}
	if js[string](p, `rulec.table.view.mode`) == "sequence" {
		p.sameParts(strings.TrimPrefix(name, "examples/"))
		return
	}
	p.sameStates(strings.TrimPrefix(name, "examples/"))
	p.picture("example-" + strings.NewReplacer("/", "-", ".yaml", "").Replace(strings.TrimPrefix(name, "examples/")))
}

// sameStates goes through the fight by keys and the slider, and compares states with those of the command.
func (p *page) sameStates(name string) {
	p.t.Helper()
	e, list := lang.LoadEncounter(name, native)
	if list.HasErrors() {
		p.t.Fatal(list[0])
	}
	s, err := session.Watch(e, session.Options{Explain: true}) // lines of tactics are events, too
	if err != nil {
		p.t.Fatal(err)
	}
	same := func(where string) {
		p.t.Helper()
		at := js[int](p, `rulec.table.at().events`)
		m, err := s.At(at)
		if err != nil {
			p.t.Fatal(err)
		}
		if got, want := js[string](p, `rulec.table.at().hash`), strconv.FormatUint(m.Hash(), 16); got != want {
			p.t.Errorf("%s, %s: event %d has the state %s, and for the command %s", name, where, at, got, want)
		}
	}
	js[bool](p, `document.querySelector("#log").focus() || true`)
	p.press(kb.End)
	p.waitFor(`rulec.table.at().events === %d`, s.Events())
	same("at the end")
	p.press(kb.ArrowLeft)
	p.waitFor(`rulec.table.at().events < %d`, s.Events())
	same("a line back")
	middle := s.Events() / 2
	js[bool](p, `(() => { const s = document.querySelector("#slider"); s.value = "%d"; return s.dispatchEvent(new Event("input")); })()`, middle)
	p.waitFor(`rulec.table.at().events === %d`, middle)
	same("in the middle")
	p.press(kb.ArrowRight)
	p.waitFor(`rulec.table.at().events > %d`, middle)
	same("a line forward")
	p.press(kb.End)
	p.waitFor(`rulec.table.at().events === %d`, s.Events())
	same("back at the end")
}

// sameParts goes to each part of a sequence and through it, and compares the states at its end with those of the command.
func (p *page) sameParts(name string) {
	p.t.Helper()
	s, list := lang.LoadSequence(name, native)
	if list.HasErrors() {
		p.t.Fatal(list[0])
	}
	parts := 0
	_, err := sequence.Play(s, interp.Options{Trace: true, Sums: true, Explain: true}, false, func(part *sequence.Part) error {
		parts++
		js[bool](p, `(() => { const s = document.querySelector("#part"); s.value = "%d"; return s.dispatchEvent(new Event("change")); })()`, part.Number-1)
		p.waitFor(`rulec.table.at().events === rulec.table.view.parts[%d].from && document.querySelector("#log .now").textContent.startsWith(%s)`, part.Number-1, quoted(part.Heading()))
		js[bool](p, `document.querySelector("#log").focus() || true`)
		p.press(kb.ArrowRight)
		p.waitFor(`rulec.table.at().events > rulec.table.view.parts[%d].from && document.querySelector("#part").value === "%d"`, part.Number-1, part.Number-1)
		p.picture(fmt.Sprintf("part-%s-%d", strings.TrimSuffix(name, ".yaml"), part.Number))
		end := js[int](p, `rulec.table.view.parts[%d].from`, part.Number-1) + len(part.Machine.Trace().Events)
		js[bool](p, `(() => { const s = document.querySelector("#slider"); s.value = "%d"; return s.dispatchEvent(new Event("input")); })()`, end)
		p.waitFor(`rulec.table.at().events === %d`, end)
		if got, want := js[string](p, `rulec.table.at().hash`), strconv.FormatUint(part.Machine.Hash(), 16); got != want {
			p.t.Errorf("%s: part %d ends with the state %s, and for the command with %s", name, part.Number, got, want)
		}
		return nil
	})
	if err != nil || js[int](p, `document.querySelector("#part").options.length`) != parts || parts < 2 {
		p.t.Errorf("%s: %d parts, %v", name, parts, err)
	}
	if js[bool](p, `rulec.table.at().events !== rulec.table.view.events`) {
		p.t.Errorf("%s: the last part isn't the end", name)
	}
}

// open shows a file in the editor.
func (p *page) open(name string) {
	p.t.Helper()
	js[bool](p, `rulec.open(%s).then(() => true)`, quoted(name))
}

// replace has somebody type over a part of the text that is open: it is selected, and the keys are pressed.
func (p *page) replace(old, typed string) {
	p.t.Helper()
	js[bool](p, `(() => { const at = rulec.editor.text().indexOf(%s); if (at < 0) throw new Error("not there"); rulec.editor.select(at, at + %d); return true; })()`, quoted(old), len(old))
	p.do(chromedp.KeyEvent(typed))
}

// TestTenSeconds: whoever comes for the first time is told what it is, and three clicks later has changed a rule, seen who wins more by that, and
// has the rules before them; files of their own can be brought along.
func TestTenSeconds(t *testing.T) {
	p := opened(t)
	js[bool](p, `(localStorage.clear(), true)`)
	p.visit(p.address)
	if view := js[string](p, `document.body.dataset.view + ": " + document.querySelector("#start h2").textContent`); view != "start: Write combat rules, play the fights, see who wins." {
		t.Errorf("at first there is %s", view)
	}
	p.waitFor(`document.querySelector("#bars").dataset.value === "3" && document.querySelectorAll("#bars .bar").length === 2`)
	p.waitFor(`document.querySelector("#start .picture svg")`)
	p.picture("start")
	js[bool](p, `(document.querySelector("#slide").focus(), true)`)
	p.press(kb.ArrowRight)
	p.waitFor(`document.querySelector("#bars").dataset.value === "4"`)
	if said := js[string](p, `document.querySelector("#bars .verdict").textContent`); !regexp.MustCompile(`^The guests win \d+ fewer fights in a hundred\.$`).MatchString(said) {
		t.Errorf("with 4 bruises it says %q", said)
	}
	js[bool](p, `[...document.querySelectorAll("#start button")].find(b => b.textContent === "Open these rules").click() || true`)
	p.waitFor(`location.hash === "#/rules" && rulec.table.view.file === "examples/02-house-rules.yaml" && !document.querySelector("main").hidden`)
	p.waitFor(`rulec.editor.text().includes("bruises_to_drop: 4") && document.querySelector("#problem-count").textContent === "Nothing is wrong."`) // as set there
	js[bool](p, `(history.back(), true)`)
	p.waitFor(`!document.querySelector("#start").hidden`)
	// The picture of the fight takes nothing from the fight: what has a name has it alone.
	if twice := js[[]string](p, `[...document.querySelectorAll("[id]")].map(e => e.id).filter((id, i, all) => all.indexOf(id) !== i)`); len(twice) > 0 {
		t.Errorf("there are two of %v", twice)
	}
	js[bool](p, `(() => {
		const list = new DataTransfer(), input = document.querySelector("#start input[type=file]");
		list.items.add(new File(["ruleset: ours\n"], "ours.yaml"));
		input.files = list.files;
		input.dispatchEvent(new Event("change"));
		return true;
	})()`)
	p.waitFor(`rulec.editor.name === "ours.yaml" && location.hash === "#/rules"`)
}

// TestStartByHand: the fight at the start can be played by hand at once.
func TestStartByHand(t *testing.T) {
	p := opened(t)
	js[bool](p, `(location.hash = "#/start", true)`)
	const button = `[...document.querySelectorAll("#start button")].find(b => b.textContent === "Play it by hand" && !b.disabled)`
	p.waitFor(button)
	js[bool](p, `%s.click() || true`, button)
	p.waitFor(`location.hash === "#/fight" && rulec.table.view.mode === "hand" && document.querySelector("#question .choice")`)
	p.idle()
}

// TestReasonsUndone: reasons that are shown for a line don't stay open for another one that takes its place, and a reason leads to its rule.
func TestReasonsUndone(t *testing.T) {
	p := opened(t)
	p.handFight(4)
	p.shows("log")
	js[bool](p, `[...document.querySelectorAll("#log .why")].at(-1).click() || true`)
	p.waitFor(`document.querySelector("#log .reasons")`)
	opened := js[string](p, `document.querySelector("#log .reasons").parentElement.querySelector("span").textContent`)
	for range 2 {
		p.press("u")
		p.idle()
	}
	if js[bool](p, `[...document.querySelectorAll("#log .reasons")].some(r => r.parentElement.querySelector("span").textContent !== %s)`, quoted(opened)) {
		t.Error("reasons are shown for a line that nobody has asked about")
	}
	p.press("0")
	p.waitFor(`rulec.table.view.decisions === 3 && document.querySelector("#notices").textContent === ""`)
	p.idle()
	js[bool](p, `[...document.querySelectorAll("#log .why")].forEach(b => b.click()) || true`)
	p.waitFor(`document.querySelector("#log .reasons .link")`)
	js[bool](p, `document.querySelector("#log .reasons .link").click() || true`)
	p.waitFor(`location.hash === "#/rules" && document.querySelector("#fight-title") && /^(examples|rulesets|stdlib)\//.test(rulec.editor.name)`)
}

// TestBackALine: back from the present leads to the line before the last, forward to the present again.
func TestBackALine(t *testing.T) {
	p := opened(t)
	p.handFight(4)
	last := js[int](p, `document.querySelectorAll("#log .line").length`)
	p.press(kb.ArrowLeft)
	p.idle()
	p.waitFor(`!document.querySelector("#question .choice") && document.querySelector("#position").textContent !== "line %d of %d"`, last, last)
	p.press(kb.ArrowRight)
	p.waitFor(`document.querySelector("#question .choice")`)
}

// TestLastCard: on a telephone a tap on the last card of the story, below the map, leads to the story, and not into the past.
func TestLastCard(t *testing.T) {
	p := opened(t)
	p.handFight(2)
	p.do(chromedp.EmulateViewport(390, 844))
	p.shows("table")
	js[bool](p, `document.querySelector("#last-card .line > span").click() || true`)
	p.waitFor(`document.body.dataset.tab === "log" && document.querySelector("#stage").dataset.asks === "true"`)
}

// TestMistake: somebody types a mistake and sees the squiggle and what it says, mends it, changes a rule,
// plays again, and it makes a difference; the draft survives a reload, and can be undone.
func TestMistake(t *testing.T) {
	p := opened(t)
	p.open("examples/scuffle.yaml")
	p.replace("bruises_to_drop:", "bruises_to_dorp:")
	p.waitFor(`document.querySelector("#problems li.error")`)
	p.click("#problems .problem") // goes there
	p.waitFor(`rulec.editor.view.root.querySelector(".cm-lintRange-error")`)
	if said := js[string](p, `document.querySelector("#problems").textContent`); !strings.Contains(said, "bruises_to_drop") {
		t.Errorf("it says %s", said)
	}
	p.picture("mistake")
	p.replace("bruises_to_dorp:", "bruises_to_drop:")
	p.waitFor(`document.querySelectorAll("#problems li").length === 0 && !rulec.editor.view.root.querySelector(".cm-lintRange-error")`)

	// In the tutorial's fight Mort is out with three bruises. The script ends there; where one bruise is enough, he is out
	// before it does, and what the script expects doesn't hold.
	p.waitFor(`rulec.table.view.scene.people.some(x => x.title === "Mort" && x.out)`)
	p.replace("to_drop: 3", "to_drop: 9")
	p.waitFor(`!document.querySelector("#replay").hidden`)
	p.click("#replay")
	p.idle()
	p.waitFor(`rulec.table.view.scene.people.every(x => !x.out)`)
	js[bool](p, `rulec.editor.view.contentDOM.blur() || true`)
	p.visit(p.address)
	if !js[bool](p, `rulec.project.isDraft("examples/scuffle.yaml")`) || !strings.Contains(js[string](p, `rulec.editor.text()`), "to_drop: 9") {
		t.Error("the draft has not survived a reload")
	}
	p.shows("files")
	p.click(`button[aria-label="Undo all changes of examples/scuffle.yaml"]`)
	p.waitFor(`!rulec.project.isDraft("examples/scuffle.yaml") && rulec.editor.text().includes("to_drop: 3")`)
}

// TestEditor: the editor completes inside a formula, says what names mean, and goes to where they are declared.
func TestEditor(t *testing.T) {
	p := opened(t)
	p.open("examples/scuffle.yaml")
	p.replace("it.breath", "it.br")
	p.waitFor(`rulec.editor.view.root.querySelector(".cm-tooltip-autocomplete")`)
	if offered := js[string](p, `rulec.editor.view.root.querySelector(".cm-tooltip-autocomplete").textContent`); !strings.Contains(offered, "breath") {
		t.Errorf("offered are %s", offered)
	}
	p.press(kb.Escape)
	p.open("examples/01-first-blood.yaml")
	at := js[int](p, `rulec.editor.text().indexOf("punch") + 2`)
	said := ask[struct{ Head, About string }](p, "hover", fmt.Sprintf(`{file: "examples/01-first-blood.yaml", offset: %d}`, at))
	if !strings.Contains(said.Head, "punch") {
		t.Errorf("of punch it says %+v", said)
	}
	js[bool](p, `rulec.editor.select(%d, %d) || true`, at, at)
	p.press(kb.F12)
	p.waitFor(`document.querySelector("#file-name").textContent === "examples/scuffle.yaml"`)
}

// TestHouseRules: somebody begins with house rules over a shipped system, sees no mistake, and plays.
func TestHouseRules(t *testing.T) {
	p := opened(t)
	for _, system := range []string{"timecount", "energy", "segments", "dierank", "actionpoints", "-"} {
		p.click("#house-rules")
		p.click(fmt.Sprintf("[data-system=%q]", system))
		p.waitFor(`document.querySelector("#notices").textContent.includes("Your rules are in my_")`)
		p.idle()
		if wrong := js[string](p, `document.querySelector("#problems").textContent`); wrong != "" {
			t.Errorf("%s: %s", system, wrong)
		}
		if js[int](p, `rulec.table.view.events`) < 20 {
			t.Errorf("%s: nothing is played", system)
		}
		js[bool](p, `document.querySelector("#notices").replaceChildren() || true`)
	}
}

// TestLink: a link to house rules and a fight in the middle is short, opens elsewhere at the same state, and
// touches nothing that is there; one to other rules says so, one that is cut off, too.
func TestLink(t *testing.T) {
	p := opened(t)
	p.click("#house-rules")
	p.click(`[data-system="energy"]`)
	p.waitFor(`document.querySelector("#notices").textContent.includes("my_energy")`)
	p.idle()
	js[bool](p, `rulec.table.goTo(Math.floor(rulec.table.view.events / 2)).then(() => true)`)
	hash := js[string](p, `rulec.table.at().hash`)
	p.click("#share")
	p.waitFor(`document.querySelector("#save-picture")`)
	if js[bool](p, `!!document.querySelector("#link")`) {
		t.Error("a link is offered that leads to this machine")
	}
	js[bool](p, `(() => { // what would be downloaded
		const made = URL.createObjectURL;
		URL.createObjectURL = (b) => { (window.made ??= []).push(b); return made(b); };
		return true;
	})()`)
	p.click("#save-story")
	p.click("#save-picture")
	p.waitFor(`window.made?.length === 2`)
	if story := js[string](p, `window.made.find(b => b.type === "text/plain").text()`); !strings.HasPrefix(story, "<!doctype html>") || !strings.Contains(story, "Round 1") {
		t.Errorf("the story is %.200s", story)
	}
	if kind := js[string](p, `window.made.find(b => b.type !== "text/plain").type + " " + (window.made.find(b => b.type !== "text/plain").size > 2000)`); kind != "image/png true" {
		t.Errorf("the picture is %s", kind)
	}
	js[bool](p, `(document.querySelector("dialog[open]").close(), rulec.linksTo(location.href.split("#")[0]), true)`)
	p.click("#share")
	p.waitFor(`document.querySelector("#link")`)
	link := js[string](p, `document.querySelector("#link").value`)
	if len(link) > 2500 {
		t.Errorf("the link has %d characters", len(link))
	}
	t.Logf("a link to house rules, a fight and cases has %d characters", len(link))
	own := js[string](p, `localStorage.getItem("rulec.drafts")`)
	js[bool](p, `localStorage.clear() || true`)
	js[bool](p, `localStorage.setItem("rulec.drafts", "[]") || true`)
	p.visit(link)
	if got := js[string](p, `rulec.table.at().hash`); got != hash {
		t.Errorf("the link opens at %s, not %s", got, hash)
	}
	if said := js[string](p, `document.querySelector("#notices").dataset.link`); said != "same" {
		t.Errorf("the link differs: %s", js[string](p, `document.querySelector("#notices").textContent`))
	}
	if js[string](p, `localStorage.getItem("rulec.drafts")`) != "[]" || own == "[]" {
		t.Error("the link has touched what was there")
	}
	p.picture("link")
	p.visit(link[:len(link)-40])
	if said := js[string](p, `document.querySelector("#notices").textContent`); !strings.Contains(said, "damaged or cut off") {
		t.Errorf("of a link that is cut off the page says %q", said)
	}
}

// TestKeys: a fight is begun and played to its end by the keyboard alone.
func TestKeys(t *testing.T) {
	p := opened(t)
	p.reach("#by-hand")
	p.press(kb.Enter)
	p.waitFor(`rulec.table.view.mode === "hand" && rulec.table.view.question`)
	p.idle()
	p.picture("by-hand")
	if asks := js[string](p, `document.querySelector("#question h3").textContent`); asks != "What does Zora do? (round 1)" {
		t.Errorf("the page asks %q", asks)
	}
	for n := 0; n < 120 && js[bool](p, `!!rulec.table.view.question`); n++ {
		asked := js[int](p, `rulec.table.view.decisions`)
		p.press("1") // whatever stands first; a parameter that is asked for then, likewise
		p.waitFor(`rulec.table.view.decisions > %d || document.querySelector("#question h3").textContent.includes(": which ")`, asked)
		if js[int](p, `rulec.table.view.decisions`) == asked {
			p.press("1")
			p.waitFor(`rulec.table.view.decisions > %d`, asked)
		}
		p.idle()
		if n == 3 {
			decided := js[int](p, `rulec.table.view.decisions`)
			p.press("u")
			p.waitFor(`rulec.table.view.decisions === %d`, decided-1)
			p.idle()
		}
		if n == 40 {
			p.press("t") // let somebody with a tactic end it, should nobody hit anybody
		}
	}
	if js[bool](p, `!!rulec.table.view.question`) {
		t.Error("the fight has not ended")
	}
	// What was played is the same fight for the command.
	saved := ask[struct{ Name, Text string }](p, "written", `{}`)
	file := filepath.Join(t.TempDir(), "saved.yaml")
	for name, text := range map[string]string{file: saved.Text, filepath.Join(filepath.Dir(file), "scuffle.yaml"): string(mustRead(t, "scuffle.yaml"))} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	rest, _ := told(t, file)
	for _, line := range js[[]string](p, `rulec.table.view.lines.filter(l => l.kind === "event" || l.kind === "ending").map(l => l.text + (l.costs ? " (" + l.costs + ")" : ""))`) {
		_, behind, found := strings.Cut(rest, line+"\n")
		if !found {
			t.Fatalf("the command doesn't tell %q, in what it makes of\n%s", line, saved.Text)
		}
		rest = behind
	}
	p.press(kb.Home)
	p.waitFor(`rulec.table.at().events === 0`)
}

// TestNames: every control has a name, in both looks and on a small screen, and nothing is wider than the screen.
func TestNames(t *testing.T) {
	p := opened(t)
	const nameless = `[...document.querySelectorAll("button, input, select, textarea, summary, a, [tabindex='0']")].filter(e => {
		const label = e.getAttribute("aria-label") || e.textContent.trim() || (e.labels && [...e.labels].some(l => l.textContent.trim()));
		return !label;
	}).map(e => e.outerHTML.slice(0, 90))`
	for _, open := range []string{"", "#house-rules", "#share", "#help", "#new-file"} {
		if open != "" {
			js[bool](p, `document.querySelector(%s).click() || true`, quoted(open))
			p.waitFor(`document.querySelector("dialog")`)
		}
		if list := js[[]string](p, nameless); len(list) > 0 {
			t.Errorf("%s: controls without a name: %v", open, list)
		}
		js[bool](p, `(() => { for (const d of document.querySelectorAll("dialog")) d.close(); return true; })()`)
		p.waitFor(`!document.querySelector("dialog")`)
	}
	p.click("#theme")
	p.waitFor(`document.documentElement.dataset.theme === "dark"`)
	p.picture("dark")
	p.do(chromedp.EmulateViewport(380, 760))
	for _, tab := range []string{"rules", "table", "log", "many", "files"} {
		p.shows(tab)
		if wide := js[int](p, `document.documentElement.scrollWidth`); wide > 380 {
			t.Errorf("%s is %d wide on a screen of 380", tab, wide)
		}
		p.picture("small-" + tab)
	}
}

// TestFolder: the files of a folder that is served are at hand; what is changed stays in the browser.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"ours/rules.yaml": string(mustRead(t, "scuffle.yaml")), "ours/fight.yaml": strings.Replace(string(mustRead(t, "01-first-blood.yaml")), "./scuffle.yaml", "./rules.yaml", 1)} {
		if err := os.MkdirAll(filepath.Join(dir, "ours"), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	p := openedWith(t, root)
	// The page begins with the folder, and comes back to what was there.
	const shown = `rulec.editor.name + " " + rulec.table.view.file + " " + location.hash`
	if got := js[string](p, shown); got != "ours/rules.yaml ours/fight.yaml #/rules" {
		t.Errorf("it begins with %s", got)
	}
	js[bool](p, `(location.hash = "#/start", true)`)
	p.waitFor(`document.querySelector("#start .fights button").dataset.example === "ours/fight.yaml" && document.querySelector("#start .gallery h4").textContent === "In this folder"`)
	p.open("examples/52-energy-ambush-tactics.yaml")
	p.click("#watch")
	p.waitFor(`rulec.table.view.file === "examples/52-energy-ambush-tactics.yaml"`)
	p.visit(p.address)
	if got := js[string](p, shown); !strings.HasPrefix(got, "examples/52-energy-ambush-tactics.yaml examples/52-energy-ambush-tactics.yaml") {
		t.Errorf("it comes back with %s", got)
	}
	js[bool](p, `(localStorage.setItem("rulec.folder", "/another"), true)`)
	p.visit(p.address)
	if got := js[string](p, shown); got != "ours/rules.yaml ours/fight.yaml #/rules" {
		t.Errorf("with another folder it begins with %s", got)
	}
	p.open("ours/fight.yaml")
	p.waitFor(`document.querySelector("#case").options.length === 1`)
	p.click("#watch")
	p.waitFor(`rulec.table.view.file === "ours/fight.yaml" && rulec.table.view.over`)
	p.open("ours/rules.yaml")
	p.replace("to_drop: 3", "to_drop: 9")
	p.waitFor(`rulec.project.isDraft("ours/rules.yaml")`)
	p.shows("files")
	p.click(`button[aria-label="Undo all changes of ours/rules.yaml"]`)
	p.waitFor(`!rulec.project.isDraft("ours/rules.yaml") && rulec.editor.text().includes("to_drop: 3")`)
	if text, err := os.ReadFile(filepath.Join(dir, "ours", "rules.yaml")); err != nil || string(text) != string(mustRead(t, "scuffle.yaml")) {
		t.Error("the file in the folder isn't as it was")
	}

	// Saved, it is there; changed there by somebody else, nothing is lost: the page shows what differs, and asks.
	onDisk := func(want string) {
		t.Helper()
		if text, err := os.ReadFile(filepath.Join(dir, "ours", "rules.yaml")); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("the file in the folder lacks %q", want)
		}
	}
	p.shows("rules")
	p.replace("to_drop: 3", "to_drop: 8")
	p.click("#save-file")
	p.waitFor(`document.querySelector("#notices").textContent.includes("rules.yaml is saved") && document.querySelector("#save-file").hidden`)
	onDisk("to_drop: 8")
	theirs := strings.Replace(string(mustRead(t, "scuffle.yaml")), "to_drop: 3", "to_drop: 7", 1)
	if err := os.WriteFile(filepath.Join(dir, "ours", "rules.yaml"), []byte(theirs), 0o666); err != nil {
		t.Fatal(err)
	}
	p.replace("to_drop: 8", "to_drop: 6")
	p.click("#save-file")
	p.waitFor(`/-.*to_drop: 7.*\n.*\+.*to_drop: 6/.test(document.querySelector("dialog .compared")?.textContent)`)
	onDisk("to_drop: 7")
	p.click("dialog .tools button:nth-child(1)")
	p.waitFor(`document.querySelector("#save-file").hidden`)
	onDisk("to_drop: 6")
	p.visit(p.address)
	p.open("ours/rules.yaml")
	p.waitFor(`rulec.editor.text().includes("to_drop: 6") && !rulec.project.isDraft("ours/rules.yaml")`)

	// A new file is saved, too.
	js[bool](p, `rulec.project.set("ours/new.yaml", "a: 1\n").then(() => true)`)
	p.shows("files")
	p.chooses("ours/new.yaml")
	p.presses("Save to the folder: ours/new.yaml")
	p.says("ours/new.yaml is saved in the folder.")
	if text, err := os.ReadFile(filepath.Join(dir, "ours", "new.yaml")); err != nil || string(text) != "a: 1\n" {
		t.Errorf("in the folder is %q, %v", text, err)
	}
	p.picture("files-folder")
}

// TestTwoTabs: what is typed in one tab is there in the other, and if both type into the same file, neither is lost.
func TestTwoTabs(t *testing.T) {
	p := opened(t)
	tab, closeTab := chromedp.NewContext(p.ctx)
	t.Cleanup(closeTab)
	other := &page{t: t, ctx: tab, address: p.address}
	if err := chromedp.Do(tab, chromedp.Navigate("about:blank")); err != nil {
		t.Fatal(err)
	}
	other.visit(p.address + "#/rules")
	for _, x := range []*page{p, other} {
		x.open("examples/scuffle.yaml")
	}
	p.replace("to_drop: 3", "to_drop: 4")
	other.waitFor(`rulec.editor.text().includes("to_drop: 4")`)
	js[bool](other, `(rulec.open("examples/grim-scuffle.yaml").then(() => true))`)
	js[bool](other, `rulec.project.set("examples/scuffle.yaml", rulec.project.drafts.get("examples/scuffle.yaml").replace("to_drop: 4", "to_drop: 7")).then(() => true)`)
	p.waitFor(`rulec.editor.text().includes("to_drop: 7")`)
	// Both type at the same time: the other's is kept before this tab has been told of it.
	js[bool](p, `(localStorage.setItem("rulec.drafts", localStorage.getItem("rulec.drafts").replace("to_drop: 7", "to_drop: 8")), true)`)
	p.replace("to_drop: 7", "to_drop: 9")
	p.waitFor(`rulec.project.all().includes("examples/scuffle-other-tab.yaml")`)
	texts := js[map[string]string](p, `Object.fromEntries(rulec.project.files().map(f => [f.name, /to_drop: \d/.exec(f.text)?.[0]]))`)
	if texts["examples/scuffle-other-tab.yaml"] != "to_drop: 8" {
		t.Errorf("what is kept: %v", texts)
	}
	p.waitFor(`JSON.parse(localStorage.getItem("rulec.drafts")).find(f => f.name === "examples/scuffle.yaml").text.includes("to_drop: 9")`)

	// The page shows what differs, and one's own that is given up for the other's is among the earlier versions.
	p.click("#notices button")
	p.waitFor(`/- .*to_drop: 8.*\n.*\+ .*to_drop: 9/.test(document.querySelector("dialog .compared")?.textContent)`)
	p.picture("two-tabs")
	p.answers("Take theirs")
	p.waitFor(`rulec.editor.text().includes("to_drop: 8") && !rulec.project.all().includes("examples/scuffle-other-tab.yaml")`)
	if !js[bool](p, `rulec.project.history.of("examples/scuffle.yaml").then(l => l.some(v => v.text.includes("to_drop: 9")))`) {
		t.Error("the version that was given up is lost")
	}
	// Deleted in one tab, a file is closed in the other.
	js[bool](p, `rulec.project.set("mine.yaml", "ruleset: mine").then(() => true)`)
	other.waitFor(`rulec.project.all().includes("mine.yaml")`)
	other.open("mine.yaml")
	js[bool](p, `rulec.project.drop("mine.yaml").then(() => true)`)
	other.waitFor(`rulec.editor.name === "examples/scuffle.yaml" && !rulec.project.all().includes("mine.yaml")`)
}

// handFight begins a fight by hand and lets the tactics of two take a few decisions in it; the state it comes to.
func (p *page) handFight(decisions int) string {
	p.t.Helper()
	p.open("examples/02-house-rules.yaml")
	p.byHand()
	p.waitFor(`rulec.table.view.file === "examples/02-house-rules.yaml" && rulec.table.view.mode === "hand" && rulec.table.view.question`)
	p.idle()
	for n := range decisions {
		p.press("t")
		p.waitFor(`rulec.table.view.decisions === %d`, n+1)
		p.idle()
	}
	return js[string](p, `rulec.table.at().hash`)
}

// goesOn holds that a fight by hand stands as it did, and that the next decision comes to the same as without whatever was between.
func (p *page) goesOn(decisions int, hash string) {
	p.t.Helper()
	p.idle()
	if got := js[string](p, `rulec.table.at().hash`); got != hash {
		p.t.Errorf("the fight stands at %s, and before it stood at %s", got, hash)
	}
	if got := js[int](p, `rulec.table.view.decisions`); got != decisions {
		p.t.Errorf("%d decisions are there, and %d were taken", got, decisions)
	}
	p.press("t")
	p.waitFor(`rulec.table.view.decisions === %d`, decisions+1)
	p.idle()
	p.press("u")
	p.waitFor(`rulec.table.view.decisions === %d`, decisions)
	p.idle()
	if got := js[string](p, `rulec.table.at().hash`); got != hash {
		p.t.Errorf("one decision on and taken back, it stands at %s, and not at %s", got, hash)
	}
}

// TestHang: an engine that doesn't come back is ended after five seconds, and the page says so. What was written is there, and
// a fight by hand stands as it did, by the rules that it was begun with, whatever has been changed since.
func TestHang(t *testing.T) {
	p := opened(t)
	hash := p.handFight(4)
	p.open("examples/scuffle.yaml")
	p.replace("to_drop: 3", "to_drop: 4")
	p.waitFor(`rulec.project.drafts.get("examples/scuffle.yaml")?.includes("to_drop: 4")`)
	js[bool](p, `rulec.editor.view.contentDOM.blur() || true`)
	const all = `{file: "examples/55-energy-four-on-four.yaml", seed: "1", fights: 1000000, from: 0, to: 1000000}`
	if *static == "" { // the command tells how far it is
		js[bool](p, `(() => { const real = fetch; fetch = (at, o) => at.includes("/simulate") ? new Promise(() => undefined) : real(at, o); return true; })()`)
	}
	said := js[string](p, `rulec.ask("simulate", %s).then(() => "done", e => e.message)`, all)
	if !strings.Contains(said, "longer than 5 seconds") {
		t.Errorf("it says %q", said)
	}
	if text := ask[struct{ Text string }](p, "readFile", `"examples/scuffle.yaml"`).Text; !strings.Contains(text, "to_drop: 4") {
		t.Error("the new engine doesn't know what was written")
	}
	p.waitFor(`document.querySelector("#notices").textContent.includes("back where it was, with all 4 decisions")`)
	p.goesOn(4, hash)
	p.open("examples/01-first-blood.yaml")
	p.click("#watch")
	p.waitFor(`rulec.table.view.file === "examples/01-first-blood.yaml"`)
}

// TestBreaks: an engine that is gone in the middle of a decision takes no other decision with it, and neither does a reload.
func TestBreaks(t *testing.T) {
	p := opened(t)
	hash := p.handFight(5)
	js[bool](p, `(async () => { const { way } = rulec.engine; if (way.worker) way.worker.terminate(); else await way.post("end", "{}", {}); return true; })()`)
	p.press("0")
	p.waitFor(`/all 5 decisions.*Only this is lost: .*, nothing\./.test(document.querySelector("#notices").textContent)`)
	p.goesOn(5, hash)
	p.picture("put-back")
	// The engine of a program that has ended throws whatever it is asked.
	js[bool](p, `(rulec.engine.way.worker ? rulec.engine.way.worker.onerror(new ErrorEvent("error")) : rulec.engine.way.heard.broken()) || true`)
	p.waitFor(`document.querySelector("#notices").textContent.startsWith("The engine crashed")`)
	p.goesOn(5, hash)
	p.visit(p.address)
	p.goesOn(5, hash)
}

// TestWaits: a fight whose rules have a mistake after a reload waits, and is back as it was once that is mended; what was said of the mistake goes.
func TestWaits(t *testing.T) {
	p := opened(t)
	hash := p.handFight(3)
	p.open("examples/scuffle.yaml")
	p.replace("bruises_to_drop:", "bruises_to_dorp:")
	p.waitFor(`document.querySelector("#problems li.error")`)
	p.visit(p.address)
	p.waitFor(`document.querySelector("#question").textContent.includes("the fight is back as it was") && document.querySelector("#notices .error")`)
	p.picture("waits")
	p.shows("rules")
	p.replace("bruises_to_dorp:", "bruises_to_drop:")
	p.waitFor(`rulec.table.view?.decisions === 3 && !document.querySelector("#notices .error")`)
	js[bool](p, `rulec.editor.view.contentDOM.blur() || true`)
	p.goesOn(3, hash)
}

// TestPartByHand: a fight of a sequence can be played by hand by itself, be it in a file or in the sequence alone; the sequence is watched.
func TestPartByHand(t *testing.T) {
	p := opened(t)
	for file, fight := range map[string]string{"examples/56-energy-evening.yaml": "The second watch", "examples/46-timecount-after-the-fight.yaml": "On the far bank"} {
		p.open(file)
		p.waitFor(`document.querySelector("#case").value === "the whole sequence" && document.querySelector("#by-hand").hidden`)
		js[bool](p, `(() => {
			const list = document.querySelector("#case");
			list.value = [...list.options].find(o => o.text === %s).value;
			return list.dispatchEvent(new Event("change"));
		})()`, quoted(fight))
		p.byHand()
		p.waitFor(`rulec.table.view.title === %s && rulec.table.view.mode === "hand" && rulec.table.view.question`, quoted(fight))
		p.idle()
	}
}

// TestUntrusted: what a link brings is text, whatever it says, and the page's policy forbids scripts that aren't its own.
func TestUntrusted(t *testing.T) {
	p := opened(t)
	const evil = `<img src=x onerror=\"window.hurt=1\"><script>window.hurt=1</script>`
	text := strings.ReplaceAll(string(mustRead(t, "02-house-rules.yaml")), "The same tavern, the next evening", "'"+strings.ReplaceAll(evil, `\"`, `"`)+"'")
	const pack = `(async () => {
		const data = new TextEncoder().encode(JSON.stringify({engine: "x", language: 2, open: "examples/02-house-rules.yaml",
			files: [{name: %s, text: %s}],
			fight: {file: "examples/02-house-rules.yaml", case: "", event: 0, hash: ""}}));
		const packed = new Uint8Array(await new Response(new Blob([data]).stream().pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer());
		return location.href.split("#")[0] + "#1." + btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
	})()`
	p.visit(js[string](p, pack, quoted("../../escape.yaml"), quoted(text)))
	if said := js[string](p, `document.querySelector("#notices").textContent`); !strings.Contains(said, "can't be a file name") {
		t.Errorf("of a file outside of the page it says %q", said)
	}
	p.visit(js[string](p, pack, quoted("examples/02-house-rules.yaml"), quoted(text)))
	p.waitFor(`document.querySelector("#fight-title").textContent.includes("<script>")`)
	if js[bool](p, `"hurt" in window || document.querySelector("main img, main script, #notices img") !== null`) {
		t.Error("what a rule says has become a part of the page")
	}
	if said := js[string](p, `document.querySelector("#notices").textContent`); !strings.Contains(said, "made with rulec x") {
		t.Errorf("of a link of another version it says %q", said)
	}
	for _, script := range []string{
		`(() => { const s = document.createElement("script"); s.textContent = "window.hurt = 1"; document.body.append(s); return "hurt" in window; })()`,
		// What a debugger evaluates may evaluate more; this runs when it is gone.
		`new Promise(r => { setTimeout("window.hurt = 1", 0); setTimeout(() => r("hurt" in window), 100); })`,
	} {
		if js[bool](p, "%s", script) {
			t.Errorf("the page lets this run: %s", script)
		}
	}
}

// TestPicture makes the picture of the README: with -pictures and the folder web it is web/page.png. It is a fight by hand in its second
// round, with the reasons of a line.
func TestPicture(t *testing.T) {
	p := opened(t)
	js[bool](p, `(location.hash = "#/fight", rulec.table.start({ file: %s, mode: "hand", seed: "4" }))`, quoted(ambush))
	p.do(chromedp.EmulateViewport(1440, 900))
	p.tacticUntil(`rulec.table.view.lines.some(l => l.kind === "clock" && l.text === "Round 2") && document.querySelectorAll("#question .choice").length > 4`)
	if !js[bool](p, `rulec.table.why()`) {
		t.Error("nothing near says why")
	}
	if shown := js[string](p, `[...document.querySelectorAll(".reasons")].find(r => !r.hidden).textContent`); shown == "" {
		t.Error("there is no reason behind why?")
	}
	p.picture("page")
}

// inSight fails where the first element of each of some selectors lies outside of the window.
func (p *page) inSight(where, selectors string) {
	p.t.Helper()
	for _, s := range strings.Split(selectors, ", ") {
		if !js[bool](p, `!!(() => { const r = document.querySelector(%s)?.getBoundingClientRect(); return r && r.height > 0 && r.top >= 0 && r.bottom <= innerHeight && r.left >= 0 && r.right <= innerWidth; })()`, quoted(s)) {
			p.t.Errorf("%s: %s isn't in sight in a window of %d x %d", where, s, js[int](p, `innerWidth`), js[int](p, `innerHeight`))
		}
	}
}

// TestLooks puts fights on tables of three sizes, by day and by night: nothing is wider than the window, and what belongs to a
// fight is in sight, or one tab away, without scrolling past something else.
func TestLooks(t *testing.T) {
	p := opened(t)
	dialogs := map[string]string{"house": "#house-rules", "share": "#share", "help": "#help"}
	sizes := [][2]int64{{1280, 800}, {1000, 700}, {380, 700}}
	for _, name := range js[[]string](p, `rulec.ask("examples", {}).then(l => l.map(x => x.name))`) {
		p.do(chromedp.EmulateViewport(1280, 800))
		p.open(name)
		p.click("#watch")
		p.waitFor(`rulec.table.view.file === %s`, quoted(name))
		p.idle()
		js[bool](p, `rulec.table.goTo(Math.floor(rulec.table.view.events * 0.6)).then(() => true)`)
		for i, size := range sizes {
			p.do(chromedp.EmulateViewport(size[0], size[1]))
			for _, tab := range []string{"table", "people", "log", "rules"} {
				if i == 0 && tab != "table" || i == 1 && tab != "table" && tab != "rules" {
					continue
				}
				p.shows(tab)
				if wide := js[int64](p, `document.documentElement.scrollWidth`); wide > size[0] {
					t.Errorf("%s, %s: it is %d wide in a window of %d", name, tab, wide, size[0])
				}
				if want := map[string]string{"table": "#map svg, #play, #dice, #people .person", "people": "#play, #people .person", "log": "#log .now", "rules": "#editor, #problem-count"}[tab]; i > 1 || tab == "rules" {
					p.inSight(name, want)
				} else {
					p.inSight(name, want+", #log .now")
				}
				js[bool](p, `!!(document.documentElement.dataset.theme = %s)`, quoted([]string{"light", "dark"}[i%2]))
				p.picture(fmt.Sprintf("look-%s-%d-%s", strings.NewReplacer("/", "-", ".yaml", "").Replace(strings.TrimPrefix(name, "examples/")), size[0], tab))
			}
		}
	}
	// By hand: what is asked and the map it is asked on are in sight together.
	for _, name := range []string{"examples/31-actionpoints-yard-tactics.yaml", "examples/55-energy-four-on-four.yaml"} {
		p.do(chromedp.EmulateViewport(1280, 800))
		p.open(name)
		p.byHand()
		p.waitFor(`rulec.table.view.file === %s && rulec.table.view.question`, quoted(name))
		p.idle()
		for _, size := range sizes {
			p.do(chromedp.EmulateViewport(size[0], size[1]))
			p.shows("table")
			p.inSight(name, "#map svg, #question h3, #question .groups .choice, #question .always .choice")
			p.picture(fmt.Sprintf("hand-%s-%d", filepath.Base(name), size[0]))
		}
		p.do(chromedp.EmulateViewport(1280, 800))
		p.press("0")
		p.waitFor(`rulec.table.view.decisions > 0`)
		p.idle()
		p.picture(fmt.Sprintf("hand-%s-choose", filepath.Base(name)))
	}
	for name, opener := range dialogs {
		for _, size := range sizes {
			p.do(chromedp.EmulateViewport(size[0], size[1]))
			p.click(opener)
			p.waitFor(`document.querySelector("dialog")`)
			p.picture(fmt.Sprintf("dialog-%s-%d", name, size[0]))
			js[bool](p, `document.querySelector("dialog").close() || true`)
			p.waitFor(`!document.querySelector("dialog")`)
		}
	}
}

// TestParts: F6 goes through the parts of the page, at every size, and arrow keys from tab to tab.
func TestParts(t *testing.T) {
	p := opened(t)
	for _, size := range [][2]int64{{1280, 800}, {1000, 700}, {380, 700}} {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		js[bool](p, `document.activeElement.blur() || true`)
		for _, want := range []string{"#editor", "#map", "#question", "#who", "#log", "#many-pane", "#editor"} {
			p.press(kb.F6)
			if !js[bool](p, `!!document.activeElement.closest(%s) && document.activeElement.getBoundingClientRect().height > 0`, quoted(want)) {
				t.Errorf("%d wide: F6 doesn't come to %s, but to %s", size[0], want, js[string](p, `document.activeElement.outerHTML.slice(0, 80)`))
			}
		}
	}
	p.shows("table")
	js[bool](p, `document.querySelector("[role=tab][data-tab=table]").focus() || true`)
	for _, want := range []string{"people", "log", "table"} {
		p.press(kb.ArrowRight)
		if got := js[string](p, `document.body.dataset.tab + " " + document.activeElement.dataset.tab`); got != want+" "+want {
			t.Errorf("the arrow goes to %s, not to %s", got, want)
		}
	}
}

// mustRead is an example as it comes with the program.
func mustRead(t *testing.T, name string) []byte {
	t.Helper()
	text, err := examples.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// TestBrokenLaw: a case that fails by a law is opened as a fight, goes as far as where the law broke, and says so at its place.
func TestBrokenLaw(t *testing.T) {
	x, _ := diag.Explain(rules.BrokenLaw)
	dir := t.TempDir()
	for _, f := range x.Files {
		text := strings.Replace(f.Text, "ruleset: skirmish\ncases", "ruleset: ./skirmish.yaml\ncases", 1)
		if err := os.WriteFile(filepath.Join(dir, f.Name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	p := openedWith(t, root)
	p.open("cases.yaml")
	p.waitFor(`document.querySelector("#case").value === "a weak blow against armor"`)
	p.click("#watch")
	p.waitFor(`rulec.table.view.file === "cases.yaml"`)
	p.idle()
	const broken = `law "blows_never_heal" doesn't hold for bob: self.hp is 7 and had is 5`
	if said := js[string](p, `document.querySelector("#notices").textContent`); !strings.HasPrefix(said, "skirmish.yaml, line 21: "+broken) || !strings.Contains(said, "Nobody is better off for having been struck") || !strings.Contains(said, "after strike of ann") {
		t.Errorf("it says %q", said)
	}
	bob := func() string {
		t.Helper()
		return js[string](p, `[...document.querySelectorAll("#people .person")].find(x => x.textContent.includes("Bob")).querySelector(".pool-figures").textContent`)
	}
	js[bool](p, `document.querySelector("#log").focus() || true`)
	before := bob()
	for range 20 {
		if js[bool](p, `rulec.table.at().events === rulec.table.view.events`) {
			break
		}
		at := js[int](p, `rulec.table.at().events`)
		p.press(kb.ArrowRight)
		p.waitFor(`rulec.table.at().events > %d`, at)
	}
	p.waitFor(`document.querySelector("#question").textContent.includes(%s)`, quoted(broken))
	if after := bob(); !strings.HasPrefix(before, "5") || !strings.HasPrefix(after, "7") {
		t.Errorf("bob goes from %s to %s", before, after)
	}
	if last := js[string](p, `document.querySelector("#log .now").textContent`); !strings.Contains(last, "5 -> 7") {
		t.Errorf("the fight ends with %q", last)
	}
	p.picture("broken-law")
	js[bool](p, `document.querySelector("#notices").replaceChildren() || true`)
	p.byHand()
	p.waitFor(`rulec.table.view.mode === "hand" && rulec.table.view.question`)
	p.idle()
	for n := 0; n < 40 && js[bool](p, `!rulec.table.view.error`); n++ { // at some time a blow is weaker than the armor
		p.press("1")
		p.waitFor(`rulec.table.view.decisions > %d`, n)
		p.idle()
	}
	if said := js[string](p, `document.querySelector("#notices").textContent`); !strings.HasPrefix(said, `skirmish.yaml, line 21: law "blows_never_heal"`) {
		t.Errorf("by hand it says %q", said)
	}
	p.click("#notices button")
	p.waitFor(`document.querySelector("#file-name").textContent === "skirmish.yaml" && rulec.editor.view.state.sliceDoc(rulec.editor.view.state.selection.main.from, rulec.editor.view.state.selection.main.to) === "self.hp <= had"`)
	// With the law mended, it goes on to what the case expects.
	p.replace("self.hp <= had", "self.hp <= had + 2")
	p.open("cases.yaml")
	p.click("#watch")
	p.waitFor(`rulec.table.view.mode === "watch" && rulec.table.view.error && !rulec.table.view.error.message.includes("law")`)
}
