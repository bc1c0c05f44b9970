import { colorsOf } from "@terrarium/phone-ui/services/wallpapers/wallpapers";
import type { Terminal } from "@xterm/headless";
import { expect, test } from "vitest";
import { DeviceDriver } from "../testing/device-driver.ts";
import { readRow } from "./row-cells.ts";
import { indexedColor, terminalColors } from "./terminal-colors.ts";
import { controlCharacter, hardwareKeySequence, keySequence } from "./terminal-keys.ts";

const BACK = 4;
const waits = { timeout: 90_000 };

async function open(size: { widthPx?: number; heightPx?: number; densityDpi?: number } = {}): Promise<DeviceDriver> {
  const device = await DeviceDriver.start(size);
  device.ui.activities.start("com.terrarium.terminal");
  await prompt(device);
  return device;
}

const lines = (device: DeviceDriver): string[] => device.texts();
const prompt = (device: DeviceDriver) =>
  expect.poll(() => lines(device).some((line) => line.trimEnd().endsWith("$")), waits).toBe(true);
const shows = (device: DeviceDriver, line: string) => expect.poll(() => lines(device), waits).toContain(line);

test("a command prints its output line by line", async () => {
  await using device = await open();
  device.ui.input.text("echo $((6*7)) apples\n");
  await shows(device, "42 apples");
  expect(lines(device)).toContain("generic:/ $ echo $((6*7)) apples");
});

test("the key row has history, Home and Ctrl-C", async () => {
  await using device = await open();
  device.ui.input.text("echo one\n");
  await shows(device, "one");
  device.tap("Up");
  await expect.poll(() => lines(device).filter((line) => line.endsWith("echo one")).length, waits).toBe(2);
  device.tap("Ctrl");
  device.ui.input.text("c");
  device.ui.input.text("echo two\n");
  await shows(device, "two");
  device.press(67); // delete, on an empty line
  device.ui.input.text("ecko");
  device.press(67);
  device.press(67);
  device.ui.input.text("ho three");
  device.press(66);
  await shows(device, "three");
});

test("shells are independent, can be closed and show their end", async () => {
  await using device = await open();
  device.ui.input.text("cd /sdcard; x=5\n");
  await expect.poll(() => lines(device).some((line) => line.includes("/sdcard $")), waits).toBe(true);
  device.tap("New shell");
  await expect.poll(() => lines(device).some((line) => line.includes("/sdcard")), waits).toBe(false);
  await prompt(device);
  device.ui.input.text("exit 3\n");
  await shows(device, "Shell exited with code 3.");
  device.tap("Close shell 2");
  await expect.poll(() => lines(device).some((line) => line.includes("/sdcard $")), waits).toBe(true);
  expect(device.has("Shell 2")).toBe(false);
});

test("output is copied and the clipboard pasted", async () => {
  await using device = await open();
  device.ui.input.text("echo from; echo here\n");
  await shows(device, "here");
  device.press(BACK);
  device.tap("More options", "Copy screen");
  expect(device.ui.clipboard.get()).toContain("from\nhere");
  device.ui.clipboard.set("echo pasted\n");
  device.tap("More options", "Paste");
  await shows(device, "pasted");
});

test("the shell follows the size of its screen", async () => {
  await using device = await open();
  const columns = async (letter: string): Promise<number> => {
    device.ui.input.text(`printf '${letter}%.0s' $(seq 300); echo\n`);
    const full = () => lines(device).find((line) => line.length > 20 && new Set(line).size === 1 && line[0] === letter);
    await expect.poll(full, waits).toBeDefined();
    return full()?.length ?? 0;
  };
  const upright = await columns("x");
  device.ui.settings.put("system", "user_rotation", "1");
  device.ui.settings.put("system", "accelerometer_rotation", "0");
  const sideways = await columns("y");
  expect(sideways).toBeGreaterThan(upright * 1.4);
});

test("long output scrolls back, and the next command scrolls to the end", async () => {
  await using device = await open();
  device.press(BACK);
  device.ui.input.text("for i in $(seq 1 200); do echo line-$i; done\n");
  await shows(device, "line-200");
  expect(lines(device)).not.toContain("line-20");
  // The screen edge cuts no row.
  const rows = device.ui.nodes().filter((node) => (node.text || node.label).startsWith("line-"));
  const heights = rows.map(({ bounds }) => bounds.bottom - bounds.top);
  expect(rows.length).toBeGreaterThan(20);
  expect(Math.max(...heights) - Math.min(...heights)).toBeLessThanOrEqual(1);
  for (let count = 0; count < 12; count++) device.drag(360, 300, 360, 1000);
  await shows(device, "line-20");
  expect(lines(device)).not.toContain("line-200");
  device.ui.input.text("echo the end\n");
  await shows(device, "the end");
  expect(lines(device)).toContain("line-200");
});

async function newTerminal(): Promise<Terminal> {
  const loaded = await import("@xterm/headless");
  const { Terminal: Class } = "default" in loaded ? loaded.default : loaded;
  return new Class({ cols: 40, rows: 3, allowProposedApi: true });
}

test("reads standard colors and attributes from the buffer", async () => {
  const terminal = await newTerminal();
  await new Promise<void>((resolve) =>
    terminal.write("a\x1b[31mred\x1b[0m \x1b[1;4;38;2;1;2;3;48;5;196mB\x1b[7mi\x1b[0m 中", resolve),
  );
  const colors = terminalColors("dark", colorsOf("moss", "dark"));
  const { text, runs } = readRow(terminal.buffer.active.getLine(0), 40, colors, 0);
  expect(text).toBe("ared Bi 中");
  expect(runs).toMatchObject([
    { column: 0, cells: ["a"], background: colors.cursor },
    { column: 1, cells: ["r", "e", "d"], color: colors.palette[1] },
    { column: 5, cells: ["B"], bold: true, underline: true, color: "#010203", background: "#ff0000" },
    { column: 6, cells: ["i"], color: "#ff0000", background: "#010203" },
    { column: 7, cells: expect.arrayContaining([" ", "中", ""]) },
  ]);
  terminal.dispose();
});

test("unreadable text gets a readable color", async () => {
  const terminal = await newTerminal();
  const write = "\x1b[38;2;18;20;16mdark\x1b[0m \x1b[34;44msame\x1b[0m \x1b[31mred";
  await new Promise<void>((resolve) => terminal.write(write, resolve));
  const colors = terminalColors("dark", colorsOf("moss", "dark"));
  const { runs } = readRow(terminal.buffer.active.getLine(0), 40, colors, undefined);
  const [dark, same, red] = runs;
  expect(dark?.color).toBe(colors.foreground);
  expect(same?.color).toBe(colors.background);
  expect(red?.color).toBe(colors.palette[1]);
  terminal.dispose();
});

test("keys send xterm's sequences", () => {
  expect(keySequence("up", false)).toBe("\x1b[A");
  expect(keySequence("up", true)).toBe("\x1bOA");
  expect(keySequence("left", false, true)).toBe("\x1b[1;5D");
  expect(keySequence("pageUp", true)).toBe("\x1b[5~");
  expect(["c", "[", "_", " ", "?", "1"].map(controlCharacter)).toEqual(["\x03", "\x1b", "\x1f", "\0", "\x7f", "1"]);
  expect(hardwareKeySequence(31, 0x1000, false)).toBe("\x03");
  expect(hardwareKeySequence(111, 0, false)).toBe("\x1b");
  expect(hardwareKeySequence(29, 1, false)).toBe("A");
  expect(hardwareKeySequence(3, 0, false)).toBeUndefined();
});

test("computes xterm's 256 colors", () => {
  const colors = terminalColors("light", colorsOf("moss", "light"));
  expect([1, 16, 196, 231, 232, 255].map((index) => indexedColor(index, colors))).toEqual([
    colors.palette[1],
    "#000000",
    "#ff0000",
    "#ffffff",
    "#080808",
    "#eeeeee",
  ]);
});
