import { UiSelector } from "@terrarium/contract/ui-selector";
import { expect, test } from "vitest";
import { findNode, findNodes } from "./find-nodes.ts";
import { fingerprints } from "./fingerprint.ts";
import { parseHierarchy } from "./parse-hierarchy.ts";

const row = (text: string, top: number, more = "") =>
  `<node text="${text}" class="android.widget.TextView" resource-id="com.app:id/title" package="com.app" clickable="true" bounds="[0,${top}][100,${top + 10}]" ${more}/>`;
const screen = (nodes: string) => parseHierarchy(`<?xml version='1.0' ?><hierarchy rotation="0">${nodes}</hierarchy>`);

const tree = await screen(
  [
    row("Wi-Fi", 0, 'content-desc="Network: Wi-Fi" '),
    row("Bluetooth", 10, 'enabled="true" '),
    row("Wi-Fi", 20),
    row("Gone", 30).replace("[100,40]", "[0,40]"),
    '<node text="wi-fi name" class="android.widget.EditText" focused="true" bounds="[0,40][100,50]" />',
  ].join(""),
);

test.each([
  [{ text: "Wi-Fi" }, [0, 2]],
  [{ text: "wi-fi" }, []],
  [{ textContains: "WI-FI" }, [0, 2, 4]],
  [{ id: "title" }, [0, 1, 2]],
  [{ id: "com.app:id/title", text: "Bluetooth" }, [1]],
  [{ id: "itle" }, []],
  [{ description: "Network: Wi-Fi" }, [0]],
  [{ descriptionContains: "network" }, [0]],
  [{ class: "EditText" }, [4]],
  [{ class: "android.widget.EditText" }, [4]],
  [{ package: "com.app", enabled: true }, [1]],
  [{ focused: true }, [4]],
  [{ clickable: false }, [4]],
  [{ text: "Gone" }, []],
] satisfies [UiSelector, number[]][])("%j matches the right nodes", (selector, expected) => {
  expect(findNodes(tree, selector).map(({ path }) => path[0])).toEqual(expected);
});

test("finds the first match, or the one at the index", () => {
  expect(findNode(tree, { text: "Wi-Fi" })?.bounds.top).toBe(0);
  expect(findNode(tree, { text: "Wi-Fi", index: 1 })?.bounds.top).toBe(20);
  expect(findNode(tree, { text: "Wi-Fi", index: 2 })).toBeUndefined();
});

test("a selector needs at least one condition", () => {
  expect(UiSelector.safeParse({}).success).toBe(false);
  expect(UiSelector.safeParse({ index: 1 }).success).toBe(false);
  expect(UiSelector.safeParse({ txet: "x" }).success).toBe(false);
  expect(UiSelector.safeParse({ enabled: true, index: 1 }).success).toBe(true);
});

test("a node keeps its fingerprint after moves and text input", async () => {
  const later = await screen(
    [
      '<node text="something else" class="android.widget.EditText" bounds="[0,0][100,50]" />',
      row("Wi-Fi", 50, 'content-desc="Network: Wi-Fi" checked="true" '),
      row("Wi-Fi", 60),
      row("Wi-Fi", 70),
    ].join(""),
  );
  const before = [...fingerprints(tree).values()];
  const after = [...fingerprints(later).values()];
  expect(new Set([...before, ...after]).size).toBe(6);
  expect(after.slice(0, 3)).toEqual([before[4], before[0], before[2]]);
  expect(before).not.toContain(after[3]);
  expect(after.every((fingerprint) => /^[0-9a-f]{16}$/.test(fingerprint))).toBe(true);
});
