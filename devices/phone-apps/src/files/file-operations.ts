import { posix } from "node:path";
import { isFolder, isLink, type DeviceFiles } from "@terrarium/device-files/device-files";
import { FileError } from "@terrarium/device-files/file-error";

const NAME_BYTES_MAX = 255;

/** A problem with a file name. */
export type NameProblem = "empty" | "slash" | "dots" | "long" | "control";

export function checkName(name: string): NameProblem | undefined {
  if (name === "") return "empty";
  if (name === "." || name === "..") return "dots";
  if (name.includes("/")) return "slash";
  if (/\p{Cc}/u.test(name)) return "control";
  return Buffer.byteLength(name) > NAME_BYTES_MAX ? "long" : undefined;
}

/** Thrown when a folder would be copied or moved into itself. */
export class IntoItselfError extends Error {}

async function exists(files: DeviceFiles, path: string): Promise<boolean> {
  return await files.status(path, false).then(
    () => true,
    (error: unknown) => {
      if (error instanceof FileError && error.code === "ENOENT") return false;
      throw error;
    },
  );
}

/** Returns a free path in the folder for this name: "a.txt", or if it is taken "a (1).txt" and so on. */
export async function freePath(files: DeviceFiles, folder: string, name: string): Promise<string> {
  const { name: stem, ext } = posix.parse(name);
  let path = `${folder}/${name}`;
  for (let count = 1; await exists(files, path); count++) {
    const end = ` (${count})${ext}`;
    path = `${folder}/${withinBytes(stem, NAME_BYTES_MAX - Buffer.byteLength(end))}${end}`;
  }
  return path;
}

/** Returns the text, shortened at its end to fit `bytesMax`. */
function withinBytes(text: string, bytesMax: number): string {
  let shortened = text;
  while (Buffer.byteLength(shortened) > bytesMax) shortened = Array.from(shortened).slice(0, -1).join("");
  return shortened;
}

/**
 * Copies a file, or a folder with its content, into the folder. A failed copy is removed again. Returns the new path.
 */
export async function copyInto(files: DeviceFiles, path: string, folder: string): Promise<string> {
  refuseIntoItself(path, folder);
  const target = await freePath(files, folder, posix.basename(path));
  try {
    await copyTree(files, path, target);
  } catch (error) {
    await files.remove(target, true).catch((left: unknown) => {
      if (!(left instanceof FileError && left.code === "ENOENT")) throw left;
    });
    throw error;
  }
  return target;
}

async function copyTree(files: DeviceFiles, from: string, to: string): Promise<void> {
  const status = await files.status(from, false);
  if (isLink(status)) return files.symlink(await files.readLink(from), to);
  if (!isFolder(status)) return files.copyFile(from, to);
  await files.makeFolder(to, false);
  for (const { name } of await files.list(from)) await copyTree(files, `${from}/${name}`, `${to}/${name}`);
}

/** Moves a file or folder into the folder, under a free name. Returns the new path. */
export async function moveInto(files: DeviceFiles, path: string, folder: string): Promise<string> {
  if (posix.dirname(path) === folder) return path;
  refuseIntoItself(path, folder);
  const target = await freePath(files, folder, posix.basename(path));
  await files.rename(path, target);
  return target;
}

/** Renames a file or folder within its folder. Throws FileError EEXIST if the name is taken. */
export async function renameTo(files: DeviceFiles, path: string, name: string): Promise<string> {
  const target = `${posix.dirname(path)}/${name}`;
  if (target === path) return path;
  if (await exists(files, target)) throw new FileError("EEXIST", target);
  await files.rename(path, target);
  return target;
}

function refuseIntoItself(path: string, folder: string): void {
  if (folder === path || folder.startsWith(`${path}/`)) throw new IntoItselfError(`${path} cannot go into ${folder}`);
}
