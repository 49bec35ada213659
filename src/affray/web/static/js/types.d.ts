// What the service sends and what the page makes of it, as types for the editor and `make check`.

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

/** A fight's field, in the rulesets' three kinds of space. */
interface Board {
  kind: "grid" | "spots" | "zones";
  places: (string | Spot)[];
  width?: number;
  height?: number;
  hexes?: boolean;
  shape?: string;
  paths?: [number, number][];
  links?: [number, number, string?][];
  exits?: number[];
  engines?: { name: string; place: number }[];
  solid?: number[];
  rough?: number[];
  cover?: number[];
  costs?: Record<string, number>;
  terrain?: string[];
  walls?: [number, number, number, number][];
  /** Places that are hidden from whoever looks. */
  hidden?: number[];
}

interface FighterInfo {
  name: string;
  side: number;
  emblem?: string;
  sheet?: FighterSheet;
  /** What one looks like, once a portrait was made. */
  look?: any;
}

/** A fighter's sheet to show: scores, weapons, armour, and whatever else a ruleset has. */
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

/** What of a fight never changes. */
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

/** How a fighter stands. */
interface FighterState {
  health: number;
  max: number;
  state: string;
  conditions: string[];
  where: { place?: number; facing?: string | number | null } | null;
  place?: string;
}

/** Who acts, has acted or is next. */
interface TurnOrderEntry {
  who: number | string;
  status: "acting" | "acted" | "waiting" | "out";
  left?: string;
}

/** A line of the log with its dice, its rules and what changed. */
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
  /** Whether the line before it says all there is to say. */
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

/** A person's place at the table. */
interface SeatInfo {
  role: string;
  name: string;
  fighters: number[];
  side: number | null;
  onlooker: boolean;
}

/** Who sits at the table and who plays whom. */
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
  /** Wishes to have a seat back on another device, for the game master. */
  claims?: { number: number; role: string }[];
  /** The fight to which the same people have gone on; empty without one. */
  next: string;
}

/** Something that was said, behind the tape's first `at` answers. */
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

/** A table as one sees it who has its code. */
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

/** Who can be brought in from the content, titles by name, and for which sides. */
interface Newcomers {
  entries: Record<string, string>;
  sides: string[];
}

/** What can be ruled about a fighter. */
interface RulingChoices {
  fighter: string;
  health: number;
  max: number;
  state: string;
  place: string;
  conditions: string[];
  kinds: Record<string, string[]>;
  difficulties: string[];
  /** What can be put to a Test, with how likely it succeeds by difficulty. */
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
  /** The seats it goes to. */
  seats?: string[];
  /** Dice that have fallen and that no line of the log tells yet. */
  rolled?: string[];
  check?: { name: string; needed: number };
  /** How much is left of what the options cost. */
  left?: Record<string, number>;
}

/** What of a fight's story is new, and how everybody stands at its end. */
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
  /** How many answers were taken back last and can be done again. */
  undone?: number;
  table?: TableInfo;
  chat?: ChatLine[];
  /** Changes when everything has to be asked for anew. */
  view?: string;
}

interface WholeFight {
  role: string;
  scene: Scene;
  story: News;
}

/** What an option holds for a fighter. */
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
  /** Where the Rules view shows it; a page by itself has none. */
  href?: string;
}

/** What a player's words find in a rulebook. */
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
  /** Each side's share of wins between simple players, and how many rounds those fights have. */
  shares?: number[];
  rounds?: number;
}

interface RulesetInfo {
  name: string;
  title: string;
  rules: number;
  /** What it looks like; see worlds/themes.js. */
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
  /** In which share of the fights of which scenarios a rule is met. */
  met: Record<string, Record<string, number>>;
  /** Lines of a log in which a rule is used. */
  played: Record<string, string[]>;
  examples: { id: string; text: string }[];
  content: Record<string, Record<string, any>>;
  /** What fighters can be, such as prone. */
  conditions: string[];
  /** The table of the content that lists who can fight. */
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
  /** Everybody, with the number of the entry of their side that placed them, if one did. */
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

/** A fight that this browser has a link of. */
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

/** What an element can hold; lists are flattened. */
type PageChild = Node | string | number | boolean | null | undefined | PageChild[];

/** An outline of a place, as an SVG element's name and attributes. */
interface Outline {
  tag: "rect" | "circle" | "polygon";
  attributes: Record<string, string | number>;
}

/** A place where a token stands, and how large. */
interface Seat {
  x: number;
  y: number;
  scale: number;
}

/** Where a board's places and whoever stands on them are drawn. */
interface Layout {
  board: Board;
  width: number;
  height: number;
  centres: Point[];
  /** Where a grid's first corner is. */
  origin: { x: number; y: number };
  /** Whether places are cells of a grid. */
  cells: boolean;
  outline(place: number): Outline;
  seats(place: number, many: number): Seat[];
  /** Whether tokens have their names under them where so many stand. */
  named(many: number): boolean;
  /** The cells before somebody who faces that way. */
  front(place: number, facing: string | number | null | undefined): number[];
}

/** A token as it is to be drawn. */
interface TokenPicture extends Seat {
  index: number;
  named: boolean;
  state: FighterState;
  lit: boolean;
  active: boolean;
  selected: boolean;
  /** What part it had in what was last done. */
  last: "" | "actor" | "target";
}

/** All of a board that can change, as plain data. */
interface BoardPicture {
  tokens: Map<number, TokenPicture>;
  lit: number[];
  marked: number[];
  fronts: { side: number; cells: number[] }[];
  arrows: [number, number, string][];
  /** Places one would pass, from where one stands. */
  way: number[];
  /** Places where an enemy could strike. */
  threatened: number[];
  /** Whose facing is asked for. */
  wedges: { who: number; turns: string[] } | null;
  /** The chance to hit each fighter who can be attacked. */
  chances: Map<number, number>;
  /** The share of health that a fighter would have left on average. */
  ghost: { who: number; share: number } | null;
}

/** What has to be done to the elements of one picture to show another. */
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

/** A decision of a fight that was studied. */
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

/** A fight's story in hindsight, as `affray story --json` prints it. */
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
