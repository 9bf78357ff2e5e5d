// Zooming into the map: by the wheel or two fingers; what is larger than its pane is dragged.

/** How many times as large as its pane the map can be. */
const most = 6;

/** How far a pointer moves before it drags rather than clicks, in pixels. */
const slack = 5;

export class Zoom {
  /** How many times the map is enlarged, and where the shown part begins, as shares of the whole. */
  private by = 1;
  private left = 0;
  private top = 0;
  private readonly down = new Map<number, { x: number; y: number }>();
  private dragged = 0;

  constructor(private readonly pane: HTMLElement, private readonly reset: HTMLElement, private readonly changed: () => void) {
    pane.addEventListener("wheel", (e) => { e.preventDefault(); this.zoom(Math.exp(-e.deltaY / 400), e.clientX, e.clientY); }, { passive: false });
    pane.addEventListener("pointerdown", (e) => { this.dragged = 0; this.down.set(e.pointerId, { x: e.clientX, y: e.clientY }); });
    pane.addEventListener("pointermove", (e) => this.moves(e));
    for (const ends of ["pointerup", "pointercancel", "pointerleave"] as const) pane.addEventListener(ends, (e) => this.down.delete(e.pointerId));
    pane.addEventListener("click", (e) => { if (this.dragged > slack) e.stopPropagation(); }, { capture: true });
    reset.addEventListener("click", () => this.whole());
  }

  /** Shows the whole map. */
  whole(): void { this.show(1, 0, 0); }

  /** The part of the map that is shown: left, top, width, height. */
  part([left, top, width, height]: [number, number, number, number]): [number, number, number, number] {
    return [left + this.left * width, top + this.top * height, width / this.by, height / this.by];
  }

  private moves(e: PointerEvent): void {
    const before = this.down.get(e.pointerId), other = [...this.down].find(([id]) => id !== e.pointerId)?.[1], at = { x: e.clientX, y: e.clientY };
    if (!before) return;
    this.down.set(e.pointerId, at);
    this.dragged += Math.hypot(at.x - before.x, at.y - before.y);
    if (other) return this.zoom(Math.hypot(at.x - other.x, at.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y)), (at.x + other.x) / 2, (at.y + other.y) / 2);
    const { width, height } = this.pane.getBoundingClientRect();
    if (this.by > 1) this.show(this.by, this.left - (at.x - before.x) / width / this.by, this.top - (at.y - before.y) / height / this.by);
  }

  /** Enlarges it some times, around a point of the window. */
  private zoom(times: number, x: number, y: number): void {
    const pane = this.pane.getBoundingClientRect(), by = Math.max(1, Math.min(most, this.by * times)), more = 1 / this.by - 1 / by;
    this.show(by, this.left + (x - pane.left) / pane.width * more, this.top + (y - pane.top) / pane.height * more);
  }

  private show(by: number, left: number, top: number): void {
    const within = (v: number): number => Math.max(0, Math.min(1 - 1 / by, v));
    [this.by, this.left, this.top] = [by, within(left), within(top)];
    this.reset.hidden = by === 1;
    this.changed();
  }
}
