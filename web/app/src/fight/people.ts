// The combatants, with their pools and conditions, and the last dice.
import { h, s } from "../dom";
import type { Person, Roll } from "../engine/protocol";
import { outline, type Cast } from "./sides";

function bar(p: Person["pools"][number]): Node {
  const figures = p.most === null ? String(p.now) : `${p.now}/${p.most}`;
  const name = h("span", { class: "pool-name" }, p.title);
  if (p.most === null) return h("div", { class: "pool" }, name, h("span", { class: "pool-figures" }, figures));
  const share = p.most > 0 ? Math.min(1, Math.max(0, p.now / p.most)) : 0;
  // If a pool counts up, such as bruises, a full bar is bad: it is drawn from the other side.
  return h("div", { class: "pool" }, name, h("span", { class: "pool-figures" }, figures),
    s("svg", { class: `pool-bar ${p.up ? "up" : ""}`, viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" },
      s("rect", { width: 100, height: 6, class: "pool-ground" }), s("rect", { x: p.up ? 100 - share * 100 : 0, width: share * 100, height: 6, class: "pool-full" })));
}

/** The mark of a combatant, as on the map. */
export function badge(cast: Cast, who: number): SVGSVGElement {
  const shape = cast.shape(who);
  return s("svg", { viewBox: "-1.3 -1.3 2.6 2.6", class: `badge token ${cast.colour(who)}`, "aria-hidden": "true" },
    shape === "circle" ? s("circle", { r: 1 }) : s("polygon", { points: outline(shape, 0, 0, 1) }), s("text", { dy: "0.35em", "font-size": 1.1 }, cast.mark(who)));
}

export function showPeople(place: HTMLElement, people: Person[], cast: Cast, due: string | undefined): void {
  const sides = [...new Set(people.map((p) => p.side))];
  place.replaceChildren(...sides.map((side) => h("section", { class: "side", "aria-label": side || "no side" },
    h("h3", {}, side.replaceAll("_", " ") || "no side"),
    h("ul", {}, ...people.filter((p) => p.side === side).map((p) => h("li", { class: `person ${p.out ? "out" : ""} ${p.name === due ? "due" : ""}` },
      h("div", { class: "person-name" }, badge(cast, p.who), h("strong", {}, p.title), p.out ? h("em", {}, "out of the fight") : p.name === due ? h("em", {}, "to act") : null),
      h("div", { class: "pools" }, ...p.pools.map(bar)), p.conditions.length > 0 ? h("div", { class: "conditions" }, ...p.conditions.map((c) => h("span", { class: "condition" }, c))) : null))))));
}

export function showDice(place: HTMLElement, rolls: Roll[]): void {
  place.replaceChildren(...(rolls.length === 0 ? [h("p", { class: "quiet" }, "No dice yet.")] : rolls.map((r, i) =>
    h("div", { class: i === 0 ? "roll last" : "roll" }, h("span", { class: "roll-name" }, `${r.who}, ${r.label || "a roll"} (${r.dice})`),
      h("span", { class: "faces" }, ...r.faces.map((f) => h("span", { class: f.kept ? "die" : "die dropped", title: f.kept ? "" : "not kept" }, String(f.shown))))))));
}
