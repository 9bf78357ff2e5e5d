// The log: a line for each event; below it, on demand, the sources of its numbers.
import { linked } from "../cards/names";
import { h } from "../dom";
import type { Line, Name, Row } from "../engine/protocol";

const headings: Partial<Record<Line["kind"], "h3" | "h4">> = { chapter: "h3", clock: "h3", turn: "h4", ending: "h3" };

function table(rows: Row[], names: Name[]): Node {
  return h("table", { class: "rows" }, h("tbody", {}, ...rows.map((r) => h("tr", { class: r.out ? "out" : "" },
    h("th", { scope: "row" }, ...linked(r.name, names, "story")), h("td", {}, ...linked([...r.pools, ...r.conditions, ...(r.out ? ["out of the fight"] : [])].join(", "), names, "story"))))));
}

const withCosts = (l: Line): string => (l.costs ? `${l.text} (${l.costs})` : l.text);

/** A line as it is spoken; for a table, the state of all combatants. */
const inWords = (l: Line): string => (l.rows ? l.rows.map((r) => `${r.name}: ${[...r.pools, ...r.conditions].join(", ")}`).join("; ") : withCosts(l));

export class Log {
  private lines: Line[] = [];
  private shown: HTMLElement[] = [];
  private now = -1;
  /** The names that have cards. */
  names: Name[] = [];
  /** Called with the line that the user goes to. */
  goTo: (events: number) => void = () => undefined;

  constructor(private readonly place: HTMLElement) {}

  /** Shows the lines of a fight. */
  show(lines: Line[]): void {
    this.lines = lines;
    this.now = -1;
    this.shown = lines.map((l) => this.line(l, l.reasons ?? []));
    this.place.replaceChildren(...this.shown);
  }

  private line(l: Line, reasons: NonNullable<Line["reasons"]>): HTMLElement {
    const heading = headings[l.kind];
    const text = withCosts(l);
    const line = h("div", { class: `line ${l.kind} depth-${Math.min(l.depth, 6)}` });
    if (l.rows) line.append(table(l.rows, this.names));
    if (text !== "") {
      const verdict = l.verdict ? text.slice(0, text.indexOf(":") + 1) : "";
      const body = heading ? h(heading, {}, ...linked(text, this.names, "story")) : h("span", {}, verdict ? h("b", { class: l.verdict! }, verdict) : null, ...linked(text.slice(verdict.length), this.names, "story"));
      body.addEventListener("click", () => this.goTo(l.events));
      line.append(body);
    }
    if (reasons.length > 0) {
      const why = h("button", { type: "button", class: "why", "aria-expanded": "false", "aria-label": `Why? ${text}` }, "why?");
      const list = h("ul", { class: "reasons", hidden: true }, ...reasons.map((r) => h("li", { class: `depth-${Math.min(r.depth, 6)}` }, r.text)));
      why.addEventListener("click", () => {
        list.hidden = !list.hidden;
        why.setAttribute("aria-expanded", String(!list.hidden));
      });
      line.append(why, list);
    }
    return line;
  }

  /** The numbers of events at the ends of lines: the steps forward and back. */
  steps(): number[] { return [...new Set(this.lines.map((l) => l.events).filter((n) => n > 0))].sort((a, b) => a - b); }

  /** Marks how far the fight has come, and returns the last line. */
  mark(events: number): string {
    let last = -1;
    this.lines.forEach((l, i) => {
      const told = l.events <= events;
      this.shown[i]!.classList.toggle("to-come", !told);
      if (told) last = i;
    });
    if (this.now >= 0) this.shown[this.now]?.classList.remove("now");
    this.now = last;
    const line = this.shown[last];
    if (!line) return "";
    line.classList.add("now");
    this.reveal();
    return inWords(this.lines[last]!);
  }

  /** The lines after so many events, up to so many, as they are spoken. */
  told(after: number, upTo: number): string[] { return this.lines.filter((l) => l.events > after && l.events <= upTo).map(inWords); }

  /** Scrolls to the current line of the fight. */
  reveal(): void {
    const line = this.shown[this.now];
    if (!line) return;
    const box = this.place.getBoundingClientRect(), at = line.getBoundingClientRect();
    if (at.top < box.top || at.bottom > box.bottom) this.place.scrollTop += at.top - box.top - box.height * 0.6;
  }

  /** Opens the reasons of the current line of the fight. */
  why(): boolean {
    for (let i = this.now; i >= 0 && i > this.now - 12; i--) {
      const b = this.shown[i]?.querySelector<HTMLButtonElement>(".why");
      if (b) {
        b.click();
        b.focus();
        return true;
      }
    }
    return false;
  }
}
