import { posix } from "node:path";
import type { DeviceFiles } from "@terrarium/device-files/device-files";
import { listFolder } from "../list-folder.ts";

/** A picture file of the device. */
export interface Picture {
  path: string;
  name: string;
  /** The name of the picture's folder. */
  album: string;
  sizeBytes: number;
  modifiedMs: number;
}

export const PICTURE_FOLDERS = ["/sdcard/DCIM", "/sdcard/Pictures"] as const;
const FOLDERS_MAX = 500;

/** Returns all pictures, latest first, and the folders that were read. Skips unreadable folders. */
export async function listPictures(files: DeviceFiles): Promise<{ pictures: Picture[]; folders: string[] }> {
  const pictures: Picture[] = [];
  const folders: string[] = [...PICTURE_FOLDERS];
  for (let index = 0; index < folders.length && index < FOLDERS_MAX; index++) {
    const folder = folders[index];
    if (folder === undefined) break;
    for (const entry of await listFolder(files, folder, false).catch(() => [])) {
      if (entry.kind === "folder") folders.push(entry.path);
      if (entry.kind !== "image") continue;
      const { path, name, sizeBytes, modifiedMs } = entry;
      pictures.push({ path, name, album: posix.basename(folder), sizeBytes, modifiedMs });
    }
  }
  return {
    pictures: pictures.toSorted((a, b) => b.modifiedMs - a.modifiedMs || (a.path < b.path ? 1 : -1)),
    folders,
  };
}
