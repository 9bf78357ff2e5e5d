// The editor of rules: its marks, completions and descriptions come from the engine, as in rulec lsp.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, isolateHistory, undo } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics, type Action, type Diagnostic } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { Annotation, EditorState, Prec, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, drawSelection, EditorView, highlightActiveLine, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, type Tooltip } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { commandMarks } from "../cards/marks";
import { linked } from "../cards/names";
import { h } from "../dom";
import type { Engine } from "../engine/engine";
import type { Edit, Problem, Tokens } from "../engine/protocol";

const loading = Annotation.define<boolean>();

const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--code-key)", fontWeight: "600" },
  { tag: [tags.comment, tags.lineComment], color: "var(--code-comment)", fontStyle: "italic" },
  { tag: [tags.string, tags.content], color: "var(--code-text)" },
  { tag: [tags.number, tags.bool, tags.atom], color: "var(--code-number)" },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: "var(--code-mark)" },
]);

const recolour = StateEffect.define<DecorationSet>();

/** The words and marks of formulas and programs, from the last check; what is typed since then moves them. */
const coloured = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (before, t) => t.effects.reduce((now, e) => (e.is(recolour) ? e.value : now), before.map(t.changes)),
  provide: (field) => EditorView.decorations.from(field),
});

/** The colours of names by what they name. */
const names = Object.fromEntries([["function", "name"], ["struct", "name"], ["event", "name"], ["type", "name"], ["enumMember", "name"], ["property", "field"], ["variable", "own"], ["parameter", "own"],
  ["keyword", "word"], ["number", "number"], ["dice", "dice"], ["string", "text"], ["operator", "mark"], ["comment", "comment"]].map(([sort, colour]) => [`.cm-is-${sort}`, { color: `var(--code-${colour})` }]));

const look = EditorView.theme({
  "&": { height: "100%", fontSize: "13px", backgroundColor: "var(--sheet)", color: "var(--ink)" },
  ".cm-scroller": { fontFamily: "ui-monospace, 'Cascadia Code', 'Source Code Pro', Menlo, Consolas, monospace", lineHeight: "1.5" },
  ".cm-gutters": { backgroundColor: "var(--sheet)", color: "var(--faint)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--line-now)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  "&.cm-focused": { outline: "none" },
  "&.cm-focused::after": { content: "''", position: "absolute", inset: "0", border: "2px solid var(--accent)", borderRadius: "6px", pointerEvents: "none", zIndex: "250" }, // over the gutter and the scrollbar
  ...names, ".cm-is-keyword, .cm-is-dice": { fontWeight: "600" }, ".cm-is-comment, .cm-is-comment *": { fontStyle: "italic" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection) !important" },
  ".cm-tooltip": { backgroundColor: "var(--raised)", color: "var(--ink)", border: "1px solid var(--edge)", borderRadius: "6px", maxWidth: "34rem" },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-panels": { backgroundColor: "var(--raised)", color: "var(--ink)" },
  ".cm-diagnostic": { whiteSpace: "pre-wrap" },
  ".cm-hover": { padding: "6px 10px", whiteSpace: "pre-wrap" },
  ".name": { cursor: "pointer", textDecoration: "underline dotted" },
  ".cm-hover code": { fontFamily: "inherit", fontWeight: "600" },
  ".cm-hover pre": { margin: "6px 0 0", color: "var(--faint)", overflow: "auto" },
});

export class Editor {
  readonly view: EditorView;
  /** The open file. */
  name = "";
  /** Called with every typed text. */
  typed: (name: string, text: string) => void = () => undefined;
  /** Passes on the last typed text, so that the engine knows it. */
  settled: () => Promise<void> = async () => undefined;
  /** Called with the declaration of a name that was followed. */
  follow: (file: string, from: number, to: number) => void = () => undefined;

  constructor(parent: HTMLElement, private readonly engine: Engine) {
    // In a shadow root, where styles work without a style element: the page allows none.
    const root = parent.attachShadow({ mode: "open" });
    this.view = new EditorView({ parent: root as unknown as HTMLElement, root, state: this.state("") });
    new ResizeObserver(() => { if (this.view.hasFocus) this.view.dispatch({ effects: EditorView.scrollIntoView(this.view.state.selection.main.head) }); }).observe(parent);
  }

  private state(doc: string): EditorState {
    return EditorState.create({
      doc,
      extensions: [
        lineNumbers(), highlightSpecialChars(), history(), foldGutter(), drawSelection(), indentOnInput(), bracketMatching(), closeBrackets(),
        highlightActiveLine(), highlightSelectionMatches(), EditorView.lineWrapping, yaml(), syntaxHighlighting(colours), Prec.highest(coloured), look, lintGutter(), search({ top: true }),
        autocompletion({ override: [(c) => this.complete(c)] }),
        hoverTooltip((_, at) => this.hover(at)), commandMarks,
        keymap.of([
          { key: "F12", run: () => this.definition() },
          ...closeBracketsKeymap, ...completionKeymap, ...lintKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...defaultKeymap,
        ]),
        EditorView.contentAttributes.of({ "aria-label": "Rules, as YAML", tabindex: "0" }),
        EditorView.domEventHandlers({
          mousedown: (e) => {
            if (!e.ctrlKey && !e.metaKey) return false;
            const at = this.view.posAtCoords(e);
            if (at === null) return false;
            this.view.dispatch({ selection: { anchor: at } });
            return this.definition();
          },
        }),
        EditorView.updateListener.of((u) => {
          if (u.docChanged && !u.transactions.some((t) => t.annotation(loading))) this.typed(this.name, u.state.doc.toString());
        }),
      ],
    });
  }

  /** Shows a file. */
  show(name: string, text: string): void {
    this.name = name;
    this.view.setState(this.state(text));
  }

  /** Changes parts of the shown file, without calling anything; that is undone alone. */
  change(edits: Pick<Edit, "from" | "to" | "text">[]): void {
    this.view.dispatch({ changes: edits.map((e) => ({ from: e.from, to: e.to, insert: e.text })), annotations: [loading.of(true), isolateHistory.of("full")] });
  }

  /** Shows a place of the file, without taking the focus. */
  reveal(at: number): void {
    const to = Math.min(at, this.view.state.doc.length);
    this.view.dispatch({ selection: { anchor: to }, effects: EditorView.scrollIntoView(to, { y: "nearest", yMargin: 40 }) });
  }

  /** Colours formulas and programs; nothing to colour means that they can't be read just now, and keep their colours. */
  colour(t: Tokens): void {
    const end = this.view.state.doc.length, list = [];
    for (let i = 0; i < t.marks.length; i += 3) {
      const from = t.marks[i]!, to = from + t.marks[i + 1]!;
      if (to <= end && from < to) list.push(Decoration.mark({ class: `cm-is-${t.sorts[t.marks[i + 2]!]}` }).range(from, to));
    }
    if (list.length > 0) this.view.dispatch({ effects: recolour.of(Decoration.set(list)) });
  }

  /** Takes the last change back. */
  undo(): void { undo(this.view); }

  text(): string { return this.view.state.doc.toString(); }

  focus(): void { this.view.focus(); }

  /** Selects a part of the file and shows it. */
  select(from: number, to: number): void {
    const end = this.view.state.doc.length;
    this.view.dispatch({ selection: { anchor: Math.min(from, end), head: Math.min(to, end) }, scrollIntoView: true });
    this.view.focus();
  }

  /** Marks the problems in the shown file. */
  mark(problems: Problem[]): void {
    const end = this.view.state.doc.length;
    const list: Diagnostic[] = problems.filter((p) => p.file === this.name && p.from <= end).map((p) => {
      const actions: Action[] = [];
      for (const m of p.mends ?? []) {
        if (m.edits.some((e) => e.file !== this.name)) continue;
        actions.push({ name: m.title, apply: (view) => view.dispatch({ changes: m.edits.map((e) => ({ from: e.from, to: e.to, insert: e.text })) }) });
      }
      const x: Diagnostic = { from: p.from, to: Math.min(Math.max(p.to, p.from), end), severity: p.severity, source: p.code, message: said(p) };
      return actions.length > 0 ? { ...x, actions } : x;
    });
    this.view.dispatch(setDiagnostics(this.view.state, list));
  }

  private async complete(c: CompletionContext): Promise<CompletionResult | null> {
    const word = c.matchBefore(/[\w.]+$/);
    if (!c.explicit && !word) return null;
    await this.settled();
    const found = await this.engine.ask("complete", { file: this.name, offset: c.pos }).catch(() => undefined);
    if (!found || found.options.length === 0) return null;
    return { from: found.from, to: Math.max(found.to, c.pos), options: found.options.map((o) => ({ ...o, info: o.info || undefined })) as CompletionResult["options"], validFor: /^\w*$/ };
  }

  private async hover(at: number): Promise<Tooltip | null> {
    await this.settled();
    const found = await this.engine.ask("hover", { file: this.name, offset: at }).catch(() => undefined);
    if (!found) return null;
    return {
      pos: found.from, end: found.to, above: true,
      create: () => ({ dom: h("div", { class: "cm-hover" }, h("code", {}, found.head), ...(found.about ? ["\n", ...linked(found.about, [])] : []), found.source ? h("pre", {}, found.source) : null) }),
    };
  }

  private definition(): boolean {
    void this.settled().then(() => this.engine.ask("definition", { file: this.name, offset: this.view.state.selection.main.head }))
      .then((at) => { if (at?.file) this.follow(at.file, at.from, at.to); })
      .catch(() => undefined);
    return true;
  }
}

/** The text of a problem, with its hint and its notes. */
export function said(p: Problem): string {
  return [p.message, ...(p.hint ? [p.hint] : []), ...(p.notes ?? []).map((n) => `${n.file}:${n.line}: ${n.message}`)].join("\n");
}
