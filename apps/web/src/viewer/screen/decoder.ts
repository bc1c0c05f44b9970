import type { ScreenCodec } from "@terrarium/contract/proxy-messages";
import { KeyFrameGate } from "@terrarium/scrcpy/key-frame-gate";
import type { VideoPacket } from "@terrarium/scrcpy/video";
import { t } from "../../language/text.ts";
import { codecString } from "./codec-string.ts";

/**
 * Maximum number of queued frames. Beyond it the machine is too slow, and decoding continues with the next key frame.
 */
const QUEUE_MAX = 30;
/** Number of consecutive failures without a frame after which the browser counts as unable to decode. */
const FAILURES_MAX = 3;

const CODEC_NAMES: Readonly<Record<ScreenCodec, string>> = { h264: "H.264", h265: "H.265", av1: "AV1", png: "PNG" };

export interface DecoderEvents {
  /** Receives a frame and must close it. */
  frame(frame: VideoFrame): void;
  /** The decoder needs a key frame to continue. */
  needsKeyFrame(): void;
  /** This browser cannot decode this screen. */
  fail(detail: string): void;
}

/** Decodes a screen's packets, video with WebCodecs, and recovers from undecodable data. */
export class ScreenDecoder {
  readonly #events: DecoderEvents;
  readonly #gate = new KeyFrameGate();
  #codec: ScreenCodec = "h264";
  #decoder: VideoDecoder | undefined;
  #configuration: Uint8Array | undefined;
  #failures = 0;
  /** Number of complete images received. */
  #pictures = 0;

  constructor(events: DecoderEvents) {
    this.#events = events;
  }

  /** Sets the codec of the next packets. */
  setCodec(codec: ScreenCodec): void {
    if (codec === this.#codec) return;
    this.close();
    this.#configuration = undefined;
    this.#codec = codec;
  }

  push(packet: VideoPacket): void {
    const { kind, data, ptsUs } = packet;
    if (this.#codec === "png") return this.#showPicture(packet);
    if (kind === "config") return this.#configure(data);
    if (!this.#decoder || !this.#configuration) return;
    if (kind === "delta" && this.#gate.isOpen && this.#decoder.decodeQueueSize > QUEUE_MAX) this.#resync();
    if (!this.#gate.admits(packet)) return;
    this.#decoder.decode(
      new EncodedVideoChunk({
        type: kind,
        timestamp: ptsUs,
        // In Annex B, parameters precede a key frame. AV1 key frames contain theirs.
        data: kind === "key" && this.#codec !== "av1" ? concat(this.#configuration, data) : data,
      }),
    );
  }

  close(): void {
    this.#pictures += 1;
    if (this.#decoder?.state !== "closed") this.#decoder?.close();
    this.#decoder = undefined;
  }

  #configure(configuration: Uint8Array): void {
    const isSame = this.#configuration !== undefined && areEqual(this.#configuration, configuration);
    this.#gate.close();
    if (isSame && this.#decoder) return;
    const codec = this.#codec === "png" ? undefined : codecString(this.#codec, configuration);
    if (codec === undefined)
      return this.#events.fail(t("The device's video stream is not {codec}", { codec: CODEC_NAMES[this.#codec] }));
    this.close();
    this.#configuration = configuration;
    this.#decoder = new VideoDecoder({
      output: (frame) => {
        this.#failures = 0;
        this.#events.frame(frame);
      },
      error: (error) => this.#recover(error),
    });
    this.#decoder.configure({ codec, optimizeForLatency: true });
  }

  /** An image is dropped if the next one arrives first. */
  #showPicture({ kind, data, ptsUs }: VideoPacket): void {
    if (kind !== "key") return;
    const picture = ++this.#pictures;
    const show = (bitmap: ImageBitmap) => {
      if (picture === this.#pictures && this.#codec === "png")
        this.#events.frame(new VideoFrame(bitmap, { timestamp: ptsUs }));
      bitmap.close();
    };
    createImageBitmap(new Blob([Uint8Array.from(data)], { type: "image/png" })).then(show, (error: unknown) =>
      this.#events.fail(t("This browser could not decode the screen: {reason}", { reason: String(error) })),
    );
  }

  #resync(): void {
    this.#gate.close();
    this.#events.needsKeyFrame();
  }

  #recover(error: DOMException): void {
    this.#failures += 1;
    this.#decoder = undefined;
    const configuration = this.#configuration;
    this.#configuration = undefined;
    if (this.#failures >= FAILURES_MAX || !configuration) {
      return this.#events.fail(t("This browser could not decode the screen: {reason}", { reason: error.message }));
    }
    this.#configure(configuration);
    this.#resync();
  }
}

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}

const areEqual = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i]);
