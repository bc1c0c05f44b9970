import { expect, test } from "vitest";
import { DeviceLog } from "./device-log.ts";

const { signal: here } = new AbortController();

/** Returns the output of `logcat` with these arguments for a log of three lines. */
async function printed(...calls: string[][]): Promise<string[]> {
  const log = new DeviceLog();
  const take = log.through(() => undefined);
  for (const message of ["one", "two", "three"]) take(message);
  let text = "";
  const print = async (more: Uint8Array | string) => void (text += more.toString());
  for (const args of calls) await log.logcat({ args, folder: "/", gone: here, print });
  return Array.from(text.matchAll(/ I terrarium: (.*)\n/g), ([, message = ""]) => message);
}

test.each([
  ["-d", [["-d"]], ["one", "two", "three"]],
  ["-t 2", [["-v", "threadtime", "-t", "2"]], ["two", "three"]],
  ["-t 9", [["-t", "9"]], ["one", "two", "three"]],
  ["-c", [["-c"]], []],
  ["-d after -c", [["-c"], ["-d"]], []],
])("logcat %s prints the same as Android's", async (_name, calls, lines) => {
  expect(await printed(...calls)).toEqual(lines);
});

test("logcat -t requires a line count", async () => {
  await expect(printed(["-t"])).rejects.toThrow("1 numbers are wanted");
});
