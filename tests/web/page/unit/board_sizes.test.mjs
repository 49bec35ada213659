import assert from "node:assert/strict";
import { test } from "node:test";
import { Camera } from "../../../../src/affray/web/static/js/input/camera.js";
import { gridLayout } from "../../../../src/affray/web/static/js/plan/grid.js";

const frame = (clientWidth, clientHeight) =>
  ({ clientWidth, clientHeight, addEventListener: () => {} });
const board = (width, height) =>
  ({ kind: "grid", width, height, places: Array(width * height).fill("") });

test("a small grid fills its frame, a single cell does not", () => {
  const layout = gridLayout(board(4, 3), true);
  const camera = new Camera({ layout }, frame(848, 624));
  assert.ok(camera.whole() * layout.height > 0.8 * 624);
  const tiny = new Camera({ layout: gridLayout(board(1, 1), true) }, frame(848, 624));
  assert.ok(tiny.whole() * 44 <= 150);
});

test("who stand together in a cell do not cover each other's labels", () => {
  const layout = gridLayout(board(3, 3), true);
  const [first, , third] = layout.seats(4, 4);
  const plateBelow = first.y + 23.5 * first.scale;
  assert.ok(third.y - 18 * third.scale >= plateBelow);
});
