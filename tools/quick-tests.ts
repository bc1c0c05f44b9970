import { globSync, readFileSync } from "node:fs";
import { readImportGraph } from "./import-graph.ts";

/** A test that imports one of these, be it through others, has a program, a server or a whole phone beside it. */
export const STARTERS: readonly string[] = [
  "devices/phone-apps/src/testing/device-driver.ts",
  "devices/adb-device/src/testing/real-adb.ts",
  "devices/phone/src/testing/test-device.ts",
  "packages/server/src/devices/testing/start-test-device.ts",
  "packages/server/src/providers/embedded/embedded-provider.ts",
  "packages/server/src/runner/testing/test-server.ts",
  "packages/server/src/testing/postgres-cluster.ts",
  "packages/server/src/testing/test-app.ts",
];

/** These wait until limits of time are over, or keep the processor busy until then. */
export const WAITING: readonly string[] = [
  "devices/phone-shell/src/worker/confinement.test.ts",
  "devices/phone-shell/src/worker/shell-session.test.ts",
];

/** Those of tools that start something, as it is not read what tools import, or go by what the machine has installed. */
const OF_TOOLS: readonly string[] = ["tools/provider-check/provider-check.test.ts", "tools/system-packages.test.ts"];

/** The unit tests that take their time: they start something beside them, by these or by themselves, or wait. */
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
