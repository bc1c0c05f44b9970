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

test("a background process gets less CPU time than the server", async () => {
  expect(Number(await ask("nice"))).toBe(Math.min(os.getPriority() + 10, 19));
  // Some kernels divide CPU time between sessions first; a priority then counts only within its session.
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

test("reports pid, messages and exit code, and receives messages", async () => {
  const answer = Promise.withResolvers<unknown>();
  const script =
    'process.once("message", ({ n }) => process.send({ pid: process.pid, n: n + 1 }, () => process.exit(7)))';
  const child = startInBackground({ command: [process.execPath, "-e", script], hasChannel: true }, answer.resolve);
  child.tell({ n: 1 });
  expect(await answer.promise).toEqual({ pid: await child.started, n: 2 });
  expect(await child.exited).toBe(7);
  // Both have no effect after the end.
  child.tell({ n: 1 });
  child.kill();
});

test("kills a hanging process", async () => {
  const child = startInBackground({ command: ["sleep", "60"] });
  await child.started;
  child.kill();
  expect(await child.exited).toBeNull();
});

test("the server waits for the processes that it killed", async () => {
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

test("kills the process group with its leader", async () => {
  const child = startInBackground({ command: ["/bin/sh", "-c", "sleep 60 & echo $!; kill -9 $$"], logPath });
  expect(await child.exited).toBeNull();
  const orphan = Number(await readFile(logPath, "utf8"));
  await expect.poll(() => readStartTime(orphan)).toBeUndefined();
});

test("processes survive the launcher thread, and their ends are reported", async () => {
  const start = async (hasChannel: boolean) => {
    const child = startInBackground({ command: ["sleep", "60"], hasChannel });
    return { ...child, pid: await child.started };
  };
  const [goesOn, killedMeanwhile, breaking] = [await start(false), await start(false), await start(true)];
  const ended: number[] = [];
  for (const { pid, exited } of [goesOn, killedMeanwhile]) void exited.finally(() => ended.push(pid));
  // A BigInt cannot be sent, so the thread fails.
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
] as const)("reports that %s, and still starts others", async ([, request, code]) => {
  const child = startInBackground(request);
  await expect(child.started).rejects.toMatchObject({ code });
  await expect(child.exited).rejects.toMatchObject({ code });
  expect(await startInBackground({ command: ["true"] }).exited).toBe(0);
});
