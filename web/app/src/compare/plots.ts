// The plots of many fights: drawn for a width in pixels, so that letters keep their size. What the first rules give has an outline, what the
// others give is filled.
import { html, nothing, svg, type SVGTemplateResult, type TemplateResult } from "lit-html";
import type { Cell, Point, Share } from "../engine/protocol";

/** A row of a plot: something with a value, and with the one before if two are compared; the side, from 0, gives it a colour. */
export interface Row { label: string; side?: number | undefined; before?: Share | undefined; now: Share }

/** What stands for the rules in all plots; before is undefined if nothing is compared. Changes are what they change in those before. */
export interface Names { before?: string | undefined; now: string; changes?: string[] }

const line = 18, thick = 14;

const hundred = (v: number): string => `${Math.round(v * 100)}%`;

const colour = (side: number | undefined): string => (side === undefined ? "no-side" : `side-${side % 5}`);

/** A drawing with a title and what it shows in words. */
const drawing = (width: number, height: number, about: string, content: unknown): TemplateResult =>
  html`<svg class="plot" width=${width} height=${height} viewBox="0 0 ${width} ${height}" role="img" aria-label=${about}>${content}</svg>`;

/** Steps of an axis from 0: 1, 2 or 5 with zeros, about four of them. */
export function ticks(most: number): number[] {
  const rough = (most || 1) / 4, size = 10 ** Math.floor(Math.log10(rough)), step = size * ([1, 2, 5].find((x) => x * size >= rough * 0.999) ?? 10);
  return Array.from({ length: Math.floor(most / step + 1e-9) + 1 }, (_, i) => Number((i * step).toPrecision(6)));
}

/** An interval, in front of whatever it lies on. */
const whisker = (low: number, high: number, y: number): SVGTemplateResult => {
  const d = `M${low} ${y - 4}v8M${low} ${y}H${high}M${high} ${y - 4}v8`;
  return svg`<path class="whisker-ground" d=${d}></path><path class="whisker" d=${d}></path>`;
};

/** What the looks mean, a line each. */
function legend(names: Names, whiskers: boolean): { drawn: SVGTemplateResult; height: number } {
  const lines: [SVGTemplateResult, string][] = [];
  if (names.before !== undefined) lines.push([svg`<rect x="1" y="-9" width="20" height="9" class="before"></rect>`, names.before]);
  if (names.before !== undefined) lines.push([svg`<rect y="-10" width="22" height="11" class="now"></rect>`, names.now]);
  if (whiskers) lines.push([whisker(1, 21, -4), "where the true value is, 95 times in 100"]);
  return { height: lines.length * line + 6, drawn: svg`<g class="no-side">${lines.map(([sample, text], i) => svg`<g transform="translate(0 ${13 + i * line})">${sample}<text x="30">${text}</text></g>`)}</g>` };
}

/** The lines and figures of an axis below a plot, and its title. */
const axisBelow = (marks: [at: number, text: string][], top: number, bottom: number, title: string, middle: number): SVGTemplateResult =>
  svg`${marks.map(([x, text]) => svg`<line class="grid-line" x1=${x} x2=${x} y1=${top} y2=${bottom}></line><text class="tick" x=${x} y=${bottom + 14}>${text}</text>`)}
    <text class="tick" x=${middle} y=${bottom + 30}>${title}</text>`;

/** Who wins how often: two bars for each outcome. */
export function winners(rows: Row[], names: Names, width: number): TemplateResult {
  const key = legend(names, true), left = 14, long = width - left - 52, each = names.before === undefined ? 1 : 2;
  const tall = line + each * (thick + 4) + 8, bottom = key.height + rows.length * tall;
  const bar = (x: Share, look: string, y: number): SVGTemplateResult => svg`<rect class=${look} x=${left} y=${y} width=${Math.max(0.5, x.value * long)} height=${thick}></rect>
    ${whisker(left + x.low * long, left + x.high * long, y + thick / 2)}<text class="value" x=${width} y=${y + 11}>${hundred(x.value)}</text>`;
  return drawing(width, bottom + 34, `Who wins: ${rows.map((r) => `${r.label} ${r.before ? `${hundred(r.before.value)}, then ` : ""}${hundred(r.now.value)}`).join("; ")}`, svg`${key.drawn}
    ${axisBelow([0, 25, 50, 75, 100].map((v) => [left + (v / 100) * long, `${v}%`]), key.height, bottom, "of all fights", left + long / 2)}
    ${rows.map((r, i) => svg`<g class=${colour(r.side)} transform="translate(0 ${key.height + i * tall})"><text class="name" x=${left} y="14">${r.label}</text>
      ${r.before ? bar(r.before, "before", line + 1) : nothing}${bar(r.now, "now", line + 1 + (each - 1) * (thick + 4))}</g>`)}`);
}

/** How long fights take: histograms over each other. */
export function lengths(points: Point[], names: Names, width: number): TemplateResult {
  const all = points.flatMap((p) => p.length.bins.map((b) => b.length));
  if (all.length === 0) return html`<p class="quiet">No fight ended before the time limit.</p>`;
  const least = Math.min(...all), most = Math.max(...all), size = Math.max(1, Math.ceil((most - least + 1) / 36)), bins = Math.floor((most - least) / size) + 1;
  const shares = points.map((p) => {
    const sums = new Array<number>(bins).fill(0);
    for (const b of p.length.bins) sums[Math.floor((b.length - least) / size)]! += (b.fights * 100) / p.fights;
    return sums;
  });
  const key = legend(names, false), top = key.height + 16, tall = 130, left = 30, wide = (width - left - 4) / bins, highest = Math.max(...shares.flat());
  const x = (bin: number): number => left + bin * wide, y = (v: number): number => top + tall - (v / highest) * tall;
  const outline = (sums: number[]): string => `M${x(0)} ${y(0)}${sums.map((v, i) => `V${y(v)}H${x(i + 1)}`).join("")}V${y(0)}`;
  const unit = points[0]!.length.unit, every = Math.max(1, Math.ceil(bins / (width / 60)));
  const marks = Array.from({ length: Math.ceil(bins / every) }, (_, i): [number, string] => [x(i * every + 0.5), String(least + i * every * size)]);
  const medians = points.map((p) => p.length.median).join(", then ");
  return drawing(width, top + tall + 36, `How long fights take: the middle fight ends at ${unit} ${medians}`, svg`${key.drawn}
    <text x="0" y=${key.height + 6} class="axis-title">fights in a hundred</text>
    ${ticks(highest).map((v) => svg`<line class="grid-line" x1=${left} x2=${width} y1=${y(v)} y2=${y(v)}></line><text class="tick end" x=${left - 5} y=${y(v) + 4}>${v}</text>`)}
    <g class="no-side"><path class="now" d=${outline(shares.at(-1)!)}></path>${shares.length > 1 ? svg`<path class="before" d=${outline(shares[0]!)}></path>` : nothing}</g>
    ${axisBelow(marks, top + tall, top + tall, `the ${unit} in which they end${size > 1 ? ` (${size} of them a bar)` : ""}`, left + (width - left) / 2)}`);
}

/** A dot for each row, or a pair of them, on an axis from 0. */
export function dots(rows: Row[], names: Names, width: number, o: { about: string; axis: string; most: number; text: (v: number) => string }): TemplateResult {
  const key = legend(names, true), left = Math.min(150, width * 0.33), right = names.before === undefined ? 48 : 96, long = width - left - right - 14;
  const tall = 24, bottom = key.height + rows.length * tall, x = (v: number): number => left + 7 + (v / (o.most || 1)) * long;
  const said = (r: Row): string => `${r.before ? `${o.text(r.before.value)} \u2192 ` : ""}${o.text(r.now.value)}`;
  const room = Math.floor(left / 6.9), short = (text: string): string => (text.length > room ? `${text.slice(0, room - 1)}\u2026` : text);
  return drawing(width, bottom + 36, `${o.about}: ${rows.map((r) => `${r.label} ${said(r)}`).join("; ")}`, svg`${key.drawn}
    ${axisBelow(ticks(o.most).map((v) => [x(v), o.most === 1 ? hundred(v) : String(v)]), key.height, bottom, o.axis, left + 7 + long / 2)}
    ${rows.map((r, i) => svg`<g class=${colour(r.side)} transform="translate(0 ${key.height + (i + 0.5) * tall})"><text class="name" y="4">${short(r.label)}<title>${r.label}</title></text>
      ${r.before ? svg`<line class="slope" x1=${x(r.before.value)} x2=${x(r.now.value)} y1="0" y2="0"></line>${whisker(x(r.before.low), x(r.before.high), 0)}` : nothing}
      ${whisker(x(r.now.low), x(Math.min(o.most, r.now.high)), 0)}
      ${r.before ? svg`<circle class="before" r="4.5" cx=${x(r.before.value)}></circle>` : nothing}<circle class="now" r="5.5" cx=${x(r.now.value)}></circle>
      <text class="value" x=${width} y="4">${said(r)}</text></g>`)}`);
}

/** The bars of a column of a table: for shares from 0 to 1, else for what there is. */
export function bars(cells: (Cell | undefined)[]): (TemplateResult | typeof nothing)[] {
  const all = cells.flatMap((c) => c?.numbers ?? []), least = Math.min(0, ...all), shares = all.every((v) => v >= 0 && v <= 1), most = shares ? 1 : Math.max(0, ...all);
  const x = (v: number): number => 2 + ((v - least) / (most - least || 1)) * 96;
  return cells.map((c) => {
    const [value, low, high] = c?.numbers ?? [];
    return value === undefined ? nothing : html`<svg class="plot no-side" width="100" height="14" viewBox="0 0 100 14" aria-hidden="true"><rect class="ground" x="2" y="2" width="96" height="10"></rect>
      <rect class="now" x=${Math.min(x(0), x(value))} y="2" width=${Math.abs(x(value) - x(0))} height="10"></rect>${least < 0 ? svg`<line class="zero" x1=${x(0)} x2=${x(0)} y1="0" y2="14"></line>` : nothing}${low === undefined ? nothing : whisker(x(low), x(high!), 7)}</svg>`;
  });
}
