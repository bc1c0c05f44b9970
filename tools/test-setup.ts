import { afterAll, vi } from "vitest";
import { useWorkerFolder } from "./temporary-folder.ts";

useWorkerFolder();

// While this answers true, expect.poll and vi.waitFor advance a fake clock at each attempt: a slow machine advances it more.
vi.isFakeTimers = () => false;

/** Files share a worker: none finds the clock or the globals that another made for itself. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
