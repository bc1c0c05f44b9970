import {
  mouseButtons,
  type Input,
  type KeyEvent,
  type PointerEvent,
  type ScrollEvent,
  type TouchEvent,
} from "@terrarium/adb-device/ports/input";
import { keyCodes } from "@terrarium/scrcpy/key-codes";
import { InTurn } from "./in-turn.ts";
import { keysymOfCharacter, keysymOfKey, keysyms } from "./keysyms.ts";
import { ask, type XConnection } from "./x-connection.ts";
import type { XKeyboard } from "./x-keyboard.ts";

/** Event types of the core protocol, by which XTEST names what it does. */
const types = { buttonPress: 4, buttonRelease: 5, motion: 6 };
/** X11's numbers of buttons: the wheel is four of them. */
const buttons = new Map<number, number>([
  [mouseButtons.primary, 1],
  [mouseButtons.tertiary, 2],
  [mouseButtons.secondary, 3],
  [mouseButtons.back, 8],
  [mouseButtons.forward, 9],
]);
const wheel = { up: 4, down: 5, left: 6, right: 7 };
const maxClicks = 64;
const pressMs = 30;
const betweenClicksMs = 60;
const controlOn = 0x1000;
/** What Android has keys for, a desktop's programs have with the control key. */
const controlKeys = new Map<number, number>([
  [keyCodes.cut, keyCodes.letterA + 23],
  [keyCodes.copy, keyCodes.letterA + 2],
  [keyCodes.paste, keyCodes.letterA + 21],
]);
/** AOSP KeyEvent.java, META_…_ON. */
const metaKeys = [
  [0x1, keysyms.shift],
  [0x2, keysyms.alt],
  [controlOn, keysyms.control],
  [0x10000, keysyms.superLeft],
] as const;

/** A mouse and a keyboard of the X server, by its extension XTEST. */
export class XInput implements Input {
  readonly #x: XConnection;
  readonly #keyboard: XKeyboard;
  #pressed = 0;
  #at = { xPx: -1, yPx: -1 };
  #finger: number | undefined;
  /** Modifier keys that are down by themselves. */
  readonly #held = new Set<number>();
  #rest = { horizontal: 0, vertical: 0 };
  /** What is typed may take a while: what is done next comes after it. */
  readonly #turns = new InTurn();

  constructor(x: XConnection, keyboard: XKeyboard) {
    this.#x = x;
    this.#keyboard = keyboard;
  }

  /** Resolves when the server has done all that it was told until now. */
  async settled(): Promise<void> {
    await this.#turns.settled();
    // It does one request of a client after the other: what was asked last is answered last.
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
   * Presses a button (`mouseButtons`) and lets it go, so many times, where the pointer is. The server itself keeps the time
   * between (XTEST 2.2, "delay"), by which programs tell a double click: what reaches it late comes neither all at once nor
   * too slowly.
   */
  click(button: number, times: number): void {
    this.#turns.do(() => {
      const number = buttons.get(button) ?? 1;
      for (let done = 0; done < times; done++) {
        this.#fake(types.buttonPress, number, 0, 0, done > 0 ? betweenClicksMs : 0);
        this.#fake(types.buttonRelease, number, 0, 0, pressMs);
      }
    });
  }

  /** Whether a keyboard of a PC has that key of Android's: what it has not does nothing. */
  hasKey(keyCode: number): boolean {
    return controlKeys.has(keyCode) || keysymOfKey(keyCode) !== undefined;
  }

  scroll(event: ScrollEvent): void {
    this.#turns.do(() => this.#scroll(event));
  }

  text(text: string): void {
    this.#turns.do(() => this.#keyboard.type(Array.from(text, keysymOfCharacter)));
  }

  /** One finger at a time: it is the mouse. */
  #touch({ action, pointerId, xPx, yPx, secondary = false }: TouchEvent): void {
    // Whose lifting was never told is lifted where it was, as on a phone, before it comes down again.
    if (action === "down" && this.#finger === pointerId) this.#touch({ action: "cancel", pointerId, ...this.#at });
    if (action === "down" ? this.#finger !== undefined : this.#finger !== pointerId) return;
    const lifted = action === "up" || action === "cancel";
    this.#finger = lifted ? undefined : pointerId;
    const button = secondary ? mouseButtons.secondary : mouseButtons.primary;
    this.#point({ xPx, yPx, buttons: lifted ? 0 : action === "down" ? button : this.#pressed });
  }

  #point({ xPx, yPx, buttons: wanted }: PointerEvent): void {
    // Pressed or let go where it is already, it does not move: programs would take that for the beginning of a drag.
    const stays = this.#at.xPx === xPx && this.#at.yPx === yPx && wanted !== this.#pressed;
    if (!stays) this.#fake(types.motion, 0, xPx, yPx);
    this.#at = { xPx, yPx };
    for (const [button, number] of buttons) {
      const [was, is] = [(this.#pressed & button) !== 0, (wanted & button) !== 0];
      if (was !== is) this.#fake(is ? types.buttonPress : types.buttonRelease, number);
    }
    this.#pressed = wanted;
  }

  #key({ action, keyCode, metaState }: KeyEvent): void {
    const letter = controlKeys.get(keyCode);
    if (letter !== undefined) return this.#key({ action, keyCode: letter, metaState: metaState | controlOn });
    const keysym = keysymOfKey(keyCode);
    if (keysym === undefined) return;
    const isModifier = metaKeys.some(([, each]) => each === keysym);
    if (isModifier) this.#held[action === "down" ? "add" : "delete"](keysym);
    const added = isModifier
      ? []
      : metaKeys.flatMap(([bit, key]) => (metaState & bit && !this.#held.has(key) ? [key] : []));
    if (action === "down") for (const each of added) this.#keyboard.move(each, "down");
    this.#keyboard.move(keysym, action);
    if (action === "down") for (const each of added) this.#keyboard.move(each, "up");
  }

  #scroll({ xPx, yPx, horizontal, vertical }: ScrollEvent): void {
    this.#point({ xPx, yPx, buttons: this.#pressed });
    this.#click("vertical", vertical, wheel.up, wheel.down);
    this.#click("horizontal", horizontal, wheel.right, wheel.left);
  }

  /** A wheel knows whole clicks: parts of them add up. */
  #click(axis: "horizontal" | "vertical", amount: number, forth: number, back: number): void {
    const whole = Math.trunc(this.#rest[axis] + amount);
    this.#rest[axis] += amount - whole;
    for (let i = 0; i < Math.min(Math.abs(whole), maxClicks); i++) {
      this.#fake(types.buttonPress, whole > 0 ? forth : back);
      this.#fake(types.buttonRelease, whole > 0 ? forth : back);
    }
  }

  /** The server waits for `delayMs` before it does it, and what it is told after. */
  #fake(type: number, detail: number, xPx = 0, yPx = 0, delayMs = 0): void {
    const clamp = (px: number) => Math.max(0, Math.min(32_767, Math.round(px) || 0));
    this.#x.xtest.FakeInput(type, detail, delayMs, this.#x.root, clamp(xPx), clamp(yPx));
  }
}
