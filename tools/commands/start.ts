import { pathToFileURL } from "node:url";
import { build, listStale, mustBuild, SERVER_PROGRAM } from "../build.ts";
import { removeOldParts } from "../old-parts.ts";
import { say } from "../shell.ts";

/** Builds stale targets and serves the product in this process. The console's files are compressed while it serves. */
export async function run(): Promise<void> {
  const stale = listStale();
  const isDeferred = ({ target }: (typeof stale)[number]) => target.name === "compressed-web";
  const first = stale.filter((each) => !isDeferred(each));
  if (first.length > 0) {
    const lock = await lockData();
    await mustBuild(first);
    removeOldParts();
    lock.release();
  }
  await import(pathToFileURL(SERVER_PROGRAM).href);
  build(stale.filter(isDeferred)).catch((error: unknown) => say(`${String(error)}; files are served uncompressed`));
}

/**
 * Locks the data directory during a build, and releases it for the server. Ends the process on a bad setting, or if a
 * server holds the directory: that server still serves the earlier build.
 */
async function lockData(): Promise<{ release(): void }> {
  // These imports take longer than the rest of a start without a build.
  const [{ ConfigError }, { readConfig }, { lockDirectory }] = await Promise.all([
    import("../../packages/platform/src/base/config-error.ts"),
    import("../../packages/server/src/config.ts"),
    import("../../packages/platform/src/db/sqlite.ts"),
  ]);
  try {
    return lockDirectory(readConfig(process.env).dataDir);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    say(error.message);
    process.exit(1);
  }
}
