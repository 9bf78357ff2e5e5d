// The engine as the page sees it: questions and answers, and one that is left behind when it hangs.
import type { Fault, Kind, Questions } from "./protocol";
import { connect, type Transport } from "./transport";

/** How long the engine may take for one answer, in milliseconds. */
const patience = 5000;
/** The same for writing down a fight, or a book: that always ends, however long it is. */
const patienceWriting = 60000;

/** An error of the engine, with its place if it has one. */
export class Refusal extends Error {
  constructor(readonly fault: Fault) { super(fault.message); }
}

/** The error when an engine is gone, and with it the pending questions. */
export class Ended extends Error {}

const hung = "That took longer than 5 seconds, so it was stopped. If that happens again, a rule may never end.";
const broken = "The engine crashed and was restarted. This is a bug in rulec.";

type Waiting = { resolve: (text: string) => void; reject: (err: Error) => void; patience: number; timer: number };

/** Asks an engine something. It fails with a Refusal, or with Ended. */
export type Ask = <K extends Kind>(kind: K, question: Questions[K][0]) => Promise<Questions[K][1]>;

/** One engine. */
export class Engine {
  private way: Transport | undefined;
  private waiting = new Map<number, Waiting>();
  private count = 0;
  /** Called each time someone has thought ahead for the pending answer, with how often; with 0 when the answer is there. */
  thought: (count: number) => void = () => undefined;
  private thoughts = 0;
  /** Called now and then while many fights are played, with how many have been. */
  played: (fights: number) => void = () => undefined;
  /** Settled when the engine is ready for questions. */
  ready: Promise<unknown>;

  /** @param restarted restores in a new engine what the old one had open, before any other question; it is given the reason. */
  constructor(private readonly restarted: (ask: Ask, why: string) => Promise<unknown> = async () => undefined) { this.ready = this.launch(); }

  private async launch(): Promise<void> {
    const heard = {
      answered: (number: number, text: string) => this.answered(number, text),
      goesOn: (news: { thought?: number; played?: number }) => this.goesOn(news),
      broken: () => this.restart(broken),
    };
    this.way = await connect(heard);
  }

  private answered(number: number, text: string): void {
    const w = this.waiting.get(number);
    if (!w) return;
    this.waiting.delete(number);
    clearTimeout(w.timer);
    if (this.thoughts > 0) this.thought(this.thoughts = 0);
    w.resolve(text);
    // Answers come in order: work on the next question has begun now.
    const [next] = this.waiting.entries();
    if (next) this.watch(next[0], next[1]);
  }

  /** The answer takes long for a reason: it hasn't hung. */
  private goesOn(news: { thought?: number; played?: number }): void {
    if (news.thought !== undefined) this.thought(++this.thoughts);
    if (news.played !== undefined) this.played(news.played);
    const [first] = this.waiting.entries();
    if (!first) return;
    clearTimeout(first[1].timer);
    this.watch(first[0], first[1]);
  }

  private watch(number: number, w: Waiting): void {
    w.timer = setTimeout(() => { if (this.waiting.has(number)) this.restart(hung); }, w.patience);
  }

  /** Leaves behind an engine that doesn't answer, or can't, and starts a new one. */
  private restart(why: string): void {
    const all = [...this.waiting.values()];
    this.waiting.clear();
    this.thought(this.thoughts = 0);
    this.end();
    this.ready = this.launch().then(() => this.restarted(this.put, why));
    for (const w of all) {
      clearTimeout(w.timer);
      w.reject(new Ended(why));
    }
  }

  /** Asks something, after restoring what was open. */
  ask: Ask = async (kind, question) => {
    for (let now; now !== this.ready;) await (now = this.ready); // it may be restarted meanwhile
    return this.put(kind, question);
  };

  /** Asks something now. */
  private readonly put: Ask = async <K extends Kind>(kind: K, question: Questions[K][0]): Promise<Questions[K][1]> => {
    const text = await new Promise<string>((resolve, reject) => {
      const number = ++this.count;
      const w: Waiting = { resolve, reject, patience: ["recorded", "book", "card", "names"].includes(kind) ? patienceWriting : patience, timer: 0 };
      if (this.waiting.size === 0) this.watch(number, w);
      this.waiting.set(number, w);
      this.way!.ask(number, kind, JSON.stringify(question));
    });
    const answer = JSON.parse(text) as { result?: Questions[K][1]; error?: Fault };
    if (answer.error) throw new Refusal(answer.error);
    return answer.result as Questions[K][1];
  };

  /** Ends the engine for good. */
  end(): void { this.way?.end(); }
}
