import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { earlyFailures } from "./tools/early-failures.ts";
import { TEST_REPORT } from "./tools/test-report.ts";
import { EnvironmentSequencer } from "./tools/test-sequencer.ts";

/** How many test files run at once: what keeps two cores busy, unless the environment says more, for a machine with more cores. */
const workers = (usual: number): number => Number(process.env["TERRARIUM_TEST_WORKERS"] ?? usual);

/** What is alike in all projects. */
const COMMON = {
  /** What is polled for may take its time on a busy machine. */
  expect: { poll: { timeout: 90_000 } },
  // Files of a worker share its modules, which take longer to load than most files to run, its browser and its PostgreSQL.
  isolate: false,
  setupFiles: ["tools/test-setup.ts", "tools/leftovers-setup.ts"],
  globalSetup: ["tools/test-guard.ts"],
  maxWorkers: workers(3),
  // What tests make is garbage at once: a small space for young objects is collected time and again.
  execArgv: ["--max-semi-space-size=64"],
  // Loading modules is most of what a start of a server does.
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL(".cache/compiled", import.meta.url)) },
  // What hangs ends; nothing is told from how long a test takes.
  testTimeout: 240_000,
  hookTimeout: 240_000,
};

/** Unit and store tests stand beside the code; browser flows stand in e2e/, attacks on a real server in attacks/. */
export default defineConfig({
  test: {
    sequence: { sequencer: EnvironmentSequencer },
    reporters: ["default", earlyFailures, ["json", { outputFile: TEST_REPORT }]],
    projects: [
      {
        // The build of React that is shipped: the other takes a third longer to draw screens.
        oxc: { jsx: { runtime: "automatic", development: false } },
        test: {
          ...COMMON,
          env: { ...COMMON.env, NODE_ENV: "production" },
          name: "unit",
          // Many of them wait for engines and intervals; browsers and devices keep the processor busy.
          maxWorkers: workers(4),
          sequence: { groupOrder: 1 },
          include: ["{packages,devices,apps}/*/src/**/*.test.{ts,tsx}", "tools/**/*.test.ts"],
        },
      },
      {
        test: {
          ...COMMON,
          name: "e2e",
          include: ["e2e/**/*.test.ts"],
        },
      },
      {
        test: {
          ...COMMON,
          name: "attacks",
          include: ["attacks/**/*.test.ts"],
        },
      },
    ],
  },
});
