/**
 * Ends what a run of tests has started when the run itself is gone, be it killed: devices outlive who started them, as
 * those of a server must. Vitest starts this before the tests (`globalSetup`); the process that it makes waits for the
 * end of its input, which comes when Vitest ends, however it does.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { dropTemporaryFolder, endProcessesOf, isTemporaryFolder, makeTemporaryFolder } from "./temporary-folder.ts";

/** Says to the projects of a run that it is guarded already. */
const GUARDED = "TERRARIUM_TESTS_GUARDED";

export function setup(): void {
  if (process.env[GUARDED] !== undefined) return;
  // `npm test` has made one already, and looks itself at what is left in it.
  const isGiven = isTemporaryFolder(tmpdir());
  const folder = isGiven ? tmpdir() : makeTemporaryFolder();
  const child = spawn(process.execPath, [import.meta.filename, folder, isGiven ? "keep" : "remove"], {
    stdio: ["pipe", "ignore", "inherit"],
    // Ctrl-C is for the tests.
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
