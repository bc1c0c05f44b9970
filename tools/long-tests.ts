/**
 * Where the unit tests begin: with those that take longest, in an order in which none waits for Docker's engine, which one
 * file uses at a time (`startDockerEngine`). Between two that use it stands as much as the other workers have to do until
 * the first of them has ended.
 */
export const LONG_TESTS: readonly string[] = [
  "packages/server/src/providers/docker/docker-provider.test.ts",
  "packages/server/src/providers/adb/adb-provider.test.ts",
  "packages/server/src/providers/embedded/embedded-provider.test.ts",
  "packages/server/src/db/postgres-lock.test.ts",
  "packages/server/src/providers/kubernetes/kubernetes-provider.test.ts",
  "packages/server/src/http/heavy-bodies.test.ts",
  "devices/desktop/src/screen/browser-screen.test.ts",
  "packages/server/src/providers/docker/linux-sandboxes.test.ts",
  "packages/server/src/auth/authorization.test.ts",
  "packages/server/src/http/fuzzed-bodies.test.ts",
  "packages/server/src/runner/tampering.test.ts",
  "devices/phone/src/adb/agent-errands.test.ts",
  "packages/server/src/runner/limits.test.ts",
  "packages/server/src/providers/embedded/sandboxes.test.ts",
  "packages/server/src/main.test.ts",
  "packages/server/src/db/query-plans.test.ts",
  "devices/phone-apps/src/gallery/gallery-screen.test.ts",
  "devices/phone/src/adb/real-adb.test.ts",
  "devices/phone-shell/src/worker/confinement.test.ts",
  "packages/server/src/providers/docker/redroid.test.ts",
  "devices/phone/src/adb/device-services.test.ts",
  "devices/desktop/src/shell/shell.test.ts",
  "packages/mcp/src/tools/act-tool.test.ts",
  "packages/server/src/sandboxes/api.test.ts",
  "packages/server/src/box-actions/box-actions.test.ts",
  "tools/provider-check/provider-check.test.ts",
];
