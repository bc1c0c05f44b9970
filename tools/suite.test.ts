import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { CORE, filesOutside, slowTests, STARTERS, WAITING } from "./core-tests.ts";

const FILES = globSync([
  "vitest.config.ts",
  "{e2e,attacks}/**/*.ts",
  "{packages,devices,apps}/*/src/**/*.test.{ts,tsx}",
  "{packages,devices,apps}/*/src/**/testing/*.ts",
]);

/** A sleep in a test's own code. A quoted one belongs to a script that the test runs. */
const SLEEP = /waitForTimeout|^(?!.*["'`].*setTimeout).*await new Promise.*setTimeout/;

/** Files that may sleep: no event reports the end of something, or the sleep simulates something slow. */
const MAY_SLEEP = [
  // Between two reads of a screen: a phone sends no event for its changes.
  "devices/phone/src/testing/agent.ts",
  "devices/phone/src/testing/walked-phone.ts",
  "e2e/errands/mobile-mcp-agent.ts",
  // A client that reads slowly, and a check whether a file still grows.
  "devices/phone-shell/src/worker/streams.test.ts",
  // A name server that answers late, by the test's own clock.
  "packages/egress/src/egress.test.ts",
];

const linesWith = (pattern: RegExp, files: readonly string[]) =>
  files.flatMap((file) =>
    readFileSync(file, "utf8")
      .split("\n")
      .flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [])),
  );

test("does not retry failed tests", () => {
  expect(linesWith(/\bretry: \d/, FILES)).toEqual([]);
});

test("no test sleeps where it can wait for an event", () => {
  expect(FILES.length).toBeGreaterThan(100);
  const sleeping = linesWith(
    SLEEP,
    FILES.filter((file) => !MAY_SLEEP.includes(file)),
  );
  expect(sleeping).toEqual([]);
  // Files that no longer sleep must be removed from the list.
  expect(MAY_SLEEP.filter((file) => linesWith(SLEEP, [file]).length === 0)).toEqual([]);
});

test("every disabled lint rule has a reason", () => {
  const sources = globSync(["{packages,devices,apps}/*/src/**/*.{ts,tsx}", "{e2e,attacks,bench}/**/*.ts"]);
  const bare = sources.flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.flatMap((line, i) =>
      /lint-disable(?!.* -- \S)/.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [],
    );
  });
  expect(bare).toEqual([]);
});

test("every package runs its unit tests with npm test", () => {
  const Manifest = z.object({
    scripts: z.object({ test: z.literal("exec node ../../tools/bootstrap.mjs test-package") }),
  });
  const manifests = globSync("{packages,devices,apps}/*/package.json").filter((file) =>
    existsSync(`${path.dirname(file)}/src`),
  );
  expect(manifests.length).toBeGreaterThan(5);
  const wrong = manifests.filter((file) => !Manifest.safeParse(JSON.parse(readFileSync(file, "utf8"))).success);
  expect(wrong).toEqual([]);
  const untested = manifests.filter((file) => globSync(`${path.dirname(file)}/src/**/*.test.{ts,tsx}`).length === 0);
  expect(untested).toEqual([]);
});

test("npm test -- --quick skips exactly tests that start programs", () => {
  expect([...STARTERS, ...WAITING].filter((file) => !existsSync(file))).toEqual([]);
  const slow = slowTests();
  expect(slow).toContain("packages/server/src/main.test.ts");
  expect(slow).toContain("devices/phone-apps/src/notes/notes.test.ts");
  expect(slow).toContain("packages/sdk/src/bundle.test.ts");
  expect(slow).not.toContain("devices/phone-shell/src/executor/mksh.test.ts");
  expect(slow.length).toBeLessThan(globSync("{packages,devices,apps}/*/src/**/*.test.{ts,tsx}").length / 2);
});

test("the core tests exist and include each area", () => {
  const outside = new Set(filesOutside("core"));
  const all = globSync("{e2e,attacks}/**/*.test.ts");
  const core = all.filter((file) => !outside.has(file));
  expect(CORE.filter((file) => !existsSync(file))).toEqual([]);
  expect(core).toEqual(expect.arrayContaining(["e2e/sign-in.test.ts", "e2e/linux-box.test.ts"]));
});
