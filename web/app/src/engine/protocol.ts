// The engine's questions and answers: the other half is in web/engine.

export interface SourceFile { name: string; text: string }

export interface Example { name: string; title: string; ruleset: string }

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

/** A fight to play: a file, a case in it, and its rules. */
export interface Which { file: string; case?: string; rules?: string; asShipped?: boolean }

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

export interface Offer { text: string; allowed: boolean; why?: string; costs?: string; who?: number; place?: { x: number; y: number }; steps?: number; doubtful?: boolean }

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
  offers?: Offer[];
  default?: number[];
  mayPass: boolean;
  several: boolean;
  amount: boolean;
  dice?: string;
  actions?: Action[];
}

/** A decision; or ask, which changes what is asked, reopen, which goes back to what wasn't, and undo. */
export interface Choice {
  kind: "do" | "pass" | "tactic" | "pick" | "roll" | "ask" | "reopen" | "undo";
  action?: number;
  given?: number[];
  adding?: number[];
  picked?: number[];
  faces?: number[];
  asking?: Policy;
  at?: number;
}

/** Which questions are put. */
export interface Policy { mode: "always" | "matters" | "never"; until?: "turn" | "round" | "end"; stops: { on: string; who?: string; scope: "anybody" | "at me" | "others" | "never" }[] }

/** A question that wasn't put; worth is set if someone could lose by it. Before are what could have been done right before the turn that is now asked about. */
export interface Passed { at: number; text: string; why: string; worth: boolean; before?: string[] }

export interface Row { name: string; side?: string; pools: string[]; conditions: string[]; out: boolean }

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

export interface Pool { title: string; now: number; most: number | null; start: number; up: boolean }

export interface Person { who: number; name: string; title: string; mark: string; side: string; out: boolean; pools: Pool[]; conditions: string[] }

export interface Token { who: number; title: string; creature: boolean; x: number; y: number; size: number }

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
  over: boolean;
  error?: Fault;
  question?: Question;
  asking?: Policy;
  passed?: Passed[];
  lines: Line[];
  ground: Ground | null;
  scene: Scene | null;
  parts?: Part[];
}

export interface Share { value: number; low: number; high: number }

/** The odds of an action, or of doing nothing; with more they are an estimate: ask again. */
export interface Odds { more?: boolean; how: string; lines: string[] }

/** Rules by which a fight could be played instead of its own: a file, or its own as shipped. */
export interface Alternative { title: string; rules?: string; asShipped?: boolean }

export interface Asked extends Which { against?: Which | null; seed: string; fights: number; from: number; to: number }

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
  combatants: { name: string; title: string; side: string; stands: Share }[];
  actions: { name: string; per_fight: Share; success?: Share }[];
  difference?: Share & { won: number; lost: number };
  shortest: { trial: number } | null;
  typical: { trial: number } | null;
  longest: { trial: number } | null;
}

export interface Report { seed: string; rulec: string; points: Point[] }

/** The kinds of searches. */
export type LookFor = "laws" | "find" | "howHard" | "tune";

/** A search in a fight, or in the rules of the open file. */
export interface Looked extends Which { for: LookFor; open: string; seed: string; fights: number; ahead: number; side: string; goal: string; within: string; changes: string[] }

/** The results so far; with more the search goes on: ask again. */
export interface Found {
  more?: boolean;
  done: number;
  of: number;
  text: string;
  watch?: { what: string; trial: number }[];
  cases?: { law: string; file: SourceFile }[];
  lines?: string;
}

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
  encounter: [string, Layout];
  changeEncounter: [Change, Edit[]];
  newFight: [string, SourceFile];
  start: [Begins, View];
  now: [object, View];
  decide: [Choice, View];
  decideAll: [Choice[], object];
  playOn: [{ end: boolean }, View];
  backTo: [number, View];
  at: [number, Scene];
  scenes: [number[], Scene[]];
  offers: [{ action: number; given: number[] }, Offer[] | undefined];
  odds: [{ kind?: "pass"; action?: number; given?: number[]; adding?: number[] }, Odds];
  hint: [object, string];
  written: [object, SourceFile];
  recorded: [{ format: "text" | "html" | "json" }, string];
  alternatives: [Which, Alternative[]];
  fits: [Which, object];
  simulate: [Asked, object];
  report: [object[], Report];
  mayTurn: [Which, { sides: string[]; goals: string[]; changes: string[] }];
  look: [Looked, Found];
}

export type Kind = keyof Questions;
