// What is broken in the rules: questions that are answered by playing many fights, in a separate worker.
import { html, nothing, render, type TemplateResult } from "lit-html";
import { part } from "../dom";
import { Ended, Engine } from "../engine/engine";
import type { Found, LookFor, Looked, May, Report, SourceFile, Which } from "../engine/protocol";
import type { Project } from "../files/project";
import { Pace, count, often } from "./pace";
import { blocks } from "./report";

type Input = "ahead" | "side" | "goal" | "changes";

/** The questions: what they ask, the default number of fights, their meaning, and the inputs that they need. */
const questions: Record<LookFor, { asks: string; fights: number; told: string; needs: Input[] }> = {
  laws: { asks: "Does a law fail?", fights: 500, told: "rulec makes up fights from the rules of the open file. Everyone does random allowed actions, and rulec checks the laws of the rules.", needs: [] },
  find: { asks: "What is never, or always, worth doing?", fights: 200, told: "rulec plays the fight by its tactics, then without each action, weapon, condition and line of a tactic, and then with it always: this many times each way. Thinking ahead finds what tactics miss, and takes its time.", needs: ["ahead"] },
  howHard: { asks: "How hard is this fight?", fights: 2000, told: "rulec plays the fight this many times, and a fifth as often with one opponent or one stat changed.", needs: ["side", "changes"] },
  tune: { asks: "What makes it fairer?", fights: 2000, told: "rulec looks for the smallest change that gives the fight the result you want. It plays each value this many times at most.", needs: ["goal", "changes"] },
};

/** How many fights are played at most per value to make a fight even with one click, and how many stats may change. */
const evenFights = 500, evenChanges = 6;

/** What the rest of the page does for a search. */
export interface Help {
  /** The fight, if there is one that can be played many times; and the file in the editor. */
  fight: () => Which | undefined;
  open: () => string;
  /** Shows one of the fights. */
  watch: (trial: string, seed: string, which: Which) => void;
  /** Keeps a fight in which a law doesn't hold, and opens it. */
  keep: (f: SourceFile) => void;
  failed: (err: unknown) => void;
}

interface State {
  for: LookFor;
  may: May;
  changes: string[];
  progress: string;
  running: boolean;
  /** The results, and the fight that they are about. */
  found?: (Found & { seed: string; which: Which }) | undefined;
}

export class Search {
  private engine: Engine | undefined;
  private state: State = { for: "laws", may: { seed: "0", sides: [], goals: [], changes: [] }, changes: [], progress: "", running: false };

  constructor(private readonly place: HTMLDetailsElement, private readonly main: Engine, private readonly project: Project, private readonly help: Help) {
    this.set({});
    place.addEventListener("toggle", () => void this.offer());
  }

  /** The last results. */
  get last(): Found | undefined { return this.state.found; }

  private set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    render(this.view(), this.place);
  }

  /** It is about another fight: what was found is about the one before. */
  another(): void {
    this.end();
    this.set({ found: undefined, progress: "", changes: [] });
    void this.offer();
  }

  /** Lists the possible goals of the fight, and what may change in it. */
  private async offer(): Promise<void> {
    const now = this.help.fight();
    if (!now || !this.place.open) return this.set({});
    const may = await this.main.ask("mayTurn", now).catch(() => undefined); // errors are reported when the question is asked
    if (may) this.set({ may });
  }

  /** Looks for what makes a fight even that a side wins: stats of all may change, those first that have to do with health. */
  async even(side: string, report: Report): Promise<void> {
    this.place.open = true;
    this.set({ for: "tune" });
    await this.offer();
    const stats = report.points.at(-1)!.combatants.flatMap((c) => this.state.may.changes.filter((name) => name.startsWith(`${c.name}.`)).map((name, i) => ({ name, by: c.health.some((x) => name.includes(x.name)) ? -1 : i })));
    const all = stats.sort((a, b) => a.by - b.by);
    this.set({ changes: all.slice(0, evenChanges).map((x) => x.name) });
    part<HTMLInputElement>("look-goal").value = `${side} wins 50%`;
    part<HTMLInputElement>("look-fights").value = String(evenFights);
    this.place.scrollIntoView({ block: "start" });
    if (all.length > 0) await this.run();
    else part("look-change").focus();
  }

  /** Adds one more thing that may change. */
  private add(): void {
    const input = part<HTMLInputElement>("look-change"), text = input.value.trim();
    input.value = "";
    if (text !== "" && !this.state.changes.includes(text)) this.set({ changes: [...this.state.changes, text] });
  }

  private stop(): void {
    this.end();
    this.set({ progress: "Stopped." });
  }

  private end(): void {
    this.engine?.end();
    this.engine = undefined;
    this.set({ running: false });
  }

  private async run(): Promise<void> {
    const what = this.state.for, now = this.help.fight(), which = now ?? { file: this.help.open(), case: "" }, { needs } = questions[what];
    if (needs.includes("changes")) this.add(); // the content of the field is meant, too
    const value = (id: string): string => document.querySelector<HTMLInputElement>(`#look-${id}`)?.value.trim() ?? "";
    const given = value("seed"), fights = Number(value("fights")), ahead = Number(value("ahead"));
    if (!/^\d{0,19}$/.test(given)) return this.help.failed(new Error(`A seed is a whole number, such as 7, not "${given}".`));
    if (![fights, ahead].every((n) => Number.isInteger(n) && n >= 0)) return this.help.failed(new Error("The number of fights must be a whole number."));
    const files = this.project.everything(), pace = new Pace();
    const engine = this.engine = new Engine((ask) => ask("begin", files));
    this.set({ running: true, found: undefined, progress: "Started .." });
    try {
      await engine.ask("begin", files);
      const seed = given || (what === "laws" ? "1" : (await engine.ask("mayTurn", which)).seed);
      const asked: Looked = { ...which, for: what, open: this.help.open(), seed, fights, ahead, side: value("side"), goal: value("goal"), within: value("within"), changes: needs.includes("changes") ? this.state.changes : [] };
      let said = performance.now();
      for (let f = await engine.ask("look", asked); this.engine === engine; f = await engine.ask("look", asked)) {
        if (!f.more) {
          this.set({ found: { ...f, seed, which }, progress: `Done: ${count(f.done)} fights in ${pace.seconds.toFixed(0)} s. The answer is below.` });
          part("look-progress").scrollIntoView({ block: "start" });
          return;
        }
        if (performance.now() - said > often) {
          said = performance.now();
          this.set({ progress: `${pace.words(f.done, f.of)} ..` });
        }
      }
    } catch (err) {
      if (this.engine !== engine) return;
      this.set({ progress: "" });
      this.help.failed(err instanceof Ended ? new Error(`${err.message} The search is lost.`) : err);
    } finally {
      if (this.engine === engine) this.end();
    }
  }

  private view(): TemplateResult {
    const { for: what, may, changes, progress, running, found } = this.state, q = questions[what], fight = this.help.fight();
    const can = what === "laws" || (fight && !fight.step);
    const start = (e: KeyboardEvent): void => { if (e.key === "Enter" && !running && can) void this.run(); };
    const options = (list: string[]): TemplateResult[] => list.map((v) => html`<option value=${v}>${v}</option>`);
    return html`<summary>What is broken in my rules?</summary>
      <div class="tools">
        <label>Question <select id="look-for" @change=${(e: Event) => this.set({ for: (e.target as HTMLSelectElement).value as LookFor })}>
          ${Object.entries(questions).map(([name, x]) => html`<option value=${name} .selected=${name === what}>${x.asks}</option>`)}</select></label>
        ${q.needs.includes("ahead") ? html`<label>Fights with thinking ahead <input id="look-ahead" type="number" min="0" placeholder="0" @keydown=${start}></label>` : nothing}
        ${q.needs.includes("side") ? html`<label>for <select id="look-side">${options(may.sides)}</select></label>` : nothing}
        ${q.needs.includes("goal") ? html`<label>I want <input id="look-goal" type="text" size="22" list="look-goals" placeholder=${may.goals[0] ?? ""} @keydown=${start}></label><datalist id="look-goals">${options(may.goals)}</datalist>
          <label>give or take <input id="look-within" type="text" size="4" placeholder="2%" @keydown=${start}></label>` : nothing}
        ${q.needs.includes("changes") ? html`<span><label>What may change <input id="look-change" type="text" size="18" list="look-turns" placeholder=${may.changes[0] ?? ""} @keydown=${(e: KeyboardEvent) => { if (e.key === "Enter") this.add(); }}></label>
          <button type="button" id="look-add" @click=${() => this.add()}>Add</button><datalist id="look-turns">${options(may.changes)}</datalist></span>
          <ul id="look-changes" aria-label="What may change">${changes.map((c) => html`<li>${c} <button type="button" class="small" aria-label=${`Leave ${c} as it is`}
            @click=${() => { this.set({ changes: changes.filter((other) => other !== c) }); part("look-change").focus(); }}>×</button></li>`)}</ul>` : nothing}
        <label>Fights <input id="look-fights" type="number" min="1" .value=${String(q.fights)} @keydown=${start}></label>
        <label>Seed <input id="look-seed" type="text" inputmode="numeric" size="6" placeholder="default" @keydown=${start}></label>
        <button type="button" id="look" class="main" ?disabled=${!can && !running} @click=${() => { if (running) this.stop(); else void this.run(); }}>${running ? "Stop" : "Start"}</button>
      </div>
      <p id="look-told" class="quiet">${q.told}</p>
      <p id="look-progress" role="status">${can || running ? progress : fight ? "This fight is only in its sequence: save it as a file of its own to ask that." : "Questions are about single fights: choose one of this sequence."}</p>
      <section id="looked" aria-label="Result" aria-busy=${running ? "true" : nothing}>${found ? this.answer(found) : nothing}</section>`;
  }

  private answer(f: Found & { seed: string; which: Which }): TemplateResult {
    const { lines } = f;
    return html`<div class="tools">
        ${f.cases?.map((c) => html`<button type="button" class="main" @click=${() => this.help.keep(c.file)}>Save the case of ${c.law} and open it</button>`)}
        ${f.watch?.map((w) => html`<button type="button" @click=${() => this.help.watch(String(w.trial), f.seed, f.which)}>Watch fight ${w.trial}: ${w.what}</button>`)}
        ${lines ? html`<button type="button" @click=${() => void navigator.clipboard?.writeText(lines).then(() => this.set({ progress: "The lines are on the clipboard." }))}>Copy the lines for the fight</button>` : nothing}
      </div>
      <div class="report"><h3>${f.title}</h3>${blocks(f.blocks ?? [])}</div>`;
  }
}
