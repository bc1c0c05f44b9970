import { createHash } from "node:crypto";
import { describeScreen } from "./screen/lines.ts";
import type { Screen } from "./screen/screen.ts";

const KEPT_MAX = 2_000;

/**
 * Hash of the last screen that each caller saw, per device. It only shortens answers: on another server, or after
 * eviction, the caller receives the complete screen again.
 */
export class SeenScreens {
  readonly #seen = new Map<string, string>();

  has(viewer: string, deviceId: string, screen: Screen): boolean {
    return this.#seen.get(`${viewer} ${deviceId}`) === digest(screen);
  }

  note(viewer: string, deviceId: string, screen: Screen): void {
    const key = `${viewer} ${deviceId}`;
    this.#seen.delete(key);
    this.#seen.set(key, digest(screen));
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > KEPT_MAX && oldest !== undefined) this.#seen.delete(oldest);
  }
}

const digest = (screen: Screen): string => createHash("sha256").update(describeScreen(screen)).digest("base64");
