import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DEVICE_GRACE_MS } from "../device-grace.ts";
import { readLogEnd } from "./device-folder.ts";
import { isAlive, killRestOfGroup, signalGroup, type ProcessIdentity } from "./process-identity.ts";

const END_POLL_MS = 25;
/** A process needs the processor to end, too, of which a device gets little on a busy machine. */
const KILL_GRACE_MS = 10_000;

/** Asks a device to end, and makes it after that time. Rejects if it is still there after that. */
export async function endProcess(identity: ProcessIdentity, graceMs = DEVICE_GRACE_MS): Promise<void> {
  if (!(await isAlive(identity))) return;
  await signalGroup(identity, "SIGTERM");
  // One that was frozen goes on, and hears of it.
  await signalGroup(identity, "SIGCONT");
  if (await goneWithin(identity, graceMs)) await killRestOfGroup(identity);
  else await killProcess(identity);
}

/** Ends it at once, whatever it is doing. Rejects if it is still there after that. */
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

/** What a device's log tells of its end, as its user may read it: not where this machine keeps devices. */
export async function lastWords(folder: string): Promise<string> {
  const log = (await readLogEnd(folder)).replaceAll(path.dirname(folder), "");
  return log === "" ? "its process ended without a word" : `its last words: ${log}`;
}
