// The panels beside the editor: the fight on the table, and whatever else there is to say about the open file.
import { html, render, type TemplateResult } from "lit-html";
import { part, tabKeys } from "../dom";

/** A panel; it is opened each time it comes to be seen, or another file is opened while it is. */
export interface Panel { name: string; title: string; open: (place: HTMLElement) => void }

export class Panels {
  constructor(private readonly list: Panel[]) {
    tabKeys(part("panels"), (tab) => this.show(tab.dataset["panel"]!));
    this.draw();
  }

  /** The panel that is shown: table, if it is none of these. */
  now(): string { return document.body.dataset["panel"] ?? "table"; }

  /** Shows a panel. */
  show(name: string): void {
    document.body.dataset["panel"] = name;
    this.draw();
    this.opened();
  }

  /** Opens the panel that is shown, for another file or another text of it. */
  opened(): void {
    const i = this.list.findIndex((p) => p.name === this.now());
    if (i >= 0) this.list[i]!.open(part("panel").querySelectorAll<HTMLElement>(":scope > section")[i]!);
  }

  private draw(): void {
    const now = this.now();
    const tab = (name: string, title: unknown, place: string): TemplateResult =>
      html`<button type="button" role="tab" data-panel=${name} aria-controls=${place} aria-selected=${name === now} tabindex=${name === now ? 0 : -1} @click=${() => this.show(name)}>${title}</button>`;
    // Where there is room for one pane, the first one is the file.
    render(html`${tab("table", html`<span class="roomy">Table</span><span class="narrow">File</span>`, "stage")}${this.list.map((p) => tab(p.name, p.title, "panel"))}`, part("panels"));
    render(html`${this.list.map((p) => html`<section aria-label=${p.title} ?hidden=${p.name !== now}></section>`)}`, part("panel"));
    part("panel").hidden = now === "table";
  }
}
