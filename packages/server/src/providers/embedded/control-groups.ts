import { createHash, randomUUID } from "node:crypto";
import { access, constants, mkdir, readdir, readFile, rmdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { hasCode, isMissing } from "./file-errors.ts";

/** What the kernel lets the processes of one device have. */
export interface GroupLimits {
  memoryBytes: number;
  /** Processes and threads. */
  maxTasks: number;
}

/** A group of processes that the kernel bounds together (cgroups(7)). */
export interface ControlGroup {
  /** Files to which a process writes "0" to become one of the group, with all that it starts. */
  readonly joinFiles: readonly string[];
  /** Whether the kernel ended processes of it because it had all of its memory. */
  hadTooLittleMemory(): Promise<boolean>;
  /** Removes it. One in which a process still is stays, for `sweep`. */
  remove(): Promise<void>;
}

export interface ControlGroups {
  make(limits: GroupLimits): Promise<ControlGroup>;
  /** Removes the groups that earlier servers made and in which nobody is. */
  sweep(): Promise<void>;
}

/** A folder of the kernel's in which groups can be made, and the limits that its groups have as files. */
interface Hierarchy {
  folder: string;
  limits: (limits: GroupLimits) => Record<string, number>;
}

/** Version 1 has a hierarchy for each kind of limit (https://docs.kernel.org/admin-guide/cgroup-v1/). */
const VERSION_1: Record<string, Hierarchy["limits"]> = {
  memory: ({ memoryBytes }) => ({ "memory.limit_in_bytes": memoryBytes }),
  pids: ({ maxTasks }) => ({ "pids.max": maxTasks }),
};
/** Version 2 has one (https://docs.kernel.org/admin-guide/cgroup-v2.html). Devices end whole where memory runs out. */
const version2Limits: Hierarchy["limits"] = ({ memoryBytes, maxTasks }) => ({
  "memory.max": memoryBytes,
  "memory.oom.group": 1,
  "pids.max": maxTasks,
});
const VERSION_2_CONTROLLERS = ["memory", "pids"];

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
  const enable = VERSION_2_CONTROLLERS.map((controller) => `+${controller}`).join(" ");
  const ours = path.join(folder, "terrarium-server");
  await makeFolder(ours);
  await writeFile(path.join(ours, "cgroup.procs"), "0");
  await writeFile(path.join(folder, "cgroup.subtree_control"), enable);
  return { folder, limits: version2Limits };
}

async function openVersion1(byController: ReadonlyMap<string, string>): Promise<Hierarchy[]> {
  const hierarchies = Object.entries(VERSION_1).flatMap(([controller, limits]) => {
    const folder = byController.get(controller);
    return folder === undefined ? [] : [{ folder, limits }];
  });
  await Promise.all(hierarchies.map(({ folder }) => access(folder, constants.W_OK)));
  return hierarchies;
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
    const folders = hierarchies.map(({ folder }) => path.join(folder, name));
    const remove = async () => {
      made.delete(name);
      await Promise.all(folders.map(removeUnused));
    };
    try {
      for (const [index, { limits: filesOf }] of hierarchies.entries()) {
        const folder = folders[index] ?? "";
        await mkdir(folder);
        for (const [file, value] of Object.entries(filesOf(limits)))
          await writeFile(path.join(folder, file), String(value));
      }
    } catch (error) {
      await remove();
      throw error;
    }
    return {
      joinFiles: folders.map((folder) => path.join(folder, "cgroup.procs")),
      hadTooLittleMemory: async () => (await Promise.all(folders.map(countKills))).some((kills) => kills > 0),
      remove,
    };
  }

  return {
    make,
    async sweep() {
      for (const { folder } of hierarchies)
        for (const name of await readdir(folder))
          if (name.startsWith(prefix) && !made.has(name)) await removeUnused(path.join(folder, name));
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

/** The kernel refuses to remove a group in which a process is. */
async function removeUnused(folder: string): Promise<void> {
  try {
    await rmdir(folder);
  } catch (error) {
    if (!isMissing(error) && !(hasCode(error) && error.code === "EBUSY")) throw error;
  }
}
