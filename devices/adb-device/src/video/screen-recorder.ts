import type { VideoPacket } from "@terrarium/scrcpy/video";
import type { Display } from "../ports/display.ts";
import type { OpenScreenEncoder } from "./encoder/screen-encoder.ts";
import { videoSourceOf, type VideoParameters, type VideoSource } from "./video-source.ts";

/** Size at which a recording stops by itself: it stays in memory until it is complete. */
const MAX_RECORDED_BYTES = 96 * 1024 * 1024;
/** Time limit for encoding the last frame. */
const LAST_PICTURE_MS = 2_000;

/** A recording of the screen as an MP4 file, until `stop`. An idle screen adds only duration. */
export class ScreenRecorder {
  readonly #source: VideoSource;
  readonly #packets: VideoPacket[] = [];
  readonly #stopWatching: () => void;
  #bytes = 0;
  #failure: Error | undefined;
  #onPacket: () => void = () => undefined;

  constructor(display: Display, parameters: VideoParameters, openEncoder: OpenScreenEncoder) {
    this.#source = videoSourceOf(display, parameters, openEncoder);
    this.#stopWatching = this.#source.watch({
      onPacket: (packet) => this.#take(packet),
      onError: (error) => {
        this.#failure = error;
        this.#onPacket();
      },
    });
  }

  /** Size of the encoded frames so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Whether the recording takes no more frames. */
  get full(): boolean {
    return this.#bytes > MAX_RECORDED_BYTES;
  }

  /** Stops the recording; returns the file. Rejects if the screen could not be encoded. */
  async stop(): Promise<Uint8Array> {
    // Adds the final screen; otherwise the recording would end with the last change.
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LAST_PICTURE_MS);
      this.#onPacket = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#source.requestKeyFrame();
    });
    this.#stopWatching();
    if (this.#failure) throw this.#failure;
    const config = this.#packets.find(({ kind }) => kind === "config");
    const pictures = this.#packets.filter(({ kind }) => kind !== "config");
    if (!config || pictures.length === 0) throw new Error("the screen was not encoded");
    const { toMp4 } = await import("./mp4-film.ts");
    return toMp4(config.data, pictures, this.#source);
  }

  /** Drops the recording. */
  discard(): void {
    this.#stopWatching();
    this.#packets.length = 0;
  }

  #take(packet: VideoPacket): void {
    this.#bytes += packet.data.length;
    if (this.full) this.#stopWatching();
    else this.#packets.push(packet);
    if (packet.kind !== "config") this.#onPacket();
  }
}
