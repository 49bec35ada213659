// Short notices for the user.
import { h, one } from "./elements.js";

const SHOWN_FOR = 6000;

/**
 * Show a notice for a few seconds.
 * @param {string} text
 * @param {string} [kind]
 * @param {HTMLElement | null} [more] An element to press, such as a link back.
 */
export function notice(text, kind = "info", more = null) {
  const shown = h("p", { class: `notice ${kind}` }, text, more);
  one(document, "#notices").append(shown);
  setTimeout(() => shown.remove(), SHOWN_FOR);
}

/**
 * Copy a text and confirm it. If the browser does not let a page copy, as on plain http, show it in
 * a field.
 * @param {string} text
 * @param {string} what
 */
export async function copyText(text, what) {
  if (await copied(text)) notice(`${what} is copied.`);
  else notice(`${what} could not be copied: ${text}`);
}

/** @param {string} text */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = h("textarea", { class: "visually-hidden", readonly: true, value: text,
      "aria-hidden": "true" });
    (document.querySelector("dialog[open]") || document.body).append(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    return done;
  }
}

/**
 * Run a function, and show a notice if it is refused.
 * @template T
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T | undefined>}
 */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    const { message, problems = [] } =
      /** @type {{message: string, problems?: Problem[]}} */ (error);
    const more = problems.map((problem) =>
      (problem.key ? `${problem.key}: ${problem.text}` : problem.text));
    notice(more.length ? more.join("; ") : message, "error");
    return undefined;
  }
}

/**
 * Offer a text to the browser as a file to download.
 * @param {string} name
 * @param {string} text
 * @param {string} type
 */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
