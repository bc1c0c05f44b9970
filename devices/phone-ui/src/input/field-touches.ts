import { extendByWords, indexAt, placeCaret, selectionOf, selectWord } from "../render/field-node.ts";
import type { UiNode } from "../render/node.ts";
import type { Stage } from "../render/stage.ts";
import { touchSlopDp, type Finger } from "./finger.ts";

const doubleTapMs = 300;

/** What the system does when fields are touched. */
export interface FieldTarget {
  fieldTapped(field: UiNode): void;
  /** A part of the field's text was selected, or a paste is offered where there is none. */
  fieldSelected(field: UiNode): void;
}

/** What touches do to a field: one tap puts the caret, two or a finger that stays select a word, from where it goes on. */
export class FieldTouches {
  readonly #stage: Stage;
  readonly #target: FieldTarget;
  /** What was selected first by the finger that goes on. */
  #first: { start: number; end: number } | undefined;
  #lastTap: { field: UiNode; ms: number; xPx: number; yPx: number } | undefined;

  constructor(stage: Stage, target: FieldTarget) {
    this.#stage = stage;
    this.#target = target;
  }

  tap(field: UiNode, finger: Finger): void {
    const { x: xPx, y: yPx, nowMs: ms } = finger;
    const last = this.#lastTap;
    const near = last && Math.hypot(last.xPx - xPx, last.yPx - yPx) < 3 * touchSlopDp * this.#stage.scale;
    this.#lastTap = { field, ms, xPx, yPx };
    if (near && last.field === field && ms - last.ms < doubleTapMs) {
      this.#lastTap = undefined;
      return this.select(field, xPx, yPx);
    }
    this.#stage.run(() => {
      placeCaret(field, xPx, yPx);
      this.#stage.focus(field);
      this.#stage.requestLayout();
      this.#target.fieldTapped(field);
    });
  }

  /** Two taps with another one in between are no double tap. */
  tapElsewhere(): void {
    this.#lastTap = undefined;
  }

  /** Selects the word there. */
  select(field: UiNode, xPx: number, yPx: number): void {
    this.#stage.run(() => {
      selectWord(field, indexAt(field, xPx, yPx));
      this.#first = selectionOf(field);
      this.#stage.focus(field);
      this.#target.fieldSelected(field);
      this.#stage.requestLayout();
    });
  }

  /** The finger that has selected goes on to here. */
  extend(field: UiNode, xPx: number, yPx: number): void {
    const first = this.#first;
    if (!first) return;
    this.#stage.run(() => {
      extendByWords(field, first, indexAt(field, xPx, yPx));
      this.#stage.requestLayout();
    });
  }
}
