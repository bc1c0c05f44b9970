import { lstatSync, readlinkSync } from "node:fs";
import { FileError, toFileError } from "./file-error.ts";

/**
 * How device paths become host paths, and why none leaves the root:
 * - every component is checked: no "..", no separator, no NUL; ".." is taken off before the host sees the path;
 * - symbolic links of the device are host links whose target is one encoded word without a separator, so that even
 *   the host following one by accident (or in a race) stays in the link's own folder. This file follows them itself.
 * - a host link that was not made so is refused.
 */
const linkPrefix = "terrarium-link-";
const maxLinksFollowed = 40;
const maxNameBytes = 255;
const maxPathBytes = 4096;
/** Each name on the way is looked at by itself, so that a path of thousands would cost as many looks at each step. */
export const maxPathNames = 200;

/** Where a device path leads. */
export interface ResolvedPath {
  /** Absolute, without links, "." or "..". */
  devicePath: string;
  hostPath: string;
}

export function encodeLinkTarget(target: string): string {
  return linkPrefix + Buffer.from(target).toString("base64url");
}

/** The device's target of a host link; undefined if the link is not one of the device's. */
export function decodeLinkTarget(hostTarget: string): string | undefined {
  const encoded = hostTarget.startsWith(linkPrefix) ? hostTarget.slice(linkPrefix.length) : "";
  return /^[\w-]+$/.test(encoded) ? Buffer.from(encoded, "base64url").toString("utf8") : undefined;
}

/**
 * Resolves an absolute device path under the host folder `root`. The last component need not exist; it is followed
 * if it is a link, unless `followLast` is false. Throws FileError.
 */
export function resolveDevicePath(root: string, path: string, followLast: boolean): ResolvedPath {
  if (!path.startsWith("/") || Buffer.byteLength(path) > maxPathBytes) {
    throw new FileError(path.startsWith("/") ? "ENAMETOOLONG" : "EINVAL", path);
  }
  const done: string[] = [];
  // Where each of `done` lies on the host.
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
    if (done.length > maxPathNames) throw new FileError("ENAMETOOLONG", path);
    const isLast = todo.every((rest) => rest === "" || rest === ".");
    const trailingSlash = todo.length > 0;
    if (isLast && !followLast && !trailingSlash) break;
    const target = readLink(hostPath, path, isLast);
    if (target === undefined) continue;
    if (++followed > maxLinksFollowed) throw new FileError("ELOOP", path);
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
  if (Buffer.byteLength(name) > maxNameBytes) throw new FileError("ENAMETOOLONG", path);
}

/** The target if there is a link; undefined for anything else. A missing or non-folder parent is an error. */
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
