import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { connect, type Server } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createSocketServer } from "@terrarium/adb/bounded-server";

/** Whoever looks whether the folder is in use is closed at once. */
const maxProbes = 16;
const blockBytes = 4096;

/**
 * Opens the folder in which a device keeps everything: makes it if it is missing, and takes it for this process alone.
 * Returns the function that gives it free; the end of the process, however it comes, does so too. Throws an Error that
 * names the folder if it cannot be written or another device runs on it.
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

/** Permissions, a read-only disk, a full one: writing tells of all. */
async function proveWritable(folder: string): Promise<void> {
  const file = join(folder, ".writable");
  await writeFile(file, Buffer.alloc(blockBytes));
  await rm(file);
}

/** As `mkdir` with `recursive`, which never returns where a folder that exists lets nothing be made in it: /proc. */
async function makeFolder(folder: string): Promise<void> {
  const status = await stat(folder).catch(() => undefined);
  if (status?.isDirectory()) return;
  if (status) throw new Error("it is not a folder");
  await makeFolder(dirname(folder));
  await mkdir(folder, { mode: 0o700 }).catch((error: unknown) => {
    // Somebody else made it in the meantime.
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  });
}

/**
 * The lock is a socket that is listened on, named after the folder's own identity, so that every path to it leads to
 * the same lock and the system takes it away with the process.
 */
async function lock(folder: string): Promise<() => void> {
  const { dev, ino } = await stat(folder, { bigint: true });
  const name = `terrarium-device-${createHash("sha256").update(`${dev}:${ino}`).digest("hex").slice(0, 32)}`;
  // Linux has socket names outside of the file system (unix(7), "abstract"); elsewhere a killed process leaves a file.
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

/** Undefined if the name is taken. */
async function listen(path: string): Promise<Server | undefined> {
  const server = createSocketServer({ maxConnections: maxProbes }, (socket) => socket.destroy()).unref();
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
