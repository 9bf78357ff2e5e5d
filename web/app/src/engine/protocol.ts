// The engine's questions and answers: the other half is in web/engine.

export interface SourceFile { name: string; text: string }

/** A fight to open, of one's own or built in: how many are on each side, and what plays them; its rules, and the system below these. */
export interface Example { name: string; title: string; own?: boolean; about: string; sides: number[] | null; plays: "tactics" | "script" | "sequence"; rules: string; system: string; systemAbout: string }

export interface Catalog {
  version: string;
  language: number;
  systems: string[];
  shipped: string[];
}

export interface Span { file: string; from: number; to: number; line: number }

export interface Edit extends Span { text: string }

export interface Problem extends Span {
  severity: "error" | "warning";
  code: string;
  message: string;
  hint?: string;
  notes?: (Span & { message: string })[];
  mends?: Mend[];
}

/** A change to choose; its title says whether it is a guess. */
export interface Mend { title: string; edits: Edit[] }

export interface Checked { diagnostics: Problem[]; fights: string[]; sequence: boolean }

export interface Candidate { label: string; apply: string; type: string; detail: string; info: string }

export interface Candidates { from: number; to: number; options: Candidate[] }

export interface Said { from: number; to: number; head: string; about: string; source: string }

/** What is to be coloured in a file: of each word or mark its place, its length and the index of its sort. */
export interface Tokens { sorts: string[]; marks: number[] }

/** What rules leave to the table: a number, a switch, a choice between options, or dice. */
export interface Param { name: string; title: string; about: string; kind: "number" | "switch" | "choice" | "dice"; default: string; value: string; least?: string; most?: string; options?: string[]; changed: boolean; group: string }

/** The params of some rules, and the file into which changes are written; a built-in system isn't changed. Defaults is that file without changes. */
export interface Form { file: string; system?: string; defaults: string; params: Param[] }

/** A fight that can be played by some rules, which are named if they aren't its own. */
export interface Playable { name: string; title: string; rules?: string }

/** A fight to play: a file, a case in it, or one that only a sequence has, by its number; and its rules. */
export interface Which { file: string; case?: string; step?: number; rules?: string; asShipped?: boolean }

/** A single fight of a sequence. */
export interface Step extends Which { title: string }

export type Mode = "watch" | "hand" | "go-on" | "sequence";

export interface Begins extends Which {
  mode: Mode;
  hands?: string[];
  handDice?: boolean;
  asking?: Policy;
  ahead?: boolean;
  seed?: string;
  trial?: string;
}

export interface Action { title: string; allowed: boolean; why?: string; costs?: string; about?: string; params: { title: string; default: boolean }[]; group: "first" | "at foes" | "move" | "other" | "seldom"; usual: boolean; addOns?: string[] }

export interface Offer { text: string; allowed: boolean; about?: string; why?: string; costs?: string; who?: number; place?: { x: number; y: number }; steps?: number; doubtful?: boolean }

export interface Question {
  kind: "act" | "choice" | "dice";
  asks: string;
  who: string;
  title: string;
  name: string;
  turn: boolean;
  clock: string; what?: string;
  /** What it is about: turn, open floor, at me .. */
  class: string;
  /** What is left of what the turn gives, and of what actions cost, besides the pools that are shown. */
  left?: string;
  /** In how many units the rules have costs. */
  units: number;
  offers?: Offer[];
  default?: number[];
  mayPass: boolean;
  several: boolean;
  amount: boolean;
  actions?: Action[];
}

/** A decision; on lets tactics answer so many questions (at); or ask, which changes what is asked, reopen, which goes back to what wasn't, and undo. */
export interface Choice {
  kind: "do" | "pass" | "tactic" | "pick" | "roll" | "on" | "ask" | "reopen" | "undo";
  action?: number;
  given?: number[];
  adding?: number[];
  picked?: number[];
  faces?: number[];
  asking?: Policy;
  at?: number;
}

/** Which questions are put. */
export interface Policy { mode: "always" | "matters" | "never"; until?: "turn" | "round" | "end"; stops: { on: string; who?: string; scope: "anybody" | "at me" | "others" | "never" }[] | null }

/** A question that wasn't put; worth is set if someone could lose by it. Before are what could have been done right before the turn that is now asked about. */
export interface Passed { at: number; text: string; why: string; worth: boolean; before?: string[] }

export interface Row { name: string; pools: string[] | null; conditions: string[] | null; out: boolean }

export type LineKind =
  "event" | "chapter" | "clock" | "turn" | "fighters" | "standings" | "status" | "ending" | "note";

export interface Line { kind: LineKind; depth: number; text: string; costs?: string; verdict?: "succeeded" | "failed"; events: number; rows?: Row[]; reasons?: { depth: number; text: string }[] }

export interface Ground {
  grid: "none" | "square" | "hex" | "zones" | "plane";
  unit: number;
  unitName: string;
  width: number;
  height: number;
  cells?: number[];
  kinds?: { title: string; mark: string; closed: boolean }[];
  zones?: { title: string; next: number[] }[];
}

export interface Pool { title: string; now: number; most: number | null; up: boolean; health: boolean }

export interface Person { who: number; name: string; title: string; mark: string; side: string; out: boolean; fallen: boolean; pools: Pool[]; conditions: string[] }

export interface Token { who: number; title: string; creature: boolean; x: number; y: number; size: number; facing?: number }

export interface Roll { who: string; label: string; dice: string; faces: { shown: number; kept: boolean }[] }

/** A part of a sequence: its first event, its ground, and the state at its end. */
export interface Part { title: string; from: number; ground: Ground; scene: Scene }

export interface Scene { events: number; part: number; hash: string; people: Person[]; tokens: Token[]; rolls: Roll[] }

export interface Fault { message: string; at?: Problem }

export interface View {
  file: string;
  mode: Mode;
  title: string;
  ruleset: string;
  version: string;
  hash: string;
  seed?: string;
  events: number;
  decisions: number;
  /** How many questions the decisions have answered. */
  answers: number;
  over: boolean;
  error?: Fault;
  question?: Question;
  asking?: Policy;
  passed?: Passed[];
  /** The side that is played by hand, if it is just one. */
  own?: string;
  /** The titles of those whose turns come next. */
  next?: string[];
  /** How many lines there are before the first of these: they are as they were. */
  linesFrom: number;
  lines: Line[];
  ground: Ground | null;
  scene: Scene | null;
  parts?: Part[];
}

export interface Share { value: number; low: number; high: number }

/** The odds of an action, a choice, or of doing nothing; with more they are an estimate: ask again. Unmet is what can't be added to the action. */
export interface Odds { more?: boolean; how: string; lines: string[]; unmet?: string[] }

/** Rules by which a fight could be played instead of its own: a file, or its own as shipped. Before: its own are a change of these. */
export interface Alternative { title: string; rules?: string; asShipped?: boolean; before?: boolean }

/** A fight by two sets of rules. */
export interface Pair extends Which { against: Which }

/** The title of a fight's own rules, and the others. */
export interface Alternatives { own: string; others: Alternative[] }

/** Fights to simulate; without a seed they have the encounter's own. */
export interface Asked extends Which { against?: Which | null; seed?: string; fights: number; from: number; to: number }

export interface Spread { mean: Share; median: number; p5: number; p95: number; least: number; most: number }

export interface Outcome { name: string; kind: string; fights: number; share: Share }

export interface Point {
  values?: string[];
  title: string;
  ruleset: string;
  hash: string;
  fights: number;
  outcomes: Outcome[];
  length: Spread & { unit: string; bins: { length: number; fights: number; by_outcome: number[] }[] };
  /** Set if the winner is decided. */
  even?: { winner: string; share: Share };
  combatants: { name: string; title: string; side: string; stands: Share; health: { name: string }[] }[];
  actions: { name: string; per_fight: Share; success?: Share }[];
  difference?: Share & { won: number; lost: number; turned?: number };
  shortest: { trial: number } | null;
  typical: { trial: number } | null;
  longest: { trial: number } | null;
}

export interface Report { seed: string; rulec: string; points: Point[] }

/** The kinds of searches. */
export type LookFor = "laws" | "find" | "howHard" | "tune";

/** A search in a fight, or in the rules of the open file. */
export interface Looked extends Which { for: LookFor; open: string; seed: string; fights: number; ahead: number; side: string; goal: string; within: string; changes: string[] }

/** A cell of a table: its numbers are none, the value, or the value and the ends of its interval. */
export interface Cell { text: string; numbers?: number[] }

/** A piece of a report. */
export type Block =
  | { type: "heading" | "note"; is: { text: string } }
  | { type: "paragraph"; is: { text: string; verdict: boolean } }
  | { type: "lines"; is: { lines: string[] } }
  | { type: "table"; is: { head: { name: string }[]; rows: Cell[][] } }
  | { type: "columns"; is: { columns: { title: string; blocks: Block[] }[] } }
  | { type: "chart" | "command" };

/** The results so far; with more the search goes on: ask again. */
export interface Found {
  more?: boolean;
  done: number;
  of: number;
  title: string;
  blocks: Block[] | null;
  watch?: { what: string; trial: number }[];
  cases?: { law: string; file: SourceFile }[];
  lines?: string;
}

/** A title that has a card. Its kind is person, creature, action, condition, or that of other things, such as weapon. */
export interface Name { kind: string; title: string }

/** A text in pieces; to is the anchor of what a piece names. */
export type Pieces = { text: string; to?: string }[];

export interface BookLine { label?: string; text?: Pieces; lines?: BookLine[] }

export interface BookTable { columns: string[]; rows: { entry?: Entry; cells: (Pieces | null)[] }[] }

/** A definition in a book; change is set if house rules made or changed it. */
export interface Entry { anchor: string; title: string; about: string; change?: { new: boolean }; stats?: boolean; lines?: BookLine[]; table?: BookTable; figures?: { title: string; value: string }[] }

/** A section of a book; terms say what the words in its definitions mean. */
export interface Group { anchor: string; title: string; about: string; terms?: BookLine[]; table?: BookTable; entries?: Entry[] }

/** The book of rules for players; house rules have a base. */
export interface Book { title: string; about: string; base: string; version: string; chapters: { anchor: string; title: string; about: string; groups: Group[] }[] }

/** What is written about something; of a person also their state, the definition they are made from, and what they have. */
export interface Card extends Entry { kind: string; state?: Person; of?: Name; has?: Name[] }

/** A page of the reference, or a section of one that was looked for. */
export interface Page { name: string; title: string; about: string; text?: string }

/** The goals that a fight can have, what may change in it, and its seed. */
export interface May { seed: string; sides: string[]; goals: string[]; changes: string[] }

export interface GroundKind { name: string; title: string; mark: string; closed: boolean }

/** The ground as a file draws it: width and height count its marks, each so many spaces wide; 0 is open ground. Of the kinds the first is open. */
export interface DrawnGround extends Omit<Ground, "kinds"> { kinds: GroundKind[]; mark: number; locked?: string }

export interface Spot { x: number; y: number }

/** A combatant, or a thing on the ground, as a file says it; at is in spaces, or the number of a zone. */
export interface Placed { name: string; title: string; side: string; is: string; tactic: string; thing: boolean; at?: Spot; size: number; where: Span; locked?: string }

/** The encounter of a file; of another file the rules by which one could be. */
export interface Layout { fight: boolean; rules: string; locked?: string; ground?: DrawnGround; people: Placed[]; creatures: { name: string; title: string }[]; tactics: { name: string; title: string }[] }

/** A change of an encounter. */
export type Change = { file: string } & (
  | { do: "draw"; width: number; height: number; cells: number[] }
  | { do: "set"; who: string; key: "place" | "side" | "is" | "tactic" | "title"; value?: string; to?: Spot }
  | { do: "new"; is: string; side: string; to?: Spot | undefined }
  | { do: "copy"; who: string; to?: Spot | undefined }
  | { do: "rename"; who: string; value: string }
  | { do: "remove"; who: string });

/** A new fight by the rules of a file. */
export interface NewFight { rules: string; title: string; sides: string[] }

/** The questions, with their content and their answers. */
export interface Questions {
  begin: [SourceFile[], Catalog];
  setFile: [SourceFile, object];
  dropFile: [string, object];
  readFile: [string, SourceFile];
  examples: [object, Example[]];
  starter: [{ system: string; folder: string }, SourceFile[]];
  check: [string, Checked];
  complete: [{ file: string; offset: number }, Candidates];
  hover: [{ file: string; offset: number }, Said | undefined];
  definition: [{ file: string; offset: number }, Span | undefined];
  tokens: [string, Tokens];
  params: [{ file: string; before: string }, Form];
  setParam: [{ file: string; before: string; name: string; value: string }, Edit[]];
  fightsBy: [string, Playable[]];
  encounter: [string, Layout];
  changeEncounter: [Change, Edit[]];
  newFight: [NewFight, SourceFile];
  rulesets: [object, Alternative[]];
  start: [Begins, View];
  now: [object, View];
  decide: [Choice, View];
  decideAll: [Choice[], object];
  playOn: [{ end: boolean }, View];
  backTo: [number, View];
  at: [number, Scene];
  scenes: [number[], Scene[]];
  offers: [{ action: number; given: number[] }, Offer[] | undefined];
  odds: [Choice, Odds];
  hint: [object, string];
  written: [object, SourceFile];
  recorded: [{ format: "text" | "html" | "json" }, string];
  alternatives: [Which, Alternatives];
  differences: [Pair, string[]];
  fits: [Which, object];
  steps: [Which, Step[]];
  simulate: [Asked, object];
  report: [object[], Report];
  names: [string, Name[]];
  card: [{ kind: string; name: string; file: string; events: number }, Card];
  book: [string, Book];
  reference: [{ page?: string; find?: string }, Page[]];
  mayTurn: [Which, May];
  look: [Looked, Found];
}

export type Kind = keyof Questions;
