import { AppError } from "@terrarium/platform/base/app-error";
import { END_WORDS } from "./ends.ts";
import type { SandboxRecord } from "./sandbox.ts";
import type { SandboxStore } from "./store.ts";

/** Reason why a stopped sandbox cannot be used, also shown to the device's users. */
export const STOPPED_WORDS = "it was stopped";

/** Reasons why a sandbox that has not ended cannot be used. */
export const STATE_WORDS = {
  starting: "its device is still starting",
  running: "its device is unavailable",
  stopping: "it is being stopped",
  stopped: STOPPED_WORDS,
  resuming: "its device is still starting",
} as const;

/** Returns the error sandbox_not_running with the reason and the state. */
export function notRunning({ id, state, endReason }: SandboxRecord): AppError {
  const reason = endReason ? END_WORDS[endReason] : state === "ended" ? undefined : STATE_WORDS[state];
  return new AppError("sandbox_not_running", { sandboxId: id, reason, state });
}

/** Returns the error sandbox_not_running, or sandbox_not_found if there is no sandbox. */
export const notThere = (id: string, sandbox: SandboxRecord | undefined): AppError =>
  sandbox ? notRunning(sandbox) : new AppError("sandbox_not_found", { sandboxId: id });

/**
 * Returns that error for a sandbox that was ended while its device started, which is not a device failure. Returns
 * undefined if it was not ended or its state is unknown.
 */
export async function endedMeanwhile(store: Pick<SandboxStore, "find">, id: string): Promise<AppError | undefined> {
  try {
    const sandbox = await store.find(id);
    return sandbox && sandbox.state !== "ended" ? undefined : notThere(id, sandbox);
  } catch {
    return undefined;
  }
}
