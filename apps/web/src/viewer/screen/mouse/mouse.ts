import { type ControlMessage, POINTER_IDS, TOUCH_ACTIONS } from "@terrarium/scrcpy/control";
import type { InputTarget } from "../input-target.ts";
import { type Place, positionOn } from "../position.ts";

/** State of the mouse on the page: its position and pressed buttons, as the sum in MouseEvent.buttons. */
export interface MouseState {
  clientX: number;
  clientY: number;
  buttons: number;
}

/**
 * Left, right, middle, back and forward. Browsers and Android use the same numbers (AOSP MotionEvent.java, BUTTON_…).
 */
const BUTTONS = [1, 2, 4, 8, 16] as const;

/** The mouse of a device, controlled by scrcpy messages with its mouse pointer id. */
export class Mouse {
  readonly #target: InputTarget;
  readonly #place: () => Place;
  #buttons = 0;
  #last: MouseState | undefined;

  /** `place` is called each time, because the screen moves on its page. */
  constructor(target: InputTarget, place: () => Place) {
    this.#target = target;
    this.#place = place;
  }

  /** Whether any button is down. */
  get isPressed(): boolean {
    return this.#buttons !== 0;
  }

  /** Moves the pointer, and presses and releases the changed buttons. */
  be(state: MouseState): void {
    const before = this.#buttons;
    this.#last = state;
    const changed = BUTTONS.filter((button) => (state.buttons ^ before) & button);
    if (changed.length === 0) this.#send(state, before === 0 ? TOUCH_ACTIONS.hoverMove : TOUCH_ACTIONS.move, 0);
    for (const button of changed) {
      this.#buttons ^= button;
      this.#send(state, this.#buttons & button ? TOUCH_ACTIONS.down : TOUCH_ACTIONS.up, button);
    }
  }

  /** Releases all buttons at the current position. */
  release(): void {
    if (this.#last && this.isPressed) this.be({ ...this.#last, buttons: 0 });
  }

  #send(state: MouseState, action: number, actionButton: number): void {
    const { size } = this.#target;
    if (!size) return;
    const message: ControlMessage = {
      type: "touch",
      action,
      pointerId: POINTER_IDS.mouse,
      pressure: this.#buttons === 0 ? 0 : 1,
      actionButton,
      buttons: this.#buttons,
      ...positionOn(state, this.#place(), size),
    };
    this.#target.send(message);
  }
}
