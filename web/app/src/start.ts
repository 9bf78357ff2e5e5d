// The start: what rulec is for, a rule to change, and every fight that comes with it.
import { html, nothing, render, type TemplateResult } from "lit-html";
import { fights, whoWins } from "./bars";
import type { Engine } from "./engine/engine";
import { Pool } from "./engine/pool";
import type { Example, Report } from "./engine/protocol";
import { gallery } from "./gallery";

/** The rule to change: a param of house rules that are built in, and a fight that is decided by it. */
const rule = { fight: "examples/02-house-rules.yaml", file: "examples/grim-scuffle.yaml", of: /\bbruises_to_drop: \d+/, least: 1, most: 5, usual: 2 };

/** What the other parts of the page do for the start. */
export interface Doors { folder: () => string[]; watch: (file: string) => void; rules: (fight: string, file: string, changed: { of: RegExp; to: string }) => void; table: () => void; hand: () => void; house: () => void; fight: () => void; files: (list: File[]) => void; failed: (err: unknown) => void }

interface State {
  examples: Example[];
  /** What is looked for among them. */
  wanted: string;
  /** The value of the rule, and who wins how often without and with it; undefined while that is being played. */
  value: number;
  report?: Report | undefined;
  /** The fight on the table, as a picture, and its title. */
  picture?: Node | undefined;
  title: string;
  /** Whether it is played by hand, and goes on. */
  mine: boolean;
}

export class Start {
  private state: State = { examples: [], wanted: "", value: rule.usual + 1, title: "", mine: false };
  private readonly pool = new Pool();
  private playing = 0;

  constructor(private readonly place: HTMLElement, private readonly engine: Engine, private readonly doors: Doors) {}

  /** Begins, once the engine is there. */
  async open(): Promise<void> {
    this.set({ examples: await this.engine.ask("examples", {}) });
    await this.play();
  }

  /** Draws what there is so far. */
  draw(): void { render(this.view(), this.place); }

  /** Shows the fight that is on the table. */
  fight(title: string, map: Element | null, mine: boolean): void {
    this.set({ title, mine, picture: map?.cloneNode(true) });
    void this.engine.ask("examples", {}).then((examples) => this.set({ examples }));
  }

  /** Leads to the field that finds a fight. */
  find(): void {
    const field = this.place.querySelector<HTMLElement>("#find-fight");
    field?.closest("section")?.scrollIntoView({ block: "start" });
    field?.focus();
  }

  private set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.draw();
  }

  /** Plays the fight with the rule as it is and as it is changed, with the same dice. */
  private async play(): Promise<void> {
    const now = ++this.playing;
    this.pool.stop();
    try {
      const text = (await this.engine.ask("readFile", rule.file)).text.replace(rule.of, this.changed());
      const which = { file: rule.fight, case: "" };
      const report = await this.pool.play([{ name: rule.file, text }], { ...which, against: { ...which, asShipped: true }, seed: "3", fights }, this.engine, () => undefined);
      if (report && now === this.playing) this.set({ report });
    } catch (err) {
      if (now === this.playing) this.doors.failed(err);
    }
  }

  private changed(): string { return `bruises_to_drop: ${this.state.value}`; }

  private change(value: number): void {
    this.set({ value, report: undefined });
    void this.play();
  }

  private view(): TemplateResult {
    const { title, picture, mine } = this.state, loading = this.state.examples.length === 0;
    return html`
      <div class="welcome">
        <h2>Write combat rules, play the fights, see who wins.</h2>
        <p>Tabletop combat whose rules are files that you can read and change. Nothing leaves your computer.</p>
      </div>
      <div class="tiles">
        <section class="tile" aria-label="Watch a fight">
          <h3>${mine ? "Your fight" : "Watch a fight"}</h3>
          <div class="picture" aria-hidden="true">${picture ?? nothing}</div>
          <p>${title}</p>
          <div class="tools"><button type="button" class="main" ?disabled=${loading} @click=${this.doors.table}>${mine ? "Go on with it" : "Watch it"}</button>
            ${mine ? nothing : html`<button type="button" ?disabled=${loading} @click=${this.doors.hand}>Play it by hand</button>`}</div>
        </section>
        <section class="tile" aria-label="Change a rule">
          <h3>Change a rule</h3>
          ${this.rule()}
        </section>
        <section class="tile" aria-label="Bring your own">
          <h3>Bring your own</h3>
          <p>House rules change a few lines of one of five systems, or start with a small system that is all yours.</p>
          <button type="button" class="main" ?disabled=${loading} @click=${this.doors.house}>Start your own rules</button>
          <label class="drop"><span class="button">Choose files</span> or drop rule files, a folder or a zip here<input type="file" multiple accept=".yaml,.yml,.md,.zip" @change=${(e: Event) => this.doors.files([...((e.target as HTMLInputElement).files ?? [])])}></label>
        </section>
      </div>
      <section class="gallery" aria-label="Fights"><div class="tools"><h3>Fights to open</h3><button type="button" ?disabled=${loading} @click=${this.doors.fight}>New fight</button></div>${gallery(this.state.examples, this.doors.folder(), this.state.wanted, (wanted) => this.set({ wanted }), this.doors.watch)}</section>`;
  }

  private rule(): TemplateResult {
    const { value, report } = this.state;
    return html`
      <p class="quiet">A brawl in a tavern, two guests against two of the house:</p>
      <label class="slide">Bruises that put somebody on the floor: <output>${value}</output>
        <span class="quiet">${rule.least}</span><span class="quiet">${rule.most}</span><input id="slide" type="range" aria-label="Bruises that put somebody on the floor" min=${rule.least} max=${rule.most} .value=${String(value)} list="usual" @change=${(e: Event) => this.change(Number((e.target as HTMLInputElement).value))}></label>
      <datalist id="usual"><option value=${rule.usual} label=${`${rule.usual} by these house rules`}></option></datalist>
      <div id="bars" aria-live="polite" data-value=${report ? value : nothing}>${report ? whoWins(report, [`${rule.usual}, the rule`, `${value}, as set`]) : html`<p class="quiet">Playing ${fights} fights each way ..</p>`}</div>
      <button type="button" ?disabled=${this.state.examples.length === 0} @click=${() => this.doors.rules(rule.fight, rule.file, { of: rule.of, to: this.changed() })}>Open these rules</button>`;
  }
}
