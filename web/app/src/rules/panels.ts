// The panels beside the editor: the fight on the table, and whatever else there is to say about the open file.
import { button, h, part, tabKeys } from "../dom";

/** A panel; it is opened each time it comes to be seen, or another file is opened while it is. */
export interface Panel { name: string; title: string; open: (place: HTMLElement) => void }

export class Panels {
  private readonly list: Panel[] = [];
  private readonly places = new Map<string, HTMLElement>();

  constructor() { tabKeys(part("panels"), (tab) => this.show(tab.dataset["panel"]!)); }

  /** The panel that is shown: table, if it is none of these. */
  now(): string { return document.body.dataset["panel"] ?? "table"; }

  /** Adds a panel. */
  add(panel: Panel): void {
    if (this.list.length === 0) { // where there is room for one pane, that is the file
      const table = this.tab("table", "");
      table.append(h("span", { class: "roomy" }, "Table"), h("span", { class: "narrow" }, "File"));
    }
    this.list.push(panel);
    const place = document.createElement("section");
    place.setAttribute("aria-label", panel.title);
    place.hidden = true;
    part("panel").append(place);
    this.places.set(panel.name, place);
    this.tab(panel.name, panel.title);
    this.mark();
  }

  private tab(name: string, title: string): HTMLElement {
    const tab = button(title, () => this.show(name), { role: "tab", "data-panel": name, "aria-controls": name === "table" ? "stage" : "panel" });
    part("panels").append(tab);
    return tab;
  }

  /** Shows a panel. */
  show(name: string): void {
    document.body.dataset["panel"] = name;
    this.mark();
    this.opened();
  }

  /** Opens the panel that is shown, for another file or another text of it. */
  opened(): void {
    const panel = this.list.find((p) => p.name === this.now());
    if (panel) panel.open(this.places.get(panel.name)!);
  }

  private mark(): void {
    for (const [name, place] of this.places) place.hidden = name !== this.now();
    part("panel").hidden = !this.places.has(this.now());
    for (const b of part("panels").querySelectorAll("button")) {
      const chosen = b.dataset["panel"] === this.now();
      b.setAttribute("aria-selected", String(chosen));
      b.tabIndex = chosen ? 0 : -1;
    }
  }
}
