// The ground of a map, of a fight and of an encounter that is being changed: where its places are in the drawing, and what they look like.
import { nothing, svg, type SVGTemplateResult } from "lit-html";
import type { Ground, Token } from "../engine/protocol";

const root3 = Math.sqrt(3);

/** The position of a drawing, in spaces. */
export interface Spot { x: number; y: number }

/** A part of a drawing, or of the ground in columns and rows. */
export interface Frame { left: number; top: number; right: number; bottom: number }

/** The distance between two hexes, the last counted; odd rows are shifted half a hex to the right. */
function hexesApart(x: number, y: number, u: number, v: number): number {
  const odd = (n: number): number => ((n % 2) + 2) % 2;
  const q = x - (y - odd(y)) / 2, p = u - (v - odd(v)) / 2;
  return Math.max(Math.abs(q - p), Math.abs(y - v), Math.abs(q + y - p - v));
}

/** The look of a kind of ground, by its index. */
export function lookOf(g: Ground, kind: number): string {
  const k = g.kinds?.[kind];
  return k?.closed ? "closed" : k?.title ? `rough rough-${kind % 4}` : "open";
}

export class Lay {
  /** The drawn part: on open ground it grows as tokens move, and never shrinks. */
  frame: Frame | undefined;

  /** A cell of the ground is so many spaces wide. */
  constructor(readonly ground: Ground = { grid: "none", unit: 1, unitName: "", width: 0, height: 0 }, readonly mark = 1) {}

  /** Has room for some tokens, and around them. */
  widen(tokens: Token[]): void {
    const { grid, width, height } = this.ground;
    const round = grid === "plane" || grid === "hex"; // a place is the middle there
    if (width > 0) {
      const edge = grid === "plane" ? -0.5 : 0;
      this.frame = { left: edge, top: edge, right: width + edge, bottom: height + edge };
      return;
    }
    if (grid === "zones" || tokens.length === 0) return;
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
  middle(x: number, y: number): Spot {
    if (this.ground.grid === "hex") return { x: (x + (((y % 2) + 2) % 2) / 2 + 0.5) * root3, y: y * 1.5 + 1 };
    if (this.ground.grid === "plane") return { x, y };
    if (this.ground.grid === "zones") return this.zoneMiddle(x);
    return { x: x + 0.5, y: y + 0.5 };
  }

  /** The columns of zones: they are next to each other, in two rows if there are many. */
  private columns(): number {
    const count = this.ground.zones?.length ?? 1;
    return count > 4 ? Math.ceil(count / 2) : count;
  }

  private zoneMiddle(i: number): Spot { return { x: (i % this.columns()) * 5 + 2.5, y: Math.floor(i / this.columns()) * 4 + 2 }; }

  /** The positions of tokens, and their size: those in one zone next to each other, those on one place a little apart. */
  spots(tokens: Token[]): Map<Token, Spot & { r: number }> {
    const spots = new Map<Token, Spot & { r: number }>();
    const inZone = new Map<number, number>(), onPlace = new Map<string, number>();
    for (const t of tokens) {
      const place = `${t.x},${t.y}`, before = onPlace.get(place) ?? 0;
      onPlace.set(place, before + 1);
      if (this.ground.grid === "zones") {
        const n = inZone.get(t.x) ?? 0;
        inZone.set(t.x, n + 1);
        const m = this.zoneMiddle(t.x);
        spots.set(t, { x: m.x - 1.4 + (n % 4) * 0.95, y: m.y - 0.3 + Math.floor(n / 4) * 1.15, r: 0.32 });
      } else if (this.ground.grid === "plane") {
        spots.set(t, { x: t.x, y: t.y, r: Math.max(0.36, t.size / 2) });
      } else if (this.ground.grid === "hex") {
        spots.set(t, { ...this.middle(t.x, t.y), r: 0.52 + (t.size - 1) * 1.5 });
      } else {
        spots.set(t, { x: t.x + t.size / 2, y: t.y + t.size / 2, r: 0.31 * t.size });
      }
      if (before > 0 && this.ground.grid !== "zones") {
        const m = spots.get(t)!;
        spots.set(t, { ...m, x: m.x + 0.5 * m.r * before, y: m.y - 0.5 * m.r * before });
      }
    }
    return spots;
  }

  /** The part of the drawing that is shown: left, top, width, height. The lines at its edge are in it. */
  box(): [number, number, number, number] {
    const { grid } = this.ground, edge = 0.04, f = this.frame ?? { left: 0, top: 0, right: 8, bottom: 6 };
    if (grid === "zones") return [0, 0, this.columns() * 5, (this.ground.zones?.length ?? 1) > 4 ? 8 : 4];
    if (grid === "plane") return [f.left - edge, f.top - edge, f.right - f.left + 2 * edge, f.bottom - f.top + 2 * edge];
    const numbers = 0.55; // room for those of columns and rows
    const [left, top, right, bottom] = grid === "hex" ? [f.left * root3, f.top * 1.5, (f.right + 0.5) * root3, f.bottom * 1.5 + 0.5] : [f.left, f.top, f.right, f.bottom];
    return [left - numbers, top - numbers, right - left + numbers + edge, bottom - top + numbers + edge];
  }

  /** The index of the kind of ground of a cell, by its column and row; undefined means that it is none of its own. */
  private kindOf(x: number, y: number): number | undefined {
    const g = this.ground;
    return x < 0 || y < 0 || x >= g.width || y >= g.height ? undefined : g.cells?.[y * g.width + x];
  }

  /** The kind of ground of a cell; undefined means that it is none of its own. */
  kindAt(x: number, y: number): NonNullable<Ground["kinds"]>[number] | undefined { return this.ground.kinds?.[this.kindOf(x, y) ?? -1]; }

  /** Whether something stands on a cell. */
  covers(t: Spot & { size: number }, x: number, y: number): boolean {
    if (this.ground.grid === "square") return x >= t.x && x < t.x + t.size && y >= t.y && y < t.y + t.size;
    if (this.ground.grid === "hex") return hexesApart(t.x, t.y, x, y) < Math.max(1, t.size);
    if (this.ground.grid === "plane") return Math.hypot(t.x - x, t.y - y) < Math.max(0.5, t.size / 2);
    return t.x === x && t.y === y;
  }

  /** How far two places are apart, in steps. */
  apart(a: Spot, b: Spot): number {
    return this.ground.grid === "hex" ? hexesApart(a.x, a.y, b.x, b.y) : Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) + Math.hypot(a.x - b.x, a.y - b.y) / 100;
  }

  /** A place in words, in the unit of the rules. */
  words(x: number, y: number): string {
    const g = this.ground;
    if (g.grid === "zones") return g.zones?.[x]?.title ?? "";
    return g.grid === "plane" ? `${this.length(x)}, ${this.length(y)} ${g.unitName}`.trim() : `column ${x}, row ${y}`;
  }

  /** Spaces of a plane as a length, without the noise of decimals. */
  length(spaces: number): number { return this.ground.grid === "plane" ? Number((spaces * this.ground.unit).toFixed(6)) : spaces; }

  /** The meanings of the marks of the ground. */
  legend(): string { return (this.ground.kinds ?? []).filter((k) => k.title).map((k) => `${k.closed ? "hatched:" : k.mark} ${k.title}`).join("   "); }

  /** Draws the ground; describe says what is in a cell, and kind which ground is there, by the column and row of the cell. */
  drawing(describe?: (x: number, y: number) => string, kind = (x: number, y: number) => this.kindOf(x, y)): SVGTemplateResult {
    const { grid } = this.ground, is = (x: number, y: number): number => kind(x, y) ?? -1;
    const titled = (x: number, y: number): SVGTemplateResult | typeof nothing => (describe ? svg`<title>${describe(x, y)}</title>` : nothing);
    return svg`<g class="cells">${grid === "zones" ? this.zones(is) : grid === "plane" ? this.plane(titled, is) : this.cells(titled, is)}</g>`;
  }

  /** The outline of a hex around its middle. */
  corners(m: Spot): string {
    return [[0, -1], [root3 / 2, -0.5], [root3 / 2, 0.5], [0, 1], [-root3 / 2, 0.5], [-root3 / 2, -0.5]]
      .map(([dx, dy]) => `${(m.x + dx! * 0.98).toFixed(3)},${(m.y + dy! * 0.98).toFixed(3)}`).join(" ");
  }

  /** The mark of rough ground. */
  private sign(kind: number, m: Spot): SVGTemplateResult | typeof nothing {
    const k = this.ground.kinds?.[kind];
    return k?.title && !k.closed ? svg`<text transform=${`translate(${m.x} ${m.y}) scale(${this.mark})`} dy="0.35em" class="ground-mark">${k.mark || k.title[0]}</text>` : nothing;
  }

  private cells(titled: (x: number, y: number) => unknown, kind: (x: number, y: number) => number): SVGTemplateResult[] {
    const f = this.frame ?? { left: 0, top: 0, right: 0, bottom: 0 }, hex = this.ground.grid === "hex", all: SVGTemplateResult[] = [];
    for (let y = f.top; y < f.bottom; y++) {
      for (let x = f.left; x < f.right; x++) {
        const is = kind(x, y), look = lookOf(this.ground, is), m = this.middle(x, y);
        all.push(svg`${hex ? svg`<polygon points=${this.corners(m)} class=${look}>${titled(x, y)}</polygon>` : svg`<rect x=${x} y=${y} width="1" height="1" class=${look}>${titled(x, y)}</rect>`}${this.sign(is, m)}`);
      }
    }
    // Columns and rows are numbered, as the files and the log name places.
    const top = hex ? f.top * 1.5 : f.top, left = f.left * (hex ? root3 : 1);
    for (let x = f.left; x < f.right; x++) all.push(svg`<text x=${this.middle(x, f.top).x} y=${top - 0.12} class="number">${x}</text>`);
    for (let y = f.top; y < f.bottom; y++) all.push(svg`<text x=${left - 0.27} y=${this.middle(f.left, y).y + 0.08} class="number">${y}</text>`);
    return all;
  }

  private plane(titled: (x: number, y: number) => unknown, kind: (x: number, y: number) => number): SVGTemplateResult[] {
    const f = this.frame ?? { left: 0, top: 0, right: 8, bottom: 6 }, width = f.right - f.left, height = f.bottom - f.top, k = this.mark;
    const all = [svg`<rect x=${f.left} y=${f.top} width=${width} height=${height} class="open"></rect>`];
    for (let y = 0; y < this.ground.height; y++) {
      for (let x = 0; x < this.ground.width; x++) {
        const is = kind(x, y), look = lookOf(this.ground, is);
        if (look !== "open") all.push(svg`<rect x=${x * k - 0.5} y=${y * k - 0.5} width=${k} height=${k} class=${look}>${titled(x, y)}</rect>${this.sign(is, { x: (x + 0.5) * k - 0.5, y: (y + 0.5) * k - 0.5 })}`);
      }
    }
    const step = k * Math.max(1, Math.round(Math.max(width, height) / k / 24)), first = (from: number): number => Math.ceil((from + 0.5) / step) * step - 0.5; // at the edges of cells
    for (let x = first(f.left); x <= f.right; x += step) all.push(svg`<line x1=${x} y1=${f.top} x2=${x} y2=${f.bottom} class="rule"></line>`);
    for (let y = first(f.top); y <= f.bottom; y += step) all.push(svg`<line x1=${f.left} y1=${y} x2=${f.right} y2=${y} class="rule"></line>`);
    return all;
  }

  private zones(kind: (x: number, y: number) => number): SVGTemplateResult[] {
    const list = this.ground.zones ?? [];
    const borders = list.flatMap((z, i) => z.next.filter((j) => j > i).map((j) => {
      const a = this.zoneMiddle(i), b = this.zoneMiddle(j);
      return svg`<line x1=${a.x} y1=${a.y} x2=${b.x} y2=${b.y} class="border"></line>`;
    }));
    return [...borders, ...list.map((z, i) => {
      const m = this.zoneMiddle(i), is = kind(i, 0);
      return svg`<rect x=${m.x - 2.1} y=${m.y - 1.6} width="4.2" height="3.2" rx="0.3" class=${`zone ${lookOf(this.ground, is)}`}></rect><text x=${m.x} y=${m.y - 1.15} class="zone-name">${z.title}</text>
        <text x=${m.x} y=${m.y + 1.4} class="ground-mark">${this.ground.kinds?.[is]?.title}</text>`;
    })];
  }
}
