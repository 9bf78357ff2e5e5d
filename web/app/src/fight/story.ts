// The story of a fight: a card for each thing that happens, with its results; below a line, on demand, the sources of its numbers.
import { html, nothing, render, type TemplateResult } from "lit-html";
import { linked } from "../cards/names";
import type { Line, Name, Person, Row } from "../engine/protocol";
import { badge } from "./people";
import { mainPool, type Cast } from "./sides";

const headings: Partial<Record<Line["kind"], 3 | 4>> = { chapter: 3, clock: 3, turn: 4, ending: 3 };

/** How high the headings are that stay at the top of the story, in pixels. */
const headed = 60;

const withCosts = (l: Line): string => (l.costs ? `${l.text} (${l.costs})` : l.text);

/** A line as it is spoken; for a table, the state of all combatants. */
export const inWords = (l: Line): string => (l.rows ? l.rows.map((r) => `${r.name}: ${stateOf(r).join(", ")}`).join("; ") : withCosts(l));

/** The pools and conditions of somebody. */
const stateOf = (r: Row): string[] => [...(r.pools ?? []), ...(r.conditions ?? [])];

/** A line by its index. */
interface Told { line: Line; at: number }

/** The lines of a card: what happens, and its results; headings, tables and notes stand alone. */
function cardsOf(lines: Line[]): Told[][] {
  const cards: Told[][] = [];
  lines.forEach((line, at) => {
    const card = cards.at(-1);
    if (line.kind === "event" && line.depth > 1 && card?.[0]?.line.kind === "event") card.push({ line, at });
    else cards.push([{ line, at }]);
  });
  return cards;
}

/** The headings that others are under, the highest first. */
const levels: Line["kind"][] = ["chapter", "clock", "turn"];

export class Story {
  private lines: Line[] = [];
  private people: Person[] = [];
  private cast: Cast | undefined;
  /** The lines whose sources are shown. */
  private readonly open = new Set<number>();
  private names: Name[] = [];
  /** The texts with their links, by line: they are made once, and stay where they are. */
  private readonly links = new Map<string, (string | HTMLElement)[]>();
  private events = 0;
  private reached = 0;
  /** The side that is played by hand, if it is one. */
  private side: string | undefined;
  /** Whether the end of the story is in sight: then it stays there. */
  private followed = true;
  /** Called with the line that the user goes to. */
  goTo: (events: number) => void = () => undefined;
  /** Called to show a line of a file of rules. */
  toRule: (file: string, line: number) => void = () => undefined;

  constructor(private readonly place: HTMLElement, private readonly last: HTMLElement) {
    place.addEventListener("scroll", () => { this.followed = place.scrollTop + place.clientHeight > place.scrollHeight - 40; });
    new ResizeObserver(() => { if (this.followed) this.reveal(); }).observe(place);
  }

  /** Takes the lines of a fight, the names in them that have cards, and whose side is played by hand; anew means that it is another one. */
  tell(lines: Line[], anew: boolean, names: Name[], side: string | undefined): void {
    for (const at of this.open) if (anew || lines[at]?.text !== this.lines[at]?.text) this.open.delete(at);
    Object.assign(this, { lines, names, side });
    if (anew) this.links.clear();
  }

  /** A text at a place of a line, with links to cards. */
  private linked(text: string, at: string): (string | HTMLElement)[] {
    const key = `${at} ${text}`, known = this.links.get(key) ?? linked(text, this.names, "story");
    this.links.set(key, known);
    return known;
  }

  /** Shows how far the fight has come, and, less clearly, what had been told up to the furthest; what comes after it isn't there. */
  show(events: number, reached: number, people: Person[], cast: Cast): void {
    Object.assign(this, { events, reached, people, cast });
    this.draw();
    this.reveal();
  }

  private draw(): void {
    const lines = this.lines.filter((l) => l.events <= this.reached), now = this.now(), cards = cardsOf(lines);
    const last = cards.filter((c) => c[0]!.at <= now && c[0]!.line.kind === "event").at(-1);
    render(cards.length === 0 ? html`<p class="quiet">The story comes here, line by line.</p>` : this.under(cards, now, levels), this.place);
    render(last ? this.card(last.filter((t) => t.at <= now), undefined) : nothing, this.last);
  }

  /** Cards under their headings: a heading stays in sight only as long as there is something under it. */
  private under(cards: Told[][], now: number, [kind, ...lower]: Line["kind"][]): TemplateResult[] {
    if (kind === undefined) return cards.map((c) => this.card(c, now));
    const parts: Told[][][] = [];
    for (const c of cards) {
      if (parts.length === 0 || c[0]!.line.kind === kind) parts.push([c]);
      else parts.at(-1)!.push(c);
    }
    return parts.map((p) => html`<div>${p[0]![0]!.line.kind === kind ? [this.card(p[0]!, now), this.under(p.slice(1), now, lower)] : this.under(p, now, lower)}</div>`);
  }

  /** Whom a line is about: it begins with their name. */
  private whose(l: Line): Person | undefined {
    return this.people.filter((p) => l.text.startsWith(p.title) && !/^\w/.test(l.text.slice(p.title.length))).sort((a, b) => b.title.length - a.title.length)[0];
  }

  /** How a line is for the side that is played by hand: bad if one of theirs is worse off by it, good if another one is. */
  private good(l: Line): "good" | "bad" | undefined {
    const p = this.whose(l), pool = p && mainPool(p);
    if (!pool || this.side === undefined) return undefined;
    const [, from, to] = /^(-?[\d.]+) -> (-?[\d.]+)/.exec(l.text.split(`${pool.title} `)[1] ?? "") ?? [];
    const worse = from !== undefined && (pool.up ? Number(to) > Number(from) : Number(to) < Number(from));
    return worse ? (p.side === this.side ? "bad" : "good") : undefined;
  }

  /** The index of the last line that has happened. */
  private now(): number { return this.lines.findLastIndex((l) => l.events <= this.events); }

  private card(card: Told[], now: number | undefined): TemplateResult {
    const { line } = card[0]!;
    if (line.kind !== "event") return this.line(card[0]!, now, nothing);
    const who = this.whose(line), good = card.map((t) => this.good(t.line)).filter((g) => g !== undefined);
    return html`<div class=${`entry ${who && this.cast ? this.cast.colour(who.who) : ""} ${good.includes("bad") ? "bad" : good[0] ?? ""}`}>${card.map((t, i) => this.line(t, now, i === 0 && who && this.cast ? badge(this.cast, who.who) : nothing))}</div>`;
  }

  private line({ line: l, at }: Told, now: number | undefined, mark: TemplateResult | typeof nothing): TemplateResult {
    const text = withCosts(l), heading = headings[l.kind], go = (): void => this.goTo(l.events), open = this.open.has(at);
    const verdict = l.verdict ? text.slice(0, text.indexOf(":") + 1) : "", said = text.slice(verdict.length), break_ = said.lastIndexOf(" ") + 1;
    const words = (part: string, where = ""): unknown => (now !== undefined ? this.linked(part, `${at} ${where}`) : part);
    // The last card, which is only seen, has no buttons. The last word and the button stay together: a button alone in a line looks lost.
    const why = now !== undefined && l.reasons?.length ? html`<span class="together">${words(said.slice(break_))} <button type="button" class="why" aria-expanded=${open} aria-label=${`Why? ${text}`} @click=${() => this.explain(at)}>why?</button></span>` : nothing;
    const whose = this.side === undefined ? undefined : this.whose(l), for_ = whose ? (whose.side === this.side ? "good" : "bad") : "";
    const body = html`${verdict ? html`<b class=${`${l.verdict!} ${for_}`}>${verdict}</b>` : nothing}${words(why === nothing ? said : said.slice(0, break_))}`;
    return html`<div class=${`line ${l.kind} depth-${Math.min(l.depth, 6)}${l.events > this.events ? " to-come" : ""}${at === now ? " now" : ""}${/ -> /.test(l.text) ? " change" : ""}${this.good(l) === "bad" ? " loss" : ""}`} data-line=${at}>${l.rows ? table(l.rows, words) : nothing}${mark}${text === "" ? nothing : heading === 3 ? html`<h3 @click=${go}>${words(text)}</h3>` : heading === 4 ? html`<h4 @click=${go}>${words(text)}</h4>` : html`<span @click=${go}>${body}</span>`}${why}
      ${open ? html`<ul class="reasons">${l.reasons?.map((r) => html`<li class=${`depth-${Math.min(r.depth, 6)}`}>${this.reason(r.text)}</li>`)}</ul>` : nothing}</div>`;
  }

  /** A reason; of one that is a place, a button leads to the rule. */
  private reason(text: string): string | TemplateResult {
    const [, file, line] = /^in (\S+\.ya?ml):(\d+)/.exec(text) ?? [];
    return file === undefined ? text : html`<button type="button" class="link" @click=${() => this.toRule(file, Number(line))}>the rule, in ${file}, line ${line}</button>`;
  }

  private explain(at: number): void {
    if (!this.open.delete(at)) this.open.add(at);
    this.draw();
  }

  /** The lines after so many events, up to so many, as they are spoken. */
  told(after: number, upTo: number): string[] { return this.lines.filter((l) => l.events > after && l.events <= upTo).map(inWords); }

  /** The last line after so many events, as it is spoken. */
  lastOf(events: number): string {
    const line = this.lines.findLast((l) => l.events <= events);
    return line ? inWords(line) : "";
  }

  /** Scrolls to the current line of the fight. */
  reveal(): void {
    const line = this.place.querySelector(".now");
    if (!line) return;
    const box = this.place.getBoundingClientRect(), at = line.getBoundingClientRect();
    if (at.top < box.top + headed || at.bottom > box.bottom) this.place.scrollTop += at.top - box.top - box.height * 0.6;
  }

  /** Opens the reasons of the current line of the fight. */
  why(): boolean {
    const now = this.now();
    for (let i = now; i >= 0 && i > now - 12; i--) {
      if (!this.lines[i]?.reasons?.length) continue;
      this.explain(i);
      this.place.querySelector<HTMLElement>(`[data-line="${i}"] .why`)?.focus();
      return true;
    }
    return false;
  }
}

function table(rows: Row[], words: (part: string, where: string) => unknown): TemplateResult {
  return html`<table class="rows"><tbody>${rows.map((r, i) => html`<tr class=${r.out ? "out" : ""}><th scope="row">${words(r.name, `name ${i}`)}</th>
    <td>${words([...stateOf(r), ...(r.out ? ["out of the fight"] : [])].join(", "), `row ${i}`)}</td></tr>`)}</tbody></table>`;
}
