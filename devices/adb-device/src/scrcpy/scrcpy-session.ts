import type { Duplex } from "node:stream";
import { ControlMessageReader } from "@terrarium/scrcpy/control-reader";
import { serializeDeviceMessage, type DeviceMessage } from "@terrarium/scrcpy/device-message";
import { HeldInput } from "@terrarium/scrcpy/held-input";
import { KeyFrameGate } from "@terrarium/scrcpy/key-frame-gate";
import type { ServerOptions } from "@terrarium/scrcpy/server-arguments";
import {
  audioDisabledMarker,
  serializeDeviceName,
  serializeVideoHeader,
  serializeVideoPacket,
  VIDEO_CODEC_IDS,
  type VideoPacket,
} from "@terrarium/scrcpy/video";
import type { Screen } from "../ports/screen.ts";
import type { OpenScreenEncoder } from "../video/encoder/screen-encoder.ts";
import { videoSourceOf, type VideoSource } from "../video/video-source.ts";
import { applyControl } from "./scrcpy-control.ts";

export interface ScrcpySessionOptions {
  screen: Screen;
  options: ServerOptions;
  deviceName: string;
  openEncoder: OpenScreenEncoder;
  log: (text: string) => void;
  /** Called when a client hung up (0), or streaming failed (1). */
  onEnd: (code: number) => void;
}

/** One second of video at the usual bit rate. */
const UNSENT_BYTES_MAX = 1024 * 1024;

/** One client of the scrcpy server, with up to three sockets. */
export class ScrcpySession {
  readonly #options: ScrcpySessionOptions;
  readonly #sockets = new Map<"video" | "audio" | "control", Duplex>();
  readonly #cleanups: (() => void)[] = [];
  #ended = false;
  #source: VideoSource | undefined;
  /**
   * Closed while the client is slower than the screen. It opens again with a key frame when the client has caught up.
   */
  readonly #gate = new KeyFrameGate();

  constructor(options: ScrcpySessionOptions) {
    this.#options = options;
  }

  /** Adds a socket, in opening order. */
  add(role: "video" | "audio" | "control", socket: Duplex): void {
    const first = this.#sockets.size === 0;
    this.#sockets.set(role, socket);
    socket.on("error", (error) => this.#options.log(`[server] WARN: The ${role} socket failed: ${error.message}\n`));
    socket.on("close", () => this.#hangUp());
    socket.on("end", () => this.#hangUp());
    const { tunnelForward, sendDummyByte } = this.#options.options;
    if (first && tunnelForward && sendDummyByte) socket.write(Uint8Array.of(0));
    // Data received here has no meaning, but a hang-up is only detected while reading.
    if (role !== "control") socket.resume();
  }

  /** Introduces the device, then streams and listens. Call it once all sockets are connected. */
  start(): void {
    const { options, deviceName } = this.#options;
    const [first] = this.#sockets.values();
    if (options.sendDeviceMeta) first?.write(serializeDeviceName(deviceName));
    this.#startVideo(this.#sockets.get("video"));
    this.#sockets.get("audio")?.write(audioDisabledMarker);
    this.#startControl(this.#sockets.get("control"));
  }

  end(code: number): void {
    if (this.#ended) return;
    this.#ended = true;
    for (const cleanup of this.#cleanups) cleanup();
    for (const socket of this.#sockets.values()) socket.destroy();
    this.#options.onEnd(code);
  }

  #hangUp(): void {
    this.end(0);
  }

  #startVideo(socket: Duplex | undefined): void {
    if (!socket) return;
    const { screen, options, openEncoder, log } = this.#options;
    const parameters = { maxSize: options.maxSize, maxFps: options.maxFps, bitRate: options.videoBitRate };
    const source = videoSourceOf(screen.display, parameters, openEncoder);
    this.#source = source;
    if (options.sendCodecMeta) {
      socket.write(
        serializeVideoHeader({ codecId: VIDEO_CODEC_IDS.h264, widthPx: source.widthPx, heightPx: source.heightPx }),
      );
    }
    socket.on("drain", () => {
      if (!this.#gate.isOpen) source.requestKeyFrame();
    });
    const onError = (error: Error): void => {
      log(
        `[server] ERROR: ${error.message}: ${error.cause instanceof Error ? error.cause.message : String(error.cause)}\n`,
      );
      this.end(1);
    };
    this.#cleanups.push(source.watch({ onPacket: (packet) => this.#sendVideo(socket, packet), onError }));
  }

  #sendVideo(socket: Duplex, packet: VideoPacket): void {
    if (this.#ended) return;
    if (socket.writableLength > UNSENT_BYTES_MAX) this.#gate.close();
    else if (this.#gate.admits(packet))
      socket.write(this.#options.options.sendFrameMeta ? serializeVideoPacket(packet) : packet.data);
  }

  #startControl(socket: Duplex | undefined): void {
    if (!socket) return;
    const { screen, options, log } = this.#options;
    const reader = new ControlMessageReader();
    let settingClipboard = false;
    let missedClipboard = false;
    // Nothing is buffered for a client that does not read. It receives the current clipboard when it reads again.
    const send = (message: DeviceMessage): void => {
      if (this.#ended) return;
      if (socket.writableLength <= UNSENT_BYTES_MAX) socket.write(serializeDeviceMessage(message));
      else if (message.type === "clipboard") missedClipboard = true;
    };
    socket.on("drain", () => {
      if (!missedClipboard) return;
      missedClipboard = false;
      send({ type: "clipboard", text: screen.clipboard.get() });
    });
    const context = { screen, send, log, resetVideo: () => this.#source?.requestKeyFrame() };
    const held = new HeldInput();
    // Otherwise the keys and fingers would stay pressed for the next client.
    this.#cleanups.push(() => held.release().forEach((message) => applyControl(message, context)));
    socket.on("data", (chunk: Uint8Array) => {
      if (this.#ended) return;
      try {
        for (const message of reader.push(chunk)) {
          settingClipboard = message.type === "setClipboard";
          applyControl(message, context);
          held.note(message);
          settingClipboard = false;
        }
      } catch (error) {
        log(`[server] ERROR: ${error instanceof Error ? error.message : String(error)}\n`);
        this.end(1);
      }
    });
    if (!options.clipboardAutosync) return;
    // A client does not need a report of its own clipboard text.
    this.#cleanups.push(screen.clipboard.onChange((text) => settingClipboard || send({ type: "clipboard", text })));
  }
}
