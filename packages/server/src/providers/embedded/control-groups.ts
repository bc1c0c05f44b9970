import { createHash, randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { access, constants, mkdir, readdir, readFile, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { hasCode, isMissing } from "./file-errors.ts";

/** What the kernel lets the processes of one device have. */
export interface GroupLimits {
  memoryBytes: number;
  /** Processes and threads. */
  maxTasks: number;
  /** How many processors' time they get at most; as much as there is if it is not given. */
  cpus?: number;
}

/** A group of processes that the kernel bounds together (cgroups(7)). */
export interface ControlGroup {
  /** Files to which a process writes "0" to become one of the group, with all that it starts. */
  readonly joinFiles: readonly string[];
  /** Whether the kernel ended processes of it because it had all of its memory. */
  hadTooLittleMemory(): Promise<boolean>;
  /** Removes it when nobody is in it any more. Resolves with false if a process stays in it: it is left for `sweep`. */
  remove(): Promise<boolean>;
}

export interface ControlGroups {
  /** What the kernel does not bound, for operators. */
  readonly gaps: readonly string[];
  make(limits: GroupLimits): Promise<ControlGroup>;
  /** Removes the groups that earlier servers made and in which nobody is. Resolves with how many are left. */
  sweep(): Promise<number>;
}

/** A folder of the kernel's in which groups can be made, and the limits that its groups have as files. */
interface Hierarchy {
  folder: string;
  limits: (limits: GroupLimits) => Record<string, number | string>;
  /** The file by which a process becomes one of a group. */
  joinFile: string;
  /** What these limits leave out, for operators. */
  gaps?: readonly string[];
}

/** How long processes that were killed may take to be gone. */
const END_TIMEOUT_MS = 1_000;
const END_POLL_MS = 20;
/** The kernel's own period, in which a group may use its quota of the processor. */
const CPU_PERIOD_US = 100_000;
/** For each of its processors a group has as much of a busy machine as a process of niceness 10: of 1024 shares, or a weight of 100. */
const CPU_SHARES = 110;
const CPU_WEIGHT = 11;
/** Version 1 does not count the buffers of TCP and UDP as memory. This limit comes beside that of memory. */
const SOCKET_MEMORY_FILE = "memory.kmem.tcp.limit_in_bytes";
const SOCKET_MEMORY_SHARE = 1 / 8;
/** Version 1 has a hierarchy for each kind of limit (https://docs.kernel.org/admin-guide/cgroup-v1/). */
const VERSION_1: Record<string, Hierarchy["limits"]> = {
  memory: ({ memoryBytes }) => ({ "memory.limit_in_bytes": memoryBytes }),
  pids: ({ maxTasks }) => ({ "pids.max": maxTasks }),
  cpu: ({ cpus }): Record<string, number> =>
    cpus === undefined ? {} : { "cpu.shares": CPU_SHARES * cpus, "cpu.cfs_quota_us": cpus * CPU_PERIOD_US },
};
/**
 * A process of one thread, as those are that join, can move alone: with all of its threads, by cgroup.procs, it would wait
 * for each processor of the machine first, some 20 ms.
 */
const VERSION_1_JOIN_FILE = "tasks";
/**
 * Version 2 has one (https://docs.kernel.org/admin-guide/cgroup-v2.html). A device that is one program ends whole where
 * memory runs out.
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
 * Control groups for the devices under a folder; undefined where this process may not make any, as on most machines
 * unless it is root or its service has `Delegate=yes`. `proc` is where /proc/self is, for tests.
 */
export async function openControlGroups(root: string, proc = "/proc/self"): Promise<ControlGroups | undefined> {
  // Servers of other folders have groups of their own.
  const prefix = `terrarium-${createHash("sha256").update(path.resolve(root)).digest("hex").slice(0, 16)}-`;
  try {
    const own = await readOwnGroups(proc);
    const version2 = own.unified === undefined ? undefined : await openVersion2(own.unified);
    const hierarchies = version2 ? [version2] : await openVersion1(own.byController);
    return hierarchies.length === 0 ? undefined : manage(hierarchies, prefix);
  } catch (error) {
    // Nobody gave them to this process: there is no other way to tell than to try.
    if (hasCode(error)) return undefined;
    throw error;
  }
}

interface OwnGroups {
  /** This process's group of version 2. */
  unified?: string;
  /** Its groups of version 1. */
  byController: Map<string, string>;
}

/** Where this process's groups are, by proc(5)'s cgroup and mountinfo. */
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
 * In version 2 a group has either processes or groups below it that are limited: this server moves to one below its
 * own, which fails if other processes are in its own too. undefined if the kernel has no limits here.
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

/** The same with a limit for sockets, if the kernel has one. */
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

/** Not with `recursive`, which Node tries for ever where the kernel lets nobody make folders. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    if (!(hasCode(error) && error.code === "EEXIST")) throw error;
  }
}

function manage(hierarchies: readonly Hierarchy[], prefix: string): ControlGroups {
  /** Names of those that this server made: in a new one nobody is yet. */
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

/** How many processes the kernel has ended for the memory of a group: told in one of these files, by version. */
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

/** Removes one in which nobody is, at the latest after this time; the kernel refuses the others. Resolves with whether it is gone. */
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
