import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { connect, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createSocketServer } from "@terrarium/bounds/bounded-server";

/** Limit of connections that test the lock; each is closed immediately. */
const MAX_PROBES = 16;
const BLOCK_BYTES = 4096;

/**
 * Opens the folder for a device's data: creates it if it is missing, and locks it for this process. Returns a function
 * that unlocks it; the end of the process does so too. Throws an Error that names the folder if it is not writable or
 * another device uses it.
 */
export async function openDataFolder(path: string): Promise<() => void> {
  const folder = resolve(path);
  try {
    await makeFolder(folder);
    await proveWritable(folder);
  } catch (error) {
    throw new Error(`cannot keep a device in ${folder}: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
  return await lock(folder);
}

/** Detects missing permissions, a read-only disk and a full disk by writing a file. */
async function proveWritable(folder: string): Promise<void> {
  const file = join(folder, ".writable");
  await writeFile(file, Buffer.alloc(BLOCK_BYTES));
  await rm(file);
}

/**
 * Creates a folder like recursive `mkdir`, which never returns in an existing folder that rejects new entries, such as
 * /proc.
 */
async function makeFolder(folder: string): Promise<void> {
  const status = await stat(folder).catch(() => undefined);
  if (status?.isDirectory()) return;
  if (status) throw new Error("it is not a folder");
  await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    // Created by another process in the meantime.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
}

/**
 * Locks the folder with a listening socket, named after the folder's device and inode numbers. Every path to the folder
 * leads to the same lock, and the system releases it when the process ends.
 */
async function lock(folder: string): Promise<() => void> {
  const { dev, ino } = await stat(folder, { bigint: true });
  const name = `terrarium-device-${createHash("sha256").update(`${dev}:${ino}`).digest("hex").slice(0, 32)}`;
  // Linux has socket names outside the file system (unix(7), "abstract"); elsewhere a killed process leaves a file
  // behind.
  const isAbstract = process.platform === "linux";
  const path = isAbstract ? `\0${name}` : join(tmpdir(), name);
  const inUse = new Error(`another device runs on ${folder}; end it first, or choose another folder`);
  let server = await listen(path);
  if (!server && !isAbstract && !(await isListening(path))) {
    await rm(path, { force: true });
    server = await listen(path);
  }
  if (!server) throw inUse;
  const held = server;
  return () => void held.close();
}

/** Returns undefined if the name is in use. */
async function listen(path: string): Promise<Server | undefined> {
  const server = createSocketServer({ maxConnections: MAX_PROBES }, (socket) => socket.destroy()).unref();
  try {
    await once(server.listen(path), "listening");
    return server;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EADDRINUSE") return undefined;
    throw error;
  }
}

async function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  return await once(socket, "connect")
    .then(() => true)
    .catch(() => false)
    .finally(() => socket.destroy());
}
