// Lint of the page's JavaScript. Undefined names and types are checked by tsc (jsconfig.json).

/** Modules that draw: their pictures are long strings. */
const page = "src/affray/web/static/js/**/*.js";

export default [
  { ignores: [".venv/**", "build/**", "dist/**"] },
  {
    files: [page, "tests/web/page/unit/*.mjs"],
    languageOptions: { ecmaVersion: 2024, sourceType: "module" },
    rules: {
      "array-callback-return": "error",
      complexity: ["error", 30],
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
];
