import { isFolder, type DeviceFiles } from "@terrarium/device-files/device-files";
import { kindOfFile, type FileKind } from "./file-kinds.ts";

/** A file or folder in a folder's listing. */
export interface Entry {
  name: string;
  /** Path on the device. */
  path: string;
  kind: FileKind;
  sizeBytes: number;
  modifiedMs: number;
}

/** Returns the folder's content, without names that start with a dot unless `hidden` is set. Throws FileError. */
export async function listFolder(files: DeviceFiles, path: string, hidden: boolean): Promise<Entry[]> {
  const listed = await files.list(path);
  return listed
    .filter(({ name }) => hidden || !name.startsWith("."))
    .map(({ name, status }) => ({
      name,
      path: path === "/" ? `/${name}` : `${path}/${name}`,
      kind: isFolder(status) ? "folder" : kindOfFile(name),
      sizeBytes: status.sizeBytes,
      modifiedMs: status.modifiedAtMs,
    }));
}
