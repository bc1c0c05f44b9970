import { createWriteStream } from "node:fs";
import { mkdir, rename, rm, stat } from "node:fs/promises";
import path from "node:path";
import { Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { fileTransfers } from "@terrarium/sdk/files";
import type { HttpClient } from "@terrarium/sdk/http-client";
import { tell } from "../output/print.ts";
import { Progress } from "../output/progress.ts";
import { lookAt } from "./device-folder.ts";
import { partFileOf } from "./part-file.ts";
import type { BoxPlace, Copied } from "./place.ts";

/** Deeper than any real folder. A device may report anything. */
const DEEPEST = 64;

/**
 * Copies a file or a folder of a device to this machine: into a folder that exists or ends with a slash, else to the
 * given name. A file receives its name only when it is complete.
 */
export async function download(http: HttpClient, from: BoxPlace, to: string): Promise<Copied> {
  const name = path.posix.basename(from.path) || from.boxId;
  const copied = { files: 0, bytes: 0 };
  await copy(http, from, (await isFolder(to)) ? path.join(to, safeName(name)) : to, copied, undefined, 0);
  return copied;
}

async function copy(
  http: HttpClient,
  from: BoxPlace,
  to: string,
  copied: Copied,
  sizeBytes: number | undefined,
  depth: number,
): Promise<void> {
  // The size is known for entries that a listing reported as files.
  const held = sizeBytes === undefined ? await lookAt(http, from) : "file";
  if (!Array.isArray(held)) return copyFile(http, from, to, copied, sizeBytes);
  if (depth > DEEPEST) throw new Error(`${from.path} is more than ${DEEPEST} folders deep`);
  await mkdir(to, { recursive: true });
  for (const file of held) {
    const source = { ...from, path: path.posix.join(from.path, file.name) };
    const target = path.join(to, safeName(file.name));
    if (file.kind === "file") await copy(http, source, target, copied, file.sizeBytes, depth + 1);
    else if (file.kind === "folder") await copy(http, source, target, copied, undefined, depth + 1);
    else tell(`skipped: ${source.path} is neither a file nor a folder`);
  }
}

async function copyFile(
  http: HttpClient,
  from: BoxPlace,
  to: string,
  copied: Copied,
  sizeBytes: number | undefined,
): Promise<void> {
  const content = await fileTransfers(http, from.boxId).download(from.path);
  await mkdir(path.dirname(to), { recursive: true });
  const part = partFileOf(to);
  const progress = new Progress(path.basename(to), sizeBytes);
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      progress.add(chunk.length);
      copied.bytes += chunk.length;
      done(null, chunk);
    },
  });
  try {
    await pipeline(Readable.fromWeb(content as ReadableStream), count, createWriteStream(part, { flags: "wx" }));
    await rename(part, to);
  } finally {
    await rm(part, { force: true });
    progress.end();
  }
  copied.files += 1;
}

/** Returns a file name that cannot leave its folder. Throws for other names from a device. */
function safeName(name: string): string {
  if (name === "" || name === "." || name === ".." || /[/\0]/.test(name) || (path.sep === "\\" && /[\\:]/.test(name)))
    throw new Error(`The device has a file whose name is not valid on this machine: ${JSON.stringify(name)}`);
  return name;
}

/** Returns whether a path is a folder or ends with a slash. */
export async function isFolder(place: string): Promise<boolean> {
  if (/[/\\]$/.test(place)) return true;
  const found = await stat(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  return found?.isDirectory() ?? false;
}
