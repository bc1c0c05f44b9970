import { lstatSync, readlinkSync } from "node:fs";
import { FileError, toFileError } from "./file-error.ts";

/**
 * Converts device paths to host paths, and keeps all of them below the root:
 * - Every component is checked: no "..", no separator, no NUL. ".." is resolved before the host sees the path.
 * - Symbolic links of the device are host links with one encoded word without a separator as target. If the host
 *   follows one by accident (or in a race), it stays in the link's own folder. This file follows them itself.
 * - Host links of any other form are rejected.
 */
const LINK_PREFIX = "terrarium-link-";
const MAX_LINKS_FOLLOWED = 40;
const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 4096;
/**
 * Each name on the way is looked up separately, so a path of thousands of names would cost as many lookups per step.
 */
export const MAX_PATH_NAMES = 200;

/** A resolved device path. */
export interface ResolvedPath {
  /** Absolute path without links, "." or "..". */
  devicePath: string;
  hostPath: string;
}

export function encodeLinkTarget(target: string): string {
  return LINK_PREFIX + Buffer.from(target).toString("base64url");
}

/** Returns the device's target of a host link, or undefined if the link was not created by the device. */
export function decodeLinkTarget(hostTarget: string): string | undefined {
  const encoded = hostTarget.startsWith(LINK_PREFIX) ? hostTarget.slice(LINK_PREFIX.length) : "";
  return /^[\w-]+$/.test(encoded) ? Buffer.from(encoded, "base64url").toString("utf8") : undefined;
}

/**
 * Resolves an absolute device path below the host folder `root`. The last component may be missing. If it is a link, it
 * is followed unless `followLast` is false. Throws FileError.
 */
export function resolveDevicePath(root: string, path: string, followLast: boolean): ResolvedPath {
  if (!path.startsWith("/") || Buffer.byteLength(path) > MAX_PATH_BYTES) {
    throw new FileError(path.startsWith("/") ? "ENAMETOOLONG" : "EINVAL", path);
  }
  const done: string[] = [];
  // Host path of each name in `done`.
  const places = [root];
  const todo = path.split("/").toReversed();
  let followed = 0;
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (name === "" || name === ".") continue;
    if (name === "..") {
      if (done.pop() !== undefined) places.pop();
      continue;
    }
    checkName(name, path);
    done.push(name);
    const hostPath = `${places.at(-1)}/${name}`;
    places.push(hostPath);
    if (done.length > MAX_PATH_NAMES) throw new FileError("ENAMETOOLONG", path);
    const isLast = todo.every((rest) => rest === "" || rest === ".");
    const trailingSlash = todo.length > 0;
    if (isLast && !followLast && !trailingSlash) break;
    const target = readLink(hostPath, path, isLast);
    if (target === undefined) continue;
    if (++followed > MAX_LINKS_FOLLOWED) throw new FileError("ELOOP", path);
    done.pop();
    places.pop();
    if (target.startsWith("/")) {
      done.length = 0;
      places.length = 1;
    }
    todo.push(...target.split("/").toReversed());
  }
  return { devicePath: `/${done.join("/")}`, hostPath: places.at(-1) ?? root };
}

function checkName(name: string, path: string): void {
  if (name.includes("\0") || (name.includes("\\") && process.platform === "win32")) throw new FileError("EINVAL", path);
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw new FileError("ENAMETOOLONG", path);
}

/** Returns the target of a link; undefined for any other entry. Throws for a parent that is missing or not a folder. */
function readLink(hostPath: string, path: string, isLast: boolean): string | undefined {
  let status;
  try {
    status = lstatSync(hostPath, { throwIfNoEntry: false });
  } catch (error) {
    throw toFileError(error, path);
  }
  if (!status) {
    if (isLast) return undefined;
    throw new FileError("ENOENT", path);
  }
  if (status.isSymbolicLink()) {
    const target = decodeLinkTarget(readlinkSync(hostPath));
    if (target === undefined) throw new FileError("EACCES", path);
    return target;
  }
  if (!isLast && !status.isDirectory()) throw new FileError("ENOTDIR", path);
  return undefined;
}
