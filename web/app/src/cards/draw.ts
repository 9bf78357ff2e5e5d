// Drawing what books say: cards, definitions, tables.
import { html, nothing, type TemplateResult } from "lit-html";
import type { BookLine, BookTable, Card, Entry, Name, Pieces, Pool } from "../engine/protocol";
import { link, linked } from "./names";

/** The kind of a card, in words. */
export const called = (kind: string): string => kind.replaceAll("_", " ");

const pieces = (list: Pieces | null | undefined, names: Name[]): unknown[] => (list ?? []).map((p) => (p.to ? link(p.text, `at ${p.to}`) : linked(p.text, names)));

function lines(list: BookLine[] | undefined, names: Name[]): unknown {
  const all = (list ?? []).filter((l) => l.lines?.length || l.text?.some((p) => p.text !== ""));
  if (all.length === 0) return nothing;
  return html`<div class="said">${all.map((l) => html`${l.label ? html`<i>${l.label}</i>` : nothing}<div class=${l.label ? "" : "alone"}>${pieces(l.text, names)}${lines(l.lines, names)}</div>`)}</div>`;
}

function table(t: BookTable | undefined, names: Name[]): unknown {
  if (!t) return nothing;
  const named = t.rows.some((r) => r.entry);
  return html`<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${named ? html`<th></th>` : nothing}${t.columns.map((c) => html`<th scope="col">${c}</th>`)}</tr></thead>
    <tbody>${t.rows.map((r) => html`<tr data-anchor=${r.entry?.anchor ?? nothing}>${r.entry ? html`<th scope="row">${mark(r.entry)}${r.entry.title}<p>${linked(r.entry.about, names, "prose")}</p></th>` : nothing}${r.cells.map((c) => html`<td>${pieces(c, names)}</td>`)}</tr>`)}</tbody></table></div>`;
}

const mark = (e: Entry): unknown => (e.change ? html`<small class="house-mark">${e.change.new ? "new with the house rules" : "house rule"}</small> ` : nothing);

/** What is said of a definition, below its title. */
export function told(e: Entry, names: Name[]): TemplateResult {
  const figures = e.figures ?? [];
  return html`${mark(e)}${e.about ? html`<p>${linked(e.about, names, "prose")}</p>` : nothing}${figures.length > 0 ? html`<ul class="figures">${figures.map((f) => html`<li>${f.title} <b>${f.value}</b></li>`)}</ul>` : nothing}
    ${lines(e.lines, names)}${table(e.table, names)}`;
}

/** A definition in a book. */
export const entry = (e: Entry, names: Name[]): TemplateResult => html`<article class=${e.stats ? "stats" : ""} data-anchor=${e.anchor}>${e.title ? html`<h5>${e.title}</h5>` : nothing}${told(e, names)}</article>`;

const pool = (p: Pool): TemplateResult => html`<li>${p.title} <b>${p.most === null ? p.now : `${p.now} of ${p.most}`}</b></li>`;

const commas = (list: unknown[]): unknown[] => list.flatMap((x, i) => (i === 0 ? [x] : [", ", x]));

/** A card below its heading. */
export function card(c: Card, names: Name[]): TemplateResult {
  const { state, has = [] } = c, list = (label: string, all: Name[]): unknown => (all.length > 0 ? html`<p><i>${label}</i> ${commas(all.map((n) => link(n.title, `${n.kind} ${n.title}`)))}</p>` : nothing);
  const now = state ? html`<p>${commas([state.side ? called(state.side) : nothing, c.of ? link(c.of.title, `${c.of.kind} ${c.of.title}`) : nothing, state.out ? html`<b>out of the fight</b>` : nothing].filter((x) => x !== nothing))}</p>
    <ul class="figures">${state.pools.map(pool)}</ul>${state.conditions.length > 0 ? html`<p><i>is</i> ${commas(state.conditions.map((x) => linked(x, names)))}</p>` : nothing}${list("has", has)}${c.figures?.length ? html`<h5>As the fight began</h5>` : nothing}` : nothing;
  return html`${now}${told(c, names)}`;
}
