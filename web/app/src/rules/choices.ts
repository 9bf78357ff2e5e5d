// The panel of choices: what rules leave to the table, as a form that writes into the rules, and who wins more by it.
import { html, nothing, render, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { fights, whoWins } from "../bars";
import type { Engine } from "../engine/engine";
import { Pool, type Progress } from "../engine/pool";
import type { Edit, Form, Param, Playable, Report, SourceFile } from "../engine/protocol";

/** What the other parts of the page do for the panel. */
export interface Doors {
  /** The open file. */
  file: () => string;
  /** Passes on what has been typed, so that changes fit the text. */
  settle: () => Promise<void>;
  text: (name: string) => Promise<string>;
  files: () => SourceFile[];
  /** The file of the fight on the table. */
  fight: () => string | undefined;
  change: (edits: Edit[]) => Promise<void>;
  open: (name: string) => void;
  house: (system: string) => void;
}

interface State {
  /** The params of the open file's rules; undefined while they can't be read. */
  form?: Form | undefined;
  /** What is looked for. */
  find: string;
  /** A value that a param can't have, and why. */
  wrong?: { name: string; why: string } | undefined;
  fights: Playable[];
  /** The fight to try the rules with. */
  fight: string;
  progress?: Progress | undefined;
  report?: Report | undefined;
  /** What there is to say instead of a report. */
  told: string;
}

export class Choices {
  private state: State = { find: "", fights: [], fight: "", told: "" };
  private place: HTMLElement | undefined;
  private readonly pool = new Pool();
  /** The texts of rules when they were seen first: what they were before, if they override nothing. */
  private readonly before = new Map<string, string>();
  /** Changes are made one after the other. */
  private last: Promise<void> = Promise.resolve();
  private waiting = 0;

  constructor(private readonly engine: Engine, private readonly doors: Doors) {}

  /** Shows the choices of the open file's rules as they are now. */
  async open(place: HTMLElement): Promise<void> {
    this.place = place;
    if (this.waiting > 1) return; // a slider is on its way further
    const file = this.doors.file();
    try {
      const form = await this.ask(file), other = form.file !== this.state.form?.file;
      const list = form.file === "" ? [] : other ? await this.engine.ask("fightsBy", form.file) : this.state.fights;
      if (file !== this.doors.file()) return;
      const open = this.doors.fight();
      if (other || form.defaults !== this.state.form?.defaults || String(form.params.map((p) => p.value)) !== String(this.state.form?.params.map((p) => p.value))) this.leave();
      this.set({ form, fights: list, ...(other ? { find: "", wrong: undefined, fight: (list.find((f) => f.name === open) ?? list[0])?.name ?? "" } : {}) });
      if (other) place.parentElement!.scrollTop = 0;
    } catch {
      this.leave();
      this.set({ form: undefined }); // the mistakes are listed below the editor
    }
  }

  private async ask(file: string): Promise<Form> {
    const form = await this.engine.ask("params", { file, before: "" });
    if (form.file === "") return form;
    if (!this.before.has(form.file)) this.before.set(form.file, await this.doors.text(form.file));
    return this.engine.ask("params", { file, before: this.before.get(form.file)! });
  }

  private set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    if (this.place) render(this.view(), this.place);
  }

  /** Leaves the fights that are being played by rules which have changed since. */
  private leave(): void {
    this.pool.stop();
    this.set({ report: undefined, progress: undefined, told: "" });
  }

  /** Writes another value into the rules. */
  private give(p: Param, value: string): void {
    this.waiting++;
    this.last = this.last.then(async () => {
      const file = this.doors.file(), form = this.state.form;
      if (!form) return;
      let why = "";
      try {
        await this.doors.settle();
        await this.doors.change(await this.engine.ask("setParam", { file, before: this.before.get(form.file) ?? "", name: p.name, value }));
      } catch (err) {
        why = err instanceof Error ? err.message : String(err);
      }
      if (this.place) await this.open(this.place); // with the value that holds
      this.set({ wrong: why === "" ? undefined : { name: p.name, why } });
    }).finally(() => { this.waiting--; });
  }

  /** Plays a fight by the rules as they are, and with all choices at their defaults. */
  private async play(): Promise<void> {
    await this.last;
    await this.doors.settle();
    const { form, fight } = this.state;
    this.leave();
    if (!form?.params.some((p) => p.changed)) return this.set({ told: "Nothing is changed yet: change a choice, and see who wins more by it." });
    this.set({ progress: { done: 0, of: fights } });
    try {
      const defaults = form.file.replace(/(\.\w+)$/, ".defaults$1");
      const report = await this.pool.play([...this.doors.files(), { name: defaults, text: form.defaults }],
        { file: fight, case: "", rules: form.file, against: { file: fight, case: "", rules: defaults }, seed: "3", fights }, this.engine, (progress) => this.set({ progress }));
      if (report) this.set({ report, progress: undefined });
    } catch (err) {
      this.set({ progress: undefined, told: `This fight can't be played so: ${err instanceof Error ? err.message : String(err)}.` });
    }
  }

  private view(): TemplateResult {
    const { form, find } = this.state;
    if (!form) return html`<p>The choices are shown as soon as the mistakes in the rules are fixed.</p>`;
    if (form.file === "") return html`<p>This file names no rules, so there is nothing to choose. A ruleset or a fight has choices.</p>`;
    const words = find.trim().toLowerCase();
    const list = form.params.filter((p) => `${p.title} ${p.name.replaceAll("_", " ")} ${p.name} ${p.about} ${p.group}`.toLowerCase().includes(words));
    const grouped = form.params.some((p) => p.group !== form.params[0]!.group);
    const changed = form.params.filter((p) => p.changed).length;
    return html`
      <div class="choices-head">
        ${form.system ? html`<p>These are the built-in rules: they stay as they are, so that there is something to come back to. House rules change them, a line for each choice.</p>
            <button type="button" class="main" id="start-house" @click=${() => this.doors.house(form.system!)}>Start house rules for ${form.system}</button>`
          : html`<p>What these rules leave to your table. Each change is a line in ${form.file === this.doors.file() ? "this file" : html`<button type="button" class="link" @click=${() => this.doors.open(form.file)}>${form.file}</button>`}. <b>${changed === 0 ? "All are at their defaults." : changed === 1 ? "1 is changed." : `${changed} are changed.`}</b></p>`}
        ${form.params.length > 8 ? html`<label class="find">Find <input type="search" .value=${live(find)} @input=${(e: Event) => this.set({ find: (e.target as HTMLInputElement).value })}></label>` : nothing}
      </div>
      <div class="params">
        ${form.params.length === 0 ? html`<p>These rules have no params. A ruleset lists its own under params:, each with a default.</p>` : list.length === 0 ? html`<p>None is called so.</p>` : nothing}
        ${list.map((p, i) => html`${grouped && p.group !== list[i - 1]?.group ? html`<h3>${upper(p.group)}</h3>` : nothing}${this.param(p, form.system !== undefined)}`)}
      </div>
      ${form.system ? nothing : this.trial()}`;
  }

  private param(p: Param, fixed: boolean): TemplateResult {
    const { wrong } = this.state, id = `param-${p.name}`;
    return html`
      <div class="param ${p.changed ? "changed" : ""}" data-param=${p.name}>
        <label for=${id}>${upper(p.title)}</label> <code class="quiet">${p.name}</code>
        ${p.about ? html`<p class="quiet" id="${id}-about">${p.about}</p>` : nothing}
        <div class="control">${this.control(p, id, fixed)}</div>
        ${wrong?.name === p.name ? html`<p class="wrong" role="alert">${wrong.why}</p>` : nothing}
        ${p.changed ? html`<p class="back">default: <b>${said(p.default)}</b> <button type="button" class="small" ?disabled=${fixed} aria-label="Back to the default of ${p.title}" @click=${() => this.give(p, p.default)}>Back to the default</button></p>` : nothing}
      </div>`;
  }

  private control(p: Param, id: string, fixed: boolean): TemplateResult {
    const about = p.about ? `${id}-about` : nothing;
    const given = (e: Event): void => this.give(p, (e.target as HTMLInputElement).value.trim());
    if (p.kind === "switch") {
      return html`<input id=${id} type="checkbox" aria-describedby=${about} ?disabled=${fixed} .checked=${live(p.value === "true")} @change=${(e: Event) => this.give(p, String((e.target as HTMLInputElement).checked))}> <span>${said(p.value)}</span>`;
    }
    if (p.kind === "choice") {
      return html`<select id=${id} aria-describedby=${about} ?disabled=${fixed} .value=${live(p.value)} @change=${given}>${p.options!.map((o) => html`<option value=${o} ?selected=${o === p.value}>${said(o)}${o === p.default ? " (default)" : ""}</option>`)}</select>`;
    }
    if (p.kind === "dice") {
      return html`<input id=${id} type="text" size="10" spellcheck="false" aria-describedby=${about} ?disabled=${fixed} .value=${live(p.value)} @change=${given}>`;
    }
    const [least, most] = range(p);
    return html`
      ${least === undefined ? nothing : html`<input type="range" aria-label=${p.title} min=${least} max=${most!} list="${id}-default" ?disabled=${fixed} .value=${live(p.value)}
        @input=${(e: Event) => { (document.getElementById(id) as HTMLInputElement).value = (e.target as HTMLInputElement).value; }} @change=${given}>
        <datalist id="${id}-default"><option value=${p.default}></option></datalist>`}
      <input id=${id} type="number" step=${least === undefined ? "any" : 1} min=${p.least || nothing} max=${p.most || nothing} aria-describedby=${about} ?disabled=${fixed} .value=${live(p.value)} @change=${given}>`;
  }

  /** Who wins more: a fight by these rules, many times. */
  private trial(): TemplateResult {
    const { fights: list, fight, progress, report, told } = this.state;
    if (list.length === 0) return html`<section class="trial" aria-label="Who wins more?"><p>No fight uses these rules yet, so nobody can win by them. A fight is a file with ruleset: and combatants:.</p></section>`;
    const options = (of: Playable[]): TemplateResult[] => of.map((f) => html`<option value=${f.name} ?selected=${f.name === fight}>${f.title}</option>`);
    return html`
      <section class="trial" aria-label="Who wins more?">
        <div class="tools">
          <button type="button" class="main" id="who-wins" ?disabled=${progress !== undefined} @click=${() => void this.play()}>Who wins more?</button>
          <label>Fight <select id="trial-fight" @change=${(e: Event) => { this.leave(); this.set({ fight: (e.target as HTMLSelectElement).value }); }}>
            ${options(list.filter((f) => !f.rules))}${list.some((f) => f.rules) ? html`<optgroup label="By the rules beneath">${options(list.filter((f) => f.rules))}</optgroup>` : nothing}</select></label>
        </div>
        <div id="trial" aria-live="polite">${progress ? html`<p class="quiet">Playing ${fights} fights each way ..</p>` : report ? whoWins(report, ["by default", "as chosen"]) : told ? html`<p>${told}</p>` : nothing}</div>
      </section>`;
  }
}

const upper = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** A value in words. */
const said = (value: string): string => value === "true" ? "yes" : value === "false" ? "no" : value.replaceAll("_", " ");

/** The ends of a slider for a whole number: its bounds, or a range around the default, which a number typed beside it may leave; undefined for others. */
function range(p: Param): [number?, number?] {
  const usual = Number(p.default), now = Number(p.value), least = p.least ? Number(p.least) : Math.min(0, 2 * usual, now);
  const most = p.most ? Number(p.most) : Math.max(least + 10, 2 * usual, now);
  return [usual, now, least, most].every(Number.isInteger) ? [least, most] : [];
}
