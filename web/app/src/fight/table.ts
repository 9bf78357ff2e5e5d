// The table: a fight, going back and forth in it, and deciding for its combatants.
import { button, h, part } from "../dom";
import { Ended, Refusal, type Ask, type Engine } from "../engine/engine";
import { Log } from "./log";
import { BattleMap } from "./map";
import { showDice, showPeople } from "./people";
import { imageOf, pngOf } from "../picture";
import type { Begins, Choice, Odds, Offer, Policy, Question, Scene, SourceFile, View } from "../engine/protocol";
import { Cast } from "./sides";
import { Tip, type Says } from "./tip";

/** How long a line is shown while a fight is played back, in milliseconds. */
const pace = 450;

/** The keys of choices, without those that do something else. */
const keysOfChoices = [..."0123456789abcdefghijklmnpqrsvxyz"];

/** How many decisions some choices come to. */
const taken = (choices: Choice[]): number => choices.reduce((n, c) => n + (c.kind === "undo" ? -1 : c.kind === "ask" || c.kind === "reopen" ? 0 : 1), 0);

/** What ends passing everything. */
const untilHurt = "Or until somebody acts at you, or hurts you.";

/** The groups of actions, in the order in which they are listed. */
const groups = ["at foes", "move", "other", "seldom"];

/** The modes of asking, in words. */
const modes: [Policy["mode"], string][] = [["matters", "when it matters"], ["always", "always"], ["never", "only about turns"]];

/** The decisions in a fight, and its rules: they follow the first decisions, which its script took. */
export interface Decided { rules: string; byScript: number; choices: Choice[] }

/** For how many lines around the one that the user goes to the state is computed. */
const linesBefore = 10, linesBehind = 25;

/** How many lines are spoken at once. */
const spokenAtOnce = 12;

/** How many decisions are restored at a time: all of them together may take longer than the engine may for one answer. */
const putBackAtOnce = 10;

/** Up to how many targets the odds are shown for each, before one of them is chosen. */
const fewTargets = 4;

/** After how long the page says that odds are being computed, in milliseconds. */
const slow = 400;

/** An offer in a list. */
const labelOf = (o: Offer): string => (o.steps && o.place ? `${o.steps} ${o.steps === 1 ? "step" : "steps"} to ${o.place.x}, ${o.place.y}` : o.text);

/** The odds of an action; against the target with this name, if there are several. */
interface Outlook { of: string; odds: Odds }

export class Table {
  view: View | undefined;
  begun: Begins | undefined;
  private cast = new Cast([]);
  /** The part of a sequence that is on the map. */
  private onMap = -1;
  private scene: Scene | undefined;
  private steps: number[] = [];
  /** The states of the fight looked at so far, by events: computing one means playing the fight up to there. */
  private seen = new Map<number, Scene>();
  private playing = 0;
  /** The choices for the action that is being put together. */
  private action = -1;
  private given: number[] = [];
  private details = false;
  /** What is to be added to each action. */
  private adding = new Map<number, Set<number>>();
  private askOdds = false;
  /** The odds computed since the last decision. */
  private known = new Map<string, Odds>();
  private readonly tip = new Tip();
  private wanted = -1;
  private readonly log = new Log(part("log"));
  private readonly map = new BattleMap(part("map"), part("cells"));
  private readonly slider = part<HTMLInputElement>("slider");
  /** The files at the start of the fight: an engine that has to be restarted plays it by these. */
  private then: SourceFile[] = [];
  decided: Decided = { rules: "", byScript: 0, choices: [] };
  /** What is being decided. */
  private deciding = "";
  /** Set if the fight couldn't be restored. */
  private gone = false;
  /** Called when something went wrong, when there is something to say, and after a decision. */
  failed: (err: unknown) => void = () => undefined;
  news: (text: string) => void = () => undefined;
  kept: () => void = () => undefined;

  /** @param files returns the files that fights are made of. */
  constructor(private readonly engine: Engine, private readonly files: () => SourceFile[]) {
    this.log.goTo = (n) => void this.goTo(n);
    this.slider.addEventListener("input", () => void this.goTo(Number(this.slider.value)));
    part("part").addEventListener("change", () => void this.goTo(this.view?.parts?.[Number(part<HTMLSelectElement>("part").value)]?.from ?? 0));
    part("first").addEventListener("click", () => void this.goTo(0));
    part("back").addEventListener("click", () => void this.step(-1));
    part("play").addEventListener("click", () => this.playBack());
    part("forward").addEventListener("click", () => void this.step(1));
    part("last").addEventListener("click", () => void this.goTo(this.view?.events ?? 0));
  }

  /** Puts a fight on the table, with earlier decisions, if they were made by the same rules. */
  async start(b: Begins, event?: number, earlier?: Decided): Promise<boolean> {
    this.stop();
    part("stage").setAttribute("aria-busy", "true");
    try {
      const then = this.files();
      let view = await this.engine.ask("start", b);
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
    part("question").replaceChildren(h("p", {}, "The engine was restarted. It plays the fight again, up to where it was .."));
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
      part("question").replaceChildren(h("p", {}, "The engine was restarted, but it can't restore this fight."), button("Start it again", () => void this.start(begun), { class: "main" }));
      if (!(err instanceof Ended)) await ask("begin", this.files());
    } finally {
      part("stage").removeAttribute("aria-busy");
    }
  }

  /** Stores the engine's view of the fight. */
  private take(view: View, anew: boolean): void {
    const before = this.view?.events ?? 0;
    this.view = view;
    const { choices } = this.decided;
    while (choices.length > 0 && taken(choices) > view.decisions - this.decided.byScript) choices.pop();
    if (choices.length === 0) this.decided.byScript = Math.min(this.decided.byScript, view.decisions);
    this.seen.clear();
    this.known.clear();
    this.action = -1;
    this.given = [];
    this.adding.clear();
    if (anew) {
      this.onMap = -1;
      this.listParts(view);
    }
    this.scene = view.scene ?? undefined;
    part("fight-title").textContent = view.title || view.file;
    part("fight-rules").textContent = [`${view.ruleset} ${view.version}`.trim(), view.seed && `seed ${view.seed}`].filter(Boolean).join(", ");
    part("fight-rules").title = view.hash && `Hash of these rules: ${view.hash.slice(0, 12)}`;
    this.log.show(view.lines);
    this.steps = [0, ...this.log.steps()].filter((n, i, all) => all.indexOf(n) === i && n <= view.events);
    this.slider.max = String(view.events);
    part("stepper").hidden = view.events === 0;
    part("save").hidden = view.mode !== "hand" && view.mode !== "go-on";
    if (!anew && view.lines.length > 0) {
      this.say(this.log.told(before, view.events).slice(0, spokenAtOnce).join(". "));
    }
  }

  /** Lists the parts of a sequence, to go to them. */
  private listParts(view: View): void {
    const parts = view.parts ?? [];
    part("parts").hidden = parts.length === 0;
    part("part").replaceChildren(...parts.map((p, i) => h("option", { value: i }, p.title)));
  }

  /** Draws the ground of the shown part, which is another one than before. */
  private lay(scene: Scene): void {
    const view = this.view!, at = view.parts?.[scene.part];
    part<HTMLSelectElement>("part").value = String(scene.part);
    if (this.onMap === scene.part) return;
    this.onMap = scene.part;
    this.cast = at ? new Cast(at.scene.people) : Cast.of(view);
    this.map.begin(at?.ground ?? view.ground ?? { grid: "none", unit: 1, unitName: "", width: 0, height: 0 }, this.cast);
    part("legend").textContent = this.map.legend();
  }

  private say(text: string): void { part("spoken").textContent = text; }

  /** Whether the current state of the fight is shown. */
  private atEnd(): boolean { return !this.view || !this.scene || this.scene.events >= this.view.events; }

  /** Shows the fight after so many events. */
  async goTo(events: number): Promise<void> { await this.lookAt(events, this.engine.ask); }

  private async lookAt(events: number, ask: Ask): Promise<void> {
    const view = this.view;
    if (!view) return;
    const to = Math.max(0, Math.min(events, view.events));
    const before = this.scene?.events ?? to;
    this.wanted = to;
    this.slider.value = String(to);
    const line = this.log.mark(view.events === 0 ? Infinity : to);
    this.slider.setAttribute("aria-valuetext", line || "the start");
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
    // A step forward speaks all new lines; after a longer jump, or back, only the current line is spoken.
    const fresh = this.log.told(before, to);
    if (this.wanted === to && document.activeElement !== this.slider) this.say(fresh.length > 0 && fresh.length <= spokenAtOnce ? fresh.join(". ") : line);
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
    const now = this.wanted;
    const next = n > 0 ? this.steps.find((s) => s > now) : [...this.steps].reverse().find((s) => s < now);
    if (next !== undefined) await this.goTo(next);
    else if (n > 0) await this.goTo(this.view?.events ?? 0);
  }

  /** Plays the fight back, or stops that. */
  playBack(): void {
    if (this.playing) return this.stop();
    if (this.atEnd()) void this.goTo(0);
    part("play").textContent = "Pause";
    const on = async (): Promise<void> => {
      await this.step(1);
      if (!this.playing) return;
      if (this.atEnd()) this.stop();
      else this.playing = window.setTimeout(on, pace);
    };
    this.playing = window.setTimeout(on, pace);
  }

  stop(): void {
    clearTimeout(this.playing);
    this.playing = 0;
    part("play").textContent = "Play";
  }

  /** Scrolls the log to the current state of the fight: a log that isn't shown can't be scrolled. */
  reveal(): void { this.log.reveal(); }

  why(): boolean { return this.log.why(); }

  /** The name of the combatant who has to decide, if the current state is shown. */
  /** Whether a fight by hand has begun and isn't over. */
  inProgress(): boolean { return this.view?.question != null && this.decided.choices.length > 0; }

  private due(): string | undefined { return this.atEnd() ? this.view?.question?.who : undefined; }

  /** Draws the state of the fight, and the question. */
  private draw(): void {
    const view = this.view, scene = this.scene;
    if (!view) return;
    if (scene) {
      this.lay(scene);
      showPeople(part("people"), scene.people, this.cast, this.due());
      showDice(part("dice"), scene.rolls);
      this.map.show(scene, this.due());
      part("position").textContent = scene.events === 0 ? "the start" : `line ${this.steps.filter((n) => n > 0 && n <= scene.events).length} of ${this.steps.length - 1}`;
      part("stage").dataset["hash"] = scene.hash;
    }
    part("stage").dataset["over"] = String(view.over);
    void this.drawQuestion();
  }

  private async drawQuestion(): Promise<void> {
    this.tip.hide();
    const place = part("question"), view = this.view!;
    const q = view.question;
    place.classList.remove("aside");
    place.hidden = false;
    if (view.mode === "watch" || view.mode === "sequence") {
      const ending = view.lines.filter((l) => l.kind === "ending").at(-1);
      const verdict = view.error?.message ?? ending?.text ?? "The fight is over.";
      const start = this.scene?.events === 0;
      place.replaceChildren(start ? h("p", { class: "quiet" }, "Play shows it line by line, as do the arrow keys and a click on a line of the log.") : h("p", { class: "verdict" }, verdict));
      place.classList.toggle("aside", start);
      place.hidden = !start && !this.atEnd();
      return;
    }
    if (!this.atEnd()) {
      place.replaceChildren(h("p", {}, "This is how it was then."), button("Back to now", () => void this.goTo(view.events), { class: "main" }));
      return;
    }
    const tools = h("div", { class: "tools" },
      button("Take back", () => void this.undo(), { class: "small", disabled: view.decisions === 0, "aria-keyshortcuts": "u" }),
      button("Tactics to the next turn", () => void this.playOn(false), { class: "small", disabled: !q }),
      button("Tactics to the end", () => void this.playOn(true), { class: "small", disabled: !q }));
    if (!q) {
      const ending = view.lines.find((l) => l.kind === "ending");
      place.replaceChildren(h("p", { class: "verdict" }, view.error?.message ?? ending?.text ?? "The fight is over."), tools);
      return;
    }
    place.replaceChildren(...(q.kind === "act" ? this.asksAct(q) : q.kind === "choice" ? this.asksChoice(q) : this.asksDice(q)), tools);
    place.append(...this.asking());
    if (this.action >= 0) await this.asksParam(place, q, tools);
  }

  /** Which questions are asked, and what wasn't asked a moment ago. */
  private asking(): Node[] {
    const policy = this.view?.asking;
    // The same comes up at every step of a move: it is listed once.
    const passed = (this.view?.passed ?? []).filter((p, i, all) => all.findIndex((x) => x.text === p.text && x.why === p.why) === i);
    if (!policy) return [];
    const mode = h("select", { change: (e: Event) => this.ask({ mode: (e.target as HTMLSelectElement).value as Policy["mode"] }) },
      ...modes.map(([value, text]) => h("option", { value, selected: value === policy.mode }, text)));
    const worth = passed.filter((p) => p.worth), rest = passed.filter((p) => !p.worth);
    const row = (p: (typeof passed)[number]): Node => h("li", {}, `${p.text} `, h("small", {}, `(${p.why}) `), button("Ask me", () => void this.decide({ kind: "reopen", at: p.at }), { class: "small" }));
    return [
      h("div", { class: "tools asking" }, h("label", {}, "Ask me ", mode),
        button("Pass until my turn", () => this.ask({ until: "turn" }), { class: "small", title: untilHurt }), button("Pass until the round ends", () => this.ask({ until: "round" }), { class: "small", title: untilHurt }),
        policy.stops.length > 0 ? button("Ask me everything again", () => this.ask({ stops: [] }), { class: "small" }) : null),
      ...(passed.length > 0 ? [h("details", { class: "moment-ago" }, h("summary", {}, `A moment ago: ${worth.length > 0 ? worth.slice(0, 2).map((p) => p.text).join("; ") : "nothing that matters"} ${passed.length > 2 || worth.length === 0 ? `(${passed.length} not asked)` : "(not asked)"}`),
        h("ul", {}, ...worth.map(row), ...rest.map(row)))] : []),
    ];
  }

  /** Changes which questions are asked. */
  private ask(change: Partial<Policy>): void {
    const now = this.view?.asking;
    if (now) void this.decide({ kind: "ask", asking: { mode: now.mode, stops: now.stops, ...change } });
  }

  private heading(q: Question): string { return q.turn ? `${q.asks} (${q.clock})` : q.asks; }

  /** A choice with its key and description; says, if given, adds more while the pointer or the focus rests on it. */
  private numbered(i: number, label: string, more: string, click: () => void, about = "", says?: Says, besides: Node[] = []): HTMLElement {
    const once = (e: MouseEvent): void => { if (e.detail < 2) click(); }; // the second click would answer the next question
    const choice = h("button", { type: "button", class: "choice", "aria-description": about || null, click: once }, i in keysOfChoices ? h("kbd", {}, keysOfChoices[i]!) : null, h("span", {}, label), more ? h("small", {}, more) : null);
    if (says) this.tip.on(choice, says);
    return h("li", {}, choice, ...besides);
  }

  /** Boxes for what can be added to an action. */
  private additions(titles: string[], action: number): Node[] {
    return titles.map((title, i) => h("label", { class: "addition" }, h("input", {
      type: "checkbox", change: (e: Event) => {
        const set = this.adding.get(action) ?? new Set<number>();
        if ((e.target as HTMLInputElement).checked) set.add(i);
        else set.delete(i);
        this.adding.set(action, set);
      },
    }), ` + ${title}`));
  }

  /** Describes an action, and its odds as far as its parameters are given. */
  private tells(about: string, action: number, given: number[]): Says {
    return async (wanted, show) => {
      const text = about ? [h("p", {}, about)] : [];
      if (part("stage").hasAttribute("aria-busy")) return text; // the engine computes one thing at a time
      const working = h("p", { class: "quiet" }, "Calculating the odds ..");
      const late = setTimeout(() => show([...text, working]), slow);
      const said = (list: Outlook[]): Node[] => [...text, ...list.map((x) => this.inLines(x)), ...[...new Set(list.map((x) => x.odds.how))].filter((how) => how !== "").map((how) => h("p", { class: "quiet" }, `(${how})`))];
      try {
        return said(await this.outlook(action, given, wanted, (list) => { clearTimeout(late); show([...said(list), working]); }));
      } catch (err) {
        // When an engine is gone, its restart is reported elsewhere; so is the fate of the fight.
        return err instanceof Ended ? [] : [...text, h("p", {}, err instanceof Error ? err.message : String(err))];
      } finally {
        clearTimeout(late);
      }
    };
  }

  private inLines(x: Outlook): Node {
    const lines = h("ul", {}, ...x.odds.lines.map((line) => h("li", {}, line)));
    return x.of ? h("div", {}, h("strong", {}, x.of), lines) : lines;
  }

  /** Computes the odds of an action. None, if they depend on more than the choice of one of a few targets. Estimates are shown first. */
  private async outlook(action: number, given: number[], wanted: () => boolean, soFar: (list: Outlook[]) => void): Promise<Outlook[]> {
    const [next, ...more] = (this.view?.question?.actions?.[action]?.params ?? []).slice(given.length);
    if (!next) return [{ of: "", odds: await this.oddsOf(action, given, wanted, (odds) => soFar([{ of: "", odds }])) }];
    if (next.default && !this.details) return this.outlook(action, [...given, -1], wanted, soFar);
    const may = ((await this.engine.ask("offers", { action, given })) ?? []).map((o, i) => ({ o, i })).filter((x) => x.o.allowed);
    const only = may.length === 1 && !next.default; // a choice that isn't offered
    if (!wanted() || may.length > fewTargets || !only && more.some((p) => this.details || !p.default)) return [];
    const list: Outlook[] = [];
    for (const { o, i } of may) {
      if (!wanted()) break; // decisions meanwhile don't wait for the rest
      const named = (found: Outlook[]): Outlook[] => found.map((x) => (only ? x : { of: labelOf(o), odds: x.odds }));
      list.push(...named(await this.outlook(action, [...given, i], wanted, (found) => soFar([...list, ...named(found)]))));
    }
    return list;
  }

  /** Computes odds, as long as they are wanted; the engine does so for a while at a time. A negative action is to do nothing. */
  private async oddsOf(action: number, given: number[], wanted: () => boolean, soFar: (odds: Odds) => void): Promise<Odds> {
    const view = this.view, adding = [...(this.adding.get(action) ?? [])], what = [action, ...given, "+", ...adding].join(" ");
    let odds = this.known.get(what);
    for (let more = !odds; more && this.view === view && wanted(); more = odds.more ?? false) {
      odds = await this.engine.ask("odds", action < 0 ? { kind: "pass" } : { action, given, adding });
      if (odds.more && this.view === view && wanted()) soFar(odds);
    }
    if (!odds || odds.more) return { how: "", lines: [] };
    if (this.view === view) this.known.set(what, odds);
    return odds;
  }

  private asksAct(q: Question): Node[] {
    const actions = q.actions ?? [];
    const may = actions.map((a, i) => ({ a, i })).filter((x) => x.a.allowed).sort((x, y) => groups.indexOf(x.a.group) - groups.indexOf(y.a.group) || Number(y.a.usual) - Number(x.a.usual));
    const first = (this.view?.passed ?? []).filter((p, i, all) => p.before && all.findIndex((x) => x.before?.join() === p.before?.join()) === i);
    const not = actions.filter((a) => !a.allowed);
    return [
      h("h3", {}, this.heading(q)),
      h("ol", { class: "choices" }, ...may.map(({ a, i }, n) => this.numbered(n + 1, a.title, a.costs ?? "", () => void this.chooseAction(i), a.about, this.tells(a.about ?? "", i, []), this.additions(a.addOns ?? [], i))),
        ...first.map((p, n) => this.numbered(may.length + n + 1, `first: ${p.before!.join(", ")}`, "", () => void this.decide({ kind: "reopen", at: p.at }))),
        this.numbered(0, q.turn ? "Nothing more" : "Nothing", "", () => void this.decide({ kind: "pass" }), "", q.what ? this.tells("", -1, []) : undefined)),
      h("div", { class: "tools" },
        button("Let the tactic decide", () => void this.decide({ kind: "tactic" }), { class: "small", "aria-keyshortcuts": "t" }),
        button("What would it do?", () => void this.hint(), { class: "small" }),
        ["turn", "open floor"].includes(q.class) ? null : button("Pass, and don't ask me this again", () => this.unask(q), { class: "small" }),
        h("label", {}, h("input", { type: "checkbox", checked: this.askOdds, change: (e: Event) => { this.askOdds = (e.target as HTMLInputElement).checked; } }), " odds first"),
        h("label", {}, h("input", { type: "checkbox", checked: this.details, change: (e: Event) => { this.details = (e.target as HTMLInputElement).checked; } }), " every detail")),
      ...(not.length > 0 ? [h("details", { class: "refused" }, h("summary", {}, `Why not? ${not.length} more ${not.length === 1 ? "isn't" : "aren't"} possible now`),
        h("ul", {}, ...not.map((a) => h("li", {}, h("strong", {}, a.title), `: ${a.why ?? ""}`))))] : []),
      h("p", { id: "answer", "aria-live": "polite" }),
    ];
  }

  private async hint(): Promise<void> {
    try {
      const text = await this.engine.ask("hint", {});
      part("answer").textContent = text === "" ? "No tactic covers this." : `The tactic would choose ${text}.`;
    } catch (err) {
      this.failed(err);
    }
  }

  private async chooseAction(i: number): Promise<void> {
    this.action = i;
    this.given = [];
    await this.goOn();
  }

  /** Fills in parameters without a choice; when all are given, takes the action. */
  private async goOn(): Promise<void> {
    const a = this.view?.question?.actions?.[this.action];
    if (!a) return;
    while (this.given.length < a.params.length) {
      const p = a.params[this.given.length]!;
      if (p.default && !this.details) {
        this.given.push(-1);
        continue;
      }
      return this.drawQuestion();
    }
    const choice: Choice = { kind: "do", action: this.action, given: this.given, adding: [...(this.adding.get(this.action) ?? [])] };
    if (!this.askOdds) return this.decide(choice);
    try {
      this.tip.hide();
      part("stage").setAttribute("aria-busy", "true");
      const shown = (odds: Odds): void => part("question").replaceChildren(h("h3", {}, a.title), this.inLines({ of: "", odds }), h("p", {}, `(${odds.how})`));
      const odds = await this.oddsOf(choice.action!, choice.given!, () => this.action === choice.action && this.given === choice.given, shown);
      if (this.action !== choice.action || this.given !== choice.given) return; // something else has been chosen meanwhile
      part("question").replaceChildren(h("h3", {}, a.title), h("div", { id: "answer", "aria-live": "polite" },
          this.inLines({ of: "", odds }), h("p", {}, `(${odds.how})`)),
        h("div", { class: "tools" }, button("Do it", () => void this.decide(choice), { class: "main" }), button("Something else", () => this.again())));
      part("question").querySelector<HTMLElement>("button.main")?.focus();
    } catch (err) {
      this.failed(err);
      this.again();
    } finally {
      part("stage").removeAttribute("aria-busy");
    }
  }

  /** The map as a picture, with the colours of the page. */
  async picture(): Promise<Blob> {
    const shown = document.querySelector<SVGSVGElement>("#map svg");
    if (!shown) throw new Error("There is no map.");
    const box = shown.viewBox.baseVal, image = await imageOf(shown, (1200 * box.width) / Math.max(box.width, box.height));
    const canvas = h("canvas", { width: image.width, height: image.height }), pen = canvas.getContext("2d")!;
    pen.fillStyle = getComputedStyle(part("map").parentElement!).backgroundColor;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.drawImage(image, 0, 0);
    return pngOf(canvas);
  }

  /** Asks again what to do. */
  again(): void {
    this.action = -1;
    this.given = [];
    if (this.scene) this.map.show(this.scene, this.due());
    void this.drawQuestion().then(() => { if (this.view?.question && this.atEnd()) part("question").querySelector<HTMLElement>(".choice")?.focus(); });
  }

  private async asksParam(place: HTMLElement, q: Question, tools: Node): Promise<void> {
    const a = q.actions![this.action]!;
    const p = a.params[this.given.length];
    if (!p) return;
    const at = { action: this.action, given: [...this.given] };
    const offers = (await this.engine.ask("offers", at).catch((err: unknown) => { this.failed(err); return undefined; })) ?? [];
    if (this.action !== at.action || this.given.length !== at.given.length) return;
    const take = (i: number): void => {
      this.given.push(i);
      if (this.scene) this.map.show(this.scene, this.due());
      void this.goOn();
    };
    const may = offers.map((o, i) => ({ o, i })).filter((x) => x.o.allowed);
    if (may.length === 1 && !p.default && !may[0]!.o.doubtful && !may[0]!.o.place) return take(may[0]!.i);
    const not = offers.filter((o) => !o.allowed);
    const about = (o?: Offer): string => (o && labelOf(o) !== o.text ? o.text : ""); // the places of a way that is listed by its end
    const tells = (i: number): Says => this.tells(about(offers[i]), at.action, [...at.given, i]);
    if (this.scene) this.map.show(this.scene, this.due(), { offers, chosen: take, offered: (element, i) => this.tip.on(element, tells(i)) });
    const rows = may.map(({ o, i }, n) => this.numbered(n + 1, labelOf(o), o.costs ?? "", () => take(i), about(o), tells(i)));
    if (p.default) rows.push(this.numbered(0, "Default", "", () => take(-1), "", tells(-1)));
    place.replaceChildren(h("h3", {}, `${a.title}: ${may.every(({ o }) => /^\d+$/.test(o.text)) ? "how many" : "which"} ${p.title}?`), h("ol", { class: "choices" }, ...rows),
      ...(may.length === 0 && !p.default ? [h("p", {}, "Nothing fits.")] : []),
      ...(not.length > 0 ? [h("details", { class: "refused" }, h("summary", {}, `Why not? ${not.length} more`), h("ul", {}, ...not.map((o) => h("li", {}, h("strong", {}, o.text), `: ${o.why ?? ""}`))))] : []),
      h("div", { class: "tools" }, button("Something else", () => this.again(), { "aria-keyshortcuts": "Escape" })), tools);
    place.querySelector<HTMLElement>(".choice")?.focus();
  }

  private asksChoice(q: Question): Node[] {
    const offers = q.offers ?? [];
    if (q.several) {
      const boxes = offers.map((o, i) => h("label", { class: "choice" }, h("input", { type: "checkbox", value: i, checked: q.default?.includes(i) }), ` ${o.text}`));
      return [h("h3", {}, this.heading(q)), ...boxes,
        button("Take these", () => void this.decide({ kind: "pick", picked: boxes.flatMap((b, i) => (b.querySelector("input")!.checked ? [i] : [])) }), { class: "main" })];
    }
    const rows = offers.map((o, i) => this.numbered(q.amount ? Number(o.text) : i + 1, o.text, q.default?.includes(i) ? "default" : "", () => void this.decide({ kind: "pick", picked: [i] })));
    if (q.mayPass && !q.default?.length) rows.push(this.numbered(0, "None of these", "", () => void this.decide({ kind: "pass" })));
    return [h("h3", {}, this.heading(q)), h("ol", { class: "choices" }, ...rows)];
  }

  private asksDice(q: Question): Node[] {
    const input = h("input", { type: "text", inputmode: "numeric", "aria-label": "What the dice show", placeholder: "3 5" });
    const roll = (): void => {
      const faces = input.value.trim().split(/[\s,]+/).map(Number);
      void this.decide({ kind: "roll", faces });
    };
    input.addEventListener("keydown", (e) => { if (e.key === "Enter") roll(); });
    return [h("h3", {}, this.heading(q)), h("div", { class: "tools" }, input, button("They show this", roll, { class: "main" }), button("Roll for me", () => void this.decide({ kind: "tactic" })))];
  }

  private async decide(c: Choice): Promise<void> { await this.run(this.resolve(c), true); }

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

  /** Lets tactics decide for a while: each of their decisions can be taken back. */
  private async playOn(end: boolean): Promise<void> {
    await this.run(this.engine.ask("playOn", { end }).then((view) => {
      for (let n = this.view!.decisions; n < view.decisions; n++) this.decided.choices.push({ kind: "tactic" });
      return view;
    }));
  }

  /** Passes, now and whenever the same question comes up. */
  private unask(q: Question): void {
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
    this.tip.hide();
    part("stage").setAttribute("aria-busy", "true");
    try {
      const view = await answer;
      this.showNow(view);
      if (view.error) this.failed(new Refusal(view.error));
      if (refocus) part("question").querySelector<HTMLElement>(".choice, button")?.focus();
      this.kept();
    } catch (err) {
      this.failed(err);
      if (err instanceof Ended) return; // the fight is being restored
      this.deciding = "";
      // With a rejected action, the choices made for it are forgotten.
      this.showNow(await this.engine.ask("now", {}));
      this.again();
    } finally {
      part("stage").removeAttribute("aria-busy");
    }
  }

  /** Shows the current state of the fight. */
  private showNow(view: View): void {
    this.take(view, false);
    this.scene = view.scene ?? undefined;
    this.wanted = view.events;
    this.slider.value = String(view.events);
    this.log.mark(view.events);
    this.draw();
  }

  /** Presses the choice with this number; false means that there is none. */
  press(digit: string): boolean {
    const pressed = [...part("question").querySelectorAll<HTMLElement>(".choice kbd")].find((k) => k.textContent === digit);
    pressed?.closest<HTMLElement>("button")?.click();
    return pressed !== undefined;
  }

  /** The page's position in the fight, for a link. */
  at(): { events: number; hash: string } { return { events: this.scene?.events ?? 0, hash: this.scene?.hash ?? "" }; }
}
