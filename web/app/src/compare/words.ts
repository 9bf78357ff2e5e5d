// What many fights say, in words: sentences, and a text for a chat.
import type { Point, Report, Share } from "../engine/protocol";
import type { Names } from "./plots";

/** A number of fights in a hundred, with no more digits than an interval allows. */
const inHundred = (v: number, half: number): string => (Math.abs(v) * 100).toFixed(half > 0.005 ? 0 : half > 0.0005 ? 1 : 2);

const half = (x: Share): number => (x.high - x.low) / 2;

/** A share with its interval. */
export const shareText = (x: Share): string => `${inHundred(x.value, half(x))}% (${inHundred(x.low, half(x))} to ${inHundred(x.high, half(x))})`;

/** A mean with no more digits than its interval allows. */
export function meanText(x: Share, interval = true): string {
  if (x.high === 0) return "never";
  const digits = Math.max(0, Math.min(4, Math.ceil(-Math.log10(Math.max(half(x), 1e-4)))));
  return x.value.toFixed(digits) + (interval ? ` (${x.low.toFixed(digits)} to ${x.high.toFixed(digits)})` : "");
}

/** A name as in stories. */
const proper = (name: string): string => name.split("_").map((w) => w.slice(0, 1).toUpperCase() + w.slice(1)).join(" ");

export const personName = (c: { name: string; title: string }): string => (c.title === c.name ? proper(c.name) : c.title);

/** A side and what it does. */
const doing = (p: Point, side: string): string => `the ${side.replaceAll("_", " ")} ${p.combatants.filter((c) => c.side === side).length === 1 ? "wins" : "win"}`;

/** The title of an outcome. */
export function outcomeName(p: Point, o: Point["outcomes"][number]): string {
  switch (o.kind) {
    case "side": return doing(p, o.name);
    case "nobody": return "nobody wins";
    case "time_limit": return "the time is up";
    default: return "nothing is left to happen";
  }
}

/** Who wins how often, or how much more often by the rules now. */
export function sentence(r: Report, names: Names): string {
  const now = r.points.at(-1)!, first = now.outcomes[0]!, d = now.difference, wins = outcomeName(now, first);
  if (!d) return `${wins.slice(0, 1).toUpperCase()}${wins.slice(1)} ${inHundred(first.share.value, half(first.share))} fights in a hundred (${inHundred(first.share.low, half(first.share))} to ${inHundred(first.share.high, half(first.share))}).`;
  const most = Math.max(Math.abs(d.low), Math.abs(d.high)) * 100;
  if (d.low <= 0 && d.high >= 0) return `No difference can be seen in how often ${wins}: at most ${most < 1 ? most.toFixed(1) : Math.ceil(most)} in a hundred.`;
  const [low, high] = d.value > 0 ? [d.low, d.high] : [d.high, d.low], by = inHundred(d.value, half(d));
  return `With ${names.now}, ${wins} ${by} ${by === "1" ? "fight" : "fights"} in a hundred ${d.value > 0 ? "more" : "fewer"} (${inHundred(low, half(d))} to ${inHundred(high, half(d))}) than with ${names.before}.`;
}

/** That the winner of a fight is decided, if so. */
export function decided(r: Report, names: Names): { side: string; text: string } | undefined {
  const by = [names.before, names.now].slice(-r.points.length);
  for (const [i, p] of [...r.points.entries()].reverse()) {
    if (p.even) return { side: p.even.winner, text: `With ${by[i]}, ${doing(p, p.even.winner)} ${inHundred(p.even.share.value, half(p.even.share))} fights in a hundred: who wins is decided already, so hardly any change of the rules can show.` };
  }
  return undefined;
}

/** The outcomes to show: all sides, and what else came about. */
export const outcomes = (r: Report): number[] => r.points[0]!.outcomes.map((_, i) => i).filter((i) => r.points.some((p) => p.outcomes[i]!.kind === "side" || p.outcomes[i]!.fights > 0));

/** The actions of all rules, those whose number has changed most first, or that are done most. */
export function actions(r: Report): { name: string; before?: Share | undefined; now: Share; success: (Share | undefined)[] }[] {
  const none: Share = { value: 0, low: 0, high: 0 }, [then, now] = [r.points.length > 1 ? r.points[0] : undefined, r.points.at(-1)!];
  const list = [...new Set(r.points.flatMap((p) => p.actions.map((a) => a.name)))].map((name) => {
    const of = (p: Point | undefined): Point["actions"][number] | undefined => p?.actions.find((a) => a.name === name);
    return { name, before: then && (of(then)?.per_fight ?? none), now: of(now)?.per_fight ?? none, success: r.points.map((p) => of(p)?.success) };
  });
  const by = (a: (typeof list)[number]): number => (a.before ? Math.abs(a.now.value - a.before.value) : a.now.value);
  return list.sort((a, b) => by(b) - by(a));
}

/** Where it comes from. */
export const origin = (r: Report): string => `${r.points.at(-1)!.fights.toLocaleString("en")} fights${r.points.length > 1 ? " each way with the same dice" : ""}, seed ${r.seed}, rules ${r.points.map((p) => `${p.ruleset} ${p.hash.slice(0, 12)}`).join(" and ")}, rulec ${r.rulec}`;

/** What the figures in brackets are. */
export const brackets = "In brackets: in 95 of 100 such trials the true figure lies between these two.";

/** How many differences of rules are told. */
export const mostShown = 6;

/** What the rules change in those that they are compared with, if they are: the first of it. */
export function differing({ changes, before }: Names): string {
  if (before === undefined || !changes) return "";
  const more = changes.length - mostShown;
  return changes.length === 0 ? "The rules don't differ." : `What differs: ${changes.slice(0, mostShown).join("; ")}${more > 0 ? `; and ${more} more` : ""}.`;
}

/** All of it for a chat, with a table whose columns are aligned where letters have one width. */
export function chatText(title: string, r: Report, names: Names): string {
  const now = r.points.at(-1)!, row = (label: string, of: (p: Point) => string): string[] => [label, ...r.points.map(of)];
  const rows = [["", ...(names.before === undefined ? [] : [names.before]), names.now],
    ...outcomes(r).map((i) => row(outcomeName(now, now.outcomes[i]!), (p) => shareText(p.outcomes[i]!.share))),
    row(`${now.length.unit}s (of 90% of fights)`, (p) => `${p.length.median} (${p.length.p5} to ${p.length.p95})`),
    ...now.combatants.map((c) => row(`${personName(c)} stands`, (p) => { const x = p.combatants.find((other) => other.name === c.name); return x ? shareText(x.stands) : "-"; })),
    ...actions(r).slice(0, 5).map((a) => [`${a.name}, per fight`, ...(a.before ? [meanText(a.before, false)] : []), meanText(a.now, false)])];
  const wide = rows[0]!.map((_, i) => Math.max(...rows.map((cells) => cells[i]!.length)));
  return [title, sentence(r, names), ...[differing(names)].filter((line) => line !== ""), "```", ...rows.map((cells) => cells.map((c, i) => c.padEnd(wide[i]!)).join("  ").trimEnd()), "```", brackets, origin(r)].join("\n");
}
