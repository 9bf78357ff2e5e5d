// The gallery: every fight that there is, by systems, and a field to find one.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Example } from "./engine/protocol";

/** The fight to begin with. */
const tutorial = "examples/01-first-blood.yaml";

const plays: Record<Example["plays"], string> = { tactics: "plays itself, by tactics", script: "told by a script", sequence: "several fights, one after the other" };

/** Fights by the systems that they are played by; those of a folder come first, then one's own. */
export function bySystem(fights: Example[], folder: string[]): [system: string, fights: Example[]][] {
  const groups = new Map<string, Example[]>(), inFolder = (x: Example): boolean => folder.includes(x.name);
  for (const x of [...fights.filter(inFolder), ...fights.filter((x) => !inFolder(x))]) {
    const system = inFolder(x) ? "In this folder" : x.own ? "Yours" : x.system || "Several systems";
    groups.set(system, [...(groups.get(system) ?? []), x]);
  }
  return [...groups];
}

/** Lists the fights in which all wanted words occur. */
export function gallery(fights: Example[], folder: string[], wanted: string, search: (wanted: string) => void, open: (file: string) => void): TemplateResult {
  const words = wanted.toLowerCase().split(/\s+/);
  const fits = (x: Example): boolean => { const text = [x.title, x.about, x.rules, x.system, plays[x.plays]].join(" ").toLowerCase(); return words.every((w) => text.includes(w)); };
  const found = fights.filter(fits);
  return html`<label class="find">Find a fight <input id="find-fight" type="search" .value=${wanted} @input=${(e: Event) => search((e.target as HTMLInputElement).value)}></label>
    <p class="quiet" role="status">${found.length === fights.length ? nothing : found.length === 0 ? "No fight has these words." : `${found.length} of ${fights.length} fights`}</p>
    ${bySystem(found, folder).map(([system, list]) => html`<section><h4>${system}</h4><p class="quiet">${list[0]!.own ? nothing : list[0]!.systemAbout}</p>
      <ul class="fights">${list.map((x) => html`<li><button type="button" data-example=${x.name} @click=${() => open(x.name)}>
        <b>${x.title}</b>${x.name === tutorial ? html` <em>begin here</em>` : nothing}
        <span>${x.about}</span>
        <small>${[x.sides?.length ? x.sides.join(" v ") : "", plays[x.plays], x.rules !== x.system && x.rules ? `house rules: ${x.rules}` : "", x.own ? x.name : ""].filter((t) => t !== "").join(" \u00b7 ")}</small></button></li>`)}</ul></section>`)}`;
}
