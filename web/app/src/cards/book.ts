// The panel "Book": the rules of the open file as players read them, and the reference for those who write them.
import { html, nothing, render, type TemplateResult } from "lit-html";
import { Refusal, type Engine } from "../engine/engine";
import type { Book, BookLine, Entry, Group, Name, Page, Pieces } from "../engine/protocol";
import type { Cards } from "./cards";
import { entry, told } from "./draw";
import { markdown } from "./markdown";

interface State {
  /** What is open: the book, or the reference and which page of it. */
  shown: "book" | "reference";
  page?: Page | undefined;
  book?: Book | undefined;
  names: Name[];
  /** Why there is no book. */
  wrong: string;
  find: string;
  pages: Page[];
}

export class BookPanel {
  readonly name = "book";
  readonly title = "Book";
  private state: State = { shown: "book", names: [], wrong: "", find: "", pages: [] };
  private place: HTMLElement | undefined;
  private asked = 0;

  constructor(private readonly engine: Engine, private readonly cards: Cards, private readonly file: () => string) {}

  /** Opens the book of the open file. */
  open = (place: HTMLElement): void => {
    this.place = place;
    place.classList.add("book");
    void this.read();
  };

  private async read(): Promise<void> {
    const now = ++this.asked, file = this.file();
    if (!this.state.book) this.set({ wrong: "Making the book .." });
    try {
      const book = await this.engine.ask("book", file), names = await this.cards.names(file);
      if (now === this.asked) this.set({ book, names, wrong: "" });
    } catch (err) {
      const at = err instanceof Refusal ? err.fault.at : undefined;
      if (now === this.asked) this.set({ book: undefined, wrong: `There is no book of these rules yet: ${at?.file ? `${at.file}, line ${at.line}: ` : ""}${err instanceof Error ? err.message : String(err)}` });
    }
  }

  /** Looks words up in the book; if it hasn't got them, it is shown as a whole. */
  async lookUp(find: string): Promise<void> {
    await this.read();
    const has = this.state.book?.chapters.some((c) => c.groups.some((g) => withWords(g, find)));
    this.set({ shown: "book", find: has ? find : "" });
  }

  /** Opens a page of the reference, at a section; without a name, the list of pages. */
  async consult(name: string, section = ""): Promise<void> {
    const [page] = name ? await this.engine.ask("reference", { page: name }) : [];
    this.set({ shown: "reference", page, find: "" });
    await this.list();
    const to = section && [...this.place!.querySelectorAll<HTMLElement>("[data-heading]")].find((x) => x.dataset["heading"]!.includes(section.toLowerCase()));
    if (to) to.scrollIntoView();
    else this.place!.parentElement!.scrollTop = 0;
    (to || this.place!.querySelector<HTMLElement>("[data-heading]"))?.focus({ preventScroll: true });
  }

  /** Lists the pages of the reference, or the sections with the words that are looked for. */
  private async list(): Promise<void> {
    const { find } = this.state, pages = await this.engine.ask("reference", { find });
    if (find === this.state.find) this.set({ pages });
  }

  private set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    if (this.place) render(this.view(), this.place);
  }

  private search(find: string): void {
    this.set(this.state.shown === "book" ? { find } : { find, page: undefined });
    if (this.state.shown === "reference") void this.list();
    this.place!.parentElement!.scrollTop = 0;
  }

  private view(): TemplateResult {
    const { shown, find } = this.state;
    const turn = (to: State["shown"], label: string): TemplateResult => html`<button type="button" aria-pressed=${shown === to} @click=${() => (to === "book" ? this.set({ shown: to, find: "" }) : void this.consult(""))}>${label}</button>`;
    return html`<div class="tools no-print">${turn("book", "These rules")}${turn("reference", "How to write rules")}
        <input type="search" class="find" placeholder="Find" aria-label=${shown === "book" ? "Find in the book" : "Find in the reference"} .value=${find} @input=${(e: Event) => this.search((e.target as HTMLInputElement).value)}>
        ${shown === "book" || this.state.page ? html`<button type="button" @click=${() => print()}>Print</button>` : nothing}</div>
      ${shown === "book" ? this.rules() : this.reference()}`;
  }

  private rules(): TemplateResult {
    const { book, names, wrong, find } = this.state;
    if (!book) return html`<p role="status">${wrong}</p>`;
    const chapters = book.chapters.map((c) => ({ ...c, groups: c.groups.map((g) => withWords(g, find)).filter((g) => g !== undefined) })).filter((c) => c.groups.length > 0);
    const count = chapters.flatMap((c) => c.groups).reduce((n, g) => n + (g.entries?.length ?? 0) + (g.table?.rows.length ?? 0), 0);
    return html`<div class="pages"><nav aria-label="Contents" class="no-print"><ul>${chapters.map((c) => html`<li>${this.to(c.anchor, c.title)}<ul>${c.groups.map((g) => html`<li>${this.to(g.anchor, g.title)}</li>`)}</ul></li>`)}</ul></nav>
      <div class="text"><h3>${book.title}</h3>${book.base ? html`<p class="house-mark">House rules for ${book.base}.</p>` : nothing}${book.about && !find ? html`<p>${book.about}</p>` : nothing}
        <p role="status" class="quiet no-print">${find ? (count === 0 ? `Nothing here says "${find}".` : `${count} ${count === 1 ? "entry says" : "entries say"} "${find}".`) : nothing}</p>
        ${chapters.map((c) => html`<section><h3 class="chapter" tabindex="-1" data-anchor=${c.anchor}>${c.title}</h3>${c.about && !find ? html`<p>${c.about}</p>` : nothing}
          ${c.groups.map((g) => html`<h4 tabindex="-1" data-anchor=${g.anchor}>${g.title}</h4>${g.about && !find ? html`<p>${g.about}</p>` : nothing}${g.table || g.terms ? told({ anchor: "", title: "", about: "", ...(g.terms && !find ? { lines: g.terms } : {}), ...(g.table ? { table: g.table } : {}) }, names) : nothing}${(g.entries ?? []).map((e) => entry(e, names))}`)}</section>`)}
        <p class="quiet">${book.version}</p></div></div>`;
  }

  /** A line of the contents. */
  private to(anchor: string, title: string): TemplateResult {
    return html`<button type="button" @click=${() => {
      const at = this.place!.querySelector<HTMLElement>(`[data-anchor="${CSS.escape(anchor)}"]`);
      at?.scrollIntoView();
      at?.focus({ preventScroll: true });
    }}>${title}</button>`;
  }

  private reference(): TemplateResult {
    const { page, pages, find, names } = this.state;
    if (page) return html`<p class="no-print"><button type="button" class="small" @click=${() => void this.consult("")}>All pages</button></p><div class="text">${markdown(page.text ?? "", names)}</div>`;
    return html`<p role="status" class="quiet">${find ? (pages.length === 0 ? `No page says "${find}".` : `${pages.length} ${pages.length === 1 ? "section says" : "sections say"} "${find}".`) : "The reference for those who write rules."}</p>
      <ul class="pages-list">${pages.map((p) => html`<li><button type="button" @click=${() => void this.consult(p.name, find ? p.title : "")}>${p.title}</button> <small>${p.about.replaceAll("`", "").replaceAll("**", "")}</small></li>`)}</ul>`;
  }
}

const piecesText = (list: Pieces | null | undefined): string => (list ?? []).map((p) => p.text).join("");

const linesText = (list: BookLine[] | undefined): string => (list ?? []).map((l) => `${l.label ?? ""} ${piecesText(l.text)} ${linesText(l.lines)}`).join(" ");

/** Everything that is written about a definition. */
const written = (e: Entry | undefined): string => (e ? [e.title, e.about, linesText(e.lines), ...(e.figures ?? []).map((f) => f.title), ...(e.table?.rows ?? []).map((r) => `${written(r.entry)} ${r.cells.map(piecesText).join(" ")}`)].join(" ") : "");

/** What of a group says some words; undefined if nothing does. */
function withWords(g: Group, find: string): Group | undefined {
  const words = find.toLowerCase().split(/\s+/), has = (text: string): boolean => words.every((w) => text.toLowerCase().includes(w));
  if (find.trim() === "") return g;
  const rows = g.table?.rows.filter((r) => has(`${written(r.entry)} ${r.cells.map(piecesText).join(" ")}`)) ?? [], entries = g.entries?.filter((e) => has(`${e.title || g.title} ${written(e)}`)) ?? [];
  if (rows.length + entries.length === 0) return undefined;
  const { table, ...rest } = g;
  return { ...rest, entries, ...(table && rows.length > 0 ? { table: { ...table, rows } } : {}) };
}
