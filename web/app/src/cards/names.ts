// Names in texts, and what in them leads elsewhere.
import { h } from "../dom";
import type { Name } from "../engine/protocol";

/** What a text says to type into a terminal: here these lead to the reference, and to cards. */
export const commands = String.raw`\brulec (?:docs(?: [a-z]\w*)?|show(?: (?:\.\.?/)?[\w./-]*\w)(?: [a-z]\w*(?:\.\w+)*)?)`;

/** The expressions that find the names of a list, which is made once for a fight or a file. */
const finding = new WeakMap<Name[], { expression: RegExp; kinds: Map<string, Name[]> }>();

function find(names: Name[]): { expression: RegExp; kinds: Map<string, Name[]> } {
  const known = finding.get(names);
  if (known) return known;
  const kinds = new Map<string, Name[]>();
  for (const n of names) kinds.set(n.title.toLowerCase(), [...(kinds.get(n.title.toLowerCase()) ?? []), n]);
  const longestFirst = [...kinds.keys()].sort((a, b) => b.length - a.length).map((t) => t.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  const made = { expression: new RegExp(`${commands}|\\b[a-z_]+\\.md\\b|(?<![\\p{L}\\p{N}])(?:${longestFirst.join("|") || "(?!)"})(?![\\p{L}\\p{N}])`, "giu"), kinds };
  finding.set(names, made);
  return made;
}

/** A text is a line of a story, whose names aren't stops of the Tab key; what something is or has; or prose. */
export type Sort = "story" | "value" | "prose";

/** What a title in a text means, if it means anything: most are ordinary words, too. People are written as they are; an action is meant only by a capital that no sentence begins with, and so is a single word in prose. */
function meant(said: string, before: string, names: Name[], sort: Sort): Name | undefined {
  const capital = /^\p{Lu}/u.test(said), within = capital && /[^.!?:\s]\s+$/u.test(before);
  return names.find((n) => (n.kind === "person" ? n.title === said : n.kind === "action" ? within : sort !== "prose" || capital || said.includes(" ")));
}

/** A name that leads to a card, or to a page. */
export function link(text: string, card: string, tab: 0 | -1 = 0): HTMLElement {
  return h("span", { class: "name", role: "button", tabindex: tab, "data-card": card }, text);
}

/** A text, in which the names on a list lead to their cards, commands to what they would show, and in prose files of the reference to its pages. */
export function linked(text: string, names: Name[], sort: Sort = "value"): (string | HTMLElement)[] {
  const { expression, kinds } = find(names), parts: (string | HTMLElement)[] = [];
  let from = 0;
  for (const m of text.matchAll(expression)) {
    const said = m[0], name = meant(said, text.slice(0, m.index), kinds.get(said.toLowerCase()) ?? [], sort);
    const card = name ? `${name.kind} ${name.title}` : said.startsWith("rulec ") ? said.slice("rulec ".length) : sort === "prose" && said.endsWith(".md") ? `docs ${said.slice(0, -".md".length)}` : "";
    if (card === "") continue;
    parts.push(text.slice(from, m.index), link(said, card, sort === "story" ? -1 : 0));
    from = m.index + said.length;
  }
  return [...parts, text.slice(from)].filter((p) => p !== "");
}
