import { readdir, rm, stat } from "node:fs/promises";
import path from "node:path";
import type { Plugin } from "vite";

const COMPRESSED = /\.(gz|br)$/;

const modifiedMs = async (file: string): Promise<number> => (await stat(file)).mtimeMs;

/**
 * Keeps the files of earlier builds, named by hashes of their content: running servers and open pages still need them.
 * Removes compressed copies that are older than their source file.
 */
export const builtFiles: Plugin = {
  name: "built-files",
  apply: "build",
  enforce: "post",
  config: () => ({ build: { emptyOutDir: false } }),
  async writeBundle({ dir }) {
    if (dir === undefined) throw new Error("The build has no folder to write to");
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    const compressed = entries.filter((entry) => entry.isFile() && COMPRESSED.test(entry.name));
    await Promise.all(
      compressed.map(async ({ parentPath, name }) => {
        const file = path.join(parentPath, name);
        const original = file.replace(COMPRESSED, "");
        const originalMs = await modifiedMs(original).catch(() => Number.POSITIVE_INFINITY);
        if ((await modifiedMs(file)) < originalMs) await rm(file, { force: true });
      }),
    );
  },
};
