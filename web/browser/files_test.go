//go:build browser

package browser

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"encoding/base64"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// drops drags files and folders of the disk over the page, and lets go of them there.
func (p *page) drops(paths ...string) {
	p.t.Helper()
	type data struct {
		Items []string `json:"items"`
		Files []string `json:"files"`
		Mask  int      `json:"dragOperationsMask"`
	}
	type event struct {
		Type string `json:"type"`
		X    int    `json:"x"`
		Y    int    `json:"y"`
		Data data   `json:"data"`
	}
	for _, kind := range []string{"dragEnter", "dragOver", "drop"} {
		p.do(func(ctx context.Context, t *chromedp.Target) (chromedp.Void, error) {
			return chromedp.Void{}, t.Call(ctx, "Input.dispatchDragEvent", event{kind, 300, 500, data{[]string{}, paths, 1}}, &struct{}{})
		})
		if kind == "dragOver" {
			p.waitFor(`document.body.hasAttribute("data-over")`)
			p.picture("files-drag")
		}
	}
}

// brings chooses files by the button for them.
func (p *page) brings(files map[string]string) {
	p.t.Helper()
	var list []string
	for _, name := range slices.Sorted(maps.Keys(files)) {
		list = append(list, fmt.Sprintf(`new File([Uint8Array.from(atob(%s), c => c.charCodeAt(0))], %s)`, quoted(base64.StdEncoding.EncodeToString([]byte(files[name]))), quoted(name)))
	}
	js[bool](p, `(() => {
		const list = new DataTransfer(), input = document.querySelector("#bring");
		document.querySelector("#notices").replaceChildren();
		for (const f of [%s]) list.items.add(f);
		input.files = list.files;
		return input.dispatchEvent(new Event("change"));
	})()`, strings.Join(list, ", "))
}

// says waits until the page says something, and returns it.
func (p *page) says(text string) string {
	p.t.Helper()
	p.waitFor(`document.querySelector("#notices").textContent.includes(%s)`, quoted(text))
	return js[string](p, `document.querySelector("#notices").textContent`)
}

// answers presses a button of a dialog.
func (p *page) answers(label string) {
	p.t.Helper()
	p.waitFor(`[...document.querySelectorAll("dialog button")].some(b => b.textContent === %s)`, quoted(label))
	js[bool](p, `[...document.querySelectorAll("dialog button")].find(b => b.textContent === %s).click() || true`, quoted(label))
	p.waitFor(`!document.querySelector("dialog")`)
}

// named types a name into the dialog that asks for one.
func (p *page) named(name string) {
	p.t.Helper()
	p.waitFor(`document.querySelector("dialog input")`)
	js[bool](p, `(document.querySelector("dialog input").select(), true)`)
	p.do(chromedp.KeyEvent(name))
	p.press(kb.Enter)
	p.waitFor(`!document.querySelector("dialog")`)
}

// chooses has the page tell of a file.
func (p *page) chooses(name string) {
	p.t.Helper()
	p.click(fmt.Sprintf(`#files .row[data-file=%q]`, name))
	p.waitFor(`document.querySelector("#about-file h2")?.textContent === %s`, quoted(name))
}

// presses a button of the files by its name.
func (p *page) presses(label string) {
	p.t.Helper()
	p.click(fmt.Sprintf(`#files button[aria-label=%q]`, label))
}

// drafts are the user's own files.
func (p *page) drafts() map[string]string {
	p.t.Helper()
	return js[map[string]string](p, `Object.fromEntries(rulec.project.files().map(f => [f.name, f.text]))`)
}

// holds fails if the user's own files are others.
func (p *page) holds(want map[string]string) {
	p.t.Helper()
	if got := p.drafts(); !reflect.DeepEqual(got, want) {
		p.t.Errorf("there is %v, and not %v", got, want)
	}
}

func zipped(t *testing.T, files map[string]string) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for name, text := range files {
		f, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(f, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const (
	ours  = "ruleset: ours\nextends: ./base.yaml\n"
	other = "ruleset: ours\nextends: ./other.yaml\n"
)

// TestImport: files, zips and folders are taken over with their paths, by button and by drop; what isn't taken is named, and where names are
// taken, the user chooses.
func TestImport(t *testing.T) {
	p := opened(t)
	p.shows("files")
	p.brings(map[string]string{"ours.yaml": ours, "windows.yaml": "\xff\xfet\x00:\x00 \x001\x00\r\x00\n\x00", "map.png": "\x89PNG", "broken.yaml": "a: \xc3(", "long.yaml": strings.Repeat("#", 1<<20+1)})
	said := p.says("Imported: ours.yaml, windows.yaml.")
	for _, want := range []string{"3 left out", "map.png: it is no rules", "broken.yaml: it isn't text", "long.yaml: it is longer than 1 MB"} {
		if !strings.Contains(said, want) {
			t.Errorf("it doesn't say %q, but %s", want, said)
		}
	}
	p.holds(map[string]string{"ours.yaml": ours, "windows.yaml": "t: 1\n"})
	p.picture("files-left")

	p.brings(map[string]string{"a.zip": zipped(t, map[string]string{
		"band/house.yaml": ours, "band/deep/fight.yaml": "encounter: x\n", "__MACOSX/band/._house.yaml": "\x00", "../out.yaml": "a: 1\n", "band/logo.svg": "<svg/>",
	}), "b.zip": "no zip"})
	said = p.says("Imported: ")
	for _, want := range []string{"band/house.yaml", "4 left out", "__MACOSX/band/._house.yaml: it is hidden", `../out.yaml: "../out.yaml" can't be a file name`, "band/logo.svg: it is no rules", "b.zip: it is no zip that can be read"} {
		if !strings.Contains(said, want) {
			t.Errorf("it doesn't say %q, but %s", want, said)
		}
	}
	all := map[string]string{"ours.yaml": ours, "windows.yaml": "t: 1\n", "band/house.yaml": ours, "band/deep/fight.yaml": "encounter: x\n"}
	p.holds(all)

	// A folder of the disk with another version of the house rules: kept, all of it has another name.
	folder := filepath.Join(t.TempDir(), "band")
	for name, text := range map[string]string{"house.yaml": other, "deep/fight.yaml": "encounter: x\n", ".git/config.yaml": "a: 1\n"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p.drops(folder)
	p.waitFor(`document.querySelector("dialog .names")?.textContent === "band/house.yaml"`)
	p.picture("files-taken")
	p.answers("Keep both")
	p.says("Imported: band_2/deep/fight.yaml, band_2/house.yaml.")
	all["band_2/house.yaml"], all["band_2/deep/fight.yaml"] = other, "encounter: x\n"
	p.holds(all)

	// Replaced, the old version is among the earlier ones.
	p.do(chromedp.SetUploadFiles(chromedp.CSS("#bring-folder"), []string{folder}))
	p.answers("Replace mine")
	p.says("Imported: band/house.yaml.")
	all["band/house.yaml"] = other
	p.holds(all)
	p.chooses("band/house.yaml")
	p.waitFor(`document.querySelector(".versions small")?.textContent.startsWith("before an import: ")`)
	p.click(".versions .row")
	p.waitFor(`/- extends: .\/base.*\n.*\+ extends: .\/other/.test(document.querySelector(".versions .compared")?.textContent)`)

	// Loose files get numbers; what is there already isn't asked about.
	p.brings(map[string]string{"ours.yaml": other, "windows.yaml": "t: 1\n"})
	p.answers("Keep both")
	p.says("Imported: ours-2.yaml.")
	all["ours-2.yaml"] = other
	p.holds(all)
	p.brings(map[string]string{"ours.yaml": ours})
	p.open("ours.yaml")
	p.says("You have all of these already.")

	many := map[string]string{}
	for i := range 200 {
		many[fmt.Sprintf("f%d.yaml", i)] = "a: 1\n"
	}
	p.brings(map[string]string{"many.zip": zipped(t, many)})
	p.says("That would be 207 files: 200 is the limit. Nothing was imported.")
	p.holds(all)

	// Dropped on the editor while somebody types, files come here, too, and what was typed is there.
	p.shows("rules")
	p.replace("extends", "xtends")
	p.drops(filepath.Join(folder, "deep", "fight.yaml"))
	p.says("Imported: fight.yaml.")
	all["fight.yaml"], all[js[string](p, `rulec.editor.name`)] = "encounter: x\n", js[string](p, `rulec.editor.text()`)
	p.holds(all)
	p.waitFor(`document.body.dataset.view === "files" && document.querySelector("#about-file h2")?.textContent === "fight.yaml"`)
}

// TestExport: all files, and those of a folder, are given as a zip, and one as it is.
func TestExport(t *testing.T) {
	p := opened(t)
	p.shows("files")
	if !js[bool](p, `document.querySelector("#export").disabled && document.querySelector("#files").textContent.includes("Nothing yet")`) {
		t.Error("at first there is something to export")
	}
	all := map[string]string{"band/house.yaml": ours, "band/Größe.yaml": "t: ü\n", "alone.yaml": other}
	p.brings(map[string]string{"a.zip": zipped(t, all)})
	p.says("Imported")
	js[bool](p, `(() => {
		const made = URL.createObjectURL;
		URL.createObjectURL = (b) => { window.given = new Response(b).arrayBuffer().then(a => btoa(String.fromCharCode(...new Uint8Array(a)))); return made(b); };
		document.addEventListener("click", (e) => { if (e.target.download) { window.called = e.target.download; e.preventDefault(); } }, true);
		HTMLAnchorElement.prototype.click = function () { window.called = this.download; };
		return true;
	})()`)
	given := func(name string) []byte {
		t.Helper()
		p.waitFor(`window.called?.startsWith(%s)`, quoted(name))
		data, err := base64.StdEncoding.DecodeString(js[string](p, `window.given`))
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	inZip := func(data []byte) map[string]string {
		t.Helper()
		r, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
		if err != nil {
			t.Fatal(err)
		}
		list := map[string]string{}
		for _, f := range r.File {
			text, err := r.Open(f.Name)
			if err != nil {
				t.Fatal(err)
			}
			b, err := io.ReadAll(text)
			if err != nil {
				t.Fatal(err)
			}
			list[f.Name] = string(b)
		}
		return list
	}
	p.click("#export")
	if got := inZip(given("rulec-")); !reflect.DeepEqual(got, all) {
		t.Errorf("exported: %v", got)
	}
	p.presses("Zip the folder band")
	if got := inZip(given("band.zip")); len(got) != 2 || got["band/Größe.yaml"] != "t: ü\n" {
		t.Errorf("the folder: %v", got)
	}
	p.chooses("alone.yaml")
	p.waitFor(`document.querySelector('button[aria-label="Download alone.yaml"]')`)
	p.presses("Download alone.yaml")
	if got := string(given("alone.yaml")); got != other {
		t.Errorf("the file: %s", got)
	}
}

// TestRename: a file or a folder gets another name, the editor and earlier versions go with it, and what still names the old one can be
// corrected; copies, and deleting and undoing it.
func TestRename(t *testing.T) {
	p := opened(t)
	p.click("#house-rules")
	p.click(`[data-system="energy"]`)
	p.says("Your rules are in my_energy")
	p.idle()
	p.replace("Energy, our way", "Energy, their way")
	p.shows("files")
	p.waitFor(`document.querySelector("#about-file h2")?.textContent === "my_energy/house.yaml" && document.querySelector("#about-file .quiet")?.textContent.startsWith("house rules for energy")`)
	if rows := js[[]string](p, `[...document.querySelectorAll("#files section[aria-label=Yours] .row b")].map(b => b.textContent)`); !slices.Equal(rows, []string{"cases.yaml", "fight.yaml", "house.yaml"}) {
		t.Errorf("yours are %v", rows)
	}
	p.presses("Rename the folder my_energy")
	p.named("night/energy")
	p.says("my_energy/ is now night/energy/.")
	p.waitFor(`rulec.editor.name === "night/energy/house.yaml" && document.querySelector("#about-file h2")?.textContent === "night/energy/house.yaml"`)
	p.waitFor(`document.querySelectorAll(".versions li").length === 1`)
	if begun := js[string](p, `rulec.table.begun.file`); begun != "night/energy/fight.yaml" {
		t.Errorf("the fight is that of %s", begun)
	}
	p.presses("Rename night/energy/house.yaml")
	p.named("night/energy/cases.yaml")
	p.says("There is a file night/energy/cases.yaml already")
	p.presses("Rename night/energy/house.yaml")
	p.named("night/energy/rules.yaml")
	p.says("these still have the old name in them: night/energy/cases.yaml, night/energy/fight.yaml.")
	p.picture("files-renamed")
	p.click("#notices button")
	p.says("The new name is in night/energy/cases.yaml, night/energy/fight.yaml.")
	for name, text := range p.drafts() {
		if strings.Contains(text, "house.yaml") {
			t.Errorf("%s names the old file", name)
		}
	}
	before := p.drafts()
	p.presses("Duplicate night/energy/rules.yaml")
	p.waitFor(`document.querySelector("#about-file h2")?.textContent === "night/energy/rules-copy.yaml"`)
	p.presses("Delete night/energy/rules-copy.yaml")
	p.says("night/energy/rules-copy.yaml is deleted.")
	p.holds(before)
	p.presses("Delete the folder night/energy")
	p.says("The folder night/energy is deleted.")
	p.waitFor(`rulec.editor.name.startsWith("examples/")`)
	p.holds(map[string]string{})
	p.click("#notices button") // undo
	p.waitFor(`rulec.project.files().length === 3 && document.querySelector("#notices").textContent === ""`)
	p.holds(before)

	// What is deleted can be had back later, too.
	p.presses("Delete the folder night/energy")
	p.says("The folder night/energy is deleted.")
	p.visit(p.address + "#/files")
	p.chooses("night/energy/rules.yaml")
	p.waitFor(`document.querySelector("#about-file .quiet")?.textContent === "deleted" && document.querySelector(".versions small")?.textContent.startsWith("before it was deleted: ")`)
	p.click(".versions .row")
	p.click(".versions .main")
	p.says("night/energy/rules.yaml is as it was")
	if got := p.drafts(); len(got) != 1 || got["night/energy/rules.yaml"] != before["night/energy/rules.yaml"] {
		t.Errorf("there is %v", got)
	}
}

// TestHistory: earlier versions are kept while somebody types, and before a fix; they are there after a reload, can have names, and come back.
func TestHistory(t *testing.T) {
	p := opened(t)
	p.open("examples/scuffle.yaml")
	p.replace("bruises_to_drop: 3", "bruises_to_drop: 4")
	p.waitFor(`rulec.project.isDraft("examples/scuffle.yaml")`)
	p.replace("bruises_to_drop:", "bruises_to_dorp:")
	p.waitFor(`document.querySelector("#problems li button.small")`)
	p.click("#problems li button.small") // the fix
	p.waitFor(`rulec.editor.text().includes("max: bruises_to_dorp")`)
	p.visit(p.address + "#/files")
	const versions = `[...document.querySelectorAll(".versions .row")].map(r => r.querySelector("em")?.textContent ?? r.querySelector("small").textContent.replace(/: .*/, ""))`
	p.waitFor(`document.querySelectorAll(".versions li").length === 2`)
	if got := js[[]string](p, versions); !slices.Equal(got, []string{"before a fix", "as built in"}) {
		t.Errorf("the versions are %v", got)
	}
	p.click(".versions li:last-child .row")
	p.waitFor(`/- .*to_drop: 3.*\n.*\+ .*to_dorp: 4/.test(document.querySelector(".versions .compared")?.textContent)`)
	for _, size := range [][2]int64{{390, 844}, {1024, 768}, {1440, 900}} {
		p.do(chromedp.EmulateViewport(size[0], size[1]))
		for _, look := range []string{"dark", "light"} {
			js[bool](p, `!!(document.documentElement.dataset.theme = %s)`, quoted(look))
			p.picture(fmt.Sprintf("files-history-%d-%s", size[0], look))
		}
		if wide := js[int64](p, `document.documentElement.scrollWidth`); wide > size[0] {
			t.Errorf("it is %d wide in a window of %d", wide, size[0])
		}
	}
	js[bool](p, `[...document.querySelectorAll("#about-file .pane-head button")].find(b => b.textContent === "Keep this one").click() || true`)
	p.named("four bruises")
	p.waitFor(`document.querySelectorAll(".versions li").length === 3`)
	p.click(".versions li:last-child .main") // take back
	p.says("examples/scuffle.yaml is as it was")
	p.waitFor(`rulec.editor.text().includes("to_drop: 3")`)
	p.click(".versions li:first-child .row")
	p.waitFor(`document.querySelector(".versions .main")`)
	if got := js[[]string](p, versions); !slices.Equal(got, []string{"four bruises", "before a fix", "as built in"}) {
		t.Errorf("the versions are %v", got)
	}
	p.click(".versions .main")
	p.waitFor(`rulec.editor.text().includes("to_dorp: 4")`)
	p.presses("Undo all changes of examples/scuffle.yaml")
	p.waitFor(`!rulec.project.isDraft("examples/scuffle.yaml") && rulec.editor.text().includes("to_drop: 3")`)
	p.says("All changes of examples/scuffle.yaml are undone.")
	p.click("#notices button")
	p.waitFor(`rulec.editor.text().includes("to_dorp: 4")`)

	// Of many versions the last fifty are there, and those with a name; without a history everything else works.
	js[bool](p, `(async () => { for (let i = 0; i < 60; i++) await rulec.project.set("examples/scuffle.yaml", "n: " + i, "again"); return true; })()`)
	p.waitFor(`document.querySelectorAll(".versions li").length === 53`)
	js[bool](p, `(localStorage.setItem("rulec.test", "x"), rulec.project.history.works = false, rulec.project.set("new.yaml", "a: 1").then(() => true))`)
	p.waitFor(`document.querySelector("#about-file")?.textContent.includes("This browser keeps none")`)
}

// TestTypedVersions: what is typed in one go is one version; after a pause of minutes there is another, without mistakes if there was one. Each says
// when it was, and how many lines were changed then.
func TestTypedVersions(t *testing.T) {
	p := opened(t)
	rules := string(mustRead(t, "scuffle.yaml"))
	types := func(more string) {
		t.Helper()
		js[bool](p, `(rulec.editor.view.dispatch({ changes: { from: 0, to: rulec.editor.view.state.doc.length, insert: %s } }), true)`, quoted(rules+more))
		p.waitFor(`rulec.project.textHere("a.yaml") === %s`, quoted(rules+more))
	}
	js[bool](p, `rulec.project.set("a.yaml", %s).then(() => true)`, quoted(rules))
	p.open("a.yaml")
	types("# one\n")
	types("# two\n")
	types("# two\n# three\n# four\n")
	p.waitFor(`rulec.project.history.sound.get("a.yaml")?.endsWith("# four\n")`)
	types("# two\n# three\nwrong: [\n")
	p.waitFor(`document.querySelector("#problems .error")`)
	js[bool](p, `(() => { const now = Date.now; Date.now = () => now() + 3 * 3600e3; return true; })()`)
	types("# two\n# three\n# five\n")
	p.shows("files")
	p.chooses("a.yaml")
	p.waitFor(`document.querySelectorAll(".versions li").length === 2`)
	if got := js[[]string](p, `[...document.querySelectorAll(".versions .row")].map(r => r.querySelector("b").textContent + " | " + r.querySelector("small").textContent)`); !slices.Equal(got, []string{"just now | before you typed: 1 line", "3 hours ago | before you typed: 3 lines"}) {
		t.Errorf("the versions are %q", got)
	}
}

// TestNoRoom: where the browser has no more room for files, the page says so, and offers to save them; what was kept stays.
func TestNoRoom(t *testing.T) {
	p := opened(t)
	p.shows("files")
	js[bool](p, `rulec.project.set("kept.yaml", "a: 1").then(() => {
		Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); };
		return rulec.project.set("kept.yaml", "a: 2");
	}).then(() => rulec.project.set("lost.yaml", "b: 1")).then(() => true)`)
	p.says("The browser has no more room for your files")
	p.waitFor(`document.querySelector("#files .full")`)
	p.picture("files-full")
	p.holds(map[string]string{"kept.yaml": "a: 2", "lost.yaml": "b: 1"})
	p.visit(p.address + "#/files")
	p.holds(map[string]string{"kept.yaml": "a: 1"})
}

// TestZipThatLies: a zip that says that its files are shorter than they are can't fill the memory, and names that lead out of it lead nowhere.
func TestZipThatLies(t *testing.T) {
	var packed, b bytes.Buffer
	deflated, err := flate.NewWriter(&packed, flate.BestCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := deflated.Write(bytes.Repeat([]byte("#"), 64<<20)); err != nil {
		t.Fatal(err)
	}
	if err := deflated.Close(); err != nil {
		t.Fatal(err)
	}
	w := zip.NewWriter(&b)
	for _, name := range []string{"long.yaml", "longer.yaml"} {
		f, err := w.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Deflate, UncompressedSize64: 10, CompressedSize64: uint64(packed.Len())})
		if err == nil {
			_, err = f.Write(packed.Bytes())
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	p := opened(t)
	p.shows("files")
	p.brings(map[string]string{"lies.zip": b.String()})
	p.says("it is no zip that can be read")
	p.brings(map[string]string{"out.zip": zipped(t, map[string]string{"../up.yaml": ours, "a/../../up.yaml": ours})})
	if said := p.says("../up.yaml"); !strings.HasPrefix(said, "Nothing was imported") {
		t.Errorf("it says %q", said)
	}
	for name, text := range p.drafts() {
		if len(text) > 10 || strings.Contains(name, "..") {
			t.Errorf("%q has %d bytes", name, len(text))
		}
	}
}
