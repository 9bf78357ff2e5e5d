// The view of all files: which there are, bringing some along and taking them away, other names, and earlier versions.
import { html, nothing, render, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { button, dialog, download, notice, part, unnoticed } from "../dom";
import type { Engine } from "../engine/engine";
import type { SourceFile } from "../engine/protocol";
import { brought, packed } from "./bring";
import { differences, linesBetween } from "./diff";
import type { Version } from "./history";
import { baseOf, byFolder, folderOf, kindOf } from "./kinds";
import { askForFight } from "./newfight";
import { inWords, most, type Project } from "./project";

/** What the other parts of the page do for the files. */
export interface Doors {
  /** The file in the editor. */
  edited: () => string;
  /** Passes on what is being typed. */
  settle: () => Promise<void>;
  /** Opens a file in the editor, which is shown if that is wanted. */
  open: (name: string, show?: boolean) => Promise<void>;
  /** Shows the text of the file in the editor, which has changed, and checks it again. */
  refresh: () => Promise<void>;
  /** A file has another name. */
  renamed: (from: string, to: string) => void;
  /** Shows the encounter of the file in the editor, to be changed. */
  encounter: () => void;
  /** Plays a fight. */
  play: (fight: string) => Promise<unknown>;
  failed: (err: unknown) => void;
}

interface State {
  /** The titles of the built-in fights. */
  titles: Map<string, string>;
  filter: string;
  /** The file that is told of, its text, and its earlier versions; that is what narrow windows show if one was chosen. */
  chosen: string;
  text: string;
  /** With how many lines were changed after each. */
  versions: (Version & { lines: number })[];
  alone: boolean;
  /** The version that is shown. */
  version: number;
  /** Files that are no more, but have earlier versions. */
  deleted: string[];
}

export class Files {
  /** The file in the editor when a file was chosen last. */
  private edited = "";
  private state: State = { titles: new Map(), filter: "", chosen: "", text: "", versions: [], alone: false, version: 0, deleted: [] };

  constructor(private readonly place: HTMLElement, private readonly engine: Engine, private readonly project: Project, private readonly doors: Doors) {
    project.changed = (name) => { if (name === undefined) this.draw(); if (!place.hidden) void this.load(); };
    project.aside = (name, other) => notice(`${name} has been changed in another tab, too: that version is ${other}.`, "error", button("Show", () => void this.act(() => this.settleAside(name, other))));
    project.lost = () => {
      notice("The browser has no more room for your files: what you change now is gone when this window closes.", "error", button("Save all as a zip", () => this.export(this.own())));
      this.draw();
    };
    project.gone = (name) => { if (doors.edited() === name) void this.act(() => this.afterwards([name])); };
    // Files may be dropped anywhere, on the editor, too, and end up here.
    const over = (now: boolean): void => { document.body.toggleAttribute("data-over", now); };
    for (const kind of ["dragover", "drop"] as const) {
      document.addEventListener(kind, (e) => {
        if (!e.dataTransfer?.types.includes("Files")) return;
        e.preventDefault();
        e.stopPropagation();
        over(kind === "dragover");
        if (kind === "dragover") return;
        location.hash = "#/files";
        void this.bring(e.dataTransfer);
      }, true);
    }
    document.addEventListener("dragleave", (e) => { if (!e.relatedTarget) over(false); });
  }

  /** Shows the view, with the file in the editor. */
  async open(): Promise<void> {
    if (this.doors.edited() === "") return; // the page is still being loaded, and comes back here
    await this.doors.settle();
    if (this.state.titles.size === 0) this.set({ titles: new Map((await this.engine.ask("examples", {})).map((x) => [x.name, x.title])) });
    if (this.doors.edited() !== this.edited) await this.choose(this.doors.edited(), false);
    else await this.load();
  }

  /** Draws the view, and what the editor says of its file. */
  draw(): void {
    render(this.view(), this.place);
    const name = this.doors.edited();
    part("save-file").hidden = !this.project.writes || !this.project.isDraft(name);
    render(breaking(name), part("file-name"));
    part("file-state").textContent = this.stands(name);
    const beside = this.project.all().filter((f) => folderOf(f) === folderOf(name)).sort();
    render(html`<ul>${beside.map((f) => html`<li><button type="button" class="file" aria-current=${f === name ? "true" : nothing} @click=${() => void this.doors.open(f)}>${baseOf(f)}</button></li>`)}</ul><a href="#/files">All files</a>`, part("beside"));
  }

  private set(change: Partial<State>): void {
    this.state = { ...this.state, ...change };
    this.draw();
  }

  /** Does something with files, after whatever is being typed is in them. */
  private async act(what: () => Promise<unknown>): Promise<void> {
    try {
      await this.doors.settle();
      await what();
    } catch (err) {
      this.doors.failed(err);
    }
    if (!this.place.hidden) await this.load();
  }

  private async choose(chosen: string, alone = true): Promise<void> {
    this.edited = this.doors.edited();
    this.set({ chosen, alone, version: 0, versions: [] });
    await this.load();
    if (alone) this.place.querySelector<HTMLElement>("#about-file .tools button, .versions button")?.focus();
  }

  /** Reads what is told of the chosen file. */
  private async load(): Promise<void> {
    const name = this.state.chosen, { history } = this.project;
    const list = await history.of(name), all = this.project.all();
    const text = all.includes(name) ? await this.project.text(name) : "";
    const versions = list.map((v, i) => ({ ...v, lines: linesBetween(v.text, list[i - 1]?.text ?? text) }));
    const deleted = (await history.files()).filter((f) => !all.includes(f));
    if (name === this.state.chosen) this.set({ text, versions, deleted });
  }

  /** The names of the user's own files, those of a folder if one is named. */
  private own(folder = ""): string[] {
    return this.project.files().map((f) => f.name).filter((n) => folder === "" || n.startsWith(`${folder}/`)).sort();
  }

  /** How a file stands to that of the same name which is built in, or in the folder. */
  private stands(name: string): string {
    const p = this.project, changed = p.isDraft(name);
    if (changed && !p.kept) return "not kept: the browser has no more room";
    if (!p.isGiven(name)) return changed && p.writes ? "not in the folder" : "";
    if (p.inFolder().includes(name)) return p.writes ? (changed ? "not saved" : "in the folder") : changed ? "your version; the folder's is kept" : "in the folder; your changes stay in the browser";
    return changed ? "your version; the original is kept" : "built in; your changes make your own version";
  }

  // What can be done with files.

  /** Lets users start with house rules, or with a small system. */
  async start(): Promise<void> {
    const [rulesets, fights] = await Promise.all([this.engine.ask("rulesets", {}), this.engine.ask("examples", {})]);
    const systems = this.project.catalog.systems.map((name) => {
      const title = rulesets.find((r) => r.rules === `rulesets/${name}.yaml`)?.title ?? name;
      return { name, title: `House rules for ${title}`, about: fights.find((f) => f.system === title)?.systemAbout ?? "" };
    });
    const system = await dialog("Start your own rules", (close) => html`<p>House rules change a few things in a system and keep the rest.</p>
      <ul class="systems">${[...systems, { name: "-", title: "My own small system", about: "A whole system in one file, to be made into another one." }].map((x) =>
        html`<li><button type="button" data-system=${x.name} @click=${() => close(x.name)}><strong>${x.title}</strong><small>${x.about}</small></button></li>`)}</ul>`);
    if (system) await this.begin(system);
  }

  /** Starts with house rules for a system, or with a small system: -. */
  async begin(system: string): Promise<void> {
    await this.act(async () => {
      const folder = this.project.freeFolder(system === "-" ? "my_rules" : `my_${system}`);
      for (const f of await this.engine.ask("starter", { system: system === "-" ? "" : system, folder })) await this.project.set(f.name, f.text);
      await this.doors.open(`${folder}/${system === "-" ? "rules" : "house"}.yaml`, true);
      await this.doors.play(`${folder}/fight.yaml`);
      notice(`Your rules are in ${folder}. Change something, then play again.`);
    });
  }

  /** Makes a fight by some rules, and opens it. */
  async newFight(rules: string): Promise<void> {
    await this.act(async () => {
      const fight = await askForFight(this.engine, this.project.catalog.shipped, rules);
      if (!fight) return;
      const name = this.project.free(fight.name, "-fight");
      await this.project.set(name, fight.text);
      await this.doors.open(name, true);
      this.doors.encounter();
    });
  }

  private async create(): Promise<void> {
    const folder = this.project.isDraft(this.state.chosen) ? folderOf(this.state.chosen) : "";
    const name = await ask("A new file", "Name of the file", this.project.free(folder ? `${folder}/new.yaml` : "new.yaml"), "Create");
    if (name === undefined) return;
    const full = /\.(ya?ml|md)$/.test(name) ? name : `${name}.yaml`;
    await this.act(async () => {
      if (!this.project.all().includes(full)) await this.project.set(full, "");
      await this.doors.open(full, true);
    });
  }

  /** Takes files over that were dropped or chosen; the result is the first of them. */
  async bring(from: DataTransfer | Iterable<File>): Promise<string | undefined> {
    let first: string | undefined;
    const found = brought(from); // at once: a drop can't be read later
    await this.act(async () => {
      const { files, left } = await found;
      const news = await this.sorted(files);
      if (news === undefined) return;
      const why = this.project.tooMuch(news);
      if (why !== "") throw new Error(`${why} Nothing was imported.`);
      for (const f of news) await this.project.set(f.name, f.text, "before an import").catch((err: unknown) => left.push(`${f.name}: ${err instanceof Error ? err.message : String(err)}`));
      const there = news.filter((f) => this.project.isDraft(f.name)).map((f) => f.name);
      first = there[0] ?? (news.length === 0 ? files[0]?.name : undefined);
      if (first !== undefined) await this.choose(first);
      await this.doors.refresh();
      const told = there.length > 0 ? `Imported: ${there.slice(0, 5).join(", ")}${there.length > 5 ? ` and ${there.length - 5} more` : ""}.`
        : news.length === 0 && files.length > 0 ? "You have all of these already." : "Nothing was imported: rule files end in .yaml, .yml or .md.";
      notice(told, there.length > 0 || files.length > news.length ? "news" : "error", left.length === 0 ? nothing : html`<details ?open=${left.length <= 5}><summary>${left.length} left out</summary><ul>${left.map((l) => html`<li>${l}</li>`)}</ul></details>`);
    });
    return first;
  }

  /** The files of these that are to be stored, with their names; where others have the same name, the user chooses. Undefined means none. */
  private async sorted(files: SourceFile[]): Promise<SourceFile[] | undefined> {
    const clash: string[] = [], same = new Set<string>();
    for (const { name, text } of files.filter((f) => this.project.all().includes(f.name))) if (await this.project.text(name) === text) same.add(name); else clash.push(name);
    const choice = clash.length === 0 ? "replace" : await dialog("These names are taken", (close) => html`
      <p>You have other files with these names:</p><ul class="names">${clash.map((n) => html`<li>${n}</li>`)}</ul>
      <div class="tools">${button("Keep both", () => close("both"), "main")}${button("Replace mine", () => close("replace"))}${button("Cancel", () => close())}</div>
      <p class="quiet">Kept, the new ones get other names: a folder with all that is in it, so that its files still find each other. Replaced, the old ones stay among the earlier versions.</p>`);
    if (choice !== "both") return choice && files.filter((f) => !same.has(f.name)) || undefined;
    const tops = new Map(clash.filter((n) => n.includes("/")).map((n) => n.slice(0, n.indexOf("/"))).map((top) => [top, this.project.freeFolder(top)]));
    return files.flatMap(({ name, text }) => {
      const top = tops.get(name.slice(0, Math.max(0, name.indexOf("/"))));
      if (top !== undefined) return [{ name: top + name.slice(name.indexOf("/")), text }];
      return same.has(name) ? [] : [{ name: clash.includes(name) ? this.project.free(name) : name, text }];
    });
  }

  /** Gives files as a zip. */
  private export(names: string[], as = `rulec-${new Date().toISOString().slice(0, 10)}`): void {
    void this.act(async () => download(`${as}.zip`, packed(this.project.files().filter((f) => names.includes(f.name)))));
  }

  /** Renames a file, or all files of a folder. */
  private async rename(from: string, files: string[]): Promise<void> {
    const to = (await ask(`Rename ${from}`, "New name", from, "Rename"))?.replace(/\/+$/, "");
    if (to === undefined || to === from) return;
    await this.act(async () => {
      const named = files.map((f) => ({ before: f, now: to + f.slice(from.length) })), taken = named.find((x) => this.project.all().includes(x.now));
      if (taken) throw new Error(`There is a file ${taken.now} already: choose another name.`);
      for (const { before, now } of named) {
        await this.project.rename(before, now);
        this.doors.renamed(before, now);
        if (this.doors.edited() === before) await this.doors.open(now);
        if (this.state.chosen === before) this.set({ chosen: now });
      }
      await this.doors.refresh();
      this.offerNewName(files[0] === from ? [from, to] : [`${from}/`, `${to}/`]);
    });
  }

  /** Tells that a file, or a folder that ends with /, has another name, and offers to put it into the files that still have the old one in them. */
  private offerNewName([from, to]: [string, string]): void {
    // Files of the same folder name each other without it.
    const inFolder = !from.endsWith("/") && folderOf(from) === folderOf(to);
    const names = (f: SourceFile): [RegExp, string] => (inFolder && folderOf(f.name) === folderOf(from) ? [whole(baseOf(from)), baseOf(to)] : [whole(from), to]);
    const still = this.project.files().filter((f) => f.text.search(names(f)[0]) >= 0), list = still.map((f) => f.name).join(", ");
    const correct = async (): Promise<void> => {
      for (const f of still) {
        const [old, now] = names(f);
        await this.project.set(f.name, (await this.project.text(f.name)).replaceAll(old, () => now), "before a renaming");
      }
      await this.doors.refresh();
      notice(`The new name is in ${list}.`);
    };
    if (still.length === 0) notice(`${from} is now ${to}.`);
    else notice(`${from} is now ${to}, but these still have the old name in them: ${list}.`, "error", button("Put the new name there", () => void this.act(correct)));
  }

  private async duplicate(name: string): Promise<void> {
    const copy = this.project.free(name, "-copy");
    await this.project.set(copy, await this.project.text(name));
    await this.choose(copy);
  }

  /** Deletes files, or undoes all changes of those that are built in or in the folder. */
  private async remove(names: string[], told: string): Promise<void> {
    const before = this.project.files().filter((f) => names.includes(f.name));
    for (const name of names) await this.project.drop(name);
    await this.afterwards(names);
    notice(told, "news", button("Undo", () => void this.act(async () => {
      for (const f of before) await this.project.set(f.name, f.text);
      await this.doors.refresh();
      unnoticed();
    })));
  }

  /** Opens something else, if the file in the editor is gone. */
  private async afterwards(names: string[]): Promise<void> {
    const edited = this.doors.edited(), all = this.project.all();
    if (!names.includes(edited) || all.includes(edited)) return this.doors.refresh();
    await this.doors.open(this.own(folderOf(edited))[0] ?? all.find((f) => f.startsWith("examples/")) ?? all[0]!);
  }

  /** Saves a file into the folder that rulec serve was given. */
  async save(name: string): Promise<void> {
    await this.act(async () => {
      if (!this.project.isDraft(name)) return notice(`${name} is as it is in the folder.`);
      const theirs = await this.project.save(name);
      if (theirs === undefined) return notice(`${name} is saved in the folder.`);
      const choice = await dialog("The file has changed in the folder", (close) => html`
        <p>Somebody else has changed ${name} since the page read it. Lines with - are in the folder, lines with + are here.</p>${differences(theirs, this.project.textHere(name) ?? "")}
        <div class="tools">${button("Save mine", () => close("mine"))}${button("Take theirs", () => close("theirs"))}${button("Back", () => close())}</div>`);
      if (choice === "mine") return this.save(name);
      if (choice === "theirs") await this.project.take(name, theirs);
      return this.doors.refresh();
    });
  }

  /** Shows what another tab has made of a file, and lets the user choose. */
  private async settleAside(name: string, other: string): Promise<void> {
    const theirs = this.project.textHere(other) ?? "";
    const choice = await dialog("Changed in two tabs", (close) => html`
      <p>${name} was changed here and in another tab at the same time. Lines with - are there, lines with + are here.</p>${differences(theirs, this.project.textHere(name) ?? "")}
      <div class="tools">${button("Keep mine", () => close("mine"))}${button("Take theirs", () => close("theirs"))}${button("Keep both", () => close())}</div>`);
    if (choice === undefined) return;
    if (choice === "theirs") await this.project.set(name, theirs, "before the other tab's was taken");
    await this.project.drop(other);
    await this.afterwards([other]);
    unnoticed();
  }

  /** Makes an earlier version the file as it is. */
  private async takeBack(v: Version): Promise<void> {
    await this.project.set(this.state.chosen, v.text, "before an earlier one was taken back");
    this.set({ version: 0 });
    await this.doors.refresh();
    notice(`${this.state.chosen} is as it was ${told(v.time)}.`);
  }

  private async nameVersion(v?: Version): Promise<void> {
    const { chosen, text } = this.state;
    const title = await ask(v ? "Name this version" : `Keep ${baseOf(chosen)} as it is now`, "Name of the version", v?.title ?? "", "Keep");
    if (title !== undefined) await this.act(() => (v ? this.project.history.name(v, title) : this.project.history.keep(chosen, text, "kept", title)));
  }

  // What is seen.

  private view(): TemplateResult {
    const { filter, alone, deleted } = this.state, p = this.project;
    const drafts = this.own(), folder = p.inFolder().filter((n) => !p.isDraft(n)), shipped = p.catalog.shipped.filter((n) => !p.isDraft(n)), gone = this.found(deleted);
    const pick = (e: Event): void => { const input = e.target as HTMLInputElement; void this.bring([...input.files!]).then(() => { input.value = ""; }); };
    const choose = (e: Event): void => (e.currentTarget as Element).parentElement!.querySelector<HTMLInputElement>((e.currentTarget as HTMLElement).dataset["input"]!)!.click();
    return html`<div class=${alone ? "shelf alone" : "shelf"}>
      <div class="all">
        <h2>Files</h2>
        <div class="tools">
          <button type="button" class="main" @click=${() => void this.start()}>Start your own rules</button>
          <button type="button" id="new-fight" @click=${() => void this.newFight(this.state.chosen)}>New fight</button>
          <button type="button" id="new-file" @click=${() => void this.create()}>New file</button>
          <button type="button" data-input="#bring" @click=${choose}>Import files or a zip</button><input id="bring" type="file" multiple accept=".yaml,.yml,.md,.zip" aria-label="Files or a zip" hidden @change=${pick}>
          <button type="button" data-input="#bring-folder" @click=${choose}>Import a folder</button><input id="bring-folder" type="file" webkitdirectory aria-label="A folder" hidden @change=${pick}>
          <button type="button" id="export" ?disabled=${drafts.length === 0} @click=${() => this.export(this.own())}>Export all</button>
        </div>
        <input type="search" placeholder="Find a file" aria-label="Find a file" .value=${filter} @input=${(e: Event) => this.set({ filter: (e.target as HTMLInputElement).value })}>
        ${p.kept ? nothing : html`<p class="full" role="alert">The browser has no more room for your files. Export all, then delete some: what you change now is gone when this window closes.</p>`}
        <section aria-label="Yours"><h3>Yours</h3>${drafts.length > 0 ? this.groups(drafts, true) : html`<p class="quiet">Nothing yet. Start with house rules, change a built-in file, or drop files, a folder or a zip here.</p>`}</section>
        ${p.inFolder().length === 0 ? nothing : html`<section aria-label="In the folder"><h3>In the folder</h3>${this.groups(folder)}${p.leftOut > 0 ? html`<p class="quiet">${p.leftOut} more of its files have no room here.</p>` : nothing}</section>`}
        ${gone.length === 0 ? nothing : html`<details ?open=${filter !== ""}><summary>Deleted</summary>${this.groups(gone)}</details>`}
        <section aria-label="Built in"><h3>Built in</h3>${byFolder(this.found(shipped)).map(([name, list]) => html`<details ?open=${filter !== ""}><summary>${name}</summary>${this.rows(list)}</details>`)}</section>
        ${this.found([...p.all(), ...deleted]).length === 0 ? html`<p role="status">Nothing has "${filter}" in its name.</p>` : nothing}
        <p class="quiet">Your files are in this browser and nowhere else. A page holds ${most.files} of them, ${inWords(most.one)} each and ${inWords(most.all)} together; Export all makes a copy of them.</p>
      </div>
      ${this.about()}
    </div>`;
  }

  /** The files that the filter finds, by their names and what is told of them. */
  private found(names: string[]): string[] {
    const words = this.state.filter.toLowerCase().split(/\s+/);
    return names.filter((n) => words.every((w) => `${n} ${this.kind(n)}`.toLowerCase().includes(w)));
  }

  private kind(name: string): string {
    const text = this.project.textHere(name);
    return text === undefined ? (this.state.titles.get(name) ?? "") : kindOf(name, text);
  }

  private groups(names: string[], own = false): TemplateResult {
    return html`${byFolder(this.found(names)).map(([folder, list]) => html`
      ${folder === "" ? nothing : html`<div class="folder"><h4>${folder}/</h4>${own ? this.folderTools(folder) : nothing}</div>`}${this.rows(list)}`)}`;
  }

  private folderTools(folder: string): TemplateResult {
    const files = this.own(folder), mine = files.every((f) => !this.project.isGiven(f));
    return html`<span class="tools">
      ${mine ? html`<button type="button" class="small" aria-label=${`Rename the folder ${folder}`} @click=${() => void this.rename(folder, files)}>Rename</button>` : nothing}
      <button type="button" class="small" aria-label=${`Zip the folder ${folder}`} @click=${() => this.export(files, baseOf(folder))}>Zip</button>
      ${mine ? html`<button type="button" class="small" aria-label=${`Delete the folder ${folder}`} @click=${() => void this.act(() => this.remove(files, `The folder ${folder} is deleted.`))}>Delete</button>` : nothing}</span>`;
  }

  private rows(names: string[]): TemplateResult {
    const p = this.project;
    return html`<ul>${names.map((n) => html`<li><button type="button" class="row" aria-current=${n === this.state.chosen ? "true" : nothing} data-file=${n} @click=${() => void this.choose(n)} @dblclick=${() => void this.doors.open(n, true)}>
      <b>${baseOf(n)}</b>${p.isDraft(n) && p.isGiven(n) ? html`<em>changed</em>` : nothing}<small>${this.kind(n)}</small></button></li>`)}</ul>`;
  }

  private about(): TemplateResult | typeof nothing {
    if (this.state.chosen === "") return nothing;
    const { chosen: name, text } = this.state, p = this.project, there = p.all().includes(name), draft = p.isDraft(name), given = p.isGiven(name);
    const action = (label: string, what: () => Promise<unknown>, hint = `${label} ${name}`): TemplateResult => html`<button type="button" aria-label=${hint} @click=${() => void this.act(what)}>${label}</button>`;
    const back = (): void => { this.set({ alone: false }); this.place.querySelector<HTMLElement>(".row[aria-current=true]")?.focus(); };
    return html`<section class="one" id="about-file" aria-label="The chosen file" @keydown=${(e: KeyboardEvent) => { if (e.key === "Escape") back(); }}>
      <button type="button" class="back" @click=${back}>All files</button>
      <h2>${breaking(name)}</h2>
      <p class="quiet">${there ? [kindOf(name, text), this.stands(name)].filter(Boolean).join("; ") : "deleted"}</p>
      <div class="tools">
        ${there ? html`<button type="button" class="main" id="open-file" @click=${() => void this.doors.open(name, true)}>Open</button>` : nothing}
        ${draft && p.writes ? action("Save to the folder", () => this.save(name), `Save to the folder: ${name}`) : nothing}
        ${draft && !given ? action("Rename", () => this.rename(name, [name])) : nothing}
        ${draft && !given ? action("Duplicate", () => this.duplicate(name)) : nothing}
        ${there ? action("Download", async () => download(baseOf(name), text)) : nothing}
        ${draft && !given ? action("Delete", () => this.remove([name], `${name} is deleted.`)) : nothing}
        ${draft && given ? action("Undo all changes", () => this.remove([name], `All changes of ${name} are undone.`), `Undo all changes of ${name}`) : nothing}
      </div>
      ${draft || this.state.versions.length > 0 ? this.history(draft) : nothing}
    </section>`;
  }

  private history(draft: boolean): TemplateResult {
    const { versions, version, text } = this.state, works = this.project.history.works;
    return html`<div class="pane-head"><h3>Earlier versions</h3>${draft && works ? html`<button type="button" class="small" @click=${() => void this.nameVersion()}>Keep this one</button>` : nothing}</div>
      ${!works ? html`<p class="quiet">This browser keeps none, as in a private window.</p>` : versions.length === 0 ? html`<p class="quiet">None yet: they are kept while you change the file.</p>` : nothing}
      <ul class="versions">${versions.map((v) => html`<li>
        <button type="button" class="row" aria-expanded=${v.id === version} @click=${() => this.set({ version: v.id === version ? 0 : v.id })}><b title=${new Date(v.time).toLocaleString()}>${told(v.time)}</b>${v.title ? html`<em>${v.title}</em>` : nothing}<small>${v.why || "before you typed"}: ${v.lines === 1 ? "1 line" : `${v.lines} lines`}</small></button>
        ${v.id !== version ? nothing : html`<div class="tools"><button type="button" class="main" @click=${() => void this.act(() => this.takeBack(v))}>Take back</button><button type="button" @click=${() => void this.nameVersion(v)}>Name it</button></div>
          <p class="quiet">Lines with - were there then, lines with + are there now.</p>${guard([v.text, text], () => differences(v.text, text))}`}</li>`)}</ul>`;
  }
}

/** A long name breaks after its folders. */
const breaking = (name: string): TemplateResult[] => name.split(/(?<=\/)/).map((w) => html`${w}<wbr>`);

/** Finds a name where it isn't the end of a longer one. */
const whole = (name: string): RegExp => new RegExp(`(?<![\\w-])${name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "g");

/** How long ago a time is, to be read; of more than a week the day. */
function told(time: number): string {
  const minutes = Math.round((Date.now() - time) / 60_000), ago = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
  if (minutes < 1) return "just now";
  if (minutes < 60) return ago.format(-minutes, "minute");
  if (minutes < 24 * 60) return ago.format(-Math.round(minutes / 60), "hour");
  return minutes < 7 * 24 * 60 ? ago.format(-Math.round(minutes / 60 / 24), "day") : `on ${new Date(time).toLocaleDateString("en", { dateStyle: "medium" })}`;
}

/** Asks for a name; undefined means none. */
async function ask(title: string, label: string, value: string, act: string): Promise<string | undefined> {
  const name = await dialog(title, (close) => html`<form @submit=${(e: SubmitEvent) => { e.preventDefault(); close((e.target as HTMLFormElement).querySelector("input")!.value); }}>
    <input type="text" aria-label=${label} .value=${value}><div class="tools"><button type="submit" class="main">${act}</button></div></form>`);
  return name?.trim() || undefined;
}
