// A small box beside what the pointer or the focus rests on, which says more of it.
import { h } from "./dom";

/** How long it has to rest there, and how long the box stays then: time enough to reach it. In milliseconds. */
const rest = 300, stay = 250;

/** How far the box stands off, in pixels. */
const gap = 8;

/** What of the page the box doesn't cover: the list, or the map, that belongs to what it is about. */
const kept = ".choices, #map, .unseen";

/** Says more of something; nothing where there is nothing to say. It may ask whether somebody still wants to know it, and show something before. */
export type Says = (wanted: () => boolean, show: (said: Node[]) => void) => Promise<Node[]>;

export class Tip {
  private readonly box = h("div", { id: "tip", role: "tooltip", "aria-live": "polite", hidden: true });
  /** What it is about, or will be. */
  private at: Element | undefined;
  private timer = 0;

  constructor() {
    document.body.append(this.box);
    this.box.addEventListener("pointerenter", () => clearTimeout(this.timer));
    this.box.addEventListener("pointerleave", () => this.leaves(this.at));
    document.addEventListener("keydown", (e) => {
      if (e.key !== "Escape" || this.box.hidden) return;
      e.preventDefault();
      e.stopPropagation();
      this.hide();
    }, { capture: true });
    // Where a list is scrolled, or the window is another one, what the box stands beside is elsewhere.
    document.addEventListener("scroll", (e) => { if (!this.box.hidden && e.target instanceof Node && this.at && e.target.contains(this.at)) this.hide(); }, { capture: true, passive: true });
    window.addEventListener("resize", () => { if (!this.box.hidden) this.hide(); });
  }

  /** Has something said of an element while the pointer or the focus rests on it. A finger doesn't rest: it chooses. */
  on(element: Element, says: Says): void {
    element.addEventListener("pointerenter", (e) => { if ((e as PointerEvent).pointerType !== "touch") this.comes(element, says); });
    element.addEventListener("pointerleave", () => this.leaves(element));
    element.addEventListener("focus", () => { if (element.matches(":focus-visible")) this.comes(element, says); });
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
    const show = (said: Node[]): void => {
      if (!wanted()) return;
      if (said.length === 0) return this.hide();
      this.box.hidden = false; // before it is filled: what is there from the start isn't read aloud
      this.box.replaceChildren(...said);
      element.setAttribute("aria-describedby", this.box.id);
      this.place(element);
    };
    show(await says(wanted, show));
  }

  /** Takes the box away, and what was to be in it. */
  hide(): void {
    clearTimeout(this.timer);
    this.at?.removeAttribute("aria-describedby");
    this.at = undefined;
    this.box.hidden = true;
    this.box.replaceChildren();
  }

  /** Puts the box beside what belongs to an element, or above or below it; at worst beside the element alone. */
  private place(element: Element): void {
    const at = element.getBoundingClientRect(), { width, height } = this.box.getBoundingClientRect();
    const into = (from: number, long: number, all: number): number => Math.max(gap, Math.min(from, all - gap - long));
    const put = (left: number, top: number): void => {
      this.box.style.left = `${into(left, width, innerWidth)}px`;
      this.box.style.top = `${into(top, height, innerHeight)}px`;
    };
    for (const free of [(element.closest(kept) ?? element).getBoundingClientRect(), at]) {
      if (free.right + width + 2 * gap <= innerWidth) return put(free.right + gap, at.top);
      if (free.left - width - 2 * gap >= 0) return put(free.left - gap - width, at.top);
      if (free.top - height - 2 * gap >= 0) return put(at.left, free.top - gap - height);
      if (free.bottom + height + 2 * gap <= innerHeight) return put(at.left, free.bottom + gap);
    }
    put(at.left, at.top > innerHeight - at.bottom ? 0 : at.bottom + gap);
  }
}
