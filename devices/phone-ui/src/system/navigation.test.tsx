import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { useState, type ReactElement } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { View } from "../render/elements.ts";
import { NAVIGATION_HEIGHT } from "../services/bars.ts";
import { useBack, useKeys } from "../services/services.ts";
import { middleOf } from "../testing/screen-driver.ts";
import { TestPhone, testApp } from "../testing/test-phone.tsx";
import { Button } from "../widgets/Button.tsx";
import { TextInput } from "../widgets/TextInput.tsx";

/** Waits long enough for a busy machine. */
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 90_000, interval: 5 });

let typed: string[] = [];

/** An app with steps: a button advances, BACK returns. */
function Steps(): ReactElement {
  const [step, setStep] = useState(0);
  const [text, setText] = useState("");
  useBack(step > 0 ? () => setStep(step - 1) : undefined);
  useKeys((key) => typed.push("character" in key ? key.character : `<${key.name}>`));
  return (
    <View style={{ grow: 1, basis: 0, justify: "between" }}>
      <Button id="deeper" label={`step ${step}`} onPress={() => setStep(step + 1)} />
      <TextInput id="field" label="Field" value={text} onChange={setText} />
      <View id="floor" label="floor" style={{ height: 20, marginBottom: NAVIGATION_HEIGHT }} />
    </View>
  );
}

let phone: TestPhone;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"] });
  const apps = [
    testApp("org.example.steps", "Steps", { Screen: Steps }),
    testApp("org.example.map", "Map"),
    testApp("org.example.mail", "Mail"),
  ];
  phone = await TestPhone.start({ apps });
});

afterEach(() => {
  phone.reset();
  typed = [];
});

afterAll(() => {
  phone[Symbol.dispose]();
  vi.useRealTimers();
});

const front = (): string => phone.ui.activities.foreground().label;
const running = (): string[] => phone.ui.activities.running().map(({ label }) => label);
const inRecents = (): boolean => phone.hasControl("overview_panel") || phone.hasControl("overview_empty");

/** Swipes up from the lower edge and rests there. */
function swipeAndRest(): void {
  const touch = (action: "down" | "move" | "up", yPx: number): void =>
    phone.ui.input.touch({ action, pointerId: 0, xPx: 180, yPx });
  touch("down", 636);
  for (let y = 620; y > 450; y -= 10) touch("move", y);
  vi.advanceTimersByTime(300);
  touch("up", 450);
}

interface Way {
  mode: string;
  name: string;
  home: () => void;
  back: () => void;
  recents: () => void;
}

const ways: readonly Way[] = [
  {
    mode: "2",
    name: "gestures",
    home: () => phone.drag(180, 636, 180, 300),
    back: () => phone.drag(2, 300, 200, 300),
    recents: swipeAndRest,
  },
  {
    mode: "0",
    name: "three buttons",
    home: () => phone.tapControl("home"),
    back: () => phone.tapControl("back"),
    recents: () => phone.tapControl("recent_apps"),
  },
  ...["0", "2"].map((mode) => ({
    mode,
    name: "keys",
    home: () => phone.press(KEY_CODES.home),
    back: () => phone.press(KEY_CODES.back),
    recents: () => phone.press(KEY_CODES.appSwitch),
  })),
];

describe.each(ways)("with $name in mode $mode", ({ mode, home, back, recents }) => {
  beforeEach(() => {
    phone.settings.put("secure", "navigation_mode", mode);
    phone.ui.activities.start("org.example.steps");
  });

  test("home goes home, and the app keeps its state", () => {
    phone.tapControl("deeper");
    home();
    expect([front(), phone.hasControl("workspace")]).toEqual(["Home", true]);
    phone.tap("Steps");
    expect(phone.has("step 1")).toBe(true);
  });

  test("back returns through the app's steps, then home", () => {
    phone.tapControl("deeper");
    phone.tapControl("deeper");
    back();
    expect(phone.has("step 1")).toBe(true);
    back();
    expect(phone.has("step 0")).toBe(true);
    back();
    expect([front(), running()]).toEqual(["Home", ["Steps"]]);
    back();
    expect(front()).toBe("Home");
  });

  test("back first closes the keyboard and keeps the text", () => {
    phone.tapControl("deeper");
    phone.tapControl("field");
    phone.type("moss");
    back();
    expect([phone.has("Space"), phone.has("step 1"), phone.control("field").text]).toEqual([false, true, "moss"]);
    back();
    expect(phone.has("step 0")).toBe(true);
  });

  test("recents list running apps by last use, and open them", () => {
    phone.ui.activities.start("org.example.map");
    recents();
    expect(inRecents()).toBe(true);
    const cards = phone.controls().filter(({ id }) => id.endsWith(":id/task"));
    expect(cards.map(({ description }) => description)).toEqual(["Map", "Steps"]);
    phone.drag(250, 250, 60, 250);
    phone.tap("Steps");
    expect([front(), running(), inRecents()]).toEqual(["Steps", ["Steps", "Map"], false]);
  });

  test("recents close with back to the app, with home to home", () => {
    recents();
    back();
    expect([inRecents(), front(), phone.has("step 0")]).toEqual([false, "Steps", true]);
    recents();
    home();
    expect([inRecents(), front()]).toEqual([false, "Home"]);
  });

  test.each([0, 1, 2, 3])("at rotation %d, the app ends above bar and keyboard", (rotation) => {
    phone.settings.put("system", "user_rotation", String(rotation));
    const { heightPx } = phone.ui.display;
    const floor = (): number => phone.control("floor").bounds.bottom;
    // The free space at an app's end is for the pill; content may extend beneath it.
    expect(floor()).toBe(mode === "0" ? heightPx - 48 : heightPx - 24);
    phone.tapControl("field");
    expect(floor()).toBeLessThanOrEqual(phone.find("q").bounds.top);
    expect(phone.find("Enter").bounds.bottom).toBeLessThanOrEqual(heightPx - (mode === "0" ? 48 : 0));
  });
});

describe("with gestures", () => {
  test.each([
    ["the left edge", 2, 200],
    ["the right edge", 358, 160],
  ])("a swipe from %s that returns does nothing", (_name, from, to) => {
    phone.ui.activities.start("org.example.steps");
    phone.tapControl("deeper");
    const touch = (action: "down" | "move" | "up", xPx: number): void =>
      phone.ui.input.touch({ action, pointerId: 0, xPx, yPx: 300 });
    touch("down", from);
    for (let part = 0; part <= 10; part++) touch("move", from + ((to - from) * part) / 10);
    for (let part = 10; part >= 0; part--) touch("move", from + ((to - from) * part) / 10);
    touch("up", from);
    expect(phone.has("step 1")).toBe(true);
  });

  test("a short or sideways swipe from the pill keeps the app", () => {
    phone.ui.activities.start("org.example.map");
    phone.drag(180, 636, 180, 605);
    phone.drag(60, 636, 300, 600);
    expect([front(), phone.has("this is Map")]).toEqual(["Map", true]);
  });

  test("a tap on the pill reaches the content beneath", () => {
    const onPress = vi.fn<() => void>();
    phone.show(
      <View style={{ grow: 1, justify: "end" }}>
        <Button id="low" label="low" onPress={onPress} />
      </View>,
    );
    phone.tapAt(180, 630);
    expect(onPress).toHaveBeenCalledTimes(1);
  });
});

describe("with three buttons", () => {
  test("edge swipes go to the app", () => {
    phone.settings.put("secure", "navigation_mode", "0");
    phone.ui.activities.start("org.example.map");
    phone.drag(2, 300, 250, 300);
    expect(front()).toBe("Map");
  });

  test("the bar has the color of the app above it", () => {
    const at = (): string => phone.pixel(4, 630);
    phone.ui.activities.start("org.example.map");
    const gestures = at();
    phone.settings.put("secure", "navigation_mode", "0");
    expect(at()).toBe(gestures);
  });
});

describe("recents", () => {
  const open = (): void => phone.press(KEY_CODES.appSwitch);

  test("show an empty state, and close with a tap", () => {
    open();
    expect(phone.has("No recent apps")).toBe(true);
    phone.tapAt(180, 500);
    expect([inRecents(), front()]).toEqual([false, "Home"]);
  });

  test("requested twice open the previous app", () => {
    phone.ui.activities.start("org.example.map");
    phone.ui.activities.start("org.example.mail");
    open();
    open();
    expect(front()).toBe("Map");
    open();
    open();
    expect(front()).toBe("Mail");
  });

  test("requested twice open the only app", () => {
    phone.ui.activities.start("org.example.map");
    phone.press(KEY_CODES.home);
    open();
    open();
    expect(front()).toBe("Map");
  });

  test.each([
    ["a swipe up", () => phone.drag(180, 300, 180, 20)],
    ["its close button", () => phone.tap("Close Mail")],
    ["a stop call", () => phone.ui.activities.stop("org.example.mail")],
  ])("remove an app by %s, and keep the others", (_name, end) => {
    phone.ui.activities.start("org.example.map");
    phone.ui.activities.start("org.example.mail");
    open();
    end();
    expect([running(), inRecents(), phone.has("Map")]).toEqual([["Map"], true, true]);
  });

  test("keep an app after a short pull up or a pull down", () => {
    phone.ui.activities.start("org.example.mail");
    open();
    phone.drag(180, 300, 180, 240);
    phone.drag(180, 200, 180, 420);
    expect([running(), inRecents()]).toEqual([["Mail"], true]);
  });

  test("stop all apps with one button, and go home", () => {
    for (const name of ["map", "mail", "steps"]) phone.ui.activities.start(`org.example.${name}`);
    open();
    phone.tap("Clear all");
    expect([running(), front(), inRecents()]).toEqual([[], "Home", false]);
  });

  test("show an app's last appearance", () => {
    phone.show(<View style={{ grow: 1, background: "#ff0000" }} />);
    open();
    const { bounds } = phone.controls().find(({ id }) => id.endsWith(":id/task")) ?? {};
    if (!bounds) throw new Error("there is no card");
    const [x, y] = middleOf({ bounds });
    expect(Number.parseInt(phone.pixel(x, y + 40).slice(0, 2), 16)).toBeGreaterThan(240);
  });

  test.each([
    [640, 360],
    [320, 320],
    [1280, 800],
  ])("at %dx%d fit cards and buttons on the screen", (widthPx, heightPx) => {
    phone.settings.put("global", "display_size_forced", `${widthPx},${heightPx}`);
    phone.ui.activities.start("org.example.map");
    open();
    for (const id of ["task", "action_screenshot", "clear_all"]) {
      const { left, top, right, bottom } = phone.control(id).bounds;
      expect([left >= 0, top >= 0, right <= widthPx, bottom <= heightPx]).toEqual([true, true, true, true]);
    }
    expect(phone.control("task").bounds.bottom).toBeLessThanOrEqual(phone.control("clear_all").bounds.top);
  });

  test("save a screenshot of the app in front", async () => {
    phone.ui.activities.start("org.example.map");
    open();
    phone.tap("Screenshot");
    expect(front()).toBe("Map");
    await until(async () =>
      expect((await phone.files.list("/sdcard/Pictures/Screenshots").catch(() => [])).length).toBeGreaterThan(0),
    );
  });
});

describe("keys outside a field", () => {
  test("go only to the app in front", () => {
    phone.ui.activities.start("org.example.steps");
    phone.press(KEY_CODES.del);
    phone.type("a1");
    expect(typed).toEqual(["<delete>", "a", "1"]);
    phone.ui.activities.start("org.example.map");
    phone.type("b");
    phone.press(KEY_CODES.home);
    phone.type("c");
    expect(typed).toHaveLength(3);
  });

  test("are dropped on the lock screen", () => {
    phone.ui.activities.start("org.example.steps");
    phone.ui.power.sleep();
    phone.ui.power.wake();
    phone.type("a");
    expect(typed).toEqual([]);
  });
});

test("the wheel scrolls only the content under the pointer", () => {
  phone.ui.activities.start("org.example.steps");
  expect(() => phone.ui.input.scroll({ xPx: 180, yPx: 300, horizontal: 1, vertical: -3 })).not.toThrow();
  expect(phone.has("step 0")).toBe(true);
});
