import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { lockDirectory } from "../../packages/server/src/db/sqlite.ts";

/** Starts a clone of which nothing is built yet, and the first build fails. */
function provideStart() {
  const root = mkdtempSync(path.join(tmpdir(), "terrarium-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(path.join(root, "package-lock.json"), "{}");
  mkdirSync(path.join(root, "devices/phone"), { recursive: true });
  writeFileSync(path.join(root, "devices/phone/build.mjs"), "process.exit(7)");
  const command = pathToFileURL(path.resolve("tools/commands/start.ts")).href;
  const dataDir = path.join(root, "data");
  const start = (environment: Record<string, string> = {}) => {
    const { status, stderr } = spawnSync(
      process.execPath,
      ["--input-type=module", "--eval", `const { run } = await import("${command}"); await run();`],
      { cwd: root, env: { PATH: process.env.PATH, TERRARIUM_DATA_DIR: dataDir, ...environment }, encoding: "utf8" },
    );
    return { status, stderr };
  };
  return { dataDir, start };
}

test("a start whose data directory a server holds says so and builds nothing, as that one serves what was built", () => {
  const { dataDir, start } = provideStart();
  const server = lockDirectory(dataDir);
  expect(start()).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^terrarium: TERRARIUM_DATA_DIR .+ is used by another server: .+\n$/),
  });
  server.release();
  expect(start()).toEqual({ status: 7, stderr: expect.stringMatching(/^terrarium: building phone\n/) });
});

test("a setting that stops the start is told before anything is built", () => {
  const { start } = provideStart();
  expect(start({ PORT: "many" })).toEqual({ status: 1, stderr: expect.stringMatching(/^terrarium: PORT .+\n$/) });
});
