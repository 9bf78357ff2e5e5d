// The page: files and an editor, a table on which fights are played, and simulations.
import { compared } from "./files/diff";
import { button, dialog, h, notice, part } from "./dom";
import { Editor, said } from "./rules/editor";
import { Engine, Refusal } from "./engine/engine";
import { Encounter } from "./rules/encounter";
import { Panels } from "./rules/panels";
import { Project } from "./files/project";
import type { Begins, Checked, Edit, Mode, Problem, SourceFile, Which } from "./engine/protocol";
import { pack, unpack, type Shared } from "./share";
import { Search } from "./compare/search";
import { Simulation } from "./compare/simulate";
import { Start } from "./start";
import { offer } from "./engine/transport";
import { remember, remembered } from "./remember";
import { Table, type Decided } from "./fight/table";
import { Views } from "./views";

/** How long typing must pause before a file is checked, in milliseconds. */
const pause = 150;

const tutorial = "examples/01-first-blood.yaml";

const engine: Engine = new Engine((ask, why) => table.putBack(ask, why));
const project = new Project(engine);
const editor = new Editor(part("editor"), engine);
const table = new Table(engine, () => project.everything());
const views = new Views();
const panels = new Panels();
/** The fight on the table; one of a sequence isn't played many times. */
/** How many seeds fights by hand have: short ones, to be read out. */
const seeds = 1_000_000;

const current = (): { which: Which; seed: string } | undefined => table.begun && table.view?.mode !== "sequence" ? { which: { file: table.begun.file, case: table.begun.case ?? "" }, seed: table.view?.seed ?? "0" } : undefined;
panels.add(new Encounter(engine, {
  file: () => editor.name, settle: () => settle(), change, play: () => void begin("watch"), undo: () => editor.undo(), show: (from, to) => { if (innerWidth <= 1080) panels.show("table"); editor.select(from, to); }, failed,
  keep: async (f) => {
    const name = project.free(f.name, "fight");
    await project.set(name, f.text);
    await open(name);
  },
}));
const simulation = new Simulation(engine, project, current);
const search = new Search(engine, project, current, () => editor.name);

let checked: Checked | undefined;
let typing = 0;

function failed(err: unknown): void {
  const at = err instanceof Refusal ? err.fault.at : undefined;
  const text = err instanceof Error ? err.message : String(err);
  if (at?.file) notice(`${at.file}, line ${at.line}: ${said(at)}`, "error", [button("Show it", () => void open(at.file, at.from, at.to))]);
  else notice(text, "error");
}

// Files and the editor.

async function open(name: string, from?: number, to?: number): Promise<void> {
  try {
    if (editor.name !== name) {
      await settle();
      editor.show(name, await project.text(name));
      checked = undefined; // its fights are another file's
      part("case").replaceChildren();
      remember("rulec.open", name);
      listFiles();
      await check();
    }
    if (from !== undefined) editor.select(from, to ?? from);
  } catch (err) {
    failed(err);
  }
}

function listFiles(): void {
  const entry = (name: string): Node => h("li", {},
    h("button", { type: "button", class: "file", "aria-current": name === editor.name ? "true" : null, click: () => void open(name) }, name),
    project.isDraft(name) && project.isGiven(name) ? h("small", {}, "changed") : null,
    project.isDraft(name) ? button(project.isGiven(name) ? "undo" : "delete", () => void drop(name), { class: "small", "aria-label": `${project.isGiven(name) ? "Undo all changes of" : "Delete"} ${name}` }) : null);
  const drafts = project.files().map((f) => f.name).sort();
  const folders = new Map<string, string[]>();
  for (const name of project.catalog.shipped) {
    const folder = name.slice(0, name.lastIndexOf("/"));
    folders.set(folder, [...(folders.get(folder) ?? []), name]);
  }
  part("files").replaceChildren(
    h("h3", {}, "Yours"), drafts.length > 0 ? h("ul", {}, ...drafts.map(entry)) : h("p", { class: "quiet" }, "Nothing yet. Change a file, or start with house rules."),
    ...(project.inFolder().length > 0 ? [h("h3", {}, "In the folder"), h("ul", {}, ...project.inFolder().filter((n) => !project.isDraft(n)).map(entry))] : []),
    ...[...folders].map(([folder, names]) => h("details", { open: names.includes(editor.name) }, h("summary", {}, folder), h("ul", {}, ...names.map(entry)))));
  part("save-file").hidden = !project.writes || !project.isDraft(editor.name);
  part("file-name").replaceChildren(...editor.name.split(/(?<=\/)/).flatMap((w) => [w, h("wbr")])); // a long name breaks after its folders
  part("file-state").textContent = project.isGiven(editor.name) ? (project.isDraft(editor.name) ? (project.writes ? "not saved" : "your version; the original is kept") : project.inFolder().includes(editor.name) ? (project.writes ? "in the folder" : "in the folder; your changes stay in the browser") : "built in; your changes make your own version") : "";
}

/** Saves the file in the editor into the folder that rulec serve was given. */
async function saveFile(): Promise<void> {
  const name = editor.name;
  try {
    await settle();
    if (!project.isDraft(name)) return notice(`${name} is as it is in the folder.`);
    const theirs = await project.save(name);
    if (theirs === undefined) return notice(`${name} is saved in the folder.`);
    const mine = await project.text(name);
    const choice = await dialog("The file has changed in the folder", (close) => [
      h("p", {}, `Somebody else has changed ${name} since the page read it. In the folder are the lines with -, here those with +.`),
      h("pre", { class: "compared", tabindex: 0 }, ...compared(theirs, mine).map((l) => h("span", { class: l.sign === "-" ? "less" : l.sign === "+" ? "more" : null }, `${l.sign} ${l.text}\n`))),
      h("div", { class: "tools" }, button("Save mine", () => close("mine")), button("Take theirs", () => close("theirs")), button("Back", () => close()))]);
    if (choice === "mine") return saveFile();
    if (choice !== "theirs") return;
    await project.take(name, theirs);
    if (editor.name === name) editor.show(name, theirs);
    listFiles();
    await check();
  } catch (err) {
    failed(err);
  }
}

async function drop(name: string): Promise<void> {
  await project.drop(name);
  if (editor.name === name) {
    if (project.isGiven(name)) editor.show(name, await project.text(name));
    else await open(tutorial);
  }
  listFiles();
  await check();
}

/** Checks the open file, and shows the problems. */
async function check(): Promise<void> {
  const name = editor.name;
  const began = performance.now();
  try {
    const found = await engine.ask("check", name);
    if (editor.name !== name) return;
    checked = found;
    part("problems").dataset["milliseconds"] = String(Math.round(performance.now() - began));
    editor.mark(found.diagnostics);
    showProblems(found.diagnostics);
    offerFights(found);
    panels.opened();
  } catch (err) {
    failed(err);
  }
}

function showProblems(list: Problem[]): void {
  const errors = list.filter((p) => p.severity === "error").length, warnings = list.length - errors;
  part("problem-count").textContent = list.length === 0 ? "Nothing is wrong." : [errors > 0 && `${errors} ${errors === 1 ? "mistake" : "mistakes"}`, warnings > 0 && `${warnings} ${warnings === 1 ? "warning" : "warnings"}`].filter(Boolean).join(", ");
  part("problems").replaceChildren(...list.slice(0, 100).map((p) => h("li", { class: p.severity },
    h("button", { type: "button", class: "problem", click: () => void open(p.file, p.from, p.to) }, `${p.file === editor.name ? "" : `${p.file}, `}line ${p.line}: ${said(p)}`),
    ...(p.mends ?? []).map((m) => button(m.title, () => void change(m.edits).catch(failed), { class: "small" })))));
}

/** Makes edits of files, and checks the open one again. */
async function change(edits: Edit[]): Promise<void> {
  for (const name of new Set(edits.map((e) => e.file))) {
    if (unsettled?.name === name) throw new Error(`Something else is being typed into ${name}: do it again.`);
    let text = (await project.text(name)).replaceAll("\r\n", "\n"); // the engine counts a line end as one
    for (const e of edits.filter((x) => x.file === name).sort((a, b) => b.from - a.from)) text = text.slice(0, e.from) + e.text + text.slice(e.to);
    await project.set(name, text);
    if (name === editor.name) editor.replace(text);
  }
  await check();
}

function offerFights(c: Checked): void {
  const list = part<HTMLSelectElement>("case");
  const before = list.value;
  list.replaceChildren(...(c.sequence ? ["the whole sequence"] : c.fights).map((f) => h("option", { value: f }, f)));
  if (c.fights.includes(before)) list.value = before;
  const none = c.fights.length === 0 && !c.sequence;
  part("play-file").hidden = none;
  list.closest("label")!.hidden = list.options.length < 2;
  part("by-hand").hidden = c.sequence;
}

editor.follow = (file, from, to) => void open(file, from, to);

/** The typed text that the engine doesn't have yet. */
let unsettled: { name: string; text: string } | undefined;

/** Passes the typed text to the engine. */
async function settle(): Promise<void> {
  const typed = unsettled;
  if (!typed) return;
  unsettled = undefined;
  try {
    await project.set(typed.name, typed.text);
    if (part("replay").hidden) void simulation.offer(); // from now on there are rules as shipped
    part("replay").hidden = false;
  } catch (err) {
    failed(err);
  }
}

editor.settled = settle;

editor.typed = (name, text) => {
  unsettled = { name, text };
  clearTimeout(typing);
  typing = window.setTimeout(() => void settle().then(check), pause);
};

// Another tab has changed a file: it is shown here, too, if nothing else is being typed into it here.
project.elsewhere = (name, text) => {
  if (editor.name !== name) return true;
  if (unsettled) return false;
  void (text === undefined ? project.text(name) : Promise.resolve(text)).then((now) => { editor.show(name, now); return check(); });
  return true;
};
project.aside = (name, other) => notice(`${name} has been changed in another tab, too: that version is ${other}.`, "error");
project.changed = (name) => { if (name === undefined) listFiles(); };
project.lost = () => notice("The browser can't store your files: make a link, or copy them.", "error");

// Fights.

/** Puts a fight of a file on the table. */
async function play(b: Begins, event?: number, earlier?: Decided): Promise<boolean> {
  await settle();
  const done = await table.start(b, event, earlier);
  if (done) part("replay").hidden = true;
  if (done) keep();
  if (done) void simulation.offer();
  if (done) void search.offer();
  return done;
}

/** Keeps what is on the table for the next visit. */
function keep(): void { remember("rulec.fight", JSON.stringify({ begun: table.begun, decided: table.decided })); }

function begins(mode: Mode): Begins {
  const name = checked?.sequence ? "" : part<HTMLSelectElement>("case").value;
  const b: Begins = { file: editor.name, case: name, mode };
  const seed = part<HTMLInputElement>("seed").value.trim();
  if (/^\d+$/.test(seed)) b.seed = seed;
  else if (seed !== "") throw new Error(`A seed is a whole number, such as 7, not "${seed}".`);
  else if (mode === "hand") b.seed = String(Math.floor(Math.random() * seeds));
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
  part("notices").replaceChildren();
  try {
    const b = begins(mode);
    if (await leaves() && await play(b)) views.part("table");
  } catch (err) {
    failed(err);
  }
}

/** Asks whether the fight by hand on the table is left; true if there is none. */
async function leaves(): Promise<boolean> {
  if (!table.inProgress()) return true;
  return await dialog("Your fight isn't over", (close) => [
    h("p", {}, "A new fight takes its place. Save it as a file to play it again later."),
    h("div", { class: "tools" }, button("Leave it", () => close("leave")), button("Go on with it", () => close()))]) === "leave";
}

/** Plays the fight on the table once more, by the current rules. */
async function replay(): Promise<void> {
  if (!table.begun) return;
  part("notices").replaceChildren();
  const at = table.begun.mode === "watch" || table.begun.mode === "sequence" ? table.at().events : undefined;
  await play(table.begun, at);
}

async function chooseFight(): Promise<void> {
  const bySystem = new Map<string, { name: string; title: string }[]>();
  for (const x of await engine.ask("examples", {})) bySystem.set(x.ruleset || "several fights", [...(bySystem.get(x.ruleset || "several fights") ?? []), x]);
  const name = await dialog("Open a fight", (close) => [
    ...[...bySystem].map(([system, list]) => h("section", {}, h("h3", {}, system), h("ul", { class: "examples" }, ...list.map((x) => h("li", {}, button(x.title, () => close(x.name), { "data-example": x.name }))))))]);
  if (name) await openFight(name);
}

/** Opens an encounter, in the editor and on the table. */
async function openFight(name: string): Promise<void> {
  if (!await leaves()) return;
  part("notices").replaceChildren();
  await open(name);
  await play({ file: name, mode: "watch" });
}

async function chooseStart(): Promise<void> {
  const system = await dialog("Start your own rules", (close) => [
    h("p", {}, "House rules change a few things in a system and keep the rest. Or start with a small system that is all yours."),
    h("ul", { class: "examples" }, ...project.catalog.systems.map((x) => h("li", {}, button(`House rules for ${x}`, () => close(x), { "data-system": x }))),
      h("li", {}, button("My own small system", () => close("-"), { "data-system": "-" })))]);
  if (!system) return;
  try {
    const base = system === "-" ? "my_rules" : `my_${system}`;
    let folder = base;
    for (let n = 2; project.all().some((f) => f.startsWith(`${folder}/`)); n++) folder = `${base}_${n}`;
    for (const f of await engine.ask("starter", { system: system === "-" ? "" : system, folder })) await project.set(f.name, f.text);
    await open(`${folder}/${system === "-" ? "rules" : "house"}.yaml`);
    views.go("rules");
    await play({ file: `${folder}/fight.yaml`, mode: "watch" });
    notice(`Your rules are in ${folder}. Change something, then play again.`);
  } catch (err) {
    failed(err);
  }
}

async function newFile(): Promise<void> {
  const input = h("input", { type: "text", "aria-label": "Name of the file", value: "new.yaml" });
  const name = await dialog("A new file", (close) => {
    input.addEventListener("keydown", (e) => { if (e.key === "Enter") close(input.value); });
    return [input, h("div", { class: "tools" }, button("Create", () => close(input.value), { class: "main" }))];
  });
  if (!name) return;
  try {
    const full = /\.(ya?ml|md)$/.test(name.trim()) ? name.trim() : `${name.trim()}.yaml`;
    if (!project.all().includes(full)) await project.set(full, "");
    await open(full);
  } catch (err) {
    failed(err);
  }
}

/** Saves the fight played by hand as a file. */
async function save(): Promise<void> {
  try {
    const f = await engine.ask("written", {});
    const name = project.free(f.name.replace(/(-played(-\d+)?)?\.ya?ml$/, ".yaml"), "played");
    await project.set(name, f.text);
    await open(name);
    notice(`The fight is saved as ${name}: its script plays it again.`);
  } catch (err) {
    failed(err);
  }
}

/** Saves a case as a file, and opens it: its fight stops where a law doesn't hold. */
async function keepCase(f: SourceFile): Promise<void> {
  try {
    const base = f.name.replace(/\.yaml$/, "");
    let free = f.name;
    for (let n = 2; project.all().includes(free); n++) free = `${base}-${n}.yaml`;
    await project.set(free, f.text);
    await openFight(free);
    views.part("table");
  } catch (err) {
    failed(err);
  }
}

function download(name: string, content: string | Blob): void {
  const at = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type: "text/plain" }) : content);
  h("a", { href: at, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(at), 1000);
}

async function downloadLog(): Promise<void> {
  try {
    download("fight.txt", await engine.ask("recorded", { format: "text" }));
  } catch (err) {
    failed(err);
  }
}

// Sharing.

/** The page to which links lead; none is offered without one that others can reach. */
let linkBase: string | undefined;

const local = /^(localhost|127\.|\[::1\])/;

/** Shows what can be given to others: the story as one page, a picture, and a link, if there is a page that they can reach. */
async function share(): Promise<void> {
  try {
    const name = editor.name.replace(/^.*\//, "").replace(/\.\w+$/, "");
    const link = linkBase === undefined ? undefined : await linkTo(linkBase);
    await dialog("Share", () => [
      ...(table.view ? [h("p", {}, "The story of this fight, as one page that opens anywhere:"),
        h("div", { class: "tools" }, button("Save the story", () => void saved(async () => download(`${name}.html`, await engine.ask("recorded", { format: "html" }))), { id: "save-story", class: "main" }),
          button("Save a picture of the map", () => void saved(async () => download(`${name}.png`, await table.picture())), { id: "save-picture" }))] : []),
      ...(link === undefined ? [h("p", { class: "quiet" }, "A link needs a page that others can reach, too: rulec serve --link-base URL.")] : link)]);
  } catch (err) {
    failed(err);
  }
}

const saved = (what: () => Promise<void>): Promise<void> => what().catch(failed);

/** A link with the files, and the fight as it is now. */
async function linkTo(base: string): Promise<Node[]> {
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
  return [
    h("p", {}, `A link with ${x.files.length === 0 ? "none of your files" : x.files.length === 1 ? "1 of your files" : `${x.files.length} of your files`}${x.fight ? " and the fight as it is now" : ""}. It has ${link.length} characters${link.length > 2000 ? ", which is more than some chats take" : ""}.${copied ? " It is on the clipboard." : ""}`),
    h("textarea", { id: "link", readonly: true, rows: 6, "aria-label": "The link" }, link)];
}

/** Opens the content of a link, without changing the user's own files. */
async function openLink(x: Shared): Promise<void> {
  const digest = await crypto.subtle?.digest("SHA-256", new TextEncoder().encode(location.hash)).then((d) => [...new Uint8Array(d).slice(0, 6)].map((b) => b.toString(16).padStart(2, "0")).join(""), () => "link");
  await project.open(x.files, `rulec.link.${digest ?? "link"}`);
  listFiles();
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

// Views.

const start = new Start(part("start"), engine, {
  watch: (file) => void openFight(file).then(() => views.go("fight")),
  rules: (fight, file) => void openFight(fight).then(() => open(file)).then(() => views.go("rules")),
  table: () => { views.go("fight"); void table.goTo(0).then(() => table.playBack()); },
  house: () => void chooseStart(),
  files: (list) => void bring(list),
  failed,
});

views.edit = () => editor.focus();

/** What has to be drawn anew in a view that comes to be seen. */
views.shown = (view) => {
  if (view === "fight" && table.view) document.title = `${table.view.title} - rulec`;
  if (view === "start") start.fight(table.view?.title ?? "", document.querySelector("#map svg"));
  else table.reveal();
};

/** Takes files of the user's disk over as their own, and opens the first. */
async function bring(list: File[]): Promise<void> {
  try {
    const fit = list.filter((f) => /\.(ya?ml|md)$/.test(f.name));
    if (fit.length === 0) throw new Error("These are no rule files: their names end in .yaml.");
    for (const f of fit) await project.set(f.name, await f.text());
    await open(fit[0]!.name);
    views.go("rules");
  } catch (err) {
    failed(err);
  }
}

// The look of the page, and keys.

function theme(next?: string): void {
  const now = next ?? (document.documentElement.dataset["theme"] || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));
  document.documentElement.dataset["theme"] = now;
}

const help: [string, string][] = [
  ["left, right", "one line back, one line forward"], ["Home, End", "to the start, to the end"], ["space", "play the fight, or pause"],
  ["0 to 9, letters", "choose the line with this number or letter"], ["t", "let the tactic decide"], ["u", "take the last decision back"], ["w", "why? of the current line"], ["Escape", "close the note on a choice; choose something else"],
  ["Ctrl+S", "save the file to the folder, with rulec serve --write"], ["Ctrl+Enter", "play again, by the current rules"], ["F12, Ctrl+click", "in the editor: go to the declaration of a name"], ["Ctrl+space", "in the editor: complete what you type"], ["Escape, then Tab", "leave the editor"],
  ["F6, Shift+F6", "to the next or previous part of the page: rules, map, decision, people and dice, log, many fights"],
];

function showHelp(): void {
  void dialog("Keys", () => [h("table", { class: "keys" }, h("tbody", {}, ...help.map(([k, t]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, k)), h("td", {}, t)))))]);
}

document.addEventListener("keydown", (e) => {
  if (e.key === "F6" && !document.querySelector("dialog[open]")) {
    e.preventDefault();
    views.next(e.shiftKey ? -1 : 1);
    return;
  }
  if (e.key === "s" && (e.ctrlKey || e.metaKey) && project.writes) {
    e.preventDefault();
    void saveFile();
    return;
  }
  if (e.key === "Enter" && (e.ctrlKey || e.metaKey)) {
    e.preventDefault();
    void replay();
    return;
  }
  if (document.body.dataset["view"] === "start") return;
  const where = e.composedPath()[0];
  if (document.querySelector("dialog[open]") || e.ctrlKey || e.metaKey || e.altKey || !(where instanceof Element)) return;
  if (where.closest("input:not([type=range]):not([type=checkbox]), textarea, select, .cm-editor")) return;
  const keys: Record<string, () => void> = {
    ArrowLeft: () => void table.step(-1), ArrowRight: () => void table.step(1), Home: () => void table.goTo(0), End: () => void table.goTo(table.view?.events ?? 0),
    u: () => void table.undo(), w: () => { table.why(); }, Escape: () => table.again(), "?": showHelp,
    t: () => { [...document.querySelectorAll<HTMLElement>("#question button")].find((b) => b.getAttribute("aria-keyshortcuts") === "t")?.click(); },
  };
  if (e.key === " " && !where.closest("button, summary")) keys[" "] = () => table.playBack();
  const act = keys[e.key] ?? (/^[0-9a-z]$/.test(e.key) ? () => { table.press(e.key); } : undefined);
  if (!act) return;
  e.preventDefault();
  act();
});

async function main(): Promise<void> {
  theme(remembered("rulec.theme") || undefined);
  table.failed = failed;
  engine.thought = (n) => { part("thinking").textContent = n === 0 ? "" : `Thinking ahead: ${n === 1 ? "a decision" : `${n} decisions`} ..`; };
  table.news = (text) => notice(text);
  table.kept = keep;
  simulation.failed = failed;
  simulation.watch = (trial, seed, which) => { void play({ ...which, mode: "watch", seed, trial }); views.part("table"); };
  search.failed = failed;
  search.watch = simulation.watch;
  search.keep = (f) => void keepCase(f);
  part("open-fight").addEventListener("click", () => void chooseFight());
  part("house-rules").addEventListener("click", () => void chooseStart());
  part("save-file").addEventListener("click", () => void saveFile());
  part("new-file").addEventListener("click", () => void newFile());
  part("share").addEventListener("click", () => void share());
  part("save").addEventListener("click", () => void save());
  part("download").addEventListener("click", () => void downloadLog());
  part("help").addEventListener("click", showHelp);
  part("theme").addEventListener("click", () => {
    theme(document.documentElement.dataset["theme"] === "dark" ? "light" : "dark");
    remember("rulec.theme", document.documentElement.dataset["theme"] ?? "");
  });
  part("watch").addEventListener("click", () => void begin(checked?.sequence ? "sequence" : "watch"));
  part("by-hand").addEventListener("click", () => void begin("hand"));
  part("go-on").addEventListener("click", () => void begin("go-on"));
  part("replay").addEventListener("click", () => void replay());
  const o = await offer;
  linkBase = o.engine === "wasm" && !local.test(location.hostname) ? location.href.split("#")[0] : o.linkBase;
  const known = remembered("rulec.open") !== ""; // they have been here before
  addEventListener("hashchange", () => views.show());

  const linked = await unpack(location.hash).then(async (x) => {
    if (x) await openLink(x);
    return x !== undefined;
  }).catch((err: unknown) => { failed(err); return false; });
  if (!linked) {
    await project.open();
    listFiles();
    const last = remembered("rulec.open"), first = project.inFolder()[0] ?? tutorial;
    await open(project.all().includes(last) ? last : first);
    document.body.dataset["checked"] = String(Math.round(performance.now()));
    let before: { begun?: Begins; decided?: Decided } = {};
    try {
      before = JSON.parse(remembered("rulec.fight") || "{}") as typeof before;
    } catch { /* as if there were none */ }
    if (!before.begun || !project.all().includes(before.begun.file) || !await play(before.begun, undefined, before.decided)) {
      await play({ file: tutorial, mode: "watch" });
    }
  }
  if (!linked && !known && location.hash === "" && project.inFolder().length === 0) location.hash = "#/start";
  views.show();
  void start.open().catch(failed);
  part("version").textContent = `rulec ${project.catalog.version}`;
  document.body.dataset["ready"] = String(Math.round(performance.now()));
}

/** For trying the page out in a browser's console, and for tests. */
Object.assign(globalThis, { rulec: { ask: engine.ask.bind(engine), engine, project, editor, table, simulation, search, open, linksTo: (base: string) => { linkBase = base; } } });

main().catch((err: unknown) => {
  failed(err);
  document.body.dataset["ready"] = "failed";
});
