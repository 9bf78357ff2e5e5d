//go:build browser

package browser

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

// TestAxe holds that axe finds nothing serious in any view, by day and by night, on a telephone, a tablet and a screen.
func TestAxe(t *testing.T) {
	p := opened(t)
	for _, view := range []string{"start", "fight", "rules", "choices", "compare", "files"} {
		if view == "choices" {
			p.click(`[data-panel="choices"]`)
			p.waitFor(`document.querySelector(".params .param, #start-house")`)
		} else {
			js[bool](p, `(location.hash = "#/%s", true)`, view)
		}
		if view == "fight" {
			p.open("examples/52-energy-ambush-tactics.yaml")
			p.byHand()
			p.waitFor(`rulec.table.view.mode === "hand" && rulec.table.view.question`)
			p.idle()
		}
		if view == "files" {
			js[bool](p, `rulec.project.set("mine/rules.yaml", "a: 1").then(() => rulec.project.set("mine/rules.yaml", "a: 2", "again")).then(() => true)`)
			p.chooses("mine/rules.yaml")
			p.click(".versions .row")
			p.waitFor(`document.querySelector(".versions .compared")`)
		}
		for _, width := range []int64{390, 1024, 1440} {
			for _, theme := range []string{"light", "dark"} {
				p.do(chromedp.EmulateViewport(width, 900))
				js[bool](p, `(document.documentElement.dataset.theme = "%s", true)`, theme)
				p.passesAxe("document", fmt.Sprintf("%s, %d wide, %s", view, width, theme))
			}
		}
	}
}

// passesAxe holds that axe finds nothing serious in a part of the page.
func (p *page) passesAxe(part, where string) {
	p.t.Helper()
	axe, err := os.ReadFile(filepath.Join("..", "app", "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		p.t.Fatal(err)
	}
	js[bool](p, "(() => { %s\nreturn true; })()", string(axe))
	found := js[[]string](p, `axe.run(%s, { resultTypes: ["violations"] }).then(r => r.violations.filter(v => ["serious", "critical"].includes(v.impact))
		.flatMap(v => v.nodes.slice(0, 3).map(n => v.id + ": " + n.target.join(" ") + ": " + n.failureSummary.replaceAll("\n", " ").slice(0, 300))))`, part)
	for _, x := range found {
		p.t.Errorf("%s: %s", where, x)
	}
}
