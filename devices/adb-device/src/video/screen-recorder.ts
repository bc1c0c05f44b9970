import type { VideoPacket } from "@terrarium/scrcpy/video";
import type { Display } from "../ports/display.ts";
import { withTimes } from "./mp4-times.ts";
import { videoSourceOf, type VideoParameters, type VideoSource } from "./video-source.ts";

/** A recording ends by itself when it holds so much: it is kept in memory until it is done. */
const maxRecordedBytes = 96 * 1024 * 1024;
/** How long the last picture is shown. */
const LAST_PICTURE_US = 40_000;
/** How long the last picture may take to be encoded. */
const lastPictureMs = 2_000;

/** The screen as an MP4 file, from now until `stop`. A screen at rest adds nothing but time. */
export class ScreenRecorder {
  readonly #source: VideoSource;
  readonly #packets: VideoPacket[] = [];
  readonly #stopWatching: () => void;
  #bytes = 0;
  #failure: Error | undefined;
  #onPacket: () => void = () => undefined;

  constructor(display: Display, parameters: VideoParameters) {
    this.#source = videoSourceOf(display, parameters);
    this.#stopWatching = this.#source.watch({
      onPacket: (packet) => this.#take(packet),
      onError: (error) => {
        this.#failure = error;
        this.#onPacket();
      },
    });
  }

  /** Ends the recording; gives the file. Rejects if the screen could not be encoded. */
  async stop(): Promise<Uint8Array> {
    // The screen as it is at the end: without it the film would end with its last change.
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, lastPictureMs);
      this.#onPacket = () => {
        clearTimeout(timer);
        resolve();
      };
      this.#source.requestKeyFrame();
    });
    this.#stopWatching();
    if (this.#failure) throw this.#failure;
    return toMp4(this.#packets, this.#source);
  }

  /** Gives up what was recorded. */
  discard(): void {
    this.#stopWatching();
    this.#packets.length = 0;
  }

  #take(packet: VideoPacket): void {
    this.#bytes += packet.data.length;
    if (this.#bytes > maxRecordedBytes) this.#stopWatching();
    else this.#packets.push(packet);
    if (packet.kind !== "config") this.#onPacket();
  }
}

async function toMp4(
  packets: readonly VideoPacket[],
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): Promise<Uint8Array> {
  const { EncodedVideoChunk, Mp4Muxer } = await import("@napi-rs/webcodecs");
  const config = packets.find(({ kind }) => kind === "config");
  const pictures = packets.filter(({ kind }) => kind !== "config");
  const [first] = pictures;
  if (!config || !first) throw new Error("the screen was not encoded");
  // The index behind the pictures: their times are written into it afterwards.
  const muxer = new Mp4Muxer({ fastStart: false });
  muxer.addVideoTrack({ codec: "avc1.640028", width: widthPx, height: heightPx, description: config.data });
  for (const { kind, data, ptsUs } of pictures) {
    const type = kind === "key" ? "key" : "delta";
    muxer.addVideoChunk(new EncodedVideoChunk({ type, timestamp: ptsUs - first.ptsUs, data }));
  }
  muxer.flush();
  const file = muxer.finalize();
  muxer.close();
  const timesUs = pictures.map(({ ptsUs }) => ptsUs - first.ptsUs);
  return withTimes(file, [...timesUs, (timesUs.at(-1) ?? 0) + LAST_PICTURE_US]);
}
