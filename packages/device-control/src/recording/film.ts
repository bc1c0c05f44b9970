import type { RecordedCodec } from "@terrarium/contract/recorded-codec";
import type { VideoPacket } from "@terrarium/scrcpy/video";

/** Each codec in an MP4 file: its name in the library, and in full. */
const TRACKS = {
  h264: { codec: "avc", full: "avc1.640028" },
  h265: { codec: "hevc", full: "hvc1.1.6.L120.90" },
} as const satisfies Record<RecordedCodec, unknown>;

export interface FilmShape {
  codec: RecordedCodec;
  widthPx: number;
  heightPx: number;
}

/** A frame of the screen with its time. */
export interface FilmPicture extends Pick<VideoPacket, "data"> {
  kind: "key" | "delta";
  atMs: number;
}

/** Approximate memory of a frame beside its data. A device may send very many nearly empty frames. */
export const PICTURE_BYTES = 512;
/** Minimum duration of each frame, also of the last one. */
const LEAST_MS = 1;

/**
 * Writes frames as a fragmented MP4 file: a partial file is valid, whatever happens afterwards. The frames stay encoded
 * as they arrived.
 */
export class FilmWriter {
  readonly #file: ReturnType<typeof openFile>;
  readonly #shape: FilmShape;
  readonly #beginMs: number;
  #config: Uint8Array = new Uint8Array();
  /** Its duration is known when the next one arrives. */
  #last: FilmPicture | undefined;
  #heldBytes = 0;

  /** `write` receives the bytes of the file in order. */
  constructor(shape: FilmShape, beginMs: number, write: (bytes: Uint8Array) => void) {
    this.#shape = shape;
    this.#beginMs = beginMs;
    this.#file = openFile(shape.codec, (bytes) => {
      this.#heldBytes = 0;
      return write(bytes);
    });
  }

  /** Bytes in memory that wait for the next key frame, before which they are written. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** Sets the parameter sets for the next key frame. */
  configure(config: Uint8Array): void {
    this.#config = config;
  }

  /** Adds a frame. The first one must be a key frame. Calls must not overlap. */
  async add(picture: FilmPicture): Promise<void> {
    const last = this.#last;
    const atMs = Math.max(picture.atMs, this.#beginMs, last ? last.atMs + LEAST_MS : 0);
    const isKey = picture.kind === "key";
    const data = isKey ? Buffer.concat([this.#config, picture.data]) : picture.data;
    this.#last = { ...picture, data, atMs };
    if (last) await this.#put(last, atMs);
  }

  /** Ends the file. The last frame lasts until `endMs`. */
  async finish(endMs: number): Promise<void> {
    const { output } = await this.#file;
    const last = this.#last;
    if (!last) return output.cancel();
    await this.#put(last, Math.max(endMs, last.atMs + LEAST_MS));
    await output.finalize();
  }

  async #put({ kind, data, atMs }: FilmPicture, untilMs: number): Promise<void> {
    const { track, EncodedPacket } = await this.#file;
    const [at, length] = [(atMs - this.#beginMs) / 1_000, (untilMs - atMs) / 1_000];
    const { widthPx, heightPx, codec } = this.#shape;
    const decoderConfig = { codec: TRACKS[codec].full, codedWidth: widthPx, codedHeight: heightPx };
    await track.add(new EncodedPacket(data, kind, at, length), { decoderConfig });
    this.#heldBytes += data.length + PICTURE_BYTES;
  }
}

/** Loads the library with the first film, so that it does not delay the server's start. */
async function openFile(codec: RecordedCodec, write: (bytes: Uint8Array) => void) {
  const library = await import("mediabunny");
  const { AppendOnlyStreamTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } = library;
  const target = new AppendOnlyStreamTarget(new WritableStream<Uint8Array>({ write }));
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: "fragmented" }), target });
  const track = new EncodedVideoPacketSource(TRACKS[codec].codec);
  output.addVideoTrack(track);
  await output.start();
  return { output, track, EncodedPacket };
}
