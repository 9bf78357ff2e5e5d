// The table: a fight as it is drawn, and playing it back.
import { html, render } from "lit-html";
import { h, part } from "../dom";
import type { Engine } from "../engine/engine";
import type { Scene, SourceFile, View } from "../engine/protocol";
import { Bar } from "./bar";
import { Fight } from "./fight";
import { BattleMap } from "./map";
import { isReaction } from "./choices";
import { diceOf, peopleOf } from "./people";
import { imageOf, pngOf } from "../picture";
import { Cast } from "./sides";
import { Story } from "./story";
import { Tip } from "./tip";

/** How long a line is shown while a fight is played back, in milliseconds. */
const pace = 450;

/** How many lines are spoken at once. */
const spokenAtOnce = 12;

/** Over how many lines the map shows who was struck meanwhile. */
const soon = 30;

export class Table extends Fight {
  private cast = new Cast([]);
  /** The part of a sequence that is on the map. */
  private onMap = -1;
  private playing = 0;
  /** After how many events the fight was drawn last. */
  private drawn = 0;
  private readonly tip = new Tip();
  private readonly story = new Story(part("log"), part("last-card"));
  private readonly map = new BattleMap(part("map"), part("cells"), part("whole-map"), this.tip);
  private readonly bar = new Bar(this, part("question"), this.map, this.tip);
  private readonly slider = part<HTMLInputElement>("slider");
  /** Called to read the story, of which narrow windows show the last card below the map. */
  read: () => void = () => undefined;
  /** Called to show a line of a file of rules. */
  toRule: (file: string, line: number) => void = () => undefined;

  constructor(engine: Engine, files: () => SourceFile[]) {
    super(engine, files);
    this.story.goTo = (n) => void this.goTo(n === this.steps.at(-1) ? this.view!.events : n);
    this.story.toRule = (file, line) => this.toRule(file, line);
    part("last-card").addEventListener("click", (e) => { e.stopPropagation(); this.read(); }, { capture: true });
    this.slider.addEventListener("input", () => void this.goTo(Number(this.slider.value)));
    part("part").addEventListener("change", () => void this.goTo(this.view?.parts?.[Number(part<HTMLSelectElement>("part").value)]?.from ?? 0));
    part("first").addEventListener("click", () => void this.goTo(0));
    part("back").addEventListener("click", () => void this.step(-1));
    part("play").addEventListener("click", () => this.playBack());
    part("forward").addEventListener("click", () => void this.step(1));
    part("last").addEventListener("click", () => void this.goTo(this.view?.events ?? 0));
    const narrow = matchMedia("(max-width: 600px)"), fold = (): void => { part<HTMLDetailsElement>("play-file").open = !narrow.matches; };
    narrow.addEventListener("change", fold);
    fold();
    part("all-pools").addEventListener("click", () => {
      const who = part("who");
      who.style.height = `${who.getBoundingClientRect().height}px`; // its space stays: all about them lies on top of the map
      const all = who.classList.toggle("all");
      if (!all) who.style.height = "";
      part("all-pools").setAttribute("aria-expanded", String(all));
    });
  }

  protected received(_: View | undefined, anew: boolean): void {
    const view = this.view!, parts = view.parts ?? [];
    if (anew) {
      this.onMap = -1;
      part("parts").hidden = parts.length === 0;
      render(parts.map((p, i) => html`<option value=${i}>${p.title}</option>`), part("part"));
    }
    this.story.tell(view.lines, anew, this.names, view.own);
    this.bar.begin();
    part("fight-title").textContent = view.title || view.file;
    part("fight-rules").textContent = [`${view.ruleset} ${view.version}`.trim(), view.seed && `seed ${view.seed}`].filter(Boolean).join(", ");
    part("fight-rules").title = view.hash && `Hash of these rules: ${view.hash.slice(0, 12)}`;
    this.slider.max = String(view.events);
    part("stepper").hidden = view.events === 0;
    part("save").hidden = view.mode !== "hand" && view.mode !== "go-on";
  }

  protected restoring(failed?: () => void): void { this.bar.restoring(failed); }

  /** Says in place of a fight that its rules can't be read. */
  waits(): void {
    part("fight-title").textContent = "Your fight";
    this.bar.waits();
  }

  /** A step forward speaks all new lines; after a longer jump, or back, only the current line is spoken. */
  protected speak(after: number, upTo: number): void {
    const fresh = this.story.told(after, upTo);
    if (document.activeElement !== this.slider) part("spoken").textContent = fresh.length > 0 && fresh.length <= spokenAtOnce ? fresh.join(". ") : this.story.lastOf(upTo);
  }

  protected draw(): void {
    const { view, scene } = this;
    if (!view) return;
    this.tip.hide();
    this.slider.value = String(this.wanted);
    this.slider.setAttribute("aria-valuetext", this.story.lastOf(this.wanted) || "the start");
    if (scene) {
      this.lay(scene);
      render(peopleOf(scene.people, this.cast, this.due(), view.question !== undefined && isReaction(view.question), this.atEnd() && !view.over ? view.next ?? [] : []), part("people"));
      render(diceOf(scene.rolls), part("dice"));
      this.map.show(scene, this.due(), this.steps.filter((n) => n > this.drawn && n <= scene.events).length <= soon);
      this.drawn = scene.events;
      part("position").textContent = scene.events === 0 ? "the start" : `line ${this.steps.filter((n) => n > 0 && n <= scene.events).length} of ${this.steps.length - 1}`;
      part("stage").dataset["hash"] = scene.hash;
    }
    this.story.show(view.events === 0 ? Infinity : this.wanted, view.events === 0 ? Infinity : this.reached, scene?.people ?? [], this.cast);
    part("stage").dataset["over"] = String(view.over);
    part("stage").dataset["asks"] = String(view.question !== undefined && this.atEnd());
    this.bar.draw(scene, this.cast);
  }

  /** Draws the ground of the shown part, which is another one than before. */
  private lay(scene: Scene): void {
    const view = this.view!, at = view.parts?.[scene.part];
    part<HTMLSelectElement>("part").value = String(scene.part);
    if (this.onMap === scene.part) return;
    this.onMap = scene.part;
    this.cast = new Cast((at?.scene ?? view.scene)?.people ?? []);
    this.map.begin(at?.ground ?? view.ground ?? { grid: "none", unit: 1, unitName: "", width: 0, height: 0 }, this.cast);
    part("legend").textContent = this.map.lay.legend();
  }

  /** Plays the fight back, or stops that. */
  playBack(): void {
    if (this.playing) return this.stop();
    if (this.atEnd()) {
      this.reached = 0;
      void this.goTo(0);
    }
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

  /** Scrolls the story to the current state of the fight: one that isn't shown can't be scrolled. */
  reveal(): void { this.story.reveal(); }

  why(): boolean { return this.story.why(); }

  /** Asks again what to do. */
  again(): void { this.bar.again(); }

  /** Presses the choice with this key; false means that there is none. */
  press(key: string): boolean { return this.bar.press(key); }

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
}
