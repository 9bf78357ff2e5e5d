// A fight on the table: what the engine says of it, going back and forth in it, and deciding for its combatants.
import { part } from "../dom";
import { Ended, Refusal, type Ask, type Engine } from "../engine/engine";
import type { Begins, Choice, Name, Policy, Question, Scene, SourceFile, View } from "../engine/protocol";

/** The decisions in a fight, and its rules: they follow the first decisions, which its script took. */
export interface Decided { rules: string; byScript: number; choices: Choice[] }

/** For how many lines around the one that the user goes to the state is computed. */
const linesBefore = 10, linesBehind = 25;

/** How many decisions are restored at a time: all of them together may take longer than the engine may for one answer. */
const putBackAtOnce = 10;

/** How many decisions some choices come to. */
const taken = (choices: Choice[]): number => choices.reduce((n, c) => n + (c.kind === "undo" ? -1 : c.kind === "ask" || c.kind === "reopen" ? 0 : 1), 0);

export abstract class Fight {
  view: View | undefined;
  /** The names that have cards by the rules of the fight. */
  names: Name[] = [];
  begun: Begins | undefined;
  decided: Decided = { rules: "", byScript: 0, choices: [] };
  /** The shown state; it is that after so many events as are wanted, once it is computed. */
  protected scene: Scene | undefined;
  protected wanted = -1;
  /** The furthest that has been shown: what comes after it isn't told yet. */
  protected reached = 0;
  /** The numbers of events at the ends of lines: the steps forward and back. */
  protected steps: number[] = [];
  /** The states of the fight looked at so far, by events: computing one means playing the fight up to there. */
  private seen = new Map<number, Scene>();
  /** The files at the start of the fight: an engine that has to be restarted plays it by these. */
  private then: SourceFile[] = [];
  /** What is being decided. */
  private deciding = "";
  /** Set if the fight couldn't be restored. */
  private gone = false;
  /** Called when something went wrong, when there is something to say, and after a decision. */
  failed: (err: unknown) => void = () => undefined;
  news: (text: string) => void = () => undefined;
  kept: () => void = () => undefined;
  /** Called to play the same fight with other dice. */
  anew: () => void = () => undefined;

  /** @param files returns the files that fights are made of. */
  constructor(readonly engine: Engine, private readonly files: () => SourceFile[]) {}

  /** Draws the fight as it is now. */
  protected abstract draw(): void;
  /** Begins with what the engine has answered; anew means that it is another fight. */
  protected abstract received(before: View | undefined, anew: boolean): void;
  /** Has the lines read aloud that come after so many events. */
  protected abstract speak(after: number, upTo: number): void;
  /** Stops playing back. */
  abstract stop(): void;
  /** Says in place of a question that the fight is being restored, or can't be. */
  protected abstract restoring(failed?: () => void): void;

  /** Puts a fight on the table, with earlier decisions, if they were made by the same rules. */
  async start(b: Begins, event?: number, earlier?: Decided): Promise<boolean> {
    this.stop();
    part("stage").setAttribute("aria-busy", "true");
    try {
      const then = this.files();
      let view = await this.engine.ask("start", b);
      this.names = await this.engine.ask("names", "");
      this.begun = b;
      this.then = then;
      this.gone = false;
      this.decided = { rules: view.hash, byScript: view.decisions, choices: [] };
      if (earlier?.rules === view.hash) view = await this.putDecisions(this.engine.ask, view, earlier);
      else if (earlier && earlier.choices.length > 0) this.news("The rules have changed since you were here, so the fight starts again.");
      this.take(view, true);
      await this.goTo(event ?? (b.mode === "hand" || b.mode === "go-on" ? view.events : 0));
      if (view.error) this.failed(new Refusal(view.error));
      return true;
    } catch (err) {
      this.failed(err);
      return earlier !== undefined && !(err instanceof Ended) && this.start(b, event);
    } finally {
      part("stage").removeAttribute("aria-busy");
    }
  }

  /** Whether the fight was begun with these files. */
  isBy(files: SourceFile[]): boolean { return JSON.stringify(files) === JSON.stringify(this.then); }

  /** Repeats decisions in a fight that has been restarted. */
  private async putDecisions(ask: Ask, begun: View, d: Decided): Promise<View> {
    if (begun.decisions > d.byScript) await ask("backTo", d.byScript);
    for (let i = 0; i < d.choices.length; i += putBackAtOnce) await ask("decideAll", d.choices.slice(i, i + putBackAtOnce));
    this.decided = d;
    return ask("now", {});
  }

  /** Restores everything in an engine that has been restarted: the files, and the state of the fight. */
  async putBack(ask: Ask, why: string): Promise<void> {
    const begun = this.begun;
    if (!begun || this.gone) {
      await ask("begin", this.files());
      return;
    }
    const deciding = this.deciding;
    this.deciding = "";
    this.stop();
    part("stage").setAttribute("aria-busy", "true");
    this.gone = true; // in case this takes too long, too
    this.restoring();
    try {
      await ask("begin", this.then);
      const view = await this.putDecisions(ask, await ask("start", begun), this.decided);
      await ask("begin", this.files()); // which leaves the fight as it is
      this.gone = false;
      const back = this.atEnd() ? view.events : this.wanted;
      this.take(view, false);
      await this.lookAt(back, ask);
      const n = this.decided.choices.length;
      this.news(`${why} The fight is back where it was${n > 0 ? `, with ${n === 1 ? "the decision" : `all ${n} decisions`} that you took` : ""}.${deciding ? ` Only this is lost: ${deciding}.` : ""}`);
    } catch (err) {
      this.restoring(() => void this.start(begun));
      if (!(err instanceof Ended)) await ask("begin", this.files());
    } finally {
      part("stage").removeAttribute("aria-busy");
    }
  }

  /** Stores the engine's view of the fight. The lines that it leaves out are as they were. */
  private take(view: View, anew: boolean): void {
    const before = this.view;
    if (view.linesFrom > 0) view = { ...view, lines: [...(before?.lines ?? []).slice(0, view.linesFrom), ...view.lines], linesFrom: 0 };
    this.view = view;
    const { choices } = this.decided;
    while (choices.length > 0 && taken(choices) > view.decisions - this.decided.byScript) choices.pop();
    if (choices.length === 0) this.decided.byScript = Math.min(this.decided.byScript, view.decisions);
    this.seen.clear();
    if (anew) this.reached = 0;
    this.scene = view.scene ?? undefined;
    this.steps = [...new Set([0, ...view.lines.map((l) => l.events).filter((n) => n <= view.events)])].sort((a, b) => a - b);
    this.received(before, anew);
    if (!anew) this.speak(before?.events ?? 0, view.events);
  }

  /** Whether the current state of the fight is shown. */
  atEnd(): boolean { return !this.view || !this.scene || this.scene.events >= this.view.events; }

  /** Whether a fight by hand has begun and isn't over. */
  inProgress(): boolean { return this.view?.question != null && this.decided.choices.length > 0; }

  /** The name of the combatant who has to decide, if the current state is shown. */
  protected due(): string | undefined { return this.atEnd() ? this.view?.question?.who : undefined; }

  /** The page's position in the fight, for a link. */
  at(): { events: number; hash: string } { return { events: this.scene?.events ?? 0, hash: this.scene?.hash ?? "" }; }

  /** Shows the fight after so many events. */
  async goTo(events: number): Promise<void> { await this.lookAt(events, this.engine.ask); }

  private async lookAt(events: number, ask: Ask): Promise<void> {
    const view = this.view;
    if (!view) return;
    const to = Math.max(0, Math.min(events, view.events));
    const before = this.scene?.events ?? to;
    this.wanted = to;
    this.reached = Math.max(this.reached, to);
    if (view.scene) {
      try {
        const scene = to === view.events ? view.scene : this.seen.get(to) ?? await this.work(to, ask);
        if (this.wanted !== to || this.view !== view) return; // the user has gone on meanwhile
        this.scene = scene;
      } catch (err) {
        this.failed(err);
        return;
      }
    }
    this.speak(before, to);
    this.draw();
  }

  /** Computes the state of the fight, and those at the lines around there: that takes hardly longer. */
  private async work(events: number, ask: Ask): Promise<Scene> {
    const view = this.view!;
    if (events === 0) {
      const scene = await ask("at", events);
      if (this.view === view) this.seen.set(events, scene);
      return scene;
    }
    const before = this.steps.filter((n) => n > 0 && n < events).slice(-linesBefore), behind = this.steps.filter((n) => n > events && n < view.events).slice(0, linesBehind);
    const scenes = await ask("scenes", [...before, events, ...behind]);
    if (this.view === view) for (const s of scenes) this.seen.set(s.events, s);
    return scenes[before.length]!;
  }

  /** Goes so many lines forward or back. */
  async step(n: number): Promise<void> {
    const last = this.steps.at(-1) ?? 0, now = Math.min(this.wanted, last); // behind the last line is the present
    const next = n > 0 ? this.steps.find((s) => s > now) ?? last : [...this.steps].reverse().find((s) => s < now);
    if (next !== undefined) await this.goTo(next === last ? this.view?.events ?? 0 : next);
  }

  /** Takes a decision. */
  async decide(c: Choice): Promise<void> { await this.run(this.resolve(c), true); }

  /** Takes a decision, and records it. */
  private async resolve(c: Choice): Promise<View> {
    this.deciding = this.inWords(c);
    const view = await this.engine.ask("decide", c);
    this.decided.choices.push(c);
    this.deciding = "";
    return view;
  }

  /** A decision in words. */
  private inWords(c: Choice): string {
    const q = this.view?.question;
    if (!q) return "";
    const what = c.kind === "do" ? q.actions?.[c.action ?? -1]?.title ?? "" : c.kind === "pick" ? (c.picked ?? []).map((i) => q.offers?.[i]?.text ?? "").join(", ")
      : c.kind === "roll" ? (c.faces ?? []).join(" ") : c.kind === "tactic" ? "as the tactic would" : "nothing";
    return `${q.title || "someone"}, ${what}`;
  }

  /** Lets tactics decide for a while: one decision. */
  async playOn(end: boolean): Promise<void> {
    await this.run(this.engine.ask("playOn", { end }).then((view) => {
      this.decided.choices.push({ kind: "on", at: view.answers - this.view!.answers });
      return view;
    }));
  }

  /** Changes which questions are asked. */
  ask(change: Partial<Policy>): void {
    const now = this.view?.asking;
    if (now) void this.decide({ kind: "ask", asking: { mode: now.mode, stops: now.stops, ...change } });
  }

  /** Passes, now and whenever the same question comes up. */
  unask(q: Question): void {
    this.ask({ stops: [...(this.view?.asking?.stops ?? []), { on: q.name, who: q.who, scope: "never" }] });
  }

  /** Takes back the last decision, which needs no record if it is the last thing that was done. */
  async undo(): Promise<void> {
    if (!this.view || this.view.decisions === 0) return;
    const { choices } = this.decided, last = choices.at(-1)?.kind;
    const undone = await this.engine.ask("decide", { kind: "undo" }).catch((err: unknown) => { this.failed(err); return undefined; });
    if (!undone) return;
    if (last === "ask" || last === "reopen" || last === "undo") choices.push({ kind: "undo" });
    else choices.pop();
    while (choices.at(-1)?.kind === "reopen") choices.pop(); // what was asked for that decision is passed again
    await this.run(Promise.resolve(undone));
  }

  private async run(answer: Promise<View>, refocus = part("question").contains(document.activeElement)): Promise<void> {
    part("stage").setAttribute("aria-busy", "true");
    try {
      let view = await answer;
      if (view.linesFrom > (this.view?.lines.length ?? 0)) view = await this.engine.ask("now", {}); // an answer before it got lost
      this.showNow(view);
      if (view.error) this.failed(new Refusal(view.error));
      if (refocus) (part("question").querySelector<HTMLElement>(".choice") ?? part("question")).focus({ preventScroll: true });
      this.kept();
    } catch (err) {
      this.failed(err);
      if (err instanceof Ended) return; // the fight is being restored
      this.deciding = "";
      this.showNow(await this.engine.ask("now", {}));
    } finally {
      part("stage").removeAttribute("aria-busy");
    }
  }

  /** Shows the current state of the fight. */
  private showNow(view: View): void {
    this.take(view, false);
    this.wanted = this.reached = view.events;
    this.draw();
  }
}
