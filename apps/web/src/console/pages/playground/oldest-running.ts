import type { Sandbox } from "@terrarium/contract/sandbox";

/** The running sandbox that was started first; undefined if none is running. */
export const oldestRunning = (sandboxes: readonly Sandbox[]): Sandbox | undefined =>
  sandboxes
    .filter(({ status }) => status === "Running")
    .toSorted((a, b) => Date.parse(a.startedAt) - Date.parse(b.startedAt))[0];
