// Markdown: read by a library, drawn as text.
import { html, nothing, type TemplateResult } from "lit-html";
import { lexer, type Token, type Tokens } from "marked";
import type { Name } from "../engine/protocol";
import { link, linked } from "./names";

/** A text drawn from Markdown; names in it lead to cards, links to other pages to these. What isn't known here stays text. */
export const markdown = (text: string, names: Name[]): unknown[] => lexer(text).map((t) => block(t, names));

/** Some tokens say that their text is escaped for HTML: here it is text. */
const plain = (t: { raw: string; text?: string }): string => t.text ?? t.raw;

const inner = (t: { tokens?: Token[] }, names: Name[]): unknown[] => (t.tokens ?? []).map((x) => inline(x, names));

function inline(token: Token, names: Name[]): unknown {
  switch (token.type) {
    case "strong": return html`<strong>${inner(token as Tokens.Strong, names)}</strong>`;
    case "em": return html`<em>${inner(token as Tokens.Em, names)}</em>`;
    case "codespan": return html`<code>${linked(plain(token as Tokens.Codespan), [])}</code>`;
    case "br": return html`<br>`;
    case "link": {
      const { href, text } = token as Tokens.Link, [, page, section] = /^(\w+)\.md(?:#(.*))?$/.exec(href) ?? [];
      if (page) return link(text.replaceAll("`", ""), `docs ${page} ${section?.replaceAll("-", " ") ?? ""}`.trim());
      return /^https?:/.test(href) ? html`<a href=${href} target="_blank" rel="noopener noreferrer">${inner(token as Tokens.Link, names)}</a>` : inner(token as Tokens.Link, names);
    }
    case "text": return token.tokens ? inner(token as Tokens.Text, names) : linked(plain(token as Tokens.Text), names, "prose");
    default: return plain(token as Tokens.Generic as { raw: string });
  }
}

function block(token: Token, names: Name[]): unknown {
  switch (token.type) {
    case "space": return nothing;
    case "heading": return heading(token as Tokens.Heading, names);
    case "paragraph": return html`<p>${inner(token as Tokens.Paragraph, names)}</p>`;
    case "code": return html`<pre tabindex="0">${linked(token.text as string, [])}</pre>`;
    case "blockquote": return html`<blockquote>${(token as Tokens.Blockquote).tokens.map((t) => block(t, names))}</blockquote>`;
    case "hr": return html`<hr>`;
    case "list": {
      const { ordered, items } = token as Tokens.List, rows = items.map((i) => html`<li>${i.tokens.map((t) => block(t, names))}</li>`);
      return ordered ? html`<ol>${rows}</ol>` : html`<ul>${rows}</ul>`;
    }
    case "table": {
      const { header, rows } = token as Tokens.Table;
      return html`<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${header.map((c) => html`<th scope="col">${inner(c, names)}</th>`)}</tr></thead><tbody>${rows.map((r) => html`<tr>${r.map((c) => html`<td>${inner(c, names)}</td>`)}</tr>`)}</tbody></table></div>`;
    }
    default: return inline(token, names);
  }
}

/** A heading; the page's own begin further down. */
function heading(t: Tokens.Heading, names: Name[]): TemplateResult {
  const text = inner(t, names), at = t.text.toLowerCase();
  return t.depth === 1 ? html`<h3 tabindex="-1" data-heading=${at}>${text}</h3>` : t.depth === 2 ? html`<h4 tabindex="-1" data-heading=${at}>${text}</h4>` : html`<h5 tabindex="-1" data-heading=${at}>${text}</h5>`;
}
