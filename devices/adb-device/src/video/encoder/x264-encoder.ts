import type { VideoEncoder, VideoFrame } from "@napi-rs/webcodecs";
import type { I420Picture } from "../i420-picture.ts";
import type { ScreenEncoder, ScreenEncoderOptions } from "./screen-encoder.ts";

/** Limit of frames queued in the encoder; more would only add delay. */
const QUEUED_FRAMES_MAX = 2;

/** Opens x264, which is in the binary of `@napi-rs/webcodecs`. Rejects if the package is not installed. */
export async function openX264(options: ScreenEncoderOptions): Promise<ScreenEncoder> {
  const { VideoEncoder: Encoder, VideoFrame: Frame } = await import("@napi-rs/webcodecs");
  const { widthPx, heightPx, bitRate, framesPerSecond, onFrame, onReady, onError } = options;
  const encoder = new Encoder({
    output: (chunk) => {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      onFrame({ bytes, isKey: chunk.type === "key", ptsUs: chunk.timestamp });
    },
    error: onError,
  });
  encoder.ondequeue = onReady;
  encoder.configure({
    codec: codecString(widthPx, heightPx),
    width: widthPx,
    height: heightPx,
    bitrate: bitRate,
    framerate: framesPerSecond,
    // "quality" is as fast per frame as "realtime", which forces a key frame every ten frames.
    latencyMode: "quality",
    avc: { format: "annexb" },
  });
  return new X264Encoder(encoder, Frame);
}

class X264Encoder implements ScreenEncoder {
  readonly #encoder: VideoEncoder;
  readonly #Frame: typeof VideoFrame;

  constructor(encoder: VideoEncoder, Frame: typeof VideoFrame) {
    this.#encoder = encoder;
    this.#Frame = Frame;
  }

  get isReady(): boolean {
    return this.#encoder.encodeQueueSize < QUEUED_FRAMES_MAX;
  }

  encode({ bytes, widthPx, heightPx }: I420Picture, { ptsUs, isKey }: { ptsUs: number; isKey: boolean }): void {
    const size = { codedWidth: widthPx, codedHeight: heightPx };
    const frame = new this.#Frame(bytes, { format: "I420", ...size, timestamp: ptsUs });
    this.#encoder.encode(frame, { keyFrame: isKey });
    frame.close();
  }

  close(): void {
    if (this.#encoder.state === "configured") this.#encoder.close();
  }
}

/**
 * Returns the codec string: High profile, as made by this encoder, at the lowest level for this size (ITU-T H.264,
 * table A-1).
 */
function codecString(widthPx: number, heightPx: number): string {
  const macroblocks = Math.ceil(widthPx / 16) * Math.ceil(heightPx / 16);
  const level = macroblocks <= 3600 ? "20" : macroblocks <= 8192 ? "28" : macroblocks <= 22_080 ? "32" : "34";
  return `avc1.6400${level}`;
}
