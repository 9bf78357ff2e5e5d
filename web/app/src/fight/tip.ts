// A small box next to the element under the pointer or the focus, with more about it.
import { html, nothing, render, type TemplateResult } from "lit-html";
import { link } from "../cards/names";
import { h } from "../dom";

/** How long the pointer has to rest there, or a finger to be held, and how long the box stays after that: enough to reach it. In milliseconds. */
const rest = 300, hold = 450, stay = 500;

/** The distance of the box, in pixels. */
const gap = 8;

/** What the box doesn't cover if there is room elsewhere: what is asked and what can be chosen, and who stands on the map; and what it rather doesn't cover. */
const kept = "#question :is(.decider strong, .pool, .left-over, h3, .choice, .addition), #map :is(.token, .may), .unseen:focus-within", spared = "#question :is(summary, .always > *)";

/** The lists and the map, which are cut off at their edges: the box of something in a list rather stays in it. */
const list = "#question", cut = "#question, #map";

/** How much farther away, in pixels, a place may be so that nothing is covered that is spared, or that the list isn't left. */
const sparing = 60, staying = 400;

/** How far apart the places are that are tried, in pixels. */
const grain = 12;

/** Says more about something; nothing if there is nothing to say. It may ask whether it is still wanted, and show a preliminary text. */
export type Says = (wanted: () => boolean, show: (said?: TemplateResult) => void) => Promise<TemplateResult | undefined>;

/** Where the pointer was last. */
const last = { x: -1, y: -1 };
document.addEventListener("pointermove", (e) => { [last.x, last.y] = [e.clientX, e.clientY]; }, { capture: true, passive: true });

/** Whether the pointer rests, and something has come to be under it. */
export const rests = (e: PointerEvent): boolean => e.clientX === last.x && e.clientY === last.y;

export class Tip {
  private readonly box = h("div", { id: "tip", role: "tooltip", "aria-live": "polite", hidden: true });
  /** The element that it is about, or will be. */
  private at: Element | undefined;
  private timer = 0;
  /** Whether the last key moves the focus: a choice that gets it because the one before was taken isn't looked at. */
  private moving = false;
  /** The element on which a finger has been held: that doesn't choose it. */
  private held: Element | undefined;
  /** What is said of each element: the same element may come to show something else. */
  private readonly saying = new WeakMap<Element, Says | undefined>();

  constructor() {
    document.body.append(this.box);
    this.box.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.box.addEventListener("pointerleave", () => this.leaves(this.at));
    document.addEventListener("keydown", (e) => {
      this.moving = /^(Tab|Arrow)/.test(e.key);
      if (e.key !== "Escape" || this.box.hidden) return;
      e.preventDefault();
      e.stopPropagation();
      this.hide();
    }, { capture: true });
    document.addEventListener("pointerdown", (e) => { if (e.pointerType === "touch" && !(e.target instanceof Node && this.box.contains(e.target))) this.hide(); }, { capture: true });
    // When a list is scrolled, or the window is resized, the box's element is elsewhere.
    document.addEventListener("scroll", (e) => { if (!this.box.hidden && e.target instanceof Node && this.at && e.target.contains(this.at)) this.hide(); }, { capture: true, passive: true });
    window.addEventListener("resize", () => { if (!this.box.hidden) this.hide(); });
  }

  /** Shows a text on an element while the pointer or the focus rests on it, or once a finger is held on it; undefined means no text. */
  on(element: Element, says: Says | undefined): void {
    const known = this.saying.has(element);
    this.saying.set(element, says);
    element.toggleAttribute("data-tip", says !== undefined); // a card of it is offered in this box
    if (known) return;
    const comes = (): void => { const now = this.saying.get(element); if (now) this.comes(element, now); };
    element.addEventListener("pointerenter", (e) => { if ((e as PointerEvent).pointerType !== "touch" && !rests(e as PointerEvent)) comes(); });
    element.addEventListener("pointerleave", (e) => { if ((e as PointerEvent).pointerType !== "touch" || this.box.hidden) this.leaves(element); });
    element.addEventListener("pointerdown", (e) => {
      const now = this.saying.get(element);
      if ((e as PointerEvent).pointerType === "touch" && now) this.comes(element, now, hold);
    });
    element.addEventListener("pointerup", (e) => {
      const shown = this.at === element && !this.box.hidden;
      this.held = (e as PointerEvent).pointerType === "touch" && shown ? element : undefined;
    });
    element.addEventListener("click", (e) => {
      if (this.held !== element) return;
      this.held = undefined;
      e.stopImmediatePropagation();
    }, { capture: true });
    element.addEventListener("focus", () => { if (this.moving && element.matches(":focus-visible")) comes(); });
    element.addEventListener("blur", () => this.leaves(element));
  }

  private comes(element: Element, says: Says, after = rest): void {
    if (this.at === element) {
      clearTimeout(this.timer);
      if (!this.box.hidden) return;
    }
    this.hide();
    this.at = element;
    this.timer = window.setTimeout(() => void this.show(element, says), after);
  }

  private leaves(element: Element | undefined): void {
    if (element === undefined || this.at !== element) return;
    clearTimeout(this.timer);
    if (this.box.hidden) this.at = undefined;
    else this.timer = window.setTimeout(() => this.hide(), stay);
  }

  private async show(element: Element, says: Says): Promise<void> {
    const wanted = (): boolean => this.at === element && element.isConnected;
    const show = (said?: TemplateResult): void => {
      if (!wanted()) return;
      const card = element.getAttribute("data-card");
      if (!said && !card) return this.hide();
      this.box.hidden = false; // before it is filled: content present from the start isn't read aloud
      render(html`${said ?? html`<b class="tip-of">${element.querySelector("span")?.textContent ?? ""}</b>`}${card ? link("Its card", card) : nothing}`, this.box);
      element.setAttribute("aria-describedby", this.box.id);
      nearest(this.box, element);
    };
    show(await says(wanted, show));
  }

  /** Hides the box, and drops its pending content. */
  hide(): void {
    clearTimeout(this.timer);
    this.at?.removeAttribute("aria-describedby");
    this.at = undefined;
    this.box.hidden = true;
    render(nothing, this.box);
  }
}

/** Puts a box at the place nearest to an element where it covers nothing that is kept; without one, where it covers least. */
function nearest(box: HTMLElement, element: Element): void {
  const at = element.getBoundingClientRect(), { width, height } = box.getBoundingClientRect();
  const seen = (what: string): DOMRect[] => [...document.querySelectorAll(what)].map((e) => {
    const r = e.getBoundingClientRect(), pane = e.closest(cut)?.getBoundingClientRect() ?? r, left = Math.max(r.left, pane.left), top = Math.max(r.top, pane.top);
    return new DOMRect(left, top, Math.max(0, Math.min(r.right, pane.right) - left), Math.max(0, Math.min(r.bottom, pane.bottom) - top));
  });
  const taken = seen(kept), soft = seen(spared), home = element.closest(list)?.getBoundingClientRect();
  const tried = (long: number, all: number, ...first: number[]): number[] => {
    const last = all - gap - long;
    return [...first, ...Array.from({ length: Math.ceil(Math.max(0, last) / grain) }, (_, i) => i * grain)].map((n) => Math.max(gap, Math.min(n, last)));
  };
  let best = { left: gap, top: gap, worth: Infinity };
  for (const left of tried(width, innerWidth, at.left, at.right + gap, at.left - gap - width)) {
    for (const top of tried(height, innerHeight, at.bottom + gap, at.top - gap - height, at.top)) {
      const over = (r: DOMRect): number => Math.max(0, Math.min(left + width, r.right) - Math.max(left, r.left)) * Math.max(0, Math.min(top + height, r.bottom) - Math.max(top, r.top));
      const covers = taken.reduce((sum, r) => sum + over(r), 0) + 100 * over(at);
      const away = Math.hypot(Math.max(0, at.left - left - width, left - at.right), Math.max(0, at.top - top - height, top - at.bottom)) + sparing * soft.filter((r) => over(r) > 0).length
        + (home && (left < home.left || left + width > home.right || top < home.top || top + height > home.bottom) ? staying : 0);
      const worth = 1e4 * covers + away + 0.1 * Math.abs(left - at.left); // one that begins where the element does looks as if it belongs to it
      if (worth < best.worth) best = { left, top, worth };
    }
  }
  box.style.left = `${best.left}px`;
  box.style.top = `${best.top}px`;
}

/** Puts a box next to, above or below an element. */
export function beside(box: HTMLElement, element: Element): void {
  const at = element.getBoundingClientRect(), { width, height } = box.getBoundingClientRect();
  const into = (from: number, long: number, all: number): number => Math.max(gap, Math.min(from, all - gap - long));
  const put = (left: number, top: number): void => {
    box.style.left = `${into(left, width, innerWidth)}px`;
    box.style.top = `${into(top, height, innerHeight)}px`;
  };
  const inText = element.matches(".name"); // the words next to it belong to it
  if (inText && at.bottom + height + 2 * gap <= innerHeight) return put(at.left, at.bottom + gap);
  if (!inText && at.right + width + 2 * gap <= innerWidth) return put(at.right + gap, at.top);
  if (!inText && at.left - width - 2 * gap >= 0) return put(at.left - gap - width, at.top);
  if (at.top - height - 2 * gap >= 0) return put(at.left, at.top - gap - height);
  if (at.bottom + height + 2 * gap <= innerHeight) return put(at.left, at.bottom + gap);
  put(at.left, at.top > innerHeight - at.bottom ? 0 : at.bottom + gap);
}
