import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { useState, type ReactElement } from "react";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { Scroll, View } from "../render/elements.ts";
import { TestPhone, testApp } from "../testing/test-phone.tsx";
import { Button } from "../widgets/Button.tsx";
import { Dialog } from "../widgets/Dialog.tsx";
import { SwitchRow } from "../widgets/Switch.tsx";

let phone: TestPhone;
let frameCount: number;
let stopWatching: () => void;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance", "setTimeout", "clearTimeout"] });
  phone = await TestPhone.start({ apps: [testApp("org.example.map", "Map", { Screen: Plain })] });
});

/** Connects a viewer, so that animations play. */
beforeEach(async () => {
  frameCount = 0;
  stopWatching = phone.ui.display.onFrame(() => frameCount++);
  await pass(1000);
  frameCount = 0;
});

afterEach(async () => {
  await pass(1000);
  phone.reset();
  await pass(1000);
  stopWatching();
});

afterAll(() => {
  phone[Symbol.dispose]();
  vi.useRealTimers();
});

function Plain(): ReactElement {
  return <View style={{ grow: 1, background: "#ff0000" }} />;
}

/** Advances the time by this many milliseconds, frame by frame. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 16) {
    vi.advanceTimersByTime(16);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const touch = (action: "down" | "move" | "up" | "cancel", xPx: number, yPx: number): void =>
  phone.ui.input.touch({ action, pointerId: 0, xPx, yPx });

/** Returns how many pixels of a column have the color, in steps of 8. */
function rowsOf(color: string, x = 180): number {
  let rows = 0;
  for (let y = 0; y < 640; y += 8) if (phone.pixel(x, y) === color) rows++;
  return rows * 8;
}

test("an idle screen draws nothing", async () => {
  await pass(5000);
  expect([frameCount, phone.ui.display.changing]).toEqual([0, false]);
});

describe("the developer settings", () => {
  const restMs = async (): Promise<number> => {
    await pass(32); // the animation starts with the next frame
    let passed = 32;
    for (; phone.ui.display.changing && passed < 10_000; passed += 32) await pass(32);
    return passed;
  };

  test("scale the transitions between apps", async () => {
    phone.settings.put("global", "transition_animation_scale", "2");
    phone.ui.activities.start("org.example.map");
    expect(await restMs()).toBeGreaterThan(700);
    phone.press(KEY_CODES.home);
    await restMs();
    phone.settings.put("global", "transition_animation_scale", "0");
    phone.ui.activities.start("org.example.map");
    await pass(32);
    expect([phone.ui.display.changing, rowsOf("ff0000")]).toEqual([false, 608]);
  });

  test.each([
    ["window_animation_scale", "0", 0],
    ["window_animation_scale", "-4", 0],
    ["window_animation_scale", "words", 160],
    ["window_animation_scale", "10", 1600],
    ["animator_duration_scale", "10", 160],
  ])("with %s %s a dialog takes about the time", async (setting, scale, expectedMs) => {
    phone.show(<View style={{ grow: 1 }} />);
    await pass(1000);
    phone.settings.put("global", setting, scale);
    phone.show(<Dialog title="Ready?" actions={[]} onDismiss={() => undefined} />);
    const tookMs = await restMs();
    expect(Math.abs(tookMs - expectedMs)).toBeLessThanOrEqual(64 + expectedMs / 10);
  });
});

describe("an app", () => {
  test("grows from its icon to the full screen, then rests", async () => {
    phone.tap("Map");
    const heights: number[] = [];
    for (let step = 0; step < 8; step++) {
      await pass(32);
      heights.push(rowsOf("ff0000"));
    }
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect(heights[0]).toBeLessThan(500);
    await pass(500);
    expect([rowsOf("ff0000") > 590, phone.ui.display.changing]).toEqual([true, false]);
  });

  test("closes into its icon without blocking the home screen", async () => {
    phone.tap("Map");
    await pass(1000);
    phone.press(KEY_CODES.home);
    await pass(64);
    expect(rowsOf("ff0000")).toBeGreaterThan(0);
    phone.tap("Search apps");
    await pass(1000);
    expect([rowsOf("ff0000"), phone.has("Space")]).toEqual([0, true]);
  });

  test("follows the finger that lifts it, and returns", async () => {
    phone.tap("Map");
    await pass(1000);
    touch("down", 180, 636);
    for (let y = 620; y >= 420; y -= 20) {
      touch("move", 180, y);
      await pass(16);
    }
    expect(rowsOf("ff0000")).toBeLessThan(600);
    for (let y = 420; y <= 632; y += 20) {
      touch("move", 180, y);
      await pass(16);
    }
    touch("up", 180, 634);
    await pass(500);
    expect([rowsOf("ff0000") > 590, phone.ui.activities.foreground().label]).toEqual([true, "Map"]);
  });
});

describe("the shade", () => {
  test("follows the finger, and closes after an early release", async () => {
    phone.tap("Map");
    await pass(1000);
    touch("down", 180, 4);
    for (const y of [20, 40, 60]) {
      touch("move", 180, y);
      await pass(16);
    }
    const little = rowsOf("ff0000", 4);
    touch("move", 180, 160);
    await pass(16);
    expect(rowsOf("ff0000", 4)).toBeLessThanOrEqual(little);
    touch("move", 180, 20);
    await pass(200);
    touch("up", 180, 20);
    await pass(600);
    expect([rowsOf("ff0000", 4) > 590, phone.ui.display.changing]).toEqual([true, false]);
  });

  test("opens with a fling of any length", async () => {
    touch("down", 180, 4);
    for (let y = 10; y <= 60; y += 10) {
      touch("move", 180, y);
      await pass(16);
    }
    touch("up", 180, 60);
    await pass(600);
    expect(phone.hasControl("notification_panel")).toBe(true);
  });
});

describe("a list", () => {
  function List(): ReactElement {
    return (
      <Scroll style={{ grow: 1, basis: 0 }}>
        {Array.from({ length: 100 }, (_, index) => (
          <View key={index} id={`row_${index}`} style={{ height: 50, background: index % 2 ? "#ff0000" : "#0000ff" }} />
        ))}
      </Scroll>
    );
  }

  async function fling(fromY: number, toY: number): Promise<void> {
    touch("down", 180, fromY);
    const step = (toY - fromY) / 5;
    for (let part = 1; part <= 5; part++) {
      await pass(16);
      touch("move", 180, fromY + step * part);
    }
    touch("up", 180, toY);
  }
  const top = (): number => phone.control("row_30").bounds.top;

  test("continues a fling at decreasing speed, then rests", async () => {
    phone.show(<List />);
    await pass(500);
    await fling(500, 300);
    await pass(300);
    expect(phone.ui.display.changing).toBe(true);
    await pass(4000);
    expect(phone.ui.display.changing).toBe(false);
    const rest = phone.controls().find(({ id }) => id.includes("row_"))?.id;
    expect(rest).not.toMatch(/row_[0-4]$/);
  });

  test("stops under a finger", async () => {
    phone.show(<List />);
    await pass(500);
    await fling(500, 100);
    await pass(100);
    touch("down", 180, 300);
    await pass(50);
    const first = phone.controls().find(({ id }) => id.includes("row_"))?.bounds;
    await pass(300);
    expect(phone.controls().find(({ id }) => id.includes("row_"))?.bounds).toEqual(first);
    touch("up", 180, 300);
  });

  test("stretches when pulled beyond its start, and springs back", async () => {
    phone.show(<List />);
    await pass(500);
    const before = Array.from({ length: 60 }, (_, row) => phone.pixel(180, 40 + row * 10));
    touch("down", 180, 200);
    for (let y = 220; y <= 500; y += 40) {
      touch("move", 180, y);
      await pass(16);
    }
    const pulled = Array.from({ length: 60 }, (_, row) => phone.pixel(180, 40 + row * 10));
    expect(pulled).not.toEqual(before);
    touch("up", 180, 500);
    await pass(600);
    expect(Array.from({ length: 60 }, (_, row) => phone.pixel(180, 40 + row * 10))).toEqual(before);
    expect(() => top()).toThrow("row_30");
  });
});

describe("a press", () => {
  test("is highlighted under the finger, then fades", async () => {
    phone.show(
      <View style={{ grow: 1, padding: 40 }}>
        <Button id="it" label=" " look="filled" onPress={() => undefined} />
      </View>,
    );
    await pass(500);
    const [x, y] = [70, 32 + 40 + 20];
    const before = phone.pixel(x, y);
    touch("down", x, y);
    await pass(100);
    expect(phone.pixel(x, y)).not.toBe(before);
    touch("up", x, y);
    await pass(500);
    expect([phone.pixel(x, y), phone.ui.display.changing]).toEqual([before, false]);
  });

  test("loses its highlight when it is cancelled", async () => {
    phone.show(
      <View style={{ grow: 1, padding: 40 }}>
        <Button id="it" label=" " look="filled" onPress={() => expect.fail("pressed")} />
      </View>,
    );
    await pass(500);
    const before = phone.pixel(70, 92);
    touch("down", 70, 92);
    await pass(50);
    touch("cancel", 70, 92);
    await pass(500);
    expect(phone.pixel(70, 92)).toBe(before);
  });

  test("moves a switch smoothly to its other side", async () => {
    const Kept = (): ReactElement => {
      const [on, setOn] = useState(false);
      return <SwitchRow id="it" title="Light" checked={on} onChange={setOn} />;
    };
    phone.show(<Kept />);
    await pass(500);
    frameCount = 0;
    phone.tapControl("it");
    await pass(500);
    expect(frameCount).toBeGreaterThan(4);
    expect([phone.control("it").checked, phone.ui.display.changing]).toEqual([true, false]);
  });
});

test("a dialog fades in and leaves nothing behind", async () => {
  const Asking = (): ReactElement => {
    const [open, setOpen] = useState(false);
    return (
      <View style={{ grow: 1, background: "#808080" }}>
        <Button id="ask" label="ask" onPress={() => setOpen(true)} />
        {open ? <Dialog title="Sure?" actions={[]} onDismiss={() => setOpen(false)} /> : null}
      </View>
    );
  };
  phone.show(<Asking />);
  await pass(500);
  phone.tapControl("ask");
  const seen: string[] = [];
  for (let step = 0; step < 6; step++) {
    await pass(32);
    seen.push(phone.pixel(10, 500));
  }
  expect(seen).toEqual(seen.toSorted().toReversed());
  expect(new Set(seen).size).toBeGreaterThan(2);
  phone.press(KEY_CODES.back);
  await pass(300);
  expect(phone.pixel(10, 500)).toBe("808080");
});

test("a toast appears and disappears, then animation stops", async () => {
  phone.services.run(() => phone.services.showToast("Saved"));
  await pass(300);
  expect(phone.has("Saved")).toBe(true);
  await pass(3000);
  frameCount = 0;
  await pass(1000);
  expect([phone.has("Saved"), frameCount, phone.ui.display.changing]).toEqual([false, 0, false]);
});

test("an animation finishes when the last viewer disconnects", async () => {
  phone.tap("Map");
  await pass(32);
  stopWatching();
  await pass(1000);
  expect(rowsOf("ff0000")).toBeGreaterThan(590);
  stopWatching = phone.ui.display.onFrame(() => frameCount++);
});

describe("a swiped-away app", () => {
  const running = (): string[] => phone.ui.activities.running().map(({ label }) => label);
  const openRecents = async (): Promise<void> => {
    phone.ui.activities.start("org.example.map");
    await pass(1000);
    phone.press(KEY_CODES.appSwitch);
    await pass(1000);
  };

  test("stops after its card has left the screen", async () => {
    await openRecents();
    phone.drag(180, 300, 180, 20);
    await pass(400);
    expect(running()).toEqual([]);
  });

  test.each([
    ["HOME", KEY_CODES.home],
    ["BACK", KEY_CODES.back],
  ])("stops although %s closes the cards meanwhile", async (_name, keyCode) => {
    await openRecents();
    phone.drag(180, 300, 180, 20);
    await pass(32);
    phone.press(keyCode);
    await pass(1000);
    expect(running()).toEqual([]);
  });

  test("stops although the screen turns off meanwhile", async () => {
    await openRecents();
    phone.drag(180, 300, 180, 20);
    phone.press(KEY_CODES.power);
    await pass(1000);
    expect(running()).toEqual([]);
    phone.press(KEY_CODES.power);
  });

  test("stops although the viewer disconnects meanwhile", async () => {
    await openRecents();
    phone.drag(180, 300, 180, 20);
    stopWatching();
    await pass(1000);
    expect(running()).toEqual([]);
  });
});
