import { setTimeout as sleep } from "node:timers/promises";
import { ControlMessageReader } from "@terrarium/scrcpy/control-reader";
import { type ReceivedPacket, serializeVideoPacket, type VideoPacket } from "@terrarium/scrcpy/video";
import type { Adb } from "@yume-chan/adb";
import { runCommand, takeScreenshot } from "../adb/commands.ts";
import { InputCommands } from "../input/input-commands.ts";
import type { Mirror, MirrorEvents } from "./screen-mirror.ts";

/** Least pause between screenshots. Each costs the device a large part of a core for a fifth of a second. */
const INTERVAL_MS = 500;
/** Limit of pending commands; further ones are dropped. */
const COMMANDS_MAX = 32;

/**
 * Mirrors the screen of a device without video by screenshots (`screencap`). Each changed screen is sent as a PNG file
 * in a key frame packet. Input uses Android's `input`. Resolves after the first screenshot.
 */
export async function startPictures(adb: Adb, events: MirrorEvents): Promise<Mirror> {
  const pictures = new Pictures(adb, events);
  await pictures.take();
  void pictures.goOn();
  const controls = new Controls(adb, () => pictures.showAgain());
  return {
    control: (message) => controls.take(message),
    async close() {
      pictures.stop();
    },
  };
}

class Pictures {
  readonly #adb: Adb;
  readonly #events: MirrorEvents;
  readonly #over = new AbortController();
  #last: Uint8Array | undefined;
  #size = "";

  constructor(adb: Adb, events: MirrorEvents) {
    this.#adb = adb;
    this.#events = events;
  }

  async take(): Promise<void> {
    const png = await takeScreenshot(this.#adb);
    if (this.#over.signal.aborted || (this.#last && Buffer.compare(this.#last, png) === 0)) return;
    this.#last = png;
    this.#show(png);
  }

  showAgain(): void {
    if (this.#last) this.#show(this.#last);
  }

  /** Never rejects; a failure ends the mirror. */
  async goOn(): Promise<void> {
    const { signal } = this.#over;
    try {
      while (!signal.aborted) {
        await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
        if (!signal.aborted) await this.take();
      }
    } catch (error) {
      if (!signal.aborted) this.#events.end(error instanceof Error ? error.message : String(error));
    }
  }

  stop(): void {
    this.#over.abort();
  }

  /**
   * Sends a configuration before the image, as before a key frame of a video. The configuration is empty; an event
   * reports a new size.
   */
  #show(png: Uint8Array): void {
    // The IHDR chunk comes first (PNG specification, 11.2.2).
    const header = new DataView(png.buffer, png.byteOffset, png.byteLength);
    const [width, height] = [header.getUint32(16), header.getUint32(20)];
    if (this.#size !== `${width}x${height}`) {
      this.#size = `${width}x${height}`;
      this.#events.event({ type: "screen", codec: "png", width, height });
    }
    this.#events.packet(toReceived({ kind: "config", ptsUs: 0, data: new Uint8Array() }));
    this.#events.packet(toReceived({ kind: "key", ptsUs: Math.round(performance.now() * 1000), data: png }));
  }
}

function toReceived(packet: VideoPacket): ReceivedPacket {
  const bytes = serializeVideoPacket(packet);
  return { ...packet, data: bytes.subarray(bytes.length - packet.data.length), bytes };
}

/** Runs one command after another on the device. */
class Controls {
  readonly #adb: Adb;
  readonly #showAgain: () => void;
  readonly #commands = new InputCommands();
  #waiting = 0;
  #last: Promise<unknown> = Promise.resolve();

  constructor(adb: Adb, showAgain: () => void) {
    this.#adb = adb;
    this.#showAgain = showAgain;
  }

  async take(bytes: Uint8Array): Promise<void> {
    for (const message of new ControlMessageReader().push(bytes)) {
      if (message.type === "resetVideo") this.#showAgain();
      const command = this.#commands.of(message, performance.now());
      if (command !== undefined && this.#waiting < COMMANDS_MAX) await this.#run(command);
    }
  }

  async #run(command: string): Promise<void> {
    this.#waiting += 1;
    // The next screenshot shows the effect, or reports the failure.
    this.#last = this.#last.then(() => runCommand(this.#adb, command)).catch(() => undefined);
    await this.#last;
    this.#waiting -= 1;
  }
}
