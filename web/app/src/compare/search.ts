// What is broken in the rules: questions that are answered by playing many fights, in a separate worker.
import { button, dialog, h, part } from "../dom";
import { Ended, Engine } from "../engine/engine";
import type { Found, LookFor, Looked, SourceFile, Which } from "../engine/protocol";
import type { Project } from "../files/project";

/** For each question: the default number of fights, their meaning, and the inputs that it needs. */
const questions: Record<LookFor, { fights: number; told: string; needs: string[] }> = {
  laws: { fights: 500, told: "rulec makes up fights from the rules. Everyone does random allowed actions, and rulec checks the laws of the rules.", needs: [] },
  find: { fights: 200, told: "rulec plays the fight on the table by its tactics, then without each action, weapon, condition and line of a tactic, and then with it always: this many times each way. Thinking ahead finds what tactics miss, and takes its time.", needs: ["ahead"] },
  howHard: { fights: 2000, told: "rulec plays the fight on the table this many times, and a fifth as often with one opponent or one stat changed.", needs: ["side", "change", "changes"] },
  tune: { fights: 2000, told: "rulec looks for the smallest change that gives the fight on the table the result you want. It plays each value this many times at most.", needs: ["goal", "within", "change", "changes"] },
};

/** How often the progress is reported, in milliseconds: it is read aloud. */
const often = 1000;

/** A line of a table, or of a file: its columns must stay aligned. */
const tabular = /\S {2,}\S|^ *\d* *\|| +\^~*$|^ {2,}[\w.]+:( |$)/;

/** A report: prose wraps, tables scroll. */
function shown(text: string): Node[] {
  const all: HTMLElement[] = [];
  for (const block of text.trimEnd().split(/\n{2,}/)) {
    let lines: string[] = [], wide = false;
    const put = (): void => {
      if (lines.length > 0) all.push(wide ? h("pre", { tabindex: 0, role: "group", "aria-label": `Table: ${lines[0]!.trim().split(/ {2,}/)[0]}` }, lines.join("\n")) : h("p", {}, lines.join("\n")));
      lines = [];
    };
    for (const line of block.split("\n")) {
      if (tabular.test(line) !== wide) put();
      wide = tabular.test(line);
      lines.push(line);
    }
    put();
  }
  return all;
}

export class Search {
  private engine: Engine | undefined;
  private stopped = false;
  private changes: string[] = [];
  /** The last results. */
  last: Found | undefined;
  /** Shows one of the fights. */
  watch: (trial: string, seed: string, which: Which) => void = () => undefined;
  /** Keeps a fight in which a law doesn't hold, and opens it. */
  keep: (f: SourceFile) => void = () => undefined;
  failed: (err: unknown) => void = () => undefined;

  /** @param current is the fight on the table, if it can be played many times; open the file in the editor. */
  constructor(private readonly main: Engine, private readonly project: Project, private readonly current: () => { which: Which; seed: string } | undefined, private readonly open: () => string) {
    part("look").addEventListener("click", () => { if (this.engine) this.stop(); else void this.run(); });
    part("look-for").addEventListener("change", () => this.choose());
    part("look-add").addEventListener("click", () => this.add());
    part("look-change").addEventListener("keydown", (e) => { if (e.key === "Enter") this.add(); });
    part("broken").addEventListener("keydown", (e) => { if (e.key === "Enter" && !this.engine && e.target instanceof HTMLInputElement && e.target.id !== "look-change") void this.run(); });
    part("broken").addEventListener("toggle", () => void this.offer());
    this.choose();
  }

  private get for(): LookFor { return part<HTMLSelectElement>("look-for").value as LookFor; }

  /** Shows the inputs that the question needs. */
  private choose(): void {
    const q = questions[this.for];
    for (const need of ["ahead", "side", "goal", "within", "change", "changes"]) part(`look-${need}`).closest<HTMLElement>(".need")!.hidden = !q.needs.includes(need);
    part<HTMLInputElement>("look-fights").value = String(q.fights);
    part("look-told").textContent = q.told;
    this.may();
  }

  /** Without a fight only rules can be asked about. */
  private may(): void {
    const may = this.for === "laws" || this.current() !== undefined;
    part<HTMLButtonElement>("look").disabled = !may && !this.engine;
    if (!this.engine) part("look-progress").textContent = may ? "" : "Questions are about single fights: open one of this sequence.";
  }

  /** Lists the possible goals of the fight on the table, and what may change in it. */
  async offer(): Promise<void> {
    this.may();
    const now = this.current();
    if (!now || !part<HTMLDetailsElement>("broken").open) return;
    const x = await this.main.ask("mayTurn", now.which).catch(() => undefined); // errors are reported when the question is asked
    const options = (values: string[]): Node[] => values.map((v) => h("option", { value: v }, v));
    part("look-side").replaceChildren(...options(x?.sides ?? []));
    part("look-goals").replaceChildren(...options(x?.goals ?? []));
    part("look-turns").replaceChildren(...options(x?.changes ?? []));
    part<HTMLInputElement>("look-goal").placeholder = x?.goals[0] ?? "";
    part<HTMLInputElement>("look-change").placeholder = x?.changes[0] ?? "";
  }

  /** Adds one more thing that may change. */
  private add(): void {
    const input = part<HTMLInputElement>("look-change"), text = input.value.trim();
    if (text !== "" && !this.changes.includes(text)) this.changes.push(text);
    input.value = "";
    this.listChanges();
  }

  private listChanges(): void {
    part("look-changes").replaceChildren(...this.changes.map((c) => h("li", {}, c, " ", button("×", () => {
      this.changes = this.changes.filter((other) => other !== c);
      this.listChanges();
      part("look-change").focus();
    }, { class: "small", "aria-label": `Leave ${c} as it is` }))));
  }

  stop(): void {
    this.stopped = true;
    this.end();
    part("look-progress").textContent = "Stopped.";
  }

  private end(): void {
    this.engine?.end();
    this.engine = undefined;
    part("look").textContent = "Start";
    part("looked").removeAttribute("aria-busy");
  }

  private async run(): Promise<void> {
    const what = this.for, now = this.current(), which = now?.which ?? { file: this.open(), case: "" };
    const needs = questions[what].needs, seed = part<HTMLInputElement>("look-seed").value.trim() || (what === "laws" ? "1" : now?.seed ?? "0");
    if (needs.includes("changes")) this.add(); // the content of the field is meant, too
    const value = (id: string): string => (needs.includes(id) ? part<HTMLInputElement>(`look-${id}`).value.trim() : "");
    const fights = Number(part<HTMLInputElement>("look-fights").value);
    const ahead = Number(value("ahead"));
    const asked: Looked = { ...which, for: what, open: this.open(), seed, fights, ahead, side: value("side"), goal: value("goal"), within: value("within"), changes: needs.includes("changes") ? this.changes : [] };
    if (!/^\d{1,19}$/.test(seed)) return this.failed(new Error(`A seed is a whole number, such as 7, not "${seed}".`));
    if (![fights, ahead].every((n) => Number.isInteger(n) && n >= 0)) return this.failed(new Error("The number of fights must be a whole number."));
    const files = this.project.everything();
    const engine = this.engine = new Engine((ask) => ask("begin", files));
    this.stopped = false;
    this.last = undefined;
    part("look").textContent = "Stop";
    part("look-progress").textContent = "Started ..";
    part("looked").replaceChildren();
    part("looked").setAttribute("aria-busy", "true");
    const began = performance.now();
    const seconds = (): string => `${((performance.now() - began) / 1000).toFixed(0)} s`;
    try {
      await engine.ask("begin", files);
      let said = began;
      for (let f = await engine.ask("look", asked); ; f = await engine.ask("look", asked)) {
        if (!f.more) {
          this.show(f, seed, which);
          part("look-progress").textContent = `Done: ${f.done} fights in ${seconds()}. The answer is below.`;
          part("look-progress").scrollIntoView({ block: "start" });
          return;
        }
        if (performance.now() - said > often) {
          said = performance.now();
          part("look-progress").textContent = `${f.done}${f.of > 0 ? ` of ${f.of}` : ""} fights, ${seconds()} ..`;
        }
      }
    } catch (err) {
      if (this.stopped || this.engine !== engine) return;
      part("look-progress").textContent = "";
      this.failed(err instanceof Ended ? new Error(`${err.message} The search is lost.`) : err);
    } finally {
      if (this.engine === engine) this.end();
    }
  }

  private show(f: Found, seed: string, which: Which): void {
    this.last = f;
    const all: Node[] = shown(f.text);
    const tools = [button("Enlarge", () => void dialog("Result", () => [h("div", { class: "report large", tabindex: 0 }, ...shown(f.text))])),
      ...(f.cases ?? []).map((c) => button(`Save the case of ${c.law} and open it`, () => this.keep(c.file), { class: "main" })),
      ...(f.watch ?? []).map((w) => button(`Watch fight ${w.trial}: ${w.what}`, () => this.watch(String(w.trial), seed, which)))];
    if (f.lines) {
      const lines = f.lines;
      tools.push(button("Copy the lines for the fight", (): void => {
        void navigator.clipboard?.writeText(lines).then(() => { part("look-progress").textContent = "The lines are on the clipboard."; });
      }));
    }
    part("looked").replaceChildren(h("div", { class: "tools" }, ...tools), h("div", { class: "report" }, ...all));
  }
}
