// The ground of a map: where its places are in the drawing, and what they look like.
import { svg, type SVGTemplateResult } from "lit-html";
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

export class Lay {
  /** The drawn part: on open ground it grows as tokens move, and never shrinks. */
  frame: Frame | undefined;

  constructor(readonly ground: Ground = { grid: "none", unit: 1, unitName: "", width: 0, height: 0 }) {}

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

  /** The kind of ground of a cell; undefined means that it is none of its own. */
  kindAt(x: number, y: number): NonNullable<Ground["kinds"]>[number] | undefined {
    const g = this.ground;
    if (!g.cells || !g.kinds || x < 0 || y < 0 || x >= g.width || y >= g.height) return undefined;
    return g.kinds[g.cells[y * g.width + x]!];
  }

  /** Whether something stands on a cell. */
  covers(t: Token, x: number, y: number): boolean {
    if (this.ground.grid === "square") return x >= t.x && x < t.x + t.size && y >= t.y && y < t.y + t.size;
    if (this.ground.grid === "hex") return hexesApart(t.x, t.y, x, y) < Math.max(1, t.size);
    return t.x === x && t.y === y;
  }

  /** How far two places are apart, in steps. */
  apart(a: Spot, b: Spot): number {
    return this.ground.grid === "hex" ? hexesApart(a.x, a.y, b.x, b.y) : Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) + Math.hypot(a.x - b.x, a.y - b.y) / 100;
  }

  /** A place in words, in the unit of the rules. */
  words(x: number, y: number): string {
    const g = this.ground;
    return g.grid === "plane" ? `${x * g.unit}, ${y * g.unit} ${g.unitName}`.trim() : `column ${x}, row ${y}`;
  }

  /** The meanings of the marks of the ground. */
  legend(): string { return (this.ground.kinds ?? []).filter((k) => k.title).map((k) => `${k.mark} ${k.title}`).join("   "); }

  /** Draws the ground; describe says what is in a cell. */
  drawing(describe: (x: number, y: number) => string): SVGTemplateResult {
    const { grid } = this.ground;
    return svg`<g class="cells">${grid === "zones" ? this.zones() : grid === "plane" ? this.plane(describe) : this.cells(describe)}</g>`;
  }

  private corners(m: Spot): string {
    return [[0, -1], [root3 / 2, -0.5], [root3 / 2, 0.5], [0, 1], [-root3 / 2, 0.5], [-root3 / 2, -0.5]]
      .map(([dx, dy]) => `${(m.x + dx! * 0.98).toFixed(3)},${(m.y + dy! * 0.98).toFixed(3)}`).join(" ");
  }

  private cells(describe: (x: number, y: number) => string): SVGTemplateResult[] {
    const f = this.frame ?? { left: 0, top: 0, right: 0, bottom: 0 }, hex = this.ground.grid === "hex", all: SVGTemplateResult[] = [];
    for (let y = f.top; y < f.bottom; y++) {
      for (let x = f.left; x < f.right; x++) {
        const kind = this.kindAt(x, y), m = this.middle(x, y);
        const look = kind?.closed ? "closed" : kind?.title ? `rough rough-${this.ground.kinds!.indexOf(kind) % 4}` : "open";
        const title = svg`<title>${describe(x, y)}</title>`;
        all.push(hex ? svg`<polygon points=${this.corners(m)} class=${look}>${title}</polygon>` : svg`<rect x=${x} y=${y} width="1" height="1" class=${look}>${title}</rect>`);
        if (kind?.title && !kind.closed) all.push(svg`<text x=${m.x} y=${m.y + 0.12} class="ground-mark">${kind.mark}</text>`);
      }
    }
    // Columns and rows are numbered, as the files and the log name places.
    const top = hex ? f.top * 1.5 : f.top, left = f.left * (hex ? root3 : 1);
    for (let x = f.left; x < f.right; x++) all.push(svg`<text x=${this.middle(x, f.top).x} y=${top - 0.12} class="number">${x}</text>`);
    for (let y = f.top; y < f.bottom; y++) all.push(svg`<text x=${left - 0.27} y=${this.middle(f.left, y).y + 0.08} class="number">${y}</text>`);
    return all;
  }

  private plane(describe: (x: number, y: number) => string): SVGTemplateResult[] {
    const f = this.frame ?? { left: 0, top: 0, right: 8, bottom: 6 }, width = f.right - f.left, height = f.bottom - f.top;
    const all = [svg`<rect x=${f.left} y=${f.top} width=${width} height=${height} class="open"></rect>`];
    for (let y = 0; y < this.ground.height; y++) {
      for (let x = 0; x < this.ground.width; x++) {
        const kind = this.kindAt(x, y);
        if (kind?.closed || kind?.title) all.push(svg`<rect x=${x - 0.5} y=${y - 0.5} width="1" height="1" class=${kind.closed ? "closed" : "rough"}><title>${describe(x, y)}</title></rect>`);
      }
    }
    const step = Math.max(1, Math.round(Math.max(width, height) / 12));
    for (let x = Math.ceil(f.left / step) * step; x <= f.right; x += step) all.push(svg`<line x1=${x} y1=${f.top} x2=${x} y2=${f.bottom} class="rule"></line>`);
    for (let y = Math.ceil(f.top / step) * step; y <= f.bottom; y += step) all.push(svg`<line x1=${f.left} y1=${y} x2=${f.right} y2=${y} class="rule"></line>`);
    return all;
  }

  private zones(): SVGTemplateResult[] {
    const list = this.ground.zones ?? [];
    const borders = list.flatMap((z, i) => z.next.filter((j) => j > i).map((j) => {
      const a = this.zoneMiddle(i), b = this.zoneMiddle(j);
      return svg`<line x1=${a.x} y1=${a.y} x2=${b.x} y2=${b.y} class="border"></line>`;
    }));
    return [...borders, ...list.map((z, i) => {
      const m = this.zoneMiddle(i);
      return svg`<rect x=${m.x - 2.1} y=${m.y - 1.6} width="4.2" height="3.2" rx="0.3" class="open zone"></rect><text x=${m.x} y=${m.y - 1.15} class="zone-name">${z.title}</text>`;
    })];
  }
}
