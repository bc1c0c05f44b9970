import { expect, test } from "vitest";
import { initials } from "./Avatar.tsx";

test.each([
  ["ada", 1, "A"],
  ["ada", 2, "AD"],
  ["  grace hopper", 2, "GR"],
  ["x", 2, "X"],
  ["", 1, "U"],
  ["   ", 2, "U"],
  ["👩‍💻 dev", 1, "👩‍💻"],
])("%j in %i letters is %s", (name, letters, expected) => {
  expect(initials(name, letters)).toBe(expected);
});
