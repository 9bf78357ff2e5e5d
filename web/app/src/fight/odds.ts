// What an action comes to: its odds, in a box beside it or before it is done.
import { html, type TemplateResult } from "lit-html";
import { part } from "../dom";
import { Ended } from "../engine/engine";
import type { Choice, Ground, Odds, Offer } from "../engine/protocol";
import type { Fight } from "./fight";
import type { Says } from "./tip";

/** Up to how many targets the odds are shown for each, before one of them is chosen. */
const fewTargets = 4;

/** After how long the page says that odds are being computed, in milliseconds. */
const slow = 400;

/** An offer in a list. */
export function labelOf(o: Offer, ground?: Ground | null): string {
  if (!o.steps || !o.place) return o.text;
  const place = ground?.zones?.[o.place.x]?.title ?? `${o.place.x}, ${o.place.y}`;
  return `${o.steps} ${o.steps === 1 ? "step" : "steps"} to ${place}`;
}

/** The places that a way leads through: "by way of 1, 2 - 2, 2"; empty means that there are none between. */
export const wayOf = (o: Offer): string => (labelOf(o) !== o.text && o.text.includes(" by ") ? o.text.replace(/^.*? by /, "by way of ").replaceAll("], [", " - ").replace(/[[\]]/g, "") : "");

/** The odds of an action; against the target with this name, if there are several. */
interface Outlook { of: string; odds: Odds }

export const inLines = (x: Outlook): TemplateResult => html`<div>${x.of ? html`<strong>${x.of}</strong>` : ""}<ul>${(x.of && x.odds.lines.length === 0 ? ["nothing is rolled"] : x.odds.lines).map((line) => html`<li>${line}</li>`)}</ul></div>`;

/** What is said of a choice, under its title. */
export const described = (title: string, about: string): TemplateResult => html`<b class="tip-of">${title}</b>${about ? html`<p>${about}</p>` : ""}`;

export class Prospects {
  /** The odds computed since the last decision. */
  private known = new Map<string, Odds>();
  /** What is added to each action, by its number. */
  readonly adding = new Map<number, Set<number>>();
  /** Set if every parameter is asked for. */
  details = false;

  constructor(private readonly fight: Fight) {}

  /** Begins with another question. */
  forget(): void {
    this.known.clear();
    this.adding.clear();
  }

  /** Describes a decision, under its title: what is said of it, and its odds as far as its parameters are given. */
  tells(title: string, about: string, choice: Choice): Says {
    return async (wanted, show) => {
      const text = described(title, about);
      if (part("stage").hasAttribute("aria-busy")) return about ? html`${text}` : undefined; // the engine computes one thing at a time
      const working = html`<p class="quiet">Calculating the odds ..</p>`;
      const late = setTimeout(() => show(html`${text}${working}`), slow);
      const said = (list: Outlook[]): TemplateResult => html`${text}${list.map(inLines)}${[...new Set(list.map((x) => x.odds.how))].filter((how) => how !== "").map((how) => html`<p class="quiet">(${how})</p>`)}`;
      try {
        const list = await this.outlook(choice, wanted, (soFar) => { clearTimeout(late); show(html`${said(soFar)}${working}`); });
        return about || list.some((x) => x.odds.how !== "" || x.odds.lines.length > 0) ? said(list) : undefined;
      } catch (err) {
        // When an engine is gone, its restart is reported elsewhere; so is the fate of the fight.
        return err instanceof Ended ? undefined : html`${text}<p>${err instanceof Error ? err.message : String(err)}</p>`;
      } finally {
        clearTimeout(late);
      }
    };
  }

  /** Computes the odds of an action. None, if they depend on more than the choice of one of a few targets. Estimates are shown first. */
  private async outlook(choice: Choice, wanted: () => boolean, soFar: (list: Outlook[]) => void): Promise<Outlook[]> {
    const { action = -1, given = [] } = choice, put = (n: number): Choice => ({ ...choice, given: [...given, n] });
    const [next, ...more] = (this.fight.view?.question?.actions?.[action]?.params ?? []).slice(given.length);
    if (!next) return [{ of: "", odds: await this.oddsOf({ ...choice, adding: this.added(action) }, wanted, (odds) => soFar([{ of: "", odds }])) }];
    if (next.default && !this.details) return this.outlook(put(-1), wanted, soFar);
    const may = ((await this.fight.engine.ask("offers", { action, given })) ?? []).map((o, i) => ({ o, i })).filter((x) => x.o.allowed);
    const only = may.length === 1 && !next.default; // a choice that isn't offered
    if (!wanted() || may.length > fewTargets || !only && more.some((p) => this.details || !p.default)) return [];
    const list: Outlook[] = [];
    for (const { o, i } of may) {
      if (!wanted()) break; // decisions meanwhile don't wait for the rest
      const named = (found: Outlook[]): Outlook[] => found.map((x) => (only ? x : { of: labelOf(o, this.fight.view?.ground), odds: x.odds }));
      list.push(...named(await this.outlook(put(i), wanted, (found) => soFar([...list, ...named(found)]))));
    }
    return list;
  }

  /** Computes odds, as long as they are wanted; the engine does so for a while at a time. */
  async oddsOf(choice: Choice, wanted: () => boolean, soFar: (odds: Odds) => void): Promise<Odds> {
    const view = this.fight.view, what = JSON.stringify(choice);
    let odds = this.known.get(what);
    for (let more = !odds; more && this.fight.view === view && wanted(); more = odds.more ?? false) {
      odds = await this.fight.engine.ask("odds", choice);
      if (odds.more && this.fight.view === view && wanted()) soFar(odds);
    }
    if (!odds || odds.more) return { how: "", lines: [] };
    if (this.fight.view === view) this.known.set(what, odds);
    return odds;
  }

  /** What is added to an action. */
  added(action: number): number[] { return [...(this.adding.get(action) ?? [])]; }

  /** Adds something to an action, or not. */
  add(action: number, what: number, yes: boolean): void {
    const set = this.adding.get(action) ?? new Set<number>();
    if (yes) set.add(what);
    else set.delete(what);
    this.adding.set(action, set);
  }
}
