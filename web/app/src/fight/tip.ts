// A small box next to the element under the pointer or the focus, with more about it.
import { html, nothing, render, type TemplateResult } from "lit-html";
import { link } from "../cards/names";
import { h } from "../dom";

/** How long the pointer has to rest there, and how long the box stays after that: enough to reach it. In milliseconds. */
const rest = 300, stay = 500;

/** The distance of the box, in pixels. */
const gap = 8;

/** The parts of the page that the box doesn't cover: the list, or the map, that contains its element. */
const kept = "#question, #map, .unseen";

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
    // When a list is scrolled, or the window is resized, the box's element is elsewhere.
    document.addEventListener("scroll", (e) => { if (!this.box.hidden && e.target instanceof Node && this.at && e.target.contains(this.at)) this.hide(); }, { capture: true, passive: true });
    window.addEventListener("resize", () => { if (!this.box.hidden) this.hide(); });
  }

  /** Shows a text on an element while the pointer or the focus rests on it; undefined means no text. A finger doesn't rest: it chooses. */
  on(element: Element, says: Says | undefined): void {
    const known = this.saying.has(element);
    this.saying.set(element, says);
    element.toggleAttribute("data-tip", says !== undefined); // a card of it is offered in this box
    if (known) return;
    const comes = (): void => { const now = this.saying.get(element); if (now) this.comes(element, now); };
    element.addEventListener("pointerenter", (e) => { if ((e as PointerEvent).pointerType !== "touch" && !rests(e as PointerEvent)) comes(); });
    element.addEventListener("pointerleave", () => this.leaves(element));
    element.addEventListener("focus", () => { if (this.moving && element.matches(":focus-visible")) comes(); });
    element.addEventListener("blur", () => this.leaves(element));
  }

  private comes(element: Element, says: Says): void {
    if (this.at === element) {
      clearTimeout(this.timer);
      if (!this.box.hidden) return;
    }
    this.hide();
    this.at = element;
    this.timer = window.setTimeout(() => void this.show(element, says), rest);
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
      render(html`${said}${card ? link("Its card", card) : nothing}`, this.box);
      element.setAttribute("aria-describedby", this.box.id);
      beside(this.box, element);
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

/** Puts a box next to, above or below the parts around an element; at worst next to the element alone. */
export function beside(box: HTMLElement, element: Element): void {
  const at = element.getBoundingClientRect(), { width, height } = box.getBoundingClientRect();
  const into = (from: number, long: number, all: number): number => Math.max(gap, Math.min(from, all - gap - long));
  const put = (left: number, top: number): void => {
    box.style.left = `${into(left, width, innerWidth)}px`;
    box.style.top = `${into(top, height, innerHeight)}px`;
  };
  for (const free of [(element.closest(kept) ?? element).getBoundingClientRect(), at]) {
    const inText = element.matches(".name"); // the words next to it belong to it
    if (inText && free.bottom + height + 2 * gap <= innerHeight) return put(at.left, free.bottom + gap);
    if (!inText && free.right + width + 2 * gap <= innerWidth) return put(free.right + gap, at.top);
    if (!inText && free.left - width - 2 * gap >= 0) return put(free.left - gap - width, at.top);
    if (free.top - height - 2 * gap >= 0) return put(at.left, free.top - gap - height);
    if (free.bottom + height + 2 * gap <= innerHeight) return put(at.left, free.bottom + gap);
  }
  put(at.left, at.top > innerHeight - at.bottom ? 0 : at.bottom + gap);
}
