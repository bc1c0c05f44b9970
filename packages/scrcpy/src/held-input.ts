import { KEY_ACTIONS, TOUCH_ACTIONS, type ControlMessage } from "./control.ts";

type Touch = Extract<ControlMessage, { type: "touch" }>;
type Key = Extract<ControlMessage, { type: "key" }>;

/** Limit above realistic numbers of fingers and keys; a client can send any. */
const HELD_MAX = 32;

/** Fingers, mouse buttons and keys that a client holds down. */
export class HeldInput {
  readonly #touches = new Map<bigint, Touch>();
  readonly #keys = new Map<number, Key>();

  /** Records a message sent to the device. */
  note(message: ControlMessage): void {
    if (message.type === "touch") this.#noteTouch(message);
    else if (message.type === "key") put(this.#keys, message.keyCode, message, message.action === KEY_ACTIONS.down);
  }

  /** Returns messages that release everything, fingers at their position and without a tap, and clears the record. */
  release(): ControlMessage[] {
    const touches = [...this.#touches.values()];
    const keys = [...this.#keys.values()].toReversed();
    this.#touches.clear();
    this.#keys.clear();
    const none = { action: TOUCH_ACTIONS.cancel, pressure: 0, actionButton: 0, buttons: 0 };
    return [
      ...touches.map((touch) => ({ ...touch, ...none })),
      ...keys.map((key) => ({ ...key, action: KEY_ACTIONS.up, repeat: 0 })),
    ];
  }

  /** One mouse button may be released while another stays down. */
  #noteTouch(touch: Touch): void {
    const { action, pointerId, buttons } = touch;
    const moves = action === TOUCH_ACTIONS.move && this.#touches.has(pointerId);
    put(this.#touches, pointerId, touch, action === TOUCH_ACTIONS.down || moves || buttons !== 0);
  }
}

function put<Name, Message>(held: Map<Name, Message>, name: Name, message: Message, isHeld: boolean): void {
  if (!isHeld) held.delete(name);
  else if (held.has(name) || held.size < HELD_MAX) held.set(name, message);
}
