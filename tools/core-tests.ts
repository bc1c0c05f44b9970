import { globSync, readFileSync } from "node:fs";
import { readImportGraph } from "./import-graph.ts";

/** A test that imports one of these, directly or indirectly, starts a program, a server or a complete phone. */
export const STARTERS: readonly string[] = [
  "devices/phone-apps/src/testing/device-driver.ts",
  "devices/adb-device/src/testing/real-adb.ts",
  "devices/phone/src/testing/test-device.ts",
  "packages/device-control/src/testing/start-test-device.ts",
  "packages/device-providers/src/testing/docker-engine.ts",
  "packages/server/src/runner/testing/test-server.ts",
  "packages/platform/src/testing/postgres-cluster.ts",
  "packages/server/src/testing/test-app.ts",
];

/** Tests that wait for time limits, or keep the processor busy. */
export const WAITING: readonly string[] = [
  "devices/phone-shell/src/worker/confinement.test.ts",
  "devices/phone-shell/src/worker/shell-session.test.ts",
];

/**
 * Tests of tools that start programs or depend on the packages of the machine. The import graph does not include tools.
 */
const OF_TOOLS: readonly string[] = [
  "tools/bootstrap.test.ts",
  "tools/provider-check/provider-check.test.ts",
  "tools/system-packages.test.ts",
];

/**
 * Files that `npm test` runs in addition to the quick ones: for each area at least one flow with the real thing
 * (browser, server, PostgreSQL, adb, Linux sandbox). Each takes less than half a minute.
 */
export const CORE: readonly string[] = [
  "attacks/device-adb.test.ts",
  "attacks/forwarded.test.ts",
  "e2e/sign-in.test.ts",
  "e2e/account.test.ts",
  "e2e/api-keys.test.ts",
  "e2e/billing.test.ts",
  "e2e/budget.test.ts",
  "e2e/usage.test.ts",
  "e2e/team.test.ts",
  "e2e/templates.test.ts",
  "e2e/webhooks.test.ts",
  "e2e/viewer.test.ts",
  "e2e/sandbox-page.test.ts",
  "e2e/palette.test.ts",
  "e2e/share.test.ts",
  "e2e/adb.test.ts",
  "e2e/cli.test.ts",
  "e2e/sdk.test.ts",
  "e2e/agent.test.ts",
  "e2e/linux-box.test.ts",
  "e2e/browser-box.test.ts",
  "e2e/desktop-viewer.test.ts",
  "e2e/mcp-errands.test.ts",
  "e2e/snapshots-console.test.ts",
  "devices/phone/src/adb/real-adb.test.ts",
  "devices/phone-apps/src/notes/notes.test.ts",
  "devices/desktop/src/shell/shell.test.ts",
  "packages/server/src/auth/authorization.test.ts",
  "packages/server/src/sandboxes/api.test.ts",
  "packages/server/src/runner/routes.test.ts",
  "packages/device-providers/src/embedded/sandboxes.test.ts",
  "packages/platform/src/db/database.test.ts",
  "packages/server/src/main.test.ts",
];

/** Scope of a test run. "quick" starts no other program, "core" covers every area in a few minutes. */
export type TestScope = "quick" | "core" | "all";

/** Returns the test files that do not belong to a scope. */
export function filesOutside(scope: TestScope): string[] {
  if (scope === "all") return [];
  const started = [...globSync("{e2e,attacks}/**/*.test.ts"), ...slowTests()];
  return scope === "quick" ? started : started.filter((file) => !CORE.includes(file));
}

/** Returns the unit tests that start other programs, or wait. */
export function slowTests(): string[] {
  const graph = readImportGraph();
  const startsSomething = (file: string): boolean => {
    if (readFileSync(file, "utf8").includes('from "node:child_process"')) return true;
    const reached = new Set([file]);
    for (const each of reached) for (const imported of graph.get(each) ?? []) reached.add(imported);
    return STARTERS.some((starter) => reached.has(starter));
  };
  return [
    ...globSync("{packages,devices,apps}/*/src/**/*.test.{ts,tsx}").filter(startsSomething),
    ...WAITING,
    ...OF_TOOLS,
  ];
}
