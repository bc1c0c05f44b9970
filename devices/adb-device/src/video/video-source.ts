import type { VideoEncoder } from "@napi-rs/webcodecs";
import { KeyFrameGate } from "@terrarium/scrcpy/key-frame-gate";
import type { VideoPacket } from "@terrarium/scrcpy/video";
import type { Display } from "../ports/display.ts";
import { splitFrame } from "./annex-b.ts";
import { pacedFrameMs } from "./frame-pace.ts";
import { Patches } from "./patch/patches.ts";
import { ScreenReader } from "./screen-reader.ts";

export interface VideoParameters {
  /** Longest side in pixels; 0 is the screen's own size. */
  maxSize: number;
  /** 0 is the default of 60. */
  maxFps: number;
  bitRate: number;
}

export interface VideoViewer {
  onPacket(packet: VideoPacket): void;
  onError(error: Error): void;
}

const defaultFps = 60;
/** Frames that wait in the encoder; more would only add delay. */
const queuedFramesMax = 2;
/** The last picture is encoded once more, sharper, and so that decoders that hold a frame back let it go. */
const repeatAfterMs = 120;
/** A small change of a screen that has rested so long is sent at once, beside the encoder: what answers a touch or a key. */
const restMs = 40;
/** What is small: 12 kB, a fifth of a percent of a second of video for each. */
const patchedMacroblocksMax = 32;

/**
 * H.264 of the screen, for any number of viewers with the same parameters: one encoder, loaded with the first viewer
 * and released after the last. A frame is encoded only when the screen has changed; every viewer begins with the
 * parameter sets and a key frame.
 */
export class VideoSource {
  readonly #startMs = performance.now();
  readonly #display: Display;
  readonly #frameMs: number;
  readonly #parameters: VideoParameters;
  readonly #viewers = new Map<VideoViewer, KeyFrameGate>();
  #running: Encoding | undefined;
  #stopResize: (() => void) | undefined;

  constructor(display: Display, parameters: VideoParameters) {
    this.#display = display;
    this.#parameters = parameters;
    this.#frameMs = 1000 / (parameters.maxFps || defaultFps);
  }

  /** The size of the video, which follows the screen's when it is turned. */
  get widthPx(): number {
    return toMultipleOf8(this.#display.widthPx * this.#scale);
  }

  get heightPx(): number {
    return toMultipleOf8(this.#display.heightPx * this.#scale);
  }

  get #scale(): number {
    const { maxSize } = this.#parameters;
    return maxSize > 0 ? Math.min(1, maxSize / Math.max(this.#display.widthPx, this.#display.heightPx)) : 1;
  }

  /** Starts sending to the viewer; returns the function that stops it. */
  watch(viewer: VideoViewer): () => void {
    this.#viewers.set(viewer, new KeyFrameGate());
    this.#running ??= this.#start();
    this.#stopResize ??= this.#display.onResize(() => this.#restart());
    this.requestKeyFrame();
    return () => {
      this.#viewers.delete(viewer);
      if (this.#viewers.size > 0) return;
      this.#running?.stop();
      this.#running = undefined;
      this.#stopResize?.();
      this.#stopResize = undefined;
    };
  }

  /** Sends a key frame of the screen as it is, whether or not it has changed. */
  requestKeyFrame(): void {
    this.#running?.encodeSoon(true);
  }

  /** The screen has another size: a new encoder begins with parameter sets and a key frame of that size. */
  #restart(): void {
    this.#running?.stop();
    for (const gate of this.#viewers.values()) gate.close();
    this.#running = this.#start();
  }

  #start(): Encoding {
    return new Encoding({
      startMs: this.#startMs,
      display: this.#display,
      widthPx: this.widthPx,
      heightPx: this.heightPx,
      frameMs: this.#frameMs,
      bitRate: this.#parameters.bitRate,
      onPacket: (packet) => this.#send(packet),
      onError: (error) => {
        this.#running = undefined;
        for (const viewer of this.#viewers.keys()) viewer.onError(error);
      },
    });
  }

  #send(packet: VideoPacket): void {
    for (const [viewer, gate] of this.#viewers) if (gate.admits(packet)) viewer.onPacket(packet);
  }
}

interface EncodingOptions {
  /** When the first frame of the source was, from which times are counted. */
  startMs: number;
  display: Display;
  widthPx: number;
  heightPx: number;
  frameMs: number;
  bitRate: number;
  onPacket: (packet: VideoPacket) => void;
  onError: (error: Error) => void;
}

/** One life of an encoder, from the first viewer to the last. */
class Encoding {
  readonly #options: EncodingOptions;
  readonly #stopListening: () => void;
  #codec: { encoder: VideoEncoder; VideoFrame: typeof import("@napi-rs/webcodecs").VideoFrame } | undefined;
  #config: Uint8Array | undefined;
  #stopped = false;
  readonly #reader: ScreenReader;
  readonly #patches = new Patches();
  #keyFrameWanted = true;
  #changed = true;
  #isReading = false;
  #timer: NodeJS.Timeout | undefined;
  #repeatTimer: NodeJS.Timeout | undefined;
  #lastEncodeMs = 0;
  #lastChangeMs = 0;
  #lastPtsUs = -1;

  constructor(options: EncodingOptions) {
    this.#options = options;
    this.#reader = new ScreenReader(options.display, options.widthPx, options.heightPx);
    this.#stopListening = options.display.onFrame((changed) => {
      this.#reader.noteChange(changed);
      this.encodeSoon(false);
    });
    this.#load().catch((error: unknown) => this.#fail(error));
  }

  /** Encodes the screen as soon as the frame rate and the encoder's queue allow. */
  encodeSoon(keyFrame: boolean): void {
    this.#changed = true;
    this.#keyFrameWanted ||= keyFrame;
    // Reading draws a frame that was pending, which asks to be encoded: that is being done.
    if (this.#timer !== undefined || this.#isReading || this.#stopped) return;
    const waitMs = this.#lastEncodeMs + this.#options.frameMs - performance.now();
    // A frame that comes a little early is in time: timers and the screen's own pace both waver.
    if (waitMs <= 2) this.#encode();
    else this.#timer = setTimeout(() => this.#encode(), waitMs);
  }

  stop(): void {
    this.#stopped = true;
    this.#stopListening();
    clearTimeout(this.#timer);
    clearTimeout(this.#repeatTimer);
    if (this.#codec?.encoder.state === "configured") this.#codec.encoder.close();
    this.#codec = undefined;
  }

  async #load(): Promise<void> {
    const { VideoEncoder, VideoFrame } = await import("@napi-rs/webcodecs");
    if (this.#stopped) return;
    const { widthPx, heightPx, bitRate, frameMs } = this.#options;
    const encoder = new VideoEncoder({
      output: (chunk) => {
        const bytes = new Uint8Array(chunk.byteLength);
        chunk.copyTo(bytes);
        this.#output(bytes, chunk.type === "key", chunk.timestamp);
      },
      error: (error) => this.#fail(error),
    });
    encoder.ondequeue = () => {
      if (this.#changed) this.encodeSoon(false);
    };
    encoder.configure({
      codec: codecString(widthPx, heightPx),
      width: widthPx,
      height: heightPx,
      bitrate: bitRate,
      framerate: Math.round(1000 / frameMs),
      // "quality" answers each frame as fast as "realtime", which forces a key frame every ten frames.
      latencyMode: "quality",
      avc: { format: "annexb" },
    });
    this.#codec = { encoder, VideoFrame };
    this.encodeSoon(true);
  }

  #encode(): void {
    this.#timer = undefined;
    if (this.#stopped || !this.#codec || !this.#changed) return;
    const { encoder, VideoFrame } = this.#codec;
    // The encoder reports when it has taken a frame; then the screen as it is by then is encoded.
    if (encoder.encodeQueueSize >= queuedFramesMax) return;
    const nowMs = performance.now();
    const beforeMs = this.#lastEncodeMs;
    this.#lastEncodeMs = pacedFrameMs(beforeMs, this.#options.frameMs, nowMs);
    const isPatched = this.#readScreen(nowMs);
    if (isPatched) {
      // Once that is on its way: to hand a picture to the encoder takes a while.
      this.#lastEncodeMs = beforeMs;
      this.#timer = setTimeout(() => this.#encode(), 0);
      return;
    }
    this.#changed = false;
    const size = { codedWidth: this.#options.widthPx, codedHeight: this.#options.heightPx };
    const frame = new VideoFrame(this.#reader.picture.bytes, {
      format: "I420",
      ...size,
      timestamp: this.#nextPtsUs(nowMs),
    });
    this.#patches.noteEncoding();
    encoder.encode(frame, { keyFrame: this.#keyFrameWanted });
    frame.close();
    this.#keyFrameWanted = false;
    clearTimeout(this.#repeatTimer);
    this.#repeatTimer = setTimeout(() => this.#repeat(), repeatAfterMs);
  }

  /**
   * Brings the picture up to date. A small change that answers somebody it sends at once, for the encoder to follow;
   * answers whether it did.
   */
  #readScreen(nowMs: number): boolean {
    const isFirst = nowMs - this.#lastChangeMs >= restMs;
    const mayPatch = isFirst && !this.#keyFrameWanted && this.#patches.arePossible;
    const changed = this.#readChange(mayPatch ? patchedMacroblocksMax : 0);
    if (changed === "nothing") return false;
    this.#lastChangeMs = nowMs;
    if (changed === "much") return false;
    const data = this.#patches.make(this.#reader.picture, changed);
    this.#options.onPacket({ kind: "delta", ptsUs: this.#nextPtsUs(nowMs), data });
    return true;
  }

  /** Reads what has changed, as `ScreenReader.read` does; nothing is encoded meanwhile. */
  #readChange(mostMacroblocks: number): ReturnType<ScreenReader["read"]> {
    this.#isReading = true;
    try {
      return this.#reader.read(mostMacroblocks);
    } finally {
      this.#isReading = false;
    }
  }

  /** The time of a picture: of now, but behind the one before. */
  #nextPtsUs(nowMs: number): number {
    this.#lastPtsUs = Math.max(this.#lastPtsUs + 1, Math.round((nowMs - this.#options.startMs) * 1000));
    return this.#lastPtsUs;
  }

  #repeat(): void {
    this.#changed = true;
    this.#encode();
    clearTimeout(this.#repeatTimer);
  }

  #output(bytes: Uint8Array, key: boolean, ptsUs: number): void {
    if (this.#stopped) return;
    const { config, picture } = splitFrame(bytes);
    this.#patches.noteOutput(config, picture);
    this.#config = config ?? this.#config;
    if (key && this.#config) this.#options.onPacket({ kind: "config", ptsUs: 0, data: this.#config });
    this.#options.onPacket({ kind: key ? "key" : "delta", ptsUs, data: picture });
  }

  #fail(error: unknown): void {
    if (this.#stopped) return;
    this.stop();
    this.#options.onError(new Error("the screen could not be encoded as H.264", { cause: error }));
  }
}

/** High profile, the one this encoder makes, at the lowest level that holds the frame (ITU-T H.264, table A-1). */
function codecString(widthPx: number, heightPx: number): string {
  const macroblocks = Math.ceil(widthPx / 16) * Math.ceil(heightPx / 16);
  const level = macroblocks <= 3600 ? "20" : macroblocks <= 8192 ? "28" : macroblocks <= 22_080 ? "32" : "34";
  return `avc1.6400${level}`;
}

/** As scrcpy does: encoders want multiples of 8. */
function toMultipleOf8(sizePx: number): number {
  return Math.max(8, Math.floor((sizePx + 0.5) / 8) * 8);
}

const sources = new WeakMap<Display, Map<string, VideoSource>>();

/** The display's source with these parameters, the same one for all who ask. */
export function videoSourceOf(display: Display, parameters: VideoParameters): VideoSource {
  let shared = sources.get(display);
  if (!shared) {
    shared = new Map();
    sources.set(display, shared);
  }
  const key = `${parameters.maxSize} ${parameters.maxFps} ${parameters.bitRate}`;
  let source = shared.get(key);
  if (!source) {
    source = new VideoSource(display, parameters);
    shared.set(key, source);
  }
  return source;
}
