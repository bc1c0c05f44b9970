import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { earlyFailures } from "./tools/early-failures.ts";
import { TEST_REPORT } from "./tools/test-report.ts";
import { EnvironmentSequencer } from "./tools/test-sequencer.ts";

/** Number of concurrent test files. The default keeps two cores busy; set the variable on larger machines. */
const workers = (usual: number): number => Number(process.env["TERRARIUM_TEST_WORKERS"] ?? usual);

/** Settings of all projects. */
const COMMON = {
  /** Generous, because a busy machine is slow. */
  expect: { poll: { timeout: 90_000 } },
  // A worker's files share its modules, browser and PostgreSQL. Loading modules takes longer than most files run.
  isolate: false,
  setupFiles: ["tools/test-setup.ts", "tools/leftovers-setup.ts"],
  globalSetup: ["tools/test-guard.ts"],
  maxWorkers: workers(3),
  // Tests create short-lived objects. With more room for them, V8 collects garbage less often.
  execArgv: ["--max-semi-space-size=64"],
  // Loading modules takes most of a server's start.
  env: { NODE_COMPILE_CACHE: fileURLToPath(new URL(".cache/compiled", import.meta.url)) },
  // Ends hanging tests. Tests assert no durations.
  testTimeout: 240_000,
  hookTimeout: 240_000,
};

/** Unit and store tests are beside the code, browser flows in e2e/, attacks on a real server in attacks/. */
export default defineConfig({
  test: {
    sequence: { sequencer: EnvironmentSequencer },
    reporters: ["default", earlyFailures, ["json", { outputFile: TEST_REPORT }]],
    projects: [
      {
        // React's production build, as shipped. The development build renders screens a third slower.
        oxc: { jsx: { runtime: "automatic", development: false } },
        test: {
          ...COMMON,
          env: { ...COMMON.env, NODE_ENV: "production" },
          name: "unit",
          // Many of these tests wait for engines and intervals, unlike those with browsers and devices.
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
