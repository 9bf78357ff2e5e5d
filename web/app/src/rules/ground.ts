// The ground of an encounter that is being changed: which place is where, and the drawing with everyone on it.
import { svg, type SVGTemplateResult } from "lit-html";
import { Lay, type Frame, type Spot } from "../fight/ground";
import { outline, type Cast } from "../fight/sides";
import { shapeOf } from "../fight/tokens";
import type { DrawnGround, Placed, Token } from "../engine/protocol";

const root3 = Math.sqrt(3);

/** The name of a creature in the log. */
export const called = (p: Placed): string => p.title || p.name.split("_").map((w) => w.slice(0, 1).toUpperCase() + w.slice(1)).join(" ");

export class Plan extends Lay {
  declare readonly ground: DrawnGround;
  /** The first column and row that somebody can be put at, and those behind the last: open ground is drawn around everyone. */
  readonly places: Frame;

  constructor(ground: DrawnGround, private readonly people: Placed[]) {
    super(ground, ground.mark);
    const { mark: k, width, height, grid } = ground, there = people.flatMap((p) => (p.at ? [p.at] : [])), margin = 3 * k, whole = (n: number): number => Math.floor(n / k) * k;
    this.places = width > 0 || grid === "zones" ? { left: 0, top: 0, right: width * k, bottom: height * k } : {
      left: whole(Math.min(0, ...there.map((p) => p.x - margin))), top: whole(Math.min(0, ...there.map((p) => p.y - margin))),
      right: whole(Math.max(8 * k, ...there.map((p) => p.x + margin + k))), bottom: whole(Math.max(6 * k, ...there.map((p) => p.y + margin + k))),
    };
    const { left, top, right, bottom } = this.places, edge = grid === "plane" ? -0.5 : 0; // a place of a plane is the middle of a space
    this.frame = { left: left + edge, top: top + edge, right: right + edge, bottom: bottom + edge };
  }

  /** The place at a point of the drawing; undefined if there is none. */
  at(point: Spot): Spot | undefined {
    const { grid } = this.ground, f = this.places;
    let p = { x: Math.floor(point.x), y: Math.floor(point.y) };
    if (grid === "plane") p = { x: Math.round(point.x), y: Math.round(point.y) };
    if (grid === "zones") {
      const i = (this.ground.zones ?? []).findIndex((_, z) => { const m = this.middle(z, 0); return Math.abs(m.x - point.x) <= 2.5 && Math.abs(m.y - point.y) <= 2; });
      p = { x: i, y: 0 };
    }
    if (grid === "hex") {
      const row = Math.round((point.y - 1) / 1.5), column = Math.round(point.x / root3 - 0.5), far = (q: Spot): number => { const m = this.middle(q.x, q.y); return Math.hypot(m.x - point.x, m.y - point.y); };
      p = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => ({ x: column + dx, y: row + dy }))).reduce((best, q) => (far(q) < far(best) ? q : best));
    }
    return p.x >= f.left && p.y >= f.top && p.x < f.right && p.y < f.bottom ? p : undefined;
  }

  /** The cell of the ground at a place, by its column and row. */
  cellOf(p: Spot): Spot { return { x: Math.floor(p.x / this.mark), y: Math.floor(p.y / this.mark) }; }

  /** Those who cover a place. */
  on(at: Spot): Placed[] { return this.people.filter((p) => p.at && this.covers({ ...p.at, size: p.size }, at.x, at.y)); }

  /** What is at a place, in words. */
  describe(at: Spot): string {
    const cell = this.cellOf(at);
    return [this.words(at.x, at.y), this.kindAt(cell.x, cell.y)?.title, ...this.on(at).map(called)].filter(Boolean).join(": ");
  }

  /** The free place that is nearest to another one; undefined if there is none. */
  free(near: Spot): Spot | undefined {
    if (this.ground.grid === "zones") return near;
    const f = this.places;
    let best: Spot | undefined, least = Infinity;
    for (let y = f.top; y < f.bottom; y++) {
      for (let x = f.left; x < f.right; x++) {
        const cell = this.cellOf({ x, y }), far = Math.hypot(x - near.x, y - near.y);
        if (far < least && !this.kindAt(cell.x, cell.y)?.closed && this.on({ x, y }).length === 0) [best, least] = [{ x, y }, far];
      }
    }
    return best;
  }

  /** Draws the ground, people on it, who may be on the move, and a cursor. Kind is that of a cell, by its column and row. */
  picture(people: Placed[], cast: Cast, kind: (x: number, y: number) => number, chosen: string, cursor: Spot | undefined): SVGTemplateResult {
    const tokens = people.flatMap((p, who): Token[] => (p.at ? [{ who, title: called(p), creature: !p.thing, size: p.size, ...p.at }] : []));
    const box = this.box(), least = this.ground.grid === "plane" ? Math.max(box[2], box[3]) / 30 : 0; // for letters that can be read
    return svg`<svg viewBox=${box.join(" ")} class="map plan grid-${this.ground.grid}" aria-hidden="true">
      ${this.drawing(undefined, kind)}${cursor ? this.spot(cursor) : ""}
      <g class="tokens">${[...this.spots(tokens)].map(([t, m]) => {
        const p = people[t.who]!, r = Math.max(m.r * 1.2, least);
        return svg`<g class="token ${p.thing ? "thing" : cast.colour(t.who)} ${p.name === chosen ? "chosen" : ""}" data-who=${p.name} transform=${`translate(${m.x} ${m.y})`}>
          ${p.thing ? svg`<polygon class="body" points=${outline("square", 0, 0, r)}></polygon>` : shapeOf(cast, t.who, r)}
          <text dy="0.35em" font-size=${r * 1.1}>${cast.mark(t.who)}</text><title>${[t.title, p.side].filter(Boolean).join(", ")}</title></g>`;
      })}</g></svg>`;
  }

  /** The outline of a place. */
  private spot(p: Spot): SVGTemplateResult {
    const m = this.middle(p.x, p.y), k = this.mark, cell = this.cellOf(p);
    switch (this.ground.grid) {
      case "hex": return svg`<polygon points=${this.corners(m)} class="cursor"></polygon>`;
      case "zones": return svg`<rect x=${m.x - 2.2} y=${m.y - 1.7} width="4.4" height="3.4" rx="0.3" class="cursor"></rect>`;
      case "plane": return svg`<rect x=${cell.x * k - 0.5} y=${cell.y * k - 0.5} width=${k} height=${k} class="cursor"></rect><circle cx=${p.x} cy=${p.y} r=${k / 8} class="cursor"></circle>`;
      default: return svg`<rect x=${p.x} y=${p.y} width="1" height="1" class="cursor"></rect>`;
    }
  }
}
