import { afterAll, vi } from "vitest";

/** Files share a worker: none finds the clock or the globals that another made for itself. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
