// The files of the page: drafts that override built-in files, and survive a reload.
import type { Engine } from "../engine/engine";
import type { Catalog, SourceFile } from "../engine/protocol";
import { offer } from "../engine/transport";

/** The key for the user's own drafts; those of a link have another key. */
const own = "rulec.drafts";

/** The maximum number of files read from a folder. */
const mostFiles = 150;

export class Project {
  private drafts = new Map<string, string>();
  /** The files of the folder that rulec serve was given. */
  private folder = new Map<string, string>();
  /** What these were when they were read or saved last, by the server's tags. */
  private tags = new Map<string, string>();
  /** Whether the page may save into the folder. */
  writes = false;
  /** Called on any change, with the name of the file, or undefined for all. */
  changed: (name?: string) => void = () => undefined;
  /** Called when drafts can no longer be kept. */
  lost: () => void = () => undefined;
  catalog!: Catalog;
  /** What is kept, as far as this tab knows: if there is something else, another tab has kept it. */
  private known = new Map<string, string>();
  /** The files that are being changed. */
  private setting = new Set<string>();
  /** Called with a file that another tab has changed; the result is whether the change is taken. */
  elsewhere: (name: string, text: string | undefined) => boolean = () => true;
  /** Called when another tab's version of a file has been kept under another name. */
  aside: (name: string, other: string) => void = () => undefined;
  private key = own;

  constructor(private readonly engine: Engine) {}

  /** Opens the drafts kept under a key, and below them the given files. */
  async open(files: SourceFile[] = [], key = own): Promise<void> {
    this.key = key;
    this.drafts = new Map(files.map((f) => [f.name, f.text]));
    this.known = this.kept();
    for (const [name, text] of this.known) this.drafts.set(name, text);
    if (key === own) await this.readFolder();
    this.catalog = await this.engine.ask("begin", this.everything());
    addEventListener("storage", (e) => void this.follow(e));
  }

  /** Reads the files of the folder that rulec serve was given, if it serves this page. */
  private async readFolder(): Promise<void> {
    const { folder, writes } = await offer;
    if (!folder) return;
    this.writes = writes;
    const list = await fetch("files/index.json").then((r) => (r.ok ? (r.json() as Promise<string[]>) : [])).catch(() => []);
    await Promise.all(list.slice(0, mostFiles).map(async (name) => {
      const file = await fetch(addressOf(name));
      this.tags.set(name, file.headers.get("ETag") ?? "");
      this.folder.set(name, await file.text());
    }));
    this.folder = new Map([...this.folder].sort(([a], [b]) => (a < b ? -1 : 1)));
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

  private kept(): Map<string, string> {
    try {
      const list = JSON.parse(localStorage.getItem(this.key) ?? "[]") as SourceFile[];
      return new Map(Array.isArray(list) ? list.filter((f) => typeof f?.name === "string" && typeof f?.text === "string").map((f) => [f.name, f.text]) : []);
    } catch {
      return new Map(); // nothing can be kept here
    }
  }

  /** Keeps drafts, or that there are none any more. What other tabs have kept stays; what they made of these files stays under other names. */
  private keep(...names: string[]): void {
    const all = this.kept();
    for (const name of names) {
      const text = this.drafts.get(name), theirs = all.get(name);
      if (theirs !== undefined && theirs !== text && theirs !== this.known.get(name)) {
        const other = this.free(name, "other-tab");
        all.set(other, theirs);
        this.drafts.set(other, theirs);
        this.engine.ask("setFile", { name: other, text: theirs }).catch(() => undefined);
        this.aside(name, other);
      }
      if (text === undefined) all.delete(name);
      else all.set(name, text);
    }
    this.known = all;
    try {
      localStorage.setItem(this.key, JSON.stringify([...all].map(([name, text]) => ({ name, text }))));
    } catch {
      this.lost();
    }
  }

  /** Takes over what another tab has kept, but for files that are changed here at the same time: what becomes of these is seen when they are kept. */
  private async follow(e: StorageEvent): Promise<void> {
    if (e.key !== this.key) return;
    const theirs = this.kept();
    for (const name of new Set([...theirs.keys(), ...this.known.keys()])) {
      const text = theirs.get(name);
      if (text === this.known.get(name) || this.setting.has(name) || !this.elsewhere(name, text)) continue;
      if (text === undefined) {
        this.known.delete(name);
        await this.forget(name);
      } else {
        this.known.set(name, text);
        this.drafts.set(name, text);
        await this.engine.ask("setFile", { name, text });
      }
      this.changed();
    }
  }

  /** A name for another version of a file, which no file has. */
  free(name: string, ending: string): string {
    const base = `${name.replace(/\.\w+$/, "")}-${ending}`, all = new Set([...this.all(), ...this.known.keys()]);
    let other = `${base}.yaml`;
    for (let n = 2; all.has(other); n++) other = `${base}-${n}.yaml`;
    return other;
  }

  /** The drafts. */
  files(): SourceFile[] { return [...this.drafts].map(([name, text]) => ({ name, text })); }

  /**
   * Adds the content of a link to the user's own files. If one of these has the same name and another content,
   * it is kept under another name.
   */
  keepAsOwn(): void {
    const brought = this.files();
    this.key = own;
    this.known = this.kept();
    const mine = new Map(this.known);
    for (const f of brought) {
      const before = mine.get(f.name);
      if (before !== undefined && before !== f.text) mine.set(this.free(f.name, "before"), before);
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

  async text(name: string): Promise<string> { return this.drafts.get(name) ?? this.folder.get(name) ?? (await this.engine.ask("readFile", name)).text; }

  /** Stores a text. */
  async set(name: string, text: string): Promise<void> {
    this.setting.add(name);
    try {
      await this.engine.ask("setFile", { name, text });
    } finally {
      this.setting.delete(name);
    }
    const known = this.drafts.has(name);
    this.drafts.set(name, text);
    this.keep(name);
    this.changed(known ? name : undefined);
  }

  /** Removes a draft. */
  async drop(name: string): Promise<void> {
    await this.forget(name);
    this.keep(name);
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
