// Commands in the comments of rules lead to what they would show.
import { Decoration, MatchDecorator, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from "@codemirror/view";
import { commands } from "./names";

const marks = new MatchDecorator({
  regexp: new RegExp(commands, "g"),
  decoration: (m) => Decoration.mark({ class: "name", attributes: { "data-card": m[0].slice("rulec ".length) } }),
});

/** Marks the commands in a text as names. */
export const commandMarks = ViewPlugin.fromClass(class {
  marked: DecorationSet;
  constructor(view: EditorView) { this.marked = marks.createDeco(view); }
  update(u: ViewUpdate): void { this.marked = marks.updateDeco(u, this.marked); }
}, { decorations: (p) => p.marked });
