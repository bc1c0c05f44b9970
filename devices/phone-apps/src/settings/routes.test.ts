import { expect, test } from "vitest";
import { routeOf } from "./routes.ts";

test("an action opens its page, and an unknown one the home page", () => {
  expect(routeOf({ action: "android.settings.DISPLAY_SETTINGS" })).toBe("display");
  expect(routeOf({ action: "constructor" })).toBeUndefined();
});
