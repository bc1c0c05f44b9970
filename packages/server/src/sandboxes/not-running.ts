import { AppError } from "../base/app-error.ts";
import { END_WORDS } from "./ends.ts";
import type { SandboxRecord } from "./sandbox.ts";

/** Why one that was stopped cannot be used, as those who use its device are told too. */
export const STOPPED_WORDS = "it was stopped";

/** Why one that has not ended cannot be used. */
const STATE_WORDS = {
  starting: "its device is still starting",
  running: "its device is not there",
  stopping: "it is being stopped",
  stopped: STOPPED_WORDS,
  resuming: "its device is still starting",
} as const;

/** The error sandbox_not_running, with why a sandbox cannot be used. */
export function notRunning({ id, state, endReason }: SandboxRecord): AppError {
  const reason = endReason ? END_WORDS[endReason] : state === "ended" ? undefined : STATE_WORDS[state];
  return new AppError("sandbox_not_running", { sandboxId: id, reason });
}
