/**
 * The ADB transport packet: 24 bytes of header, little-endian, then the payload.
 * Source: AOSP packages/modules/adb, protocol.txt and types.h (`amessage`).
 */

/** Packet commands: four ASCII letters read as a little-endian number. */
export const Command = {
  CNXN: 0x4e584e43,
  AUTH: 0x48545541,
  OPEN: 0x4e45504f,
  OKAY: 0x59414b4f,
  WRTE: 0x45545257,
  CLSE: 0x45534c43,
} as const;

export type Command = (typeof Command)[keyof typeof Command];

/** AUTH packet kinds (arg0). */
export const AuthKind = { token: 1, signature: 2, publicKey: 3 } as const;

export const HEADER_BYTES = 24;
/** Largest payload that this end sends or accepts, announced in CNXN arg1. */
export const MAX_PAYLOAD_BYTES = 1024 * 1024;
/** Largest CNXN or AUTH payload (AOSP MAX_PAYLOAD_V1): the buffer limit for unauthenticated peers. */
export const MAX_HANDSHAKE_PAYLOAD_BYTES = 4096;
/** The announced version: the first that may skip the payload check (A_VERSION_SKIP_CHECKSUM). */
export const PROTOCOL_VERSION = 0x01000001;

export interface AdbPacket {
  command: Command;
  arg0: number;
  arg1: number;
  /** Byte sum of the payload; 0 is also accepted, from peers that skip the check. */
  check: number;
  /** The whole payload, or a received piece of a WRTE's payload (PacketParser.wholeWrites). */
  payload: Buffer;
  /** Position of the piece in the payload; 0 for a whole payload. */
  offset: number;
  /** Number of payload bytes in further pieces; 0 for a whole payload. */
  restBytes: number;
}

/** Error of a peer that broke the protocol: only its connection must end. */
export class AdbProtocolError extends Error {
  override readonly name = "AdbProtocolError";
}

const commands: ReadonlySet<number> = new Set(Object.values(Command));

function isCommand(value: number): value is Command {
  return commands.has(value);
}

/** Returns the four letters of a command, for messages. */
export function commandName(command: number): string {
  const letters = Buffer.alloc(4);
  letters.writeUInt32LE(command >>> 0);
  return letters.toString("latin1").replace(/[^\x20-\x7e]/g, "?");
}

/** Returns the payload check of protocol versions below 0x01000001: the sum of all bytes. */
export function payloadCheck(payload: Uint8Array): number {
  let sum = 0;
  for (const byte of payload) sum = (sum + byte) >>> 0;
  return sum;
}

/** Returns the 24 header bytes of a packet; the unmodified payload follows them on the wire. */
export function encodeHeader(command: number, arg0: number, arg1: number, length: number, check: number): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  header.writeUInt32LE(command, 0);
  header.writeUInt32LE(arg0 >>> 0, 4);
  header.writeUInt32LE(arg1 >>> 0, 8);
  header.writeUInt32LE(length, 12);
  header.writeUInt32LE(check >>> 0, 16);
  header.writeUInt32LE((command ^ 0xffffffff) >>> 0, 20);
  return header;
}

interface Header {
  command: Command;
  arg0: number;
  arg1: number;
  length: number;
  check: number;
  inPieces: boolean;
}

function decodeHeader(bytes: Buffer, maxBytes: number): Omit<Header, "inPieces"> {
  const command = bytes.readUInt32LE(0);
  const length = bytes.readUInt32LE(12);
  const magic = bytes.readUInt32LE(20);
  if (magic !== (command ^ 0xffffffff) >>> 0) {
    throw new AdbProtocolError(`bad magic ${magic.toString(16)} for command "${commandName(command)}"`);
  }
  if (!isCommand(command)) throw new AdbProtocolError(`unknown command "${commandName(command)}"`);
  const limit = command === Command.CNXN || command === Command.AUTH ? MAX_HANDSHAKE_PAYLOAD_BYTES : maxBytes;
  if (length > limit) {
    throw new AdbProtocolError(`${commandName(command)} payload of ${length} bytes exceeds the limit of ${limit}`);
  }
  return { command, arg0: bytes.readUInt32LE(4), arg1: bytes.readUInt32LE(8), length, check: bytes.readUInt32LE(16) };
}

/** Splits a byte stream into packets, independent of its pieces. Buffers at most one packet. */
export class PacketParser {
  /**
   * Whether WRTE payloads are buffered. If false, they are returned in the pieces in which they arrive, without
   * buffering or copying.
   */
  wholeWrites = true;
  /** Largest accepted payload. */
  maxPayloadBytes = MAX_PAYLOAD_BYTES;
  readonly #headerBuffer = Buffer.alloc(HEADER_BYTES);
  #headerFilled = 0;
  #header: Header | undefined;
  #payload: Buffer | undefined;
  #payloadFilled = 0;

  /**
   * Yields the packets completed by this chunk. A payload may share the chunk's memory. Throws AdbProtocolError for
   * malformed input; the parser is unusable afterwards.
   */
  *parse(chunk: Buffer): Generator<AdbPacket, void> {
    let offset = 0;
    while (offset < chunk.length) {
      if (!this.#header) offset += this.#fillHeader(chunk, offset);
      const header = this.#header;
      if (!header || (offset === chunk.length && header.length > 0)) return;
      if (header.inPieces) {
        const piece = this.#takePiece(chunk, offset, header);
        offset += piece.payload.length;
        yield piece;
        continue;
      }
      const payload = this.#takePayload(chunk, offset, header.length);
      offset += payload.taken;
      if (!payload.bytes) return;
      this.#header = undefined;
      yield packet(header, payload.bytes, 0);
    }
  }

  #fillHeader(chunk: Buffer, offset: number): number {
    const taken = chunk.copy(this.#headerBuffer, this.#headerFilled, offset);
    this.#headerFilled += taken;
    if (this.#headerFilled === HEADER_BYTES) {
      this.#headerFilled = 0;
      const header = decodeHeader(this.#headerBuffer, this.maxPayloadBytes);
      this.#header = { ...header, inPieces: header.command === Command.WRTE && !this.wholeWrites };
    }
    return taken;
  }

  #takePiece(chunk: Buffer, offset: number, header: Header): AdbPacket {
    const start = this.#payloadFilled;
    const payload = chunk.subarray(offset, offset + header.length - start);
    this.#payloadFilled += payload.length;
    if (this.#payloadFilled === header.length) {
      this.#header = undefined;
      this.#payloadFilled = 0;
    }
    return packet(header, payload, start);
  }

  /** Returns the payload once complete; shares the chunk's memory if that contains all of it. */
  #takePayload(chunk: Buffer, offset: number, length: number): { taken: number; bytes: Buffer | undefined } {
    if (!this.#payload && chunk.length - offset >= length) {
      return { taken: length, bytes: chunk.subarray(offset, offset + length) };
    }
    const payload = (this.#payload ??= Buffer.allocUnsafe(length));
    const taken = chunk.copy(payload, this.#payloadFilled, offset);
    this.#payloadFilled += taken;
    if (this.#payloadFilled < length) return { taken, bytes: undefined };
    this.#payload = undefined;
    this.#payloadFilled = 0;
    return { taken, bytes: payload };
  }
}

function packet({ command, arg0, arg1, check, length }: Header, payload: Buffer, offset: number): AdbPacket {
  return { command, arg0, arg1, check, payload, offset, restBytes: length - offset - payload.length };
}
