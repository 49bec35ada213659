// Plants drawn with the brush: grass, bamboo, trees.
import { brush, lump, n, path, steady } from "../draw.js";

/** @typedef {import("./pen.js").Sketch} Sketch */
/** @typedef {import("../themes.js").Colours} Colours */
/** @typedef {import("../draw.js").Steady} Steady */

/**
 * Draw blades of grass.
 * @param {import("../layer.js").Area} field
 * @param {number} size
 * @param {Colours} c
 * @param {Steady} next
 */
export function blades({ x, y, width, height }, size, c, next) {
  let d = "";
  for (let i = 0; i < (width * height) / (size * size * 2.6); i += 1) {
    const [px, py] = [next.between(x + 5, x + width - 5), next.between(y + 12, y + height - 3)];
    for (const lean of [-3, 0, 3.5]) {
      d += brush(
        [
          [px, py],
          [px + lean * 0.4, py - 5],
          [px + lean, py - next.between(7, 11)],
        ],
        1.6,
        next,
        (t) => 1 - t,
      );
    }
  }
  return path(d, { fill: c.leaf, opacity: 0.55 });
}

/**
 * Draw a bamboo: joints with a gap between strokes, leaves in threes.
 * @param {number} x
 * @param {number} y
 * @param {number} tall
 * @param {number} width
 * @param {Colours} c
 * @param {Steady} next
 */
function stalk(x, y, tall, width, c, next) {
  const lean = next.between(-4, 6);
  const at = (/** @type {number} */ t) => /** @type {Point} */ ([x + lean * t * t, y - tall * t]);
  let body = "";
  let rings = "";
  let leaves = "";
  for (let joint = 0; joint < 4; joint += 1) {
    const [from, to] = [joint / 4, (joint + 0.92) / 4];
    body += brush(
      [at(from), at((from + to) / 2), at(to)],
      width * (1 - joint * 0.1),
      next,
      (t) => 0.74 + 0.5 * Math.abs(t - 0.5),
      0.05,
    );
    const [jx, jy] = at(to + 0.02);
    rings += brush(
      [
        [jx - width * 0.75, jy + 1.2],
        [jx, jy - 0.4],
        [jx + width * 0.75, jy + 1.2],
      ],
      1.9,
      next,
    );
    if (!joint) continue;
    const way = (joint + Math.round(x)) % 2 ? 1 : -1;
    const [tx, ty] = [jx + way * 5, jy - 3];
    for (const turn of [0.35, 0.95, 1.6]) {
      const angle = turn + next.between(-0.2, 0.2);
      const long = next.between(9, 13);
      const [ex, ey] = [tx + way * Math.cos(angle) * long, ty + Math.sin(angle) * long];
      leaves += brush(
        [
          [tx, ty],
          [(tx + ex) / 2 + way, (ty + ey) / 2 - 1],
          [ex, ey],
        ],
        3.4,
        next,
        (t) => Math.sin(Math.PI * (0.08 + t * 0.9)) ** 0.8,
        0.08,
      );
    }
  }
  return (
    path(body, { fill: c.leaf, opacity: 0.9 }) +
    path(rings, { fill: c.pen }) +
    path(leaves, { fill: c.pen, opacity: n(next.between(0.6, 0.9)) })
  );
}

/**
 * Draw a grove of bamboo.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
export function bamboo({ layout, size, colours: c }, cells) {
  return cells
    .toSorted((one, other) => layout.centres[one][1] - layout.centres[other][1])
    .map((cell) => {
      const next = steady(cell + 17);
      const [x, y] = layout.centres[cell];
      const ground = lump(x, y + size * 0.38, size * 0.44, size * 0.12, next);
      return (
        path(ground, { fill: c.stone_dark, opacity: 0.28, filter: "url(#bleed)" }) +
        [-0.28, 0, 0.28]
          .map((dx) =>
            stalk(
              x + dx * size + next.between(-2, 2),
              y + size * 0.4 + next.between(-2, 2),
              next.between(1, 1.35) * size,
              next.between(3.6, 4.8),
              c,
              next,
            ),
          )
          .join("")
      );
    })
    .join("");
}

/**
 * Draw trees as blots of ink over a trunk.
 * @param {Sketch} sketch
 * @param {number[]} cells
 */
export function wood({ layout, size, colours: c }, cells) {
  return cells
    .map((cell) => {
      const next = steady(cell + 23);
      const [x, y] = layout.centres[cell];
      const crowns = [
        [-0.14, -0.2],
        [0.18, -0.28],
        [0.04, -0.02],
      ]
        .map(([dx, dy]) =>
          lump(x + dx * size, y + dy * size, size * 0.26, size * 0.2, next, 0.25, 11),
        )
        .join("");
      return (
        path(
          brush(
            [
              [x, y + size * 0.44],
              [x + 2, y + 4],
              [x - 2, y - 8],
            ],
            5,
            next,
            (t) => 1 - t * 0.6,
          ),
          { fill: c.pen },
        ) +
        path(crowns, { fill: c.leaf, opacity: 0.6, filter: "url(#dry)" }) +
        path(crowns, {
          fill: c.pen,
          opacity: 0.25,
          transform: "translate(3 3)",
          filter: "url(#bleed)",
        })
      );
    })
    .join("");
}
