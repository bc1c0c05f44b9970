import { expect, test } from "vitest";
import { firstLook, lookOf } from "./looks.ts";

test("an element that no page knows looks as what is around it, whatever its name", () => {
  const around = firstLook("light", false);
  expect(lookOf("constructor", around, "light")).toEqual(around);
});
