import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import { expect, test } from "vitest";

const key = { up: 19, down: 20, left: 21, right: 22, center: 23, tab: 61, enter: 66, del: 67, end: 123 };
const CTRL = 0x1000;
const SHIFT = 1;
const letter = (name: string): number => 29 + name.charCodeAt(0) - "a".charCodeAt(0);

function flat(nodes: readonly HierarchyNode[]): HierarchyNode[] {
  return nodes.flatMap((node) => [node, ...flat(node.children)]);
}

/** Returns the focused node of the dump. */
function focused(device: DeviceDriver): string | undefined {
  const found = flat(device.ui.hierarchy().windows).find((node) => node.focused);
  return found && (found.description || found.text);
}

test("arrows and Tab move the focus, Enter presses, touch ends it", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Calculator");
  device.press(key.tab);
  const first = focused(device);
  expect(first).toBeDefined();
  device.press(key.tab);
  expect(focused(device)).not.toBe(first);
  device.press(key.tab, SHIFT);
  expect(focused(device)).toBe(first);
  const walk = (to: string): void => {
    const target = device.find(to).bounds;
    for (let steps = 0; steps < 30 && focused(device) !== to; steps++) {
      const at = flat(device.ui.hierarchy().windows).find((node) => node.focused)?.bounds;
      if (!at) throw new Error("nothing has the focus");
      const vertical = Math.abs(at.top - target.top) > 20;
      device.press(vertical ? (at.top < target.top ? key.down : key.up) : at.left < target.left ? key.right : key.left);
    }
    expect(focused(device)).toBe(to);
  };
  walk("7");
  device.press(key.center);
  walk("8");
  device.press(key.enter);
  expect(device.texts()).toContain("78");
  device.tap("9");
  expect(focused(device)).toBeUndefined();
});

test("arrows traverse a list to its end, scrolling it", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Settings");
  const { bottom } = device.ui.nodes().findLast((node) => node.scrollable)?.bounds ?? { bottom: 0 };
  const seen = new Set<string | undefined>();
  const beyond: string[] = [];
  for (let steps = 0; steps < 60; steps++) {
    device.press(key.down);
    const at = flat(device.ui.hierarchy().windows).find((node) => node.focused);
    seen.add(at?.description);
    if (at?.packageName === "com.terrarium.settings" && at.bounds.bottom > bottom) beyond.push(at.description);
  }
  expect(beyond).toEqual([]);
  expect(seen).toContain("About phone");
});

test("Tab leaves a single-line field", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Search apps");
  device.ui.input.text("notes");
  expect(focused(device)).toBe("Search apps");
  device.press(key.tab);
  expect(focused(device)).not.toBe("Search apps");
});

test("edits text by words, with undo and redo", async () => {
  await using device = await DeviceDriver.start();
  device.tap("Notes", "New note", "Note");
  const text = (): string => device.find("Note").text;
  for (const name of "moss") device.press(letter(name));
  device.press(62);
  for (const name of "fern") device.press(letter(name));
  device.press(key.left, CTRL);
  device.ui.input.text("big ");
  expect(text()).toBe("moss big fern");
  device.press(key.end);
  device.press(key.del, CTRL);
  expect(text()).toBe("moss big ");
  device.press(letter("z"), CTRL);
  expect(text()).toBe("moss big fern");
  device.press(letter("z"), CTRL);
  device.press(letter("z"), CTRL);
  expect(text()).toBe("moss ");
  device.press(letter("y"), CTRL);
  device.press(letter("z"), CTRL | SHIFT);
  expect(text()).toBe("moss big fern");
  device.press(letter("a"), CTRL);
  device.press(letter("x"), CTRL);
  expect([text(), device.ui.clipboard.get()]).toEqual(["", "moss big fern"]);
  device.press(letter("v"), CTRL);
  expect(text()).toBe("moss big fern");
});
