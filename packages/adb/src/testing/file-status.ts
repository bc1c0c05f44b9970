import type { SyncStatus } from "../sync-codec.ts";

/** Status of a file of three bytes, for tests. */
export const FILE_STATUS: SyncStatus = {
  mode: 0o100644,
  sizeBytes: 3,
  modifiedAtS: 1,
  accessedAtS: 1,
  changedAtS: 1,
  device: 1,
  inode: 1,
  links: 1,
  userId: 0,
  groupId: 0,
};
