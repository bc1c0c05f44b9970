import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { access, constants, mkdir, readdir, readFile, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hasCode, isMissing } from "./file-errors.ts";

/** Kernel limits of one device's processes. */
export interface GroupLimits {
  memoryBytes: number;
  /** Limit of processes and threads. */
  maxTasks: number;
  /** Limit of CPU time, in processors. Default: unlimited. */
  cpus?: number;
}

/** A group of processes with common limits of the kernel (cgroups(7)). */
export interface ControlGroup {
  /** A process writes "0" to these files to join the group, with all its later children. */
  readonly joinFiles: readonly string[];
  /** Resolves with whether the kernel killed processes of the group at its memory limit. */
  hadTooLittleMemory(): Promise<boolean>;
  /** Removes an empty group. Resolves with false if it still has processes; `sweep` removes it later. */
  remove(): Promise<boolean>;
}

export interface ControlGroups {
  /** Resources without a kernel limit, for operators. */
  readonly gaps: readonly string[];
  make(limits: GroupLimits): Promise<ControlGroup>;
  /** Removes empty groups of earlier servers. Resolves with the number of groups that are left. */
  sweep(): Promise<number>;
}

/** A folder of the kernel in which groups can be created, and the limits of its groups as files. */
interface Hierarchy {
  folder: string;
  limits: (limits: GroupLimits) => Record<string, number | string>;
  /** Name of the file that processes write to join a group. */
  joinFile: string;
  /** Resources that these limits do not cover, for operators. */
  gaps?: readonly string[];
}

/** Longest wait for killed processes to end. */
const END_TIMEOUT_MS = 1_000;
const END_POLL_MS = 20;
/** The kernel's default period of a CPU quota. */
const CPU_PERIOD_US = 100_000;
/** CPU shares (of 1024) and weight (of 100) per processor, equal to a process of niceness 10 on a busy machine. */
const CPU_SHARES = 110;
const CPU_WEIGHT = 11;
/** Version 1 does not count TCP and UDP buffers as memory. This limit adds to the memory limit. */
const SOCKET_MEMORY_FILE = "memory.kmem.tcp.limit_in_bytes";
const SOCKET_MEMORY_SHARE = 1 / 8;
/** Version 1 has one hierarchy per kind of limit (https://docs.kernel.org/admin-guide/cgroup-v1/). */
const VERSION_1: Record<string, Hierarchy["limits"]> = {
  memory: ({ memoryBytes }) => ({ "memory.limit_in_bytes": memoryBytes }),
  pids: ({ maxTasks }) => ({ "pids.max": maxTasks }),
  cpu: ({ cpus }): Record<string, number> =>
    cpus === undefined ? {} : { "cpu.shares": CPU_SHARES * cpus, "cpu.cfs_quota_us": cpus * CPU_PERIOD_US },
};
/**
 * Joining processes have one thread, so they can move as a thread. Moving a whole process by cgroup.procs waits for
 * each processor of the machine, some 20 ms.
 */
const VERSION_1_JOIN_FILE = "tasks";
/**
 * Version 2 has one hierarchy (https://docs.kernel.org/admin-guide/cgroup-v2.html). If memory runs out, the kernel
 * kills all processes of a single-program device.
 */
const version2Limits =
  (hasCpu: boolean): Hierarchy["limits"] =>
  ({ memoryBytes, maxTasks, cpus }) => ({
    "memory.max": memoryBytes,
    ...(cpus === undefined && { "memory.oom.group": 1 }),
    "pids.max": maxTasks,
    ...(hasCpu && { "cpu.weight": CPU_WEIGHT * (cpus ?? 1) }),
    ...(hasCpu && cpus !== undefined && { "cpu.max": `${cpus * CPU_PERIOD_US} ${CPU_PERIOD_US}` }),
  });
const VERSION_2_CONTROLLERS = ["memory", "pids"];
const CPU_CONTROLLER = "cpu";

/**
 * Opens control groups for the devices under a folder. Resolves with undefined if this process may not create groups,
 * as on most machines unless it is root or its service has `Delegate=yes`. `proc` replaces /proc/self in tests.
 */
export async function openControlGroups(root: string, proc = "/proc/self"): Promise<ControlGroups | undefined> {
  // Servers with other folders use other groups.
  const prefix = `terrarium-${createHash("sha256").update(path.resolve(root)).digest("hex").slice(0, 16)}-`;
  try {
    const own = await readOwnGroups(proc);
    const version2 = own.unified === undefined ? undefined : await openVersion2(own.unified);
    const hierarchies = version2 ? [version2] : await openVersion1(own.byController);
    return hierarchies.length === 0 ? undefined : manage(hierarchies, prefix);
  } catch (error) {
    // No permission. Only an attempt shows this.
    if (hasCode(error)) return undefined;
    throw error;
  }
}

interface OwnGroups {
  /** Folder of this process's group of version 2. */
  unified?: string;
  /** Folders of its groups of version 1. */
  byController: Map<string, string>;
}

/** Locates this process's groups from cgroup and mountinfo (proc(5)). */
async function readOwnGroups(proc: string): Promise<OwnGroups> {
  const lines = async (file: string) => (await readFile(path.join(proc, file), "utf8")).trim().split("\n");
  const groups = (await lines("cgroup")).map((line) => line.split(":", 3));
  const own: OwnGroups = { byController: new Map() };
  for (const line of await lines("mountinfo")) {
    const [before = "", after = ""] = line.split(" - ");
    const [, , , mountRoot = "/", mountPoint = ""] = before.split(" ");
    const [type, , options = ""] = after.split(" ");
    const folderOf = (group = "/") => path.join(mountPoint, path.relative(mountRoot, group));
    if (type === "cgroup2") own.unified = folderOf(groups.find(([id]) => id === "0")?.[2]);
    if (type === "cgroup")
      for (const controller of options.split(",").filter((option) => option in VERSION_1))
        own.byController.set(
          controller,
          folderOf(groups.find(([, names]) => names?.split(",").includes(controller))?.[2]),
        );
  }
  return own;
}

/**
 * Opens version 2; resolves with undefined if the kernel lacks the limits. A group contains either processes or limited
 * child groups, so this server moves into a child group. That fails if its group contains other processes.
 */
async function openVersion2(folder: string): Promise<Hierarchy | undefined> {
  const controllers = (await readFile(path.join(folder, "cgroup.controllers"), "utf8")).trim().split(" ");
  if (!VERSION_2_CONTROLLERS.every((controller) => controllers.includes(controller))) return undefined;
  const hasCpu = controllers.includes(CPU_CONTROLLER);
  const enabled = [...VERSION_2_CONTROLLERS, ...(hasCpu ? [CPU_CONTROLLER] : [])];
  const ours = path.join(folder, "terrarium-server");
  await makeFolder(ours);
  await writeFile(path.join(ours, "cgroup.procs"), "0");
  await writeFile(path.join(folder, "cgroup.subtree_control"), enabled.map((controller) => `+${controller}`).join(" "));
  return { folder, limits: version2Limits(hasCpu), joinFile: "cgroup.procs" };
}

async function openVersion1(byController: ReadonlyMap<string, string>): Promise<Hierarchy[]> {
  const hierarchies = Object.entries(VERSION_1).flatMap(([controller, limits]) => {
    const folder = byController.get(controller);
    return folder === undefined ? [] : [{ folder, limits, joinFile: VERSION_1_JOIN_FILE }];
  });
  await Promise.all(hierarchies.map(({ folder }) => access(folder, constants.W_OK)));
  const memory = byController.get("memory");
  return memory === undefined
    ? hierarchies
    : hierarchies.map((each) => (each.folder === memory ? withSockets(each) : each));
}

/** Adds a limit of socket buffers, if the kernel supports it. */
function withSockets(hierarchy: Hierarchy): Hierarchy {
  const { folder, limits } = hierarchy;
  if (!existsSync(path.join(folder, SOCKET_MEMORY_FILE)))
    return { ...hierarchy, gaps: ["control groups do not bound the buffers of sockets"] };
  return {
    ...hierarchy,
    limits: (wanted) => ({
      ...limits(wanted),
      [SOCKET_MEMORY_FILE]: Math.round(wanted.memoryBytes * SOCKET_MEMORY_SHARE),
    }),
  };
}

/** Creates a folder without `recursive`, with which Node loops forever if the kernel denies it. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (!(hasCode(error) && error.code === "EEXIST")) throw error;
  }
}

function manage(hierarchies: readonly Hierarchy[], prefix: string): ControlGroups {
  /** Names of groups that this server created. New ones are empty but must not be swept. */
  const made = new Set<string>();

  async function make(limits: GroupLimits): Promise<ControlGroup> {
    const name = prefix + randomUUID();
    made.add(name);
    const bounds = hierarchies
      .map(({ folder, limits: filesOf, joinFile }) => ({
        folder: path.join(folder, name),
        joinFile,
        files: Object.entries(filesOf(limits)),
      }))
      .filter(({ files }) => files.length > 0);
    const folders = bounds.map(({ folder }) => folder);
    const remove = async () => {
      made.delete(name);
      const removed = await Promise.all(folders.map((folder) => removeUnused(folder, END_TIMEOUT_MS)));
      return removed.every(Boolean);
    };
    try {
      const limit = async ({ folder, files }: (typeof bounds)[number]) => {
        await mkdir(folder);
        for (const [file, value] of files) await writeFile(path.join(folder, file), String(value));
      };
      const made = await Promise.allSettled(bounds.map(limit));
      for (const each of made) if (each.status === "rejected") throw each.reason;
    } catch (error) {
      await remove();
      throw error;
    }
    return {
      joinFiles: bounds.map(({ folder, joinFile }) => path.join(folder, joinFile)),
      hadTooLittleMemory: async () => (await Promise.all(folders.map(countKills))).some((kills) => kills > 0),
      remove,
    };
  }

  return {
    gaps: hierarchies.flatMap(({ gaps = [] }) => gaps),
    make,
    async sweep() {
      let left = 0;
      for (const { folder } of hierarchies)
        for (const name of await readdir(folder))
          if (name.startsWith(prefix) && !made.has(name) && !(await removeUnused(path.join(folder, name)))) left += 1;
      return left;
    },
  };
}

/** Returns how many processes of a group the kernel killed for memory. Each cgroup version has one of these files. */
async function countKills(folder: string): Promise<number> {
  const told = await Promise.all(
    ["memory.events", "memory.oom_control"].map((file) =>
      readFile(path.join(folder, file), "utf8").catch((error: unknown) => {
        if (isMissing(error)) return "";
        throw error;
      }),
    ),
  );
  return Number(/^oom_kill (\d+)$/m.exec(told.join("\n"))?.[1] ?? 0);
}

/**
 * Removes an empty group, waiting up to the timeout; the kernel rejects others. Resolves with whether it is removed.
 */
async function removeUnused(folder: string, timeoutMs = 0): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    try {
      await rmdir(folder);
      return true;
    } catch (error) {
      if (isMissing(error)) return true;
      if (!(hasCode(error) && error.code === "EBUSY")) throw error;
      if (performance.now() >= deadline) return false;
    }
    await sleep(END_POLL_MS, undefined, { ref: false });
  }
}
