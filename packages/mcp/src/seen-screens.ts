import { createHash } from "node:crypto";
import { describeScreen } from "./screen/lines.ts";
import type { Screen } from "./screen/screen.ts";

const KEPT_MAX = 2_000;
const MARK_CHARS = 6;

/** Returns a short hash of a screen, by which an agent can name the last screen that it saw. */
export const markOf = (screen: Screen): string =>
  createHash("sha256").update(describeScreen(screen)).digest("hex").slice(0, MARK_CHARS);

/**
 * Mark of the last screen that each session saw, per device. It only shortens answers: on another server, or after
 * eviction, the session receives the complete screen again.
 */
export class SeenScreens {
  readonly #seen = new Map<string, string>();

  /** Returns whether the agent has seen this screen last: by its own mark, or by its session's record. */
  has(session: string | undefined, deviceId: string, screen: Screen, mark?: string): boolean {
    const last = mark ?? (session === undefined ? undefined : this.#seen.get(keyOf(session, deviceId)));
    return last === markOf(screen);
  }

  note(session: string, deviceId: string, screen: Screen): void {
    const key = keyOf(session, deviceId);
    this.#seen.delete(key);
    this.#seen.set(key, markOf(screen));
    const [oldest] = this.#seen.keys();
    if (this.#seen.size > KEPT_MAX && oldest !== undefined) this.#seen.delete(oldest);
  }
}

const keyOf = (session: string, deviceId: string): string => `${session} ${deviceId}`;
