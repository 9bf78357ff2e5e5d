// The parts of the action bar: choices with their keys, groups of actions, and what is asked at all.
import { html, nothing, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import type { Action, Offer, Passed, Policy, Question, Scene } from "../engine/protocol";
import type { Fight } from "./fight";
import type { Lay } from "./ground";
import type { Says, Tip } from "./tip";

/** The keys of choices, without those that do something else. */
const keysOfChoices = [..."0123456789abcdefghijklmnpqrsvxyz"];

/** The groups of actions, in the order in which they are shown. */
const groups: [Action["group"], string][] = [["at foes", "Attack"], ["move", "Move"], ["other", "Other"], ["seldom", "Seldom"], ["first", "Before the turn"]];

/** A group of actions, or of answers to what somebody does: those that are allowed, most usual first, those that aren't, and what could have been done before the turn. What is seldom wanted is folded. */
export interface Group { title: string; folded: boolean; may: { a: Action; i: number }[]; not: Action[]; before: Passed[] }

export function groupsOf(actions: Action[], passed: Passed[], answers: boolean): Group[] {
  const all = actions.map((a, i) => ({ a, i }));
  const before = passed.filter((p, i) => p.before && passed.findIndex((x) => x.before?.join() === p.before?.join()) === i);
  return groups.map(([group, title]) => ({
    title: answers && group === "other" ? "Answer" : title, may: all.filter(({ a }) => a.group === group && a.allowed).sort((x, y) => Number(y.a.usual) - Number(x.a.usual)),
    not: actions.filter((a) => a.group === group && !a.allowed), before: group === "first" ? before : [], folded: group === "seldom",
  })).filter((g) => g.may.length + g.not.length + g.before.length > 0).sort((x, y) => Number(nothingIn(x)) - Number(nothingIn(y)));
}

/** Whether nothing of a group is possible now. */
const nothingIn = (g: Group): boolean => g.may.length + g.before.length === 0;

/** Questions about what another one does, and about one's own action. */
const reactions = ["at me", "at others", "own side"], ownAction = ["add-on", "take back"];

/** Whether somebody is asked about what another one does. */
export const isReaction = (q: Question): boolean => reactions.includes(q.class);

/** The word for passing, and what it means here. */
export function passing(q: Question): { label: string; means: string } {
  const label = ownAction.includes(q.class) ? "Go on" : isReaction(q) ? "Don't react" : "Pass";
  return { label, means: q.turn ? "nothing more now" : q.what ? `${q.what} goes on` : "" };
}

/** A few of one unit: how many, and of what. */
const few = /^([1-6]) ([^,]+)$/;

/** Costs: a few of one unit are dots, with the unit unless all have the same. */
function costsOf(costs: string, units: number): TemplateResult | typeof nothing {
  if (costs === "") return nothing;
  const dots = costs.split(", ").map((part) => few.exec(part) ?? []);
  if (dots.some(([all]) => all === undefined)) return html`<small>${costs}</small>`;
  return html`<small class="pips" role="img" aria-label=${costs} title=${costs}>${dots.map(([, count, unit]) => html`<span>${"●".repeat(Number(count))}${units > 1 ? html`<em>${unit}</em>` : nothing}</span>`)}</small>`;
}

/** A choice: its key, its label, what it costs and what else is said of it. says adds more while the pointer or the focus rests on it. */
export interface Numbered { key: number; label: string; costs?: string; units?: number; more?: string; about?: string; card?: string; click: () => void; tip: Tip; says?: Says | undefined; besides?: TemplateResult | typeof nothing; inList?: boolean }

export function numbered(c: Numbered): TemplateResult {
  const once = (e: MouseEvent): void => { if (e.detail < 2) c.click(); }; // the second click would answer the next question
  const choice = html`<button type="button" class="choice" aria-description=${c.about || nothing} data-card=${c.card ?? nothing} @click=${once} ${ref((e) => { if (e) c.tip.on(e, c.says); })}>
    ${c.key in keysOfChoices ? html`<kbd>${keysOfChoices[c.key]!}</kbd>` : nothing}<span>${c.label}</span>${costsOf(c.costs ?? "", c.units ?? 2)}${c.more ? html`<small>${c.more}</small>` : nothing}</button>${c.besides ?? nothing}`;
  return c.inList === false ? choice : html`<li>${choice}</li>`;
}

/** Boxes for what can be added to an action: more than two are folded. */
export function additions(titles: string[], has: (n: number) => boolean, add: (n: number, yes: boolean) => void): TemplateResult {
  const boxes = titles.map((title, n) => html`<label class="addition"><input type="checkbox" .checked=${has(n)} @change=${(e: Event) => add(n, (e.target as HTMLInputElement).checked)}> + ${title}</label>`);
  return titles.length <= 2 ? html`${boxes}` : html`<details class="additions"><summary>+ ${titles.length} ways</summary>${boxes}</details>`;
}

/** The ways that lead nearest to each who is on another side and stands, nearest first: the index of the offer, and to whom it leads. */
export function otherWays(offers: Offer[], scene: Scene, who: string, lay: Lay): { index: number; titles: string[] }[] {
  const own = scene.people.find((p) => p.name === who);
  const list = scene.people.filter((p) => p.side !== own?.side && !p.out && !p.fallen).flatMap((p) => {
    const at = scene.tokens.find((t) => t.who === p.who);
    if (!at) return [];
    const ways = offers.flatMap((o, index) => (o.allowed && o.place ? [{ index, far: lay.apart(o.place, at), steps: o.steps ?? 0 }] : []));
    const best = ways.sort((a, b) => a.far - b.far || a.steps - b.steps)[0];
    return best ? [{ index: best.index, far: best.far, title: p.title }] : [];
  });
  list.sort((a, b) => a.far - b.far);
  return [...new Set(list.map((w) => w.index))].map((index) => ({ index, titles: list.filter((w) => w.index === index).map((w) => w.title) }));
}

/** The modes of asking, in words. */
const modes: [Policy["mode"], string][] = [["matters", "when it matters"], ["always", "always"], ["never", "only about turns"]];

/** What ends passing everything. */
const untilHurt = "Or until somebody acts at you, or hurts you.";

/** Which questions are asked. */
export function asking(fight: Fight): TemplateResult | typeof nothing {
  const policy = fight.view?.asking;
  if (!policy) return nothing;
  return html`<div class="tools asking"><label>Ask me <select @change=${(e: Event) => fight.ask({ mode: (e.target as HTMLSelectElement).value as Policy["mode"] })}>
      ${modes.map(([value, text]) => html`<option value=${value} ?selected=${value === policy.mode}>${text}</option>`)}</select></label>
    <button type="button" class="small" title=${untilHurt} @click=${() => fight.ask({ until: "turn" })}>Pass until my turn</button>
    <button type="button" class="small" title=${untilHurt} @click=${() => fight.ask({ until: "round" })}>Pass until the round ends</button>
    ${policy.stops?.length ? html`<button type="button" class="small" @click=${() => fight.ask({ stops: [] })}>Ask me everything again</button>` : nothing}</div>`;
}

/** What wasn't asked a moment ago. The same comes up at every step of a move: it is listed once. */
export function momentAgo(list: Passed[], reopen: (at: number) => void): TemplateResult | typeof nothing {
  const passed = list.filter((p, i) => list.findIndex((x) => x.text === p.text && x.why === p.why) === i);
  if (passed.length === 0) return nothing;
  const worth = passed.filter((p) => p.worth), rest = passed.filter((p) => !p.worth);
  return html`<details class="moment-ago"><summary>A moment ago: ${worth.length > 0 ? worth.slice(0, 2).map((p) => p.text).join("; ") : "nothing that matters"} ${passed.length > 2 || worth.length === 0 ? `(${passed.length} not asked)` : "(not asked)"}</summary>
    <ul>${[...worth, ...rest].map((p) => html`<li>${p.text} <small>(${p.why})</small> <button type="button" class="small" @click=${() => reopen(p.at)}>Ask me</button></li>`)}</ul></details>`;
}
