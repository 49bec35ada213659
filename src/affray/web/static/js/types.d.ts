// Types of the service's data and of the page's own, for the editor and `make check`.

/** A place of a board of spots. */
interface Spot {
  name: string;
  height?: number;
  cover?: number;
  dark?: boolean;
  obscured?: boolean;
  x?: number | null;
  y?: number | null;
}

/** A fight's field, in any of the rulesets' three kinds of space. */
interface Board {
  kind: "grid" | "spots" | "zones";
  places: (string | Spot)[];
  width?: number;
  height?: number;
  hexes?: boolean;
  shape?: string;
  paths?: [number, number][];
  /** The drawn position of each zone, across and down, if the scenario gives it. */
  drawn?: Point[];
  links?: [number, number, string?][];
  exits?: number[];
  engines?: { name: string; place: number }[];
  solid?: number[];
  rough?: number[];
  cover?: number[];
  costs?: Record<string, number>;
  terrain?: string[];
  walls?: [number, number, number, number][];
  /** Places that are hidden from this page's player. */
  hidden?: number[];
}

interface FighterInfo {
  name: string;
  side: number;
  emblem?: string;
  sheet?: FighterSheet;
  /** The look of the fighter's portrait, once it was made. */
  look?: any;
}

/** A fighter's sheet for display: scores, weapons, armour, and other data of the ruleset. */
interface FighterSheet {
  scores?: Record<string, unknown>;
  weapons?: (string | { name: string; figures?: unknown; tags?: string[] })[];
  armour?: unknown;
  [more: string]: unknown;
}

interface SideInfo {
  name: string;
  player?: string;
}

/** The part of a fight that never changes. */
interface Scene {
  id?: string;
  name?: string;
  title: string;
  about?: string;
  ruleset?: string;
  house?: Record<string, unknown>;
  sides: SideInfo[];
  gm?: string;
  parent?: string | null;
  chosen_seed?: string | null;
  board: Board;
  fighters: FighterInfo[];
}

/** The state of a fighter. */
interface FighterState {
  health: number;
  max: number;
  state: string;
  conditions: string[];
  where: { place?: number; facing?: string | number | null } | null;
  place?: string;
}

/** A fighter's position in the turn order. */
interface TurnOrderEntry {
  who: number | string;
  status: "acting" | "acted" | "waiting" | "out";
  left?: string;
}

/** A line of the log with its dice, its rules and the changes it caused. */
interface Frame {
  at: number;
  kind: string;
  parts: Record<string, any>;
  rules: string[];
  rolls: string[];
  text: string;
  round?: number;
  fighters?: Record<string, FighterState>;
  order?: TurnOrderEntry[];
  /** Whether the previous line already says everything. */
  quiet?: boolean;
}

interface Decision {
  at: number;
  frame: number;
  side: number;
  asked: string;
  prompt: string;
  kind: string;
  chose: string;
}

interface Option {
  key: string;
  kind: string;
  text: string;
  target: number;
  place: number;
  rules: string[];
  attack: boolean;
  cost?: string;
  weapon?: string;
  takes_words?: boolean;
}

/** A person's seat at the table. */
interface SeatInfo {
  role: string;
  name: string;
  fighters: number[];
  side: number | null;
  onlooker: boolean;
}

/** The seats at the table, with their fighters. */
interface TableInfo {
  gathering: boolean;
  open: boolean;
  secret: boolean;
  friends: number[];
  sides: string[];
  gm: string;
  empty: string;
  fighters: Record<string, string>;
  seats: SeatInfo[];
  names: Record<string, string>;
  clock: { seconds: number; player: string; left?: number };
  hidden: { fighters: number[]; places: number[] } | null;
  reserve: number[];
  /** Requests to take back a seat on another device, for the game master. */
  claims?: { number: number; role: string }[];
  /** Whether the map has a picture under its grid. */
  picture: boolean;
  /** The next fight of the same people; empty without one. */
  next: string;
}

/** A chat message, written after the tape's first `at` answers. */
interface ChatLine {
  number: number;
  at: number;
  role: string;
  name: string;
  text: string;
  kind: string;
  to: string;
  time: number;
  about: number;
}

/** A table as seen by a person who has its code. */
interface JoinableTable {
  id: string;
  title: string;
  ruleset: string;
  sides: string[];
  gathering: boolean;
  fighters: { number: number; name: string; side: number; emblem: string; taken_by: string | null; free: boolean }[];
  names: string[];
}

interface Invitation {
  code: string;
  address: string;
  local: boolean;
  qr: string;
}

/** The fighters that can be brought in from the content, titles by name, and the sides they fit. */
interface Newcomers {
  entries: Record<string, string>;
  sides: string[];
}

/** The possible rulings about a fighter. */
interface RulingChoices {
  fighter: string;
  health: number;
  max: number;
  state: string;
  place: string;
  conditions: string[];
  kinds: Record<string, string[]>;
  difficulties: string[];
  /** The skills and scores for a Test, with their chances to succeed by difficulty. */
  tests: Record<string, number[]>;
}

interface Question {
  number: number;
  kind: string;
  side: number;
  who: number;
  about: number;
  target: number;
  asked: string;
  prompt: string;
  player: string;
  yours: boolean;
  default: number;
  options: Option[];
  simple?: string | null;
  /** The seats that must answer it. */
  seats?: string[];
  /** Rolled dice that no line of the log shows yet. */
  rolled?: string[];
  check?: { name: string; needed: number };
  /** What is left of the resources that the options cost. */
  left?: Record<string, number>;
}

/** The new part of a fight's story, and the fighters' states at its end. */
interface News {
  number: number;
  answers: number;
  keep: number;
  keep_decisions: number;
  frames: Frame[];
  decisions: Decision[];
  now: FighterState[];
  round: number;
  over: boolean;
  winner: string | null;
  question: Question | null;
  request: { role: string; to: number } | null;
  requests?: { role: string; to: number }[];
  order?: TurnOrderEntry[];
  frozen?: string | null;
  /** The number of answers that were taken back and can be redone. */
  undone?: number;
  table?: TableInfo;
  chat?: ChatLine[];
  /** Changes when the page must load the whole fight again. */
  view?: string;
}

interface WholeFight {
  role: string;
  scene: Scene;
  story: News;
}

/** The expected effect of an option on a fighter. */
interface Prospect {
  who: number;
  harm: number;
  hurt: number;
  drop: number;
  states: Record<string, number>;
  conditions: Record<string, number>;
  moved: number;
}

interface OptionOdds {
  exact: boolean;
  error: number;
  rolled: boolean;
  fighters: Prospect[];
  hit?: number;
  harm?: number;
  hurt?: number;
  mean?: number;
  drop?: number;
}

interface ToldLine {
  kind: string;
  text: string;
  rules: string[];
  rolls: string[];
  because: [string, string][];
}

interface ExplainedOption {
  number: number;
  key: string;
  replies: string;
  assumption: string;
  /** The meaning of hit, harm and drop. */
  figures?: string;
  with_replies?: { hit: number; harm: number; drop: number; text: string } | null;
  rules: string[];
  odds: OptionOdds;
  damage?: Record<string, number>;
  ways: { kind: string; p: number; told: ToldLine[] }[];
}

interface Reach {
  number: number;
  who: number;
  targets: { target: number; can: string[]; cannot: string[] }[];
  weapons: { weapon: string; far: boolean; places: number[] }[];
  whole: boolean;
}

interface HouseOption {
  name: string;
  default: any;
  values: any[];
}

interface Rule {
  id: string;
  title: string;
  section: string;
  source: string;
  text: string;
  option?: HouseOption;
  /** The address of the rulebook in the Rules view; a standalone page has none. */
  href?: string;
}

/** The rules that match a player's words. */
interface FoundRules {
  rules: string[];
  marks: string[];
  note: string;
}

type RulesById = Map<string, Rule>;

interface ScenarioInfo {
  name: string;
  ruleset?: string;
  title: string;
  about: string;
  sides: string[];
  fighters: number;
  board?: Board;
  start?: (FighterInfo & FighterState)[];
  /** Each side's share of wins between simple players, and the number of rounds of those fights. */
  shares?: number[];
  rounds?: number;
}

interface RulesetInfo {
  name: string;
  title: string;
  rules: number;
  /** The ruleset's theme; see worlds/themes.js. */
  theme?: any;
  scenarios: ScenarioInfo[];
}

interface Library {
  players: string[];
  duel: boolean;
  rulesets: RulesetInfo[];
}

interface RulesetData {
  name: string;
  title: string;
  theme?: any;
  rules: Rule[];
  /** The scenarios that use a rule, with the share of their fights. */
  met: Record<string, Record<string, number>>;
  /** Lines of a log that use a rule. */
  played: Record<string, string[]>;
  examples: { id: string; text: string }[];
  content: Record<string, Record<string, any>>;
  /** The conditions that fighters can have, such as prone. */
  conditions: string[];
  /** The content table that lists the possible fighters. */
  roster: string;
  starter: string;
  schema: any;
}

interface Problem {
  key: string;
  text: string;
}

interface CheckedScenario {
  problems: Problem[];
  title: string;
  ruleset: string;
  sides: string[];
  board: Board;
  /** All fighters, each with the index of the entry on its side that placed it, if one did. */
  fighters: (FighterInfo & FighterState & { entry: number | null })[];
  data: any;
}

interface FightLinks {
  code?: string | null;
  id: string;
  gm: string;
  onlooker: string;
  sides: string[];
}

/** A fight whose link this browser stores. */
interface StoredFight {
  id: string;
  title?: string;
  made: number;
  gm?: string;
  secret?: string;
  onlooker?: string;
  sides?: string[];
  players?: string[];
  code?: string | null;
  ruleset?: string;
  over?: boolean;
  round?: number;
}

interface Job {
  id: string;
  kind: string;
  state: string;
  progress: number;
  result: any;
  problems: Problem[];
}

type Point = [number, number];

/** The possible children of an element; lists are flattened. */
type PageChild = Node | string | number | boolean | null | undefined | PageChild[];

/** An outline of a place, as an SVG element's name and attributes. */
interface Outline {
  tag: "rect" | "circle" | "polygon";
  attributes: Record<string, string | number>;
}

/** The position and size of a token. */
interface Seat {
  x: number;
  y: number;
  scale: number;
}

/** The positions of a board's places and fighters in its drawing. */
interface Layout {
  board: Board;
  width: number;
  height: number;
  centres: Point[];
  /** The position of a grid's first corner. */
  origin: { x: number; y: number };
  /** Whether places are cells of a grid. */
  cells: boolean;
  outline(place: number): Outline;
  /** Converts a drawn position of a zone to the scenario's coordinates. */
  drawnAt?(point: Point): Point;
  seats(place: number, many: number): Seat[];
  /** The number of lines for names below tokens; 0 for labels only. */
  named(many: number): number;
  /** The cells in front of a fighter with a facing. */
  front(place: number, facing: string | number | null | undefined): number[];
}

/** A token as it is drawn. */
interface TokenPicture extends Seat {
  index: number;
  named: number;
  state: FighterState;
  lit: boolean;
  active: boolean;
  selected: boolean;
  /** Its role in the latest deed. */
  last: "" | "actor" | "target";
}

/** Everything on a board that can change, as plain data. */
interface BoardPicture {
  tokens: Map<number, TokenPicture>;
  lit: number[];
  marked: number[];
  fronts: { side: number; cells: number[] }[];
  arrows: [number, number, string][];
  /** Places on the path to the place under the pointer. */
  way: number[];
  /** Places where an enemy could strike. */
  threatened: number[];
  /** The fighter whose facing is asked for. */
  wedges: { who: number; turns: string[] } | null;
  /** The chance to hit each fighter who can be attacked. */
  chances: Map<number, number>;
  /** The mean share of health that a fighter would have left. */
  ghost: { who: number; share: number } | null;
}

/** The changes to the elements of one picture that make another. */
interface BoardChanges {
  appeared: TokenPicture[];
  vanished: number[];
  moved: { from: TokenPicture; to: TokenPicture }[];
  changed: TokenPicture[];
  lit: { appeared: number[]; vanished: number[] };
}

/** A figure and half the width of its 95 % interval. */
interface StudyFigure {
  value: number;
  error: number;
}

/** A decision of a fight, in its study. */
interface StudyBeat {
  number: number;
  at: number;
  round: number;
  side: string;
  who: string;
  asked: string;
  chose: string;
  usual: boolean;
  reviewed: boolean;
  best: string;
  cost: StudyFigure;
  before: Record<string, StudyFigure>;
  after: Record<string, StudyFigure>;
  then: Record<string, StudyFigure>;
  decided: Record<string, StudyFigure>;
  luck: Record<string, StudyFigure>;
  told: string[];
}

/** The study of a fight's story, as `affray story --json` prints it. */
interface StudyResult {
  sides: string[];
  over: boolean;
  endings: number;
  error: number;
  reviewed: number;
  progress: number;
  opening: Record<string, StudyFigure>;
  beats: StudyBeat[];
  sentences?: string[];
  turning_points: { number: number; why: string; side: string; change: number; error: number; text: string }[];
  mistakes: { number: number; value: number; error: number }[];
  luck: Record<string, StudyFigure>;
  skill: Record<string, StudyFigure>;
  rulings: Record<string, StudyFigure>;
  harm: Record<string, { actual: number; expected: StudyFigure }>;
}
