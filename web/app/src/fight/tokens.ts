// The tokens of a map: each tells whose side somebody is on, how they are, which way they look, and whether they act now.
import { nothing, svg, type SVGTemplateResult } from "lit-html";
import type { Person, Token } from "../engine/protocol";
import type { Spot } from "./ground";
import { mainPool, outline, shareLeft, type Cast } from "./sides";

/** How many conditions are marked. */
const marked = 3;

/** The outline of a token around its middle. */
export const shapeOf = (cast: Cast, who: number, r: number): SVGTemplateResult => {
  const shape = cast.shape(who);
  return shape === "circle" ? svg`<circle class="body" r=${r}></circle>` : svg`<polygon class="body" points=${outline(shape, 0, 0, r)}></polygon>`;
};

/** A ring around a token with the share of what it can still lose. */
function ring(p: Person, r: number): SVGTemplateResult | typeof nothing {
  const pool = mainPool(p);
  if (!pool) return nothing;
  const around = 2 * Math.PI * r, share = shareLeft(pool);
  return svg`<circle class="ring-ground" r=${r}></circle><circle class=${share > 0.5 ? "ring" : share > 0.25 ? "ring hurt" : "ring low"} r=${r} transform="rotate(-90)"
    stroke-dasharray=${`${(share * around).toFixed(3)} ${around.toFixed(3)}`}></circle>`;
}

/** Marks for conditions: their first letters, and how many there are besides. */
function marks(conditions: string[], r: number): SVGTemplateResult[] {
  const shown = conditions.slice(0, marked), more = conditions.length - shown.length;
  const all = [...shown.map((c) => ({ text: c.slice(0, 2), title: c })), ...(more > 0 ? [{ text: `+${more}`, title: conditions.slice(marked).join(", ") }] : [])];
  const width = 0.8 * r, from = -((all.length - 1) * width) / 2;
  return all.map((m, i) => svg`<g class="mark" transform=${`translate(${(from + i * width).toFixed(3)} ${(r * 1.28).toFixed(3)})`}>
    <rect x=${-0.37 * r} y=${-0.29 * r} width=${0.74 * r} height=${0.58 * r} rx=${0.12 * r}></rect><text dy="0.35em" font-size=${(0.5 * r).toFixed(3)}>${m.text}</text><title>${m.title}</title></g>`);
}

/** What a token shows besides its own: whether its owner acts now, can be chosen, or was struck just now (in which of two looks, so that each blow is seen). */
export interface Looks { due: boolean; may: boolean; struck: "" | "struck-0" | "struck-1" }

/** Draws a token around the middle of a drawing: it is moved to its place by whoever shows it. */
export function tokenOf(t: Token, p: Person | undefined, cast: Cast, spot: Spot & { r: number }, looks: Looks): SVGTemplateResult {
  const { r } = spot;
  if (!t.creature || !p) {
    return svg`<polygon class="body" points=${outline("square", 0, 0, r * 0.6)}></polygon><text dy="0.35em" font-size=${(r * 0.8).toFixed(2)}>${t.title.slice(0, 1)}</text><title>${t.title}</title>`;
  }
  const down = p.out || p.fallen;
  return svg`${looks.due ? svg`<circle class="glow" r=${r * 1.6}></circle>` : nothing}
    ${looks.may ? svg`<circle class="target" r=${r * 1.52}></circle>` : nothing}
    ${t.facing === undefined || down ? nothing : svg`<path class="wedge" transform=${`rotate(${t.facing})`} d=${`M0 ${-r * 1.85}L${r * 0.45} ${-r * 1.3}L${-r * 0.45} ${-r * 1.3}Z`}></path>`}
    ${down ? nothing : ring(p, r * 1.25)}
    <g class=${looks.struck || nothing}>
      ${shapeOf(cast, t.who, r)}${down ? svg`<path class="cross" d=${`M${-r} ${-r}L${r} ${r}`}></path>` : nothing}
      <g transform=${down ? "rotate(90)" : nothing}><text dy="0.35em" font-size=${(r * 1.1).toFixed(2)}>${cast.mark(t.who)}</text></g>
    </g>
    ${down ? nothing : marks(p.conditions, r)}
    <title>${[t.title, p.out ? "out of the fight" : p.fallen ? "down" : "", ...p.conditions].filter((w) => w !== "").join(", ")}</title>`;
}
