import type { Adb } from "@yume-chan/adb";
import { afterAll, beforeEach, expect, test, vi } from "vitest";

/** What a phone prints for a command that begins so; the longest beginning counts. */
const answers = vi.hoisted(() => new Map<string, string>());
const asked = vi.hoisted((): string[] => []);
vi.mock("../../devices/commands.ts", () => ({
  async runCommand(_adb: Adb, command: string) {
    asked.push(command);
    const known = [...answers].filter(([begins]) => command.startsWith(begins));
    const [, printed = ""] = known.toSorted(([a], [b]) => b.length - a.length)[0] ?? [];
    return { stdout: Buffer.from(printed), stderr: Buffer.of(), exitCode: 0 };
  },
}));

// Other files of this worker have loaded, or will load, these modules as they are.
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

/** What a phone prints of them: the bridge, the shell that asks, what that started, and more. */
const processes = (...more: string[]) =>
  ["100 50", "  PID  PPID S NAME", "   50     1 S adbd", "  100    50 S sh", "  101   100 R ps", ...more].join("\n");

test("a phone that is as it was found is clean", async () => {
  await cleanPhone(ADB, BASELINE);
  expect(await readBaseline(ADB)).toMatchObject({ packages: BASELINE.packages, accounts: 0 });
});

test("a phone that lists apps without end is not cleaned, and none of them is asked for", async () => {
  answers.set("pm list packages", listed(Array.from({ length: 50_000 }, (_, i) => `a${i}`)));
  await expect(cleanPhone(ADB, BASELINE)).rejects.toThrow("it lists more than 2000 apps");
  answers.set("pm list packages", "x".repeat(2_000_000));
  await expect(cleanPhone(ADB, BASELINE)).rejects.toThrow('"pm list" prints too much');
  expect(asked.filter((command) => command.startsWith("pm uninstall"))).toEqual([]);
});

test("of what is left on a phone some is named", async () => {
  answers.set("pm list packages", listed([...BASELINE.packages, ...Array.from({ length: 1_000 }, (_, i) => `a${i}`)]));
  await expect(cleanPhone(ADB, BASELINE)).rejects.toThrow(
    /^the app a0 cannot be uninstalled; (the app a\d+ cannot be uninstalled; ){9}990 more$/,
  );
});

test("accounts that are not counted are not taken for none", async () => {
  answers.set("dumpsys account", "grep: not found\n");
  await expect(readBaseline(ADB)).rejects.toThrow("it does not tell how many accounts it has");
});

test("a process that cannot be ended is named; it hides behind no name, nor as one that has ended", async () => {
  const left = ["  200     1 S app_process", "  201    50 S a Z b c Z d", "  202     1 Z [sh]"];
  // Android 7 has a `ps` that prints all processes, with more columns.
  const ofAndroid7 = [
    "shell     203   1     9344   1072  __skb_recv 7f8e S adbd",
    "u0_a7     300   60  1 1 a b S com.one",
  ];
  answers.set("echo $$ $PPID", processes(...left, ...ofAndroid7));
  await expect(cleanPhone(ADB, BASELINE)).rejects.toThrow("the process app_process (200) cannot be ended");
  const kills = asked.filter((command) => command.startsWith("kill"));
  expect(new Set(kills)).toEqual(new Set(["kill -9 200 201 203"]));
});

test("what comes back while a phone is cleaned is ended too, and else the phone is not clean", async () => {
  const cleaning = cleanPhone(ADB, BASELINE);
  answers.set("echo $$ $PPID", processes("  200     1 S sh"));
  await expect(cleaning).rejects.toThrow("the process sh (200) cannot be ended");
});

test("a phone that does not tell its processes is not clean", async () => {
  answers.set("echo $$ $PPID", "");
  await expect(cleanPhone(ADB, BASELINE)).rejects.toThrow("it does not tell its processes");
});
