import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";

test("tests start although optional Debian packages are not available", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "terrarium-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // No package is installed, and none is available.
  writeFileSync(path.join(folder, "dpkg-query"), "#!/bin/sh\nexit 1\n", { mode: 0o755 });
  writeFileSync(path.join(folder, "apt-get"), "#!/bin/sh\nexit 100\n", { mode: 0o755 });
  const module = pathToFileURL(path.resolve("tools/system-packages.ts")).href;
  const { status, stderr } = spawnSync(
    process.execPath,
    ["--input-type=module", "--eval", `const tools = await import("${module}"); await tools.ensureSystemPackages();`],
    { env: { PATH: `${folder}:${process.env.PATH}` }, encoding: "utf8" },
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringContaining("failed") });
});
