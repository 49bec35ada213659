// Short words to whoever looks at the page.
import { h } from "./dom.js";

/** Shows a notice for a few seconds. */
export function notice(text, kind = "info") {
  const shown = h("p", { class: `notice ${kind}` }, text);
  document.getElementById("notices").append(shown);
  setTimeout(() => shown.remove(), 6000);
}

/** Runs something, and says so where it is refused. */
export async function attempt(work) {
  try {
    return await work();
  } catch (error) {
    const more = (error.problems || []).map((one) => (one.key ? `${one.key}: ${one.text}` : one.text));
    notice(more.length ? more.join("; ") : error.message, "error");
    return undefined;
  }
}

/** Hands a text to the browser as a file. */
export function download(name, text, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}
