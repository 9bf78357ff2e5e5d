// What differs between two texts, line by line.
import { html, nothing, type TemplateResult } from "lit-html";

/** Shows what differs: lines that only the first text has with -, those that only the second has with +. */
export function differences(first: string, second: string): TemplateResult {
  if (first === second) return html`<p>There is no difference.</p>`;
  return html`<pre class="compared" tabindex="0">${compared(first, second).map((l) => html`<span class=${{ "-": "less", "+": "more", " ": nothing }[l.sign]}>${`${l.sign} ${l.text}\n`}</span>`)}</pre>`;
}

/** How many lines differ between two texts. */
export function linesBetween(first: string, second: string): number {
  const of = (sign: string): number => compared(first, second, 0).filter((l) => l.sign === sign).length;
  return Math.max(of("-"), of("+"));
}

/** A line of a comparison: of both texts, only of the first, or only of the second. */
interface Compared { sign: " " | "-" | "+"; text: string }

/** How many lines are compared with each other; of longer parts all lines differ. */
const most = 2000;

/** Compares two texts. Lines that both have are left out, apart from a few around the others. */
function compared(first: string, second: string, around = 2): Compared[] {
  const a = first.split("\n"), b = second.split("\n");
  let start = 0, end = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const one = a.slice(start, a.length - end), two = b.slice(start, b.length - end);
  const list: Compared[] = [...a.slice(0, start).map((text): Compared => ({ sign: " ", text })), ...different(one, two), ...a.slice(a.length - end).map((text): Compared => ({ sign: " ", text }))];
  return list.filter((x, i) => x.sign !== " " || list.slice(Math.max(0, i - around), i + around + 1).some((y) => y.sign !== " "));
}

function different(a: string[], b: string[]): Compared[] {
  if (a.length > most || b.length > most) return [...a.map((text): Compared => ({ sign: "-", text })), ...b.map((text): Compared => ({ sign: "+", text }))];
  // same[i][j] is how many lines the rests from i and j have in common, in order.
  const same = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i--) for (let j = b.length - 1; j >= 0; j--) same[i]![j] = a[i] === b[j] ? same[i + 1]![j + 1]! + 1 : Math.max(same[i + 1]![j]!, same[i]![j + 1]!);
  const list: Compared[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length;) {
    if (i < a.length && j < b.length && a[i] === b[j]) list.push({ sign: " ", text: a[i++]! }), j++;
    else if (j >= b.length || i < a.length && same[i + 1]![j]! >= same[i]![j + 1]!) list.push({ sign: "-", text: a[i++]! });
    else list.push({ sign: "+", text: b[j++]! });
  }
  return list;
}
