//go:build browser

package browser

import "testing"

// BenchmarkPage prints how long what people wait for takes: the first look, looking back in a fight, a letter in the middle of a file of the
// tutorial, of a part of the largest systems and of a fight by them, a decision by hand, and how many fights are
// played in a second.
func BenchmarkPage(b *testing.B) {
	p := opened(b)
	b.ReportMetric(js[float64](p, `+document.body.dataset.checked`), "first-check-ms")
	b.ReportMetric(0, "ns/op")
	for name, file := range map[string]string{
		"tutorial": "examples/scuffle.yaml", "timecount-part": "rulesets/timecount/combat.yaml", "energy-part": "rulesets/energy/attacks.yaml",
		"timecount-fight": "examples/45-timecount-four-on-four.yaml", "energy-fight": "examples/55-energy-four-on-four.yaml",
	} {
		took := js[[]float64](p, `(async () => {
			const name = %s, { text } = await rulec.ask("readFile", name), took = [];
			await rulec.ask("check", name);
			for (let i = 0; i < 40; i++) { // a letter, and the same one taken back
				const at = Math.floor(text.length * (0.2 + 0.015 * (i - i %% 2)));
				await rulec.ask("setFile", { name, text: i %% 2 ? text : text.slice(0, at) + "x" + text.slice(at) });
				const began = performance.now();
				await rulec.ask("check", name);
				took.push(performance.now() - began);
			}
			await rulec.ask("dropFile", name);
			return took.sort((x, y) => x - y);
		})()`, quoted(file))
		b.ReportMetric(took[len(took)/2], name+"-p50-ms")
		b.ReportMetric(took[len(took)*95/100], name+"-p95-ms")
	}
	// A fight of eight: to open it, to look back into its middle, a line on from there, and to take a decision back behind many.
	looks := js[map[string]float64](p, `(async () => {
		const took = {}, timed = async (name, f) => { const began = performance.now(); await f(); took[name] = performance.now() - began; };
		const file = "examples/55-energy-four-on-four.yaml";
		await rulec.table.start({ file, mode: "watch" });
		await timed("open", () => rulec.table.start({ file, mode: "watch" }));
		await timed("look-back", () => rulec.table.goTo(Math.floor(rulec.table.view.events / 2)));
		await timed("step", async () => { for (let i = 0; i < 10; i++) await rulec.table.step(1); });
		took.step /= 10;
		await rulec.table.start({ file, mode: "hand" });
		await rulec.ask("playOn", { end: true });
		rulec.table.view = await rulec.ask("now", {});
		await timed("take-back", () => rulec.table.undo());
		return took;
	})()`)
	for name, took := range looks {
		b.ReportMetric(took, name+"-ms")
	}
	// A decision by hand, as the page asks for it.
	for name, file := range map[string]string{"ambush": "examples/52-energy-ambush-tactics.yaml", "toll-bridge": "examples/42-timecount-toll-bridge-tactics.yaml"} {
		took := js[[]float64](p, `(async () => {
			const took = [];
			await rulec.table.start({ file: %s, mode: "hand", seed: "1" });
			for (let v = rulec.table.view, i = 0; i < 40 && !v.over; i++) {
				const began = performance.now();
				v = await rulec.ask("decide", { kind: "tactic" });
				took.push(performance.now() - began);
			}
			return took.sort((x, y) => x - y);
		})()`, quoted(file))
		b.ReportMetric(took[len(took)/2], name+"-decision-p50-ms")
		b.ReportMetric(took[len(took)-1], name+"-decision-most-ms")
	}
	for name, file := range map[string]string{
		"tutorial": "examples/02-house-rules.yaml", "ambush": "examples/52-energy-ambush-tactics.yaml", "toll-bridge": "examples/42-timecount-toll-bridge-tactics.yaml", "timecount": "examples/45-timecount-four-on-four.yaml", "energy": "examples/55-energy-four-on-four.yaml",
	} {
		p.compares(file)
		p.simulates("1000")
		b.ReportMetric(1000/js[float64](p, `+document.querySelector("#results").dataset.seconds`), name+"-fights/s")
	}
}
