import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const COMPRESSIBLE = /\.(js|css|html|svg|json|wasm|ttf)$/;
/** Below, headers outweigh what is saved. */
const LEAST_BYTES = 512;

/** Writes a file also as .gz and .br, at the highest level: the server sends those and never compresses itself. */
async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < LEAST_BYTES) return;
  const [asGzip, asBrotli] = await Promise.all([
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  ]);
  await Promise.all([writeFile(`${file}.gz`, asGzip), writeFile(`${file}.br`, asBrotli)]);
}

/** Whether this build has not written it: its compressed form is no older. */
async function isOfEarlierBuild(file: string): Promise<boolean> {
  const compressed = `${file}.br`;
  return existsSync(compressed) && (await stat(compressed)).mtimeMs >= (await stat(file)).mtimeMs;
}

/**
 * How files lie in the folder that the server serves: each also compressed, and beside those of earlier builds, whose
 * names are of their contents. A server that runs while something is built anew, and pages that are open, go on with them.
 */
export const builtFiles: Plugin = {
  name: "built-files",
  apply: "build",
  enforce: "post",
  config: () => ({ build: { emptyOutDir: false } }),
  async writeBundle({ dir }) {
    if (dir === undefined) throw new Error("The build has no folder to write to");
    const entries = await readdir(dir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
    // One is larger than all others: they are done beside it.
    await Promise.all(
      files.map(async ({ parentPath, name }) => {
        const file = path.join(parentPath, name);
        if (!(await isOfEarlierBuild(file))) await compress(file);
      }),
    );
  },
};
