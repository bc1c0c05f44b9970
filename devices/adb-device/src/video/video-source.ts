import { KeyFrameGate } from "@terrarium/scrcpy/key-frame-gate";
import type { VideoPacket } from "@terrarium/scrcpy/video";
import type { Display } from "../ports/display.ts";
import { splitFrame } from "./annex-b.ts";
import type { EncodedFrame, OpenScreenEncoder, ScreenEncoder } from "./encoder/screen-encoder.ts";
import { pacedFrameMs } from "./frame-pace.ts";
import { Patches } from "./patch/patches.ts";
import { ScreenReader } from "./screen-reader.ts";

export interface VideoParameters {
  /** Longest side in pixels; 0 is the screen's own size. */
  maxSize: number;
  /** Maximum frames per second; 0 is the default of 60. */
  maxFps: number;
  bitRate: number;
}

export interface VideoViewer {
  onPacket(packet: VideoPacket): void;
  onError(error: Error): void;
}

const DEFAULT_FPS = 60;
/**
 * Time until the last frame is encoded again, in milliseconds. The repetition is sharper, and makes decoders that delay
 * by a frame show the last one.
 */
const REPEAT_AFTER_MS = 120;
/**
 * Idle time after which a small change bypasses the encoder and is sent immediately, such as the response to a touch or
 * a key.
 */
const REST_MS = 40;
/** Limit of a small change: 12 kB, a fifth of a percent of a second of video each. */
const PATCHED_MACROBLOCKS_MAX = 32;

/**
 * H.264 video of the screen, for any number of viewers with the same parameters. They share one encoder, loaded for the
 * first viewer and released after the last. A frame is encoded only when the screen has changed. Every viewer starts
 * with the parameter sets and a key frame.
 */
export class VideoSource {
  readonly #startMs = performance.now();
  readonly #display: Display;
  readonly #frameMs: number;
  readonly #parameters: VideoParameters;
  readonly #openEncoder: OpenScreenEncoder;
  readonly #viewers = new Map<VideoViewer, KeyFrameGate>();
  #running: Encoding | undefined;
  #stopResize: (() => void) | undefined;

  constructor(display: Display, parameters: VideoParameters, openEncoder: OpenScreenEncoder) {
    this.#display = display;
    this.#parameters = parameters;
    this.#openEncoder = openEncoder;
    this.#frameMs = 1000 / (parameters.maxFps || DEFAULT_FPS);
  }

  /** Width of the video, which follows the screen's rotation. */
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

  /** Starts sending to the viewer; returns a function that stops it. */
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

  /** Sends a key frame of the current screen, even if it is unchanged. */
  requestKeyFrame(): void {
    this.#running?.encodeSoon(true);
  }

  /** Handles a new screen size: a new encoder starts with parameter sets and a key frame of that size. */
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
      openEncoder: this.#openEncoder,
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
  /** Time of the source's start; timestamps are relative to it. */
  startMs: number;
  display: Display;
  widthPx: number;
  heightPx: number;
  frameMs: number;
  bitRate: number;
  openEncoder: OpenScreenEncoder;
  onPacket: (packet: VideoPacket) => void;
  onError: (error: Error) => void;
}

/** An encoder's lifetime, from the first viewer to the last. */
class Encoding {
  readonly #options: EncodingOptions;
  readonly #stopListening: () => void;
  #encoder: ScreenEncoder | undefined;
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
    this.#open().catch((error: unknown) => this.#fail(error));
  }

  /** Encodes the screen as soon as the frame rate and the encoder's queue allow. */
  encodeSoon(keyFrame: boolean): void {
    this.#changed = true;
    this.#keyFrameWanted ||= keyFrame;
    // Reading draws a pending frame, which calls this again while that frame is already being encoded.
    if (this.#timer !== undefined || this.#isReading || this.#stopped) return;
    const waitMs = this.#lastEncodeMs + this.#options.frameMs - performance.now();
    // A slightly early frame counts as on time: timers and the screen's own pace both vary.
    if (waitMs <= 2) this.#encode();
    else this.#timer = setTimeout(() => this.#encode(), waitMs);
  }

  stop(): void {
    this.#stopped = true;
    this.#stopListening();
    clearTimeout(this.#timer);
    clearTimeout(this.#repeatTimer);
    this.#encoder?.close();
    this.#encoder = undefined;
  }

  async #open(): Promise<void> {
    const { widthPx, heightPx, bitRate, frameMs, openEncoder } = this.#options;
    const encoder = await openEncoder({
      widthPx,
      heightPx,
      bitRate,
      framesPerSecond: Math.round(1000 / frameMs),
      onFrame: (frame) => this.#output(frame),
      onReady: () => {
        if (this.#changed) this.encodeSoon(false);
      },
      onError: (error) => this.#fail(error),
    });
    if (this.#stopped) return encoder.close();
    this.#encoder = encoder;
    this.encodeSoon(true);
  }

  #encode(): void {
    this.#timer = undefined;
    // The encoder reports when it accepts a frame; the screen of that moment is encoded then.
    if (this.#stopped || !this.#encoder?.isReady || !this.#changed) return;
    const nowMs = performance.now();
    const beforeMs = this.#lastEncodeMs;
    this.#lastEncodeMs = pacedFrameMs(beforeMs, this.#options.frameMs, nowMs);
    const isPatched = this.#readScreen(nowMs);
    if (isPatched) {
      // Encodes after the patch has been sent: passing a frame to the encoder takes time.
      this.#lastEncodeMs = beforeMs;
      this.#timer = setTimeout(() => this.#encode(), 0);
      return;
    }
    this.#changed = false;
    this.#patches.noteEncoding();
    this.#encoder.encode(this.#reader.picture, { ptsUs: this.#nextPtsUs(nowMs), isKey: this.#keyFrameWanted });
    this.#keyFrameWanted = false;
    clearTimeout(this.#repeatTimer);
    this.#repeatTimer = setTimeout(() => this.#repeat(), REPEAT_AFTER_MS);
  }

  /**
   * Updates the image. Sends a small interactive change immediately, with the encoder to follow; returns whether it
   * did.
   */
  #readScreen(nowMs: number): boolean {
    const isFirst = nowMs - this.#lastChangeMs >= REST_MS;
    const mayPatch = isFirst && !this.#keyFrameWanted && this.#patches.arePossible;
    const changed = this.#readChange(mayPatch ? PATCHED_MACROBLOCKS_MAX : 0);
    if (changed === "nothing") return false;
    this.#lastChangeMs = nowMs;
    if (changed === "much") return false;
    const data = this.#patches.make(this.#reader.picture, changed);
    this.#options.onPacket({ kind: "delta", ptsUs: this.#nextPtsUs(nowMs), data });
    return true;
  }

  /** Reads changes, as `ScreenReader.read` does, with encoding paused. */
  #readChange(mostMacroblocks: number): ReturnType<ScreenReader["read"]> {
    this.#isReading = true;
    try {
      return this.#reader.read(mostMacroblocks);
    } finally {
      this.#isReading = false;
    }
  }

  /** Returns the timestamp of a frame: now, but after the previous one. */
  #nextPtsUs(nowMs: number): number {
    this.#lastPtsUs = Math.max(this.#lastPtsUs + 1, Math.round((nowMs - this.#options.startMs) * 1000));
    return this.#lastPtsUs;
  }

  #repeat(): void {
    this.#changed = true;
    this.#encode();
    clearTimeout(this.#repeatTimer);
  }

  #output({ bytes, isKey, ptsUs }: EncodedFrame): void {
    if (this.#stopped) return;
    const { config, picture } = splitFrame(bytes);
    this.#patches.noteOutput(config, picture);
    this.#config = config ?? this.#config;
    if (isKey && this.#config) this.#options.onPacket({ kind: "config", ptsUs: 0, data: this.#config });
    this.#options.onPacket({ kind: isKey ? "key" : "delta", ptsUs, data: picture });
  }

  #fail(error: unknown): void {
    if (this.#stopped) return;
    this.stop();
    this.#options.onError(new Error("the screen could not be encoded as H.264", { cause: error }));
  }
}

/** Rounds like scrcpy: encoders require multiples of 8. */
function toMultipleOf8(sizePx: number): number {
  return Math.max(8, Math.floor((sizePx + 0.5) / 8) * 8);
}

const sources = new WeakMap<Display, Map<string, VideoSource>>();

/** Returns the display's source with these parameters, shared by all callers. They pass the same encoder. */
export function videoSourceOf(
  display: Display,
  parameters: VideoParameters,
  openEncoder: OpenScreenEncoder,
): VideoSource {
  let shared = sources.get(display);
  if (!shared) {
    shared = new Map();
    sources.set(display, shared);
  }
  const key = `${parameters.maxSize} ${parameters.maxFps} ${parameters.bitRate}`;
  let source = shared.get(key);
  if (!source) {
    source = new VideoSource(display, parameters, openEncoder);
    shared.set(key, source);
  }
  return source;
}
