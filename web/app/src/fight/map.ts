// The map: a drawing for those who see it, and next to it a grid of labelled cells for those who don't.
import { html, nothing, render, svg, type SVGTemplateResult, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import { repeat } from "lit-html/directives/repeat.js";
import type { Ground, Offer, Person, Scene, Token } from "../engine/protocol";
import { Lay } from "./ground";
import { labelOf } from "./odds";
import { Cast, mainPool, shareLeft } from "./sides";
import { tokenOf } from "./tokens";
import type { Says, Tip } from "./tip";
import { Zoom } from "./zoom";

/** What can be chosen on the map now: the offers, what to do with the chosen one, and what is said of each. */
export interface Choosing { offers: Offer[]; chosen: (index: number) => void; says: (index: number) => Says }

export class BattleMap {
  lay = new Lay();
  private scene: Scene | undefined;
  private cast = new Cast([]);
  private choosing: Choosing | undefined;
  private due: string | undefined;
  /** The cell that takes the focus. */
  private focus = "";
  /** Whom the last step has hurt, and by how much; each blow is shown in the other one of two looks, so that two in a row are two. */
  private struck = new Map<number, string>();
  private blow: 0 | 1 = 0;
  private readonly zoom: Zoom;
  /** How many spaces a pixel is. */
  private px = 0.03;

  constructor(private readonly picture: HTMLElement, private readonly cells: HTMLElement, whole: HTMLElement, private readonly tip: Tip) {
    this.zoom = new Zoom(picture, whole, () => this.draw());
    cells.addEventListener("keydown", (e) => this.key(e));
    new ResizeObserver(() => this.draw()).observe(picture);
  }

  /** Begins with another fight. */
  begin(ground: Ground, cast: Cast): void {
    this.lay = new Lay(ground);
    this.cast = cast;
    this.focus = "";
    this.scene = undefined;
    this.zoom.whole();
    render(nothing, this.picture); // nobody slides from where somebody else was
  }

  /** Shows the state, and whose turn it is; whoever was struck since the state before, if that was not long ago. */
  show(scene: Scene, due: string | undefined, soon: boolean): void {
    const before = this.scene;
    if (before && before.events !== scene.events) {
      this.struck = new Map(scene.events < before.events || !soon ? [] : scene.people.flatMap((p) => {
        const now = mainPool(p), old = before.people.find((q) => q.who === p.who), was = old && mainPool(old);
        if (!now || !was || shareLeft(now) >= shareLeft(was)) return [];
        const by = now.now - was.now;
        return [[p.who, by > 0 ? `+${by}` : String(by)] as const];
      }));
      if (this.struck.size > 0) this.blow = this.blow === 0 ? 1 : 0;
    }
    this.scene = scene;
    this.due = due;
    this.lay.widen(scene.tokens);
    this.draw();
  }

  /** Offers what can be chosen; undefined means nothing. */
  offer(choosing?: Choosing): void {
    this.choosing = choosing;
    this.draw();
  }

  /** Finds out how many spaces a pixel is, for figures and marks that are as large on small maps as on large ones. */
  private measure(): void {
    const [, , width, height] = this.zoom.part(this.lay.box()), at = this.picture.getBoundingClientRect();
    if (at.width > 0) this.px = Math.max(width / at.width, height / at.height);
    this.picture.style.setProperty("--px", String(this.px));
  }

  private draw(): void {
    if (!this.scene) return;
    this.measure();
    render(this.drawing(), this.picture);
    render(this.labelled(), this.cells);
  }

  private drawing(): TemplateResult {
    return html`<svg viewBox=${this.zoom.part(this.lay.box()).join(" ")} class=${`map grid-${this.lay.ground.grid}${this.choosing?.offers.some((o) => o.place) ? " places" : ""}`} aria-hidden="true" preserveAspectRatio="xMidYMid meet">${this.lay.drawing((x, y) => this.describe(x, y))}${this.reach()}${this.tokens()}</svg>`;
  }

  /** Marks the places that can be chosen: of several ways to one the shortest. */
  private reach(): SVGTemplateResult {
    const offers = this.choosing?.offers ?? [], best = new Map<string, number>();
    offers.forEach((o, i) => {
      if (!o.place) return;
      const at = `${o.place.x},${o.place.y}`, before = offers[best.get(at) ?? -1];
      if (!before || (o.allowed && !before.allowed) || (o.allowed === before.allowed && (o.steps ?? 0) < (before.steps ?? 0))) best.set(at, i);
    });
    return svg`<g class="reach">${repeat([...best], ([at]) => at, ([, i]) => {
      const o = offers[i]!, m = this.lay.middle(o.place!.x, o.place!.y);
      return svg`<circle cx=${m.x} cy=${m.y} r="0.32" class=${o.allowed ? "may" : "may-not"} @click=${() => { if (o.allowed) this.choosing?.chosen(i); }}
        ${ref((e) => { if (e) this.tip.on(e, o.allowed ? this.choosing?.says(i) : undefined); })}><title>${labelOf(o, this.lay.ground)}${o.allowed ? "" : `: ${o.why ?? ""}`}</title></circle>`;
    })}</g>`;
  }

  private tokens(): SVGTemplateResult {
    const { people, tokens } = this.scene!, of = (who: number): Person | undefined => people.find((p) => p.who === who);
    const isDown = (t: Token): boolean => { const p = of(t.who); return p !== undefined && (p.out || p.fallen); };
    const spots = [...this.lay.spots([...tokens].sort((a, b) => Number(isDown(b)) - Number(isDown(a)) || Number(a.creature) - Number(b.creature)))];
    return svg`<g class="tokens">${repeat(spots, ([t]) => t.who, ([t, m]) => {
      const p = of(t.who), i = this.choosing?.offers.findIndex((o) => o.who === t.who) ?? -1, may = i >= 0 && this.choosing!.offers[i]!.allowed;
      const by = this.struck.get(t.who), struck = by === undefined ? "" : `struck-${this.blow}` as const;
      return svg`<g class=${["token", t.creature ? this.cast.colour(t.who) : "thing", isDown(t) ? "out" : "", may ? "may" : ""].filter((c) => c !== "").join(" ")} data-card=${t.creature ? `person ${t.who}` : nothing}
        transform=${`translate(${m.x} ${m.y})`} @click=${() => { if (may) this.choosing?.chosen(i); }} ${ref((e) => { if (e) this.tip.on(e, may ? this.choosing?.says(i) : undefined); })}>
        ${tokenOf(t, p, this.cast, m, this.px, { due: this.due !== undefined && p?.name === this.due, may, struck })}
        ${by === undefined ? nothing : svg`<text class=${`float float-${this.blow}`} y=${-1.3 * m.r} font-size=${16 * this.px} aria-hidden="true">${by}</text>`}</g>`;
    })}</g>`;
  }

  /** A cell in words. */
  private describe(x: number, y: number): string {
    const there = this.scene!.tokens.filter((t) => this.lay.covers(t, x, y)).map((t) => {
      const p = this.scene!.people.find((q) => q.who === t.who);
      return t.title + (p?.out ? ", out of the fight" : p?.fallen ? ", down" : "");
    });
    const kind = this.lay.kindAt(x, y);
    return [this.lay.words(x, y), kind?.title || (kind?.closed ? "closed" : ""), ...there].filter((w) => w !== "").join(": ");
  }

  /** The cells as a grid of labels; on open ground and on the plane the occupied places. */
  private labelled(): TemplateResult {
    const g = this.lay.ground, tokens = this.scene!.tokens;
    if (g.grid === "none") return html`<p>These rules have no map.</p>`;
    if (g.grid === "zones") {
      return html`<ul>${(g.zones ?? []).map((z, i) => html`<li>${z.title}: ${tokens.filter((t) => t.x === i).map((t) => t.title).join(", ") || "empty"}; next to ${z.next.map((n) => g.zones![n]!.title).join(", ")}</li>`)}</ul>`;
    }
    const f = this.lay.frame;
    if (!f || g.grid === "plane" || (f.right - f.left) * (f.bottom - f.top) > 3000) {
      return html`<ul>${tokens.map((t) => html`<li>${t.title}: ${this.lay.words(t.x, t.y)}</li>`)}</ul>`;
    }
    if (this.focus === "" && tokens[0]) this.focus = `${tokens[0].x},${tokens[0].y}`;
    const count = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, i) => from + i);
    return html`<div role="grid" aria-label="The map, cell by cell: arrow keys go from one to the next">${count(f.top, f.bottom).map((y) => html`<div role="row">${count(f.left, f.right).map((x) => {
      const at = `${x},${y}`, i = this.offerAt(x, y);
      return html`<span role="gridcell" tabindex=${at === this.focus ? 0 : -1} data-at=${at} ${ref((e) => { if (e) this.tip.on(e, i >= 0 ? this.choosing?.says(i) : undefined); })}>${this.describe(x, y)}</span>`;
    })}</div>`)}</div>`;
  }

  /** The index of the offer for a cell or its occupant; -1 means none. */
  private offerAt(x: number, y: number): number {
    return this.choosing?.offers.findIndex((o) => o.allowed && (o.place ? o.place.x === x && o.place.y === y : this.scene?.tokens.some((t) => t.who === o.who && this.lay.covers(t, x, y)))) ?? -1;
  }

  private key(e: KeyboardEvent): void {
    const steps: Record<string, [number, number]> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
    const step = steps[e.key];
    const [x, y] = this.focus.split(",").map(Number) as [number, number];
    if (step) {
      e.preventDefault();
      e.stopPropagation();
      const next = this.cells.querySelector<HTMLElement>(`[data-at="${x + step[0]},${y + step[1]}"]`);
      if (!next) return;
      this.focus = next.dataset["at"]!;
      this.draw();
      next.focus();
    } else if (e.key === "Enter" || e.key === " ") {
      const i = this.offerAt(x, y);
      if (i < 0) return;
      e.preventDefault();
      e.stopPropagation();
      this.choosing?.chosen(i);
    }
  }
}
