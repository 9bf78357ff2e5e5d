//go:build browser

package browser

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// spoken is a node of the tree that the browser gives to who reads the page aloud.
type spoken struct {
	NodeID   string `json:"nodeId"`
	ParentID string `json:"parentId"`
	Ignored  bool   `json:"ignored"`
	Role     text   `json:"role"`
	Name     text   `json:"name"`

	Properties []struct {
		Name  string `json:"name"`
		Value text   `json:"value"`
	} `json:"properties"`
}

type text struct {
	Value any `json:"value"`
}

func (x text) String() string {
	if x.Value == nil {
		return ""
	}
	return strings.TrimSpace(fmt.Sprint(x.Value))
}

// tree is what is read aloud of the page, in its order.
func (p *page) tree() []spoken {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	var x struct {
		Nodes []spoken `json:"nodes"`
	}
	_, err := chromedp.Run(ctx, func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
		return chromedp.Void{}, t.Call(ctx, "Accessibility.getFullAXTree", struct{}{}, &x)
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return inOrder(x.Nodes)
}

// inOrder puts nodes into the order in which they are read, without those that aren't.
func inOrder(nodes []spoken) []spoken {
	below := map[string][]spoken{}
	for _, n := range nodes {
		below[n.ParentID] = append(below[n.ParentID], n)
	}
	var list []spoken
	var walk func(id string)
	walk = func(id string) {
		for _, n := range below[id] {
			if !n.Ignored {
				list = append(list, n)
			}
			walk(n.NodeID)
		}
	}
	walk("")
	return list
}

var (
	// controls are the roles of what can be worked.
	controls = []string{"button", "textbox", "checkbox", "combobox", "slider", "tab", "link", "DisclosureTriangle", "option", "gridcell", "grid", "listbox"}
	// places are the roles of the parts of a page that one goes to, and of what holds others together.
	places = []string{"region", "navigation", "tablist", "dialog", "alertdialog", "toolbar", "group", "log", "complementary"}
	// internal are names that only files know, and ways to write a sign.
	internal = regexp.MustCompile(`\w_\w|^[^\pL\pN]+$`)
)

// readAloud fails where something of the page is read badly: a control or a part without a name, or with one that only
// files know; a heading that skips a level; two parts of the page with one name.
func (p *page) readAloud(where string) {
	p.t.Helper()
	level, seen := 0, map[string]bool{}
	if strings.HasPrefix(where, "the dialog") {
		level = 1 // what stands behind it isn't read
	}
	for _, n := range p.tree() {
		role, name := n.Role.String(), n.Name.String()
		switch {
		case slices.Contains(controls, role):
			// Files and folders are called as they are called, and a mistake quotes what stands there.
			if name == "" || internal.MatchString(name) && !strings.ContainsAny(name, `/"`) && !strings.Contains(name, ".yaml") {
				p.t.Errorf("%s: a %s is called %q", where, role, name)
			}
		case slices.Contains(places, role):
			if role != "group" && name == "" {
				p.t.Errorf("%s: a %s has no name", where, role)
			}
			if role == "region" && seen[name] {
				p.t.Errorf("%s: two parts are called %q", where, name)
			}
			seen[name] = true
		case role == "heading":
			var now int
			for _, x := range n.Properties {
				if x.Name == "level" {
					fmt.Sscan(x.Value.String(), &now)
				}
			}
			if now > level+1 || now == 0 || name == "" {
				p.t.Errorf("%s: the heading %q has level %d below level %d", where, name, now, level)
			}
			level = now
		}
	}
	if where == "the page" {
		for _, role := range []string{"banner", "main", "contentinfo"} {
			if !slices.ContainsFunc(p.tree(), func(n spoken) bool { return n.Role.String() == role }) {
				p.t.Errorf("the page has no %s", role)
			}
		}
	}
}

// TestAloud walks through the parts of the page and its dialogs as who reads it aloud does.
func TestAloud(t *testing.T) {
	p := opened(t)
	p.readAloud("the page")
	for _, name := range []string{"examples/03-two-evenings.yaml", "examples/10-dierank-bridge.yaml", "examples/31-actionpoints-yard-tactics.yaml", "examples/52-energy-ambush-tactics.yaml"} {
		p.open(name)
		p.click("#watch")
		p.waitFor(`rulec.table.view.file === %s`, quoted(name))
		p.idle()
		p.readAloud(name)
		js[bool](p, `rulec.table.goTo(Math.floor(rulec.table.view.events / 2)).then(() => true)`)
		p.readAloud(name + " in the middle")
		if strings.Contains(name, "two-evenings") {
			continue
		}
		p.byHand()
		p.waitFor(`rulec.table.view.file === %s && rulec.table.view.question`, quoted(name))
		for range 3 {
			p.idle()
			p.readAloud(name + " by hand")
			p.press("1")
		}
		p.idle()
	}
	p.open("examples/scuffle.yaml")
	p.replace("bruises_to_drop:", "bruises_to_dorp:")
	p.waitFor(`document.querySelector("#problems li.error")`)
	js[bool](p, `(() => { for (const d of document.querySelectorAll("details")) d.open = true; return true; })()`)
	p.readAloud("a mistake, and all files")
	p.shows("files")
	p.readAloud("the files")
	p.click(`button[aria-label="Undo all changes of examples/scuffle.yaml"]`)
	p.waitFor(`!rulec.project.isDraft("examples/scuffle.yaml") && document.querySelectorAll("#problems li").length === 0`)
	p.compares("examples/02-house-rules.yaml")
	p.simulates("1000")
	p.readAloud("many fights")
	for _, open := range []string{"#house-rules", "#share", "#help", "#new-file"} {
		p.click(open)
		p.waitFor(`document.querySelector("dialog")`)
		p.readAloud("the dialog of " + open)
		js[bool](p, `document.querySelector("dialog").close() || true`)
		p.waitFor(`!document.querySelector("dialog")`)
	}
	p.do(chromedp.EmulateViewport(380, 700))
	for _, tab := range []string{"rules", "table", "people", "log", "many", "files"} {
		p.shows(tab)
		p.readAloud("in a small window, " + tab)
	}
}

// TestSpoken: each line is spoken once when the fight comes to it, and of what follows a decision each line once.
func TestSpoken(t *testing.T) {
	p := opened(t)
	p.open("examples/02-house-rules.yaml")
	p.click("#watch")
	p.waitFor(`rulec.table.view.file === "examples/02-house-rules.yaml"`)
	p.idle()
	// A line in words, with what it costs; of a table how everybody is.
	js[bool](p, `(globalThis.inWords = l => l.rows ? l.rows.map(r => r.name + ": " + [...(r.pools ?? []), ...(r.conditions ?? [])].join(", ")).join("; ") : l.costs ? l.text + " (" + l.costs + ")" : l.text) && true`)
	js[bool](p, `(() => { globalThis.heard = []; new MutationObserver(() => heard.push(document.querySelector("#spoken").textContent)).observe(document.querySelector("#spoken"), { childList: true, characterData: true, subtree: true }); document.querySelector("#log").focus(); return true; })()`)
	var lines []string
	for range 12 {
		at := js[int](p, `rulec.table.at().events`)
		p.press(kb.ArrowRight)
		p.waitFor(`rulec.table.at().events > %d`, at)
		p.idle()
		lines = append(lines, js[string](p, `(() => { const n = rulec.table.at().events; return rulec.table.view.lines.filter(l => l.events > %d && l.events <= n).map(inWords).join(". "); })()`, at))
	}
	if heard := js[[]string](p, `heard`); !slices.Equal(heard, lines) {
		t.Errorf("heard is\n%s\nand told\n%s", strings.Join(heard, "\n"), strings.Join(lines, "\n"))
	}

	p.byHand()
	p.waitFor(`rulec.table.view.mode === "hand" && rulec.table.view.question`)
	p.idle()
	for range 4 {
		before := js[int](p, `(heard.length = 0, rulec.table.view.lines.length)`)
		asked := js[int](p, `rulec.table.view.decisions`)
		p.press("t")
		p.waitFor(`rulec.table.view.decisions > %d`, asked)
		p.idle()
		told := js[string](p, `rulec.table.view.lines.slice(%d).map(inWords).join(". ")`, before)
		if heard := js[[]string](p, `heard`); told != "" && (len(heard) != 1 || heard[0] != told) {
			t.Errorf("after a decision %q is heard, and %q is told", heard, told)
		}
	}
}
