import { KEY_ACTIONS } from "@terrarium/scrcpy/control";
import { KEY_CODES } from "@terrarium/scrcpy/key-codes";
import type { InputTarget } from "../input-target.ts";

type Modifiers = Pick<MouseEvent, "shiftKey" | "ctrlKey" | "altKey" | "metaKey">;

const KEYS = [
  ["shiftKey", KEY_CODES.shiftLeft],
  ["ctrlKey", KEY_CODES.ctrlLeft],
  ["altKey", KEY_CODES.altLeft],
  ["metaKey", KEY_CODES.metaLeft],
] as const;

/**
 * Presses modifiers on the device only while a mouse button is down. A modifier released outside the page would
 * otherwise stay down.
 */
export class HeldModifiers {
  readonly #target: InputTarget;
  readonly #held = new Set<number>();

  constructor(target: InputTarget) {
    this.#target = target;
  }

  hold(modifiers: Modifiers): void {
    for (const [name, keyCode] of KEYS) if (modifiers[name]) this.#move(keyCode, "down");
  }

  release(): void {
    for (const keyCode of this.#held) this.#move(keyCode, "up");
  }

  #move(keyCode: number, action: "down" | "up"): void {
    if (this.#held.has(keyCode) === (action === "down")) return;
    this.#held[action === "down" ? "add" : "delete"](keyCode);
    this.#target.send({ type: "key", action: KEY_ACTIONS[action], keyCode, repeat: 0, metaState: 0 });
  }
}
