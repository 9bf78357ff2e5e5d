// Who wins more by a change of rules: two bars, and a sentence.
import { html, type TemplateResult } from "lit-html";
import type { Outcome, Report } from "./engine/protocol";

/** How many fights are played each way: enough to see a difference, and few enough to wait for. */
export const fights = 200;

/** Below this share of wins, and above the rest, a fight is decided already. */
const decided = 0.05;

/** Who wins how often: a bar for the rules as they were, and one for them as they are, with what they are called. */
export function whoWins(r: Report, called: [string, string]): TemplateResult {
  const [before, after] = [r.points[0]!, r.points.at(-1)!];
  const side = before.outcomes[0]!, share = (list: Outcome[]): number => list.find((o) => o.name === side.name && o.kind === side.kind)?.share.value ?? 0;
  const shares = [share(before.outcomes), share(after.outcomes)];
  const by = Math.round(shares[1]! * 100) - Math.round(shares[0]! * 100); // as the figures beside the bars say
  const bar = (name: string, value: number): TemplateResult => html`<div class="bar"><span>${name}</span><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width="100" height="8" class="pool-ground"></rect><rect width=${value * 100} height="8" class="fill-0"></rect></svg><b>${Math.round(value * 100)}%</b></div>`;
  const most = Math.ceil(196 * Math.sqrt(Math.max(...shares.map((x) => (x * (1 - x)) / fights)))); // 95 of 100 such samples are nearer than that
  const verdict = shares.every((x) => x < decided) || shares.every((x) => x > 1 - decided) ? "This fight is decided already: choose another."
    : by === 0 ? `It makes no difference: the ${side.name} win as often.` : `The ${side.name} win ${Math.abs(by)} ${by > 0 ? "more" : "fewer"} fights in a hundred.`;
  return html`<p class="verdict">${verdict}</p>${bar(called[0], shares[0]!)}${bar(called[1], shares[1]!)}
    <p class="quiet">How often the ${side.name} win, of ${fights} fights with the same dice: each give or take ${most}.</p>`;
}
