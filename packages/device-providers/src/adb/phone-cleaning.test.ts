import type { Adb } from "@yume-chan/adb";
import { afterAll, beforeEach, expect, test, vi } from "vitest";

/** Output of the phone by command prefix; the longest matching prefix counts. */
const answers = vi.hoisted(() => new Map<string, string>());
const asked = vi.hoisted((): string[] => []);
vi.mock("@terrarium/device-control/adb/commands", () => ({
  async runCommand(_adb: Adb, command: string) {
    asked.push(command);
    const known = [...answers].filter(([begins]) => command.startsWith(begins));
    const [, printed = ""] = known.toSorted(([a], [b]) => b.length - a.length)[0] ?? [];
    return { stdout: Buffer.from(printed), stderr: Buffer.of(), exitCode: 0 };
  },
}));

// Other test files of this worker load these modules without the mocks.
vi.resetModules();
const { cleanPhone, readBaseline } = await import("./phone-cleaning.ts");
afterAll(() => void vi.resetModules());

const ADB = {} as Adb;
const BASELINE = { packages: ["com.android.settings"], settings: {}, accounts: 0 };
const listed = (names: readonly string[]) => names.map((name) => `package:${name}\n`).join("");

beforeEach(() => {
  asked.length = 0;
  answers.clear();
  answers.set("pm list packages", listed(BASELINE.packages));
  answers.set("dumpsys account", "0\n");
  answers.set("echo $$ $PPID", processes());
});

/** Output of the process listing: the ADB daemon, the shell that runs the listing, its child, and more. */
const processes = (...more: string[]) =>
  ["100 50", "  PID  PPID S NAME", "   50     1 S adbd", "  100    50 S sh", "  101   100 R ps", ...more].join("\n");

test("accepts a phone that matches its baseline", async () => {
  await cleanPhone(ADB, BASELINE);
  expect(await readBaseline(ADB)).toMatchObject({ packages: BASELINE.packages, accounts: 0 });
});

test("rejects endless app lists without uninstalling apps", async () => {
  answers.set("pm list packages", listed(Array.from({ length: 50_000 }, (_, i) => `a${i}`)));
  await expect(cleanPhone(ADB, BASELINE)).rejects.toThrow("it lists more than 2000 apps");
  answers.set("pm list packages", "x".repeat(2_000_000));
  await expect(cleanPhone(ADB, BASELINE)).rejects.toThrow('"pm list" prints too much');
  expect(asked.filter((command) => command.startsWith("pm uninstall"))).toEqual([]);
});

test("names some of the remaining apps", async () => {
  answers.set("pm list packages", listed([...BASELINE.packages, ...Array.from({ length: 1_000 }, (_, i) => `a${i}`)]));
  await expect(cleanPhone(ADB, BASELINE)).rejects.toThrow(
    /^the app a0 cannot be uninstalled; (the app a\d+ cannot be uninstalled; ){9}990 more$/,
  );
});

test("rejects an account count that is not a number", async () => {
  answers.set("dumpsys account", "grep: not found\n");
  await expect(readBaseline(ADB)).rejects.toThrow("it does not report its number of accounts");
});

test("names a process that cannot be killed, whatever its name", async () => {
  const left = ["  200     1 S app_process", "  201    50 S a Z b c Z d", "  202     1 Z [sh]"];
  // The `ps` of Android 7 prints all processes, with more columns.
  const ofAndroid7 = [
    "shell     203   1     9344   1072  __skb_recv 7f8e S adbd",
    "u0_a7     300   60  1 1 a b S com.one",
  ];
  answers.set("echo $$ $PPID", processes(...left, ...ofAndroid7));
  await expect(cleanPhone(ADB, BASELINE)).rejects.toThrow("the process app_process (200) cannot be ended");
  const kills = asked.filter((command) => command.startsWith("kill"));
  expect(new Set(kills)).toEqual(new Set(["kill -9 200 201 203"]));
});

test("kills processes that return during cleaning, or rejects", async () => {
  const cleaning = cleanPhone(ADB, BASELINE);
  answers.set("echo $$ $PPID", processes("  200     1 S sh"));
  await expect(cleaning).rejects.toThrow("the process sh (200) cannot be ended");
});

test("rejects a phone that does not list its processes", async () => {
  answers.set("echo $$ $PPID", "");
  await expect(cleanPhone(ADB, BASELINE)).rejects.toThrow("it does not list its processes");
});
