import type { ByteSink, ByteSource } from "../streams/byte-stream.ts";

/** A file that is not on the disk, such as /dev/null or /proc/uptime. */
export type SpecialFile =
  | { kind: "folder"; names: () => Promise<string[]> }
  | { kind: "link"; target: string }
  /** `mode` includes its type bits. */
  | { kind: "file"; mode: number; read: () => Promise<ByteSource>; write: (() => ByteSink) | undefined };

/** Finds special files. */
export interface SpecialFiles {
  /** Returns the time of all special files. */
  nowMs(): number;
  /**
   * Returns the file at a normalized absolute path for the process `pid`. Returns undefined if the path belongs to the
   * disk.
   */
  find(path: string, pid: number): Promise<SpecialFile | undefined>;
}
