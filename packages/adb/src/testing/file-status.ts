import type { SyncStatus } from "../sync-codec.ts";

/** For tests: what is known of some file of three bytes. */
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
