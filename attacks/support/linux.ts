import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { CommandResult } from "@terrarium/contract/box-commands";
import { post } from "../../e2e/support/server.ts";
import { createLinuxMachine } from "../../packages/device-providers/src/embedded/linux-machine.ts";
import type { LinuxKind } from "../../packages/device-providers/src/provider.ts";

const machine = createLinuxMachine({ log: { warn: () => undefined } });

/** Returns the reason why no fully isolated Linux sandbox can be created here; undefined if it can. */
export async function whyNoLinux(kind: LinuxKind = "linux"): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return "sandboxes have users of their own where the server is root";
  const [missing] = await machine.missingFor(kind, path.resolve("devices/desktop/dist/main.js"));
  if (missing !== undefined) return missing;
  return (await machine.canMountImages()) ? undefined : "no file can be mounted here";
}

/** Returns the first running child of a process. */
export const childOf = (pid: number): number =>
  Number(
    execFileSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" })
      .trim()
      .split("\n")[0],
  );

/** Runs a command line in a sandbox, through the server and the sandbox's ADB. */
export async function runInside(
  origin: string,
  token: string,
  boxId: string,
  command: string,
  timeout = "30s",
): Promise<CommandResult> {
  const answer = await post(origin, `/api/v1/boxes/${boxId}/commands`, { command, timeout, workingDir: "/" }, token);
  if (!answer.ok) throw new Error(`the command was not run: ${answer.status} ${await answer.text()}`);
  return CommandResult.parse(await answer.json());
}

/** Returns the user on this machine that runs a sandbox's processes. */
export const uidOf = (dataDir: string, boxId: string): number =>
  Number(readFileSync(path.join(dataDir, "devices", boxId, "uid"), "utf8"));

/** Returns the process ids of a user. */
export function processesOf(uid: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return new RegExp(`^Uid:\\s+${uid}\\s`, "m").test(readFileSync(`/proc/${pid}/status`, "latin1"));
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Returns a server's kernel resources on this machine: mounts, loop devices and control groups. */
export function kernelLeftovers(dataDir: string): string[] {
  const devices = path.join(dataDir, "devices");
  const mounts = readFileSync("/proc/self/mountinfo", "utf8").split("\n");
  const loops = globSync("/sys/block/loop*/loop/backing_file").map((file) => readFileSync(file, "utf8"));
  const prefix = `terrarium-${createHash("sha256").update(devices).digest("hex").slice(0, 16)}-`;
  return [
    ...[...mounts, ...loops].filter((line) => line.includes(devices)),
    ...globSync(`/sys/fs/cgroup/{,*/,*/*/,*/*/*/}${prefix}*`),
  ];
}
