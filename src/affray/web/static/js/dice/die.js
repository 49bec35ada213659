// A die that tumbles as a solid and settles on the face that the engine has rolled. No number is
// decided here.
import { svg } from "../elements.js";
import { mix, n } from "../worlds/draw.js";
import { cross, dot, solidOf, unit } from "./solids.js";

/** @typedef {import("./solids.js").Vector} Vector */
/** @typedef {[Vector, Vector, Vector]} Turn */
/** @typedef {import("../worlds/themes.js").DiceMaterial} DiceMaterial */

const LIGHT = unit([-0.5, 0.75, 0.75]);
/** Symbols in a box from -10 to 10: elements and heavenly bodies. */
const SYMBOLS = /** @type {Record<string, string>} */ ({
  Earth: "M-9 7L-3 -5L1 1L4 -3L9 7Z",
  Water:
    "M-9 -3Q-4.500 -9 0 -3T9 -3V1Q4.500 7 0 1T-9 1ZM-9 6Q-4.500 1 0 6T9 6V9Q4.500 13 0 8T-9 9Z",
  Fire:
    "M0 -10C2 -4 8 -2 8 4C8 9 4 10 0 10C-4 10 -8 8 -8 3C-8 0 -6 -2 -4 -4C-4 -1 -3 " +
    "0 -1 1C0 -3 -2 -6 0 -10Z",
  Air:
    "M-9 -4H3A3.500 3.500 0 1 0 -.5 -8L1 -6.500A1.500 1.500 0 1 1 3 -6H-9ZM-9 2H6" +
    "A3.500 3.500 0 1 1 2.500 6L4 5A1.500 1.500 0 1 0 6 4H-9Z",
  Void: "M0 -9A9 9 0 1 1 -5 -7.500L-3 -5A6 6 0 1 0 0 -6Z",
  Spirit:
    "M0 -10C7 -9 8 -1 4 2C9 1 8 8 2 7C5 10 1 11 -1 8C-4 11 -9 8 -5 4C-10 3 -8 -3 " +
    "-4 -2C-8 -6 -5 -10 0 -10ZM0 -6A3 3 0 1 0 .01 -6Z",
  sun:
    "M0 -4.500A4.500 4.500 0 1 0 .01 -4.500ZM-1.200 -6L0 -10L1.200 -6ZM-1.200 6L0 " +
    "10L1.200 6ZM-6 -1.200L-10 0L-6 1.200ZM6 -1.200L10 0L6 1.200ZM3.500 -5.200L7 " +
    "-7L5.200 -3.500ZM-3.500 -5.200L-7 -7L-5.200 -3.500ZM3.500 5.200L7 7L5.200 " +
    "3.500ZM-3.500 5.200L-7 7L-5.200 3.500Z",
  moon: "M3 -9A9.500 9.500 0 1 0 3 9A7.500 7.500 0 0 1 3 -9Z",
  star: "M0 -10L2.400 -3L10 -3L4 1.600L6.200 9L0 4.600L-6.200 9L-4 1.600L-10 -3L-2.400 -3Z",
  terra:
    "M0 -9A9 9 0 1 0 .01 -9ZM-1 -7V-1H-7A7 7 0 0 1 -1 -7ZM1 -7A7 7 0 0 1 7 -1H1Z" +
    "M-7 1H-1V7A7 7 0 0 1 -7 1ZM1 1H7A7 7 0 0 1 1 7Z",
});
const ELEMENTS = ["Fire", "Water", "Air", "Earth", "Spirit", "Void"];
/** The drawn size of each solid, and of a number on its faces. */
const REACH = /** @type {Record<number, number>} */ ({
  4: 58,
  6: 56,
  8: 54,
  10: 54,
  12: 52,
  20: 53,
});
const FIGURE = /** @type {Record<number, number>} */ ({
  6: 2,
  8: 1.45,
  10: 1.2,
  12: 1.3,
  20: 0.95,
});
const WHOLE_TURNS = 2 * Math.PI * 1.6;

/**
 * Return the rotation that brings a face to the front with its number upright.
 * @param {import("./solids.js").Face} face
 * @returns {Turn}
 */
function frontOf(face) {
  const right = unit(cross(face.up, face.normal));
  return [right, cross(face.normal, right), face.normal];
}

/**
 * Return a rotation, rotated further.
 * @param {Turn} turn
 * @param {Vector} axis
 * @param {number} angle
 * @returns {Turn}
 */
function spin(turn, [x, y, z], angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const t = 1 - c;
  const rows = [
    [t * x * x + c, t * x * y - s * z, t * x * z + s * y],
    [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
    [t * x * z - s * y, t * y * z + s * x, t * z * z + c],
  ];
  const at = (/** @type {number[]} */ row, /** @type {0 | 1 | 2} */ k) =>
    row[0] * turn[0][k] + row[1] * turn[1][k] + row[2] * turn[2][k];
  return /** @type {Turn} */ (rows.map((row) => [at(row, 0), at(row, 1), at(row, 2)]));
}

/** One die, drawn around 0,0 in a box from -60 to 60. */
export class Die {
  /**
   * @param {object} of
   * @param {number} of.sides
   * @param {number} of.value The face it settles on.
   * @param {DiceMaterial} of.material
   * @param {(value: number) => string} [of.text] The text on a face.
   * @param {boolean} [of.elements] Whether the faces show the six elements.
   * @param {string} [of.sign] A heavenly body that the highest face shows next to its number.
   */
  constructor({ sides, value, material, text = String, elements = false, sign = "" }) {
    this.solid = solidOf(sides);
    this.value = value;
    this.material = material;
    this.text = text;
    this.elements = elements;
    this.shadow = svg("ellipse", { cx: 4, cy: 47, rx: 40, ry: 9, class: "die-shadow" });
    this.body = svg("g", {});
    this.rays = svg("g", { class: "die-rays" });
    this.faces = this.solid.faces.map((face) => this.makeFace(face));
    const badge = sign
      ? svg("path", {
          d: SYMBOLS[sign],
          class: "die-sign",
          transform: "translate(38 -38) scale(1.5)",
        })
      : null;
    this.element = svg("g", { class: "die-solid" }, this.rays, this.shadow, this.body, badge);
    this.element.style.setProperty("--lit", material.lit);
    this.end = this.rest();
    this.draw(this.end);
  }

  /**
   * Create the elements of a face: its side, and its number or symbol.
   * @param {import("./solids.js").Face} face
   */
  makeFace(face) {
    const { ink, line } = this.material;
    const side = svg("path", { stroke: line, "stroke-width": 2, "stroke-linejoin": "round" });
    const marks = this.marksOn(face).map(({ where, up, size, text }) => {
      const drawn = this.elements
        ? svg("path", { d: SYMBOLS[text], fill: ink, "fill-rule": "evenodd" })
        : svg("text", { y: 7.2, class: "die-number", fill: ink }, text);
      return { drawn, where, up, size };
    });
    const whole = svg(
      "g",
      {},
      side,
      marks.map((mark) => mark.drawn),
    );
    this.body.append(whole);
    return { face, side, marks, whole };
  }

  /**
   * Return the marks on a face: one number, or on a d4 one at each corner.
   * @param {import("./solids.js").Face} face
   * @returns {{where: Vector, up: Vector, size: number, text: string}[]}
   */
  marksOn(face) {
    const { sides, points } = this.solid;
    if (sides === 4) {
      return face.corners.map((corner) => {
        const toward = unit(
          /** @type {Vector} */ (points[corner].map((x, i) => x - face.middle[i])),
        );
        const where = /** @type {Vector} */ (face.middle.map((x, i) => x + toward[i] * 0.45));
        return { where, up: toward, size: 0.85, text: this.text(corner + 1) };
      });
    }
    const said = this.elements ? ELEMENTS[face.value - 1] : this.text(face.value);
    const text = !this.elements && sides > 8 && /^[69]$/.test(said) ? `${said}.` : said;
    const size = FIGURE[sides] * (text.length > 1 && !this.elements ? 0.86 : 1);
    return [{ where: face.middle, up: face.up, size, text }];
  }

  /**
   * Return the rotation in which the die shows its value: a d4 on its base with the number at the
   * top.
   * @returns {Turn}
   */
  rest() {
    const { sides, faces, points } = this.solid;
    if (sides === 4) {
      const up = unit(points[this.value - 1] || points[0]);
      const { normal } = /** @type {import("./solids.js").Face} */ (
        faces.find((face) => face.corners.includes(Math.max(0, this.value - 1)))
      );
      const front = unit(/** @type {Vector} */ (normal.map((x, i) => x - up[i] * dot(normal, up))));
      return spin(spin([cross(up, front), up, front], [0, 1, 0], -0.62), [1, 0, 0], 0.42);
    }
    const face = faces.find((one) => one.value === this.value) || faces[0];
    const [back, aside] = sides === 6 ? [0.42, -0.36] : [0.1, 0.06];
    return spin(spin(frontOf(face), [1, 0, 0], back), [0, 1, 0], aside);
  }

  /**
   * Draw the solid in a rotation, lifted off the table.
   * @param {Turn} turn
   * @param {number} [lift]
   */
  draw(turn, lift = 0) {
    const see = (/** @type {Vector} */ p) => /** @type {Vector} */ (turn.map((row) => dot(row, p)));
    const reach = REACH[this.solid.sides];
    const { base, dark, light } = this.material;
    const seen = this.solid.points.map(see);
    for (const { face, side, marks, whole } of this.faces) {
      const normal = see(face.normal);
      const isSeen = normal[2] > 0.02;
      whole.setAttribute("visibility", isSeen ? "visible" : "hidden");
      if (!isSeen) continue;
      const lit = Math.max(0, dot(normal, LIGHT));
      const corners = face.corners.map((c) => `${n(seen[c][0] * reach)} ${n(-seen[c][1] * reach)}`);
      side.setAttribute("d", `M${corners.join("L")}Z`);
      side.setAttribute(
        "fill",
        lit > 0.62 ? mix(base, light, (lit - 0.62) * 1.7) : mix(dark, base, lit / 0.62),
      );
      for (const { drawn, where, up, size } of marks) {
        const [u, v, o] = [see(cross(up, face.normal)), see(up), see(where)];
        const matrix = [u[0], -u[1], -v[0], v[1]].map((x) => (x * size).toFixed(3)).join(" ");
        drawn.setAttribute("transform", `matrix(${matrix} ${n(o[0] * reach)} ${n(-o[1] * reach)})`);
      }
    }
    this.body.setAttribute("transform", `translate(0 ${n(-lift)})`);
    this.shadow.setAttribute("rx", String(n(Math.max(12, 40 - lift * 0.25))));
  }

  /**
   * Draw the die in motion: thrown at 0, at rest at 1.
   * @param {number} t
   */
  tumble(t) {
    const ease = 1 - (1 - t) ** 3;
    const axis = unit([Math.sin(this.value * 7.1) + 0.4, 1, Math.cos(this.value * 3.3)]);
    const lift = Math.abs(Math.cos(t * Math.PI * 2.5)) * 60 * (1 - t) ** 1.4;
    this.draw(t < 1 ? spin(this.end, axis, WHOLE_TURNS * (ease - 1)) : this.end, t < 1 ? lift : 0);
  }

  /** Show rays that burst from the die, for its best face. */
  burst() {
    for (let i = 0; i < 14; i += 1) {
      const angle = (i * Math.PI) / 7;
      const [from, to] = [44, i % 2 ? 60 : 72];
      this.rays.append(
        svg("path", {
          d:
            `M${n(from * Math.cos(angle))} ${n(from * Math.sin(angle))}` +
            `L${n(to * Math.cos(angle))} ${n(to * Math.sin(angle))}`,
          "stroke-width": i % 2 ? 3 : 5.5,
        }),
      );
    }
    this.element.classList.add("bursts");
  }
}
