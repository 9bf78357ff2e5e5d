// The panel Encounter: the ground and the people of the open fight, to be changed without typing. The engine makes edits of each change.
import { html, nothing, render, svg, type TemplateResult } from "lit-html";
import { Cast } from "../fight/sides";
import type { Engine } from "../engine/engine";
import type { Change, DrawnGround, Edit, Layout, Person, Placed, Spot } from "../engine/protocol";
import { lookOf } from "../fight/ground";
import { called, Plan } from "./ground";

/** What the rest of the page does for the panel. */
export interface Doors {
  file: () => string;
  /** Passes on what has been typed. */
  settle: () => Promise<void>;
  /** Makes edits, and checks the file again. */
  change: (edits: Edit[]) => Promise<void>;
  newFight: (rules: string) => void;
  play: () => void;
  undo: () => void;
  show: (from: number, to: number) => void;
  failed: (err: unknown) => void;
}

interface State {
  file: string;
  layout?: Layout | undefined;
  /** The kind of ground that is painted; undefined: people are moved. */
  brush: number | undefined;
  /** Whose form is open. */
  chosen: string;
  /** Where the keyboard is on the ground, and whom it carries. */
  cursor: Spot | undefined;
  carried: string;
  /** What has been painted, by column and row, and who has been moved, before the file says it. */
  painted: Map<string, number>;
  moved: { who: string; to: Spot } | undefined;
  said: string;
}

/** A change that is made of the file as it is when its turn comes. */
type Making = (now: Layout) => Change | undefined;

type Field = "side" | "is" | "tactic" | "title";

/** Takes the new value of a field, which shows the old one again until the file says it. */
function taken(e: Event, old: string): string {
  const field = e.target as HTMLInputElement | HTMLSelectElement, { value } = field;
  field.value = old;
  return value;
}

const fresh = { brush: undefined, chosen: "", cursor: undefined, carried: "", painted: new Map<string, number>(), moved: undefined, said: "" };
const key = (m: Spot): string => `${m.x},${m.y}`;

export class Encounter {
  readonly name = "encounter";
  readonly title = "Encounter";
  private state: State = { file: "", ...fresh };
  private place: HTMLElement | undefined;
  /** New names of people: another field of theirs may have been filled in meanwhile. */
  private readonly renamed = new Map<string, string>();
  /** The changes to come, one after the other, and the last reading of the file. */
  private queue = Promise.resolve();
  private reading: Promise<void> = Promise.resolve();

  constructor(private readonly engine: Engine, private readonly doors: Doors) {}

  /** Shows the encounter of the open file. */
  open(place: HTMLElement): void {
    if (!this.place) new ResizeObserver(() => this.set({})).observe(place);
    this.place = place;
    if (this.doors.file() !== this.state.file) this.set({ ...fresh, file: this.doors.file(), layout: undefined });
    this.reading = this.read();
  }

  private async read(): Promise<void> {
    const file = this.doors.file();
    const layout = await this.engine.ask("encounter", file).catch((err: unknown) => { this.doors.failed(err); return undefined; });
    if (layout && file === this.state.file) this.set({ layout });
  }

  private set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    if (!this.place) return;
    render(this.view(), this.place);
    // The styles are told how many spaces a pixel is, for figures that are as large on any map.
    const plan = this.place.querySelector<SVGSVGElement>("svg.plan"), box = plan?.viewBox.baseVal;
    if (plan && box) plan.style.setProperty("--px", String(Math.max(box.width / plan.clientWidth, box.height / plan.clientHeight)));
  }

  /** Makes a change, after those before it; somebody new is chosen. */
  private make(making: Making): void {
    this.queue = this.queue.then(async () => {
      const { file } = this.state;
      try {
        await this.doors.settle();
        const now = await this.engine.ask("encounter", file), change = making(now);
        if (!change || file !== this.doors.file()) return;
        if ("who" in change && !now.people.some((p) => p.name === change.who)) change.who = this.renamed.get(change.who) ?? change.who;
        const edits = await this.engine.ask("changeEncounter", change);
        if (edits.length > 0) await this.doors.change(edits);
        await this.reading;
        if (change.do === "rename") this.renamed.set(change.who, change.value);
        const added = this.state.layout?.people.find((p) => !now.people.some((o) => o.name === p.name));
        if (added) this.set({ chosen: added.name });
        if (change.do === "remove") this.place?.querySelector<HTMLElement>(".cast button")?.focus(); // the button that was pressed is gone
      } catch (err) {
        this.doors.failed(err);
      } finally {
        this.set({ painted: new Map(), moved: undefined });
      }
    });
  }

  private move(who: string, to: Spot): void {
    this.set({ moved: { who, to } });
    this.make(() => ({ file: this.state.file, do: "set", who, key: "place", to }));
  }

  private write(who: string, field: Field, value: string): void { this.make(() => ({ file: this.state.file, do: "set", who, key: field, value })); }

  /** Writes what has been painted. */
  private draw(painted: Map<string, number>): void {
    this.make(({ ground: g }) => g && { file: this.state.file, do: "draw", width: g.width, height: g.height, cells: (g.cells ?? []).map((k, i) => painted.get(key({ x: i % g.width, y: Math.floor(i / g.width) })) ?? k) });
  }

  /** Gives the ground another size, if everyone still stands on it. */
  private resize(width: number, height: number): void {
    const { layout } = this.state;
    const out = layout?.people.find((p) => p.at && (p.at.x >= width * layout.ground!.mark || p.at.y >= height * layout.ground!.mark || p.at.x < 0 || p.at.y < 0));
    if (out) this.doors.failed(new Error(`${called(out)} would stand outside of a ground of ${width} x ${height}: move them first.`));
    else if (!(width >= 1 && width <= 200 && height >= 1 && height <= 200)) this.doors.failed(new Error("A ground is 1 to 200 wide and high here."));
    else this.make(({ ground: g }) => g && { file: this.state.file, do: "draw", width, height, cells: Array.from({ length: width * height }, (_, i) => {
      const x = i % width, y = Math.floor(i / width);
      return x < g.width && y < g.height ? g.cells![y * g.width + x]! : 0;
    }) });
  }

  /** A free place next to somebody. */
  private beside(now: Layout, near?: Spot): Spot | undefined {
    return now.ground && new Plan(now.ground, now.people).free(near ?? { x: 0, y: 0 });
  }

  // The ground, by pointer and by keyboard.

  /** The ground as the file has it. */
  private get plan(): Plan | undefined {
    const { layout } = this.state;
    return layout?.ground && new Plan(layout.ground, layout.people);
  }

  /** Where a pointer is on the ground. */
  private under(e: PointerEvent): Spot | undefined {
    const matrix = this.place?.querySelector<SVGSVGElement>("svg.plan")?.getScreenCTM();
    return matrix ? this.plan?.at(new DOMPoint(e.clientX, e.clientY).matrixTransform(matrix.inverse())) : undefined;
  }

  private down(e: PointerEvent): void {
    if (e.button !== 0) return;
    const { brush, layout } = this.state, at = this.under(e), who = (e.target as Element).closest<SVGElement>(".token")?.dataset["who"];
    this.set({ cursor: undefined, carried: "" });
    if (brush === undefined && who) {
      const p = layout!.people.find((x) => x.name === who)!;
      this.set({ chosen: who, moved: p.locked ? undefined : { who, to: p.at! } });
    } else if (brush !== undefined && at && !layout!.ground!.locked) this.set({ painted: new Map([[key(this.plan!.cellOf(at)), brush]]) });
    else return;
    (e.currentTarget as Element).setPointerCapture(e.pointerId);
  }

  private drag(e: PointerEvent): void {
    const { brush, moved, painted } = this.state;
    if (!(e.currentTarget as Element).hasPointerCapture(e.pointerId)) return;
    for (const x of e.getCoalescedEvents().length > 0 ? e.getCoalescedEvents() : [e]) {
      const at = this.under(x);
      if (!at) continue;
      if (brush !== undefined) painted.set(key(this.plan!.cellOf(at)), brush);
      else if (moved) moved.to = at;
    }
    this.set({});
  }

  private up(e: PointerEvent): void {
    const { brush, layout, moved, painted } = this.state;
    if (!(e.currentTarget as Element).hasPointerCapture(e.pointerId)) return;
    (e.currentTarget as Element).releasePointerCapture(e.pointerId);
    if (brush !== undefined) return this.draw(painted);
    const from = layout!.people.find((p) => p.name === moved?.who)?.at;
    if (moved && from && key(from) !== key(moved.to)) this.move(moved.who, moved.to);
    else this.set({ moved: undefined });
  }

  private press(e: KeyboardEvent, plan: Plan): void {
    const { brush, carried, layout } = this.state, f = plan.places, words = (at: Spot): string => plan.words(at.x, at.y);
    const way = ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as Record<string, [number, number]>)[e.key];
    const cursor = this.state.cursor ?? layout!.people.find((p) => p.at)?.at ?? { x: f.left, y: f.top };
    const here = plan.on(cursor).find((p) => !p.locked);
    if (way) {
      const step = carried === "" ? plan.mark : 1, within = (n: number, from: number, to: number): number => Math.min(Math.max(n, from), to - 1);
      const to = this.state.cursor ? { x: within(cursor.x + way[0] * step, f.left, f.right), y: within(cursor.y + way[1] * step, f.top, f.bottom) } : cursor;
      this.set({ cursor: to, said: plan.describe(to) });
    } else if (e.key === "Escape" && carried !== "") this.set({ carried: "", said: "Left where they were." });
    else if (e.key !== " " && e.key !== "Enter") return;
    else if (brush !== undefined) {
      const painted = new Map([[key(plan.cellOf(cursor)), brush]]);
      this.set({ cursor, painted, said: `${words(cursor)}: ${plan.ground.kinds[brush]!.title || "open ground"}` });
      this.draw(painted);
    } else if (carried !== "") {
      this.set({ carried: "", cursor, said: `Put at ${words(cursor)}.` });
      this.move(carried, cursor);
    } else if (here) this.set({ cursor, carried: here.name, chosen: here.name, said: `${called(here)} is picked up: arrows, then Space puts down.` });
    e.preventDefault();
    e.stopPropagation();
  }

  // What is shown.

  private view(): TemplateResult {
    const { layout } = this.state;
    if (!layout) return html``;
    if (!layout.fight) return this.other(layout);
    return html`<div class="pane-head"><h2>Encounter</h2><button type="button" class="main" @click=${this.doors.play}>Play it</button><button type="button" @click=${this.doors.undo}>Undo</button></div>
      ${layout.locked ? html`<p class="quiet">${layout.locked}</p>` : html`${layout.ground ? this.groundView(layout, layout.ground) : html`<p class="quiet">These rules have no map.</p>`}${this.people(layout)}`}`;
  }

  private other(layout: Layout): TemplateResult {
    return html`<div class="pane-head"><h2>Encounter</h2></div>
      <p>Here you paint the ground of a fight, place people, and choose who they are. It is for files with a fight, and writes what you would type there.</p>
      ${layout.rules ? html`<p><button type="button" class="main" @click=${() => this.doors.newFight(layout.rules)}>A new fight by these rules</button></p>` : html`<p class="quiet">Open a fight, or the rules for a new one.</p>`}`;
  }

  /** Everyone, with whoever is being moved where the pointer or the keyboard has them. */
  private placed(layout: Layout): Placed[] {
    const { carried, cursor } = this.state, moved = carried !== "" && cursor ? { who: carried, to: cursor } : this.state.moved;
    return layout.people.map((p) => (p.name === moved?.who ? { ...p, at: moved.to } : p));
  }

  private cast(layout: Layout): Cast { return new Cast(layout.people.map((p, i) => ({ who: i, name: p.name, title: called(p), mark: "", side: p.side }) as Person)); }

  private groundView(layout: Layout, g: DrawnGround): TemplateResult {
    const { brush, cursor, painted, chosen, said } = this.state, plan = new Plan(g, layout.people), f = plan.places;
    const kind = (x: number, y: number): number => painted.get(key({ x, y })) ?? g.cells?.[y * g.width + x] ?? 0;
    const drawnYet = g.width > 0, rows = g.grid !== "zones";
    const size = (label: string, value: number, change: (n: number) => void): TemplateResult => html`<label>${label} <input type="number" min="1" max="200" .value=${String(value)} @change=${(e: Event) => change(Number(taken(e, String(value))))}></label>`;
    return html`<section class="ground" aria-label="The ground">
      ${g.locked ? html`<p class="quiet">The ground is ${g.locked}.</p>` : !drawnYet && rows ? html`<p class="quiet">The ground is open, without a map.
        <button type="button" class="small" @click=${() => this.resize(Math.max(10, Math.ceil(f.right / g.mark)), Math.max(8, Math.ceil(f.bottom / g.mark)))}>Draw a map</button></p>` : this.palette(g, brush)}
      <div class=${brush === undefined ? "board" : "board painting"} tabindex="0" role="application" aria-describedby="ground-said"
        aria-label=${`The ground: arrow keys move a cursor, Space ${brush === undefined ? "picks somebody up and puts them down" : "paints"}`}
        @pointerdown=${(e: PointerEvent) => this.down(e)} @pointermove=${(e: PointerEvent) => this.drag(e)} @pointerup=${(e: PointerEvent) => this.up(e)} @pointercancel=${() => this.set({ painted: new Map(), moved: undefined })}
        @keydown=${(e: KeyboardEvent) => this.press(e, plan)} @blur=${() => this.set({ cursor: undefined, carried: "", said: "" })}>
        ${plan.picture(this.placed(layout), this.cast(layout), kind, chosen, cursor)}</div>
      <p id="ground-said" class="quiet" aria-live="polite">${said || (brush === undefined ? "Drag people to other places." : rows ? "Drag over the ground to paint it." : "Click a zone to paint it.")}</p>
      ${rows && drawnYet && !g.locked ? html`<div class="tools">${size("Width", g.width, (n) => this.resize(n, g.height))}${size("Height", g.height, (n) => this.resize(g.width, n))}
        ${g.grid === "plane" ? html`<span class="quiet">cells of ${plan.length(g.mark)} ${g.unitName}</span>` : nothing}</div>` : nothing}
    </section>`;
  }

  private palette(g: DrawnGround, brush: number | undefined): TemplateResult {
    const choice = (label: string, value: number | undefined, sample: unknown): TemplateResult => html`<label class="brush"><input type="radio" name="brush" .checked=${brush === value} @change=${() => this.set({ brush: value })}>${sample}${label}</label>`;
    return html`<fieldset class="palette"><legend>Move or paint</legend>${choice("move people", undefined, nothing)}
      ${g.kinds.map((k, i) => choice(k.title || (g.grid === "zones" ? "none" : "open ground"), i, html`<svg viewBox="0 0 1 1" class="sample cells" aria-hidden="true">${svg`<rect width="1" height="1" class=${lookOf(g, i)}></rect>${k.closed || i === 0 ? nothing : svg`<text x="0.5" y="0.5" dy="0.3em" class="ground-mark" font-size="0.6">${k.mark || k.title[0]}</text>`}`}</svg>`))}</fieldset>`;
  }

  private people(layout: Layout): TemplateResult {
    const cast = this.cast(layout), sides = [...new Set(layout.people.map((p) => p.side).filter(Boolean))];
    return html`<section class="cast" aria-label="People"><h3>People</h3>
      <ul>${layout.people.map((p, i) => html`<li>
        <button type="button" class="who" aria-expanded=${p.name === this.state.chosen} @click=${() => this.set({ chosen: p.name === this.state.chosen ? "" : p.name })}>
          <svg viewBox="-1.1 -1.1 2.2 2.2" class="tokens" aria-hidden="true">${this.badge(p, i, cast)}</svg><b>${called(p)}</b> <small>${[layout.creatures.find((c) => c.name === p.is)?.title ?? p.is, p.side].filter(Boolean).join(", ")}</small></button>
        ${p.name === this.state.chosen ? p.locked ? html`<p class="quiet">${p.locked}. ${this.inFile(p)}</p>` : this.form(layout, p, sides) : nothing}</li>`)}</ul>
      ${this.adding(layout, sides)}
      <datalist id="sides">${sides.map((x) => html`<option value=${x}></option>`)}</datalist></section>`;
  }

  private badge(p: Placed, i: number, cast: Cast): unknown {
    return svg`<g class="token ${p.thing ? "thing" : cast.colour(i)}"><circle r="0.95" class="body"></circle><text dy="0.35em" font-size="1.1">${cast.mark(i)}</text></g>`;
  }

  private inFile(p: Placed): TemplateResult { return html`<button type="button" @click=${() => this.doors.show(p.where.from, p.where.to)}>Show in the file</button>`; }

  private form(layout: Layout, p: Placed, sides: string[]): TemplateResult {
    const text = (label: string, value: string, change: (v: string) => void, list?: string): TemplateResult => html`<label>${label}
      <input type="text" list=${list ?? nothing} .value=${value} @change=${(e: Event) => change(taken(e, value))}></label>`;
    const select = (label: string, field: Field, options: { name: string; title: string }[], none: string): TemplateResult => html`<label>${label}
      <select @change=${(e: Event) => this.write(p.name, field, taken(e, p[field]))}>
        ${[{ name: "", title: none }, ...options, ...(p[field] === "" || options.some((o) => o.name === p[field]) ? [] : [{ name: p[field], title: p[field] }])].map((o) => html`<option value=${o.name} .selected=${o.name === p[field]}>${o.title}</option>`)}</select></label>`;
    return html`<div class="form">
      ${p.thing ? nothing : html`${text("Name in the file", p.name, (v) => this.make(() => ({ file: this.state.file, do: "rename", who: p.name, value: v.trim() })))}
        ${text("Title", p.title, (v) => this.write(p.name, "title", v))}${text("Side", p.side, (v) => this.write(p.name, "side", v), sides.length > 0 ? "sides" : undefined)}
        ${layout.creatures.length > 0 ? select("Creature", "is", layout.creatures, "none: own values") : nothing}
        ${layout.tactics.length > 0 ? select("Tactic", "tactic", [...layout.tactics, { name: "thinks", title: "thinks ahead" }], "of side or creature") : nothing}`}
      ${layout.ground ? this.whereabouts(layout.ground, p) : nothing}
      <div class="tools">${p.thing ? nothing : html`<button type="button" @click=${() => this.make((now) => ({ file: this.state.file, do: "copy", who: p.name, to: p.at && this.beside(now, p.at) }))}>One more like this</button>`}
        <button type="button" @click=${() => this.make(() => ({ file: this.state.file, do: "remove", who: p.name }))}>Remove</button>${this.inFile(p)}</div></div>`;
  }

  /** Fields for a place: a zone, or a column and a row. */
  private whereabouts(g: DrawnGround, p: Placed): TemplateResult {
    if (g.grid === "zones") {
      return html`<label>Place <select @change=${(e: Event) => this.move(p.name, { x: Number(taken(e, String(p.at?.x ?? ""))), y: 0 })}>${p.at ? nothing : html`<option value="" selected>nowhere</option>`}${g.zones?.map((z, i) => html`<option value=${i} .selected=${p.at?.x === i}>${z.title}</option>`)}</select></label>`;
    }
    const length = (spaces: number): number => this.plan!.length(spaces);
    const number = (label: string, axis: "x" | "y"): TemplateResult => {
      const value = p.at ? String(length(p.at[axis])) : "";
      return html`<label>${label} <input type="number" step=${length(1)} .value=${value}
        @change=${(e: Event) => {
          const given = taken(e, value);
          if (given !== "") this.move(p.name, { ...(p.at ?? { x: 0, y: 0 }), [axis]: Math.round(Number(given) / length(1)) });
        }}></label>`;
    };
    return html`<div class="where">${number("Column", "x")}${number("Row", "y")}</div>`;
  }

  private adding(layout: Layout, sides: string[]): TemplateResult {
    const value = (e: Event, name: string): string => (e.target as Element).closest("form")!.querySelector<HTMLSelectElement>(`[name=${name}]`)?.value ?? "";
    return html`<form class="tools" @submit=${(e: Event) => {
      e.preventDefault();
      const is = value(e, "is"), side = value(e, "side");
      this.make((now) => ({ file: this.state.file, do: "new", is, side, to: this.beside(now, now.people.find((p) => p.side === side && p.at)?.at) }));
    }}>${layout.creatures.length > 0 ? html`<label>Add a <select name="is">${layout.creatures.map((c) => html`<option value=${c.name}>${c.title}</option>`)}</select></label>` : nothing}
      <label>${layout.creatures.length > 0 ? "to" : "Add to"} the side <select name="side">${sides.map((x) => html`<option>${x}</option>`)}</select></label> <button type="submit">Add</button></form>`;
  }
}
