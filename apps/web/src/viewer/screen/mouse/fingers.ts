import type { MouseState } from "./mouse.ts";

/** How long a finger stays for a right click, and how far it may wander meanwhile, in CSS pixels. */
const HOLD_MS = 500;
const SLOP_PX = 10;
const LEFT = 1;
const RIGHT = 2;

type At = Pick<MouseState, "clientX" | "clientY">;
type Finger = At & { pointerId: number };

/** What fingers do with a mouse. */
interface FingerActions {
  mouse(state: MouseState): void;
  /** What was under the fingers goes with them by so many CSS pixels. */
  scroll(at: At, byX: number, byY: number): void;
}

/**
 * A mouse, driven by fingers: a tap clicks, one that stays clicks with the right button, one that moves drags with the
 * left, two scroll.
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
    // Each of two fingers is half of what moves. What scrolls is what was touched, wherever the fingers are by now.
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

  /** Ends what goes on, without a click. */
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
