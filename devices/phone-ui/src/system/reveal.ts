import type { Motion, UiNode } from "../render/node.ts";

/** Returns a part's motion at a progress from 0 (closed) to 1 (open). */
export type PartMotion = (progress: number, node: UiNode) => Partial<Motion>;

export interface Reveal {
  /** Whether it is open or moving, and must be rendered. */
  readonly present: boolean;
  /** Returns the ref for a part that moves along. */
  part(name: string, motion: PartMotion): (node: UiNode | null) => void;
  /** Follows a finger; `open` has no effect until `settle`. */
  follow(progress: number): void;
  /** Called after the release: animates from the current progress to open or closed. */
  settle(open: boolean): void;
  /** Current progress from 0 (closed) to 1 (open). */
  readonly progress: number;
}

/** Allows a gesture elsewhere on the screen to move a reveal of another component. */
export class RevealHandle {
  #reveal: Reveal | undefined;

  /** Sets the owner's reveal after each rendering. */
  take(reveal: Reveal): void {
    this.#reveal = reveal;
  }

  follow(progress: number): void {
    this.#reveal?.follow(progress);
  }

  settle(open: boolean): void {
    this.#reveal?.settle(open);
  }
}
