/** Ownership and access rights of the device's files, beyond the host's file modes. */
import { isFolder, type FileStatus } from "@terrarium/device-files/device-files";

const ROOT_USER_ID = 0;

/** Owner of a file, as `ls -l` shows it. */
export interface Ownership {
  userName: string;
  groupName: string;
  userId: number;
  groupId: number;
  /** SELinux label of the file. */
  label: string;
}

const SHARED_STORAGE = { userName: "u0_a61", groupName: "media_rw", userId: 10061, groupId: 1023 };
const SHELL = { userName: "shell", groupName: "shell", userId: 2000, groupId: 2000 };
const ROOT = { userName: "root", groupName: "root", userId: 0, groupId: 0 };

const OWNERS: readonly [folder: string, ownership: Ownership][] = [
  ["/sdcard", { ...SHARED_STORAGE, label: "u:object_r:fuse:s0" }],
  ["/storage", { ...ROOT, groupName: "sdcard_rw", groupId: 1015, label: "u:object_r:storage_file:s0" }],
  ["/data/local/tmp", { ...SHELL, label: "u:object_r:shell_data_file:s0" }],
  ["/data/local", { ...ROOT, label: "u:object_r:system_data_file:s0" }],
  [
    "/data",
    { userName: "system", groupName: "system", userId: 1000, groupId: 1000, label: "u:object_r:system_data_file:s0" },
  ],
  ["/system/bin", { ...ROOT, groupName: "shell", groupId: 2000, label: "u:object_r:system_file:s0" }],
  ["/system", { ...ROOT, label: "u:object_r:system_file:s0" }],
  ["/vendor", { ...ROOT, label: "u:object_r:vendor_file:s0" }],
  ["/proc", { ...ROOT, label: "u:object_r:proc:s0" }],
  ["/dev", { ...ROOT, label: "u:object_r:device:s0" }],
  ["/", { ...ROOT, label: "u:object_r:rootfs:s0" }],
];

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === "/" ? folder : `${folder}/`);
}

export function ownershipOf(path: string): Ownership {
  const found = OWNERS.find(([folder]) => isWithin(path, folder));
  return found?.[1] ?? { ...ROOT, label: "u:object_r:rootfs:s0" };
}

/** Returns whether the path is on the apps' shared storage, where files have no modes and cannot be run. */
function isSharedStorage(path: string): boolean {
  return isWithin(path, "/sdcard");
}

/** Returns the mode that the device shows for a status. */
export function deviceMode(path: string, status: FileStatus): number {
  const type = status.mode & 0o170000;
  if (type === 0o120000) return type | 0o777;
  if (isSharedStorage(path)) return type | (isFolder(status) ? 0o2770 : 0o660);
  if (isWithin(path, "/data/local/tmp")) return path === "/data/local/tmp" ? type | 0o771 : status.mode;
  if (isWithin(path, "/data")) return type | (isFolder(status) ? 0o771 : 0o600);
  return type | (isFolder(status) || path.startsWith("/system/bin/") ? 0o755 : 0o644);
}

const UNLISTABLE = new Set(["/data", "/data/app", "/data/data", "/data/local", "/mnt", "/acct"]);

/** Returns whether a user may list a folder. */
export function mayList(path: string, userId: number): boolean {
  return userId === ROOT_USER_ID || (!UNLISTABLE.has(path) && mayEnter(path, userId));
}

/** Returns whether a user may access a path at all. Only root may enter the apps' data. */
export function mayEnter(path: string, userId: number): boolean {
  return userId === ROOT_USER_ID || !path.startsWith("/data/data/");
}
