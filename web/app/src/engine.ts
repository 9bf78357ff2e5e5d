// The engine as the page sees it: questions and answers, a worker that is ended when it hangs.
import type { Fault, Kind, Questions } from "./protocol";

/** How long the engine may take for one answer, in milliseconds. */
const patience = 5000;

/** What the engine refuses, with the place where it has one. */
export class Refusal extends Error {
  constructor(readonly fault: Fault) { super(fault.message); }
}

/** What is said where the engine was ended. */
export class Hung extends Error {
  constructor() { super("That took longer than 5 seconds, so it was stopped. If that happens again, a rule may never come to an end."); }
}

type Waiting = { resolve: (text: string) => void; reject: (err: Error) => void; timer: number };

/** One worker with an engine in it. */
export class Engine {
  private worker!: Worker;
  private waiting = new Map<number, Waiting>();
  private count = 0;
  /** Settled when the engine can be asked. */
  ready!: Promise<void>;
  /** The compiled engine, for further workers. */
  static module: WebAssembly.Module | undefined;

  /** @param restarted puts back into a new worker what the old one had open. */
  constructor(private readonly restarted: (e: Engine) => Promise<unknown> = async () => undefined) { this.launch(); }

  private launch(): void {
    this.worker = new Worker("worker.js");
    this.ready = new Promise((resolve, reject) => {
      this.worker.onmessage = (e: MessageEvent<{ ready?: boolean; module?: WebAssembly.Module; failed?: string; number?: number; answer?: string }>) => {
        const m = e.data;
        if (m.ready) {
          if (m.module) Engine.module = m.module;
          resolve();
        } else if (m.failed !== undefined) {
          reject(new Error(m.failed));
        } else if (m.number !== undefined) {
          this.answered(m.number, m.answer ?? "");
        }
      };
      this.worker.onerror = (e) => reject(new Error(e.message || "the engine can't be started"));
    });
    this.worker.postMessage({ module: Engine.module });
  }

  private answered(number: number, text: string): void {
    const w = this.waiting.get(number);
    if (!w) return;
    this.waiting.delete(number);
    clearTimeout(w.timer);
    w.resolve(text);
    // Answers come in order: the next question has been worked on from now on.
    const [next] = this.waiting.entries();
    if (next) this.watch(next[0], next[1]);
  }

  private watch(number: number, w: Waiting): void {
    w.timer = setTimeout(() => this.hangs(number), patience);
  }

  /** Ends a worker that doesn't answer, and begins with a new one. */
  private hangs(number: number): void {
    if (!this.waiting.has(number)) return;
    const all = [...this.waiting.values()];
    this.waiting.clear();
    this.end();
    this.launch();
    void this.restarted(this);
    for (const w of all) {
      clearTimeout(w.timer);
      w.reject(new Hung());
    }
  }

  /** Asks something. It fails with a Refusal, or with Hung. */
  async ask<K extends Kind>(kind: K, question: Questions[K][0]): Promise<Questions[K][1]> {
    await this.ready;
    const text = await new Promise<string>((resolve, reject) => {
      const number = ++this.count;
      const w: Waiting = { resolve, reject, timer: 0 };
      if (this.waiting.size === 0) this.watch(number, w);
      this.waiting.set(number, w);
      this.worker.postMessage({ number, kind, question: JSON.stringify(question) });
    });
    const answer = JSON.parse(text) as { result?: Questions[K][1]; error?: Fault };
    if (answer.error) throw new Refusal(answer.error);
    return answer.result as Questions[K][1];
  }

  /** Ends the worker for good. */
  end(): void { this.worker.terminate(); }
}
