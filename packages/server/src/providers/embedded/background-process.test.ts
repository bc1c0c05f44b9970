import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { startInBackground } from "./background-process.ts";
import { readStartTime } from "./process-identity.ts";

const folder = path.join(os.tmpdir(), `terrarium-background-${process.pid}`);
const logPath = path.join(folder, "log");
beforeAll(() => mkdir(folder));
afterEach(() => rm(logPath, { force: true }));
afterAll(() => rm(folder, { recursive: true }));

const ask = async (...command: [string, ...string[]]): Promise<string> => {
  expect(await startInBackground({ command, logPath }).exited).toBe(0);
  const answer = await readFile(logPath, "utf8");
  await rm(logPath);
  return answer;
};

test("a process in the background yields to the server in the processor's time, of its threads and of its session", async () => {
  expect(Number(await ask("nice"))).toBe(Math.min(os.getPriority() + 10, 19));
  // Where the kernel shares the processor by sessions first, priorities count only within one.
  const hasSessions = existsSync("/proc/self/autogroup");
  expect(hasSessions ? await ask("cat", "/proc/self/autogroup") : "nice 10").toContain("nice 10");
});

test("inherits no descriptors, umask or signals of the server", async () => {
  const module = new URL("background-process.ts", import.meta.url).href;
  const script = "ls /proc/self/fd; umask; grep SigIgn /proc/self/status";
  const program = `
    const { startInBackground } = await import(${JSON.stringify(module)});
    const command = ["/bin/bash", "-c", ${JSON.stringify(script)}];
    void startInBackground({ command, logPath: ${JSON.stringify(logPath)} });`;
  const server = 'exec 9< "$0" 200< "$0"; umask 000; trap "" HUP; exec "$@"';
  const node = [process.execPath, "--input-type=module", "--eval", program];
  await promisify(execFile)("/bin/bash", ["-c", server, process.execPath, ...node]);
  // Standard streams, and the folder that ls reads.
  await expect.poll(() => readFile(logPath, "utf8")).toBe("0\n1\n2\n3\n0022\nSigIgn:\t0000000000000000\n");
});

test("its id, its messages and its exit code are told, and it is told messages", async () => {
  const answer = Promise.withResolvers<unknown>();
  const script =
    'process.once("message", ({ n }) => process.send({ pid: process.pid, n: n + 1 }, () => process.exit(7)))';
  const child = startInBackground({ command: [process.execPath, "-e", script], hasChannel: true }, answer.resolve);
  child.tell({ n: 1 });
  expect(await answer.promise).toEqual({ pid: await child.started, n: 2 });
  expect(await child.exited).toBe(7);
  // Nobody is there any more.
  child.tell({ n: 1 });
  child.kill();
});

test("one that hangs is ended", async () => {
  const child = startInBackground({ command: ["sleep", "60"] });
  await child.started;
  child.kill();
  expect(await child.exited).toBeNull();
});

test("the server does not end before one that it killed", async () => {
  const module = new URL("background-process.ts", import.meta.url).href;
  const program = `
    const { startInBackground } = await import(${JSON.stringify(module)});
    const end = async () => {
      const child = startInBackground({ command: ["sleep", "60"] });
      await child.started;
      child.kill();
      await child.exited;
      console.log("it has ended");
    };
    void end();`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", program]);
  expect(stdout).toBe("it has ended\n");
});

test("one that is killed takes with it whom it started and who did not hear of it", async () => {
  const child = startInBackground({ command: ["/bin/sh", "-c", "sleep 60 & echo $!; kill -9 $$"], logPath });
  expect(await child.exited).toBeNull();
  const orphan = Number(await readFile(logPath, "utf8"));
  await expect.poll(() => readStartTime(orphan)).toBeUndefined();
});

test("the end of the thread that starts them ends none of them, and none is said to have ended that goes on", async () => {
  const start = async (hasChannel: boolean) => {
    const child = startInBackground({ command: ["sleep", "60"], hasChannel });
    return { ...child, pid: await child.started };
  };
  const [goesOn, killedMeanwhile, breaking] = [await start(false), await start(false), await start(true)];
  const ended: number[] = [];
  for (const { pid, exited } of [goesOn, killedMeanwhile]) void exited.finally(() => ended.push(pid));
  // Nothing can send that.
  breaking.tell({ n: 1n });
  killedMeanwhile.kill();
  await expect(breaking.hand({}, path.join(folder, "socket"))).rejects.toThrow("BigInt");
  expect(await killedMeanwhile.exited).toBeNull();
  expect(await startInBackground({ command: ["true"] }).exited).toBe(0);
  expect(ended).toEqual([killedMeanwhile.pid]);
  expect(await readStartTime(goesOn.pid)).toBeDefined();
  const left = [goesOn, breaking];
  for (const child of left) child.kill();
  for (const child of left) {
    expect(await child.exited).toBeNull();
    expect(await readStartTime(child.pid)).toBeUndefined();
  }
});

test.for([
  ["its log cannot be opened", { command: ["true"], logPath: "/proc/none" }, "ENOENT"],
  ["its folder is not there", { command: ["true"], cwd: "/proc/none" }, "ENOENT"],
] as const)("that %s is told, and others start", async ([, request, code]) => {
  const child = startInBackground(request);
  await expect(child.started).rejects.toMatchObject({ code });
  await expect(child.exited).rejects.toMatchObject({ code });
  expect(await startInBackground({ command: ["true"] }).exited).toBe(0);
});
