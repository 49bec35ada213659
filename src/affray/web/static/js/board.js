// Draws a fight's board from its own space: zones, spots with bands, or a grid.
import { h, svg } from "./dom.js";

const CELL = 44;
const TOKEN = 15;
const ABREAST = 2 * TOKEN + 16;
const WITH_NAMES = 6;
const TURNS = { n: 0, ne: 45, e: 90, se: 135, s: 180, sw: 225, w: 270, nw: 315 };

/** Two letters for a name, with its number if it has one: "City Archer 2" is CA2, "Bandit 1" Ba1. */
export function initials(name) {
  const words = name.split(/\s+/).filter(Boolean);
  const number = /^\d+$/.test(words[words.length - 1]) && words.length > 1 ? words.pop() : "";
  if (words.length > 1) return (words[0][0] + words[1][0]).toUpperCase() + number;
  return words[0][0].toUpperCase() + words[0].slice(1, 2) + number;
}

/** Where each place of a map without coordinates is drawn: in columns, by distance from the first. */
function layers(count, pairs) {
  const near = Array.from({ length: count }, () => []);
  for (const [one, other] of pairs) {
    near[one].push(other);
    near[other].push(one);
  }
  const depth = Array(count).fill(-1);
  let last = -1;
  for (let start = 0; start < count; start += 1) {
    if (depth[start] >= 0) continue;
    depth[start] = last + 1;
    const queue = [start];
    while (queue.length) {
      const here = queue.shift();
      last = Math.max(last, depth[here]);
      for (const there of near[here]) {
        if (depth[there] < 0) {
          depth[there] = depth[here] + 1;
          queue.push(there);
        }
      }
    }
  }
  const columns = [];
  depth.forEach((column, place) => (columns[column] ||= []).push(place));
  const tallest = Math.max(...columns.map((column) => column.length));
  const found = [];
  columns.forEach((column, x) =>
    column.forEach((place, row) => {
      found[place] = [x, row + (tallest - column.length) / 2];
    }),
  );
  return found;
}

function spread(places, across, down, narrow) {
  const flipped = narrow ? places.map(([x, y]) => [y, x]) : places;
  const width = Math.max(...flipped.map(([x]) => x)) + 1;
  const height = Math.max(...flipped.map(([, y]) => y)) + 1;
  return {
    centres: flipped.map(([x, y]) => [(x + 0.5) * across, (y + 0.5) * down]),
    width: width * across,
    height: height * down,
  };
}

// Each kind of board gives: width, height, centres of places, an outline for each, and what lies under.

/** How many stand beside each other in a zone, how large and how far apart: a crowd without names, as large as it fits. */
function ranks(many, wide, tall) {
  if (many <= WITH_NAMES) return { columns: Math.min(3, many), size: 1, across: 72, down: 60 };
  let best = { size: 0 };
  for (let columns = 3; columns <= many; columns += 1) {
    const size = Math.min(1, wide / (columns * ABREAST), tall / (Math.ceil(many / columns) * ABREAST));
    if (size > best.size) best = { columns, size, across: ABREAST * size, down: ABREAST * size };
  }
  return best;
}

function zonesPlan(board, narrow, crowd) {
  const count = board.places.length;
  const rows = Math.max(...crowd.map((many) => many || 0), 0) > 3 ? 2 : 1;
  const wide = 226;
  const tall = 74 + rows * 62;
  const plan = spread(layers(count, board.paths || []), wide + 46, tall + 40, narrow);
  const exits = new Set(board.exits || []);
  plan.outline = (place, attributes) => {
    const [x, y] = plan.centres[place];
    return svg("rect", { x: x - wide / 2, y: y - tall / 2, width: wide, height: tall, rx: 20, ...attributes });
  };
  plan.under = () => [
    (board.paths || []).map(([one, other]) => {
      const [x1, y1] = plan.centres[one];
      const [x2, y2] = plan.centres[other];
      return svg("line", { x1, y1, x2, y2, class: "path" });
    }),
    board.places.map((_, place) => plan.outline(place, { class: "zone" })),
    board.places.map((name, place) => {
      const [x, y] = plan.centres[place];
      return svg("text", { x: x - wide / 2 + 16, y: y - tall / 2 + 25, class: "place-name" }, name, exits.has(place) ? " ⇥" : "");
    }),
  ];
  plan.seats = (place, many) => {
    const [x, y] = plan.centres[place];
    const { columns, size, across, down } = ranks(many, wide - 10, tall - 44);
    return Array.from({ length: many }, (_, n) => {
      const row = Math.floor(n / columns);
      const inRow = Math.min(columns, many - row * columns);
      return [x + ((n % columns) - (inRow - 1) / 2) * across, y - tall / 2 + 46 + 20 * size + row * down];
    });
  };
  plan.scale = (many) => ranks(many, wide - 10, tall - 44).size;
  plan.names = (many) => many <= WITH_NAMES;
  return plan;
}

function bandAt(x1, y1, x2, y2) {
  const steep = Math.abs(y2 - y1) > Math.abs(x2 - x1);
  return { x: (x1 + x2) / 2 + (steep ? 30 : 0), y: (y1 + y2) / 2 + (steep ? 4 : -7), class: "band" };
}

function spotsPlan(board, narrow) {
  const given = board.places.every((place) => Number.isFinite(place.x) && Number.isFinite(place.y));
  let plan;
  if (given) {
    const xs = board.places.map((place) => place.x);
    const ys = board.places.map((place) => place.y);
    const left = Math.min(...xs);
    const top = Math.min(...ys);
    let apart = Infinity;
    for (const one of board.places) {
      for (const other of board.places) {
        if (one !== other) apart = Math.min(apart, Math.hypot(one.x - other.x, one.y - other.y) || Infinity);
      }
    }
    const across = Number.isFinite(apart) ? 160 / apart : 1;
    const down = 1.25 * across;
    plan = {
      centres: board.places.map((place) => [(place.x - left) * across + 110, (place.y - top) * down + 84]),
      width: (Math.max(...xs) - left) * across + 220,
      height: (Math.max(...ys) - top) * down + 190,
    };
  } else {
    plan = spread(layers(board.places.length, board.links || []), 190, 165, narrow);
  }
  const radius = 56;
  plan.outline = (place, attributes) => {
    const [cx, cy] = plan.centres[place];
    return svg("circle", { cx, cy, r: radius, ...attributes });
  };
  plan.under = () => [
    (board.links || []).map(([one, other, band]) => {
      const [x1, y1] = plan.centres[one];
      const [x2, y2] = plan.centres[other];
      return [
        svg("line", { x1, y1, x2, y2, class: "path thin" }),
        svg("text", bandAt(x1, y1, x2, y2), band === undefined ? "" : String(band)),
      ];
    }),
    board.places.map((spot, place) => plan.outline(place, { class: spot.dark || spot.obscured ? "zone dim" : "zone" })),
    board.places.map((spot, place) => {
      const [x, y] = plan.centres[place];
      const marks = [
        spot.height ? `${spot.height} m up` : "",
        spot.cover ? `cover ${spot.cover} %` : "",
        spot.dark ? "dark" : "",
        spot.obscured ? "obscured" : "",
      ].filter(Boolean);
      return [
        svg("text", { x, y: y + radius + 17, class: "place-name middle small" }, spot.name),
        marks.length ? svg("text", { x, y: y + radius + 32, class: "band" }, marks.join(", ")) : null,
      ];
    }),
    (board.engines || []).map((engine) => {
      const [x, y] = plan.centres[engine.place];
      return svg("text", { x, y: y - radius - 6, class: "band" }, `⚙ ${engine.name}`);
    }),
  ];
  plan.seats = (place, many) => {
    const [x, y] = plan.centres[place];
    if (many === 1) return [[x, y]];
    return Array.from({ length: many }, (_, n) => {
      const turn = (2 * Math.PI * n) / many - Math.PI / 2;
      return [x + 31 * Math.cos(turn), y + 31 * Math.sin(turn)];
    });
  };
  plan.names = () => false;
  return plan;
}

function gridPlan(board) {
  const { width, height } = board;
  const hex = board.shape === "hex" || board.hexes === true;
  const row = hex ? CELL * Math.sqrt(0.75) : CELL;
  const plan = {
    width: width * CELL + (hex ? CELL / 2 : 0) + 2,
    height: hex ? height * row + CELL * 0.32 : height * CELL + 2,
    centres: [],
  };
  for (let cell = 0; cell < width * height; cell += 1) {
    const x = cell % width;
    const y = Math.floor(cell / width);
    plan.centres.push([(x + 0.5 + (hex && y % 2 ? 0.5 : 0)) * CELL + 1, hex ? y * row + CELL * 0.58 : (y + 0.5) * CELL + 1]);
  }
  plan.outline = (cell, attributes) => {
    const [x, y] = plan.centres[cell];
    if (!hex) return svg("rect", { x: x - CELL / 2, y: y - CELL / 2, width: CELL, height: CELL, ...attributes });
    const size = CELL / Math.sqrt(3);
    const points = Array.from({ length: 6 }, (_, corner) => {
      const turn = (Math.PI / 3) * corner + Math.PI / 6;
      return `${(x + size * Math.cos(turn)).toFixed(1)},${(y + size * Math.sin(turn)).toFixed(1)}`;
    });
    return svg("polygon", { points: points.join(" "), ...attributes });
  };
  const solid = new Set(board.solid || []);
  const cover = new Set(board.cover || []);
  const exits = new Set(board.exits || []);
  const rough = new Set(board.rough || []);
  const costs = board.costs || {};
  const terrain = board.terrain || [];
  plan.under = () => {
    const drawn = [];
    for (let cell = 0; cell < width * height; cell += 1) {
      const ground = Array.isArray(terrain) ? terrain[cell] : terrain[String(cell)];
      const classes = ["cell"];
      if (ground && ground !== "open") classes.push("ground", `ground-${groundKind(String(ground))}`);
      if (rough.has(cell)) classes.push("ground", "ground-rough");
      if (solid.has(cell)) classes.push("solid");
      if (exits.has(cell)) classes.push("exit");
      drawn.push(plan.outline(cell, { class: classes.join(" ") }));
      const [x, y] = plan.centres[cell];
      if (cover.has(cell)) drawn.push(svg("path", { d: `M${x - 9} ${y + 13}h18l-3-8h-12z`, class: "cover" }));
      const cost = Number(costs[String(cell)] ?? costs[cell] ?? 1);
      if (cost > 1) drawn.push(svg("text", { x: x + CELL / 2 - 4, y: y + CELL / 2 - 4, class: "cost" }, `×${cost}`));
    }
    for (const [x1, y1, x2, y2] of board.walls || []) {
      drawn.push(svg("line", { x1: x1 * CELL + 1, y1: y1 * CELL + 1, x2: x2 * CELL + 1, y2: y2 * CELL + 1, class: "wall" }));
    }
    return drawn;
  };
  plan.seats = (cell, many) => {
    const [x, y] = plan.centres[cell];
    const columns = Math.ceil(Math.sqrt(many));
    const apart = many > 1 ? (CELL - 4) / columns : 0;
    const rows = Math.ceil(many / columns);
    return Array.from({ length: many }, (_, n) => [x + ((n % columns) - (columns - 1) / 2) * apart, y + (Math.floor(n / columns) - (rows - 1) / 2) * apart]);
  };
  plan.scale = (many) => (many > 1 ? Math.max(0.3, 1.12 / Math.ceil(Math.sqrt(many))) : 0.92);
  plan.names = () => false;
  plan.cells = true;
  plan.front = (cell, facing) => {
    const turn = TURNS[facing];
    if (turn === undefined || hex) return [];
    const x = cell % width;
    const y = Math.floor(cell / width);
    return [-90, -45, 0, 45, 90]
      .map((more) => ((turn + more) * Math.PI) / 180)
      .map((angle) => [x + Math.round(Math.sin(angle)), y - Math.round(Math.cos(angle))])
      .filter(([column, line]) => column >= 0 && line >= 0 && column < width && line < height)
      .map(([column, line]) => line * width + column);
  };
  return plan;
}

function groundKind(name) {
  if (/water|pond|river|stream|sea/.test(name)) return "water";
  if (/wall|rock|solid|pillar/.test(name)) return "wall";
  if (/wood|tree|bamboo|bush|forest|hedge/.test(name)) return "wood";
  if (/rais|hill|high|stair|ledge/.test(name)) return "high";
  return "rough";
}

/** How a board is laid out, for those who draw on it themselves. */
export function planOf(board, narrow = false, crowd = []) {
  if (board.kind === "grid") return gridPlan(board);
  if (board.kind === "spots") return spotsPlan(board, narrow);
  return zonesPlan(board, narrow, crowd);
}

/** A place's name as people say it. */
export function placeName(board, place) {
  const named = (board.places || [])[place];
  if (typeof named === "string") return named;
  if (named && named.name) return named.name;
  return board.kind === "grid" ? `${place % board.width}, ${Math.floor(place / board.width)}` : String(place);
}

function tokenOf(fighter, state, [x, y], plan, extra) {
  const gone = state.state !== "standing";
  const share = state.max ? Math.max(0, Math.min(1, state.health / state.max)) : 0;
  const around = 2 * Math.PI * (TOKEN + 3);
  const label = `${fighter.name}, ${extra.side}, ${state.health} of ${state.max} health${gone ? `, ${state.state}` : ""}${
    state.conditions.length ? `, ${state.conditions.join(", ")}` : ""
  }${extra.lit ? ": can be chosen" : ""}`;
  const classes = ["token", `side-${fighter.side % 8}`, gone ? "gone" : "", extra.lit ? "lit" : "", extra.active ? "active" : ""];
  const facing = state.where && state.where.facing;
  const turn = facing === undefined || facing === null ? null : (TURNS[facing] ?? (Number(facing) || 0) * 60 + 30);
  return svg(
    "g",
    {
      class: classes.filter(Boolean).join(" "),
      transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})${extra.scale === 1 ? "" : ` scale(${extra.scale.toFixed(2)})`}`,
      tabindex: 0,
      role: extra.lit ? "button" : "img",
      "aria-label": label,
      "data-fighter": extra.index,
      ...extra.on,
    },
    svg("title", {}, label),
    turn === null ? null : svg("path", { d: `M-8 ${-TOKEN - 2}L0 ${-TOKEN - 12}L8 ${-TOKEN - 2}z`, transform: `rotate(${turn})`, class: "facing" }),
    svg("circle", { r: TOKEN + 3, class: "halo" }),
    svg("circle", {
      r: TOKEN + 3,
      class: "health",
      "stroke-dasharray": `${(share * around).toFixed(1)} ${around.toFixed(1)}`,
      transform: "rotate(-90)",
    }),
    svg("circle", { r: TOKEN, class: "disc" }),
    svg("text", { class: "initials", y: 4 }, initials(fighter.name)),
    gone ? svg("path", { d: "M-9 -9L9 9M9 -9L-9 9", class: "cross" }) : null,
    state.conditions.length && !gone ? svg("circle", { cx: 13, cy: -13, r: 4.5, class: "condition" }) : null,
    extra.named ? svg("text", { class: "name", y: TOKEN + 18 }, fighter.name.length > 11 ? `${fighter.name.slice(0, 10)}…` : fighter.name) : null,
  );
}

function arrow([x1, y1], [x2, y2], kind) {
  const long = Math.hypot(x2 - x1, y2 - y1) || 1;
  const cut = Math.min(TOKEN + 6, long / 3);
  const ux = (x2 - x1) / long;
  const uy = (y2 - y1) / long;
  const tip = [x2 - ux * cut, y2 - uy * cut];
  const back = [tip[0] - ux * 9, tip[1] - uy * 9];
  return svg("g", { class: `arrow ${kind}` }, [
    svg("line", { x1: x1 + ux * cut, y1: y1 + uy * cut, x2: back[0], y2: back[1] }),
    svg("path", { d: `M${tip[0]} ${tip[1]}L${back[0] - uy * 5} ${back[1] + ux * 5}L${back[0] + uy * 5} ${back[1] - ux * 5}z` }),
  ]);
}

const here = (state) => (state.where && Number.isInteger(state.where.place) ? state.where.place : -1);

/** Who is on the board, how many at each place, and how it is laid out for them. */
function layout(scene, states, narrow) {
  const shown = scene.fighters
    .map((fighter, index) => ({ fighter, index, state: states[index] }))
    .filter(({ state }) => state && here(state) >= 0 && state.state !== "fled");
  const crowd = [];
  for (const { state } of shown) crowd[here(state)] = (crowd[here(state)] || 0) + 1;
  return { shown, crowd, plan: planOf(scene.board, narrow, Array.from(crowd, (many) => many || 0)) };
}

/** Shades the places that a fighter's weapons reach: close by, and at range. */
export function shadeReach(drawn, scene, states, narrow, who, weapons) {
  const layer = drawn.querySelector(".reach");
  const { plan } = layout(scene, states, narrow);
  const near = new Set(weapons.filter((one) => !one.far).flatMap((one) => one.places));
  const far = new Set(weapons.filter((one) => one.far).flatMap((one) => one.places).filter((place) => !near.has(place)));
  const shapes = (places, look) => [...places].map((place) => plan.outline(place, { class: look }));
  layer.setAttribute("class", `reach side-${scene.fighters[who].side % 8}`);
  layer.replaceChildren(...shapes(far, "reach-far"), ...shapes(near, "reach-near"));
}

/** Takes the shading away. */
export function unshade(drawn) {
  const layer = drawn.querySelector(".reach");
  if (layer) layer.replaceChildren();
}

/**
 * The board with everybody on it.
 * look: {places: Set, targets: Set, actor, arrows: [[from, to, kind]], marked: Set, onplace, ontarget, onhover, narrow}
 */
export function drawBoard(scene, states, look = {}) {
  const board = scene.board;
  const { plan, shown, crowd } = layout(scene, states, look.narrow);
  const taken = {};
  const seats = {};
  const at = {};
  for (const { index, state } of shown) {
    const place = here(state);
    seats[place] ||= plan.seats(place, crowd[place]);
    taken[place] = (taken[place] ?? -1) + 1;
    at[index] = seats[place][taken[place]];
  }
  const press = (what) => ({
    onclick: what,
    onkeydown: (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        what();
      }
    },
  });
  const fronts = shown
    .filter(({ state }) => plan.front && state.state === "standing" && state.where.facing !== undefined)
    .map(({ fighter, state }) =>
      plan.front(here(state), state.where.facing).map((cell) => plan.outline(cell, { class: `front side-${fighter.side % 8}` })),
    );
  const lit = [...(look.places || [])].map((place) =>
    plan.outline(place, {
      class: "lit-place",
      tabindex: 0,
      role: "button",
      "aria-label": `${placeName(board, place)}: can be chosen`,
      "data-place": place,
      ...press(() => look.onplace && look.onplace(place)),
    }),
  );
  const marked = [...(look.marked || [])].filter((place) => place >= 0).map((place) => plan.outline(place, { class: "marked" }));
  const tokens = shown.map(({ fighter, index, state }) => {
    const canBe = look.targets && look.targets.has(index);
    const hover = (on) => () => look.onhover && look.onhover(on ? index : null);
    return tokenOf(fighter, state, at[index], plan, {
      index,
      scale: plan.scale ? plan.scale(crowd[here(state)]) : 1,
      named: plan.names(crowd[here(state)]),
      side: scene.sides[fighter.side].name,
      lit: canBe,
      active: look.actor === index,
      on: {
        ...(canBe ? press(() => look.ontarget && look.ontarget(index)) : {}),
        onmouseenter: hover(true),
        onmouseleave: hover(false),
        onfocus: hover(true),
        onblur: hover(false),
      },
    });
  });
  const arrows = (look.arrows || []).filter(([from, to]) => at[from] && at[to] && from !== to).map(([from, to, kind]) => arrow(at[from], at[to], kind));
  return svg(
    "svg",
    {
      viewBox: `0 0 ${Math.ceil(plan.width)} ${Math.ceil(plan.height)}`,
      class: `board board-${board.kind}`,
      role: "group",
      "aria-label": `The board: ${scene.title}`,
      preserveAspectRatio: "xMidYMid meet",
    },
    plan.under(),
    fronts,
    svg("g", { class: "reach" }),
    marked,
    lit,
    tokens,
    arrows,
  );
}

function healthBar(name, state) {
  const share = state.max ? Math.max(0, Math.min(1, state.health / state.max)) : 0;
  return svg(
    "svg",
    { viewBox: "0 0 80 10", class: "bar-of-health", role: "meter", "aria-label": `health of ${name}`, "aria-valuemin": 0, "aria-valuemax": state.max, "aria-valuenow": state.health, preserveAspectRatio: "none" },
    svg("rect", { width: 80, height: 10, rx: 5, class: "track" }),
    svg("rect", { width: 80 * share, height: 10, rx: 5, class: "amount" }),
  );
}

/** Everybody in a list: badge, name, health, where, what is the matter. */
export function drawRoster(scene, states, actor) {
  return h(
    "div",
    { class: "roster" },
    scene.sides.map((side, number) =>
      h(
        "section",
        { class: `side side-${number % 8}`, "aria-label": side.name },
        h("h3", {}, side.name, side.player ? h("span", { class: "by" }, side.player === "person" ? "" : side.player) : null),
        h(
          "ul",
          {},
          scene.fighters.map((fighter, index) => {
            const state = states[index];
            if (fighter.side !== number || !state) return null;
            return h(
              "li",
              { class: `${state.state} ${index === actor ? "active" : ""}` },
              h("span", { class: "badge", "aria-hidden": "true" }, initials(fighter.name)),
              h("span", { class: "who" }, fighter.name),
              healthBar(fighter.name, state),
              h("span", { class: "figure" }, `${state.health}/${state.max}`),
              h("span", { class: "note" }, [state.state === "standing" ? state.place : state.state, ...state.conditions].join(" · ")),
            );
          }),
        ),
      ),
    ),
  );
}
