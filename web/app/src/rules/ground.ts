// The ground of an encounter that is being changed: where its cells are in a drawing, and the drawing.
import { svg, type SVGTemplateResult } from "lit-html";
import { outline, type Cast } from "../fight/sides";
import type { DrawnGround, Placed, Spot } from "../engine/protocol";

const root3 = Math.sqrt(3);

/** Zones stand next to each other, in two rows if there are many. */
const zoneColumns = (g: DrawnGround): number => (g.width > 4 ? Math.ceil(g.width / 2) : g.width);

/** The size of a zone in the drawing. */
const zone = { width: 5, height: 4 };

/** The first column and row that are drawn, and those behind the last: open ground is drawn around everyone. */
export interface Frame { left: number; top: number; right: number; bottom: number }

export function frameOf(g: DrawnGround, people: Placed[]): Frame {
  if (g.width > 0 || g.grid === "zones") return { left: 0, top: 0, right: g.width * g.mark, bottom: g.height * g.mark };
  const there = people.flatMap((p) => (p.at ? [p.at] : [])), margin = 3 * g.mark, whole = (n: number): number => Math.floor(n / g.mark) * g.mark;
  return {
    left: whole(Math.min(0, ...there.map((p) => p.x - margin))), top: whole(Math.min(0, ...there.map((p) => p.y - margin))),
    right: whole(Math.max(8 * g.mark, ...there.map((p) => p.x + margin + g.mark))), bottom: whole(Math.max(6 * g.mark, ...there.map((p) => p.y + margin + g.mark))),
  };
}

/** The middle of a place in the drawing. */
export function middle(g: DrawnGround, p: Spot): Spot {
  switch (g.grid) {
    case "hex": return { x: (p.x + (p.y & 1) / 2 + 0.5) * root3, y: p.y * 1.5 + 1 };
    case "zones": return { x: (p.x % zoneColumns(g) + 0.5) * zone.width, y: (Math.floor(p.x / zoneColumns(g)) + 0.5) * zone.height };
    case "plane": return p;
    default: return { x: p.x + 0.5, y: p.y + 0.5 };
  }
}

/** The place at a point of the drawing; undefined if there is none. */
export function placeAt(g: DrawnGround, f: Frame, at: Spot): Spot | undefined {
  let p = { x: Math.floor(at.x), y: Math.floor(at.y) };
  if (g.grid === "plane") p = { x: Math.round(at.x), y: Math.round(at.y) };
  if (g.grid === "zones") p = { x: Math.floor(at.y / zone.height) * zoneColumns(g) + Math.floor(at.x / zone.width), y: 0 };
  if (g.grid === "hex") {
    const row = Math.round((at.y - 1) / 1.5), column = Math.round(at.x / root3 - 0.5), far = (q: Spot): number => Math.hypot(middle(g, q).x - at.x, middle(g, q).y - at.y);
    p = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => ({ x: column + dx, y: row + dy }))).reduce((best, q) => (far(q) < far(best) ? q : best));
  }
  return p.x >= f.left && p.y >= f.top && p.x < f.right && p.y < f.bottom ? p : undefined;
}

/** The mark of the ground at a place, by its column and row. */
export const markAt = (g: DrawnGround, p: Spot): Spot => ({ x: Math.floor(p.x / g.mark), y: Math.floor(p.y / g.mark) });

/** A place in words, as the file counts. */
export function inWords(g: DrawnGround, p: Spot): string {
  if (g.grid === "zones") return g.zones?.[p.x]?.title ?? "";
  return g.grid === "plane" ? `${lengthOf(g, p.x)}, ${lengthOf(g, p.y)} ${g.unitName}`.trim() : `column ${p.x}, row ${p.y}`;
}

/** Spaces of a plane as a length, without the noise of decimals. */
export const lengthOf = (g: DrawnGround, spaces: number): number => (g.grid === "plane" ? Number((spaces * g.unit).toFixed(6)) : spaces);

/** Whether somebody covers a place. */
export function covers(g: DrawnGround, p: Placed, at: Spot): boolean {
  if (!p.at) return false;
  if (g.grid === "square") return at.x >= p.at.x && at.x < p.at.x + p.size && at.y >= p.at.y && at.y < p.at.y + p.size;
  const a = middle(g, p.at), b = middle(g, at);
  return Math.hypot(a.x - b.x, a.y - b.y) < (g.grid === "hex" ? (p.size - 0.5) * root3 : Math.max(0.5, p.size / 2));
}

/** The free place that is nearest to another one; undefined if there is none. */
export function freeAt(g: DrawnGround, f: Frame, people: Placed[], near: Spot): Spot | undefined {
  if (g.grid === "zones") return near;
  let best: Spot | undefined, least = Infinity;
  for (let y = f.top; y < f.bottom; y++) {
    for (let x = f.left; x < f.right; x++) {
      const m = markAt(g, { x, y }), kind = g.kinds[g.cells?.[m.y * g.width + m.x] ?? 0], far = Math.hypot(x - near.x, y - near.y);
      if (far < least && !kind?.closed && !people.some((p) => covers(g, p, { x, y }))) [best, least] = [{ x, y }, far];
    }
  }
  return best;
}

/** The look of a kind of ground, as on the table. */
export const look = (g: DrawnGround, kind: number): string => (g.kinds[kind]?.closed ? "closed" : kind > 0 ? `rough rough-${(kind - 1) % 4}` : "open");

const hex = (m: Spot): string => [[0, -1], [1, -0.5], [1, 0.5], [0, 1], [-1, 0.5], [-1, -0.5]].map(([dx, dy]) => `${m.x + dx! * 0.98 * root3 / 2},${m.y + dy! * 0.98}`).join(" ");

/** Draws the ground, everyone on it, and a cursor. Kind is that of a mark, by its column and row. */
export function picture(g: DrawnGround, f: Frame, people: Placed[], cast: Cast, kind: (m: Spot) => number, chosen: string, cursor: Spot | undefined): SVGTemplateResult {
  const box = { square: [f.left - 0.6, f.top - 0.6, f.right - f.left + 0.7, f.bottom - f.top + 0.7], plane: [f.left - 0.6, f.top - 0.6, f.right - f.left + 0.2, f.bottom - f.top + 0.2],
    hex: [f.left * root3 - 0.6, f.top * 1.5 - 0.6, (f.right - f.left + 0.5) * root3 + 0.7, (f.bottom - f.top) * 1.5 + 1.2],
    zones: [0, 0, zoneColumns(g) * zone.width, Math.ceil(g.width / zoneColumns(g)) * zone.height], none: [0, 0, 1, 1] }[g.grid];
  const size = Math.max(box[2]!, box[3]!) / 30; // of letters on a plane
  return svg`<svg viewBox=${box.join(" ")} class="map plan grid-${g.grid}" aria-hidden="true">
    <defs><pattern id="shut" width="0.25" height="0.25" patternUnits="userSpaceOnUse" patternTransform=${`rotate(45) scale(${g.mark})`}><rect width="0.25" height="0.25" class="wall"></rect><line x1="0" y1="0" x2="0" y2="0.25" class="hatch"></line></pattern></defs>
    <g class="cells">${g.grid === "zones" ? zones(g, kind) : cells(g, f, kind)}</g>
    ${cursor ? spot(g, cursor, "cursor") : ""}
    <g class="tokens">${people.map((p, i) => token(g, people, p, i, cast, chosen, size))}</g></svg>`;
}

/** The outline of a place. */
function spot(g: DrawnGround, p: Spot, name: string): SVGTemplateResult {
  const m = middle(g, p);
  if (g.grid === "hex") return svg`<polygon points=${hex(m)} class=${name}></polygon>`;
  if (g.grid === "zones") return svg`<rect x=${m.x - 2.2} y=${m.y - 1.7} width="4.4" height="3.4" rx="0.3" class=${name}></rect>`;
  const mark = markAt(g, p);
  return g.grid === "plane" ? svg`<rect x=${mark.x * g.mark - 0.5} y=${mark.y * g.mark - 0.5} width=${g.mark} height=${g.mark} class=${name}></rect><circle cx=${p.x} cy=${p.y} r=${g.mark / 8} class=${name}></circle>`
    : svg`<rect x=${p.x} y=${p.y} width="1" height="1" class=${name}></rect>`;
}

function cells(g: DrawnGround, f: Frame, kind: (m: Spot) => number): SVGTemplateResult[] {
  const list: SVGTemplateResult[] = [], k = g.mark;
  for (let y = f.top / k; y < f.bottom / k; y++) {
    for (let x = f.left / k; x < f.right / k; x++) {
      const is = kind({ x, y }), m = g.grid === "plane" ? { x: (x + 0.5) * k - 0.5, y: (y + 0.5) * k - 0.5 } : middle(g, { x, y });
      list.push(g.grid === "hex" ? svg`<polygon points=${hex(m)} class=${look(g, is)}></polygon>` : svg`<rect x=${m.x - k / 2} y=${m.y - k / 2} width=${k} height=${k} class=${look(g, is)}></rect>`);
      if (is > 0 && !g.kinds[is]!.closed) list.push(svg`<text x=${m.x} y=${m.y} dy="0.3em" class="ground-mark" font-size=${0.42 * k}>${g.kinds[is]!.mark || g.kinds[is]!.title[0]}</text>`);
    }
  }
  if (g.grid === "plane") return list;
  for (let x = f.left; x < f.right; x++) list.push(svg`<text x=${middle(g, { x, y: f.top }).x} y=${f.top * (g.grid === "hex" ? 1.5 : 1) - 0.15} class="number">${x}</text>`);
  for (let y = f.top; y < f.bottom; y++) list.push(svg`<text x=${f.left * (g.grid === "hex" ? root3 : 1) - 0.28} y=${middle(g, { x: f.left, y }).y + 0.12} class="number">${y}</text>`);
  return list;
}

function zones(g: DrawnGround, kind: (m: Spot) => number): SVGTemplateResult {
  const at = (i: number): Spot => middle(g, { x: i, y: 0 });
  return svg`${g.zones?.flatMap((z, i) => z.next.map((j) => svg`<line x1=${at(i).x} y1=${at(i).y} x2=${at(j).x} y2=${at(j).y} class="border"></line>`))}
    ${g.zones?.map((z, i) => {
      const is = kind({ x: i, y: 0 });
      return svg`<rect x=${at(i).x - 2.1} y=${at(i).y - 1.6} width="4.2" height="3.2" rx="0.3" class="zone ${look(g, is)}"></rect>
        <text x=${at(i).x} y=${at(i).y - 1.05} class="zone-name">${z.title}</text>${is > 0 ? svg`<text x=${at(i).x} y=${at(i).y + 1.4} class="ground-mark">${g.kinds[is]!.title}</text>` : ""}`;
    })}`;
}

function token(g: DrawnGround, people: Placed[], p: Placed, i: number, cast: Cast, chosen: string, size: number): SVGTemplateResult | string {
  if (!p.at) return "";
  let m = middle(g, p.at), r = 0.38;
  if (g.grid === "hex") r = 0.6 + (p.size - 1) * 1.6;
  if (g.grid === "plane") r = Math.max(size, p.size / 2);
  if (g.grid === "square") [m, r] = [{ x: p.at.x + p.size / 2, y: p.at.y + p.size / 2 }, 0.38 * p.size];
  if (g.grid === "zones") { // those in one zone stand next to each other
    const n = people.slice(0, i).filter((o) => o.at?.x === p.at!.x).length;
    m = { x: m.x - 1.45 + (n % 4) * 0.97, y: m.y - 0.25 + Math.floor(n / 4) };
  }
  const shape = p.thing ? "square" : cast.shape(i);
  return svg`<g class="token ${p.thing ? "thing" : cast.colour(i)} ${p.name === chosen ? "chosen" : ""}" data-who=${p.name}>
    ${shape === "circle" ? svg`<circle cx=${m.x} cy=${m.y} r=${r} class="body"></circle>` : svg`<polygon points=${outline(shape, m.x, m.y, r)} class="body"></polygon>`}
    <text x=${m.x} y=${m.y} dy="0.35em" font-size=${r * 1.1}>${cast.mark(i)}</text><title>${[called(p), p.side].filter(Boolean).join(", ")}</title></g>`;
}

/** The name of a creature in the log. */
export const called = (p: Placed): string => p.title || p.name.split("_").map((w) => w.slice(0, 1).toUpperCase() + w.slice(1)).join(" ");
