import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { fileTransfers } from "@terrarium/sdk/files";
import type { HttpClient } from "@terrarium/sdk/http-client";
import { MissingFileError } from "../exit-codes.ts";
import { tell } from "../output/print.ts";
import { Progress } from "../output/progress.ts";
import { lookAt } from "./device-folder.ts";
import type { BoxPlace, Copied } from "./place.ts";

interface LocalFile {
  path: string;
  /** Path relative to the copied folder, with slashes. Empty for a single file. */
  relative: string;
  bytes: number;
}

/**
 * Copies a file or a folder to a device: into a folder that exists or ends with a slash, else to the given name. The
 * device keeps a file only when it is complete. Throws MissingFileError if there is nothing to copy.
 */
export async function upload(http: HttpClient, from: string, to: BoxPlace): Promise<Copied> {
  await stat(from).catch((error: unknown) => {
    throw isNowhere(error) ? new MissingFileError(`No file ${from} on this machine`) : error;
  });
  const files = await filesBelow(path.resolve(from));
  const isInto = to.path.endsWith("/") || Array.isArray(await lookAt(http, to));
  const target = isInto ? path.posix.join(to.path, path.basename(path.resolve(from))) : to.path;
  const transfers = fileTransfers(http, to.boxId);
  const copied = { files: 0, bytes: 0 };
  for (const file of files) {
    const progress = new Progress(path.basename(file.path), file.bytes);
    const content = createReadStream(file.path).on("data", (chunk) => progress.add(chunk.length));
    try {
      await transfers.upload(
        path.posix.join(target, file.relative),
        Readable.toWeb(content) as ReadableStream<Uint8Array>,
      );
    } finally {
      content.destroy();
      progress.end();
    }
    copied.files += 1;
    copied.bytes += file.bytes;
  }
  return copied;
}

/**
 * Returns the files of a folder and its subfolders, or the one file. Other entries, such as sockets, are skipped and
 * reported. Empty folders are skipped and reported too, because a device creates folders only for files.
 */
async function filesBelow(root: string, relative = ""): Promise<LocalFile[]> {
  const here = path.join(root, relative);
  const found = await stat(here);
  if (found.isFile()) return [{ path: here, relative: relative.replaceAll(path.sep, "/"), bytes: found.size }];
  if (!found.isDirectory()) {
    tell(`skipped: ${here} is neither a file nor a folder`);
    return [];
  }
  const files: LocalFile[] = [];
  const entries = await readdir(here, { withFileTypes: true });
  if (entries.length === 0) tell(`skipped: ${here} is empty`);
  for (const entry of entries) {
    const below = path.join(relative, entry.name);
    const linked = entry.isSymbolicLink() ? await linkedBy(path.join(root, below)) : undefined;
    if (linked === "nothing") tell(`skipped: ${path.join(root, below)} is a broken link`);
    // A link to a folder may form a cycle.
    else if (linked === "folder") tell(`skipped: ${path.join(root, below)} is a link to a folder`);
    else files.push(...(await filesBelow(root, below)));
  }
  return files;
}

/** Returns the type of a link's target. */
async function linkedBy(link: string): Promise<"folder" | "nothing" | "other"> {
  try {
    return (await stat(link)).isDirectory() ? "folder" : "other";
  } catch (error) {
    if (isNowhere(error)) return "nothing";
    throw error;
  }
}

const isNowhere = (error: unknown): boolean =>
  error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ELOOP");
