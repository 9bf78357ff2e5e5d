// Views, each with its address, and the parts of the page in them.
import { part, tabKeys } from "./dom";

const titles: Record<string, string> = { start: "Start", fight: "Fight", rules: "Rules", compare: "Compare", files: "Files" };

/** The views with a place of their own, which is the element of their name; the others share one. */
const own = ["start", "compare", "files"];

/** The parts of the page, in the order of F6, and the element that takes the focus in each. */
const parts: [tab: string, focus: string][] = [["rules", "#editor"], ["table", "#map"], ["table", "#question"], ["people", "#who"], ["log", "#log"], ["many", "#many-pane"]];

/** The view that a part belongs to, and its element. */
const places: Record<string, { view: string; element: string }> = {
  rules: { view: "rules", element: "rules" }, table: { view: "fight", element: "stage" }, people: { view: "fight", element: "who" },
  log: { view: "fight", element: "log-pane" }, many: { view: "compare", element: "many-pane" },
};

export class Views {
  /** If there is room, people, dice and log are next to the map. */
  private readonly roomy = matchMedia("(min-width: 601px)");
  /** Called when a view comes to be seen. */
  shown: (view: string) => void = () => undefined;

  constructor() {
    this.roomy.addEventListener("change", () => { if (this.roomy.matches) this.mark("table"); this.shown(this.now()); });
    for (const b of document.querySelectorAll<HTMLElement>("#tabs button")) b.addEventListener("click", () => this.part(b.dataset["tab"]!));
    tabKeys(part("tabs"), (tab) => this.part(tab.dataset["tab"]!));
    this.mark("table");
  }

  /** The view that the address names, or else the fight. */
  now(): string {
    const name = location.hash.replace(/^#\//, "");
    return name in titles ? name : "fight";
  }

  /** Goes to a view. */
  go(view: string): void {
    location.hash = `#/${view}`;
    this.show();
  }

  /** Shows the view that the address names. */
  show(): void {
    const view = this.now();
    document.body.dataset["view"] = view;
    document.title = `${titles[view]} - rulec`;
    for (const a of document.querySelectorAll("#views a")) a.toggleAttribute("aria-current", a.getAttribute("href") === `#/${view}`);
    for (const name of own) part(name).hidden = view !== name;
    part("tabs").hidden = view !== "fight";
    document.querySelector<HTMLElement>("main")!.hidden = own.includes(view);
    this.shown(view);
  }

  /** Shows a part of the page: in the view that it belongs to, unless it is in sight, and by its tab, if there is no room for all. */
  part(wanted: string): void {
    const { view, element } = places[wanted]!;
    this.mark((wanted === "people" || wanted === "log") && this.roomy.matches ? "table" : wanted);
    if (part(element).offsetParent === null) this.go(view);
    this.shown(this.now());
  }

  private mark(name: string): void {
    document.body.dataset["tab"] = name;
    for (const b of document.querySelectorAll<HTMLElement>("#tabs button")) {
      const chosen = b.dataset["tab"] === name;
      b.setAttribute("aria-selected", String(chosen));
      b.tabIndex = chosen ? 0 : -1;
    }
  }

  /** Goes to the next part of the page, or back to the previous one. */
  next(by: 1 | -1): void {
    const there = parts.filter(([, focus]) => !part(focus.slice(1)).hidden);
    const here = there.findIndex(([, focus]) => document.activeElement?.closest(focus));
    const [tab, focus] = there[(Math.max(here, by > 0 ? -1 : 0) + by + there.length) % there.length]!;
    this.part(tab);
    if (focus === "#editor") this.edit();
    else part(focus.slice(1)).focus();
  }

  /** Called to focus the editor. */
  edit: () => void = () => undefined;
}
