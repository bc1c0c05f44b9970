import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { lockDirectory } from "../../packages/platform/src/db/sqlite.ts";

const BUILT = ["packages/server", "devices/phone", "devices/desktop", "packages/sdk", "packages/cli"];

/** Provides a clone without builds, in which every build fails with 7. */
function provideStart() {
  const root = mkdtempSync(path.join(tmpdir(), "terrarium-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  writeFileSync(path.join(root, "package-lock.json"), "{}");
  const programs = ["node_modules/.bin/vite", ...BUILT.map((folder) => `${folder}/build.mjs`)];
  for (const folder of [...BUILT, "apps/web", "apps/docs"]) {
    mkdirSync(path.join(root, folder), { recursive: true });
    writeFileSync(path.join(root, folder, "package.json"), "{}");
  }
  for (const program of programs) {
    mkdirSync(path.join(root, path.dirname(program)), { recursive: true });
    writeFileSync(path.join(root, program), "#!/usr/bin/env node\nprocess.exit(7)", { mode: 0o755 });
  }
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

test("builds nothing while another server holds the data directory", () => {
  const { dataDir, start } = provideStart();
  const server = lockDirectory(dataDir);
  expect(start()).toEqual({
    status: 1,
    stderr: expect.stringMatching(/^terrarium: TERRARIUM_DATA_DIR .+ is used by another server: .+\n$/),
  });
  server.release();
  expect(start()).toEqual({ status: 7, stderr: expect.stringMatching(/^terrarium: building .*phone.*\n/) });
});

test("reports a bad setting before building anything", () => {
  const { start } = provideStart();
  expect(start({ PORT: "many" })).toEqual({ status: 1, stderr: expect.stringMatching(/^terrarium: PORT .+\n$/) });
});
