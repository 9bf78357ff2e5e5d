// The tokens of a map: each tells whose side somebody is on, how they are, which way they look, and whether they act now.
import { nothing, svg, type SVGTemplateResult } from "lit-html";
import type { Person, Token } from "../engine/protocol";
import type { Spot } from "./ground";
import { howLow, mainPool, outline, shareLeft, type Cast } from "./sides";

/** How tall the letters of a mark are, and how wide about, in pixels. */
const tall = 12, wide = 7;

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
  return svg`<circle class="ring-ground" r=${r}></circle><circle class=${`ring ${howLow(share)}`} r=${r} transform="rotate(-90)"
    stroke-dasharray=${`${(share * around).toFixed(3)} ${around.toFixed(3)}`}></circle>`;
}

/**
 * A mark for conditions: the first one, whole where there is room, and how many there are besides, unless that is too wide. Its letters are as
 * large on any map; where they would hide the token, it is a dot. px is how many spaces a pixel is.
 */
function mark(conditions: string[], r: number, px: number): SVGTemplateResult | typeof nothing {
  const [first, ...more] = conditions;
  if (first === undefined) return nothing;
  if (r < 9 * px) return svg`<circle class="mark" cx=${r} cy=${r} r=${4 * px}><title>${conditions.join(", ")}</title></circle>`;
  const besides = more.length > 0 ? `+${more.length}` : "", short = first.slice(0, 3);
  const widthOf = (text: string): number => (text.length * wide + 6) * px;
  const text = [first + besides, short + besides].find((t) => widthOf(t) <= 3.1 * r) ?? short;
  const width = widthOf(text), height = (tall + 3) * px;
  const y = Math.max(1.05 * r, 0.55 * r + height / 2); // below the letter of the token
  return svg`<g class="mark" transform=${`translate(0 ${y.toFixed(3)})`}>
    <rect x=${-width / 2} y=${-height / 2} width=${width} height=${height} rx=${3 * px}></rect><text dy="0.35em" font-size=${(tall * px).toFixed(4)} textLength=${(text.length * wide * px).toFixed(4)} lengthAdjust="spacingAndGlyphs">${text}</text><title>${conditions.join(", ")}</title></g>`;
}

/** What a token shows besides its own: whether its owner acts now, can be chosen, or was struck just now (in which of two looks, so that each blow is seen). */
export interface Looks { due: boolean; may: boolean; struck: "" | "struck-0" | "struck-1" }

/** Draws a token around the middle of a drawing: it is moved to its place by whoever shows it. */
export function tokenOf(t: Token, p: Person | undefined, cast: Cast, spot: Spot & { r: number }, px: number, looks: Looks): SVGTemplateResult {
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
    ${down ? nothing : mark(p.conditions, r, px)}
    <title>${[t.title, p.out ? "out of the fight" : p.fallen ? "down" : "", ...p.conditions].filter((w) => w !== "").join(", ")}</title>`;
}
