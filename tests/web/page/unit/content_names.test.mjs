import assert from "node:assert/strict";
import { test } from "node:test";
import { keyOf } from "../../../../src/affray/web/static/js/state/content_names.js";

test("an entry's key is made from what it is called", () => {
  assert.equal(keyOf("Great Flail"), "great-flail");
  assert.equal(keyOf("Kael’s Épée, old"), "kaels-epee-old");
  assert.equal(keyOf("great-sword"), "great-sword");
  assert.equal(keyOf("???"), "");
});
