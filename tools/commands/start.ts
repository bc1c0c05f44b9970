import { mkdirSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build, listStale, mustBuild, SERVER_PROGRAM } from "../build.ts";
import { removeOldParts } from "../old-parts.ts";
import { say } from "../shell.ts";

/** Targets that the server does not need at its start. */
const DEFERRED = new Set(["compressed-web", "docs"]);

/**
 * Builds stale targets and serves the product in this process. The console's files are compressed, and the
 * documentation is built, while it serves.
 */
export async function run(): Promise<void> {
  const stale = listStale();
  const isDeferred = ({ target }: (typeof stale)[number]) => DEFERRED.has(target.name);
  const first = stale.filter((each) => !isDeferred(each));
  if (first.length > 0) {
    const lock = await lockData();
    await mustBuild(first);
    removeOldParts();
    lock.release();
  }
  // The server warns about a missing folder of static files.
  for (const { target } of stale.filter(isDeferred)) mkdirSync(path.dirname(target.output), { recursive: true });
  await import(pathToFileURL(SERVER_PROGRAM).href);
  for (const each of stale.filter(isDeferred)) build([each]).catch((error: unknown) => say(String(error)));
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
