// Talks to the service. A link's secret goes in a header, never in an address.

/** Why the service refused something. */
export class Refusal extends Error {
  constructor(status, detail, problems) {
    super(detail);
    this.status = status;
    this.problems = problems || [];
  }
}

async function ask(method, path, body, secret, as = "json") {
  const headers = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (secret) headers.authorization = `Bearer ${secret}`;
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw new Refusal(0, "The service does not answer.");
  }
  if (!response.ok) {
    const told = await response.json().catch(() => ({}));
    throw new Refusal(response.status, told.detail || `The service answered ${response.status}.`, told.problems);
  }
  return as === "text" ? response.text() : response.json();
}

export const get = (path, secret) => ask("GET", path, undefined, secret);
export const getText = (path, secret) => ask("GET", path, undefined, secret, "text");
export const post = (path, body, secret) => ask("POST", path, body, secret);
export const remove = (path) => ask("DELETE", path);

/** Listens to a fight from a number on, and comes back by itself. Gives a function that stops. */
export function listen(fight, secret, seen, onstory, onlink) {
  const stop = new AbortController();
  let last = seen;
  let pause = 300;
  const run = async () => {
    while (!stop.signal.aborted) {
      try {
        const response = await fetch(`/api/fights/${fight}/events`, {
          headers: { authorization: `Bearer ${secret}`, "last-event-id": String(last) },
          signal: stop.signal,
        });
        if (!response.ok) throw new Error(String(response.status));
        onlink(true);
        pause = 300;
        await read(response.body, (id, data) => {
          last = id;
          onstory(JSON.parse(data));
        });
      } catch {
        if (stop.signal.aborted) return;
      }
      onlink(false);
      await new Promise((done) => setTimeout(done, pause));
      pause = Math.min(5000, pause * 1.7);
    }
  };
  run();
  return () => stop.abort();
}

async function read(body, onevent) {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    text += value;
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      const fields = Object.fromEntries(text.slice(0, end).split("\n").filter((line) => !line.startsWith(":")).map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
      text = text.slice(end + 2);
      if (fields.data) onevent(Number(fields.id), fields.data);
    }
  }
}

const remembered = {};

/** Something of the library, asked for once. */
export function known(path) {
  remembered[path] ||= get(path).catch((error) => {
    delete remembered[path];
    throw error;
  });
  return remembered[path];
}

/** A ruleset's rules by id. */
export async function rulesOf(ruleset) {
  const found = await known(`/api/rulesets/${ruleset}`);
  return new Map(found.rules.map((rule) => [rule.id, rule]));
}

/** Follows a job until it is done or stopped; `stopper` gets a function that stops it. */
export async function follow(job, onprogress, stopper) {
  let state = job;
  stopper(() => remove(`/api/ask/${job.id}`).catch(() => {}));
  while (state.state === "working") {
    onprogress(state);
    await new Promise((done) => setTimeout(done, 250));
    state = await get(`/api/ask/${job.id}`);
  }
  onprogress(state);
  if (state.state === "failed") throw new Refusal(422, state.problems.map((one) => one.text).join("; "), state.problems);
  return state;
}
