import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DEVICE_GRACE_MS } from "../device-grace.ts";
import { readLogEnd } from "./device-folder.ts";
import { isAlive, killRestOfGroup, signalGroup, type ProcessIdentity } from "./process-identity.ts";

const END_POLL_MS = 25;
/** Ending takes CPU time, and a device gets little of it on a busy machine. */
const KILL_GRACE_MS = 10_000;

/** Terminates a device; kills it after the grace time. Rejects if it is still alive after that. */
export async function endProcess(identity: ProcessIdentity, graceMs = DEVICE_GRACE_MS): Promise<void> {
  if (!(await isAlive(identity))) return;
  await signalGroup(identity, "SIGTERM");
  // A stopped process must continue to handle SIGTERM.
  await signalGroup(identity, "SIGCONT");
  if (await goneWithin(identity, graceMs)) await killRestOfGroup(identity);
  else await killProcess(identity);
}

/** Kills a device at once. Rejects if it is still alive after the timeout. */
export async function killProcess(identity: ProcessIdentity): Promise<void> {
  await signalGroup(identity, "SIGKILL");
  if (!(await goneWithin(identity, KILL_GRACE_MS))) throw new Error(`process ${identity.pid} does not end`);
}

async function goneWithin(identity: ProcessIdentity, timeMs: number): Promise<boolean> {
  const deadline = Date.now() + timeMs;
  while (await isAlive(identity)) {
    if (Date.now() > deadline) return false;
    await sleep(END_POLL_MS);
  }
  return true;
}

/** Returns the end of a device's log as text for its user. Omits the machine's path of the device folders. */
export async function lastWords(folder: string): Promise<string> {
  const log = (await readLogEnd(folder)).replaceAll(path.dirname(folder), "");
  return log === "" ? "its process ended without any output" : `its last output: ${log}`;
}
