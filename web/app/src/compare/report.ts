// A report of the engine: its pieces as the page shows them.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Block, Cell } from "../engine/protocol";
import { bars } from "./plots";

/** Draws the pieces of a report; charts and commands are for the command's own. */
export function blocks(list: Block[]): TemplateResult {
  return html`${list.map((b) => {
    switch (b.type) {
      case "heading": return html`<h4>${b.is.text}</h4>`;
      case "paragraph": return html`<p class=${b.is.verdict ? "verdict" : nothing}>${b.is.text}</p>`;
      case "note": return html`<p class="quiet">${b.is.text}</p>`;
      case "lines": return html`<pre tabindex="0">${b.is.lines.join("\n")}</pre>`;
      case "table": return table(b.is.head.map((h) => h.name), b.is.rows);
      case "columns": return html`<div class="side-by-side">${b.is.columns.map((c) => html`<section><h4>${c.title}</h4>${blocks(c.blocks)}</section>`)}</div>`;
      default: return nothing;
    }
  })}`;
}

/** A table: numbers are on the right, and those of a column with intervals, or the only ones of a table, have bars. */
function table(head: string[], rows: Cell[][]): TemplateResult {
  const columns = head.map((_, i) => rows.map((r) => r[i]));
  const numeric = columns.map((c, i) => i > 0 && c.some((x) => x?.numbers) && c.every((x) => !x || x.numbers || x.text === "" || x.text === "-"));
  const drawn = columns.map((c, i) => (numeric[i] && (c.some((x) => x?.numbers?.length === 3) || numeric.filter(Boolean).length === 1) ? bars(c) : undefined));
  return html`<div class="wide-table" tabindex="0" role="group" aria-label=${`Table: ${head.filter((h) => h !== "").join(", ")}`}><table class="cells-of">
    <thead><tr>${head.map((h, i) => html`<th scope="col" class=${numeric[i] ? "numeric" : nothing}>${h}</th>`)}</tr></thead>
    <tbody>${rows.map((r, k) => html`<tr>${head.map((_, i) => (i === 0 ? html`<th scope="row">${r[0]?.text}</th>` : html`<td class=${numeric[i] ? "numeric" : nothing}><div>${drawn[i]?.[k] ?? nothing}<span>${r[i]?.text ?? ""}</span></div></td>`))}</tr>`)}</tbody></table></div>`;
}
