import type { ThemeName } from "../theme.ts";

export interface SystemState {
  /** The app in front; undefined is the home screen. */
  front: string | undefined;
  /** Started and not stopped, the most recently used first. */
  running: readonly string[];
  /** The launcher's search is open. */
  searching: boolean;
  /** What ENTER does on the keyboard; undefined while it is not shown. */
  keyboard: "newline" | "search" | "done" | undefined;
  theme: ThemeName;
  /** The current minute, as epoch ms. */
  minuteMs: number;
}

/** The state of the system UI, observable. */
export class SystemStore {
  #state: SystemState;
  readonly #listeners = new Set<() => void>();

  constructor(state: SystemState) {
    this.#state = state;
  }

  readonly get = (): SystemState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  set(change: Partial<SystemState>): void {
    this.#state = { ...this.#state, ...change };
    for (const listener of this.#listeners) listener();
  }
}
