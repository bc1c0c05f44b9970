import {
  click,
  deviceScreenSize,
  drag,
  keyPress,
  type KeyName,
  screenshot,
  scroll,
  type,
} from "@terrarium/contract/gbox-android";
import type { HttpClient } from "./http-client.ts";

/** Pixels from the left and the top edge of the screen. */
export type Point = [x: number, y: number];

export const Architecture = { X86: "x86", ARM64: "arm64" } as const;
export type Architecture = (typeof Architecture)[keyof typeof Architecture];

/** One Android device. Every method rejects with TerrariumError if its call fails. */
export class AndroidGbox {
  readonly sandboxId: string;
  readonly arch: Architecture;
  readonly #http: HttpClient;

  constructor(http: HttpClient, sandboxId: string, arch: Architecture) {
    this.#http = http;
    this.sandboxId = sandboxId;
    this.arch = arch;
  }

  /** Presses a key. */
  async keypress(key: KeyName): Promise<void> {
    await this.#http.call(keyPress, { body: { uid: this.sandboxId, key } });
  }

  /** Taps a point. */
  async click(x: number, y: number): Promise<void> {
    await this.#http.call(click, { body: { uid: this.sandboxId, x, y } });
  }

  /** Types into the focused field. `%s` stands for a space, as with adb. */
  async type(text: string): Promise<void> {
    await this.#http.call(type, { body: { uid: this.sandboxId, text } });
  }

  /** Moves a finger from one point to another. Devices may not recognize a very short drag as a gesture. */
  async drag(start: Point, end: Point, durationMs?: number): Promise<void> {
    await this.#http.call(drag, {
      body: { ...this.#line(start, end), ...(durationMs === undefined ? {} : { ms: durationMs }) },
    });
  }

  /** Swipes quickly from one point to another. */
  async scroll(start: Point, end: Point): Promise<void> {
    await this.#http.call(scroll, { body: this.#line(start, end) });
  }

  /** Returns the screen as a data URL: `data:image/png;base64,…`. */
  async screenshot(): Promise<string> {
    return (await this.#http.call(screenshot, { body: { uid: this.sandboxId } })).url;
  }

  /** Returns width and height of the screen, in pixels. */
  async getDeviceScreenSize(): Promise<[width: number, height: number]> {
    return this.#http.call(deviceScreenSize, { body: { uid: this.sandboxId } });
  }

  #line([startX, startY]: Point, [endX, endY]: Point) {
    return { uid: this.sandboxId, startX, startY, endX, endY };
  }
}
