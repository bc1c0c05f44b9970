import type { Sandbox } from "@terrarium/contract/sandbox";

/** Returns the running sandbox with the earliest start, if any. */
export const oldestRunning = (sandboxes: readonly Sandbox[]): Sandbox | undefined =>
  sandboxes
    .filter(({ status }) => status === "Running")
    .toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))[0];
