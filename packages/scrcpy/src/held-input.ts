import { keyActions, touchActions, type ControlMessage } from "./control.ts";

type Touch = Extract<ControlMessage, { type: "touch" }>;
type Key = Extract<ControlMessage, { type: "key" }>;

/** More fingers and keys than anybody holds; a client can name any. */
const HELD_MAX = 32;

/** What a client holds down: fingers, buttons of a mouse, keys. */
export class HeldInput {
  readonly #touches = new Map<bigint, Touch>();
  readonly #keys = new Map<number, Key>();

  /** Is told of each message that the device is sent. */
  note(message: ControlMessage): void {
    if (message.type === "touch") this.#noteTouch(message);
    else if (message.type === "key") put(this.#keys, message.keyCode, message, message.action === keyActions.down);
  }

  /** What lets go of it all, fingers where they are and without a tap, and forgets it. */
  release(): ControlMessage[] {
    const touches = [...this.#touches.values()];
    const keys = [...this.#keys.values()].toReversed();
    this.#touches.clear();
    this.#keys.clear();
    const none = { action: touchActions.cancel, pressure: 0, actionButton: 0, buttons: 0 };
    return [
      ...touches.map((touch) => ({ ...touch, ...none })),
      ...keys.map((key) => ({ ...key, action: keyActions.up, repeat: 0 })),
    ];
  }

  /** One button of a mouse may be let go while another stays down. */
  #noteTouch(touch: Touch): void {
    const { action, pointerId, buttons } = touch;
    const moves = action === touchActions.move && this.#touches.has(pointerId);
    put(this.#touches, pointerId, touch, action === touchActions.down || moves || buttons !== 0);
  }
}

function put<Name, Message>(held: Map<Name, Message>, name: Name, message: Message, isHeld: boolean): void {
  if (!isHeld) held.delete(name);
  else if (held.has(name) || held.size < HELD_MAX) held.set(name, message);
}
