// Simulating: the command plays all fights at once, on all cores; in a browser several engines play some of them at a time.
import { Ended, Engine } from "./engine";
import { offer } from "./transport";
import type { Asked, Outcome, Report, SourceFile } from "./protocol";

/** How long a piece of work should take, in milliseconds: a worker that takes much longer is terminated. */
const pieceTime = 400;

/** The number of engines in a browser. */
const workers = (): number => Math.max(1, Math.min(4, navigator.hardwareConcurrency || 2));

export interface Progress { done: number; of: number }

export class Pool {
  private engines: Engine[] = [];
  private stopped = false;

  /** Plays so many fights and reports; after a stop nothing is reported. */
  async play(files: SourceFile[], asked: Omit<Asked, "from" | "to">, main: Engine, progress: (p: Progress) => void): Promise<Report | undefined> {
    this.stopped = false;
    const parts: object[] = [];
    let next = 0, done = 0;
    const native = (await offer).engine === "native";
    const work = async (): Promise<void> => {
      const engine = new Engine((ask) => ask("begin", files));
      this.engines.push(engine);
      await engine.ask("begin", files);
      engine.played = (fights) => progress({ done: done = fights, of: asked.fights });
      let size = native ? asked.fights : 2;
      while (next < asked.fights && !this.stopped) {
        const from = next, to = Math.min(asked.fights, from + size);
        next = to;
        const began = performance.now();
        parts.push(await engine.ask("simulate", { ...asked, from, to }));
        const took = performance.now() - began;
        done = native ? to : done + to - from;
        progress({ done, of: asked.fights });
        if (took < pieceTime / 2) size *= 2;
        else if (took > pieceTime * 1.5) size = Math.max(1, Math.floor(size / 2));
      }
    };
    try {
      await Promise.all(Array.from({ length: native ? 1 : Math.min(workers(), asked.fights) }, work));
    } catch (err) {
      if (this.stopped) return undefined;
      throw err instanceof Ended ? new Error(`${err.message} ${done} of ${asked.fights} fights had been played.`) : err;
    } finally {
      this.end();
    }
    if (this.stopped) return undefined;
    return main.ask("report", parts);
  }

  /** Stops the simulation. */
  stop(): void {
    this.stopped = true;
    this.end();
  }

  private end(): void {
    for (const e of this.engines) e.end();
    this.engines = [];
  }
}

/** The title of an outcome. */
export function outcomeName(o: Outcome): string {
  switch (o.kind) {
    case "nobody": return "nobody wins";
    case "time_limit": return "time limit";
    case "nothing_left": return "nothing left to happen";
    default: return `won by ${o.name.replaceAll("_", " ")}`;
  }
}
