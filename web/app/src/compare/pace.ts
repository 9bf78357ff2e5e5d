// How far something has come that takes its time.

/** How long it takes, at least, until the rest can be foreseen, and from how much of the past it is, in milliseconds. */
const early = 2000, recent = 5000;

/** How often progress is told, in milliseconds: it is read aloud. */
export const often = 1000;

export const count = (n: number): string => n.toLocaleString("en");

export class Pace {
  private readonly began = performance.now();
  private seen: { at: number; done: number }[] = [{ at: this.began, done: 0 }];

  /** Says how much is done, of how much (0 means not known), and after a while how long the rest takes at the pace of the last seconds. */
  words(done: number, of: number): string {
    const at = performance.now();
    this.seen = [...this.seen.filter((x, i, all) => at - x.at < recent || i === all.length - 1), { at, done }];
    if (of === 0) return `${count(done)} fights so far; how many it takes shows on the way`;
    const first = this.seen[0]!, pace = (done - first.done) / (at - first.at), left = (of - done) / pace / 1000;
    const rest = at - this.began < early || !(left >= 1 && left < Infinity) ? "" : left > 90 ? `, about ${Math.round(left / 60)} minutes left` : `, about ${Math.round(left)} s left`;
    return `${count(done)} of ${count(of)} fights${rest}`;
  }

  /** The seconds so far. */
  get seconds(): number { return (performance.now() - this.began) / 1000; }
}
