// The files of the page: drafts that override built-in files, and survive a reload.
import type { Engine } from "../engine/engine";
import type { Catalog, SourceFile } from "../engine/protocol";
import { offer } from "../engine/transport";
import { History } from "./history";

/** The key for the user's own drafts; those of a link have another key. */
const own = "rulec.drafts";

/** How much a page can hold: files, bytes of one, and of all, for they go to the engine together. */
export const most = { files: 200, one: 1 << 20, all: 3 << 20 };
/** The maximum number of files read from a folder: it leaves room for others. */
const mostOfFolder = 150;

export class Project {
  private drafts = new Map<string, string>();
  /** The files of the folder that rulec serve was given. */
  private folder = new Map<string, string>();
  /** How many files of the folder there was no room for. */
  leftOut = 0;
  /** Earlier versions of the drafts. */
  readonly history = new History();
  /** What these were when they were read or saved last, by the server's tags. */
  private tags = new Map<string, string>();
  /** Whether the page may save into the folder. */
  writes = false;
  /** Called on any change, with the name of the file, or undefined for all. */
  changed: (name?: string) => void = () => undefined;
  /** Whether all drafts are kept by the browser, and what is called when they no longer can be. */
  kept = true;
  lost: () => void = () => undefined;
  catalog!: Catalog;
  /** What is kept, as far as this tab knows: if there is something else, another tab has kept it. */
  private known = new Map<string, string>();
  /** The files that are being changed. */
  private setting = new Set<string>();
  /** The files that were changed here last, not in another tab. */
  private ours = new Set<string>();
  /** Called with a file that another tab has changed or deleted; the result is whether the change is taken. */
  elsewhere: (name: string, text: string | undefined) => boolean = () => true;
  /** Called with a draft that another tab has deleted, when it is gone. */
  gone: (name: string) => void = () => undefined;
  /** Called when another tab's version of a file has been kept under another name. */
  aside: (name: string, other: string) => void = () => undefined;
  private key = own;

  constructor(private readonly engine: Engine) {}

  /** Opens the drafts kept under a key, and below them the given files. */
  async open(files: SourceFile[] = [], key = own): Promise<void> {
    this.use(key);
    this.drafts = new Map(files.map((f) => [f.name, f.text]));
    this.known = this.stored();
    for (const [name, text] of this.known) this.drafts.set(name, text);
    if (key === own) await this.readFolder();
    this.catalog = await this.engine.ask("begin", this.everything());
    addEventListener("storage", (e) => void this.follow(e));
  }

  private use(key: string): void {
    this.key = key;
    this.history.scope = `${key} `;
  }

  /** Reads the files of the folder that rulec serve was given, if it serves this page, as far as there is room. */
  private async readFolder(): Promise<void> {
    const { folder, writes } = await offer;
    if (!folder) return;
    this.writes = writes;
    const list = await fetch("files/index.json").then((r) => (r.ok ? (r.json() as Promise<string[]>) : [])).catch(() => []);
    const read = await Promise.all(list.slice(0, mostOfFolder).map(async (name) => {
      const file = await fetch(addressOf(name));
      return { name, tag: file.headers.get("ETag") ?? "", text: await file.text() };
    }));
    for (const f of read.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (this.tooMuch([f]) !== "") continue;
      this.tags.set(f.name, f.tag);
      this.folder.set(f.name, f.text);
    }
    this.leftOut = list.length - this.folder.size;
  }

  /** Why there is no room for files; empty means that there is. */
  tooMuch(files: SourceFile[]): string {
    const all = new Map([...this.folder, ...this.drafts, ...files.map((f): [string, string] => [f.name, f.text])]);
    if (all.size > most.files) return `That would be ${all.size} files: ${most.files} is the limit.`;
    return new Blob([...all.values()]).size > most.all ? `Together your files would be longer than ${inWords(most.all)}, which is the limit.` : "";
  }

  /**
   * Saves a draft into the folder. If the file isn't there as it was read, nothing is saved, and the result is what it is now: saved again,
   * that is replaced.
   */
  async save(name: string): Promise<string | undefined> {
    const text = this.drafts.get(name);
    if (text === undefined) return undefined;
    const tag = this.tags.get(name);
    const answer = await fetch(addressOf(name), {
      method: "PUT", body: JSON.stringify({ text }),
      headers: { "Content-Type": "application/json", "X-Rulec-Token": (await offer).token, ...(tag ? { "If-Match": tag } : { "If-None-Match": "*" }) },
    });
    const now = answer.headers.get("ETag") ?? "";
    if (answer.status === 412) {
      this.tags.set(name, now);
      return answer.text();
    }
    if (!answer.ok) throw new Error(`${name} isn't saved: ${(await answer.text()).trim()}.`);
    this.tags.set(name, now);
    const before = this.folder.get(name);
    if (before !== undefined) await this.history.keep(name, before, "in the folder, before it was saved");
    this.folder.set(name, text);
    if (this.drafts.get(name) === text) this.drafts.delete(name); // else it has been changed meanwhile
    this.keep(name);
    this.changed();
    return undefined;
  }

  /** Gives a draft up for what is in the folder now. */
  async take(name: string, text: string): Promise<void> {
    this.folder.set(name, text);
    await this.drop(name);
  }

  /** The files for fights besides the built-in ones: the folder, overridden by the drafts. */
  everything(): SourceFile[] {
    return [...new Map([...this.folder, ...this.drafts])].map(([name, text]) => ({ name, text }));
  }

  private stored(): Map<string, string> {
    try {
      const list = JSON.parse(localStorage.getItem(this.key) ?? "[]") as SourceFile[];
      return new Map(Array.isArray(list) ? list.filter((f) => typeof f?.name === "string" && typeof f?.text === "string").map((f) => [f.name, f.text]) : []);
    } catch {
      return new Map(); // nothing can be kept here
    }
  }

  /** Keeps drafts, or that there are none any more. What other tabs have kept stays; what they made of these files stays under other names. */
  private keep(...names: string[]): void {
    const all = this.stored();
    for (const name of names) {
      const text = this.drafts.get(name), theirs = all.get(name);
      if (theirs !== undefined && theirs !== text && theirs !== this.known.get(name)) {
        const other = this.free(name, "-other-tab");
        all.set(other, theirs);
        this.drafts.set(other, theirs);
        this.engine.ask("setFile", { name: other, text: theirs }).catch(() => undefined);
        this.aside(name, other);
      }
      if (text === undefined) all.delete(name);
      else all.set(name, text);
    }
    try {
      localStorage.setItem(this.key, JSON.stringify([...all].map(([name, text]) => ({ name, text }))));
      this.known = all;
      this.kept = true;
    } catch {
      const before = this.kept;
      this.kept = false;
      if (before) this.lost();
    }
  }

  /** Takes over what another tab has kept, but for files that are changed here at the same time: what becomes of these is seen when they are kept. */
  private async follow(e: StorageEvent): Promise<void> {
    if (e.key !== this.key) return;
    const theirs = this.stored();
    for (const name of new Set([...theirs.keys(), ...this.known.keys()])) {
      const text = theirs.get(name);
      if (text === this.known.get(name) || this.setting.has(name) || !this.elsewhere(name, text)) continue;
      const mine = this.drafts.get(name);
      if (mine !== undefined && this.ours.delete(name)) void this.history.keep(name, mine, "before another tab changed it");
      if (text === undefined) {
        this.known.delete(name);
        await this.forget(name);
        this.gone(name);
      } else {
        this.known.set(name, text);
        this.drafts.set(name, text);
        await this.engine.ask("setFile", { name, text });
      }
      this.changed();
    }
  }

  /** A name that no file has: this one, with an ending, and with a number if need be. */
  free(name: string, ending = ""): string {
    const [, base, type] = /^(.*?)(\.\w+)?$/s.exec(name)!, all = new Set([...this.all(), ...this.known.keys()]);
    const numbered = (n: number): string => `${base}${ending}${n > 1 ? `-${n}` : ""}${type ?? ".yaml"}`;
    let n = 1;
    while (all.has(numbered(n))) n++;
    return numbered(n);
  }

  /** A name that no folder has. */
  freeFolder(name: string): string {
    let folder = name;
    for (let n = 2; this.all().some((f) => f.startsWith(`${folder}/`)); n++) folder = `${name}_${n}`;
    return folder;
  }

  /** The drafts. */
  files(): SourceFile[] { return [...this.drafts].map(([name, text]) => ({ name, text })); }

  /**
   * Adds the content of a link to the user's own files. If one of these has the same name and another content,
   * it is kept under another name.
   */
  keepAsOwn(): void {
    const brought = this.files();
    this.use(own);
    this.known = this.stored();
    const mine = new Map(this.known);
    for (const f of brought) {
      const before = mine.get(f.name);
      if (before !== undefined && before !== f.text) mine.set(this.free(f.name, "-before"), before);
      mine.set(f.name, f.text);
    }
    this.drafts = mine;
    this.keep(...mine.keys());
  }

  isDraft(name: string): boolean { return this.drafts.has(name); }

  /** Whether a file existed before any changes on the page: it is built in, or in the folder. */
  isGiven(name: string): boolean { return this.folder.has(name) || this.catalog.shipped.includes(name); }

  /** The files of the served folder. */
  inFolder(): string[] { return [...this.folder.keys()]; }

  /** All files that can be opened. */
  all(): string[] { return [...new Set([...this.drafts.keys(), ...this.folder.keys(), ...this.catalog.shipped])]; }

  /** The text of a draft, or of a file of the folder. */
  textHere(name: string): string | undefined { return this.drafts.get(name) ?? this.folder.get(name); }

  async text(name: string): Promise<string> { return this.textHere(name) ?? (await this.engine.ask("readFile", name)).text; }

  /** Stores a text. The one before goes into the history: at once if there is a reason, else now and then. */
  async set(name: string, text: string, why = ""): Promise<void> {
    const full = text.length > (this.drafts.get(name)?.length ?? 0) ? this.tooMuch([{ name, text }]) : "";
    if (full !== "") throw new Error(full);
    const first = !this.drafts.has(name) && this.isGiven(name) && !this.setting.has(name);
    this.setting.add(name);
    try {
      const before = first ? await this.text(name) : this.drafts.get(name);
      await this.engine.ask("setFile", { name, text });
      if (before !== undefined && before !== text) void this.history.keep(name, before, why, first ? `as ${this.folder.has(name) ? "in the folder" : "built in"}` : "");
    } finally {
      this.setting.delete(name);
    }
    const known = this.drafts.has(name);
    this.drafts.set(name, text);
    this.ours.add(name);
    this.keep(name);
    this.changed(known ? name : undefined);
  }

  /** Removes a draft; its text goes into the history. */
  async drop(name: string): Promise<void> {
    const before = this.drafts.get(name);
    if (before !== undefined) await this.history.keep(name, before, this.isGiven(name) ? "before the changes were undone" : "before it was deleted");
    await this.forget(name);
    this.keep(name);
    this.changed();
  }

  /** Gives a draft another name. */
  async rename(from: string, to: string): Promise<void> {
    if (this.all().includes(to)) throw new Error(`There is a file ${to} already.`);
    await this.set(to, this.drafts.get(from) ?? "");
    await this.history.rename(from, to);
    await this.forget(from);
    this.keep(from);
    this.changed();
  }

  private async forget(name: string): Promise<void> {
    this.drafts.delete(name);
    const given = this.folder.get(name);
    if (given === undefined) await this.engine.ask("dropFile", name);
    else await this.engine.ask("setFile", { name, text: given });
  }
}

/** The address of a file of the folder. */
const addressOf = (name: string): string => `files/${name.split("/").map(encodeURIComponent).join("/")}`;

/** A number of bytes, to be read. */
export const inWords = (bytes: number): string => (bytes < 1e6 ? `${Math.ceil(bytes / 1024)} kB` : `${(bytes / (1 << 20)).toFixed(1).replace(".0", "")} MB`);
