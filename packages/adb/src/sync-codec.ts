/**
 * The layouts of the `sync:` service, all little-endian.
 * Source: AOSP packages/modules/adb, SYNC.TXT and file_sync_protocol.h.
 */

/** Request and response ids: four ASCII letters. */
export type SyncId =
  | "STAT"
  | "STA2"
  | "LST2"
  | "LIST"
  | "LIS2"
  | "DENT"
  | "DNT2"
  | "SEND"
  | "SND2"
  | "RECV"
  | "RCV2"
  | "DATA"
  | "DONE"
  | "OKAY"
  | "FAIL"
  | "QUIT";

/** Longest path that a client may send. */
export const MAX_SYNC_PATH_BYTES = 1024;
/**
 * The sticky bit in the mode of a sent file. It asks our devices to write the file to disk before they respond.
 * Android's adbd drops the bit.
 */
export const DURABLE_FILE_MODE = 0o1000;
/** Largest DATA chunk in bytes, in both directions. */
export const MAX_SYNC_DATA_BYTES = 64 * 1024;

/** A file's metadata in the protocol; mode includes the type bits, times are whole seconds. */
export interface SyncStatus {
  mode: number;
  sizeBytes: number;
  modifiedAtS: number;
  accessedAtS: number;
  changedAtS: number;
  device: number;
  inode: number;
  links: number;
  userId: number;
  groupId: number;
}

const NOTHING: SyncStatus = {
  mode: 0,
  sizeBytes: 0,
  modifiedAtS: 0,
  accessedAtS: 0,
  changedAtS: 0,
  device: 0,
  inode: 0,
  links: 0,
  userId: 0,
  groupId: 0,
};

/** Encodes a 4-byte id and a u32: the head of every request, and the whole of some responses. */
export function encodeSyncHead(id: SyncId, value: number): Buffer {
  const bytes = Buffer.allocUnsafe(8);
  bytes.write(id, 0, "latin1");
  bytes.writeUInt32LE(value >>> 0, 4);
  return bytes;
}

export function encodeFail(message: string): Buffer {
  const text = Buffer.from(message);
  return Buffer.concat([encodeSyncHead("FAIL", text.length), text]);
}

/**
 * Encodes STAT's response: 16 bytes, all zero for a missing file. Sizes above 4 GiB and times before 1970 or after 2106
 * are truncated, as in adbd.
 */
export function encodeStat(status: SyncStatus = NOTHING): Buffer {
  const bytes = Buffer.alloc(16);
  bytes.write("STAT", 0, "latin1");
  bytes.writeUInt32LE(status.mode, 4);
  bytes.writeUInt32LE(status.sizeBytes % 2 ** 32, 8);
  bytes.writeUInt32LE(status.modifiedAtS >>> 0, 12);
  return bytes;
}

/** Encodes the response to STA2 and LST2: 72 bytes, with a Linux errno (0: found). */
export function encodeStat2(id: "STA2" | "LST2", errno: number, status: SyncStatus = NOTHING): Buffer {
  return Buffer.concat([Buffer.from(id, "latin1"), encodeStatus2(errno, status)]);
}

/** Encodes an entry of LIST: 20 bytes and the name. */
export function encodeDent(name: Buffer, status: SyncStatus): Buffer {
  const bytes = Buffer.alloc(20);
  encodeStat(status).copy(bytes);
  bytes.write("DENT", 0, "latin1");
  bytes.writeUInt32LE(name.length, 16);
  return Buffer.concat([bytes, name]);
}

/** Encodes an entry of LIS2: 76 bytes and the name. */
export function encodeDent2(name: Buffer, errno: number, status: SyncStatus = NOTHING): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32LE(name.length);
  return Buffer.concat([Buffer.from("DNT2", "latin1"), encodeStatus2(errno, status), length, name]);
}

/** Encodes the end of a listing: DONE in a zeroed entry of the same size. */
export function encodeListDone(version: 1 | 2): Buffer {
  const bytes = Buffer.alloc(version === 1 ? 20 : 76);
  bytes.write("DONE", 0, "latin1");
  return bytes;
}

function encodeStatus2(errno: number, status: SyncStatus): Buffer {
  const bytes = Buffer.alloc(68);
  bytes.writeUInt32LE(errno, 0);
  bytes.writeBigUInt64LE(BigInt(status.device), 4);
  bytes.writeBigUInt64LE(BigInt(status.inode), 12);
  bytes.writeUInt32LE(status.mode, 20);
  bytes.writeUInt32LE(status.links, 24);
  bytes.writeUInt32LE(status.userId, 28);
  bytes.writeUInt32LE(status.groupId, 32);
  bytes.writeBigUInt64LE(BigInt(status.sizeBytes), 36);
  bytes.writeBigInt64LE(BigInt(status.accessedAtS), 44);
  bytes.writeBigInt64LE(BigInt(status.modifiedAtS), 52);
  bytes.writeBigInt64LE(BigInt(status.changedAtS), 60);
  return bytes;
}
