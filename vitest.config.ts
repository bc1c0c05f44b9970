import { defineConfig } from "vitest/config";

/** What is polled for may take its time on a busy machine. */
const PATIENT = { poll: { timeout: 15_000 } };

/** Unit and store tests stand beside the code; browser flows stand in e2e/, attacks on a real server in attacks/. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["packages/*/src/**/*.test.{ts,tsx}", "apps/web/src/**/*.test.{ts,tsx}", "tools/**/*.test.ts"],
          expect: PATIENT,
          maxWorkers: 2,
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
          // Each file has a server and browsers of its own, and mostly waits for them.
          maxWorkers: 2,
          // A browser on a busy machine may be late once; what is wrong fails again.
          retry: 1,
          expect: PATIENT,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "attacks",
          include: ["attacks/**/*.test.ts"],
          maxWorkers: 2,
          expect: PATIENT,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
