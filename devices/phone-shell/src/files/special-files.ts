import type { ByteSink, ByteSource } from "../streams/byte-stream.ts";

/** A file that is not on the disk, such as /dev/null or /proc/uptime. */
export type SpecialFile =
  | { kind: "folder"; names: () => Promise<string[]> }
  | { kind: "link"; target: string }
  /** `mode` with its type bits. */
  | { kind: "file"; mode: number; read: () => Promise<ByteSource>; write: (() => ByteSink) | undefined };

/** Where special files are found. */
export interface SpecialFiles {
  /** The file at a normal absolute path; `pid` is who asks. Undefined: what is there is on the disk, if anything. */
  find(path: string, pid: number): Promise<SpecialFile | undefined>;
}
