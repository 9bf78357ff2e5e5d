//go:build browser

package browser

import "testing"

// askedFor begins a fight by hand, and lets tactics decide until a question is put.
func (p *page) askedFor(file, question string) {
	p.t.Helper()
	p.asked(file)
	for range 40 {
		if js[bool](p, `(%s)(rulec.table.view.question)`, question) {
			return
		}
		js[bool](p, `rulec.table.decide({ kind: "tactic" }).then(() => true)`)
	}
	p.t.Fatalf("%s: this isn't asked", file)
}

// TestBeforeTheTurn: what could have been done right before a turn goes on at once when it is chosen; and a question says what is left of
// what actions cost.
func TestBeforeTheTurn(t *testing.T) {
	p := opened(t)
	p.askedFor("examples/31-actionpoints-yard-tactics.yaml", `(q) => q.turn`)
	const save = `[...document.querySelectorAll("#question .choices button")].find((b) => b.textContent.includes("Save turn"))`
	p.waitFor(`%s`, save)
	js[bool](p, `%s.click() || true`, save)
	p.waitFor(`document.querySelector("#question h3").textContent === "Save turn: which fighter to come after?"`)
	p.askedFor("examples/21-segments-pass-tactics.yaml", `(q) => q.class === "open floor"`)
	p.waitFor(`/[1-9] actions?/.test(document.querySelector("#question .left-over")?.textContent)`)
}
