import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DeviceDriver, smallScreen } from "../testing/device-driver.ts";
import { provideDevice } from "../testing/provide-device.ts";
import { basicKeys, functionKeys, QUICK_KEYS } from "./keys.ts";

const CALCULATOR = "com.terrarium.calculator";

let device: DeviceDriver;
provideDevice({}, (started) => (device = started));

const open = (): void => void device.ui.activities.start(CALCULATOR);
const formula = (): string => device.control("formula").text;
/** Returns the text below the formula. An empty result is not in the tree. */
const result = (): string => (device.hasControl("result") ? device.control("result").text : "");
const history = (): string[] => controls("history_").map((node) => node.description);
const controls = (id: string): HierarchyNode[] =>
  device.controls().filter((node) => node.id.startsWith(`${CALCULATOR}:id/${id}`));

/** Taps keys by their AOSP calculator ids. */
function press(...ids: string[]): void {
  for (const id of ids) device.tapControl(id);
}

const digits = (number: string): string[] =>
  Array.from(number, (sign) => (sign === "." ? "dec_point" : `digit_${sign}`));

/** Clears the display, types with a keyboard, and returns the display. */
function typed(text: string): string {
  device.tap("Clear");
  device.type(text);
  return `${formula()} → ${result()}`;
}

describe("the display", () => {
  test("starts empty, groups thousands and previews the result", () => {
    open();
    expect([formula(), result(), history()]).toEqual(["0", "", []]);
    press(...digits("1234567.25"), "op_add", ...digits("1"));
    expect([formula(), result()]).toEqual(["1,234,567.25+1", "1,234,568.25"]);
    press("eq");
    expect([formula(), result(), history()]).toEqual(["1,234,568.25", "", ["1,234,567.25+1 = 1,234,568.25"]]);
  });

  test.each([
    [["digit_8", "op_div", "digit_0", "eq"], "8÷0", "Can’t divide by 0"],
    [["digit_5", "op_add", "eq"], "5+", "Incomplete expression"],
    [["op_sqrt", "lparen", "op_sub", "digit_4", "eq"], "√(−4", "Not a number"],
    [[...digits("171"), "op_fact", "eq"], "171!", "Too large to show"],
  ])("describes the error of %j until the next key", (keys, shown, message) => {
    open();
    device.tap("More functions");
    press(...keys);
    expect([formula(), result(), history()]).toEqual([shown, message, []]);
    press("digit_1");
    expect(result()).not.toBe(message);
    press("clr");
    expect([formula(), result()]).toEqual(["0", ""]);
  });

  test("follows language changes while it shows an error", () => {
    open();
    press("digit_8", "op_div", "digit_0", "eq");
    device.ui.settings.put("system", "system_locales", "zh-CN");
    expect(result()).toBe("不能除以 0");
  });

  test("shows the end of long input and stops at 100 characters", () => {
    open();
    for (let count = 0; count < 40; count++) device.type("123+");
    expect(formula().length).toBe(100);
    const { left, right } = device.control("formula").bounds;
    expect([left >= 0, right <= 360]).toEqual([true, true]);
    press("del", "digit_9", "eq");
    expect(result()).not.toBe("Incomplete expression");
  });

  test("reuses an earlier answer with its sign, without commas", () => {
    device.ui.settings.put("global", "display_size_forced", "360,860");
    open();
    typed("1000*5=");
    typed("3-10=");
    device.tap("1,000×5 = 5,000");
    expect(formula()).toBe("5,000");
    device.type("+1=");
    expect(formula()).toBe("5,001");
    device.tap("3−10 = −7");
    device.type("*2=");
    expect(formula()).toBe("−14");
  });

  test("shows as many past calculations as fit, also after a restart", () => {
    device.ui.settings.put("global", "display_size_forced", "360,860");
    open();
    for (let number = 1; number <= 30; number++) typed(`${number}+0=`);
    const shown = history();
    expect(shown.at(-1)).toBe("30+0 = 30");
    expect(shown.length).toBeGreaterThan(1);
    expect(shown.length).toBeLessThan(30);
    device.kill(CALCULATOR);
    open();
    expect([history(), formula()]).toEqual([shown, "30"]);
    press("digit_4");
    expect(formula()).toBe("4");
  });

  test("keeps at most fifty calculations", () => {
    open();
    for (let number = 1; number <= 60; number++) typed(`${number}+0=`);
    const file = readFileSync(join(device.dataDir, "apps", CALCULATOR, "calculation.json"), "utf8");
    const { history: kept } = JSON.parse(file) as { history: { expression: string }[] };
    expect([kept.length, kept[0]?.expression, kept.at(-1)?.expression]).toEqual([50, "11+0", "60+0"]);
  });
});

describe("the keys", () => {
  test("have a name, an id and touch room in both orientations", () => {
    open();
    device.tap("More functions");
    const ids = [...basicKeys.flat(), ...QUICK_KEYS, ...functionKeys.flat()].map((key) => key.id);
    for (const sideways of [false, true]) {
      device.turn(sideways);
      for (const id of [...ids, "toggle_mode"]) {
        const { bounds, description, clickable } = device.control(id);
        expect([id, description !== "", clickable]).toEqual([id, true, true]);
        expect(bounds.right - bounds.left).toBeGreaterThanOrEqual(32);
        expect(bounds.bottom - bounds.top).toBeGreaterThanOrEqual(24);
      }
    }
  });

  test.each([
    ["320,480", false],
    ["320,320", false],
    ["360,640", true],
    ["320,533", true],
    ["800,1280", false],
  ])("on a screen of %s, sideways %s, neither overlap nor leave the screen", (size, sideways) => {
    device.ui.settings.put("global", "display_size_forced", size);
    device.turn(sideways);
    open();
    const bounds = controls("")
      .filter((node) => node.clickable)
      .map((node) => node.bounds);
    expect(bounds.length).toBeGreaterThan(20);
    const { widthPx, heightPx } = device.ui.display;
    for (const [index, one] of bounds.entries()) {
      expect([one.left >= 0, one.top >= 0, one.right <= widthPx, one.bottom <= heightPx]).toEqual([
        true,
        true,
        true,
        true,
      ]);
      for (const other of bounds.slice(index + 1)) {
        const apart =
          one.right <= other.left + 1 ||
          other.right <= one.left + 1 ||
          one.bottom <= other.top + 1 ||
          other.bottom <= one.top + 1;
        expect(apart).toBe(true);
      }
    }
  });

  test("insert and delete a function with its parenthesis as a unit", () => {
    open();
    device.tap("More functions");
    press("fun_sin", "digit_3", "digit_0");
    expect([formula(), result()]).toEqual(["sin(30", "0.5"]);
    press("del", "del", "del");
    expect(formula()).toBe("0");
    press("fun_arctan", "digit_1", "eq");
    expect(formula()).toBe("45");
    press("op_sqr", "eq");
    expect(formula()).toBe("2,025");
    press("op_inv", "eq");
    expect(formula()).toBe("0.000493827160494");
    press("fun_exp", "digit_0", "eq");
    expect(formula()).toBe("1");
  });

  test("show the selected angle unit and keep it", () => {
    open();
    device.tap("More functions");
    press("fun_cos", "const_pi");
    expect(device.control("toggle_mode").description).toBe("Angles in degrees");
    press("toggle_mode");
    expect([device.control("toggle_mode").description, result()]).toEqual(["Angles in radians", "−1"]);
    device.kill(CALCULATOR);
    open();
    device.tap("More functions");
    expect(device.control("toggle_mode").description).toBe("Angles in radians");
  });

  test("show and hide the functions, and report the state", () => {
    open();
    expect([device.control("toggle_functions").selected, device.hasControl("fun_ln")]).toEqual([false, false]);
    device.tap("More functions");
    expect([device.control("toggle_functions").selected, device.hasControl("fun_ln")]).toEqual([true, true]);
    device.tap("Fewer functions");
    expect(device.hasControl("fun_ln")).toBe(false);
  });

  test("register every fast tap and two fingers at once", () => {
    open();
    for (let tap = 0; tap < 12; tap++) press("digit_7");
    expect(formula()).toBe("777,777,777,777");
    press("clr");
    const fingers = ["digit_1", "digit_2"].map((id) => device.control(id).bounds);
    for (const action of ["down", "up"] as const)
      for (const [pointerId, { left, top }] of fingers.entries())
        device.ui.input.touch({ action, pointerId, xPx: left + 10, yPx: top + 10 });
    expect(Array.from(formula()).toSorted().join("")).toBe("12");
  });
});

describe("a keyboard", () => {
  test.each([
    ["2*3=", "6 → "],
    ["10/4=", "2.5 → "],
    ["3,5+1=", "4.5 → "],
    ["7-10=", "−3 → "],
    ["50%", "50% → 0.5"],
    ["2^10", "2^10 → 1,024"],
    ["5!", "5! → 120"],
    ["(1+2)*3", "(1+2)×3 → 9"],
    ["2x3", "2×3 → 6"],
    ["2p", "2π → 6.28318530718"],
    ["9c1", "1 → "],
    ["hello 4 you", "e4 → 10.8731273138"],
    ["🌿5", "5 → "],
    ["=", "0 → "],
    ["00012", "12 → "],
    ["1..5", "1.5 → "],
    ["+5", "5 → "],
  ])("%s shows %s", (text, shown) => {
    open();
    expect(typed(text)).toBe(shown);
  });

  test("deletes the last character, or a whole answer", () => {
    open();
    const del = 67;
    device.type("12+3");
    device.press(del);
    expect(formula()).toBe("12+");
    device.type("3=");
    device.press(del);
    expect(formula()).toBe("0");
    device.press(del);
    expect(formula()).toBe("0");
  });

  test("leaves the app with BACK and keeps the input", () => {
    open();
    device.type("12+3");
    device.press(KEY_CODES.back);
    expect(device.ui.activities.foreground().packageName).toBe("com.terrarium.launcher");
    open();
    expect(formula()).toBe("12+3");
  });
});

test("the input survives rotation, theme changes and a kill", () => {
  open();
  device.type("9*9");
  device.turn(true);
  expect([formula(), result()]).toEqual(["9×9", "81"]);
  device.ui.settings.put("secure", "ui_night_mode", "1");
  device.turn(false);
  expect(formula()).toBe("9×9");
  device.kill(CALCULATOR);
  open();
  expect(formula()).toBe("9×9");
});

test("random keys show a number, formula or message and log nothing", () => {
  open();
  device.tap("More functions");
  const ids = controls("")
    .filter((node) => node.clickable)
    .map((node) => node.id.split("/")[1] ?? "");
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...ids.filter((id) => id !== "toggle_functions")), { maxLength: 25 }),
      (keys) => {
        for (const id of keys) if (device.hasControl(id)) press(id);
        expect(`${formula()} ${result()}`).not.toMatch(/NaN|undefined|Infinity|\[object/);
        press("clr");
      },
    ),
    { numRuns: 12 },
  );
  expect(device.logged).toEqual([]);
});

test.each([
  ["not JSON at all", "{"],
  ["an overlong formula", JSON.stringify({ expression: "1".repeat(5000), angleUnit: "deg", history: [] })],
  ["an unknown angle unit", JSON.stringify({ expression: "1", angleUnit: "gon", history: [] })],
])("sets a file with %s aside and starts empty", async (_name, file) => {
  const dataDir = mkdtempSync(join(tmpdir(), "terrarium-calculator-"));
  const folder = join(dataDir, "apps", CALCULATOR);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "calculation.json"), file);
  await using damaged = await DeviceDriver.start({ ...smallScreen, dataDir });
  damaged.ui.activities.start(CALCULATOR);
  expect(damaged.control("formula").text).toBe("0");
  expect(existsSync(join(folder, "calculation.json.damaged"))).toBe(true);
  damaged.type("1+1=");
  expect(damaged.control("formula").text).toBe("2");
});

test("clearing data deletes formula and history", async () => {
  open();
  typed("1+1=");
  await device.ui.clearData(CALCULATOR);
  open();
  expect([formula(), history()]).toEqual(["0", []]);
});
