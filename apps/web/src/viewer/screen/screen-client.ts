import type { ScreenCodec, ScreenSocketEvent, WatchedSandbox } from "@terrarium/contract/proxy-messages";
import type { ControlMessage } from "@terrarium/scrcpy/control";
import { serializeControlMessage } from "@terrarium/scrcpy/control-serializer";
import { VideoStreamReader } from "@terrarium/scrcpy/video";
import { type FinalEnd, LiveSocket, type Pause } from "../parts/live-socket.ts";
import { ScreenDecoder } from "./decoder.ts";

export type ScreenState =
  | { kind: "connecting" }
  | { kind: "live" }
  | { kind: "reconnecting"; detail: string }
  | FinalEnd
  | Pause
  | { kind: "unsupported"; detail: string };

export interface ScreenSize {
  widthPx: number;
  heightPx: number;
}

/** Frames drawn and bytes received within the last second. */
export interface ScreenStats {
  framesPerSecond: number;
  kilobitsPerSecond: number;
}

export interface ScreenClientEvents {
  state(state: ScreenState): void;
  /** Receives the description of the sandbox, and again with its controls. */
  sandbox(sandbox: WatchedSandbox): void;
  size(size: ScreenSize): void;
  /** Receives the codec of the stream. */
  codec(codec: ScreenCodec): void;
  stats(stats: ScreenStats): void;
  /** Receives changes of the device's clipboard. */
  clipboard(text: string): void;
}

/** The connection to one screen: receives, decodes and draws onto a canvas, and sends control messages. */
export class ScreenClient {
  readonly #canvas: HTMLCanvasElement;
  readonly #events: ScreenClientEvents;
  readonly #socket: LiveSocket;
  readonly #decoder: ScreenDecoder;
  readonly #statsTimer: ReturnType<typeof setInterval>;
  /** The latest frame, waiting for the browser's next repaint. */
  #nextFrame: VideoFrame | undefined;
  #size: ScreenSize | undefined;
  #isLive = false;
  #frames = 0;
  #receivedBytes = 0;

  constructor(options: { url: string; token: string; canvas: HTMLCanvasElement; events: ScreenClientEvents }) {
    const { canvas, events } = options;
    this.#canvas = canvas;
    this.#events = events;
    this.#decoder = new ScreenDecoder({
      frame: (frame) => this.#show(frame),
      needsKeyFrame: () => this.send({ type: "resetVideo" }),
      fail: (detail) => {
        this.close();
        events.state({ kind: "unsupported", detail });
      },
    });
    this.#socket = new LiveSocket(options.url, options.token, {
      message: (data) => this.#receive(data),
      retry: (detail) => {
        this.#isLive = false;
        events.state({ kind: "reconnecting", detail });
      },
      stopped: (detail) => {
        this.#isLive = false;
        events.state({ kind: "stopped", detail });
      },
      end: (end) => {
        this.close();
        events.state(end);
      },
    });
    this.#statsTimer = setInterval(() => this.#tellStats(), 1000);
  }

  /** The size of the video. Positions are in its pixels. Undefined before the first frame. */
  get size(): ScreenSize | undefined {
    return this.#size;
  }

  send(message: ControlMessage): void {
    this.#socket.send(serializeControlMessage(message));
  }

  close(): void {
    clearInterval(this.#statsTimer);
    this.#socket.close();
    this.#decoder.close();
    this.#nextFrame?.close();
    this.#nextFrame = undefined;
  }

  #receive(data: string | ArrayBuffer): void {
    if (typeof data === "string") {
      const event = JSON.parse(data) as ScreenSocketEvent;
      if (event.type === "sandbox") this.#events.sandbox(event);
      else if (event.type === "clipboard") this.#events.clipboard(event.text);
      else {
        this.#decoder.setCodec(event.codec);
        this.#events.codec(event.codec);
        this.#setSize({ widthPx: event.width, heightPx: event.height });
      }
      return;
    }
    this.#receivedBytes += data.byteLength;
    const reader = new VideoStreamReader({ deviceMeta: false, codecMeta: false });
    for (const event of reader.push(new Uint8Array(data))) if (event.type === "packet") this.#decoder.push(event);
  }

  #setSize(size: ScreenSize): void {
    if (this.#size?.widthPx === size.widthPx && this.#size.heightPx === size.heightPx) return;
    this.#size = size;
    this.#events.size(size);
  }

  #show(frame: VideoFrame): void {
    this.#frames += 1;
    const isScheduled = this.#nextFrame !== undefined;
    this.#nextFrame?.close();
    this.#nextFrame = frame;
    if (!isScheduled) requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    const frame = this.#nextFrame;
    this.#nextFrame = undefined;
    if (!frame) return;
    const { displayWidth, displayHeight } = frame;
    if (this.#canvas.width !== displayWidth || this.#canvas.height !== displayHeight) {
      this.#canvas.width = displayWidth;
      this.#canvas.height = displayHeight;
      this.#setSize({ widthPx: displayWidth, heightPx: displayHeight });
    }
    this.#canvas.getContext("2d", { alpha: false })?.drawImage(frame, 0, 0);
    frame.close();
    if (!this.#isLive) this.#events.state({ kind: "live" });
    this.#isLive = true;
  }

  #tellStats(): void {
    this.#events.stats({
      framesPerSecond: this.#frames,
      kilobitsPerSecond: Math.round((this.#receivedBytes * 8) / 1000),
    });
    this.#frames = 0;
    this.#receivedBytes = 0;
  }
}
