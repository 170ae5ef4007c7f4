/** What types do not see. Names that do not exist are the type checker's affair. */

import js from "@eslint/js";

export default [
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: "module" },
    rules: {
      "no-undef": "off",
      eqeqeq: "error",
      "no-console": "error",
      "no-var": "error",
      "prefer-const": "error",
      "no-shadow": "error",
      "no-else-return": "error",
      "object-shorthand": "error",
      "max-lines": ["error", 300],
      complexity: ["error", 13],
    },
  },
];
