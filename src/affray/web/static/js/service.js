// Talks to the service. A link's secret is sent in a header, never in an address.
import { registerTheme } from "./worlds/themes.js";

/**
 * Return an address of the page to share: as other machines reach it, if the service knows.
 * @param {string} path
 */
export function addressToGive(path) {
  const known = /** @type {HTMLMetaElement | null} */ (
    document.querySelector("meta[name=affray-address]"));
  return `${known?.content || location.origin}/#/${path}`;
}

/** The service's reason for refusing a request. */
class Refusal extends Error {
  /**
   * @param {number} status
   * @param {string} detail
   * @param {Problem[]} [problems]
   */
  constructor(status, detail, problems) {
    super(detail);
    this.status = status;
    this.problems = problems || [];
  }
}

/**
 * @param {string} method
 * @param {string} path
 * @param {unknown} [body]
 * @param {string} [secret]
 * @returns {Promise<Response>}
 */
async function request(method, path, body, secret) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (secret) headers.authorization = `Bearer ${secret}`;
  let response;
  try {
    response = await fetch(path, { method, headers, keepalive: method === "DELETE",
      body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refusal(0, "The service does not answer.");
  }
  if (!response.ok) {
    const told = await response.json().catch(() => ({}));
    throw new Refusal(response.status, told.detail || `The service answered ${response.status}.`,
      told.problems);
  }
  return response;
}

/**
 * @param {string} path
 * @param {string} [secret]
 * @returns {Promise<any>}
 */
export const get = async (path, secret) => (await request("GET", path, undefined, secret)).json();

/**
 * @param {string} path
 * @param {string} [secret]
 * @returns {Promise<string>}
 */
export const getText = async (path, secret) =>
  (await request("GET", path, undefined, secret)).text();

/**
 * @param {string} path
 * @param {unknown} body
 * @param {string} [secret]
 * @returns {Promise<any>}
 */
export const post = async (path, body, secret) =>
  (await request("POST", path, body, secret)).json();

/**
 * @param {string} path
 * @param {unknown} body
 * @param {string} [secret]
 * @returns {Promise<any>}
 */
export const change = async (path, body, secret) =>
  (await request("PUT", path, body, secret)).json();

/**
 * @param {string} path
 * @param {string} [secret]
 */
export const remove = (path, secret) => request("DELETE", path, undefined, secret);

/** @type {Record<string, Promise<any>>} */
const answers = {};

/**
 * Return a part of the library, which is fetched only once.
 * @param {string} path
 * @returns {Promise<any>}
 */
export function getOnce(path) {
  answers[path] ||= get(path).catch((error) => {
    delete answers[path];
    throw error;
  });
  return answers[path];
}

/** @returns {Promise<Library>} */
export const getLibrary = async () => {
  /** @type {Library} */
  const library = await getOnce("/api/library");
  for (const { name, theme, scenarios } of library.rulesets) {
    registerTheme(name, theme);
    for (const scenario of scenarios) scenario.ruleset = name;
  }
  return library;
};

/**
 * @param {string} name
 * @returns {Promise<RulesetData>}
 */
export const getRuleset = async (name) => {
  /** @type {RulesetData} */
  const found = await getOnce(`/api/rulesets/${name}`);
  registerTheme(name, found.theme);
  return found;
};

/**
 * Return the rules that match a player's words, the best first.
 * @param {string} ruleset
 * @param {string} words
 * @returns {Promise<FoundRules>}
 */
export const searchRules = (ruleset, words) =>
  getOnce(`/api/rulesets/${ruleset}/search?words=${encodeURIComponent(words.slice(0, 200))}`);

/**
 * Return the text of a built-in scenario's file.
 * @param {string} name
 * @returns {Promise<string>}
 */
export const getScenarioText = async (name) =>
  (await get(`/api/scenarios/${encodeURIComponent(name)}`)).toml;

/**
 * Return the address of a rule in the Rules view.
 * @param {string} ruleset
 * @param {string} rule
 */
export const ruleHref = (ruleset, rule) => `#/rules/${ruleset}/${rule}`;

/**
 * Return a ruleset's rules by id.
 * @param {string} ruleset
 * @returns {Promise<RulesById>}
 */
export async function getRules(ruleset) {
  const found = await getRuleset(ruleset);
  return new Map(found.rules.map((rule) =>
    [rule.id, { ...rule, href: ruleHref(ruleset, rule.id) }]));
}

/** A stream that misses this many heartbeats is considered dead and is reopened. */
const MISSED_BEATS = 3;

/** A stream that is not open after this many milliseconds is requested again. */
const OPENING_PATIENCE = 10_000;

/**
 * Return how many milliseconds a stream may be silent.
 * @param {Response} response
 */
const patienceOf = (response) =>
  1000 * MISSED_BEATS * (Number(response.headers.get("affray-heartbeat")) || 15);

/**
 * The functions that are called with what a fight's stream brings.
 * @typedef {object} Listeners
 * @property {(news: News) => void} onnews
 * @property {(connected: boolean) => void} [onconnection]
 * @property {(roles: string[]) => void} onpresence Called with the roles whose pages are connected.
 * @property {() => void} onended Called when the link is no longer valid.
 */

/**
 * Listen to a fight from a number on, and reconnect automatically. Returns a function that stops.
 * @param {string} fight
 * @param {string} secret
 * @param {number} seen
 * @param {Listeners} listeners
 */
export function subscribe(fight, secret, seen, { onnews, onconnection, onpresence, onended }) {
  const stop = new AbortController();
  let last = seen;
  let pause = 300;
  const open = () => {
    const slow = new AbortController();
    const timer = setTimeout(() => slow.abort(), OPENING_PATIENCE);
    const headers = { authorization: `Bearer ${secret}`, "last-event-id": String(last) };
    const signal = AbortSignal.any([stop.signal, slow.signal]);
    return fetch(`/api/fights/${fight}/events`, { headers, signal })
      .finally(() => clearTimeout(timer));
  };
  const run = async () => {
    while (!stop.signal.aborted) {
      try {
        const response = await open();
        if (response.status === 404) {
          onended();
          return;
        }
        if (!response.ok || !response.body) throw new Error(String(response.status));
        onconnection?.(true);
        pause = 300;
        await readEvents(response.body, patienceOf(response), (kind, id, data) => {
          if (stop.signal.aborted) return;
          if (kind === "presence") {
            onpresence(JSON.parse(data));
            return;
          }
          last = id;
          onnews(JSON.parse(data));
        });
      } catch {
        if (stop.signal.aborted) return;
      }
      onconnection?.(false);
      await new Promise((done) => setTimeout(done, pause));
      pause = Math.min(5000, pause * 1.7);
    }
  };
  run();
  return () => stop.abort();
}

/**
 * Read events until the stream ends, or is silent for too long.
 * @param {ReadableStream<Uint8Array>} body
 * @param {number} patience
 * @param {(kind: string, id: number, data: string) => void} onevent
 */
async function readEvents(body, patience, onevent) {
  const reader = body.pipeThrough(/** @type {any} */ (new TextDecoderStream())).getReader();
  let text = "";
  for (;;) {
    const timer = setTimeout(() => reader.cancel().catch(() => {}), patience);
    const { value, done } = await reader.read().finally(() => clearTimeout(timer));
    if (done) return;
    text += value;
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      const lines = text.slice(0, end).split("\n").filter((line) => !line.startsWith(":"));
      const fields = Object.fromEntries(
        lines.map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
      text = text.slice(end + 2);
      if (fields.data) onevent(fields.event || "story", Number(fields.id), fields.data);
    }
  }
}

/**
 * Merge a job's changes into its known state.
 * @param {Job} job
 * @param {Job & {items: Record<string, [number, unknown][]>, gone: string[]}} changes
 * @returns {Job}
 */
function withChanges(job, { items, gone, ...changes }) {
  const result = { ...job.result, ...changes.result };
  for (const key of gone) delete result[key];
  for (const [key, changed] of Object.entries(items)) {
    const list = [.../** @type {unknown[]} */ (result[key])];
    for (const [number, value] of changed) list[number] = value;
    result[key] = list;
  }
  return { ...changes, result };
}

/**
 * Listen to a job until it is done or the connection breaks.
 * @param {Job} job
 * @param {(job: Job) => void} onprogress
 * @returns {Promise<Job>}
 */
async function listenToJob(job, onprogress) {
  let state = { ...job, result: {} };
  const response = await request("GET", `/api/ask/${job.id}/events`);
  if (!response.body) return state;
  await readEvents(response.body, patienceOf(response), (_kind, _id, data) => {
    state = withChanges(state, JSON.parse(data));
    onprogress(state);
  });
  return state;
}

/**
 * Follow a job until it is done or stopped; `onstart` gets a function that stops it.
 * @param {Job} job
 * @param {(job: Job) => void} onprogress
 * @param {(stop: () => void) => void} onstart
 * @returns {Promise<Job>}
 */
export async function followJob(job, onprogress, onstart) {
  let state = job;
  const stop = () => request("DELETE", `/api/ask/${job.id}`).catch(() => {});
  onstart(stop);
  // a user who closes the page frees its place for others
  addEventListener("pagehide", stop);
  onprogress(state);
  while (state.state === "working") {
    const heard = await listenToJob(job, onprogress).catch(async (error) => {
      if (error instanceof Refusal && error.status) throw error;
      await new Promise((done) => setTimeout(done, 500));
      return state;
    });
    state = heard;
  }
  removeEventListener("pagehide", stop);
  if (state.state === "failed") {
    throw new Refusal(422,
    state.problems.map((problem) => problem.text).join("; "), state.problems);
  }
  return state;
}
