import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { endProcess, killProcess, lastWords } from "./device-end.ts";
import { deviceLog } from "./device-folder.ts";
import { type ProcessIdentity, readStartTime, untilGone } from "./process-identity.ts";

const started: number[] = [];
afterEach(() => {
  for (const pid of started.splice(0))
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // Expected: all of them have ended.
    }
});

/** Starts the device of another server: a group leader, and a process that survives the leader in its group. */
async function startGroup(script: string): Promise<{ leader: ProcessIdentity; rest: number }> {
  const child = spawn("/bin/sh", ["-c", script], { detached: true, stdio: ["ignore", "pipe", "ignore"] });
  const pid = child.pid ?? 0;
  started.push(pid);
  const [printed]: unknown[] = await once(child.stdout, "data");
  return { leader: { pid, startTime: (await readStartTime(pid)) ?? "" }, rest: Number(String(printed)) };
}

const HEARS = "sleep 60 & echo $!; wait";
/** A process that ignores SIGTERM survives its leader. */
const LEAVES_ANOTHER = "trap '' TERM; sleep 60 & echo $!; trap - TERM; wait";
const HEARS_NOTHING = "trap '' TERM; sleep 60 & echo $!; wait";

test.each([
  ["is asked to end", endProcess, HEARS],
  ["is asked to end and leaves one that is deaf to it", endProcess, LEAVES_ANOTHER],
  ["is asked to end and is deaf to it", endProcess, HEARS_NOTHING],
  ["is killed", killProcess, HEARS_NOTHING],
])("a device that %s is gone with its group", async (_name, end, script) => {
  const { leader, rest } = await startGroup(script);
  await end(leader);
  await expect
    .poll(async () => [await readStartTime(leader.pid), await readStartTime(rest)])
    .toEqual([undefined, undefined]);
});

test("kills the remaining processes of another server's device", async () => {
  const { leader, rest } = await startGroup(HEARS);
  process.kill(leader.pid, "SIGKILL");
  await untilGone(leader);
  await expect.poll(() => readStartTime(rest)).toBeUndefined();
});

test("omits the machine's device folder from its last output", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-words-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(deviceLog(folder), `EEXIST: file already exists, mkdir '${folder}/data/tree'\n`);
  expect(await lastWords(folder)).toBe(
    `its last output: EEXIST: file already exists, mkdir '/${path.basename(folder)}/data/tree'`,
  );
});
