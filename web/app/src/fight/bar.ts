// The action bar: what is asked, what can be done, and choosing it step by step.
import { html, nothing, render, type TemplateResult } from "lit-html";
import { part } from "../dom";
import type { Choice, Odds, Offer, Question, Scene } from "../engine/protocol";
import type { Fight } from "./fight";
import { additions, asking, groupsOf, momentAgo, numbered, otherWays, passing, type Group, type Numbered } from "./choices";
import type { BattleMap } from "./map";
import { described, inLines, labelOf, Prospects, wayOf } from "./odds";
import { inALine } from "./people";
import type { Cast } from "./sides";
import type { Tip } from "./tip";

/** Up to how many places are listed; of more the list is folded: they are chosen on the map. */
const fewPlaces = 8;

/** Up to how many ways lead towards somebody. */
const towards = 6;

/** What a finger doesn't find out by itself. */
const held = html`<p class="quiet held">Hold a finger on a choice to see its odds.</p>`;

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

export class Bar {
  /** The action that is being put together, its parameters so far, and what the next one can be. */
  private action = -1;
  private given: number[] = [];
  private offers: Offer[] | undefined;
  /** The odds of the chosen action, if they are wanted before it is done. */
  private odds: Odds | undefined;
  private oddsFirst = false;
  /** What the tactic would do. */
  private hint = "";
  private scene: Scene | undefined;
  private cast: Cast | undefined;
  private readonly prospects: Prospects;

  constructor(private readonly fight: Fight, private readonly place: HTMLElement, private readonly map: BattleMap, private readonly tip: Tip) {
    this.prospects = new Prospects(fight);
  }

  /** Begins with another question. */
  begin(): void {
    this.leave();
    this.prospects.forget();
    this.hint = "";
    this.place.scrollTop = 0;
    for (const folded of this.place.querySelectorAll("details")) folded.open = false;
  }

  /** Leaves what has been chosen so far. */
  private leave(): void {
    this.action = -1;
    this.given = [];
    this.offers = this.odds = undefined;
    this.map.offer();
  }

  /** Asks again what to do. */
  again(): void {
    this.leave();
    this.draw();
    if (this.fight.view?.question && this.fight.atEnd()) this.focus();
  }

  private focus(what = ".choice"): void { this.place.querySelector<HTMLElement>(what)?.focus({ preventScroll: true }); }

  /** Presses the choice with this key; false means that there is none. */
  press(key: string): boolean {
    const pressed = [...this.place.querySelectorAll<HTMLElement>(".choice kbd")].find((k) => k.textContent === key);
    pressed?.closest<HTMLElement>("button")?.click();
    return pressed !== undefined;
  }

  /** Says in place of a question that the fight is being restored; or, with a way to start it again, that it can't be. */
  restoring(startAgain?: () => void): void {
    render(startAgain ? html`<p>The engine was restarted, but it can't restore this fight.</p><button type="button" class="main" @click=${startAgain}>Start it again</button>`
      : html`<p>The engine was restarted. It plays the fight again, up to where it was ..</p>`, this.place);
  }

  /** Says in place of a question that the fight waits for its rules to be mended. */
  waits(): void { render(html`<p>There is a mistake in the rules of this fight. Once it is mended, the fight is back as it was.</p>`, this.place); }

  /** Chooses an action. */
  private async choose(action: number): Promise<void> {
    this.action = action;
    this.given = [];
    this.hint = "";
    await this.goOn();
  }

  /** Goes back to right before the turn. If only one action was possible then, it is what was meant. */
  private async doBefore(at: number): Promise<void> {
    await this.fight.decide({ kind: "reopen", at });
    const q = this.fight.view?.question, may = q?.actions?.flatMap((a, i) => a.allowed ? [i] : []);
    if (q?.turn === false && may?.length === 1) await this.choose(may[0]!);
  }

  /** Whether the same is still being put together. */
  private same(): () => boolean {
    const { view } = this.fight, { action, given } = this, count = given.length;
    return () => this.fight.view === view && this.action === action && this.given === given && given.length === count;
  }

  /** Fills in parameters without a choice, and asks for the others; when all are given, takes the action. */
  private async goOn(): Promise<void> {
    const a = this.fight.view?.question?.actions?.[this.action];
    if (!a) return;
    this.offers = undefined;
    for (let p = a.params[this.given.length]; p; p = a.params[this.given.length]) {
      if (p.default && !this.prospects.details) {
        this.given.push(-1);
        continue;
      }
      const same = this.same();
      const offers = await this.fight.engine.ask("offers", { action: this.action, given: this.given }).catch((err: unknown) => { this.fight.failed(err); return undefined; }) ?? [];
      if (!same()) return; // something else has been chosen meanwhile
      const may = offers.map((o, i) => ({ o, i })).filter((x) => x.o.allowed);
      if (may.length === 1 && !p.default && !may[0]!.o.doubtful && !may[0]!.o.place) {
        this.given.push(may[0]!.i);
        continue;
      }
      this.offers = offers;
      this.map.offer({ offers, chosen: (i) => this.give(i), says: (i) => this.says(i) });
      this.draw();
      return this.focus();
    }
    const same = this.same(), said = this.oddsFirst || await this.leavesOut();
    if (!same()) return;
    if (said) await this.showOdds();
    else await this.fight.decide(this.chosen());
  }

  /** What has been chosen. */
  private chosen(): Choice { return { kind: "do", action: this.action, given: this.given, adding: this.prospects.added(this.action) }; }

  /** Whether something that is to be added to the chosen action can't be: that is said before it is lost. */
  private async leavesOut(): Promise<boolean> {
    const choice = this.chosen(), same = this.same();
    if (choice.adding!.length === 0) return false;
    let doubtful = true;
    const odds = await this.prospects.oddsOf(choice, () => doubtful && same(), (found) => { doubtful = (found.unmet ?? []).length > 0; }).catch(() => undefined);
    return (odds?.unmet ?? []).length > 0;
  }

  /** Gives the next parameter; a negative one is left to the fight. */
  private give(i: number): void {
    this.given.push(i);
    this.map.offer();
    void this.goOn();
  }

  /** What is said of an offer: the places of a way that is listed by its end, and its odds. */
  private says(i: number): ReturnType<Prospects["tells"]> {
    const o = this.offers?.[i];
    const label = o ? labelOf(o, this.map.lay.ground) : "default";
    return this.prospects.tells(`${capital(this.fight.view?.question?.actions?.[this.action]?.title ?? "")}: ${label}`, o ? wayOf(o) : "", { kind: "do", action: this.action, given: [...this.given, i] });
  }

  private async showOdds(): Promise<void> {
    const same = this.same();
    try {
      this.tip.hide();
      part("stage").setAttribute("aria-busy", "true");
      const show = (odds: Odds): void => { this.odds = odds; this.draw(); };
      const odds = await this.prospects.oddsOf(this.chosen(), same, show);
      if (!same()) return;
      show(odds);
      this.focus("button.main");
    } catch (err) {
      this.fight.failed(err);
      this.again();
    } finally {
      part("stage").removeAttribute("aria-busy");
    }
  }

  /** Says what the tactic would do. */
  private async ask(): Promise<void> {
    try {
      const text = await this.fight.engine.ask("hint", {});
      this.hint = text === "" ? "No tactic covers this." : `The tactic would choose ${text}.`;
      this.draw();
      this.place.querySelector<HTMLDetailsElement>(".more-ways")!.open = false;
      this.place.querySelector("#answer")?.scrollIntoView({ block: "center" }); // above what always stays at the foot
    } catch (err) {
      this.fight.failed(err);
    }
  }

  /** Draws it for the shown state of the fight. */
  draw(scene = this.scene, cast = this.cast): void {
    this.scene = scene;
    this.cast = cast;
    const view = this.fight.view!, atStart = scene?.events === 0, watched = view.mode === "watch" || view.mode === "sequence";
    this.place.classList.toggle("aside", watched && atStart);
    this.place.hidden = watched && !atStart && !this.fight.atEnd();
    render(this.content(watched, atStart), this.place);
  }

  private content(watched: boolean, atStart: boolean): TemplateResult {
    const view = this.fight.view!, q = view.question;
    const verdict = (): TemplateResult => html`<p class="verdict">${view.error?.message ?? view.lines.findLast((l) => l.kind === "ending")?.text ?? "The fight is over."}</p>`;
    if (watched) return atStart ? html`<p class="quiet">Play shows it line by line, as do the arrow keys and a click on a line of the story.</p>` : verdict();
    if (!this.fight.atEnd()) return html`<p>This is how it was then. <button type="button" class="main" @click=${() => void this.fight.goTo(view.events)}>To the present</button></p>`;
    if (!q) return html`${verdict()}<div class="tools"><button type="button" class="main" @click=${() => this.fight.anew()}>Play it again</button>${this.undo()}</div>`;
    const who = this.scene?.people.find((p) => p.name === q.who);
    return html`<div class="asked">${who && this.cast ? inALine(who, this.cast, q.left ?? "") : nothing}<h3>${this.heading(q)}</h3></div>
      ${this.odds ? this.oddsOf(this.odds) : this.offers ? this.asksParam(this.offers) : q.kind === "act" ? this.asksAct(q) : q.kind === "choice" ? this.asksChoice(q) : this.asksDice()}`;
  }

  private heading(q: Question): string {
    const a = q.actions?.[this.action], p = a?.params[this.given.length];
    if (!a || !this.offers && !this.odds) return q.turn ? `${q.asks} (${q.clock})` : q.asks;
    if (!p || this.odds) return capital(a.title);
    return `${capital(a.title)}: ${this.offers!.filter((o) => o.allowed).every((o) => /^\d+$/.test(o.text)) ? "how many" : "which"} ${p.title}?`;
  }

  private undo(): TemplateResult {
    return html`<button type="button" class="small" title="Takes back your last decision. The same dice fall again." ?disabled=${this.fight.view!.decisions === 0} aria-keyshortcuts="u" @click=${() => void this.fight.undo()}>Undo</button>`;
  }

  /** What the tactic would do, if that was asked, and what wasn't asked a moment ago. */
  private said(): TemplateResult {
    return html`<p id="answer" aria-live="polite">${this.hint}</p>${momentAgo(this.fight.view!.passed ?? [], (at) => void this.fight.decide({ kind: "reopen", at }))}`;
  }

  /** What every question of the rules has. */
  private always(q: Question): TemplateResult {
    return html`${this.undo()}<button type="button" class="small" aria-keyshortcuts="t" @click=${() => void this.fight.decide({ kind: "tactic" })}>Tactic decides</button>${this.more(q)}`;
  }

  private back(): TemplateResult { return html`<button type="button" class="small" aria-keyshortcuts="Escape" @click=${() => this.again()}>Back</button>`; }

  private asksAct(q: Question): TemplateResult {
    const view = this.fight.view!, wait = passing(q);
    const groups: Group[] = groupsOf(q.actions ?? [], view.passed ?? [], q.class === "at me");
    let key = 0;
    const list = (g: Group): TemplateResult => html`<ol class="choices">
      ${g.may.map(({ a, i }) => numbered({
        key: ++key, label: capital(a.title), costs: a.costs ?? "", units: q.units, about: a.about ?? "", card: `action ${a.title}`, click: () => void this.choose(i), tip: this.tip, says: this.prospects.tells(capital(a.title), a.about ?? "", { kind: "do", action: i, given: [] }),
        besides: (a.addOns ?? []).length === 0 ? nothing : additions(a.addOns!, (n) => this.prospects.added(i).includes(n), (n, yes) => this.prospects.add(i, n, yes)),
      }))}
      ${g.before.map((p) => numbered({ key: ++key, label: p.before!.map(capital).join(" or "), click: () => void this.doBefore(p.at), tip: this.tip }))}</ol>`;
    return html`<div class="groups">${groups.map((g) => html`<section aria-label=${g.title}><h4>${g.title}</h4>
      ${g.folded && g.may.length > 0 ? html`<details class="seldom"><summary>${g.may.length} possible</summary>${list(g)}</details>` : g.may.length + g.before.length > 0 ? list(g) : nothing}
      ${g.not.length > 0 ? html`<details class="refused"><summary>${g.not.length} not now</summary><ul>${g.not.map((a) => html`<li data-card=${`action ${a.title}`}><strong>${capital(a.title)}</strong>: ${a.why ?? ""}</li>`)}</ul></details>` : nothing}</section>`)}</div>
      ${held}${this.said()}<div class="tools always">${numbered({ key: 0, label: wait.label, more: wait.means, click: () => void this.fight.decide({ kind: "pass" }), tip: this.tip, says: q.what ? this.prospects.tells(wait.label, "", { kind: "pass" }) : undefined, inList: false })}
        ${this.always(q)}</div>`;
  }

  /** What is used less often. */
  private more(q: Question): TemplateResult {
    const small = (label: string, click: () => void): TemplateResult => html`<button type="button" class="small" @click=${click}>${label}</button>`;
    return html`<details class="more-ways"><summary>More</summary><div class="tools">
      ${small("What would it do?", () => void this.ask())}${q.kind !== "act" || ["turn", "open floor"].includes(q.class) ? nothing : small(`${passing(q).label}, and don't ask me this again`, () => this.fight.unask(q))}
      ${small("Tactics to the next turn", () => void this.fight.playOn(false))}${small("Tactics to the end", () => void this.fight.playOn(true))}
      ${q.kind === "act" ? html`<label><input type="checkbox" .checked=${this.oddsFirst} @change=${(e: Event) => { this.oddsFirst = (e.target as HTMLInputElement).checked; }}> odds first</label>
        <label><input type="checkbox" .checked=${this.prospects.details} @change=${(e: Event) => { this.prospects.details = (e.target as HTMLInputElement).checked; }}> every detail</label>` : nothing}
      </div>${asking(this.fight)}</details>`;
  }

  private oddsOf(odds: Odds): TemplateResult {
    return html`<div class="odds" aria-live="polite">${inLines({ of: "", odds })}${odds.how ? html`<p>(${odds.how})</p>` : nothing}</div>
      ${odds.more ? nothing : html`<div class="tools always"><button type="button" class="main" @click=${() => void this.fight.decide(this.chosen())}>${odds.unmet?.length ? "Do it without" : "Do it"}</button>${this.back()}</div>`}`;
  }

  private asksParam(offers: Offer[]): TemplateResult {
    const q = this.fight.view!.question!, p = q.actions![this.action]!.params[this.given.length]!;
    const may = offers.map((o, i) => ({ o, i })).filter((x) => x.o.allowed), not = offers.filter((o) => !o.allowed);
    const folded = may.length > fewPlaces && may.every(({ o }) => o.place !== undefined);
    const ways = folded ? otherWays(offers, this.scene!, q.who, this.map.lay).slice(0, towards) : [];
    let key = 0;
    const row = (o: Offer, i: number, label: string, more = ""): TemplateResult => numbered({
      key: ++key, label, costs: o.costs ?? "", units: q.units, more, about: wayOf(o), click: () => this.give(i), tip: this.tip, says: this.says(i), ...(o.who ? { card: `person ${o.who}` } : {}),
    });
    const list = (): TemplateResult[] => may.map(({ o, i }) => row(o, i, capital(labelOf(o, this.map.lay.ground))));
    return html`<ol class="choices">${ways.map((w) => row(offers[w.index]!, w.index, `Toward ${w.titles.slice(0, 2).join(" and ")}${w.titles.length > 2 ? ` and ${w.titles.length - 2} more` : ""}`, labelOf(offers[w.index]!, this.map.lay.ground)))}
        ${folded ? nothing : list()}${p.default ? numbered({ key: 0, label: "Default", click: () => this.give(-1), tip: this.tip, says: this.says(-1) }) : nothing}</ol>
      ${folded ? html`<p class="quiet">Choose a place on the map.</p><details class="places"><summary>All ${may.length} places</summary><ol class="choices">${list()}</ol></details>` : nothing}
      ${may.length === 0 && !p.default ? html`<p>Nothing fits.</p>` : nothing}
      ${not.length > 0 ? html`<details class="refused"><summary>${not.length} not now</summary><ul>${not.map((o) => html`<li><strong>${o.text}</strong>: ${o.why ?? ""}</li>`)}</ul></details>` : nothing}
      ${held}${this.said()}<div class="tools always">${this.back()}${this.undo()}</div>`;
  }

  private asksChoice(q: Question): TemplateResult {
    const offers = q.offers ?? [], take = (picked: number[]): void => void this.fight.decide({ kind: "pick", picked });
    // What is chosen outside of any action has no odds: nothing says where its results end.
    const says = (title: string, about: string, c: Choice): Numbered["says"] => (q.what ? this.prospects.tells(title, about, c) : about ? async () => described(title, about) : undefined);
    if (q.several) {
      const chosen = (): number[] => [...this.place.querySelectorAll<HTMLInputElement>(".several input")].flatMap((b, i) => (b.checked ? [i] : []));
      return html`<div class="choices several">${offers.map((o, i) => html`<label class="choice"><input type="checkbox" .checked=${q.default?.includes(i) ?? false}> ${capital(o.text)}</label>`)}</div>
        ${this.said()}<div class="tools always"><button type="button" class="main" @click=${() => take(chosen())}>Take these</button>${this.always(q)}</div>`;
    }
    return html`<ol class="choices">${offers.map((o, i) => numbered({ key: q.amount ? Number(o.text) : i + 1, label: capital(o.text), more: q.default?.includes(i) ? "default" : "", click: () => take([i]), tip: this.tip, about: o.about ?? "", says: says(capital(o.text), o.about ?? "", { kind: "pick", picked: [i] }), ...this.cardOf(o.text) }))}
      ${q.mayPass && !q.default?.length ? numbered({ key: 0, label: "None", click: () => void this.fight.decide({ kind: "pass" }), tip: this.tip, says: says("None", "", { kind: "pass" }) }) : nothing}</ol>
      ${this.said()}<div class="tools always">${this.always(q)}</div>`;
  }

  /** The card of what is offered, if it has one. */
  private cardOf(title: string): { card?: string } {
    const name = this.fight.names.find((n) => n.title.toLowerCase() === title.toLowerCase());
    return name ? { card: `${name.kind} ${name.title}` } : {};
  }

  private asksDice(): TemplateResult {
    const roll = (): void => {
      const faces = this.place.querySelector<HTMLInputElement>(".faces-shown")!.value.trim().split(/[\s,]+/).map(Number);
      void this.fight.decide({ kind: "roll", faces });
    };
    return html`${this.said()}<div class="tools"><input class="faces-shown" type="text" inputmode="numeric" aria-label="What the dice show" placeholder="3 5" @keydown=${(e: KeyboardEvent) => { if (e.key === "Enter") roll(); }}>
      <button type="button" class="main" @click=${roll}>They show this</button><button type="button" @click=${() => void this.fight.decide({ kind: "tactic" })}>Roll for me</button>${this.undo()}</div>`;
  }
}
