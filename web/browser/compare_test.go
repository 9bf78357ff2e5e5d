//go:build browser

package browser

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// simulates plays the fight of the compare view many times, and waits for the report.
func (p *page) simulates(fights string) {
	p.t.Helper()
	js[bool](p, `(() => { const s = document.querySelector("#fights"); s.value = %s; return s.dispatchEvent(new Event("change")); })()`, quoted(fights))
	p.click("#simulate")
	p.waitFor(`document.querySelector("#results").dataset.seconds`)
}

// against chooses the rules with which the fight of the compare view is compared, by their title.
func (p *page) against(title string) {
	p.t.Helper()
	p.waitFor(`[...document.querySelectorAll("#against option")].some(o => o.textContent === %s)`, quoted(title))
	js[bool](p, `(() => { const s = document.querySelector("#against"); s.value = [...s.options].find(o => o.textContent === %s).value; return s.dispatchEvent(new Event("change")); })()`, quoted(title))
}

// head is the head of the compare view.
func (p *page) head(want string) {
	p.t.Helper()
	p.waitFor(`document.querySelector("#compare-head").textContent === %s`, quoted(want))
}

// watches opens a fight and watches it, and goes to the compare view.
func (p *page) compares(fight string) {
	p.t.Helper()
	p.open(fight)
	p.click("#watch")
	p.waitFor(`rulec.table.view.file === %s`, quoted(fight))
	p.idle()
	p.shows("many")
}

// TestManyFights: what workers have played is counted as by the command, and two sets of rules are compared on
// the same dice.
func TestManyFights(t *testing.T) {
	p := opened(t)
	p.compares("examples/02-house-rules.yaml")
	p.against("nothing")
	p.simulates("10000")
	p.picture("many")
	type report struct {
		Points []struct {
			Outcomes []struct {
				Name   string
				Fights int
			}
		}
	}
	var counted report
	if err := json.Unmarshal([]byte(command(t, "sim", "examples/02-house-rules.yaml", "-n", "10000", "--format", "json")), &counted); err != nil {
		t.Fatal(err)
	}
	if got := js[report](p, `rulec.comparison.last`); !reflect.DeepEqual(got, counted) || len(got.Points) != 1 {
		t.Errorf("the page counts %v, the command %v", got, counted)
	}
	// A change that changes nothing: the rules are compared with what they came as, and nobody wins more often.
	p.shows("rules")
	p.open("examples/scuffle.yaml")
	p.replace("to_drop: 3", "to_drop:  3")
	p.shows("many")
	p.waitFor(`document.querySelector("#results .outdated")`)
	p.against("Grim scuffle as it came")
	p.simulates("1000")
	if said := js[string](p, `document.querySelector("#results .verdict").textContent`); !strings.HasPrefix(said, "No difference can be seen in how often the guests win: at most ") {
		t.Errorf("the same rules twice: %s", said)
	}
	// What is stopped is reported as far as it came.
	js[bool](p, `(() => { const s = document.querySelector("#fights"); s.value = "100000"; return s.dispatchEvent(new Event("change")); })()`)
	p.click("#simulate")
	p.waitFor(`/^[\d,]+ of 100,000 fights/.test(document.querySelector("#sim-progress").textContent) && parseInt(document.querySelector("#sim-progress").textContent.replace(",", "")) > 10000`)
	p.click("#simulate")
	p.waitFor(`/^(Stopped after [\d,]+ fights|100,000 fights in )/.test(document.querySelector("#sim-progress").textContent) && rulec.comparison.last.points[0].fights > 1000`)
}

// TestAlternatives: the compare view is about one fight and a pair of rules, which its head names. Another fight empties it. A fight is
// compared only with rules that begin with the same ruleset, and where it can't be played by those, the page says why.
func TestAlternatives(t *testing.T) {
	p := opened(t)
	p.compares("examples/54-energy-house-fight.yaml")
	p.head("Poison in the gorge, by Energy, the hard way")
	p.waitFor(`document.querySelector("#against-why").textContent.includes('Energy can\'t play this fight: examples/54-energy-house-fight.yaml, line 9: unknown name "fang"')`)
	if !js[bool](p, `document.querySelector("#against").value === "-1" && document.querySelector("#against option:disabled").textContent === "Energy: doesn't fit"`) {
		t.Error("the rules that don't fit can still be chosen")
	}
	p.compares("examples/02-house-rules.yaml") // begins with what house rules are for
	p.head("The same tavern, the next evening, by Grim scuffle, against Scuffle")
	p.simulates("1000")
	if said := js[string](p, `document.querySelector("#results").textContent`); !regexp.MustCompile(`No difference can be seen in how often the guests win: at most \d in a hundred\.[\s\S]*rules scuffle \w+ and grim_scuffle \w+`).MatchString(said) {
		t.Errorf("compared with what they lie over: %s", said)
	}
	for _, theme := range []string{"light", "dark"} {
		for _, size := range [][2]int64{{1440, 900}, {1024, 768}, {390, 844}} {
			p.do(chromedp.EmulateViewport(size[0], size[1]))
			js[bool](p, `!!(document.documentElement.dataset.theme = %s)`, quoted(theme))
			js[bool](p, `void document.querySelector("#compare").scrollTo(0, 0) || true`)
			if wide := js[int64](p, `Math.max(document.documentElement.scrollWidth, document.querySelector("#compare").scrollWidth)`); wide > size[0] {
				t.Errorf("it is %d wide in a window of %d", wide, size[0])
			}
			p.inSight("the report", "#simulate, #results .verdict")
			p.picture(fmt.Sprintf("compared-%d-%s", size[0], theme))
			for i := range 2 {
				js[bool](p, `void document.querySelector("#compare").scrollBy(0, innerHeight * 0.8) || true`)
				p.picture(fmt.Sprintf("compared-%d-%s-%d", size[0], theme, i+1))
			}
		}
	}
	p.do(chromedp.EmulateViewport(1440, 900))
	// The same dice, another winner: the fight is watched by both rules.
	for i, rules := range []string{"undefined", `"examples/scuffle.yaml"`} {
		p.shows("many")
		js[bool](p, `[...document.querySelectorAll("#results button")].find(b => b.textContent === %s).click() || true`, quoted([]string{"Watch a fight that turned", "the same dice by Scuffle"}[i]))
		p.waitFor(`location.hash === "#/fight" && rulec.table.begun.trial === String(rulec.comparison.last.points[1].difference.turned) && rulec.table.begun.rules === %s`, rules)
		js[bool](p, `rulec.table.goTo(rulec.table.view.events).then(() => true)`)
		p.idle()
	}
	if winners := js[string](p, `document.querySelector("#log").textContent`); !strings.Contains(winners, "wins in round") && !strings.Contains(winners, "win in round") {
		t.Errorf("the fight that turned ends with %s", winners[max(0, len(winners)-200):])
	}
	// Another fight is chosen here: nothing is left of the one before but its rules, as what is new, and the table keeps it.
	p.shows("many")
	js[bool](p, `(() => { const s = document.querySelector("#fight-of"); s.value = "examples/01-first-blood.yaml"; return s.dispatchEvent(new Event("change")); })()`)
	p.head("First blood behind the tavern, by Grim scuffle, against Scuffle")
	if left := js[string](p, `document.querySelector("#results").textContent.trim() + document.querySelector("#sim-progress").textContent + rulec.table.view.file`); left != "examples/02-house-rules.yaml" {
		t.Errorf("of the fight before it is left: %s", left)
	}
	// A sequence lists its fights: those in files, and those of its own.
	p.compares("examples/46-timecount-after-the-fight.yaml")
	p.waitFor(`document.querySelector("#simulate").disabled && document.querySelectorAll("#comparing .step").length === 2`)
	p.picture("sequence")
	js[bool](p, `document.querySelector("#comparing .step").click() || true`)
	p.head("At the ford, by Time Count")
	p.compares("examples/56-energy-evening.yaml")
	p.waitFor(`document.querySelectorAll("#comparing .step").length === 2`)
	js[bool](p, `document.querySelectorAll("#comparing .step")[1].click() || true`)
	p.head("The second watch, by Energy")
	p.simulates("1000")
	p.compares("examples/10-dierank-bridge.yaml")
	p.waitFor(`!document.querySelector("#simulate").disabled && document.querySelector("#against").disabled && document.querySelector("#against-why").textContent.includes("no house rules")`)
}

// TestChat: a comparison can be put into a chat, as text and as a picture, and a fight that is decided can be made even.
func TestChat(t *testing.T) {
	p := opened(t)
	js[bool](p, `rulec.project.text("examples/grim-scuffle.yaml").then(text => rulec.project.set("examples/grim-scuffle.yaml", text.replace("bruises_to_drop: 2", "bruises_to_drop: 4"))).then(() => true)`)
	p.compares("examples/02-house-rules.yaml")
	p.waitFor(`document.querySelector("#against").selectedOptions[0].textContent === "Grim scuffle as it came"`)
	p.simulates("1000")
	js[bool](p, `(() => { // tests have no clipboard
		Object.defineProperty(navigator, "clipboard", { configurable: true, value: { writeText: async (text) => { globalThis.copied = text; }, write: async () => { throw new Error("not here"); } } });
		return true;
	})()`)
	p.click("#copy-text")
	p.waitFor(`document.querySelector("#copied").textContent === "The text is on the clipboard."`)
	text := js[string](p, `copied`)
	shares := ` +\d+% \(\d+ to \d+\)`
	if !regexp.MustCompile("^The same tavern, the next evening, by Grim scuffle as it is now, against Grim scuffle as it came\nWith Grim scuffle as it is now, the guests win \\d+ fights in a hundred fewer \\(\\d+ to \\d+\\) than with Grim scuffle as it came\\.\nWhat differs: bruises to drop 2 -> 4\\.\n```\n +Grim scuffle as it came +Grim scuffle as it is now\nthe guests win" + shares + shares + ".*\nthe house win " + shares + `[\s\S]*\nZora stands .*[\s\S]*, per fight .*\n` + "```\nIn brackets: in 95 of 100 such trials the true figure lies between these two\\.\n1,000 fights each way with the same dice, seed 3, rules grim_scuffle \\w{12} and grim_scuffle \\w{12}, rulec .*$").MatchString(text) {
		t.Errorf("in a chat it reads:\n%s", text)
	}
	p.click("#copy-picture")
	p.waitFor(`document.querySelector("#copied").textContent === "The clipboard takes no pictures here."`)
	picture := js[[]int](p, `(async () => {
		const save = [...document.querySelectorAll("#comparing button")].find(b => b.textContent === "Save the picture"), make = URL.createObjectURL;
		const blob = await new Promise(resolve => { URL.createObjectURL = b => { resolve(b); return make(b); }; save.click(); });
		URL.createObjectURL = make;
		const image = await createImageBitmap(blob), data = await new Promise(resolve => { const r = new FileReader(); r.onload = () => resolve(r.result); r.readAsDataURL(blob); });
		globalThis.poster = data;
		return [image.width, image.height];
	})()`)
	if !js[bool](p, `(() => { const [a, b] = ["#copy-picture", "#copied"].map(x => document.querySelector(x).getBoundingClientRect()); return Math.abs(a.top - b.top) < 60; })()`) {
		t.Error("what became of copying isn't said at the button")
	}
	if picture[0] != 1200 || picture[1] < 400 {
		t.Errorf("the picture is %v", picture)
	}
	if *pictures != "" {
		data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(js[string](p, `poster`), "data:image/png;base64,"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(*pictures, "poster.png"), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p.compares("examples/01-first-blood.yaml")
	p.simulates("1000")
	p.waitFor(`document.querySelector("#results .decided")`)
	p.picture("decided")
	js[bool](p, `document.querySelector("#results .decided button").click() || true`)
	p.waitFor(`rulec.search.last && !rulec.search.last.more`)
	p.picture("evened")
}

// TestGallery: a field finds a fight, and each says what it is.
func TestGallery(t *testing.T) {
	p := opened(t)
	js[bool](p, `(location.hash = "#/start", true)`)
	p.waitFor(`document.querySelectorAll("#start .fights button").length > 30`)
	if first := js[string](p, `document.querySelector("#start .fights button").textContent.replace(/\s+/g, " ").trim()`); first != "First blood behind the tavern begin here The smallest encounter: two against one, told line by line. 2 v 1 \u00b7 told by a script" {
		t.Errorf("the first is %q", first)
	}
	for _, theme := range []string{"light", "dark"} {
		for _, width := range []int64{1440, 1024, 390} {
			p.do(chromedp.EmulateViewport(width, 900))
			js[bool](p, `!!(document.documentElement.dataset.theme = %s)`, quoted(theme))
			js[bool](p, `void document.querySelector("#find-fight").closest("section").scrollIntoView() || true`)
			p.picture(fmt.Sprintf("gallery-%d-%s", width, theme))
			if wide := js[int64](p, `document.querySelector("#start").scrollWidth`); wide > width {
				t.Errorf("it is %d wide in a window of %d", wide, width)
			}
		}
	}
	// Fights of one's own come first.
	js[bool](p, `rulec.ask("starter", { system: "energy", folder: "mine" }).then(async l => { for (const f of l) await rulec.project.set(f.name, f.text); }).then(() => { location.hash = "#/rules"; return true; })`)
	p.waitFor(`document.body.dataset.view === "rules"`)
	js[bool](p, `(location.hash = "#/start", true)`)
	p.waitFor(`document.querySelector("#start .fights button").dataset.example === "mine/fight.yaml" && document.querySelector("#start .gallery h4").textContent === "Yours"`)
	js[bool](p, `(() => { const f = document.querySelector("#find-fight"); f.value = "evening hills"; return f.dispatchEvent(new Event("input")); })()`)
	p.waitFor(`document.querySelectorAll("#start .fights button").length === 1`)
	p.click("#start .fights button")
	p.waitFor(`location.hash === "#/fight" && rulec.table.view.file === "examples/56-energy-evening.yaml"`)
}
