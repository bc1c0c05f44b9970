/** Parts of the language that the server's interpreter has. */
const LIBRARIES = ["es2024", "esnext.collection", "esnext.disposable", "esnext.iterator", "esnext.promise"];

/** Options of the TypeScript compiler for scripts as the server runs them. Numbers are TypeScript's own constants. */
export const COMPILER_OPTIONS: Readonly<Record<string, boolean | number | string[]>> = {
  allowJs: true,
  checkJs: true,
  noEmit: true,
  skipLibCheck: true,
  types: [],
  /** ESNext. */
  target: 99,
  /** ESNext. */
  module: 99,
  /** Node. */
  moduleResolution: 2,
  /** Force: a script without imports is a module too, with top-level `await`. */
  moduleDetection: 3,
  lib: LIBRARIES.map((name) => `lib.${name}.d.ts`),
};

/**
 * Codes of errors that are often wrong in JavaScript: types of values that are variables (`const to = [1, 2]` is no
 * pair), and `resolve()` of a promise without a value.
 */
export const IGNORED_CODES = [2322, 2345, 2769, 2794, 2810];
