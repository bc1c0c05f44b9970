import { expect, it } from "vitest";
import { KilledError } from "./task.ts";
import { passOverEnds } from "./unowned-ends.ts";

it("lets the end of a process pass, and nothing else", () => {
  expect(() => passOverEnds(new KilledError(15))).not.toThrow();
  expect(() => passOverEnds(new Error("broken"))).toThrow("broken");
});
