import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { DeviceDriver } from "../testing/device-driver.ts";
import { FakeShell } from "../testing/fake-shell.ts";
import { provideDevice } from "../testing/provide-device.ts";

const APP = "com.terrarium.terminal";
const CTRL = 0x1000;

let device: DeviceDriver;
/** The shells that the app has opened, latest last. */
let shells: FakeShell[] = [];
provideDevice(
  {
    openShell: (size) => {
      const shell = new FakeShell(size);
      shells.push(shell);
      return shell;
    },
  },
  (started) => (device = started),
);
beforeEach(() => {
  shells = [];
  device.ui.activities.start(APP);
});

const shell = (): FakeShell => shells.at(-1) ?? expect.fail("the app has opened no shell");
const lines = (): string[] =>
  device
    .controls()
    .filter((node) => node.id === `${APP}:id/line` && node.description !== "")
    .map((node) => node.description);
const shows = (line: string) => expect.poll(lines).toContain(line);
const typed = (does: () => void): string => {
  shell().typed = "";
  does();
  return shell().typed;
};

describe("input", () => {
  test.each([
    ["key_escape", "\x1b"],
    ["key_tab", "\t"],
    ["key_up", "\x1b[A"],
    ["key_left", "\x1b[D"],
    ["key_home", "\x1b[H"],
    ["key_page_down", "\x1b[6~"],
  ])("from the key %s is %j", (key, bytes) => {
    device.press(KEY_CODES.back);
    for (let swipe = 0; swipe < 5 && !device.hasControl(key); swipe++) {
      const { top, bottom } = device.control("keys").bounds;
      device.drag(330, (top + bottom) / 2, 60, (top + bottom) / 2);
    }
    expect(typed(() => device.tapControl(key))).toBe(bytes);
  });

  test("after Ctrl is one control character, then Ctrl is released", () => {
    device.tap("Ctrl");
    expect(device.control("key_ctrl").checked).toBe(true);
    expect(typed(() => device.type("c"))).toBe("\x03");
    expect(device.control("key_ctrl").checked).toBe(false);
    expect(typed(() => device.type("c"))).toBe("c");
    device.tap("Ctrl", "Ctrl");
    expect(typed(() => device.type("c"))).toBe("c");
  });

  test("from a keyboard is sent as xterm sends it", () => {
    device.press(KEY_CODES.back);
    expect(typed(() => device.press(29))).toBe("a");
    expect(typed(() => device.press(66))).toBe("\r");
    expect(typed(() => device.press(67))).toBe("\x7f");
    device.tapAt(180, 300);
    expect(typed(() => device.press(31, CTRL))).toBe("\x03");
    expect(typed(() => device.press(19))).toBe("\x1b[A");
    expect(typed(() => device.type("two\nlines 苔"))).toBe("two\rlines 苔");
  });

  test("from arrow keys follows application mode", async () => {
    shell().say("\x1b[?1h");
    await expect.poll(() => typed(() => device.tap("Up"))).toBe("\x1bOA");
  });

  test("is dropped after the shell has ended", async () => {
    shell().exit(0);
    await expect.poll(() => device.has("Shell exited with code 0.")).toBe(true);
    expect(typed(() => device.type("lost"))).toBe("");
  });
});

describe("program output", () => {
  test("shows wide, combining and right-to-left text in reading order", async () => {
    shell().say("moss 苔 e\u0301 👩‍🌾\r\n\x1b[31mred\x1b[0m plain\r\nשלום\r\n");
    await shows("red plain");
    expect(lines()).toEqual(expect.arrayContaining(["moss 苔 e\u0301 👩‍🌾", "שלום"]));
  });

  test("is overwritten, cleared and moved by escape sequences", async () => {
    shell().say("first\rsecond\r\n\x1b[2J\x1b[Htop\x1b[3;5Hthere");
    await shows("top");
    expect(lines()).toEqual(["top", "    there"]);
  });

  test("of arbitrary bytes neither breaks the screen nor logs on the host", async () => {
    const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
    shell().say("\x1b]0;title\x07\x1bPq#0\x1b\\\x1b[999;999H\x1b[?1049h\x1b[?25l\0\x7f\ufffd\x1b[38;5;999mx\x1b[");
    shell().say("1049l\x1b[?1049l\r\nstill here");
    await shows("still here");
    expect([device.logged, told.mock.calls]).toEqual([[], []]);
    told.mockRestore();
  });

  test("in a flood shows completely and keeps two thousand lines", async () => {
    for (let line = 0; line < 5000; line++) shell().say(`line ${line}\r\n`);
    await shows("line 4999");
    device.press(KEY_CODES.back);
    device.tap("More options", "Copy all");
    const kept = device.ui.clipboard.get().split("\n");
    expect(kept.at(-1)).toBe("line 4999");
    expect(kept.length).toBeGreaterThan(1900);
    expect(kept.length).toBeLessThan(2100);
  });

  test("may query the terminal and receives a reply", async () => {
    shell().typed = "";
    shell().say("\x1b[6n");
    await expect.poll(() => shell().typed).toBe("\x1b[1;1R");
  });
});

describe("copying and pasting", () => {
  test("copies a line, the screen or everything, and joins wrapped lines", async () => {
    const long = "x".repeat(shell().size.columns + 10);
    shell().say(`${long}\r\nsecond\r\n`);
    await shows("second");
    device.press(KEY_CODES.back);
    device.hold("second");
    device.tap("Copy line");
    expect(device.ui.clipboard.get()).toBe("second");
    device.tap("More options", "Copy screen");
    expect(device.ui.clipboard.get()).toBe(`${long}\nsecond`);
    expect(device.has("Copied")).toBe(true);
  });

  test("pastes line ends as ENTER, with paste markers on request", async () => {
    device.ui.clipboard.set("one\r\ntwo\x1b[201~rm -rf\n");
    device.press(KEY_CODES.back);
    expect(typed(() => device.tap("More options", "Paste"))).toBe("one\rtwo\x1b[201~rm -rf\r");
    shell().say("\x1b[?2004h");
    // The end marker is removed from the pasted text.
    await expect
      .poll(() => typed(() => device.tap("More options", "Paste")))
      .toBe("\x1b[200~one\rtworm -rf\r\x1b[201~");
  });
});

describe("shells", () => {
  const tabs = (): string[] =>
    device
      .controls()
      .filter((node) => node.id === `${APP}:id/tab`)
      .map((node) => node.description);

  test("are limited to eight, and closing the last one opens another", () => {
    device.press(KEY_CODES.back);
    for (let count = 0; count < 12; count++) device.tap("New shell");
    expect(shells.length).toBe(8);
    expect(shells.every((each) => !each.closed)).toBe(true);
    expect(tabs()).toContain("Shell 8");
    for (let count = 0; count < 8; count++) device.tapControl("close_tab");
    expect(shells.filter((each) => each.closed).length).toBe(8);
    expect([shells.length, tabs()]).toEqual([9, ["Shell 9"]]);
  });

  test("have separate output, also in the background", async () => {
    shell().say("in one");
    await shows("in one");
    const [first] = shells;
    device.press(KEY_CODES.back);
    device.tap("New shell");
    shell().say("in two");
    await shows("in two");
    expect(lines()).not.toContain("in one");
    first?.say(" and more");
    device.tap("Shell 1");
    await shows("in one and more");
    expect(
      device
        .controls()
        .filter((node) => node.selected)
        .map((node) => node.description),
    ).toEqual(["Shell 1"]);
  });

  test("show their exit code and can restart", async () => {
    shell().say("bye\r\n");
    shell().exit(137);
    await expect.poll(() => device.has("Shell exited with code 137.")).toBe(true);
    device.press(KEY_CODES.back);
    device.tap("Restart");
    expect(shells.length).toBe(2);
    await expect.poll(() => device.has("Shell exited with code 137.")).toBe(false);
    shell().say("again");
    await shows("again");
  });

  test("log their failure and can restart", async () => {
    shell().fail(new Error("no worker is left"));
    await expect.poll(() => device.has("Shell exited with code 1.")).toBe(true);
    expect(device.logged.splice(0).join()).toContain("no worker is left");
  });

  test("are all closed with the app", () => {
    device.press(KEY_CODES.back);
    device.tap("New shell");
    device.kill(APP);
    expect(shells.map((each) => each.closed)).toEqual([true, true]);
  });
});

describe("the terminal size", () => {
  test("follows the screen, with and without keyboard, in both orientations", () => {
    const upright = { ...shell().size };
    device.press(KEY_CODES.back);
    const whole = { ...shell().size };
    expect(whole.rows).toBeGreaterThan(upright.rows + 5);
    expect(whole.columns).toBe(upright.columns);
    device.turn(true);
    const turned = shell().size;
    expect(turned.columns).toBeGreaterThan(whole.columns * 1.5);
    expect(turned.rows).toBeLessThan(whole.rows);
    device.ui.settings.put("global", "display_size_forced", "200,200");
    expect([shell().size.rows >= 2, shell().size.columns >= 10]).toEqual([true, true]);
  });

  test("follows the text size within its limits, and keeps it", () => {
    device.press(KEY_CODES.back);
    const before = shell().size.columns;
    for (let tap = 0; tap < 30; tap++) device.tap("More options", "Larger text");
    expect(shell().size.columns).toBeLessThan(before / 2);
    const file = join(device.dataDir, "apps", APP, "preferences.json");
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ fontSize: 28 });
    device.kill(APP);
    device.ui.activities.start(APP);
    device.press(KEY_CODES.back);
    for (let tap = 0; tap < 30; tap++) device.tap("More options", "Smaller text");
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ fontSize: 7 });
    expect(shell().size.columns).toBeGreaterThan(before);
    expect(existsSync(`${file}.damaged`)).toBe(false);
  });

  test("covers the tabs during typing on a low screen", () => {
    device.turn(true);
    device.tapAt(300, 150);
    expect(device.hasControl("new_tab")).toBe(false);
    device.press(KEY_CODES.back);
    expect(device.hasControl("new_tab")).toBe(true);
  });
});

describe("the view", () => {
  test("keeps its position during output and follows new input", async () => {
    for (let line = 0; line < 200; line++) shell().say(`line ${line}\r\n`);
    await shows("line 199");
    device.press(KEY_CODES.back);
    for (let swipe = 0; swipe < 8; swipe++) device.drag(180, 150, 180, 500);
    const [top] = lines();
    expect(lines()).not.toContain("line 199");
    shell().say("one more\r\n");
    await expect.poll(() => lines()[0]).toBe(top);
    device.type("x");
    await shows("one more");
  });

  test("clears the scrollback", async () => {
    for (let line = 0; line < 200; line++) shell().say(`line ${line}\r\n`);
    await shows("line 199");
    device.press(KEY_CODES.back);
    device.tap("More options", "Clear scrollback");
    device.tap("More options", "Copy all");
    expect(device.ui.clipboard.get()).not.toContain("line 10\n");
  });

  test("has light and dark themes and Chinese texts", () => {
    const ground = (): number => Number.parseInt(device.pixel(340, 200).slice(0, 2), 16);
    expect(ground()).toBeLessThan(60);
    device.ui.settings.put("secure", "ui_night_mode", "1");
    expect(ground()).toBeGreaterThan(200);
    device.ui.settings.put("system", "system_locales", "zh-CN");
    expect([device.has("会话 1"), device.has("新建会话")]).toEqual([true, true]);
  });
});
