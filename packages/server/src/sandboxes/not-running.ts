import { AppError } from "../base/app-error.ts";
import { END_WORDS } from "./ends.ts";
import type { SandboxRecord } from "./sandbox.ts";
import type { SandboxStore } from "./store.ts";

/** Why one that was stopped cannot be used, as those who use its device are told too. */
export const STOPPED_WORDS = "it was stopped";

/** Why one that has not ended cannot be used. */
export const STATE_WORDS = {
  starting: "its device is still starting",
  running: "its device is not there",
  stopping: "it is being stopped",
  stopped: STOPPED_WORDS,
  resuming: "its device is still starting",
} as const;

/** The error sandbox_not_running, with why a sandbox cannot be used and in which state it is. */
export function notRunning({ id, state, endReason }: SandboxRecord): AppError {
  const reason = endReason ? END_WORDS[endReason] : state === "ended" ? undefined : STATE_WORDS[state];
  return new AppError("sandbox_not_running", { sandboxId: id, reason, state });
}

/** The same of one that may be gone: sandbox_not_found. */
export const notThere = (id: string, sandbox: SandboxRecord | undefined): AppError =>
  sandbox ? notRunning(sandbox) : new AppError("sandbox_not_found", { sandboxId: id });

/** That error for one that was ended while its device started, which is no failure of the device; undefined: it was not, or nobody can tell. */
export async function endedMeanwhile(store: Pick<SandboxStore, "find">, id: string): Promise<AppError | undefined> {
  try {
    const sandbox = await store.find(id);
    return sandbox && sandbox.state !== "ended" ? undefined : notThere(id, sandbox);
  } catch {
    return undefined;
  }
}
