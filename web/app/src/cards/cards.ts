// Cards: what the rules say about a name, in a box beside it. Whatever has data-card="KIND NAME" has one.
import { html, render } from "lit-html";
import { h } from "../dom";
import type { Engine } from "../engine/engine";
import type { Name } from "../engine/protocol";
import { beside, rests } from "../fight/tip";
import { called, card } from "./draw";

/** How long the pointer has to rest on a name, how long a card stays after that, and how long a finger presses to keep one. In milliseconds. */
const rest = 300, stay = 250, press = 500;

/** How many cards may be kept open. */
const mostKept = 4;

/** What the page does for the cards: the open file, the moment of the fight that is shown, and where pages of the reference, and words of the book, are shown. */
export interface Shelf { file: () => string; events: () => number; page: (name: string, section: string) => void; book: (find: string) => void }

export class Cards {
  /** The card of what the pointer or the focus rests on, and its element. */
  private box: HTMLElement | undefined;
  private at: HTMLElement | undefined;
  /** The cards that were kept, each with what it was opened from. */
  private kept: { box: HTMLElement; from: HTMLElement }[] = [];
  private timer = 0;
  private pressed = 0;
  /** Whether a finger that is still down has opened a card. */
  private held = false;
  private known = new Map<string, Name[]>();

  constructor(private readonly engine: Engine, private readonly shelf: Shelf) {
    document.addEventListener("pointerover", (e) => {
      if (this.box?.contains(e.target as Node)) clearTimeout(this.timer);
      else if (e.pointerType !== "touch" && !rests(e)) this.comes(this.named(e));
    });
    document.addEventListener("focusin", (e) => { const at = this.named(e); if (at?.matches(":focus-visible")) this.comes(at); });
    document.addEventListener("focusout", (e) => { if (this.at && this.named(e) === this.at) this.leaves(); });
    document.addEventListener("click", (e) => {
      const at = this.named(e);
      if (this.held) { // a finger that has opened a card does nothing else
        this.held = false;
        e.preventDefault();
        e.stopPropagation();
        return;
      }
      if (!at?.matches(".name, .person, .decider, .token:not(.may)")) return;
      if (at.matches(".name")) e.stopPropagation(); // the line that it stands in does something else
      void this.open(at);
    }, { capture: true });
    document.addEventListener("pointerdown", (e) => {
      clearTimeout(this.pressed);
      this.held = false;
      const at = this.named(e);
      if (at && e.pointerType === "touch") this.pressed = window.setTimeout(() => { this.held = true; void this.open(at); }, press);
    });
    for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, () => clearTimeout(this.pressed), { capture: true });
    document.addEventListener("keydown", (e) => this.key(e), { capture: true });
    document.addEventListener("scroll", (e) => { if (this.box && this.at && e.target instanceof Node && e.target.contains(this.at)) this.hide(); }, { capture: true, passive: true });
  }

  /** The element with a card that an event is about. Beside what has another box its card is offered in that. */
  private named(e: Event): HTMLElement | undefined {
    const first = e.composedPath()[0];
    const at = first instanceof Element ? first.closest<HTMLElement>("[data-card]") : null;
    return at && !at.matches("[data-tip]") ? at : undefined;
  }

  private key(e: KeyboardEvent): void {
    const at = this.named(e);
    if ((e.key === "Enter" || e.key === " ") && at?.matches(".name")) void this.open(at);
    else if (e.key !== "Escape" || e.defaultPrevented || !this.box && this.kept.length === 0) return;
    else if (this.box) this.hide();
    else this.close(this.kept.at(-1)!.box);
    e.preventDefault();
    e.stopPropagation();
  }

  /** Whose rules an element speaks of: an empty name means those of the fight. */
  private of(at: Element): string {
    const box = at.closest<HTMLElement>(".card");
    const root = at.getRootNode();
    return box ? box.dataset["of"]! : (root instanceof ShadowRoot ? root.host : at).closest("#rules, #panel") ? this.shelf.file() : "";
  }

  /** The names in the rules of a file, or of the fight. */
  async names(of: string): Promise<Name[]> {
    const known = this.known.get(of) ?? await this.engine.ask("names", of);
    this.known.set(of, known);
    return known;
  }

  /** Goes to the next name in the current line of the story. */
  next(): void {
    const all = [...document.querySelectorAll<HTMLElement>(".line.now .name")];
    all[(all.indexOf(document.activeElement as HTMLElement) + 1) % all.length]?.focus();
  }

  /** Forgets the names, since there is another fight, or other rules. */
  forget(): void { this.known.clear(); }

  private comes(at: HTMLElement | undefined): void {
    if (at === this.at && at) return clearTimeout(this.timer);
    if (!at) return this.at === document.activeElement ? undefined : this.leaves(); // what has the focus keeps its card
    this.hide();
    this.at = at;
    this.timer = window.setTimeout(() => void this.show(at), rest);
  }

  private leaves(): void {
    clearTimeout(this.timer);
    if (this.box) this.timer = window.setTimeout(() => this.hide(), stay);
    else this.at = undefined;
  }

  /** Shows the card of an element beside it, as long as that is wanted. */
  private async show(at: HTMLElement): Promise<void> {
    const [kind = "", ...words] = at.dataset["card"]!.split(" "), of = this.of(at);
    if (kind === "docs") return;
    const name = kind === "show" ? words.at(-1)! : words.join(" ");
    const found = await Promise.all([this.engine.ask("card", { kind: kind === "show" || kind === "at" ? "" : kind, name, file: of, events: this.shelf.events() }), this.names(of)]).catch(() => undefined);
    if (!found || this.at !== at || this.box || !at.isConnected) return;
    const [c, names] = found;
    const box = h("aside", { class: "card", id: "card", role: "tooltip", "data-of": of, "aria-label": `${c.title}, ${called(c.kind)}` });
    render(html`<header><h4>${c.title}</h4><small>${called(c.kind)}</small><button type="button" class="close" aria-label="Close the card" @click=${() => this.close(box)}>×</button></header>
      <div class="card-text">${card(c, names)}</div>`, box);
    (at.closest("dialog") ?? document.body).append(box);
    this.box = box;
    at.setAttribute("aria-describedby", box.id);
    beside(box, at.closest<HTMLElement>(".card") ?? at);
  }

  /** Hides the card that isn't kept. */
  private hide(): void {
    clearTimeout(this.timer);
    this.at?.removeAttribute("aria-describedby");
    this.at = undefined;
    this.box?.remove();
    this.box = undefined;
  }

  /** Opens what a name leads to: a page of the reference, or its card, which is kept until it is closed. */
  private async open(at: HTMLElement): Promise<void> {
    const [kind, page = "", ...rest] = at.dataset["card"]!.split(" ");
    if (kind === "docs") return this.shelf.page(page, rest.join(" "));
    if (this.box?.contains(at)) this.keep();
    if (this.at !== at) this.hide();
    this.at = at;
    clearTimeout(this.timer);
    if (!this.box) await this.show(at);
    if (this.box) return this.keep();
    this.hide();
    if (kind === "show") this.shelf.book((rest.at(-1) ?? "").replaceAll("_", " "));
  }

  /** Keeps the card that is shown. */
  private keep(): void {
    const box = this.box!, from = this.at!;
    from.removeAttribute("aria-describedby");
    box.removeAttribute("id");
    box.setAttribute("role", "dialog");
    box.classList.add("kept");
    const text = box.querySelector<HTMLElement>(".card-text")!;
    text.tabIndex = 0;
    this.box = this.at = undefined;
    this.kept.push({ box, from });
    if (this.kept.length > mostKept) this.close(this.kept[0]!.box);
    text.focus();
  }

  private close(box: HTMLElement): void {
    const { from } = this.kept.find((k) => k.box === box)!, inside = box.contains(document.activeElement);
    this.kept = this.kept.filter((k) => k.box !== box);
    box.remove();
    if (inside && from.isConnected) from.focus();
  }
}
