// The files of the page: drafts that lie over what comes with the program, and survive a reload.
import type { Engine } from "./engine";
import type { Catalog, SourceFile } from "./protocol";

/** Where the drafts of one's own are kept; those of a link have a place of their own. */
const own = "rulec.drafts";

export class Project {
  private drafts = new Map<string, string>();
  /** Whatever changes: told with the name of the file, or undefined for all. */
  changed: (name?: string) => void = () => undefined;
  /** Called when drafts can't be kept any more. */
  lost: () => void = () => undefined;
  catalog!: Catalog;
  private key = own;

  constructor(private readonly engine: Engine) {}

  /** Opens what was kept under a key, and below it the given files. */
  async open(files: SourceFile[] = [], key = own): Promise<void> {
    this.key = key;
    this.drafts = new Map(files.map((f) => [f.name, f.text]));
    for (const f of this.kept()) this.drafts.set(f.name, f.text);
    this.catalog = await this.engine.ask("begin", this.files());
  }

  private kept(): SourceFile[] {
    try {
      const list = JSON.parse(localStorage.getItem(this.key) ?? "[]") as SourceFile[];
      return Array.isArray(list) ? list.filter((f) => typeof f?.name === "string" && typeof f?.text === "string") : [];
    } catch {
      return []; // nothing can be kept here
    }
  }

  private keep(): void {
    try {
      localStorage.setItem(this.key, JSON.stringify(this.files()));
    } catch {
      this.lost();
    }
  }

  /** What was written on the page. */
  files(): SourceFile[] { return [...this.drafts].map(([name, text]) => ({ name, text })); }

  /** What is written belongs to oneself from now on. */
  keepAsOwn(): void {
    this.key = own;
    this.keep();
  }

  isDraft(name: string): boolean { return this.drafts.has(name); }

  /** Whether a file comes with the program. */
  isShipped(name: string): boolean { return this.catalog.shipped.includes(name); }

  /** Everything that could be opened. */
  all(): string[] { return [...new Set([...this.drafts.keys(), ...this.catalog.shipped])]; }

  async text(name: string): Promise<string> { return this.drafts.get(name) ?? (await this.engine.ask("readFile", name)).text; }

  /** Takes a text; one that is as it comes with the program is no draft. */
  async set(name: string, text: string): Promise<void> {
    await this.engine.ask("setFile", { name, text });
    const known = this.drafts.has(name);
    this.drafts.set(name, text);
    this.keep();
    this.changed(known ? name : undefined);
  }

  /** Takes a draft away. */
  async drop(name: string): Promise<void> {
    this.drafts.delete(name);
    await this.engine.ask("dropFile", name);
    this.keep();
    this.changed();
  }

  /** Puts everything back into an engine that has begun anew. */
  async again(engine: Engine): Promise<void> { await engine.ask("begin", this.files()); }
}
