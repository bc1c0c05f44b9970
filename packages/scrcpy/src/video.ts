/**
 * The video socket of scrcpy 3.3.x: an optional dummy byte, an optional 64-byte device name, an optional 12-byte
 * header, then packets (doc/develop.md and Streamer.java of the scrcpy sources). Everything is big-endian.
 */
import { ByteQueue, ScrcpyProtocolError, viewOf } from "./byte-queue.ts";

const DEVICE_NAME_BYTES = 64;
const VIDEO_HEADER_BYTES = 12;
const PACKET_HEADER_BYTES = 12;
const CONFIG_FLAG = 1n << 63n;
const KEY_FRAME_FLAG = 1n << 62n;
/** A 4K key frame is below 4 MiB; a larger size than this means that the stream is corrupt. */
const PACKET_BYTES_MAX = 32 * 1024 * 1024;

/** Codec ids: the codec's name in ASCII, padded on the left with zero bytes. */
export const VIDEO_CODEC_IDS = { h264: 0x68323634, h265: 0x68323635, av1: 0x00617631 } as const;
/** Sent on the audio socket instead of a codec id: there is no audio, which is not an error. */
export const audioDisabledMarker: Readonly<Uint8Array> = Uint8Array.of(0, 0, 0, 0);

export interface VideoHeader {
  codecId: number;
  widthPx: number;
  heightPx: number;
}

export interface VideoPacket {
  /** A config packet (SPS and PPS for H.264) has no time; a new one may announce a new size. */
  kind: "config" | "key" | "delta";
  ptsUs: number;
  data: Uint8Array;
}

/** A received packet that can be forwarded unchanged. */
export interface ReceivedPacket extends VideoPacket {
  /** The 12-byte header and `data`, which is a part of this array. */
  bytes: Uint8Array<ArrayBuffer>;
}

export type VideoEvent =
  | { type: "device"; name: string }
  | ({ type: "header" } & VideoHeader)
  | ({ type: "packet" } & ReceivedPacket);

/** Serializes a name to 64 bytes, at least the last one zero; a longer name is truncated at a character boundary. */
export function serializeDeviceName(name: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(DEVICE_NAME_BYTES);
  new TextEncoder().encodeInto(name, bytes.subarray(0, DEVICE_NAME_BYTES - 1));
  return bytes;
}

export function serializeVideoHeader(header: VideoHeader): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(VIDEO_HEADER_BYTES);
  const view = viewOf(bytes);
  view.setUint32(0, header.codecId);
  view.setUint32(4, header.widthPx);
  view.setUint32(8, header.heightPx);
  return bytes;
}

/** Serializes the packet with its 12-byte header: u64 of flags and time, u32 size. */
export function serializeVideoPacket(packet: VideoPacket): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(PACKET_HEADER_BYTES + packet.data.length);
  const view = viewOf(bytes);
  view.setBigUint64(0, flagsAndTime(packet));
  view.setUint32(8, packet.data.length);
  bytes.set(packet.data, PACKET_HEADER_BYTES);
  return bytes;
}

function flagsAndTime(packet: VideoPacket): bigint {
  if (packet.kind === "config") return CONFIG_FLAG;
  return (packet.kind === "key" ? KEY_FRAME_FLAG : 0n) | BigInt(packet.ptsUs);
}

/** Reads a video socket from bytes in pieces of any size. */
export class VideoStreamReader {
  readonly #queue = new ByteQueue();
  readonly #steps: ("dummy" | "device" | "header")[] = [];

  /** `dummyByte`: a forward tunnel's first socket starts with one; `deviceMeta`: only the first socket has it. */
  constructor(options: { dummyByte?: boolean; deviceMeta?: boolean; codecMeta?: boolean } = {}) {
    if (options.dummyByte ?? false) this.#steps.push("dummy");
    if (options.deviceMeta ?? true) this.#steps.push("device");
    if (options.codecMeta ?? true) this.#steps.push("header");
  }

  /** Returns the events completed by these bytes. Throws ScrcpyProtocolError for a packet of impossible size. */
  push(chunk: Uint8Array): VideoEvent[] {
    return [...this.read(chunk)];
  }

  /**
   * Yields the events completed by these bytes one by one: a chunk may contain thousands of packets. Throws
   * ScrcpyProtocolError for a packet of impossible size.
   */
  *read(chunk: Uint8Array): Generator<VideoEvent, void> {
    this.#queue.push(chunk);
    const events: VideoEvent[] = [];
    while (this.#readOne(events)) yield* events.splice(0);
  }

  #readOne(events: VideoEvent[]): boolean {
    const step = this.#steps[0];
    if (step === undefined) return this.#readPacket(events);
    const size = step === "dummy" ? 1 : step === "device" ? DEVICE_NAME_BYTES : VIDEO_HEADER_BYTES;
    const bytes = this.#queue.take(size);
    if (!bytes) return false;
    this.#steps.shift();
    if (step === "device") events.push({ type: "device", name: readName(bytes) });
    if (step === "header") {
      const view = viewOf(bytes);
      events.push({
        type: "header",
        codecId: view.getUint32(0),
        widthPx: view.getUint32(4),
        heightPx: view.getUint32(8),
      });
    }
    return true;
  }

  #readPacket(events: VideoEvent[]): boolean {
    const header = this.#queue.peek(PACKET_HEADER_BYTES);
    if (!header) return false;
    const view = viewOf(header);
    const flags = view.getBigUint64(0);
    const size = view.getUint32(8);
    if (size > PACKET_BYTES_MAX)
      throw new ScrcpyProtocolError(`video packet of ${size} bytes; at most ${PACKET_BYTES_MAX} are possible`);
    const taken = this.#queue.take(PACKET_HEADER_BYTES + size);
    if (!taken) return false;
    // A copy, so that a stored packet does not retain more memory than its own.
    const bytes = Uint8Array.from(taken);
    const kind = flags & CONFIG_FLAG ? "config" : flags & KEY_FRAME_FLAG ? "key" : "delta";
    const ptsUs = kind === "config" ? 0 : Number(flags & (KEY_FRAME_FLAG - 1n));
    events.push({ type: "packet", kind, ptsUs, data: bytes.subarray(PACKET_HEADER_BYTES), bytes });
    return true;
  }
}

function readName(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
}
