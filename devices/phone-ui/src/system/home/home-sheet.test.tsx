import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { colorsOf, WALLPAPER_NAMES } from "../../services/wallpapers/wallpapers.ts";
import { middleOf } from "../../testing/screen-driver.ts";
import { TestPhone, testApp } from "../../testing/test-phone.tsx";

const FERN = testApp("org.example.fern", "Fern");
let phone: TestPhone;

/** Performs a long press on the empty home screen. */
function holdBelowSearch(on: TestPhone): void {
  const { left, bottom } = on.find("Search apps").bounds;
  const at = { pointerId: 0, xPx: left + 4, yPx: bottom + 4 };
  on.ui.input.touch({ ...at, action: "down", secondary: true });
  on.ui.input.touch({ ...at, action: "up" });
}

beforeAll(async () => void (phone = await TestPhone.start({ apps: [FERN] })));
beforeEach(() => holdBelowSearch(phone));
afterEach(() => phone.reset());
afterAll(() => phone[Symbol.dispose]());

const isOpen = (): boolean => phone.hasControl("home_sheet");
const chosen = (): string[] =>
  phone
    .controls()
    .filter(({ checked }) => checked)
    .map(({ id }) => id.split("/")[1] ?? "");

test("a long press on the home screen opens the sheet", () => {
  expect(isOpen()).toBe(true);
  expect(chosen()).toEqual(["wallpaper_moss", "icons_own"]);
});

test.each([
  ["BACK", () => phone.press(KEY_CODES.back)],
  ["HOME", () => phone.press(KEY_CODES.home)],
  ["a touch above it", () => phone.tapAt(180, 60)],
])("the sheet closes with %s", (_name, leave) => {
  leave();
  expect(isOpen()).toBe(false);
  expect(phone.has("Fern")).toBe(true);
});

test("a touch beside its controls keeps the sheet open", () => {
  const { bounds } = phone.find("App icons");
  phone.tapAt(...middleOf({ bounds }));
  expect(isOpen()).toBe(true);
});

describe("a wallpaper", () => {
  test("is chosen by a touch, and colors all screens", () => {
    phone.tap("Dunes");
    expect(phone.settings.get("secure", "wallpaper")).toBe("dunes");
    expect(chosen()).toEqual(["wallpaper_dunes", "icons_own"]);
    const { left, top } = phone.control("home_sheet").bounds;
    expect(`#${phone.pixel(left + 180, top + 8)}`).toBe(colorsOf("dunes", "dark").surfaceContainer);
  });

  test("is among all that a swipe reaches", () => {
    for (let swipes = 0; swipes < 3; swipes++) {
      const { bounds } = phone.control("wallpapers");
      const y = (bounds.top + bounds.bottom) / 2;
      phone.drag(300, y, 40, y);
    }
    phone.tap("Stone");
    expect(phone.settings.get("secure", "wallpaper")).toBe(WALLPAPER_NAMES.at(-1));
  });
});

test("icons take the wallpaper's colors and return to their own", () => {
  const plate = (): string => {
    phone.press(KEY_CODES.home);
    const { left, right, top } = phone.find("Fern").bounds;
    return `#${phone.pixel((left + right) / 2, top + 12)}`;
  };
  phone.tap("Wallpaper colors");
  expect(plate()).toBe(colorsOf("moss", "dark").themedIcon);
  holdBelowSearch(phone);
  phone.tap("Own colors");
  expect(plate()).toBe(FERN.icon.color);
});

test("All apps opens the list of apps", () => {
  phone.tap("All apps");
  expect(isOpen()).toBe(false);
  expect(phone.hasControl("apps_list_view")).toBe(true);
});

test.each([
  [720, 1600, 320],
  [1080, 2424, 420],
  [480, 800, 240],
  [1280, 800, 213],
  [640, 360, 160],
])("every control fits on a screen of %dx%d at %d dpi", async (widthPx, heightPx, densityDpi) => {
  using other = await TestPhone.start({ apps: [FERN], widthPx, heightPx, densityDpi });
  holdBelowSearch(other);
  for (const id of ["wallpaper_moss", "icons_own", "icons_themed", "all_apps"]) {
    const { bounds } = other.control(id);
    expect(bounds.top).toBeGreaterThanOrEqual(0);
    expect(bounds.bottom).toBeLessThanOrEqual(heightPx);
    expect(bounds.bottom - bounds.top).toBeGreaterThanOrEqual((48 * densityDpi) / 160 - 1);
  }
});
