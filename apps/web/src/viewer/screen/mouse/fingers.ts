import type { MouseState } from "./mouse.ts";

/** Duration of a long press for a right click, in milliseconds, and its maximum movement, in CSS pixels. */
const HOLD_MS = 500;
const SLOP_PX = 10;
const LEFT = 1;
const RIGHT = 2;

type At = Pick<MouseState, "clientX" | "clientY">;
type Finger = At & { pointerId: number };

/** Mouse actions of fingers. */
interface FingerActions {
  mouse(state: MouseState): void;
  /** Scrolls by the movement of the fingers, in CSS pixels. */
  scroll(at: At, byX: number, byY: number): void;
}

/**
 * A mouse controlled by fingers: a tap clicks, a long press right-clicks, one moving finger drags with the left button,
 * two fingers scroll.
 */
export class Fingers {
  readonly #actions: FingerActions;
  readonly #down = new Map<number, At>();
  #doing: "nothing" | "waiting" | "dragging" | "scrolling" = "nothing";
  #start: At = { clientX: 0, clientY: 0 };
  #hold: ReturnType<typeof setTimeout> | undefined;

  constructor(actions: FingerActions) {
    this.#actions = actions;
  }

  down({ pointerId, clientX, clientY }: Finger): void {
    const at = { clientX, clientY };
    this.#down.set(pointerId, at);
    if (this.#down.size === 1) {
      this.#doing = "waiting";
      this.#start = at;
      this.#hold = setTimeout(() => this.#click(RIGHT), HOLD_MS);
    } else if (this.#down.size === 2 && this.#doing === "waiting") {
      clearTimeout(this.#hold);
      this.#doing = "scrolling";
    }
  }

  move({ pointerId, clientX, clientY }: Finger): void {
    const before = this.#down.get(pointerId);
    if (!before) return;
    const at = { clientX, clientY };
    this.#down.set(pointerId, at);
    if (this.#doing === "dragging") this.#actions.mouse({ ...at, buttons: LEFT });
    // Each of the two fingers contributes half of the movement. The element touched first scrolls, wherever the fingers
    // are now.
    if (this.#doing === "scrolling")
      this.#actions.scroll(this.#start, (clientX - before.clientX) / 2, (clientY - before.clientY) / 2);
    if (this.#doing !== "waiting" || distance(this.#start, at) < SLOP_PX) return;
    clearTimeout(this.#hold);
    this.#doing = "dragging";
    this.#actions.mouse({ ...this.#start, buttons: 0 });
    this.#actions.mouse({ ...this.#start, buttons: LEFT });
    this.#actions.mouse({ ...at, buttons: LEFT });
  }

  up({ pointerId, clientX, clientY }: Finger): void {
    if (!this.#down.delete(pointerId)) return;
    if (this.#doing === "dragging") this.#actions.mouse({ clientX, clientY, buttons: 0 });
    if (this.#doing === "waiting") this.#click(LEFT);
    this.#doing = "nothing";
  }

  /** Ends the gesture without a click. */
  cancel(): void {
    clearTimeout(this.#hold);
    const [last = this.#start] = this.#down.values();
    if (this.#doing === "dragging") this.#actions.mouse({ ...last, buttons: 0 });
    this.#doing = "nothing";
    this.#down.clear();
  }

  #click(button: number): void {
    clearTimeout(this.#hold);
    this.#doing = "nothing";
    for (const buttons of [0, button, 0]) this.#actions.mouse({ ...this.#start, buttons });
  }
}

const distance = (a: At, b: At): number => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
