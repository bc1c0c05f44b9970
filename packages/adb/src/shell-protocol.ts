/**
 * Shell protocol v2: packets inside a `shell,v2` stream: u8 id, u32 length (little-endian), data.
 * Source: AOSP packages/modules/adb/shell_protocol.h.
 */
import { AdbProtocolError } from "./packet.ts";

export const ShellId = { stdin: 0, stdout: 1, stderr: 2, exit: 3, closeStdin: 4, windowSize: 5 } as const;

export type ShellId = (typeof ShellId)[keyof typeof ShellId];

export interface ShellPacket {
  /** One of ShellId; unknown ids of later versions are passed on, for the reader to ignore. */
  id: number;
  data: Buffer;
}

export interface WindowSize {
  rows: number;
  columns: number;
}

export const SHELL_HEADER_BYTES = 5;
/** Limit of data in one packet, sent or received; real peers send at most their payload size. */
export const MAX_SHELL_DATA_BYTES = 1024 * 1024;

export function encodeShellPacket(id: ShellId, data: Uint8Array): Buffer {
  const packet = Buffer.allocUnsafe(SHELL_HEADER_BYTES + data.length);
  packet.writeUInt8(id, 0);
  packet.writeUInt32LE(data.length, 1);
  packet.set(data, SHELL_HEADER_BYTES);
  return packet;
}

/** Splits the bytes of a shell v2 stream into packets. */
export class ShellPacketParser {
  #pending: Buffer = Buffer.alloc(0);

  /** Yields the packets completed by this chunk. Throws AdbProtocolError for a packet beyond the limit. */
  *parse(chunk: Buffer): Generator<ShellPacket, void> {
    let bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk]);
    while (bytes.length >= SHELL_HEADER_BYTES) {
      const length = bytes.readUInt32LE(1);
      if (length > MAX_SHELL_DATA_BYTES) throw new AdbProtocolError(`shell packet of ${length} bytes`);
      const end = SHELL_HEADER_BYTES + length;
      if (bytes.length < end) break;
      yield { id: bytes.readUInt8(0), data: bytes.subarray(SHELL_HEADER_BYTES, end) };
      bytes = bytes.subarray(end);
    }
    this.#pending = bytes;
  }
}

/** Parses a window size packet, `ROWSxCOLS,XPIXELSxYPIXELS` and NUL; returns undefined if malformed. */
export function parseWindowSize(data: Buffer): WindowSize | undefined {
  const match = /^(\d{1,5})x(\d{1,5}),/.exec(data.toString("latin1"));
  const rows = Number(match?.[1]);
  const columns = Number(match?.[2]);
  return rows > 0 && columns > 0 ? { rows, columns } : undefined;
}
