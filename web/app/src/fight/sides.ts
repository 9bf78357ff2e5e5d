// How sides and their members are told apart: by a colour and a shape, so that no one needs the colour.
import type { Person, Pool } from "../engine/protocol";

export type Shape = "circle" | "square" | "diamond" | "hexagon" | "triangle";

const shapes: Shape[] = ["circle", "square", "diamond", "hexagon", "triangle"];

/** Who is who on the map and beside it. */
export class Cast {
  private readonly sides: string[];
  private readonly marks = new Map<number, string>();

  constructor(private readonly people: Person[]) {
    this.sides = [...new Set(people.map((p) => p.side))];
    const taken = new Set(people.map((p) => p.mark).filter((m) => m !== ""));
    const spare = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"];
    for (const p of people) {
      let mark = p.mark;
      if (mark === "") {
        const wanted = [...p.title.toUpperCase().replace(/[^\p{L}\p{N}]/gu, ""), ...spare];
        mark = wanted.find((m) => !taken.has(m)) ?? "?";
      }
      taken.add(mark);
      this.marks.set(p.who, mark);
    }
  }

  mark(who: number): string { return this.marks.get(who) ?? "•"; }

  /** The number of a combatant's side, from 0; also that of the shapes and colours. */
  side(who: number): number { return this.sides.indexOf(this.people.find((p) => p.who === who)?.side ?? ""); }

  shape(who: number): Shape { return shapes[Math.max(0, this.side(who)) % shapes.length]!; }

  /** The class that gives a combatant the colour of their side. */
  colour(who: number): string { return `side-${Math.max(0, this.side(who)) % shapes.length}`; }
}

/** The pool that tells how somebody is: what the rules report as health, or else the first one that has a limit. */
export const mainPool = (p: Person): Pool | undefined => p.pools.find((x) => x.health && x.most !== null) ?? p.pools.find((x) => x.most !== null);

/** The share of a pool that can still be lost: of one that counts up, such as bruises, what is missing. */
export function shareLeft(p: Pool): number {
  const share = p.most !== null && p.most > 0 ? Math.min(1, Math.max(0, p.now / p.most)) : 0;
  return p.up ? 1 - share : share;
}

/** How low a share of health is, as a class of the style. */
export const howLow = (share: number): string => (share > 0.5 ? "" : share > 0.25 ? "hurt" : "low");

/** The outline of a shape around a middle, as points; a circle has none. */
export function outline(shape: Shape, x: number, y: number, r: number): string {
  const corners = { circle: 0, square: 4, diamond: 4, hexagon: 6, triangle: 3 }[shape];
  const turn = shape === "square" ? Math.PI / 4 : shape === "hexagon" ? 0 : -Math.PI / 2;
  const reach = shape === "square" ? r * 1.2 : shape === "triangle" ? r * 1.25 : shape === "diamond" ? r * 1.15 : r * 1.05;
  return Array.from({ length: corners }, (_, i) => {
    const a = turn + (i * 2 * Math.PI) / corners;
    return `${(x + reach * Math.cos(a)).toFixed(3)},${(y + reach * Math.sin(a)).toFixed(3)}`;
  }).join(" ");
}
