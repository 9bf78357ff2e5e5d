// Making elements. Texts of rules get into the page as text, never as markup.

type Child = Node | string | null | undefined | false;
type Properties = Record<string, string | number | boolean | ((e: never) => void) | null | undefined>;

function fill(element: Element, properties: Properties, children: Child[]): void {
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name, value as EventListener);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
}

/** Makes an element; a property that is a function listens to the event of that name. */
export function h<K extends keyof HTMLElementTagNameMap>(tag: K, properties: Properties = {}, ...children: Child[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  fill(element, properties, children);
  return element;
}

/** Makes an element of a drawing. */
export function s<K extends keyof SVGElementTagNameMap>(tag: K, properties: Properties = {}, ...children: Child[]): SVGElementTagNameMap[K] {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, properties, children);
  return element;
}

/** The element of the page with this id. */
export function part<E extends HTMLElement = HTMLElement>(id: string): E {
  const element = document.getElementById(id);
  if (!element) throw new Error(`the page has no ${id}`);
  return element as E;
}

/** Makes a button. */
export function button(label: string, click: () => void, properties: Properties = {}): HTMLButtonElement {
  return h("button", { type: "button", click, ...properties }, label);
}

/** Gives the user a file. */
export function download(name: string, content: string | Blob): void {
  const at = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content);
  h("a", { href: at, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(at), 1000);
}

/** Asks for one of several options in a dialog; undefined means none. */
export function dialog(title: string, build: (close: (result?: string) => void) => Node[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const box = h("dialog", { "aria-label": title });
    let result: string | undefined;
    const close = (r?: string): void => { result = r; box.close(); };
    const body = h("div", {}, ...build(close));
    box.append(h("div", { class: "dialog-head" }, h("h2", {}, title), button("×", () => close(), { class: "close", "aria-label": "Close" })), body);
    box.addEventListener("close", () => {
      box.remove();
      if (before instanceof HTMLElement) before.focus();
      resolve(result);
    });
    document.body.append(box);
    box.showModal();
    body.querySelector<HTMLElement>("button, input, textarea")?.focus();
  });
}

/** Shows something that everyone should notice. */
export function notice(text: string, kind: "error" | "news" = "news", more: Node[] = []): HTMLElement {
  const box = h("div", { class: `notice ${kind}`, role: kind === "error" ? "alert" : "status" }, h("span", {}, text), ...more, button("Close", () => box.remove(), { "aria-label": "Close this message" }));
  part("notices").replaceChildren(box);
  return box;
}

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
