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

const FOLDERS = [
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

const LINKS: Record<string, string> = {
  bin: "/system/bin",
  etc: "/system/etc",
  "mnt/sdcard": "/sdcard",
  "storage/emulated/0": "/sdcard",
  "storage/self": "/storage/emulated/0",
};

/** Contents of read-only files by device path without the first slash, for example `system/build.prop`. */
export type SystemFiles = Readonly<Record<string, string | Uint8Array>>;

export interface StorageOptions {
  /** Host folder of the device's files; created if it is missing. */
  folder: string;
  limitBytes: number;
  systemFiles: SystemFiles;
  /** Time of changes, for a device with a clock of its own. Default: the host's. */
  nowMs?: (() => number) | undefined;
}

/**
 * Opens the device's files, creates missing parts of the tree, and rewrites the system's own files. Runs synchronously:
 * there are hundreds of entries, and no other work needs to run before the device is ready.
 */
export async function openDeviceStorage({
  folder,
  limitBytes,
  systemFiles,
  nowMs,
}: StorageOptions): Promise<DeviceFiles> {
  const tree = join(folder, "tree");
  const staging = join(folder, "staging");
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  restoreMovedAside({ tree, staging });
  // Removes incomplete uploads of a killed device.
  rmSync(staging, { recursive: true, force: true });
  mkdirSync(staging);
  mkdirSync(tree, { recursive: true });
  for (const path of FOLDERS) layFolder(tree, path);
  for (const [path, target] of Object.entries(LINKS)) putLink(join(tree, path), encodeLinkTarget(target));
  writeSystemFiles(folder, systemFiles);
  return new DeviceFiles(
    folder,
    await StorageQuota.open([join(tree, "data"), join(tree, "sdcard"), staging], limitBytes),
    nowMs,
  );
}

/** Writes files that are missing or different. `folder` is the storage folder. */
export function writeSystemFiles(folder: string, files: SystemFiles): void {
  const tree = join(folder, "tree");
  for (const path of new Set(Object.keys(files).map(dirname))) mkdirSync(join(tree, path), { recursive: true });
  const placed = new Map<string | Uint8Array, string>();
  for (const [path, content] of Object.entries(files)) putFile(join(tree, path), content, placed);
}

/**
 * Creates the missing parts of a folder's path. Stops at an entry that the user put in place of a folder: the user may
 * have chosen a link's target.
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

/** Files with the same content are hard links to one file: creating a link takes a tenth of the time. */
function putFile(path: string, content: string | Uint8Array, placed: Map<string | Uint8Array, string>): void {
  if (!existsSync(path) || !readFileSync(path).equals(Buffer.from(content))) {
    rmSync(path, { recursive: true, force: true });
    const same = placed.get(content);
    if (same === undefined) writeFileSync(path, content);
    else linkSync(same, path);
  }
  placed.set(content, path);
}
