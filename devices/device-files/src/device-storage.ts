import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DeviceFiles } from "./device-files.ts";
import { encodeLinkTarget } from "./device-path.ts";
import { restoreMovedAside } from "./large-replacement.ts";
import { StorageQuota } from "./storage-quota.ts";

const folders = [
  "acct",
  "data/app",
  "data/data",
  "data/local/tmp",
  "dev",
  "mnt",
  "proc",
  "storage/emulated",
  "sdcard/Android/data",
  "sdcard/DCIM",
  "sdcard/Documents",
  "sdcard/Download",
  "sdcard/Movies",
  "sdcard/Music",
  "sdcard/Pictures",
  "system/app",
  "system/bin",
  "system/etc",
  "system/framework",
  "system/priv-app",
  "vendor",
];

const links: Record<string, string> = {
  bin: "/system/bin",
  etc: "/system/etc",
  "mnt/sdcard": "/sdcard",
  "storage/emulated/0": "/sdcard",
  "storage/self": "/storage/emulated/0",
};

/** Contents of read-only files by device path without the first slash, for example `system/build.prop`. */
export type SystemFiles = Readonly<Record<string, string | Uint8Array>>;

export interface StorageOptions {
  /** Host folder of the device's files; made if it is missing. */
  folder: string;
  limitBytes: number;
  systemFiles: SystemFiles;
}

/**
 * Opens the device's files, laying out what is missing of the tree and writing the system's own files anew. Works
 * without yielding: there are hundreds of entries, and nobody else is to be served before the device is there.
 */
export async function openDeviceStorage({ folder, limitBytes, systemFiles }: StorageOptions): Promise<DeviceFiles> {
  const tree = join(folder, "tree");
  const staging = join(folder, "staging");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  restoreMovedAside({ tree, staging });
  // What a device that was killed had only half received.
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging);
  mkdirSync(tree, { recursive: true });
  for (const path of folders) layFolder(tree, path);
  for (const [path, target] of Object.entries(links)) putLink(join(tree, path), encodeLinkTarget(target));
  writeSystemFiles(folder, systemFiles);
  return new DeviceFiles(
    folder,
    await StorageQuota.open([join(tree, "data"), join(tree, "sdcard"), staging], limitBytes),
  );
}

/** Writes those of the files that are not there as they should be. `folder` is that of the storage. */
export function writeSystemFiles(folder: string, files: SystemFiles): void {
  const tree = join(folder, "tree");
  for (const path of new Set(Object.keys(files).map(dirname))) mkdirSync(join(tree, path), { recursive: true });
  const placed = new Map<string | Uint8Array, string>();
  for (const [path, content] of Object.entries(files)) putFile(join(tree, path), content, placed);
}

/**
 * Makes what is missing of a folder's path. Where the user has put something else at a place on the way it stays, and
 * nothing is made below it: a link's target is his to choose.
 */
function layFolder(tree: string, path: string): void {
  let place = tree;
  for (const name of path.split("/")) {
    place = join(place, name);
    const there = lstatSync(place, { throwIfNoEntry: false });
    if (!there) mkdirSync(place);
    else if (!there.isDirectory()) return;
  }
}

function putLink(path: string, target: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() && readlinkSync(path) === target) return;
  rmSync(path, { recursive: true, force: true });
  symlinkSync(target, path);
}

/** Files of the same content are one file with many names: a name is made in a tenth of the time that a file takes. */
function putFile(path: string, content: string | Uint8Array, placed: Map<string | Uint8Array, string>): void {
  if (!existsSync(path) || !readFileSync(path).equals(Buffer.from(content))) {
    rmSync(path, { recursive: true, force: true });
    const same = placed.get(content);
    if (same === undefined) writeFileSync(path, content);
    else linkSync(same, path);
  }
  placed.set(content, path);
}
