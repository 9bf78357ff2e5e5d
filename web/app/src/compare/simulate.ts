// Many fights: who wins how often, with intervals; under two sets of rules, next to each other with the same dice.
import { button, h, part, s } from "../dom";
import { Refusal, type Engine } from "../engine/engine";
import { outcomeName, Pool } from "../engine/pool";
import type { Point, Report, Alternative, Share, Which } from "../engine/protocol";
import type { Project } from "../files/project";

/** A share with no more digits than its interval allows. */
export function shareText(x: Share): string {
  const half = (x.high - x.low) / 2;
  const digits = half > 0.005 ? 0 : half > 0.0005 ? 1 : 2;
  const p = (v: number): string => (v * 100).toFixed(digits);
  return `${p(x.value)}% (${p(x.low)} to ${p(x.high)})`;
}

/** A mean with no more digits than its interval allows. */
export function meanText(x: Share): string {
  const digits = Math.max(0, Math.min(4, Math.ceil(-Math.log10(Math.max((x.high - x.low) / 2, 1e-4)))));
  return `${x.value.toFixed(digits)} (${x.low.toFixed(digits)} to ${x.high.toFixed(digits)})`;
}

/** The value for the rules as shipped, among the files of others. */
const shipped = "as they came";

/** A name as in stories. */
const proper = (name: string): string => name.split("_").map((w) => w.slice(0, 1).toUpperCase() + w.slice(1)).join(" ");

export class Simulation {
  private readonly pool = new Pool();
  private running = false;
  private alternatives: Alternative[] = [];
  /** The shown report. */
  last: Report | undefined;
  /** Shows one of the fights. */
  watch: (trial: string, seed: string, which: Which) => void = () => undefined;
  failed: (err: unknown) => void = () => undefined;

  /** @param current is the fight on the table; one of a sequence isn't played many times. */
  constructor(private readonly engine: Engine, private readonly project: Project, private readonly current: () => { which: Which; seed: string } | undefined) {
    part("simulate").addEventListener("click", () => { if (this.running) this.stop(); else void this.run(); });
    part("against").addEventListener("change", () => void this.try());
  }

  /** Lists the rules that the fight on the table could be compared with. */
  async offer(): Promise<void> {
    const list = part<HTMLSelectElement>("against");
    const now = this.current();
    part<HTMLButtonElement>("simulate").disabled = !now;
    try {
      this.alternatives = now ? await this.engine.ask("alternatives", now.which) : [];
    } catch (err) {
      this.failed(err);
      return;
    }
    const before = list.value;
    const file = (r: Alternative): string => (this.alternatives.filter((o) => o.title === r.title).length > 1 ? ` (${r.rules})` : "");
    list.replaceChildren(h("option", { value: "" }, "nothing"), ...this.alternatives.map((r) => h("option", { value: r.rules ?? shipped }, r.title + file(r))));
    list.disabled = this.alternatives.length === 0;
    if ([...list.options].some((o) => o.value === before)) list.value = before;
    part("against-why").textContent = !now ? "Only single fights can be simulated: open one of this sequence." : this.alternatives.length === 0 ? "There are no house rules for these rules yet to compare with." : "";
  }

  /** What the fight is compared with; null means nothing. */
  private against(which: Which): Which | null {
    const value = part<HTMLSelectElement>("against").value;
    return value === "" ? null : value === shipped ? { ...which, asShipped: true } : { ...which, rules: value };
  }

  /** Shows why the fight can't be played by the chosen rules, if they lack something. */
  private async try(): Promise<void> {
    const now = this.current(), list = part<HTMLSelectElement>("against"), option = list.selectedOptions[0];
    const against = now && this.against(now.which);
    part("against-why").textContent = "";
    if (!against || !option) return;
    try {
      await this.engine.ask("fits", against);
    } catch (err) {
      if (!(err instanceof Refusal)) return this.failed(err);
      const at = err.fault.at;
      part("against-why").textContent = `This fight can't be played by ${option.textContent}: ${at?.file ? `${at.file}, line ${at.line}: ` : ""}${err.message}.`;
      option.disabled = true;
      list.value = "";
    }
  }

  stop(): void {
    this.pool.stop();
    this.running = false;
    part("simulate").textContent = "Simulate";
    part("sim-progress").textContent = "Stopped.";
  }

  private async run(): Promise<void> {
    const now = this.current();
    if (!now) return;
    const fights = Number(part<HTMLSelectElement>("fights").value);
    const against = this.against(now.which), called = against ? part<HTMLSelectElement>("against").selectedOptions[0]!.textContent : "";
    this.running = true;
    part("simulate").textContent = "Stop";
    part("results").replaceChildren();
    const began = performance.now();
    try {
      const report = await this.pool.play(this.project.everything(), { ...now.which, against, seed: now.seed, fights }, this.engine,
        (p) => {
          const left = ((performance.now() - began) / p.done) * (p.of - p.done) / 1000;
          part("sim-progress").textContent = `${p.done} of ${p.of} fights${left > 5 ? `, about ${left > 90 ? `${Math.round(left / 60)} minutes` : `${Math.round(left)} s`} left` : ""}`;
        });
      if (!report) return;
      const took = (performance.now() - began) / 1000;
      part("sim-progress").textContent = `${fights} fights in ${took.toFixed(1)} s.`;
      part("results").dataset["seconds"] = took.toFixed(2);
      this.show(report, now.which, called);
    } catch (err) {
      part("sim-progress").textContent = "";
      this.failed(err);
    } finally {
      this.running = false;
      part("simulate").textContent = "Simulate";
    }
  }

  private show(r: Report, which: Which, against: string): void {
    this.last = r;
    const last = r.points[r.points.length - 1]!;
    const names = r.points.length > 1 ? [against[0]!.toUpperCase() + against.slice(1), "These rules"] : ["These rules"];
    const all: Node[] = [];
    const d = last.difference;
    if (d) {
      const first = last.outcomes[0]!;
      const seen = d.low > 0 || d.high < 0;
      const p = (v: number): string => (Math.abs(v) * 100).toFixed(1);
      all.push(h("p", { class: "verdict" }, seen
        ? `Under these rules ${first.name} wins ${p(d.value)} percentage points ${d.value > 0 ? "more" : "less"} often (${p(d.value > 0 ? d.low : d.high)} to ${p(d.value > 0 ? d.high : d.low)}): ${d.won} fights won only now, ${d.lost} only before.`
        : `No difference seen in who wins: ${d.won} fights won only now, ${d.lost} only before, with the same dice.`));
    }
    all.push(h("div", { class: "side-by-side" }, ...r.points.map((point, i) => this.point(point, names[i]!))));
    const see = (label: string, x: { trial: number } | null): Node | null => (x ? button(label, () => this.watch(String(x.trial), r.seed, which)) : null);
    all.push(h("div", { class: "tools" }, see("Watch a typical fight", last.typical), see("the shortest", last.shortest), see("the longest", last.longest)),
      h("p", { class: "quiet" }, `Shares are of ${last.fights} fights, with their 95% intervals. Seed ${r.seed}, rules ${r.points.map((x) => `${x.ruleset} ${x.hash.slice(0, 12)}`).join(" and ")}, rulec ${r.rulec}.`));
    part("results").replaceChildren(...all);
  }

  private point(p: Point, name: string): Node {
    const shown = p.outcomes.filter((o) => o.fights > 0 || o.kind === "side");
    return h("section", { "aria-label": name }, h("h3", {}, name),
      h("table", { class: "shares" }, h("tbody", {}, ...shown.map((o, i) => h("tr", {}, h("th", { scope: "row" }, outcomeName(o)), h("td", {}, shareText(o.share)), h("td", {}, whisker(o.share, i)))))),
      h("h4", {}, `How long it takes: median ${p.length.median} ${p.length.unit}s, 90% of the fights ${p.length.p5} to ${p.length.p95}`), lengths(p, shown.map((o) => p.outcomes.indexOf(o))),
      h("h4", {}, "Still standing at the end"),
      h("table", { class: "shares" }, h("tbody", {}, ...p.combatants.map((c) => h("tr", {}, h("th", { scope: "row" }, c.title === c.name ? proper(c.name) : c.title), h("td", {}, shareText(c.stands)), h("td", {}, whisker(c.stands, 0)))))),
      h("details", {}, h("summary", {}, "What they do"), h("table", { class: "shares" }, h("thead", {}, h("tr", {}, h("th", {}, "action"), h("th", {}, "per fight"), h("th", {}, "success"))),
        h("tbody", {}, ...p.actions.filter((a) => a.per_fight.value > 0).slice(0, 20).map((a) => h("tr", {}, h("th", { scope: "row" }, a.name), h("td", {}, meanText(a.per_fight)), h("td", {}, a.success ? shareText(a.success) : "")))))));
  }
}

/** A bar with the interval at its end. */
function whisker(x: Share, i: number): Node {
  return s("svg", { viewBox: "0 0 100 10", class: "whisker", preserveAspectRatio: "none", "aria-hidden": "true" },
    s("rect", { x: 0, y: 2, width: 100, height: 6, class: "pool-ground" }), s("rect", { x: 0, y: 2, width: x.value * 100, height: 6, class: `fill-${i % 4}` }),
    s("line", { x1: x.low * 100, x2: x.high * 100, y1: 5, y2: 5, class: "interval" }), s("line", { x1: x.low * 100, x2: x.low * 100, y1: 1, y2: 9, class: "interval" }), s("line", { x1: x.high * 100, x2: x.high * 100, y1: 1, y2: 9, class: "interval" }));
}

/** The lengths of fights as stacked bars, one part for each outcome; each with a pattern of its own. */
function lengths(p: Point, outcomes: number[]): Node {
  const bins = p.length.bins;
  if (bins.length === 0) return h("p", { class: "quiet" }, "No fight ended before the time limit.");
  const width = 320, height = 120, foot = 16, left = 30;
  const least = bins[0]!.length, most = bins[bins.length - 1]!.length;
  // If bars would be too thin, several lengths share one.
  const group = Math.max(1, Math.ceil((most - least + 1) / 40));
  const bars = new Map<number, number[]>();
  for (const b of bins) {
    const at = Math.floor((b.length - least) / group);
    const sums = bars.get(at) ?? outcomes.map(() => 0);
    outcomes.forEach((o, i) => { sums[i] = sums[i]! + (b.by_outcome[o] ?? 0); });
    bars.set(at, sums);
  }
  const count = Math.floor((most - least) / group) + 1;
  const tallest = Math.max(...[...bars.values()].map((v) => v.reduce((a, b) => a + b, 0)));
  const barWidth = (width - left) / count;
  const drawn = [...bars].flatMap(([at, sums]) => {
    let y = height;
    return sums.map((n, i) => {
      const tall = (n / tallest) * (height - 8);
      y -= tall;
      return s("rect", { x: left + at * barWidth + barWidth * 0.08, y, width: barWidth * 0.84, height: tall, class: `fill-${i % 4}` },
        s("title", {}, `${least + at * group}${group > 1 ? ` to ${least + at * group + group - 1}` : ""}: ${n} fights, ${outcomeName(p.outcomes[outcomes[i]!]!)}`));
    });
  });
  const label = (x: number, text: string): Node => s("text", { x, y: height + 13, class: "axis" }, text);
  return s("svg", { viewBox: `0 0 ${width} ${height + foot}`, class: "lengths", role: "img", "aria-label": `Lengths of fights, from ${least} to ${most} ${p.length.unit}s, most often ${p.length.median}` },
    ...drawn, s("line", { x1: left, x2: width, y1: height, y2: height, class: "axis-line" }),
    s("text", { x: left - 4, y: 12, class: "axis end" }, String(tallest)), label(left + barWidth / 2, String(least)), ...(count > 1 ? [label(left + (count - 0.5) * barWidth, String(least + (count - 1) * group))] : []));
}
