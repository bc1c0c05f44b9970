import { existsSync } from "node:fs";
import os from "node:os";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { startInBackground } from "./background-process.ts";

const ask = async (...command: [string, ...string[]]): Promise<string> => {
  const { stdout } = startInBackground(command, { stdio: ["ignore", "pipe", "inherit"] });
  if (stdout === null) throw new Error("there is no pipe");
  return text(stdout);
};

test("a process in the background yields to the server in the processor's time, of its threads and of its session", async () => {
  expect(Number(await ask("nice"))).toBe(Math.min(os.getPriority() + 10, 19));
  // Where the kernel shares the processor by sessions first, priorities count only within one.
  const hasSessions = existsSync("/proc/self/autogroup");
  expect(hasSessions ? await ask("cat", "/proc/self/autogroup") : "nice 10").toContain("nice 10");
});
