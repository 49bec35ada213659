// Lint of the page's JavaScript. Undefined names and types are checked by tsc (jsconfig.json).

const scripts = "src/affray/web/static/js";
/** Modules whose lines are still longer than others'. */
const drawing = ["render/ground/*.js", "render/token.js", "render/effects.js", "render/dice.js",
  "plan/dice.js", "plan/effects.js", "views/fight/playback.js"];

export default [
  { ignores: [".venv/**", "build/**", "dist/**"] },
  {
    files: [`${scripts}/**/*.js`, "tests/web/page/unit/*.mjs"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module" },
    rules: {
      "array-callback-return": "error",
      complexity: ["error", 34],
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-len": ["error", {
        code: 100, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true,
      }],
      "max-lines": ["error", { max: 600, skipComments: true, skipBlankLines: true }],
      "no-constant-condition": "error",
      "no-dupe-keys": "error",
      "no-else-return": "error",
      "no-fallthrough": "error",
      "no-implicit-coercion": "error",
      "no-return-assign": "error",
      "no-unreachable": "error",
      "no-unused-vars": ["error", { argsIgnorePattern: "^_" }],
      "no-useless-return": "error",
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      "prefer-template": "error",
    },
  },
  { files: drawing.map((name) => `${scripts}/${name}`), rules: { "max-len": "off" } },
];
