//go:build browser

package browser

import (
	"bytes"
	"flag"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
)

var update = flag.Bool("update", false, "keep how the page looks now, instead of comparing it")

// shrunk is by how much pictures are made smaller: what is compared is where things stand and which colours they have, and not the shapes of letters,
// which are the machine's.
const shrunk = 4

// look is a view that is compared with a kept picture.
type look struct {
	name          string
	width, height int64
	theme         string
	shown         func(p *page)
}

var looks = []look{
	{"start", 1440, 900, "light", (*page).atStart},
	{"start-phone", 390, 844, "dark", (*page).atStart},
	{"watched", 1440, 900, "light", func(p *page) { p.watched("examples/52-energy-ambush-tactics.yaml", "fight") }},
	{"watched-dark", 1024, 768, "dark", func(p *page) { p.watched("examples/31-actionpoints-yard-tactics.yaml", "fight") }},
	{"by-hand", 1440, 900, "dark", func(p *page) { p.asked("examples/52-energy-ambush-tactics.yaml") }},
	{"by-hand-phone", 390, 844, "light", func(p *page) { p.asked("examples/52-energy-ambush-tactics.yaml") }},
	{"rules", 1440, 900, "light", func(p *page) { p.watched("examples/grim-scuffle.yaml", "rules") }},
	{"choices-phone", 390, 844, "dark", func(p *page) { p.beside("rulesets/energy.yaml", "choices", ".params .param") }},
	{"book", 1440, 900, "dark", func(p *page) { p.beside("examples/energy-house-rules.yaml", "book", ".book article") }},
	{"encounter", 1440, 900, "light", func(p *page) { p.beside("examples/55-energy-four-on-four.yaml", "encounter", "svg.plan") }},
	{"compare", 1440, 900, "light", (*page).compared},
	{"compare-phone", 390, 844, "dark", (*page).compared},
	{"files", 1440, 900, "light", func(p *page) { p.watched("examples/grim-scuffle.yaml", "files") }},
}

// TestPictures holds how views look: at most two of a hundred pixels differ from the kept picture.
func TestPictures(t *testing.T) {
	for _, x := range looks {
		t.Run(x.name, func(t *testing.T) {
			p := opened(t)
			p.do(chromedp.EmulateViewport(x.width, x.height))
			js[bool](p, `!!(document.documentElement.dataset.theme = %s)`, quoted(x.theme))
			x.shown(p)
			js[bool](p, `(document.activeElement?.blur(), document.body.dispatchEvent(new PointerEvent("pointerleave")), true)`)
			p.idle()
			p.picture("view-" + x.name)
			data, err := chromedp.Run(p.ctx, chromedp.CaptureScreenshot())
			if err != nil {
				t.Fatal(err)
			}
			seen, err := png.Decode(bytes.NewReader(data))
			if err != nil {
				t.Fatal(err)
			}
			kept := filepath.Join("testdata", x.name+".png")
			if *update {
				keep(t, kept, smaller(seen))
				return
			}
			if off := differing(smaller(seen), read(t, kept)); off > 0.02 {
				t.Errorf("%.1f%% of the pixels differ from %s: look at it with -pictures FOLDER, and if it is as it should be, keep it with -update", off*100, kept)
			}
		})
	}
}

func (p *page) atStart() {
	js[bool](p, `(location.hash = "#/start", true)`)
	p.waitFor(`document.querySelector("#bars").dataset.value && document.querySelector("#start .picture svg")`)
}

// watched opens a file in a view; its fight, if it has one, in the middle.
func (p *page) watched(file, view string) {
	p.open(file)
	if view == "fight" {
		p.click("#watch")
		p.waitFor(`rulec.table.view.file === %s`, quoted(file))
		p.idle()
		js[bool](p, `rulec.table.goTo(Math.floor(rulec.table.view.events * 0.6)).then(() => true)`)
	}
	js[bool](p, `(location.hash = %s, true)`, quoted("#/"+view))
	p.waitFor(`document.body.dataset.view === %s`, quoted(view))
}

// asked begins a fight by hand, with a seed.
func (p *page) asked(file string) {
	p.open(file)
	p.byHand()
	p.waitFor(`rulec.table.view.mode === "hand" && rulec.table.view.question`)
	js[bool](p, `(location.hash = "#/fight", true)`)
}

// beside opens a panel beside a file.
func (p *page) beside(file, panel, shows string) {
	p.watched(file, "rules")
	p.click(fmt.Sprintf("[data-panel=%q][role=tab]", panel))
	p.waitFor(`document.querySelector(%s)`, quoted(shows))
}

// compared compares house rules with those that they change.
func (p *page) compared() {
	p.watched("examples/02-house-rules.yaml", "fight")
	p.shows("many")
	p.against("Scuffle")
	p.simulates("1000")
	js[bool](p, `(document.querySelector("#sim-progress").textContent = "", true)`) // it tells the time
}

// smaller makes a picture smaller.
func smaller(of image.Image) *image.RGBA {
	size := of.Bounds().Size().Div(shrunk)
	to := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			var sum [3]uint32
			for i := range shrunk * shrunk {
				r, g, b, _ := of.At(x*shrunk+i%shrunk, y*shrunk+i/shrunk).RGBA()
				sum[0], sum[1], sum[2] = sum[0]+r>>8, sum[1]+g>>8, sum[2]+b>>8
			}
			const n = shrunk * shrunk
			to.SetRGBA(x, y, color.RGBA{uint8(sum[0] / n), uint8(sum[1] / n), uint8(sum[2] / n), 255})
		}
	}
	return to
}

// differing is the share of the pixels that clearly have another colour; 1 if the sizes differ.
func differing(a *image.RGBA, b image.Image) float64 {
	if a.Bounds() != b.Bounds() {
		return 1
	}
	const clearly = 32 << 8
	off := 0
	for y := range a.Bounds().Dy() {
		for x := range a.Bounds().Dx() {
			r, g, b1, _ := a.At(x, y).RGBA()
			u, v, w, _ := b.At(x, y).RGBA()
			if apart(r, u) > clearly || apart(g, v) > clearly || apart(b1, w) > clearly {
				off++
			}
		}
	}
	return float64(off) / float64(a.Bounds().Dx()*a.Bounds().Dy())
}

func apart(a, b uint32) uint32 { return max(a, b) - min(a, b) }

func keep(t *testing.T, name string, picture image.Image) {
	t.Helper()
	var b bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, picture); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
}

func read(t *testing.T, name string) image.Image {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(fmt.Errorf("%w: keep one with -update", err))
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return picture
}
