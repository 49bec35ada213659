// Short labels for fighters, unique within one fight.

/** The most letters of a shortened name. */
const MOST_SHORT = 10;
const LEFT_OUT = /^(sir|dame|lord|lady|the|of|a)$/i;

/**
 * Split a name into words and number: "City Archer 2" is [City, Archer] and 2.
 * @param {string} name
 */
function nameParts(name) {
  const all = name.replaceAll(/['’]s\b/g, "").split(/[\s-]+/).filter(Boolean);
  const number = all.length > 1 && /^\d+$/.test(all[all.length - 1]) ? String(all.pop()) : "";
  const telling = all.filter((word) => !LEFT_OUT.test(word));
  return { names: telling.length ? telling : all, number };
}

/**
 * Return the possible short forms of a name, the best first.
 * @param {string} name
 * @returns {string[]}
 */
function shortForms(name) {
  const { names, number } = nameParts(name);
  const [first, second] = names;
  const upper = first[0].toUpperCase();
  const forms = [];
  if (second) {
    forms.push(upper + second[0].toUpperCase(),
      upper + second[0].toUpperCase() + second.slice(1, 2),
      upper + first.slice(1, 2) + second[0].toUpperCase());
  }
  for (const letter of first.slice(1, 6)) forms.push(upper + letter.toLowerCase());
  if (first.length === 1) forms.push(upper);
  return forms.map((form) => form + number);
}

/**
 * Return a short label for each fighter: Ka for "Kael", CA2 for "City Archer 2", AW for "Sir
 * Aubrey's warhorse".
 * @param {{name: string}[]} fighters
 * @returns {string[]}
 */
export function labelsOf(fighters) {
  const taken = new Set();
  return fighters.map(({ name }) => {
    const forms = shortForms(name);
    let label = forms.find((form) => !taken.has(form));
    for (let number = 2; label === undefined; number += 1) {
      if (!taken.has(`${forms[0]}${number}`)) label = `${forms[0]}${number}`;
    }
    taken.add(label);
    return label;
  });
}

/**
 * Shorten a name: write the words before its last one as initials ("B. Leader", "S-bearer 2"), or
 * leave them out.
 * @param {string} name
 */
export function shortName(name) {
  if (name.length <= MOST_SHORT) return name;
  const parts = name.split(/(?<=[\s-])/);
  const last = parts.findLastIndex((part) => !/^\d+$/.test(part));
  const initials = parts.map((part, at) => (at >= last ? part
    : `${part[0]}${part.endsWith("-") ? "-" : ". "}`)).join("");
  const short = initials.length <= MOST_SHORT ? initials : parts.slice(last).join("");
  return short.charAt(0).toUpperCase() + short.slice(1);
}
