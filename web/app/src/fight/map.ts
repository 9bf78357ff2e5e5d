// The map: a drawing for those who see it, and next to it a grid of labelled cells for those who don't.
import { h, s } from "../dom";
import type { Ground, Offer, Scene, Token } from "../engine/protocol";
import { outline, type Cast } from "./sides";

const root3 = Math.sqrt(3);

/** The position of a drawing, in spaces. */
interface Spot { x: number; y: number }

/** What can be chosen on the map now: the offers, what to do with the chosen one, and with the element that shows an offer. */
export interface Choosing { offers: Offer[]; chosen: (index: number) => void; offered: (shown: Element, index: number) => void }

/** The distance between two hexes, the last counted; odd rows are shifted half a hex to the right. */
function hexesApart(x: number, y: number, u: number, v: number): number {
  const odd = (n: number): number => ((n % 2) + 2) % 2;
  const q = x - (y - odd(y)) / 2, p = u - (v - odd(v)) / 2;
  return Math.max(Math.abs(q - p), Math.abs(y - v), Math.abs(q + y - p - v));
}

export class BattleMap {
  private ground: Ground = { grid: "none", unit: 1, unitName: "", width: 0, height: 0 };
  private scene: Scene | undefined;
  private cast: Cast | undefined;
  private choosing: Choosing | undefined;
  private due: string | undefined;
  /** The drawn part: on open ground it grows as tokens move, and never shrinks. */
  private frame: { left: number; top: number; right: number; bottom: number } | undefined;
  private focus = "0,0";

  constructor(private readonly picture: HTMLElement, private readonly cells: HTMLElement) {
    cells.addEventListener("keydown", (e) => this.key(e));
  }

  /** Begins with another fight. */
  begin(ground: Ground, cast: Cast): void {
    this.ground = ground;
    this.cast = cast;
    this.frame = undefined;
    this.focus = "";
  }

  /** Shows the state, whose turn it is, and what can be chosen. */
  show(scene: Scene, due?: string, choosing?: Choosing): void {
    this.scene = scene;
    this.due = due;
    this.choosing = choosing;
    this.widen(scene.tokens);
    this.picture.replaceChildren(this.drawing());
    this.cells.replaceChildren(...this.labelled());
  }

  private widen(tokens: Token[]): void {
    const round = this.ground.grid === "plane" || this.ground.grid === "hex"; // a place is the middle there
    if (this.ground.width > 0) {
      const edge = this.ground.grid === "plane" ? -0.5 : 0;
      this.frame = { left: edge, top: edge, right: this.ground.width + edge, bottom: this.ground.height + edge };
      return;
    }
    if (this.ground.grid === "zones" || tokens.length === 0) return;
    const f = this.frame ?? { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
    const margin = 2;
    for (const t of tokens) {
      const before = margin + (round ? Math.ceil(t.size / 2) : 0), behind = margin + (round ? Math.ceil(t.size / 2) : t.size);
      f.left = Math.min(f.left, t.x - before);
      f.top = Math.min(f.top, t.y - before);
      f.right = Math.max(f.right, t.x + behind);
      f.bottom = Math.max(f.bottom, t.y + behind);
    }
    this.frame = f;
  }

  /** The middle of a cell. */
  private middle(x: number, y: number): Spot {
    if (this.ground.grid === "hex") return { x: (x + (((y % 2) + 2) % 2) / 2 + 0.5) * root3, y: y * 1.5 + 1 };
    if (this.ground.grid === "plane") return { x, y };
    if (this.ground.grid === "zones") return this.zoneMiddle(x);
    return { x: x + 0.5, y: y + 0.5 };
  }

  /** Zones are next to each other, in two rows if there are many. */
  private zoneMiddle(i: number): Spot {
    const count = this.ground.zones?.length ?? 1;
    const columns = count > 4 ? Math.ceil(count / 2) : count;
    return { x: (i % columns) * 5 + 2.5, y: Math.floor(i / columns) * 4 + 2 };
  }

  private drawing(): SVGSVGElement {
    const g = this.ground;
    const f = this.frame ?? { left: 0, top: 0, right: 8, bottom: 6 };
    let box: [number, number, number, number] = [f.left, f.top, f.right - f.left, f.bottom - f.top];
    if (g.grid === "hex") box = [f.left * root3 - 0.1, f.top * 1.5 - 0.1, (f.right - f.left + 0.5) * root3 + 0.2, (f.bottom - f.top) * 1.5 + 0.7];
    if (g.grid === "square" || g.grid === "hex") { // room for the numbers of columns and rows
      const edge = 0.55;
      box = [box[0] - edge, box[1] - edge, box[2] + edge, box[3] + edge];
    }
    if (g.grid === "zones") {
      const count = g.zones?.length ?? 1;
      box = [0, 0, (count > 4 ? Math.ceil(count / 2) : count) * 5, count > 4 ? 8 : 4];
    }
    const picture = s("svg", { viewBox: box.join(" "), class: `map grid-${g.grid}`, "aria-hidden": "true", preserveAspectRatio: "xMidYMid meet" });
    picture.append(s("defs", {},
      s("pattern", { id: "closed", width: 0.25, height: 0.25, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
        s("rect", { width: 0.25, height: 0.25, class: "wall" }), s("line", { x1: 0, y1: 0, x2: 0, y2: 0.25, class: "hatch" }))));
    picture.append(g.grid === "zones" ? this.zones() : g.grid === "plane" ? this.plane(box) : this.cellsDrawn(f));
    picture.append(this.reach(), this.tokens());
    return picture;
  }

  private corners(m: Spot): string {
    return [[0, -1], [root3 / 2, -0.5], [root3 / 2, 0.5], [0, 1], [-root3 / 2, 0.5], [-root3 / 2, -0.5]]
      .map(([dx, dy]) => `${(m.x + dx! * 0.98).toFixed(3)},${(m.y + dy! * 0.98).toFixed(3)}`).join(" ");
  }

  private cellsDrawn(f: { left: number; top: number; right: number; bottom: number }): SVGGElement {
    const all = s("g", { class: "cells" });
    for (let y = f.top; y < f.bottom; y++) {
      for (let x = f.left; x < f.right; x++) {
        const kind = this.kindAt(x, y);
        const look = kind?.closed ? "closed" : kind?.title ? `rough rough-${this.ground.kinds!.indexOf(kind) % 4}` : "open";
        const m = this.middle(x, y);
        const cell = this.ground.grid === "hex"
          ? s("polygon", { points: this.corners(m), class: look })
          : s("rect", { x, y, width: 1, height: 1, class: look });
        cell.append(s("title", {}, this.describe(x, y)));
        all.append(cell);
        if (kind?.title && !kind.closed) all.append(s("text", { x: m.x, y: m.y + 0.12, class: "ground-mark" }, kind.mark));
      }
    }
    // Columns and rows are numbered, as the files and the log name places.
    for (let x = f.left; x < f.right; x++) all.append(s("text", { x: this.middle(x, f.top).x, y: this.edge(f.top) - 0.12, class: "number" }, String(x)));
    for (let y = f.top; y < f.bottom; y++) all.append(s("text", { x: f.left * (this.ground.grid === "hex" ? root3 : 1) - 0.28, y: this.middle(f.left, y).y + 0.12, class: "number" }, String(y)));
    return all;
  }

  /** The top of a row. */
  private edge(row: number): number { return this.ground.grid === "hex" ? row * 1.5 : row; }

  private plane(box: [number, number, number, number]): SVGGElement {
    const [left, top, width, height] = box;
    const all = s("g", { class: "cells" }, s("rect", { x: left, y: top, width, height, class: "open" }));
    for (let y = 0; y < this.ground.height; y++) {
      for (let x = 0; x < this.ground.width; x++) {
        const kind = this.kindAt(x, y);
        if (kind?.closed || kind?.title) all.append(s("rect", { x: x - 0.5, y: y - 0.5, width: 1, height: 1, class: kind.closed ? "closed" : "rough" }, s("title", {}, this.describe(x, y))));
      }
    }
    const step = Math.max(1, Math.round(Math.max(width, height) / 12));
    for (let x = Math.ceil(left / step) * step; x <= left + width; x += step) all.append(s("line", { x1: x, y1: top, x2: x, y2: top + height, class: "rule" }));
    for (let y = Math.ceil(top / step) * step; y <= top + height; y += step) all.append(s("line", { x1: left, y1: y, x2: left + width, y2: y, class: "rule" }));
    return all;
  }

  private zones(): SVGGElement {
    const all = s("g", { class: "cells" });
    const list = this.ground.zones ?? [];
    list.forEach((z, i) => {
      for (const j of z.next) {
        if (j <= i) continue;
        const a = this.zoneMiddle(i), b = this.zoneMiddle(j);
        all.append(s("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y, class: "border" }));
      }
    });
    list.forEach((z, i) => {
      const m = this.zoneMiddle(i);
      all.append(s("rect", { x: m.x - 2.1, y: m.y - 1.6, width: 4.2, height: 3.2, rx: 0.3, class: "open zone" }), s("text", { x: m.x, y: m.y - 1.15, class: "zone-name" }, z.title));
    });
    return all;
  }

  /** Marks what can be chosen. */
  private reach(): SVGGElement {
    const all = s("g", { class: "reach" });
    const best = new Map<string, number>(); // of several ways to a cell the shortest
    this.choosing?.offers.forEach((o, i) => {
      if (!o.place) return;
      const at = `${o.place.x},${o.place.y}`, before = this.choosing!.offers[best.get(at) ?? -1];
      if (!before || (o.allowed && !before.allowed) || (o.allowed === before.allowed && (o.steps ?? 0) < (before.steps ?? 0))) best.set(at, i);
    });
    this.choosing?.offers.forEach((o, i) => {
      if (!o.place || best.get(`${o.place.x},${o.place.y}`) !== i) return;
      const at = this.middle(o.place.x, o.place.y);
      const spot = s("circle", { cx: at.x, cy: at.y, r: 0.32, class: o.allowed ? "may" : "may-not" }, s("title", {}, o.allowed ? o.text : `${o.text}: ${o.why ?? ""}`));
      if (o.allowed) {
        spot.addEventListener("click", () => this.choosing?.chosen(i));
        this.choosing!.offered(spot, i);
      }
      all.append(spot);
    });
    return all;
  }

  /** The positions of tokens: those in one zone next to each other. */
  private spots(tokens: Token[]): Map<Token, Spot & { r: number }> {
    const spots = new Map<Token, Spot & { r: number }>();
    const inZone = new Map<number, number>();
    for (const t of tokens) {
      if (this.ground.grid === "zones") {
        const n = inZone.get(t.x) ?? 0;
        inZone.set(t.x, n + 1);
        const m = this.zoneMiddle(t.x);
        spots.set(t, { x: m.x - 1.4 + (n % 4) * 0.95, y: m.y - 0.3 + Math.floor(n / 4) * 1.15, r: 0.36 });
      } else if (this.ground.grid === "plane") {
        spots.set(t, { x: t.x, y: t.y, r: Math.max(0.4, t.size / 2) });
      } else if (this.ground.grid === "hex") {
        spots.set(t, { ...this.middle(t.x, t.y), r: 0.6 + (t.size - 1) * 1.6 });
      } else {
        spots.set(t, { x: t.x + t.size / 2, y: t.y + t.size / 2, r: 0.38 * t.size });
      }
    }
    return spots;
  }

  private tokens(): SVGGElement {
    const all = s("g", { class: "tokens" });
    const scene = this.scene, cast = this.cast;
    if (!scene || !cast) return all;
    const out = (t: Token): boolean => cast.isOut(t.who, scene.people);
    const sorted = [...scene.tokens].sort((a, b) => Number(out(b)) - Number(out(a)) || Number(a.creature) - Number(b.creature));
    for (const [t, m] of this.spots(sorted)) {
      const shape = t.creature ? cast.shape(t.who) : "square";
      const token = s("g", { class: `token ${t.creature ? cast.colour(t.who) : "thing"} ${out(t) ? "out" : ""}` });
      token.append(shape === "circle" ? s("circle", { cx: m.x, cy: m.y, r: m.r }) : s("polygon", { points: outline(shape, m.x, m.y, t.creature ? m.r : m.r * 0.6) }));
      token.append(s("text", { x: m.x, y: m.y, dy: "0.35em", "font-size": (m.r * 1.1).toFixed(2) }, t.creature ? cast.mark(t.who) : t.title.slice(0, 1)), s("title", {}, t.title));
      if (out(t)) token.append(s("path", { d: `M${m.x - m.r} ${m.y - m.r}L${m.x + m.r} ${m.y + m.r}M${m.x - m.r} ${m.y + m.r}L${m.x + m.r} ${m.y - m.r}`, class: "cross" }));
      if (this.due !== undefined && scene.people.some((p) => p.who === t.who && p.name === this.due)) {
        token.append(s("circle", { cx: m.x, cy: m.y, r: m.r * 1.25, class: "due" }));
      }
      const i = this.choosing?.offers.findIndex((o) => o.who === t.who) ?? -1;
      if (i >= 0 && this.choosing!.offers[i]!.allowed) {
        token.classList.add("may");
        token.append(s("circle", { cx: m.x, cy: m.y, r: m.r * 1.3, class: "ring" }));
        token.addEventListener("click", () => this.choosing?.chosen(i));
        this.choosing!.offered(token, i);
      }
      all.append(token);
    }
    return all;
  }

  private kindAt(x: number, y: number): NonNullable<Ground["kinds"]>[number] | undefined {
    const g = this.ground;
    if (!g.cells || !g.kinds || x < 0 || y < 0 || x >= g.width || y >= g.height) return undefined;
    return g.kinds[g.cells[y * g.width + x]!];
  }

  private covers(t: Token, x: number, y: number): boolean {
    if (this.ground.grid === "square") return x >= t.x && x < t.x + t.size && y >= t.y && y < t.y + t.size;
    if (this.ground.grid === "hex") return hexesApart(t.x, t.y, x, y) < Math.max(1, t.size);
    return t.x === x && t.y === y;
  }

  /** A place in words, in the unit of the rules. */
  private words(x: number, y: number): string {
    const g = this.ground;
    return g.grid === "plane" ? `${x * g.unit}, ${y * g.unit} ${g.unitName}`.trim() : `column ${x}, row ${y}`;
  }

  /** A cell in words. */
  private describe(x: number, y: number): string {
    const there = (this.scene?.tokens ?? []).filter((t) => this.covers(t, x, y)).map((t) => t.title + (this.cast?.isOut(t.who, this.scene!.people) ? ", out of the fight" : ""));
    const kind = this.kindAt(x, y);
    const ground = kind?.title || (kind?.closed ? "closed" : "");
    return [this.words(x, y), ground, ...there].filter((w) => w !== "").join(": ");
  }

  /** The cells as a grid of labels; on open ground and on the plane the occupied places. */
  private labelled(): Node[] {
    const g = this.ground;
    const tokens = this.scene?.tokens ?? [];
    if (g.grid === "none") return [h("p", {}, "These rules have no map.")];
    if (g.grid === "zones") {
      return [h("ul", {}, ...(g.zones ?? []).map((z, i) => h("li", {},
        `${z.title}: ${tokens.filter((t) => t.x === i).map((t) => t.title).join(", ") || "empty"}; next to ${z.next.map((n) => g.zones![n]!.title).join(", ")}`)))];
    }
    const f = this.frame;
    if (!f || g.grid === "plane" || (f.right - f.left) * (f.bottom - f.top) > 3000) {
      return [h("ul", {}, ...tokens.map((t) => h("li", {}, `${t.title}: ${this.words(t.x, t.y)}`)))];
    }
    const grid = h("div", { role: "grid", "aria-label": "The map, cell by cell: arrow keys go from one to the next" });
    if (this.focus === "" && tokens[0]) this.focus = `${tokens[0].x},${tokens[0].y}`;
    for (let y = f.top; y < f.bottom; y++) {
      const row = h("div", { role: "row" });
      for (let x = f.left; x < f.right; x++) {
        const at = `${x},${y}`;
        const cell = h("span", { role: "gridcell", tabindex: at === this.focus ? 0 : -1, "data-at": at }, this.describe(x, y));
        const i = this.offerAt(x, y);
        if (i >= 0) this.choosing!.offered(cell, i);
        row.append(cell);
      }
      grid.append(row);
    }
    return [grid];
  }

  /** The index of the offer for a cell or its occupant; -1 means none. */
  private offerAt(x: number, y: number): number {
    return this.choosing?.offers.findIndex((o) => o.allowed && (o.place ? o.place.x === x && o.place.y === y : this.scene?.tokens.some((t) => t.who === o.who && this.covers(t, x, y)))) ?? -1;
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
      this.cells.querySelector(`[data-at="${this.focus}"]`)?.setAttribute("tabindex", "-1");
      this.focus = next.dataset["at"]!;
      next.tabIndex = 0;
      next.focus();
    } else if (e.key === "Enter" || e.key === " ") {
      const i = this.offerAt(x, y);
      if (i < 0) return;
      e.preventDefault();
      e.stopPropagation();
      this.choosing?.chosen(i);
    }
  }

  /** The meanings of the marks of the ground. */
  legend(): string { return (this.ground.kinds ?? []).filter((k) => k.title).map((k) => `${k.mark} ${k.title}`).join("   "); }
}
