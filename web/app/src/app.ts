// The page: files and an editor, a table on which fights are played, and simulations.
import { html, nothing, render, type TemplateResult } from "lit-html";
import { BookPanel } from "./cards/book";
import { Cards } from "./cards/cards";
import { button, dialog, download, notice, part, unnoticed } from "./dom";
import { Checking } from "./rules/checking";
import { Choices } from "./rules/choices";
import type { Decided } from "./fight/fight";
import { Editor, said } from "./rules/editor";
import { splitter } from "./rules/splitter";
import { Engine, Refusal } from "./engine/engine";
import { Encounter } from "./rules/encounter";
import { Panels } from "./rules/panels";
import { Files } from "./files/files";
import { Project } from "./files/project";
import type { Begins, Checked, Mode, SourceFile, Which } from "./engine/protocol";
import { pack, unpack, type Shared } from "./share";
import { Comparison } from "./compare/compare";
import { Search } from "./compare/search";
import { Start } from "./start";
import { loading, offer } from "./engine/transport";
import { remember, remembered } from "./remember";
import { Table } from "./fight/table";
import { Views } from "./views";

const tutorial = "examples/01-first-blood.yaml";

const engine: Engine = new Engine((ask, why) => table.putBack(ask, why));
const project = new Project(engine);
const editor = new Editor(part("editor"), engine);
const checking = new Checking(engine, project, editor);
const table = new Table(engine, () => project.everything());
const views = new Views();
const cards: Cards = new Cards(engine, {
  file: () => editor.name,
  events: () => table.at().events,
  page: (name, section) => { showBook(); tried(() => book.consult(name, section)); },
  book: (find) => { showBook(); tried(() => book.lookUp(find)); },
});
const book = new BookPanel(engine, cards, () => editor.name);

function showBook(): void {
  views.go("rules");
  panels.show("book");
}

/** A seed for a fight by hand: a short one, to be read out. */
const newSeed = (): string => String(Math.floor(Math.random() * 1_000_000));

/** Shows one of many fights. */
const watch = (trial: string, seed: string, which: Which): void => { void play({ ...which, mode: "watch", seed, trial }); views.part("table"); };
const comparison: Comparison = new Comparison(part("comparing"), engine, project, { watch, failed, save: download, even: (side, report) => tried(() => search.even(side, report)), chosen: () => search.another() });
const search = new Search(part("broken"), engine, project, { fight: () => comparison.fight, open: () => editor.name, watch, keep: (f) => tried(() => keepCase(f)), failed });
/** The fights that the open file offers: its own, those of its sequence, or those by its rules. */
let offered: { name: string; title: string; begins: Which }[] = [];
const wholeSequence = "the whole sequence";

function failed(err: unknown): void {
  const at = err instanceof Refusal ? err.fault.at : undefined;
  const text = err instanceof Error ? err.message : String(err);
  if (at?.file) notice(`${at.file}, line ${at.line}: ${said(at)}`, "error", button("Show it", () => { views.go("rules"); void open(at.file, at.from, at.to); })).dataset["mistake"] = at.file;
  else notice(text, "error");
}

/** Does something, and says why if it fails. */
const tried = (what: () => Promise<unknown>): void => { what().catch(failed); };

// Files and the editor.

async function open(name: string, from?: number, to?: number): Promise<void> {
  try {
    if (editor.name !== name) {
      await settle();
      editor.show(name, await project.text(name));
      checking.checked = undefined; // its fights are another file's
      render(nothing, part("case"));
      remember("rulec.open", name);
      files.draw();
      await check();
    }
    if (from !== undefined) editor.select(from, to ?? from);
  } catch (err) {
    failed(err);
  }
}

const files = new Files(part("files"), engine, project, {
  edited: () => editor.name,
  settle: () => settle(),
  open: async (name, show) => {
    await open(name);
    if (show) views.go("rules");
  },
  refresh: async () => {
    const name = editor.name, text = await project.text(name);
    if (editor.name === name && editor.text() !== text && !checking.pending) editor.change([{ from: 0, to: editor.text().length, text }]);
    files.draw();
    checking.changed();
    await check();
  },
  renamed: (from, to) => {
    if (table.begun?.file !== from) return;
    table.begun.file = to;
    keep();
  },
  encounter: () => panels.show("encounter"),
  play: (file) => play({ file, mode: "watch" }),
  failed,
});

const check = (): Promise<void> => checking.check();
const settle = (): Promise<void> => checking.settle();

/** The fights of the open file; of a file of rules, which has none, those by these rules. */
async function fightsOf(file: string, c: Checked): Promise<typeof offered> {
  if (c.sequence) return (await engine.ask("steps", { file })).map(({ title, ...begins }, i) => ({ name: String(i), title, begins }));
  if (c.fights.length > 0) return c.fights.map((name) => ({ name, title: name, begins: { file, case: name } }));
  return (await engine.ask("fightsBy", file)).map(({ name, title, rules }) => ({ name, title, begins: { file: name, ...(rules ? { rules } : {}) } }));
}

/** Offers the fights of the open file. */
async function offerFights(c: Checked): Promise<void> {
  const name = editor.name, list = part<HTMLSelectElement>("case"), byRules = c.fights.length === 0 && !c.sequence;
  const found = await fightsOf(name, c);
  if (editor.name !== name) return;
  offered = found;
  const before = byRules ? table.begun?.file : list.value; // what was chosen stays chosen
  render([...c.sequence ? [{ name: wholeSequence, title: wholeSequence }] : [], ...offered].map((f) => html`<option value=${f.name}>${f.title}</option>`), list);
  if ([...list.options].some((o) => o.value === before)) list.value = before!;
  part("play-file").hidden = list.options.length === 0;
  part("play-rules").hidden = !byRules;
  list.closest("label")!.hidden = list.options.length < 2 && !byRules;
  part("go-on").hidden = !/^script:/m.test(editor.text());
  offerHands();
}

/** A sequence is played by hand a fight at a time. */
function offerHands(): void { part("by-hand").hidden = part<HTMLSelectElement>("case").value === wholeSequence; }

editor.follow = (file, from, to) => void open(file, from, to);
checking.open = editor.follow;
checking.failed = failed;
checking.done = (found) => {
  if (!checking.pending && !found.diagnostics.some((p) => p.severity === "error")) project.history.isSound(editor.name, editor.text());
  cards.forget();
  tried(() => offerFights(found));
  panels.opened();
  if (wanted && !table.view && !found.diagnostics.some((d) => d.severity === "error")) void replay();
};
checking.changed = () => {
  comparison.changed();
  document.querySelector("#notices [data-mistake]")?.remove(); // it may be mended
  part("replay").hidden = table.isBy(project.everything());
};

// Another tab has changed a file: it is shown here, too, if nothing else is being typed into it here.
project.elsewhere = (name, text) => {
  if (editor.name !== name) return true;
  if (checking.pending) return false;
  if (text !== undefined) void Promise.resolve().then(() => { editor.show(name, text); return check(); });
  return true;
};

// Fights.

/** What couldn't be played when it was to be: with the mistakes in its rules fixed, it can be. */
let wanted: { b: Begins; earlier?: Decided | undefined } | undefined;

/** Puts a fight of a file on the table. */
async function play(b: Begins, event?: number, earlier?: Decided): Promise<boolean> {
  await settle();
  const done = await table.start(b, event, earlier);
  wanted = done ? undefined : { b, earlier };
  if (done) cards.forget();
  if (done) part("replay").hidden = true;
  if (done) keep();
  if (done) void comparison.about(b, table.view?.title);
  return done;
}

/** Keeps what is on the table for the next visit. */
function keep(): void { remember("rulec.fight", JSON.stringify({ begun: table.begun, decided: table.decided })); }

function begins(mode: Mode): Begins {
  const chosen = part<HTMLSelectElement>("case").value;
  if (chosen === wholeSequence) mode = "sequence";
  const b: Begins = { ...offered.find((f) => f.name === chosen)?.begins ?? { file: editor.name }, mode };
  const seed = part<HTMLInputElement>("seed").value.trim();
  if (/^\d+$/.test(seed)) b.seed = seed;
  else if (seed !== "") throw new Error(`A seed is a whole number, such as 7, not "${seed}".`);
  else if (mode === "hand") b.seed = newSeed();
  if (mode !== "watch") {
    b.handDice = part<HTMLInputElement>("hand-dice").checked;
    const hands = part<HTMLInputElement>("hands").value.split(/[\s,]+/).filter((w) => w !== "");
    if (hands.length > 0) b.hands = hands;
  }
  b.ahead = part<HTMLInputElement>("ahead").checked;
  if (b.ahead && mode !== "watch" && b.hands?.[0] === "all") throw new Error("Everyone is played by hand, so no one is left to think ahead.");
  return b;
}

async function begin(mode: Mode): Promise<void> {
  unnoticed();
  const b = begins(mode);
  if (await leaves() && await play(b)) views.part("table");
}

/** Asks whether the fight by hand on the table is left; true if there is none. It stays if it can't be saved. */
async function leaves(): Promise<boolean> {
  if (!table.inProgress()) return true;
  const choice = await dialog("Your fight isn't over", (close) => html`
    <p>A new fight takes its place. Saved as a file, it can be played again later.</p>
    <div class="tools">${button("Leave it", () => close("leave"))}${button("Save it, and leave it", () => close("save"))}${button("Go on with it", () => close())}</div>`);
  if (choice === "save") await save();
  return choice !== undefined;
}

/** Plays the fight on the table once more, by the current rules; or the one that couldn't be played. */
async function replay(): Promise<void> {
  unnoticed();
  if (wanted) return void await play(wanted.b, undefined, wanted.earlier);
  if (!table.begun) return;
  const at = table.begun.mode === "watch" || table.begun.mode === "sequence" ? table.at().events : undefined;
  await play(table.begun, at);
}

/** Opens an encounter, in the editor and on the table. */
async function openFight(name: string): Promise<void> {
  if (!await leaves()) return;
  unnoticed();
  await open(name);
  await play({ file: name, mode: "watch" });
}

/** Saves the fight played by hand as a file. */
async function save(): Promise<void> {
  const f = await engine.ask("written", {});
  const name = project.free(f.name.replace(/(-played(-\d+)?)?\.ya?ml$/, ".yaml"), "-played");
  await project.set(name, f.text);
  await open(name);
  notice(`The fight is saved as ${name}: its script plays it again.`);
}

/** Saves a case as a file, and opens it: its fight stops where a law doesn't hold. */
async function keepCase(f: SourceFile): Promise<void> {
  const name = project.free(f.name);
  await project.set(name, f.text);
  await openFight(name);
  views.part("table");
}

// Sharing.

/** The page to which links lead; none is offered without one that others can reach. */
let linkBase: string | undefined;

const local = /^(localhost|127\.|\[::1\])/;

/** Shows what can be given to others: the story as one page, a picture, and a link, if there is a page that they can reach. */
async function share(): Promise<void> {
  const name = editor.name.replace(/^.*\//, "").replace(/\.\w+$/, "");
  const link = linkBase === undefined ? undefined : await linkTo(linkBase);
  await dialog("Share", () => html`
    ${table.view ? html`<p>The story of this fight, as one page that opens anywhere:</p>
      <div class="tools"><button type="button" id="save-story" class="main" @click=${() => tried(async () => download(`${name}.html`, await engine.ask("recorded", { format: "html" })))}>Save the story</button>
        <button type="button" id="save-picture" @click=${() => tried(async () => download(`${name}.png`, await table.picture()))}>Save a picture of the map</button></div>` : nothing}
    ${link ?? html`<p class="quiet">A link needs a page that others can reach, too: rulec serve --link-base URL.</p>`}`);
}

/** A link with the files, and the fight as it is now. */
async function linkTo(base: string): Promise<TemplateResult> {
  const x: Shared = { engine: project.catalog.version, language: project.catalog.language, files: project.everything(), open: editor.name };
  const v = table.view, b = table.begun;
  if (v && b) {
    x.rules = v.hash;
    let file = b.file;
    if (b.mode === "hand" || b.mode === "go-on") {
      const f = await engine.ask("written", {});
      file = f.name.replace(/\.ya?ml$/, "-played.yaml");
      x.files = [...x.files.filter((g) => g.name !== file), { name: file, text: f.text }];
    }
    x.fight = { file, case: b.case ?? "", event: table.at().events, hash: table.at().hash };
    if (v.seed) x.fight.seed = v.seed;
    if (b.trial) x.fight.trial = b.trial;
  }
  const link = `${base}#${await pack(x)}`;
  const copied = await navigator.clipboard?.writeText(link).then(() => true, () => false);
  const mine = x.files.length === 0 ? "none of your files" : x.files.length === 1 ? "1 of your files" : `${x.files.length} of your files`;
  return html`<p>A link with ${mine}${x.fight ? " and the fight as it is now" : ""}. It has ${link.length} characters${link.length > 2000 ? ", which is more than some chats take" : ""}.${copied ? " It is on the clipboard." : ""}</p>
    <textarea id="link" readonly rows="6" aria-label="The link" .value=${link}></textarea>`;
}

/** Opens the content of a link, without changing the user's own files. */
async function openLink(x: Shared): Promise<void> {
  const digest = await crypto.subtle?.digest("SHA-256", new TextEncoder().encode(location.hash)).then((d) => [...new Uint8Array(d).slice(0, 6)].map((b) => b.toString(16).padStart(2, "0")).join(""), () => "link");
  await project.open(x.files, `rulec.link.${digest ?? "link"}`);
  const doubts: string[] = [];
  if (x.language !== project.catalog.language) doubts.push(`it was made for language ${x.language}, this is ${project.catalog.language}`);
  else if (x.engine !== project.catalog.version) doubts.push(`it was made with rulec ${x.engine}, this is ${project.catalog.version}`);
  await open(project.all().includes(x.open) ? x.open : tutorial);
  if (x.fight) {
    const b: Begins = { file: x.fight.file, case: x.fight.case, mode: "watch" };
    if (x.fight.seed !== undefined) b.seed = x.fight.seed;
    if (x.fight.trial !== undefined) b.trial = x.fight.trial;
    if (await play(b, x.fight.event)) {
      if (x.rules && table.view?.hash && x.rules !== table.view.hash) doubts.push("the rules have changed since it was made");
      if (table.at().hash !== x.fight.hash) doubts.push("the fight goes differently now");
    }
  }
  part("notices").dataset["link"] = doubts.length === 0 ? "same" : "differs";
  notice(doubts.length === 0 ? "Opened from a link. The fight goes as it did when the link was made." : `Opened from a link, but ${doubts.join(", and ")}.`, doubts.length === 0 ? "news" : "error", [
    button("Keep these files", () => { project.keepAsOwn(); location.hash = ""; location.reload(); }),
    button("Back to my files", () => { location.hash = ""; location.reload(); })]);
}

// Panels beside the editor.

const choices = new Choices(engine, {
  file: () => editor.name, settle, text: (name) => project.text(name), files: () => project.everything(), fight: () => table.begun?.file,
  change: async (edits) => {
    await checking.apply(edits);
    if (edits[0]?.file === editor.name) editor.reveal(edits[0].from + 1);
  },
  open: (name) => void open(name), house: (system) => void files.begin(system),
});
const encounter = new Encounter(engine, {
  file: () => editor.name, settle: () => settle(), change: (edits) => checking.apply(edits, "before a change of the encounter"),
  play: () => tried(() => begin("watch")), undo: () => editor.undo(),
  show: (from, to) => { if (innerWidth <= 1080) panels.show("table"); editor.select(from, to); },
  failed,
  newFight: (rules) => void files.newFight(rules),
});
const panels: Panels = new Panels([{ name: "choices", title: "Choices", open: (place) => void choices.open(place) }, book, encounter]);

// Views.

const start = new Start(part("start"), engine, {
  folder: () => project.inFolder(),
  watch: (file) => tried(() => openFight(file).then(() => views.go("fight"))),
  rules: (fight, file, { of, to }) => tried(async () => {
    await openFight(fight);
    await open(file);
    views.go("rules");
    const found = of.exec(editor.text());
    if (!found) return;
    if (found[0] !== to) await checking.apply([{ file, from: found.index, to: found.index + found[0].length, text: to }], "before the slider at the start");
    editor.select(found.index, found.index + to.length);
  }),
  table: () => { views.go("fight"); if (!table.inProgress()) void table.goTo(0).then(() => table.playBack()); },
  hand: () => tried(async () => {
    const b = table.begun;
    if (b && b.mode !== "sequence") await play({ file: b.file, case: b.case ?? "", mode: "hand", seed: newSeed() });
    views.go("fight"); // where a sequence offers its fights
  }),
  house: () => void files.start(),
  fight: () => void files.newFight(""),
  files: (from) => tried(() => files.bring(from).then(async (name) => { if (name !== undefined) await open(name), views.go("rules"); })),
  failed,
});

views.edit = () => editor.focus();

const loads = (content: unknown): void => { render(content, part("loading")); };

/** Whether the engine has begun: before that it can't be asked anything. */
let begun = false;

/** What has to be drawn anew in a view that comes to be seen. */
views.shown = (view) => {
  if (!begun) return view === "start" ? start.draw() : undefined;
  if (view === "fight" && table.view) document.title = `${table.view.title} - rulec`;
  if (view === "compare") void comparison.shown();
  if (view === "files") tried(() => files.open());
  else if (view === "start") start.fight(table.view?.title ?? "", document.querySelector("#map svg"), table.inProgress());
  else table.reveal();
};

// The look of the page, and keys.

function theme(next?: string): void {
  const now = next ?? (document.documentElement.dataset["theme"] || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  document.documentElement.dataset["theme"] = now;
}

const help: [string, string][] = [
  ["left, right", "one line back, one line forward"], ["Home, End", "to the start, to the end"], ["space", "play the fight, or pause"],
  ["0 to 9, letters", "choose the line with this number or letter"], ["t", "let the tactic decide"], ["u", "undo the last decision"], ["w", "why? of the current line"], ["o, then Enter", "the card of a name in the current line; keep it open"], ["Escape", "close the note on a choice; back from a choice"],
  ["Ctrl+S", "save the file to the folder, with rulec serve --write"], ["Ctrl+Enter", "play again, by the current rules"], ["F12, Ctrl+click", "in the editor: go to the declaration of a name"], ["Ctrl+space", "in the editor: complete what you type"], ["Escape, then Tab", "leave the editor"],
  ["F6, Shift+F6", "to the next or previous part of the page: rules, map, decision, people and dice, log, many fights"],
];

function showHelp(): void {
  void dialog("Keys", () => html`
    <label class="switch"><input type="checkbox" id="letters" .checked=${letters()} @change=${(e: Event) => useLetters((e.target as HTMLInputElement).checked)}> Keys of one letter, digit or sign work</label>
    <table class="keys"><tbody>${help.map(([keys, what]) => html`<tr><th scope="row"><kbd>${keys}</kbd></th><td>${what}</td></tr>`)}</tbody></table>`);
}

/** Whether keys of one letter do something: who speaks to the computer, or hits keys by mistake, turns them off. */
const letters = (): boolean => document.body.dataset["letters"] !== "off";

function useLetters(on: boolean): void {
  document.body.dataset["letters"] = on ? "on" : "off";
  remember("rulec.letters", on ? "on" : "off");
}

document.addEventListener("keydown", (e) => {
  if (e.key === "F6" && !document.querySelector("dialog[open]")) {
    e.preventDefault();
    views.next(e.shiftKey ? -1 : 1);
    return;
  }
  if (e.key === "s" && (e.ctrlKey || e.metaKey) && project.writes) {
    e.preventDefault();
    void files.save(editor.name);
    return;
  }
  if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
    e.preventDefault();
    void replay();
    return;
  }
  const where = e.composedPath()[0];
  if (document.querySelector("dialog[open]") || e.ctrlKey || e.metaKey || e.altKey || !(where instanceof Element)) return;
  if (where.closest("input:not([type=range]):not([type=checkbox]), textarea, select, .cm-editor")) return;
  const keys: Record<string, () => void> = {
    ArrowLeft: () => void table.step(-1), ArrowRight: () => void table.step(1), Home: () => void table.goTo(0), End: () => void table.goTo(table.view?.events ?? 0),
    u: () => void table.undo(), w: () => { table.why(); }, o: () => cards.next(), Escape: () => table.again(), "?": showHelp,
    t: () => { [...document.querySelectorAll<HTMLElement>("#question button")].find((b) => b.getAttribute("aria-keyshortcuts") === "t")?.click(); },
  };
  if (e.key === " " && !where.closest("button, summary")) keys[" "] = () => table.playBack();
  if (part("stage").offsetParent === null && part("log-pane").offsetParent === null && e.key !== "?") return; // keys act on a fight that is seen
  if (!letters() && e.key.length === 1 && e.key !== " ") return;
  const act = keys[e.key] ?? (/^[0-9a-z]$/.test(e.key) ? () => { table.press(e.key); } : undefined);
  if (!act) return;
  e.preventDefault();
  act();
});

/** What to begin with: of a folder its rules, and a fight. */
async function firsts(): Promise<{ file: string; fight: string }> {
  const folder = project.inFolder();
  if (folder.length === 0) return { file: tutorial, fight: tutorial };
  const fights = (await engine.ask("examples", {})).filter((x) => folder.includes(x.name)), rules = (await engine.ask("rulesets", {})).find((r) => folder.includes(r.rules!));
  return { file: rules?.rules ?? folder[0]!, fight: (fights.find((x) => x.plays !== "sequence") ?? fights[0])?.name ?? tutorial };
}

async function main(): Promise<void> {
  theme(remembered("rulec.theme") || undefined);
  useLetters(remembered("rulec.letters") !== "off");
  table.failed = failed;
  engine.thought = (n) => { part("thinking").textContent = n === 0 ? "" : `Thinking ahead: ${n === 1 ? "a decision" : `${n} decisions`} ..`; };
  table.news = (text) => notice(text);
  table.kept = keep;
  table.read = () => views.part("log");
  table.toRule = (file, line) => tried(async () => {
    await open(file);
    views.go("rules");
    const { from, to } = editor.view.state.doc.line(Math.min(line, editor.view.state.doc.lines));
    editor.select(from, to);
  });
  table.anew = () => { if (table.begun) void play({ ...table.begun, seed: newSeed() }); };
  part("open-fight").addEventListener("click", () => { views.go("start"); start.find(); });
  part("house-rules").addEventListener("click", () => void files.start());
  part("save-file").addEventListener("click", () => void files.save(editor.name));
  part("share").addEventListener("click", () => tried(share));
  part("save").addEventListener("click", () => tried(save));
  part("download").addEventListener("click", () => tried(async () => download("fight.txt", await engine.ask("recorded", { format: "text" }))));
  part("help").addEventListener("click", showHelp);
  part("theme").addEventListener("click", () => {
    theme(document.documentElement.dataset["theme"] === "dark" ? "light" : "dark");
    remember("rulec.theme", document.documentElement.dataset["theme"] ?? "");
  });
  part("watch").addEventListener("click", () => tried(() => begin("watch")));
  part("case").addEventListener("change", offerHands);
  part("by-hand").addEventListener("click", () => tried(() => begin("hand")));
  part("go-on").addEventListener("click", () => tried(() => begin("go-on")));
  part("replay").addEventListener("click", () => void replay());
  const o = await offer;
  linkBase = o.engine === "wasm" && !local.test(location.hostname) ? location.href.split("#")[0] : o.linkBase;
  // They have been here before, with this folder if there is one.
  const known = remembered("rulec.open") !== "" && (!o.folder || o.folder === remembered("rulec.folder"));
  if (o.folder) remember("rulec.folder", o.folder);
  if (location.hash === "" && !known) location.hash = o.folder ? "#/rules" : "#/start";
  addEventListener("hashchange", () => views.show());
  const slow = setTimeout(() => { part("loading").hidden = false; }, 500);
  loads("rulec is loading ..");
  loading.heard = (bytes, of) => loads(html`rulec is loading, ${(bytes / 1e6).toFixed(1)} MB${of > 0 ? ` of ${(of / 1e6).toFixed(1)}` : ""} so far: <progress max=${of > 0 ? of : nothing} value=${of > 0 ? bytes : nothing}></progress>`);
  views.show();
  addEventListener("beforeprint", () => { part("log").dataset["title"] = table.view?.title ?? ""; });

  const linked = await unpack(location.hash).then(async (x) => {
    if (x) await openLink(x);
    return x !== undefined;
  }).catch((err: unknown) => { failed(err); return false; });
  if (!linked) {
    await project.open();
    const last = remembered("rulec.open"), first = await firsts();
    await open(known && project.all().includes(last) ? last : first.file);
    document.body.dataset["checked"] = String(Math.round(performance.now()));
    let before: { begun?: Begins; decided?: Decided } = {};
    try {
      if (known) before = JSON.parse(remembered("rulec.fight") || "{}") as typeof before;
    } catch { /* as if there were none */ }
    if (!before.begun || !project.all().includes(before.begun.file)) {
      if (!await play({ file: first.fight, mode: "watch" })) await play({ file: tutorial, mode: "watch" });
    } else if (!await play(before.begun, undefined, before.decided)) table.waits();
  }
  clearTimeout(slow);
  begun = true;
  part("loading").hidden = true;
  document.querySelector<HTMLElement>("main")!.inert = false;
  views.show();
  tried(() => start.open());
  splitter(() => editor.view.defaultCharacterWidth);
  part("version").textContent = `rulec ${project.catalog.version}`;
  document.body.dataset["ready"] = String(Math.round(performance.now()));
}

/** For trying the page out in a browser's console, and for tests. */
Object.assign(globalThis, { rulec: { ask: engine.ask.bind(engine), engine, project, editor, table, comparison, search, open, linksTo: (base: string) => { linkBase = base; } } });

main().catch((err: unknown) => {
  failed(err);
  loads("rulec can't start here.");
  document.body.dataset["ready"] = "failed";
});
