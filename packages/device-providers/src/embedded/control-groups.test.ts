import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startInBackground } from "./background-process.ts";
import { openControlGroups } from "./control-groups.ts";

const MEBIBYTE = 1024 ** 2;
const limits = { memoryBytes: 256 * MEBIBYTE, maxTasks: 64 };

let base = "";
beforeEach(() => (base = mkdtempSync(path.join(os.tmpdir(), "terrarium-groups-"))));
afterEach(() => rmSync(base, { recursive: true }));

/** Makes a /proc/self with ordinary folders as control groups. */
function machine(groups: string, mounts: readonly string[]): string {
  const proc = path.join(base, "proc");
  mkdirSync(proc);
  writeFileSync(path.join(proc, "cgroup"), groups);
  writeFileSync(path.join(proc, "mountinfo"), `${mounts.join("\n")}\n`);
  return proc;
}

const filesBelow = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => [name, readFileSync(path.join(parentPath, name), "utf8")]),
  );

test("version 1 has one group per kind of limit", async () => {
  const proc = machine("5:pids:/\n4:memory:/docker/ab\n1:cpu,cpuacct:/\n0::/\n", [
    `35 31 0:32 /docker ${base}/memory rw,relatime - cgroup cgroup rw,memory`,
    `39 31 0:36 / ${base}/pids rw,relatime - cgroup cgroup rw,pids`,
    `41 31 0:38 / ${base}/unified rw,relatime - cgroup2 cgroup2 rw`,
  ]);
  for (const folder of ["memory/ab", "pids", "unified"]) mkdirSync(path.join(base, folder), { recursive: true });
  writeFileSync(path.join(base, "unified", "cgroup.controllers"), "\n");
  const groups = await openControlGroups("/data/devices", proc);
  expect(groups?.gaps).toEqual(["control groups do not bound the buffers of sockets"]);
  const group = await groups?.make(limits);
  expect(filesBelow(path.join(base, "memory", "ab"))).toEqual({ "memory.limit_in_bytes": String(256 * MEBIBYTE) });
  expect(filesBelow(path.join(base, "pids"))).toEqual({ "pids.max": "64" });
  expect(group?.joinFiles.map((file) => path.relative(base, file))).toEqual([
    expect.stringMatching(/^memory\/ab\/terrarium-[0-9a-f]{16}-[0-9a-f-]{36}\/tasks$/),
    expect.stringMatching(/^pids\/terrarium-[0-9a-f]{16}-[0-9a-f-]{36}\/tasks$/),
  ]);
});

test("version 1 limits socket buffers separately from memory", async () => {
  const proc = machine("4:memory:/\n0::/\n", [`35 31 0:32 / ${base}/memory rw - cgroup cgroup rw,memory`]);
  mkdirSync(path.join(base, "memory"));
  writeFileSync(path.join(base, "memory", "memory.kmem.tcp.limit_in_bytes"), "0");
  const groups = await openControlGroups("/data/devices", proc);
  expect(groups?.gaps).toEqual([]);
  const group = await groups?.make(limits);
  expect(filesBelow(path.dirname(group?.joinFiles[0] ?? ""))).toEqual({
    "memory.limit_in_bytes": String(256 * MEBIBYTE),
    "memory.kmem.tcp.limit_in_bytes": String(32 * MEBIBYTE),
  });
});

test("version 2 uses one group, and moves the server beside it", async () => {
  const own = path.join(base, "groups", "system.slice", "terrarium.service");
  const proc = machine("0::/system.slice/terrarium.service\n", [
    `31 23 0:28 / ${base}/groups rw,relatime - cgroup2 cgroup2 rw`,
  ]);
  mkdirSync(own, { recursive: true });
  writeFileSync(path.join(own, "cgroup.controllers"), "cpu memory pids\n");
  const groups = await openControlGroups("/data/devices", proc);
  const group = await groups?.make(limits);
  const folder = path.dirname(group?.joinFiles[0] ?? "");
  expect(filesBelow(folder)).toEqual({
    "memory.max": String(256 * MEBIBYTE),
    "memory.oom.group": "1",
    "pids.max": "64",
    "cpu.weight": "11",
  });
  expect(readFileSync(path.join(own, "terrarium-server", "cgroup.procs"), "utf8")).toBe("0");
  expect(readFileSync(path.join(own, "cgroup.subtree_control"), "utf8")).toBe("+memory +pids +cpu");
  expect(await group?.hadTooLittleMemory()).toBe(false);
  writeFileSync(path.join(folder, "memory.events"), "max 12\noom 1\noom_kill 1\n");
  expect(await group?.hadTooLittleMemory()).toBe(true);
});

test.for([
  ["the kernel has none", "0::/\n", []],
  ["version 2 has no limits", "0::/\n", ["31 23 0:28 / BASE rw - cgroup2 cgroup2 rw"]],
  ["they are not this process's", "4:memory:/x\n", ["31 23 0:28 / /proc/none rw - cgroup cgroup rw,memory"]],
] as const)("returns no groups where %s", async ([, groups, mounts]) => {
  const proc = machine(
    groups,
    mounts.map((mount) => mount.replace("BASE", base)),
  );
  writeFileSync(path.join(base, "cgroup.controllers"), "cpu\n");
  expect(await openControlGroups("/data/devices", proc)).toBeUndefined();
});

const real = await openControlGroups(path.join(os.tmpdir(), `groups-of-a-test-${process.pid}`));

test.skipIf(real === undefined)("kills on excess memory and limits forks", async () => {
  const logPath = path.join(base, "log");
  const greedy = await real?.make({ memoryBytes: 64 * MEBIBYTE, maxTasks: 64 });
  const fill = "const held = []; for (;;) held.push(Buffer.alloc(1024 ** 2, 1));";
  const hog = startInBackground({ command: [process.execPath, "-e", fill], joinFiles: greedy?.joinFiles ?? [] });
  expect(await hog.exited).toBeNull();
  expect(await greedy?.hadTooLittleMemory()).toBe(true);

  const few = await real?.make({ memoryBytes: 256 * MEBIBYTE, maxTasks: 3 });
  const fork = "(for i in 1 2 3 4; do sleep 60 & done); sleep 60";
  const forker = startInBackground({ command: ["/bin/sh", "-c", fork], joinFiles: few?.joinFiles ?? [], logPath });
  await expect.poll(() => existsSync(logPath) && readFileSync(logPath, "utf8")).toMatch(/fork/i);
  const [folder = ""] = few?.joinFiles.map((file) => path.dirname(file)) ?? [];
  const members = () => readFileSync(path.join(folder, "cgroup.procs"), "utf8").match(/\d+/g)?.map(Number) ?? [];
  expect(members().length).toBeLessThanOrEqual(3);
  // Processes are still in it.
  await Promise.all([greedy?.remove(), few?.remove()]);
  expect(existsSync(folder)).toBe(true);
  for (const pid of members()) process.kill(pid, "SIGKILL");
  await forker.exited;
  const isLeft = async () => {
    await real?.sweep();
    return [greedy, few].flatMap((group) => group?.joinFiles ?? []).some((file) => existsSync(file));
  };
  await expect.poll(isLeft).toBe(false);
});
