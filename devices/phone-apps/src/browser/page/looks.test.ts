import { expect, test } from "vitest";
import { firstLook, lookOf } from "./looks.ts";

test("an unknown element inherits its look, whatever its name", () => {
  const around = firstLook("#000000", false);
  expect(lookOf("constructor", around, "light")).toEqual(around);
});
