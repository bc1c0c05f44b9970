import { randomUUID } from "node:crypto";
import { readdir, rename } from "node:fs/promises";
import path from "node:path";
import { createLimiter } from "@terrarium/platform/base/limiter";
import type { FastifyBaseLogger } from "fastify";
import { startInBackground } from "./background-process.ts";
import { isMissing } from "./file-errors.ts";

export interface FolderRemover {
  /** Resolves when the folder is renamed out of reach; its content is deleted later. Ignores a missing folder. */
  remove(folder: string): Promise<void>;
  /** Continues the removals of an earlier server. */
  resume(): Promise<void>;
}

/** No sandbox id starts with this prefix. */
const REMOVED_PREFIX = ".removed-";
const CONCURRENT = 2;
const RETRY_MS = 10_000;

/**
 * Removes folders of `root`: renames them, then runs `rm` in a separate process. A device may leave hundreds of
 * thousands of files, which would block the event loop or the file system threads. It may also leave paths that are too
 * long for other methods.
 */
export function createFolderRemover(root: string, log: Pick<FastifyBaseLogger, "error">): FolderRemover {
  const limit = createLimiter(CONCURRENT);

  async function erase(folder: string): Promise<void> {
    try {
      await limit(() => runRm(folder));
    } catch (error) {
      log.error({ err: error, folder }, "failed to delete a removed folder; retrying");
      setTimeout(() => void erase(folder), RETRY_MS).unref();
    }
  }

  return {
    async remove(folder) {
      const removed = path.join(root, REMOVED_PREFIX + randomUUID());
      try {
        await rename(folder, removed);
      } catch (error) {
        if (isMissing(error)) return;
        throw error;
      }
      void erase(removed);
    },

    async resume() {
      const names = (await readdir(root)).filter((name) => name.startsWith(REMOVED_PREFIX));
      for (const name of names) void erase(path.join(root, name));
    },
  };
}

/** Runs `rm`. Rejects if it could not be started or reported a failure. */
async function runRm(folder: string): Promise<void> {
  const code = await startInBackground({ command: ["rm", "-rf", "--", folder] }).exited;
  if (code !== 0) throw new Error(`rm -rf ${folder} ended with ${code}`);
}
