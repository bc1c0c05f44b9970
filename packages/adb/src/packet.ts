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

export const headerBytes = 24;
/** The largest payload this end sends or accepts, announced in CNXN arg1. */
export const maxPayloadBytes = 1024 * 1024;
/** The largest CNXN or AUTH payload (AOSP MAX_PAYLOAD_V1): what an unauthenticated peer can make us hold. */
export const maxHandshakePayloadBytes = 4096;
/** The first version whose ends may skip the payload check (A_VERSION_SKIP_CHECKSUM); the version we announce. */
export const protocolVersion = 0x01000001;

export interface AdbPacket {
  command: Command;
  arg0: number;
  arg1: number;
  /** Byte sum of the payload; 0 is also accepted from peers that skip it. */
  check: number;
  /** All of the payload, or the piece of a WRTE's that has come (PacketParser.wholeWrites). */
  payload: Buffer;
  /** Where in the payload the piece begins; 0 where it is whole. */
  offset: number;
  /** The bytes of the payload that follow in further pieces; 0 where it is whole. */
  restBytes: number;
}

/** The peer broke the protocol: its connection, and only that, must end. */
export class AdbProtocolError extends Error {
  override readonly name = "AdbProtocolError";
}

const commands: ReadonlySet<number> = new Set(Object.values(Command));

function isCommand(value: number): value is Command {
  return commands.has(value);
}

/** The four letters of a command, for messages. */
export function commandName(command: number): string {
  const letters = Buffer.alloc(4);
  letters.writeUInt32LE(command >>> 0);
  return letters.toString("latin1").replace(/[^\x20-\x7e]/g, "?");
}

/** The payload check of protocol versions below 0x01000001: the sum of all bytes. */
export function payloadCheck(payload: Uint8Array): number {
  let sum = 0;
  for (const byte of payload) sum = (sum + byte) >>> 0;
  return sum;
}

/** The 24 header bytes of a packet with one of the commands; the payload follows them on the wire as it is. */
export function encodeHeader(command: number, arg0: number, arg1: number, length: number, check: number): Buffer {
  const header = Buffer.allocUnsafe(headerBytes);
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
  const limit = command === Command.CNXN || command === Command.AUTH ? maxHandshakePayloadBytes : maxBytes;
  if (length > limit) {
    throw new AdbProtocolError(`${commandName(command)} payload of ${length} bytes exceeds the limit of ${limit}`);
  }
  return { command, arg0: bytes.readUInt32LE(4), arg1: bytes.readUInt32LE(8), length, check: bytes.readUInt32LE(16) };
}

/** Cuts a byte stream into packets, however it was split on its way. Holds at most one packet. */
export class PacketParser {
  /** Without it a WRTE comes in the pieces in which its payload arrives, none of which is held or copied. */
  wholeWrites = true;
  /** The largest payload that is taken. */
  maxPayloadBytes = maxPayloadBytes;
  readonly #headerBuffer = Buffer.alloc(headerBytes);
  #headerFilled = 0;
  #header: Header | undefined;
  #payload: Buffer | undefined;
  #payloadFilled = 0;

  /**
   * Yields the packets completed by this chunk. A payload may share the chunk's memory.
   * Throws AdbProtocolError on malformed input; the parser is of no use afterwards.
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
    if (this.#headerFilled === headerBytes) {
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

  /** Returns the payload once complete; shares the chunk's memory when it holds all of it. */
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
