// The combatants, with their pools and conditions, and the last dice.
import { html, nothing, svg, type TemplateResult } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import type { Person, Pool, Roll } from "../engine/protocol";
import { howLow, mainPool, shareLeft, type Cast } from "./sides";
import { shapeOf } from "./tokens";

/** The mark of a combatant, as on the map. */
export const badge = (cast: Cast, who: number): TemplateResult => html`<svg viewBox="-1.3 -1.3 2.6 2.6" class=${`badge token ${cast.colour(who)}`} aria-hidden="true">
  ${svg`${shapeOf(cast, who, 1)}<text dy="0.35em" font-size="1.1">${cast.mark(who)}</text>`}</svg>`;

/** A pool with its figures, and as a bar if it has a limit. */
function bar(p: Pool): TemplateResult { return barOf(p, ""); }

function barOf(p: Pool, low: string): TemplateResult {
  const share = p.most !== null && p.most > 0 ? Math.min(1, Math.max(0, p.now / p.most)) : 0;
  // If a pool counts up, such as bruises, a full bar is bad: it is drawn from the other side.
  return html`<div class="pool"><span class="pool-name">${p.title}</span><span class="pool-figures">${p.most === null ? p.now : `${p.now}/${p.most}`}</span>
    ${p.most === null ? nothing : html`<svg class=${`pool-bar ${p.up ? "up" : low}`} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="6" class="pool-ground"></rect><rect x=${p.up ? 100 - share * 100 : 0} width=${share * 100} height="6" class="pool-full"></rect></svg>`}</div>`;
}

const conditionsOf = (p: Person): TemplateResult | typeof nothing => (p.conditions.length === 0 ? nothing : html`<span class="conditions">${p.conditions.map((c) => html`<span class="condition">${c}</span>`)}</span>`);

/** Everything about somebody who decides, in a line, and what they have left for it. */
export const inALine = (p: Person, cast: Cast, left: string): TemplateResult => html`<div class="decider" data-card=${`person ${p.who}`}>
  ${badge(cast, p.who)}<strong>${p.title}</strong><div class="pools">${p.pools.map(bar)}</div>${left ? html`<span class="left-over">left: <b>${left}</b></span>` : nothing}${conditionsOf(p)}</div>`;

/** Who is in the fight, side by side: how they are, who is asked (about what another one does), whose turns come next, and, where it is wanted, everything about them. */
export function peopleOf(people: Person[], cast: Cast, due: string | undefined, reacts: boolean, next: string[]): TemplateResult[] {
  const later = reacts ? next : next.filter((title) => title !== people.find((p) => p.name === due)?.title);
  const row = (p: Person): TemplateResult => {
    const main = mainPool(p), turn = later.indexOf(p.title) + 1, rest = p.pools.filter((x) => x !== main), down = p.out || p.fallen;
    const waits = turn > 0 && next.length > 1 ? [`next ${turn}`] : [], asked = p.name === due ? [reacts ? "to react" : "to act"] : [];
    const says = p.out ? "out" : p.fallen ? "down" : [...asked, ...waits].join(", ");
    return html`<li class=${`person${down ? " out" : ""}${p.name === due ? " due" : ""}`} data-card=${`person ${p.who}`}>
      ${badge(cast, p.who)}<div class="of"><div class="person-name"><strong>${p.title}</strong>${says === "" ? nothing : html`<em>${says}</em>`}
        ${p.conditions.length > 0 ? html`<small title=${p.conditions.join(", ")}>${p.conditions.join(", ")}</small>` : nothing}</div>
        ${main ? barOf(main, howLow(shareLeft(main))) : nothing}
        <div class="more"><div class="pools">${rest.map(bar)}</div>${conditionsOf(p)}</div></div></li>`;
  };
  return [...new Set(people.map((p) => p.side))].map((side) => html`<section class="side" aria-label=${side.replaceAll("_", " ") || "no side"}>
    <h3>${side.replaceAll("_", " ") || "no side"}</h3><ul>${people.filter((p) => p.side === side).map(row)}</ul></section>`);
}

/** The last dice, the newest first: other ones than before are made anew, so that they tumble. */
export const diceOf = (rolls: Roll[]): TemplateResult => html`${rolls.length === 0 ? html`<p class="quiet">No dice yet.</p>` : rolls.map((r, i) => keyed(JSON.stringify(r),
  html`<div class=${i === 0 ? "roll last" : "roll"}><span class="roll-name">${r.who}, ${r.label || "a roll"} (${r.dice})</span>
    <span class="faces">${r.faces.map((f) => html`<span class=${f.kept ? "die" : "die dropped"} title=${f.kept ? nothing : "not kept"}>${f.shown}</span>`)}</span></div>`))}`;
