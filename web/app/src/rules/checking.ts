// Checking: what is typed is passed on to the engine, and its mistakes are listed below the editor.
import { html, render } from "lit-html";
import { button, part } from "../dom";
import type { Engine } from "../engine/engine";
import type { Checked, Edit, Problem } from "../engine/protocol";
import type { Project } from "../files/project";
import { linked } from "../cards/names";
import { said, type Editor } from "./editor";

/** How long typing must pause before a file is checked, in milliseconds. */
const pause = 150;

/** The most problems that are listed. */
const most = 100;

export class Checking {
  /** What the last check of the open file has found. */
  checked: Checked | undefined;
  /** Called when a text has been passed on. */
  changed: () => void = () => undefined;
  /** Called after each check. */
  done: (found: Checked) => void = () => undefined;
  /** Called to show a place of a file. */
  open: (file: string, from: number, to: number) => void = () => undefined;
  failed: (err: unknown) => void = () => undefined;
  private typing = 0;
  /** The typed text that the engine doesn't have yet, and one that it has refused. */
  private unsettled: { name: string; text: string } | undefined;
  private refused: { name: string; why: string } | undefined;

  constructor(private readonly engine: Engine, private readonly project: Project, private readonly editor: Editor) {
    editor.settled = () => this.settle();
    editor.typed = (name, text) => {
      this.unsettled = { name, text };
      clearTimeout(this.typing);
      this.typing = window.setTimeout(() => void this.settle().then(() => this.check()), pause);
    };
  }

  /** Whether something is being typed that the engine doesn't have yet. */
  get pending(): boolean { return this.unsettled !== undefined; }

  /** Passes the typed text to the engine. */
  async settle(): Promise<void> {
    const typed = this.unsettled;
    if (!typed) return;
    this.unsettled = undefined;
    try {
      await this.project.set(typed.name, typed.text);
      this.refused = undefined;
      this.changed();
    } catch (err) {
      this.refused = { name: typed.name, why: err instanceof Error ? err.message : String(err) };
      this.failed(err);
    }
  }

  /** Checks the open file, and shows its problems and colours. */
  async check(): Promise<void> {
    const name = this.editor.name;
    const began = performance.now();
    try {
      const found = await this.engine.ask("check", name);
      if (this.editor.name !== name) return;
      this.checked = found;
      part("problems").dataset["milliseconds"] = String(Math.round(performance.now() - began));
      this.editor.mark(found.diagnostics);
      this.list(found.diagnostics);
      this.done(found);
      const text = this.editor.view.state.doc, tokens = await this.engine.ask("tokens", name);
      if (this.editor.view.state.doc === text) this.editor.colour(tokens); // else the next check does
    } catch (err) {
      part("problem-count").textContent = "This file couldn't be checked.";
      this.failed(err);
    }
  }

  private list(problems: Problem[]): void {
    const refused = this.refused?.name === this.editor.name ? this.refused.why : undefined;
    const errors = problems.filter((p) => p.severity === "error").length, warnings = problems.length - errors;
    part("problem-count").textContent = refused !== undefined ? `What you typed isn't kept: ${refused}.`
      : problems.length === 0 ? "Nothing is wrong."
      : [errors > 0 && `${errors} ${errors === 1 ? "mistake" : "mistakes"}`, warnings > 0 && `${warnings} ${warnings === 1 ? "warning" : "warnings"}`].filter(Boolean).join(", ");
    render((refused !== undefined ? [] : problems).slice(0, most).map((p) => html`<li class=${p.severity}>
      <button type="button" class="problem" @click=${() => this.open(p.file, p.from, p.to)}>${p.file === this.editor.name ? "" : `${p.file}, `}line ${p.line}: ${said(p)}</button>
      ${linked(said(p), []).filter((x) => x instanceof HTMLElement)}${p.mends?.map((m) => button(m.title, () => void this.apply(m.edits, "before a fix"), "small"))}</li>`), part("problems"));
  }

  /** Changes files, for a reason that their earlier versions tell, and checks the open one again. */
  async apply(edits: Omit<Edit, "line">[], why?: string): Promise<void> {
    try {
      if (this.pending) { // the places are those of another text
        await this.settle();
        throw new Error("The text has changed meanwhile: try that again.");
      }
      for (const name of new Set(edits.map((e) => e.file))) {
        const own = edits.filter((e) => e.file === name);
        let text = (await this.project.text(name)).replaceAll("\r\n", "\n"); // as places are counted
        if (name === this.editor.name) {
          this.editor.change(own);
          text = this.editor.text();
        } else {
          for (const e of own.sort((a, b) => b.from - a.from)) text = text.slice(0, e.from) + e.text + text.slice(e.to);
        }
        await this.project.set(name, text, why);
      }
      if (edits.length > 0) this.changed();
    } catch (err) {
      this.failed(err);
    }
    await this.check();
  }
}
