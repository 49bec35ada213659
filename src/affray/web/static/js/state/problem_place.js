// Where in a scenario a problem is, in words instead of the key in its file.

/**
 * Write a key in words: `sides.1.fighters.0.at` is "foes, Orc: at".
 * @param {string} key
 * @param {any} data The scenario as data, as far as it can be parsed.
 */
export function placeInWords(key, data) {
  const parts = key.split(".");
  const said = [];
  let here = data;
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at];
    here = here?.[part];
    if (!/^\d+$/.test(part)) {
      const isList = /^\d+$/.test(parts[at + 1] ?? "");
      if (!isList) said.push(part.replaceAll(/[-_]/g, " "));
      continue;
    }
    const kind = parts[at - 1]?.replace(/s$/, "").replaceAll(/[-_]/g, " ") || "entry";
    const name = typeof here === "object" && here ? here.name || here.is || here.id : "";
    said.push(name ? String(name) : `${kind} ${Number(part) + 1}`);
  }
  const last = said.length > 1 ? said.pop() : "";
  return last ? `${said.join(", ")}: ${last}` : said.join("");
}

/**
 * Return a title as a file name: "The Great Flail" is "the-great-flail".
 * @param {string} title
 */
export const fileName = (title) => title.toLowerCase().normalize("NFKD")
  .replaceAll(/[^a-z0-9]+/g, "-").replaceAll(/^-+|-+$/g, "") || "scenario";
