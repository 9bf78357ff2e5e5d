// Comparing: a fight is played many times by its rules, and by others with the same dice.
import { html, nothing, render, type TemplateResult } from "lit-html";
import { Refusal, type Engine } from "../engine/engine";
import { Pool } from "../engine/pool";
import type { Alternative, Example, Report, Step, Which } from "../engine/protocol";
import type { Project } from "../files/project";
import { bySystem } from "../gallery";
import { poster } from "../picture";
import { Pace, often } from "./pace";
import { dots, lengths, winners, type Names } from "./plots";
import { actions, brackets, chatText, decided, differing, meanText, mostShown, origin, outcomeName, outcomes, personName, sentence, shareText } from "./words";

/** What the rest of the page does for comparing. */
export interface Help {
  /** Shows one of the fights. */
  watch: (trial: string, seed: string, which: Which) => void;
  /** Looks for what makes a fight even again that a side wins. */
  even: (side: string, report: Report) => void;
  save: (name: string, content: Blob) => void;
  failed: (err: unknown) => void;
  /** Called when it is about another fight. */
  chosen: () => void;
}

type Rival = Alternative & { /** Why the fight can't be played by them. */ why?: string };

interface State {
  fights: Example[];
  /** The fight, or a sequence of which none is chosen yet, and its title. */
  which?: Which | undefined;
  title: string;
  /** The fights of the sequence that the fight is from. */
  steps: Step[];
  own: string;
  rivals: Rival[];
  /** The number of the rules to compare with; -1 means none. */
  against: number;
  fightCount: number;
  progress: string;
  running: boolean;
  /** The result, of what, against what, and what the rules were called then: they may have changed since. */
  report?: Report | undefined;
  names: Names;
  played?: Which | undefined;
  before?: Which | undefined;
  outdated: boolean;
  seconds?: number | undefined;
  /** What became of copying; a text or a picture that the clipboard doesn't take. */
  copied: string;
  text?: string | undefined;
  picture?: Blob | undefined;
  width: number;
}

/** How wide it is at least with two plots next to each other, in pixels. */
const twoColumns = 928;

const emptied = { report: undefined, seconds: undefined, outdated: false, progress: "", copied: "", text: undefined, picture: undefined };

export class Comparison {
  private readonly pool = new Pool();
  private state: State = { fights: [], title: "", names: { now: "" }, steps: [], own: "", rivals: [], against: -1, fightCount: 1000, running: false, width: 0, ...emptied };
  /** Counts the fights and rules that it has been about. */
  private turn = 0;
  /** Whether the fights and rules to choose from may be others by now. */
  private stale = true;
  /** The fight that was opened last. */
  private opened = "";
  /** The title of the rules that the user wants to compare with; empty means nothing. Undefined, it is what the rules were before they were changed. */
  private wanted: string | undefined;
  /** The title of the rules of the fight before this one: they are of interest for this one, too. */
  private looked = "";

  constructor(private readonly place: HTMLElement, private readonly engine: Engine, private readonly project: Project, private readonly help: Help) {
    new ResizeObserver(() => { if (this.place.clientWidth !== this.state.width) this.set({ width: this.place.clientWidth }); }).observe(place);
  }

  /** The shown report. */
  get last(): Report | undefined { return this.state.report; }

  /** The fight; undefined while none of a sequence is chosen. */
  get fight(): Which | undefined { return this.state.which; }

  private set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    render(this.view(), this.place);
  }

  /** Another fight has been opened: it is about that from now on. */
  async about({ file, case: name, step }: Which, title?: string): Promise<void> {
    const which: Which = { file, ...(name ? { case: name } : {}), ...(step ? { step } : {}) }, key = JSON.stringify(which);
    if (key === this.opened) return;
    this.opened = key;
    if (key !== JSON.stringify(this.state.which)) await this.choose(which, title);
  }

  private async choose(which: Which, title?: string, steps: Step[] = []): Promise<void> {
    this.turn++;
    this.pool.stop();
    this.looked = this.state.own || this.looked;
    this.set({ ...emptied, which, title: title ?? this.state.fights.find((f) => f.name === which.file)?.title ?? which.file, own: "", rivals: [], against: -1, steps, running: false });
    this.help.chosen();
    this.stale = true;
    await this.shown();
  }

  /** Once it is in sight, it lists all fights, and the rules that this one could be compared with, and finds out which of them fit. */
  async shown(): Promise<void> {
    if (!this.stale || this.place.offsetParent === null) return;
    this.stale = false;
    const { turn } = this;
    try {
      const fights = await this.engine.ask("examples", {}), { which } = this.state;
      if (turn !== this.turn) return;
      this.set({ fights });
      if (which && !which.step && !which.case && fights.find((f) => f.name === which.file)?.plays === "sequence") {
        const steps = await this.engine.ask("steps", which);
        if (turn === this.turn) this.set({ which: undefined, steps });
        this.help.chosen();
        return;
      }
      if (!which) return;
      const { own, others } = await this.engine.ask("alternatives", which), rivals = await Promise.all(others.map((r) => this.tried(which, r)));
      const first = [(r: Rival) => r.title === this.wanted, (r: Rival) => r.before === true, (r: Rival) => r.title === this.looked]
        .map((is) => rivals.findIndex((r) => !r.why && is(r))).find((i) => i >= 0);
      if (turn === this.turn) this.set({ own, rivals, against: this.wanted === "" ? -1 : first ?? -1 });
    } catch (err) {
      this.help.failed(err);
    }
  }

  /** Finds out whether a fight can be played by other rules, or why it can't. */
  private async tried(which: Which, r: Alternative): Promise<Rival> {
    try {
      await this.engine.ask("fits", this.by(which, r));
      return r;
    } catch (err) {
      if (!(err instanceof Refusal)) throw err;
      const { at } = err.fault;
      return { ...r, why: `${at?.file ? `${at.file}, line ${at.line}: ` : ""}${err.message}` };
    }
  }

  /** The rules have been changed: the result is that of others, and there may be other rules to compare with. */
  changed(): void {
    this.stale = true;
    this.set({ outdated: this.state.report !== undefined });
    void this.shown();
  }

  private by(which: Which, r: Alternative): Which { return r.asShipped ? { ...which, asShipped: true } : { ...which, rules: r.rules! }; }

  /** The fight and its rules, as the head says them. */
  private get headline(): string {
    const { title, names: { before, now } } = this.state;
    return `${title}, by ${now}${before === undefined ? "" : `, against ${before}`}`;
  }

  /** What is played, against what: rules that change others come after them. */
  private pair(which: Which, own: string, rival?: Rival): { now: Which; before?: Which; names: Names } {
    if (!rival) return { now: which, names: { now: own } };
    const other = this.by(which, rival);
    return rival.before ? { now: which, before: other, names: { now: own, before: rival.title } } : { now: other, before: which, names: { now: rival.title, before: own } };
  }

  private async run(): Promise<void> {
    const { which, own, against, rivals, fightCount: fights } = this.state, turn = this.turn, pace = new Pace();
    if (!which) return;
    const { now, before, names } = this.pair(which, own, rivals[against]);
    let said = 0;
    this.set({ ...emptied, running: true, progress: "Started ..", names, played: now, before });
    try {
      const [report, changes] = await Promise.all([this.pool.play(this.project.everything(), { ...now, against: before ?? null, fights }, this.engine,
        (p) => {
          if (!this.state.running || turn !== this.turn || performance.now() - said < often) return;
          said = performance.now();
          this.set({ progress: pace.words(p.done, p.of) });
        }), before ? this.engine.ask("differences", { ...now, against: before }) : []]);
      if (turn !== this.turn) return;
      const count = report?.points[0]!.fights ?? 0;
      this.set({ running: false, report, names: { ...names, changes }, seconds: pace.seconds, progress: !report ? "Stopped." : count < fights ? `Stopped after ${count.toLocaleString("en")} fights.` : `${fights.toLocaleString("en")} fights in ${pace.seconds.toFixed(1)} s.` });
    } catch (err) {
      if (turn === this.turn) this.set({ running: false, progress: "" });
      this.help.failed(err);
    }
  }

  private async copyText(): Promise<void> {
    const text = chatText(this.headline, this.state.report!, this.state.names);
    const done = await navigator.clipboard?.writeText(text).then(() => true, () => false);
    this.set(done ? { copied: "The text is on the clipboard.", text: undefined } : { copied: "The clipboard doesn't take it: copy it here.", text });
  }

  private async copyPicture(): Promise<void> {
    try {
      const { report, names } = this.state, said = sentence(report!, names);
      const picture = await poster(this.headline, `${said} ${differing(names)}`.trim(), this.place.querySelector("#who-wins svg")!, `${said.includes("(") ? `${brackets} ` : ""}${origin(report!)}.`);
      const done = await navigator.clipboard?.write?.([new ClipboardItem({ [picture.type]: picture })]).then(() => true, () => false);
      this.set(done ? { copied: "The picture is on the clipboard.", picture: undefined } : { copied: "The clipboard takes no pictures here.", picture });
    } catch (err) {
      this.help.failed(err);
    }
  }

  private view(): TemplateResult {
    const { title, which, steps, own, against, rivals, running, progress, report, outdated } = this.state;
    const names = which ? this.pair(which, own, rivals[against]).names : { now: own, before: undefined };
    return html`
      <h2 id="compare-head">${title}${names.now ? html`, by <b>${names.now}</b>` : nothing}${names.before === undefined ? nothing : html`, against <b>${names.before}</b>`}</h2>
      <div class="tools">
        <label>Fight ${this.fights()}</label>
        <label>compare with ${this.rules()}</label>
        <label>Play <select id="fights" .value=${String(this.state.fightCount)} @change=${(e: Event) => this.set({ fightCount: Number((e.target as HTMLSelectElement).value) })}>
          ${[1000, 10000, 100000].map((n) => html`<option value=${n}>${n.toLocaleString("en")}</option>`)}</select> times</label>
        <button type="button" id="simulate" class="main" ?disabled=${!which} @click=${() => { if (running) this.pool.enough(); else void this.run(); }}>${running ? "Stop" : against >= 0 ? "Compare" : "Play"}</button>
      </div>
      ${steps.length === 0 ? nothing : html`<p>${which ? "From a sequence: " : "This is a sequence. Choose one of its fights: "}
        ${steps.map((s) => html`<button type="button" class="step" aria-pressed=${s.file === which?.file && s.step === which.step} @click=${() => void this.choose({ file: s.file, ...(s.step ? { step: s.step } : {}) }, s.title, steps)}>${s.title}</button> `)}</p>
        <p class="quiet">Played many times, each fight begins with everybody fresh, not as the one before left them.</p>`}
      <div id="against-why">${!which || !own ? nothing : rivals.length === 0 ? html`<p class="quiet">There are no house rules for these rules yet to compare with.</p>`
        : rivals.filter((r) => r.why).map((r) => html`<p class="quiet">${r.title} can't play this fight: ${r.why}.</p>`)}</div>
      <p id="sim-progress" role="status">${progress}</p>
      <div id="results" data-seconds=${this.state.seconds?.toFixed(2) ?? nothing}>${report ? html`
        ${outdated ? html`<p class="outdated">The rules have changed since these fights: compare again.</p>` : nothing}${this.results(report)}` : nothing}</div>`;
  }

  /** What can be copied, and what became of it. */
  private sharing(): TemplateResult {
    const { copied, picture, text } = this.state;
    return html`<div class="tools">
        <button type="button" id="copy-text" class="main" @click=${() => void this.copyText()}>Copy as text</button>
        <button type="button" id="copy-picture" class="main" @click=${() => void this.copyPicture()}>Copy as a picture</button>
        <span role="status" id="copied">${copied}</span>
        ${picture ? html`<button type="button" @click=${() => this.help.save("who-wins.png", picture)}>Save the picture</button>` : nothing}
      </div>
      ${text === undefined ? nothing : html`<textarea id="chat-text" readonly rows="12" aria-label="The text for a chat" .value=${text}></textarea>`}`;
  }

  /** All fights, to choose one. */
  private fights(): TemplateResult {
    const { fights, which, steps, title } = this.state, now = steps.length > 0 || which?.case ? undefined : fights.find((f) => f.name === which?.file);
    return html`<select id="fight-of" @change=${(e: Event) => void this.choose({ file: (e.target as HTMLSelectElement).value })}>
      ${now ? nothing : html`<option value="" .selected=${true} disabled>${title}</option>`}
      ${bySystem(fights, this.project.inFolder()).map(([system, list]) => html`<optgroup label=${system}>${list.map((f) => html`<option value=${f.name} .selected=${f === now}>${f.title}</option>`)}</optgroup>`)}</select>`;
  }

  private picks(against: number): void {
    this.wanted = this.state.rivals[against]?.title ?? "";
    this.set({ ...emptied, against });
  }

  /** The rules to compare with; those that don't fit can't be chosen. */
  private rules(): TemplateResult {
    const { rivals, against } = this.state;
    const file = (r: Rival): string => (rivals.filter((o) => o.title === r.title).length > 1 ? ` (${r.rules})` : "");
    return html`<select id="against" ?disabled=${rivals.length === 0} @change=${(e: Event) => { this.pool.stop(); this.picks(Number((e.target as HTMLSelectElement).value)); }}>
      <option value="-1" .selected=${against < 0}>nothing</option>
      ${rivals.map((r, i) => html`<option value=${i} ?disabled=${r.why !== undefined} .selected=${i === against}>${r.title}${file(r)}${r.why === undefined ? "" : ": doesn't fit"}</option>`)}</select>`;
  }

  private results(r: Report): TemplateResult {
    const { names } = this.state, said = sentence(r, names), differ = names.changes ?? [], [then, now] = [r.points.length > 1 ? r.points[0] : undefined, r.points.at(-1)!];
    const sides = now.outcomes.filter((o) => o.kind === "side").map((o) => o.name), side = (name: string): number | undefined => (sides.includes(name) ? sides.indexOf(name) : undefined);
    const width = Math.max(280, Math.min(this.state.width >= twoColumns ? (this.state.width - 32) / 2 : this.state.width, 640));
    const done = actions(r), shown = done.slice(0, 10), even = decided(r, names);
    const { played, before } = this.state;
    const watch = (label: string, x: number | undefined, by = played): TemplateResult | typeof nothing =>
      (x === undefined || !by ? nothing : html`<button type="button" @click=${() => this.help.watch(String(x), r.seed, by)}>${label}</button>`);
    const turned = now.difference?.turned;
    return html`
      <p class="verdict">${said}</p>
      ${said.includes("(") ? html`<p class="quiet">${brackets}</p>` : nothing}
      <p id="differing">${differing(names)}</p>
      ${differ.length > mostShown ? html`<details><summary>All ${differ.length} differences</summary><ul class="changes">${differ.map((c) => html`<li>${c}</li>`)}</ul></details>` : nothing}
      ${this.sharing()}
      ${even ? html`<p class="decided">${even.text} <button type="button" @click=${() => this.help.even(even.side, r)}>Even it out</button></p>` : nothing}
      <div class="plots">
        <section id="who-wins"><h3>Who wins</h3>${winners(outcomes(r).map((i) => ({ label: outcomeName(now, now.outcomes[i]!), side: side(now.outcomes[i]!.name), before: then?.outcomes[i]!.share, now: now.outcomes[i]!.share })), names, width)}</section>
        <section><h3>How long it takes</h3>${lengths(r.points, names, width)}</section>
        <section><h3>Who stands at the end</h3>${dots(now.combatants.map((c) => ({ label: personName(c), side: side(c.side), before: then?.combatants.find((o) => o.name === c.name)?.stands, now: c.stands })), names, width,
          { about: "Who stands at the end", axis: "of all fights", most: 1, text: (v) => `${Math.round(v * 100)}%` })}</section>
        <section><h3>${then ? "What changed" : "What they do"}</h3>${dots(shown.map((a) => ({ label: a.name, before: a.before, now: a.now })), names, width,
          { about: "Actions per fight", axis: `times in a fight${then ? ", the largest changes first" : ""}`, most: Math.max(...shown.flatMap((a) => [a.now.high, a.before?.high ?? 0])), text: (v) => v.toFixed(v >= 10 || v === 0 ? 0 : v >= 1 ? 1 : 2) })}
          <details><summary>All actions in figures</summary><p class="quiet">${brackets}</p><div class="wide-table" tabindex="0" role="group" aria-label="All actions"><table class="cells-of">
            <thead><tr><th scope="col">action</th>${r.points.map((_, i) => html`<th scope="col" class="numeric">${r.points.length > 1 && i === 0 ? names.before : names.now}</th><th scope="col" class="numeric">succeeds</th>`)}</tr></thead>
            <tbody>${done.map((a) => html`<tr><th scope="row">${a.name}</th>${[...(a.before ? [a.before] : []), a.now].map((x, i) => html`<td class="numeric">${meanText(x)}</td><td class="numeric">${a.success[i] ? shareText(a.success[i]) : ""}</td>`)}</tr>`)}</tbody></table></div></details></section>
      </div>
      <div class="tools">
        ${turned === undefined ? nothing : html`${watch("Watch a fight that turned", turned)}${watch(`the same dice by ${names.before}`, turned, before)}`}
        ${watch("Watch a typical fight", now.typical?.trial)}${watch("the shortest", now.shortest?.trial)}${watch("the longest", now.longest?.trial)}
      </div>
      <p class="quiet">${origin(r)}.</p>`;
  }
}
