import { type ControlMessage, pointerIds, touchActions } from "@terrarium/scrcpy/control";
import type { InputTarget } from "../input-target.ts";
import { type Place, positionOn } from "../position.ts";

/** A mouse on the page: where it is, and which of its buttons are down, added up as MouseEvent.buttons does. */
export interface MouseState {
  clientX: number;
  clientY: number;
  buttons: number;
}

/** Left, right, middle, back and forward: the page's numbers are Android's too (AOSP MotionEvent.java, BUTTON_…). */
const BUTTONS = [1, 2, 4, 8, 16] as const;

/** The mouse of a device that has one, driven by scrcpy's messages of its mouse pointer. */
export class Mouse {
  readonly #target: InputTarget;
  readonly #place: () => Place;
  #buttons = 0;
  #last: MouseState | undefined;

  /** `place` is asked each time: the screen moves on its page. */
  constructor(target: InputTarget, place: () => Place) {
    this.#target = target;
    this.#place = place;
  }

  /** Whether any button is down. */
  get isPressed(): boolean {
    return this.#buttons !== 0;
  }

  /** Moves it there, and presses and releases what differs from before. */
  be(state: MouseState): void {
    const before = this.#buttons;
    this.#last = state;
    const changed = BUTTONS.filter((button) => (state.buttons ^ before) & button);
    if (changed.length === 0) this.#send(state, before === 0 ? touchActions.hoverMove : touchActions.move, 0);
    for (const button of changed) {
      this.#buttons ^= button;
      this.#send(state, this.#buttons & button ? touchActions.down : touchActions.up, button);
    }
  }

  /** Releases all buttons where it is. */
  release(): void {
    if (this.#last && this.isPressed) this.be({ ...this.#last, buttons: 0 });
  }

  #send(state: MouseState, action: number, actionButton: number): void {
    const { size } = this.#target;
    if (!size) return;
    const message: ControlMessage = {
      type: "touch",
      action,
      pointerId: pointerIds.mouse,
      pressure: this.#buttons === 0 ? 0 : 1,
      actionButton,
      buttons: this.#buttons,
      ...positionOn(state, this.#place(), size),
    };
    this.#target.send(message);
  }
}
