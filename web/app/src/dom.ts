// What all parts of the page use: its elements, dialogs, messages, and tabs. Texts of rules get into the page as text, never as markup.
import { html, nothing, render, type TemplateResult } from "lit-html";

type Child = Node | string | null | undefined | false;
type Properties = Record<string, string | number | boolean | ((e: never) => void) | null | undefined>;

/** Makes an element; a property that is a function listens to the event of that name. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Properties = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
  return element;
}

/** The element of the page with this id. */
export function part<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element as E;
}

/** A button; its look is main for what is usually wanted, or small. */
export function button(label: string, click: () => void, look: "" | "main" | "small" = ""): TemplateResult {
  return html`<button type="button" class=${look || nothing} @click=${click}>${label}</button>`;
}

/** Gives the user a file. */
export function download(name: string, content: string | Blob): void {
  const at = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content);
  h("a", { href: at, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(at), 1000);
}

/** Asks for one of several options in a dialog; undefined means none. */
export function dialog(title: string, content: (close: (result?: string) => void) => unknown): Promise<string | undefined> {
  return new Promise((resolve) => {
    const before = document.activeElement, box = document.createElement("dialog");
    let result: string | undefined;
    const close = (r?: string): void => { result = r; box.close(); };
    box.setAttribute("aria-label", title);
    render(html`<div class="dialog-head"><h2>${title}</h2><button type="button" class="close" aria-label="Close" @click=${() => close()}>×</button></div><div>${content(close)}</div>`, box);
    box.addEventListener("close", () => {
      box.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(result);
    });
    document.body.append(box);
    box.showModal();
    const first = box.querySelector<HTMLElement>(":scope > div:last-child :is(button, input, select, textarea)");
    first?.focus();
    if (first instanceof HTMLInputElement && first.type !== "checkbox") first.select(); // what stands there is only proposed
  });
}

/** Shows something that everyone should notice. */
export function notice(text: string, kind: "error" | "news" = "news", more: unknown = nothing): HTMLElement {
  const box = h("div", { class: `notice ${kind}`, role: kind === "error" ? "alert" : "status" });
  render(html`<span>${text}</span>${more}<button type="button" aria-label="Close this message" @click=${unnoticed}>Close</button>`, box);
  part("notices").replaceChildren(box);
  return box;
}

/** Takes the message away. */
export function unnoticed(): void { part("notices").replaceChildren(); }

/** Lets arrow keys go from tab to tab of a list of tabs. */
export function tabKeys(list: HTMLElement, show: (tab: HTMLElement) => void): void {
  list.addEventListener("keydown", (e) => {
    const shown = [...list.querySelectorAll<HTMLElement>("button")].filter((b) => b.offsetParent !== null);
    const here = shown.indexOf(e.target as HTMLElement);
    const to = e.key === "ArrowRight" ? here + 1 : e.key === "ArrowLeft" ? here - 1 : e.key === "Home" ? 0 : e.key === "End" ? shown.length - 1 : NaN;
    const next = shown[(to + shown.length) % shown.length];
    if (!next) return;
    e.preventDefault();
    e.stopPropagation();
    show(next);
    next.focus();
  });
}
