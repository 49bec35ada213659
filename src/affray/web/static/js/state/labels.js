// Short labels for fighters.

/**
 * Two letters for a name, with its number if it has one: "City Archer 2" is CA2, "Bandit 1" Ba1.
 * @param {string} name
 */
export function initials(name) {
  const parts = name.split(/\s+/).filter(Boolean);
  const number = /^\d+$/.test(parts[parts.length - 1]) && parts.length > 1 ? parts.pop() : "";
  if (parts.length > 1) return (parts[0][0] + parts[1][0]).toUpperCase() + number;
  return parts[0][0].toUpperCase() + parts[0].slice(1, 2) + number;
}
