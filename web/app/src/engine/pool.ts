// Simulating: the command plays many fights at once, on all cores; in a browser several engines play some of them at a time.
import { Ended, Engine } from "./engine";
import { offer } from "./transport";
import type { Asked, Report, SourceFile } from "./protocol";

/** How long a piece of work should take in a browser, in milliseconds: a worker that takes much longer is terminated. */
const pieceTime = 400;

/** The command plays pieces of that many fights at least, and in no more pieces than that: after a stop the pieces that are done count. */
const leastPiece = 1000, pieces = 20;

/** The number of engines in a browser. */
const workers = (): number => Math.max(1, Math.min(4, navigator.hardwareConcurrency || 2));

export interface Progress { done: number; of: number }

export class Pool {
  /** Ends what is being played; with true the fights so far are reported. */
  private leave: (report: boolean) => void = () => undefined;

  /** Plays so many fights and reports; after a stop nothing is reported. */
  async play(files: SourceFile[], asked: Omit<Asked, "from" | "to">, main: Engine, progress: (p: Progress) => void): Promise<Report | undefined> {
    const parts: object[] = [], engines: Engine[] = [];
    let next = 0, done = 0, over = false;
    const native = (await offer).engine === "native";
    const work = async (): Promise<void> => {
      const engine = new Engine((ask) => ask("begin", files));
      engines.push(engine);
      await engine.ask("begin", files);
      let size = native ? Math.max(leastPiece, Math.ceil(asked.fights / pieces)) : 2;
      while (next < asked.fights && !over) {
        const from = next, to = Math.min(asked.fights, from + size);
        next = to;
        const began = performance.now();
        engine.played = (fights) => progress({ done: from + fights, of: asked.fights });
        parts.push(await engine.ask("simulate", { ...asked, from, to }));
        const took = performance.now() - began;
        progress({ done: done += to - from, of: asked.fights });
        if (native) continue;
        if (took < pieceTime / 2) size *= 2;
        else if (took > pieceTime * 1.5) size = Math.max(1, Math.floor(size / 2));
      }
    };
    const left = new Promise<boolean>((resolve) => { this.leave = resolve; });
    try {
      const reports = await Promise.race([left, Promise.all(Array.from({ length: native ? 1 : Math.min(workers(), asked.fights) }, work)).then(() => true)]);
      return reports && parts.length > 0 ? await main.ask("report", parts) : undefined;
    } catch (err) {
      throw err instanceof Ended ? new Error(`${err.message} ${done} of ${asked.fights} fights had been played.`) : err;
    } finally {
      over = true;
      for (const e of engines) e.end();
    }
  }

  /** Stops the simulation. */
  stop(): void { this.leave(false); }

  /** Stops it, and reports the fights that have been played. */
  enough(): void { this.leave(true); }
}
