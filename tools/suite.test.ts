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

/** A sleep in a test's own code; in quotes it is a script that the test has run. */
const SLEEP = /waitForTimeout|^(?!.*["'`].*setTimeout).*await new Promise.*setTimeout/;

/** Where time has to pass because nothing tells that something is over, or as a stand-in for something slow. */
const MAY_SLEEP = [
  // Between two looks at a screen, of which a phone tells nothing by itself.
  "devices/phone/src/testing/agent.ts",
  "e2e/errands/mobile-mcp-agent.ts",
  // A client that reads slowly; whether a file still grows.
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

test("no test is tried again when it fails", () => {
  expect(linesWith(/\bretry: \d/, FILES)).toEqual([]);
});

test("no test sleeps where it can wait for an event", () => {
  expect(FILES.length).toBeGreaterThan(100);
  const sleeping = linesWith(
    SLEEP,
    FILES.filter((file) => !MAY_SLEEP.includes(file)),
  );
  expect(sleeping).toEqual([]);
  // Those that need not sleep any more are not named either.
  expect(MAY_SLEEP.filter((file) => linesWith(SLEEP, [file]).length === 0)).toEqual([]);
});

test("a lint rule is disabled only with a reason beside it", () => {
  const sources = globSync(["{packages,devices,apps}/*/src/**/*.{ts,tsx}", "{e2e,attacks,bench}/**/*.ts"]);
  const bare = sources.flatMap((file) => {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.flatMap((line, i) =>
      /lint-disable(?!.* -- \S)/.test(line) ? [`${file}:${i + 1}: ${line.trim()}`] : [],
    );
  });
  expect(bare).toEqual([]);
});

test("every package has unit tests, and npm test in its folder runs them", () => {
  const Manifest = z.object({
    scripts: z.object({ test: z.literal("exec node ../../tools/bootstrap.mjs test-package") }),
  });
  const manifests = globSync("{packages,devices,apps}/*/package.json");
  expect(manifests.length).toBeGreaterThan(5);
  const wrong = manifests.filter((file) => !Manifest.safeParse(JSON.parse(readFileSync(file, "utf8"))).success);
  expect(wrong).toEqual([]);
  const untested = manifests.filter((file) => globSync(`${path.dirname(file)}/src/**/*.test.{ts,tsx}`).length === 0);
  expect(untested).toEqual([]);
});

test("npm test -- --quick leaves out what starts something beside it, and that alone", () => {
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
