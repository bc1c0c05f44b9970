import { afterAll, vi } from "vitest";
import { useWorkerFolder } from "./temporary-folder.ts";

useWorkerFolder();

/** Files share a worker: none finds the clock or the globals that another made for itself. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
