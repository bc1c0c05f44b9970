import {
  MOUSE_BUTTONS,
  type Input,
  type KeyEvent,
  type PointerEvent,
  type ScrollEvent,
  type TouchEvent,
} from "@terrarium/adb-device/ports/input";
import { characterKeys, KEY_CODES, META_STATES } from "@terrarium/scrcpy/key-codes";
import { InTurn } from "./in-turn.ts";
import { keysymOfCharacter, keysymOfKey, KEYSYMS } from "./keysyms.ts";
import { ask, type XConnection } from "./x-connection.ts";
import type { XKeyboard } from "./x-keyboard.ts";

/** Event types of the core protocol, used as XTEST operations. */
const TYPES = { buttonPress: 4, buttonRelease: 5, motion: 6 };
/** X11 button numbers: the wheel counts as four buttons. */
const BUTTONS = new Map<number, number>([
  [MOUSE_BUTTONS.primary, 1],
  [MOUSE_BUTTONS.tertiary, 2],
  [MOUSE_BUTTONS.secondary, 3],
  [MOUSE_BUTTONS.back, 8],
  [MOUSE_BUTTONS.forward, 9],
]);
const WHEEL = { up: 4, down: 5, left: 6, right: 7 };
const MAX_CLICKS = 64;
const PRESS_MS = 30;
const BETWEEN_CLICKS_MS = 60;
/** Android keys that are control-key combinations on a desktop. */
const CONTROL_KEYS: ReadonlyMap<number, number | undefined> = new Map([
  [KEY_CODES.cut, characterKeys.x],
  [KEY_CODES.copy, characterKeys.c],
  [KEY_CODES.paste, characterKeys.v],
]);
/** Keys of the modifiers in a meta state. */
const META_KEYS = [
  [META_STATES.shift, KEYSYMS.shift],
  [META_STATES.alt, KEYSYMS.alt],
  [META_STATES.ctrl, KEYSYMS.control],
  [META_STATES.meta, KEYSYMS.superLeft],
] as const;

/** Mouse and keyboard input for the X server, through its XTEST extension. */
export class XInput implements Input {
  readonly #x: XConnection;
  readonly #keyboard: XKeyboard;
  #pressed = 0;
  #at = { xPx: -1, yPx: -1 };
  #finger: number | undefined;
  /** Modifier keys pressed on their own. */
  readonly #held = new Set<number>();
  #rest = { horizontal: 0, vertical: 0 };
  /** Typing may be asynchronous: later input is queued behind it. */
  readonly #turns = new InTurn();

  constructor(x: XConnection, keyboard: XKeyboard) {
    this.#x = x;
    this.#keyboard = keyboard;
  }

  /** Resolves when the server has processed all input sent until now. */
  async settled(): Promise<void> {
    await this.#turns.settled();
    // The server processes a client's requests in order, so the last response comes last.
    await ask((answer) => this.#x.client.QueryPointer(this.#x.root, answer));
  }

  touch(event: TouchEvent): void {
    this.#turns.do(() => this.#touch(event));
  }

  pointer(event: PointerEvent): void {
    this.#turns.do(() => this.#point(event));
  }

  key(event: KeyEvent): void {
    this.#turns.do(() => this.#key(event));
  }

  /**
   * Clicks a button (`MOUSE_BUTTONS`) a number of times at the pointer's position. The server itself keeps the delay
   * between clicks (XTEST 2.2, "delay"), by which programs detect a double click. Late requests therefore do not change
   * the timing.
   */
  click(button: number, times: number): void {
    this.#turns.do(() => {
      const number = BUTTONS.get(button) ?? 1;
      for (let done = 0; done < times; done++) {
        this.#fake(TYPES.buttonPress, number, 0, 0, done > 0 ? BETWEEN_CLICKS_MS : 0);
        this.#fake(TYPES.buttonRelease, number, 0, 0, PRESS_MS);
      }
    });
  }

  /** Returns whether a PC keyboard has this Android key; other keys do nothing. */
  hasKey(keyCode: number): boolean {
    return CONTROL_KEYS.has(keyCode) || keysymOfKey(keyCode) !== undefined;
  }

  scroll(event: ScrollEvent): void {
    this.#turns.do(() => this.#scroll(event));
  }

  text(text: string): void {
    this.#turns.do(() => this.#keyboard.type(Array.from(text, keysymOfCharacter)));
  }

  /** Handles one finger at a time, as the mouse. */
  #touch({ action, pointerId, xPx, yPx, secondary = false }: TouchEvent): void {
    // A finger without a reported lift is lifted at its last position before it comes down again, as on a phone.
    if (action === "down" && this.#finger === pointerId) this.#touch({ action: "cancel", pointerId, ...this.#at });
    if (action === "down" ? this.#finger !== undefined : this.#finger !== pointerId) return;
    const lifted = action === "up" || action === "cancel";
    this.#finger = lifted ? undefined : pointerId;
    const button = secondary ? MOUSE_BUTTONS.secondary : MOUSE_BUTTONS.primary;
    this.#point({ xPx, yPx, buttons: lifted ? 0 : action === "down" ? button : this.#pressed });
  }

  #point({ xPx, yPx, buttons: wanted }: PointerEvent): void {
    // Does not move on a press or release at the same position: programs would see the start of a drag.
    const stays = this.#at.xPx === xPx && this.#at.yPx === yPx && wanted !== this.#pressed;
    if (!stays) this.#fake(TYPES.motion, 0, xPx, yPx);
    this.#at = { xPx, yPx };
    for (const [button, number] of BUTTONS) {
      const [was, is] = [(this.#pressed & button) !== 0, (wanted & button) !== 0];
      if (was !== is) this.#fake(is ? TYPES.buttonPress : TYPES.buttonRelease, number);
    }
    this.#pressed = wanted;
  }

  #key({ action, keyCode, metaState }: KeyEvent): void {
    const letter = CONTROL_KEYS.get(keyCode);
    if (letter !== undefined) return this.#key({ action, keyCode: letter, metaState: metaState | META_STATES.ctrl });
    const keysym = keysymOfKey(keyCode);
    if (keysym === undefined) return;
    const isModifier = META_KEYS.some(([, each]) => each === keysym);
    if (isModifier) this.#held[action === "down" ? "add" : "delete"](keysym);
    const added = isModifier
      ? []
      : META_KEYS.flatMap(([bit, key]) => (metaState & bit && !this.#held.has(key) ? [key] : []));
    if (action === "down") for (const each of added) this.#keyboard.move(each, "down");
    this.#keyboard.move(keysym, action);
    if (action === "down") for (const each of added) this.#keyboard.move(each, "up");
  }

  #scroll({ xPx, yPx, horizontal, vertical }: ScrollEvent): void {
    this.#point({ xPx, yPx, buttons: this.#pressed });
    this.#click("vertical", vertical, WHEEL.up, WHEEL.down);
    this.#click("horizontal", horizontal, WHEEL.right, WHEEL.left);
  }

  /** A wheel sends whole clicks: fractions accumulate. */
  #click(axis: "horizontal" | "vertical", amount: number, forth: number, back: number): void {
    const whole = Math.trunc(this.#rest[axis] + amount);
    this.#rest[axis] += amount - whole;
    for (let i = 0; i < Math.min(Math.abs(whole), MAX_CLICKS); i++) {
      this.#fake(TYPES.buttonPress, whole > 0 ? forth : back);
      this.#fake(TYPES.buttonRelease, whole > 0 ? forth : back);
    }
  }

  /** The server waits `delayMs` before it processes this request and later ones. */
  #fake(type: number, detail: number, xPx = 0, yPx = 0, delayMs = 0): void {
    const clamp = (px: number) => Math.max(0, Math.min(32_767, Math.round(px) || 0));
    this.#x.xtest.FakeInput(type, detail, delayMs, this.#x.root, clamp(xPx), clamp(yPx));
  }
}
