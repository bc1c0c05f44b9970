import { afterAll, vi } from "vitest";
import { useWorkerFolder } from "./temporary-folder.ts";

useWorkerFolder();

// If this returned true, expect.poll and vi.waitFor would advance a fake clock at each attempt, and so more on a slow
// machine.
vi.isFakeTimers = () => false;

/** Files share a worker: each must start with the real clock and globals. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
