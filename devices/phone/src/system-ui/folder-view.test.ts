import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeviceDriver } from "@terrarium/phone-apps/testing/device-driver";
import type { HierarchyNode } from "@terrarium/phone-system/system-ui";
import { expect, test } from "vitest";

test.each([
  { screen: "a small phone", widthPx: 480, heightPx: 800, densityDpi: 240 },
  { screen: "a phone", widthPx: 720, heightPx: 1280, densityDpi: 320 },
])("an open folder of three fits one row on $screen", async ({ widthPx, heightPx, densityDpi }) => {
  const dataDir = mkdtempSync(join(tmpdir(), "terrarium-device-"));
  const packages = ["notes", "gallery", "calculator"].map((name) => `com.terrarium.${name}`);
  mkdirSync(join(dataDir, "system"));
  const items = [{ kind: "folder", id: "f1", name: "Plants", packages }];
  writeFileSync(join(dataDir, "system", "home.json"), JSON.stringify({ dock: [], items }));
  await using device = await DeviceDriver.start({ widthPx, heightPx, densityDpi, dataDir });
  device.tap("Plants");
  const all = (node: HierarchyNode): HierarchyNode[] => [node, ...node.children.flatMap(all)];
  const nodes = device.ui.hierarchy().windows.flatMap(all);
  const content = nodes.find((node) => node.id.endsWith("/folder_content"))?.bounds;
  const icons = ["Notes", "Gallery", "Calculator"].map((name) => device.find(name).bounds);
  expect(new Set(icons.map(({ top }) => top)).size).toBe(1);
  for (const { left, right } of icons) {
    expect(left).toBeGreaterThanOrEqual(content?.left ?? Infinity);
    expect(right).toBeLessThanOrEqual(content?.right ?? 0);
  }
});
