import { expect, test } from "vitest";
import { routeOf } from "./routes.ts";

test("an action leads to its page, and one that is none to the first", () => {
  expect(routeOf({ action: "android.settings.DISPLAY_SETTINGS" })).toBe("display");
  expect(routeOf({ action: "constructor" })).toBeUndefined();
});
