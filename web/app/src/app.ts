import { EditorState } from "@codemirror/state";
import { EditorView, keymap, lineNumbers } from "@codemirror/view";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { HighlightStyle, syntaxHighlighting } from "@codemirror/language";
import { yaml } from "@codemirror/lang-yaml";
import { linter, lintGutter } from "@codemirror/lint";
import { autocompletion } from "@codemirror/autocomplete";
import { search, searchKeymap } from "@codemirror/search";
import { tags } from "@lezer/highlight";

const look = HighlightStyle.define([
  { tag: tags.propertyName, color: "rgb(0, 0, 200)" },
  { tag: tags.comment, color: "rgb(0, 128, 0)" },
]);

new EditorView({
  parent: document.body,
  state: EditorState.create({
    doc: "# a comment\nruleset: mine\n",
    extensions: [
      lineNumbers(), history(), yaml(), syntaxHighlighting(look), lintGutter(), search(), autocompletion(),
      linter(() => [{ from: 0, to: 5, severity: "error", message: "wrong" }]),
      keymap.of([...defaultKeymap, ...historyKeymap, ...searchKeymap]),
    ],
  }),
});

const told = document.createElement("pre");
document.body.append(told);
const began = performance.now();
const worker = new Worker("worker.js");
worker.onmessage = (e: MessageEvent<string>) => {
  told.append(`${e.data} (after ${Math.round(performance.now() - began)} ms)\n`);
  if (e.data === "ready") worker.postMessage(["sim", "45-timecount-four-on-four.yaml", 50]);
};
