import { existsSync } from "node:fs";
import { chmod, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DeviceFiles } from "./device-files.ts";
import { encodeLinkTarget } from "./device-path.ts";
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

export interface StorageOptions {
  /** Host folder of the device's files; made if it is missing. */
  folder: string;
  limitBytes: number;
  /** Contents of read-only files by device path without the first slash, for example `system/build.prop`. */
  systemFiles: Readonly<Record<string, string>>;
}

/** Opens the device's files, laying the tree out at the first start and writing the system's own files anew. */
export async function openDeviceStorage({ folder, limitBytes, systemFiles }: StorageOptions): Promise<DeviceFiles> {
  const tree = join(folder, "tree");
  const staging = join(folder, "staging");
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o700);
  // What a device that was killed had only half received.
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging);
  for (const path of folders) await mkdir(join(tree, path), { recursive: true });
  for (const [path, target] of Object.entries(links)) {
    await rm(join(tree, path), { force: true });
    await symlink(encodeLinkTarget(target), join(tree, path));
  }
  for (const [path, content] of Object.entries(systemFiles)) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    if (!existsSync(join(tree, path)) || content !== "") await writeFile(join(tree, path), content);
  }
  return new DeviceFiles(
    folder,
    await StorageQuota.open([join(tree, "data"), join(tree, "sdcard"), staging], limitBytes),
  );
}
