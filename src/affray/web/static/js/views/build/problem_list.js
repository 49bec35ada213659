// The list of a scenario's problems, in words, with links to their fields or lines.
import { h, put } from "../../elements.js";
import { placeProblems } from "../../render/problem_slots.js";
import { placeInWords } from "../../state/problem_place.js";

/** @param {import("../build.js").ScenarioBuilder} builder */
export function problemList(builder) {
  const { checked } = builder;
  if (!checked) return;
  const placed = placeProblems(builder.element, checked.problems);
  put(builder.problems, checked.problems.length
    ? h("div", { class: "wrong" },
      h("strong", {}, checked.problems.length === 1 ? "One thing is wrong:"
        : `${checked.problems.length} things are wrong:`),
        h("ul", {}, checked.problems.map((problem) =>
          h("li", {}, problem.key ? h("button",
            { type: "button", class: "link",
              title: problem.key,
              onclick: () => showProblem(builder, problem, placed.get(problem)) },
            placeInWords(problem.key, builder.data))
              : null, problem.key ? ": " : "", problem.text))))
    : h("p", { class: "right-so" }, `Right as it is: ${checked.title}. `,
      builder.kept ? h("a", { href: `#/ask/draft:${builder.draft.id}` }, "Ask the lab about it")
      : null));
}

/**
 * Show the field that a problem is about, or its key in the file if it has no field.
 * @param {import("../build.js").ScenarioBuilder} builder
 * @param {Problem} problem
 * @param {HTMLElement | undefined} slot
 */
export function showProblem(builder, problem, slot) {
  const panel = slot && Object.entries(builder.panels).find(([, each]) => each.contains(slot));
  if (!slot || !panel) {
    findInFile(builder, problem.key);
    return;
  }
  builder.showTab(panel[0]);
  for (let around = slot.parentElement; around;
    around = around.parentElement) if (around instanceof HTMLDetailsElement) around.open = true;
  const field = slot.parentElement?.querySelector("input, select, textarea, button");
  slot.scrollIntoView({ block: "center" });
  if (field instanceof HTMLElement) field.focus({ preventScroll: true });
}

/**
 * Show the position of a problem's key in the file, as closely as possible.
 * @param {import("../build.js").ScenarioBuilder} builder
 * @param {string} key
 */
export function findInFile(builder, key) {
  builder.showTab("file");
  const parts = key.split(".").filter((part) => !/^\d+$/.test(part)).reverse();
  for (const part of parts) {
    const at = builder.text.value.search(new RegExp(`\\b${part.replace(/[^\w-]/g, "")}\\b`));
    if (at >= 0) {
      builder.text.focus();
      builder.text.setSelectionRange(at, at + part.length);
      return;
    }
  }
}
