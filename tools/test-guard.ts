/**
 * Ends processes of a test run after the run is gone, even if it was killed. Devices outlive their starter, as those of
 * a server must. Vitest starts this before the tests (`globalSetup`). The guard process waits for the end of its input,
 * which comes with the end of Vitest in every case.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { dropTemporaryFolder, endProcessesOf, isTemporaryFolder, makeTemporaryFolder } from "./temporary-folder.ts";

/** Marks a run as guarded for its projects. */
const GUARDED = "TERRARIUM_TESTS_GUARDED";

export function setup(): void {
  if (process.env[GUARDED] !== undefined) return;
  // `npm test` has created one already, and checks its leftovers itself.
  const isGiven = isTemporaryFolder(tmpdir());
  const folder = isGiven ? tmpdir() : makeTemporaryFolder();
  const child = spawn(process.execPath, [import.meta.filename, folder, isGiven ? "keep" : "remove"], {
    stdio: ["pipe", "ignore", "inherit"],
    // Ctrl-C must only reach the tests.
    detached: true,
  });
  child.unref();
  Object.assign(process.env, { TMPDIR: folder, [GUARDED]: "1" });
}

async function guard(folder: string, isOwn: boolean): Promise<void> {
  await once(process.stdin.resume(), "end");
  for (const name of await endProcessesOf(folder))
    process.stderr.write(`the tests left running, and it was ended: ${name}\n`);
  if (isOwn) dropTemporaryFolder(folder);
}

if (import.meta.main) {
  const [, , folder = "", then] = process.argv;
  await guard(folder, then === "remove");
}
