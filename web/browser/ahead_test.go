//go:build browser

package browser

import "testing"

// TestAhead: where all think ahead, a fight may take longer than an answer may; the page says how far it is, and tells the
// fight as the command does.
func TestAhead(t *testing.T) {
	p := opened(t)
	const yard = "examples/31-actionpoints-yard-tactics.yaml"
	p.open(yard)
	js[bool](p, `(() => { document.querySelector("#ahead").closest("details").open = true; document.querySelector("#ahead").click(); return true; })()`)
	p.click("#watch")
	p.waitFor(`/^Thinking ahead: \d+ decisions/.test(document.querySelector("#thinking").textContent)`)
	p.picture("thinking-ahead")
	p.waitFor(`rulec.table.view?.file === %s && rulec.table.begun.ahead`, quoted(yard))
	p.idle()
	if left := js[string](p, `document.querySelector("#thinking").textContent`); left != "" {
		t.Errorf("it still says %q", left)
	}
	want := again.ReplaceAllString(command(t, "run", yard, "--set", "guests.tactic=thinks", "--set", "robbers.tactic=thinks"), "")
	if got := ask[string](p, "recorded", `{format: "text"}`); got != want {
		t.Errorf("it is told otherwise:\n%s\nand by the command:\n%s", got, want)
	}
}
