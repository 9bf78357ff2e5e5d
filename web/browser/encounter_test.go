//go:build browser

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// encounters shows the panel beside a file.
func (p *page) encounters(name string) {
	p.t.Helper()
	p.open(name)
	p.click(`#panels [data-panel="encounter"]`)
	p.waitFor(`document.querySelector("#panel .ground, #panel .cast, #panel .main")`)
}

// text is that of the open file.
func (p *page) text() string {
	p.t.Helper()
	return js[string](p, `rulec.editor.text()`)
}

// fileHolds waits until the open file says something, and has been checked since.
func (p *page) fileHolds(what string) {
	p.t.Helper()
	p.waitFor(`rulec.editor.text().includes(%s)`, quoted(what))
	p.waitFor(`document.querySelector("#problem-count").textContent === "Nothing is wrong."`)
}

// fill gives a field of the panel another value, by its label.
func (p *page) fill(label, value string) {
	p.t.Helper()
	js[bool](p, `(() => {
		const of = [...document.querySelectorAll("#panel label")].find(l => [...l.childNodes].some(n => n.nodeType === 3 && n.textContent.trim() === %s)).querySelector("input, select");
		if (of.type === "radio") of.click(); else { of.value = %s; of.dispatchEvent(new Event("change", { bubbles: true })); }
		return true; })()`, quoted(label), quoted(value))
}

// drag drags the mouse over cells of the panel's ground: of a map of squares, by column and row.
func (p *page) drag(cells ...[2]float64) {
	p.t.Helper()
	var at [][]float64
	for _, c := range cells {
		at = append(at, js[[]float64](p, `(() => { const s = document.querySelector("svg.plan"); s.scrollIntoView({ block: "center" });
			const at = new DOMPoint(%v + 0.5, %v + 0.5).matrixTransform(s.getScreenCTM()); return [at.x, at.y]; })()`, c[0], c[1]))
	}
	steps := []chromedp.Action[chromedp.Void]{chromedp.MouseEvent("mousePressed", at[0][0], at[0][1], chromedp.ButtonLeft)}
	for _, to := range at[1:] {
		steps = append(steps, chromedp.MouseEvent("mouseMoved", to[0], to[1], chromedp.ButtonLeft))
	}
	last := at[len(at)-1]
	p.do(append(steps, chromedp.MouseEvent("mouseReleased", last[0], last[1], chromedp.ButtonLeft))...)
}

// TestEncounterPanel: from rules to a new fight; the ground is painted, somebody moved, somebody added and named; what the file says
// otherwise stays; a change is undone in the editor; and the fight is played.
func TestEncounterPanel(t *testing.T) {
	p := opened(t)
	p.encounters("rulesets/energy.yaml")
	p.click(`#panel .main`)
	p.makesFight("Two at the bog", "The Band", "The Band")
	p.waitFor(`document.querySelector("dialog .wrong").textContent === "both sides are called band: give one of them another name"`)
	p.makesFight("Two at the bog", "The Band", "Night Watch")
	p.fileHolds("title: Two at the bog\nruleset: energy")
	p.waitFor(`rulec.editor.name === "energy-fight.yaml" && document.querySelector("svg.plan")`)
	js[bool](p, `(rulec.editor.view.dispatch({ changes: { from: 0, insert: "# mine\n" } }), true)`)
	p.fileHolds("# mine")
	before := p.text()

	p.fill("bog", "")
	p.drag([2]float64{4, 1}, [2]float64{4, 2}, [2]float64{5, 2})
	p.fileHolds("legend: {b: bog}")
	after := p.text()
	if want := strings.Replace(before, "    ..........\n    ..........\n    ..........\n", "    ..........\n    ....b.....\n    ....bb....\n", 1) + "  legend: {b: bog}\n"; after != want {
		t.Errorf("painted it is\n%s", after)
	}
	p.fill("move people", "")
	p.drag([2]float64{2, 3}, [2]float64{3, 5})
	p.fileHolds("side: band, place: [3, 5]")

	p.fill("Add a", "goblin")
	p.click(`#panel form [type=submit]`)
	p.fileHolds("goblin: {is: goblin, side: band, place: ")
	p.waitFor(`document.querySelector("#panel .form input").value === "goblin"`)
	p.fill("Name in the file", "Snag")
	p.waitFor(`document.querySelector("#notices").textContent.includes("isn't a name")`)
	p.fill("Name in the file", "snag")
	p.fileHolds("  snag: {is: goblin, side: band")
	p.fill("Side", "night_watch")
	p.fileHolds("  snag: {is: goblin, side: night_watch")
	p.fill("Column", "8")
	p.fileHolds("place: [8, ")
	p.fill("Width", "12")
	p.fileHolds("    ............\n    ....b.......\n")
	p.click(`#panel .who`)
	p.waitFor(`document.querySelector("#panel .form input").value === "human"`)
	p.click(`#panel .form .tools button`)
	p.fileHolds("  human_2: {is: human, side: band, place: [")
	p.waitFor(`document.querySelector("#panel .form input").value === "human_2"`)
	js[bool](p, `([...document.querySelectorAll("#panel .form .tools button")].find(b => b.textContent === "Remove").click(), true)`)
	p.waitFor(`!rulec.editor.text().includes("human_2") && document.activeElement.matches("#panel .who")`)
	p.fill("Width", "4")
	p.waitFor(`document.querySelector("#notices").textContent.includes("move them first")`)
	p.waitFor(`[...document.querySelectorAll("#panel .ground input[type=number]")][0].value === "12"`)

	js[bool](p, `(rulec.editor.focus(), true)`)
	p.do(chromedp.KeyEvent("z", chromedp.KeyModifiers(2)))
	p.fileHolds("human_2")
	js[bool](p, `([...document.querySelectorAll("#panel .pane-head button")].find(b => b.textContent === "Undo").click(), true)`)
	p.waitFor(`!rulec.editor.text().includes("human_2") && document.querySelectorAll("#panel .who").length === 3`)
	p.click(`#panel .pane-head .main`)
	p.waitFor(`rulec.table.view && rulec.table.view.file === "energy-fight.yaml" && rulec.table.view.scene.people.length === 3`)
}

// makesFight fills in the dialog for a new fight.
func (p *page) makesFight(title, side, other string) {
	p.t.Helper()
	p.waitFor(`document.querySelector("dialog .new-fight")`)
	js[bool](p, `(() => {
		const form = document.querySelector("dialog .new-fight");
		const { title, side, other } = form.elements;
		[title.value, side.value, other.value] = [%s, %s, %s];
		form.querySelector("[type=submit]").click();
		return true;
	})()`, quoted(title), quoted(side), quoted(other))
}

// TestNewFight: a fight is made at the start and among the files, by rules that are chosen there, and can be changed and played at once.
func TestNewFight(t *testing.T) {
	p := opened(t)
	for i, button := range []string{"#start .gallery .tools button", "#new-fight"} {
		js[bool](p, `(location.hash = "#/%s", true)`, []string{"start", "files"}[i])
		p.waitFor(`document.querySelector(%s)?.offsetParent && !document.querySelector(%[1]s).disabled`, quoted(button))
		p.click(button)
		p.waitFor(`document.querySelector("dialog .new-fight")`)
		p.picture("new-fight")
		js[bool](p, `(document.querySelector("dialog select").value = "rulesets/dierank.yaml", true)`)
		p.passesAxe(`"dialog"`, "the dialog for a new fight")
		p.makesFight("At the mill", "millers", "Raiders")
		p.waitFor(`rulec.editor.name === %s && location.hash === "#/rules" && document.querySelector("#panel svg.plan")`, quoted([]string{"dierank-fight.yaml", "dierank-fight-2.yaml"}[i]))
		p.fileHolds("title: At the mill\nruleset: dierank")
		p.fileHolds("side: raiders")
	}
	p.click(`#panel .pane-head .main`)
	p.waitFor(`rulec.table.view?.title === "At the mill"`)
}

// TestEncounterKeys: the ground is painted and people are moved by the keyboard alone.
func TestEncounterKeys(t *testing.T) {
	p := opened(t)
	p.encounters("examples/52-energy-ambush-tactics.yaml")
	js[bool](p, `(document.querySelector("#panel [role=application]").focus(), true)`)
	p.press(kb.ArrowRight, kb.ArrowRight)
	p.waitFor(`document.querySelector("#ground-said").textContent.includes("column 1, row 2")`)
	p.press(kb.ArrowLeft, " ", kb.ArrowUp, " ")
	p.fileHolds("sigrun: {is: swordsman, side: band, place: [0, 1]")
	p.fill("bog", "")
	js[bool](p, `(document.querySelector("#panel [role=application]").focus(), true)`)
	p.press(" ")
	p.waitFor(`rulec.editor.text().includes("b: bog")`)
}

// TestEncounterForms: what is written by hand is locked, and says so; rules without a map have people alone; a file that can't be read, says so.
func TestEncounterForms(t *testing.T) {
	p := opened(t)
	js[bool](p, `rulec.project.set("odd.yaml", "ruleset: examples/scuffle.yaml\nseed: 1\ncombatants:\n  ann: &a {side: red, brawn: 1, nerve: 2, place: [0, 0]}\n  ben: {side: blue, brawn: 1, nerve: 2, place: [1, 0]}\nmap: {rows: \"..\"}\n").then(() => true)`)
	p.encounters("odd.yaml")
	p.waitFor(`document.querySelector("#panel .ground").textContent.includes("written by hand")`)
	p.click(`#panel .who`)
	p.waitFor(`document.querySelector("#panel .cast li").textContent.includes("ann is written by hand: change it in the file")`)
	p.encounters("examples/systems/cold_measure/duel.yaml")
	p.waitFor(`document.querySelector("#panel").textContent.includes("These rules have no map.")`)
	js[bool](p, `(rulec.editor.view.dispatch({ changes: { from: 0, insert: "a: {\n" } }), true)`)
	p.waitFor(`document.querySelector("#panel").textContent.includes("can't be read just now")`)
}

// TestEncounterLooks: squares, hexes, zones and a plane, by day and by night: nothing is wider than the window, and axe finds nothing serious.
func TestEncounterLooks(t *testing.T) {
	axe, err := os.ReadFile(filepath.Join("..", "app", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	p := opened(t)
	js[bool](p, "(() => { %s\nreturn true; })()", string(axe))
	hexes := `examples/52-energy-ambush-tactics.yaml`
	js[bool](p, `rulec.ask("readFile", %s).then(f => rulec.project.set("hexes.yaml", f.text.replace("seed:", "set: {spaces_are: hexes}\nseed:"))).then(() => true)`, quoted(hexes))
	js[bool](p, `rulec.ask("readFile", "examples/01-first-blood.yaml").then(f => rulec.project.set("fight.yaml", "ruleset: ./plane.yaml\nseed: 1\ncombatants:\n  ann: {side: red, brawn: 1, nerve: 1, place: [1, 1.5]}\n  ben: {side: blue, brawn: 1, nerve: 1, place: [7, 3.25]}\nmap:\n  cell: 2\n  rows: |\n    .....\n    .....\n    .....\n")).then(() => rulec.project.set("plane.yaml", "ruleset: plane\nextends: examples/scuffle.yaml\nspace: {unit: 0.25, unit_name: in}\noverride: {space: {grid: plane}}\n")).then(() => true)`)
	for _, name := range []string{"examples/55-energy-four-on-four.yaml", "hexes.yaml", "examples/11-dierank-bridge-tactics.yaml", "fight.yaml", "examples/scuffle.yaml", "examples/systems/hedge_knights/mill.yaml"} {
		p.do(chromedp.EmulateViewport(1440, 900))
		p.encounters(name)
		if name != "examples/scuffle.yaml" {
			p.waitFor(`document.querySelector("svg.plan .token")`)
			p.click(`#panel .who`)
			p.waitFor(`document.querySelector("#panel .form")`)
		}
		for _, width := range []int64{390, 1024, 1440} {
			for _, theme := range []string{"light", "dark"} {
				p.do(chromedp.EmulateViewport(width, 900))
				js[bool](p, `(document.documentElement.dataset.theme = "%s", true)`, theme)
				if wide := js[int64](p, `document.querySelector("#panel").scrollWidth - document.querySelector("#panel").clientWidth`); wide > 0 {
					t.Errorf("%s: it is %d too wide in a window of %d", name, wide, width)
				}
				for _, x := range js[[]string](p, `axe.run("#panel", { resultTypes: ["violations"] }).then(r => r.violations.filter(v => ["serious", "critical"].includes(v.impact))
					.flatMap(v => v.nodes.slice(0, 3).map(n => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary.slice(0, 300))))`) {
					t.Errorf("%s, %d wide, %s: %s", name, width, theme, x)
				}
				if slices.Contains([]int64{390, 1440}, width) {
					p.picture(fmt.Sprintf("encounter-%s-%d-%s", strings.NewReplacer("/", "-", ".yaml", "").Replace(name), width, theme))
				}
			}
		}
	}
}
