import { pathToFileURL } from "node:url";
import { build, listStale, SERVER_PROGRAM } from "../build.ts";
import { removeOldParts } from "../old-parts.ts";
import { say } from "../shell.ts";

/** Builds what is stale and serves the product, in this process. */
export async function run(): Promise<void> {
  const stale = listStale();
  if (stale.length > 0) {
    const lock = await lockData();
    await build(stale);
    removeOldParts();
    lock.release();
  }
  await import(pathToFileURL(SERVER_PROGRAM).href);
}

/**
 * Holds the data directory while something is built: a server that has it serves what was built before, and this one
 * could not start. Ends the process in that case, as for any bad setting.
 */
async function lockData(): Promise<{ release(): void }> {
  // They take longer to load than all else that a start without anything to build does here.
  const [{ ConfigError }, { readConfig }, { lockDirectory }] = await Promise.all([
    import("../../packages/server/src/base/config-error.ts"),
    import("../../packages/server/src/config.ts"),
    import("../../packages/server/src/db/sqlite.ts"),
  ]);
  try {
    return lockDirectory(readConfig(process.env).dataDir);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say(error.message);
    process.exit(1);
  }
}
