/**
 * Writes a .gz and a .br file next to each built file of the console, so that the server does not compress at run time.
 * Usage: node apps/web/compress.ts FOLDER. Safe while a running server serves the folder.
 */
import { existsSync } from "node:fs";
import { readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const COMPRESSIBLE = /\.(js|css|html|svg|json|wasm|ttf)$/;
/** Below this size, compression saves less than its headers cost. */
const MIN_BYTES = 512;

async function compress(file: string): Promise<void> {
  const bytes = await readFile(file);
  if (bytes.length < MIN_BYTES) return;
  const [asGzip, asBrotli] = await Promise.all([
    promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  ]);
  await Promise.all([writeWhole(`${file}.gz`, asGzip), writeWhole(`${file}.br`, asBrotli)]);
}

/** Replaces a file atomically, so that a server never reads a partial file. */
async function writeWhole(file: string, bytes: Uint8Array): Promise<void> {
  await writeFile(`${file}.new`, bytes);
  await rename(`${file}.new`, file);
}

async function isCompressed(file: string): Promise<boolean> {
  const compressed = `${file}.br`;
  return existsSync(compressed) && (await stat(compressed)).mtimeMs >= (await stat(file)).mtimeMs;
}

/** Compresses each file below a folder that has no compressed copy yet. */
export async function compressFolder(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name));
  await Promise.all(
    files.map(async ({ parentPath, name }) => {
      const file = path.join(parentPath, name);
      if (!(await isCompressed(file))) await compress(file);
    }),
  );
}

if (import.meta.main) {
  const [, , folder = "apps/web/dist"] = process.argv;
  await compressFolder(folder);
}
