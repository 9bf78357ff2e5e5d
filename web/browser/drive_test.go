//go:build browser

package browser

import (
	"bufio"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var (
	static   = flag.String("static", "", "test the page of this `FOLDER`, as go run ./web/build -static makes it, with its engine in the browser; else the command's")
	rulec    = flag.String("rulec", "rulec", "the `COMMAND` with which the page is compared")
	pictures = flag.String("pictures", "", "put pictures of the page into this `FOLDER`")
)

// patience is how long a test waits for something to come about. Machines are slow at times; nothing is
// judged by it.
const patience = 60 * time.Second

// page is a page in a browser.
type page struct {
	t       testing.TB
	ctx     context.Context
	address string
}

// opened serves the page and opens it in a browser with a profile of its own.
func opened(t testing.TB) *page {
	t.Helper()
	return openedWith(t, nil)
}

// openedWith does that with the rules of a folder, if there is one.
func openedWith(t testing.TB, folder *os.Root) *page {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	address := served(ctx, t, folder)
	t.Cleanup(cancel)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.NoSandbox, chromedp.WindowSize(1440, 900), chromedp.Flag("force-prefers-reduced-motion", true))
	browser, end := chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(end)
	tab, closeTab := chromedp.NewContext(browser)
	t.Cleanup(closeTab)
	p := &page{t: t, ctx: tab, address: address}
	if err := chromedp.Do(tab, chromedp.Navigate("about:blank")); err != nil { // the first one has no time limit
		t.Fatal(err)
	}
	p.visit(p.address + "#/rules")
	return p
}

// shows goes to a part of the page, by the link to its view and its tab.
func (p *page) shows(name string) {
	p.t.Helper()
	view := map[string]string{"rules": "rules", "many": "compare", "compare": "compare", "files": "files"}[name]
	if view == "" {
		view = "fight"
		p.click(fmt.Sprintf("[data-tab=%q][role=tab]", name))
	}
	js[bool](p, `(location.hash = "#/%s", true)`, view)
	p.waitFor(`document.body.dataset.view === %s`, quoted(view))
}

// served serves the page, by the command or as any server would, and returns its address.
func served(ctx context.Context, t testing.TB, folder *os.Root) string {
	t.Helper()
	if *static != "" && folder == nil { // only the command has folders
		server := httptest.NewServer(http.StripPrefix("/some/where", http.FileServerFS(os.DirFS(*static))))
		t.Cleanup(server.Close)
		return server.URL + "/some/where/"
	}
	args := []string{"serve", "--port", "0", "--no-open"}
	if folder != nil {
		args = append(args, folder.Name(), "--write")
	}
	command := exec.CommandContext(ctx, *rulec, args...)
	said, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = command.Wait() })
	line, err := bufio.NewReader(said).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address, _, _ := strings.Cut(line, "/,")
	address, _, _ = strings.Cut(address, "/;")
	return address + "/"
}

// visit opens an address, and waits until the page is ready.
func (p *page) visit(address string) {
	p.t.Helper()
	p.do(chromedp.Navigate("about:blank"), chromedp.Navigate(address))
	p.waitFor(`document.body.dataset.ready`)
	if ready := js[string](p, `document.body.dataset.ready`); ready == "failed" {
		p.t.Fatalf("the page isn't ready: %s", js[string](p, `document.querySelector("#notices").textContent`))
	}
}

func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatal(err)
	}
}

// js is what an expression comes to in the page.
func js[T any](p *page, expression string, args ...any) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](fmt.Sprintf(expression, args...), chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("%s: %v", fmt.Sprintf(expression, args...), err)
	}
	return v
}

// waitFor waits until an expression is true.
func (p *page) waitFor(expression string, args ...any) {
	p.t.Helper()
	end := time.Now().Add(patience)
	for !js[bool](p, "!!(%s)", fmt.Sprintf(expression, args...)) {
		if time.Now().After(end) {
			p.picture("stuck-" + filepath.Base(p.t.Name()))
			p.t.Fatalf("it never comes to %s; the page says: %s", fmt.Sprintf(expression, args...),
				js[string](p, `document.querySelector("#notices").textContent + " | " + document.querySelector("#question").textContent`))
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// click presses what a selector finds, as a mouse does.
func (p *page) click(selector string) {
	p.t.Helper()
	p.waitFor(`document.querySelector(%s)`, quoted(selector))
	js[bool](p, `document.querySelector(%s).click() || true`, quoted(selector))
	p.leave()
}

// byHand begins the open fight by hand, with the dice of a seed: else they are others each time.
func (p *page) byHand() {
	p.t.Helper()
	p.waitFor(`document.querySelector("#by-hand")`)
	js[bool](p, `(() => { const seed = document.querySelector("#seed"); seed.value = "1"; document.querySelector("#by-hand").click(); seed.value = ""; return true; })()`)
	p.leave()
}

// leave leaves a fight that isn't over, if the page asks.
func (p *page) leave() {
	p.t.Helper()
	js[bool](p, `document.querySelector("dialog[aria-label^='Your fight'] .tools button")?.click() || true`)
}

// press types keys, one after the other.
func (p *page) press(keys ...string) {
	p.t.Helper()
	for _, k := range keys {
		p.do(chromedp.KeyEvent(k))
	}
}

// reach goes to what a selector finds, by Tab.
func (p *page) reach(what string) {
	p.t.Helper()
	for range 200 {
		if js[bool](p, `!!document.activeElement && document.activeElement.matches(%s)`, quoted(what)) {
			return
		}
		if js[bool](p, `document.activeElement.id === "editor" || document.activeElement.closest("#editor") !== null`) {
			p.press(kb.Escape)
		}
		p.press(kb.Tab)
	}
	p.t.Fatalf("%s isn't reached by Tab", what)
}

// idle waits until nothing is worked on.
func (p *page) idle() {
	p.t.Helper()
	p.waitFor(`!document.querySelector("#stage").hasAttribute("aria-busy")`)
}

// picture keeps how the page looks, if somebody wants to see it.
func (p *page) picture(name string) {
	p.t.Helper()
	if *pictures == "" {
		return
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	data, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*pictures, name+".png"), data, 0o666); err != nil {
		p.t.Fatal(err)
	}
}

// quoted writes a text as an expression.
func quoted(text string) string {
	b, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(b)
}
