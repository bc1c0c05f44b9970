import { extendByWords, indexAt, placeCaret, selectionOf, selectWord } from "../render/field-node.ts";
import type { UiNode } from "../render/node.ts";
import type { Stage } from "../render/stage.ts";
import { TOUCH_SLOP_DP, type Finger } from "./finger.ts";

const DOUBLE_TAP_MS = 300;

/** The system's reactions to touches of fields. */
export interface FieldTarget {
  fieldTapped(field: UiNode): void;
  /** Called when a part of the field's text is selected, or when a paste is offered without a selection. */
  fieldSelected(field: UiNode): void;
}

/**
 * Touches of a field. One tap places the caret; a double tap or a long press selects a word. A held finger can then
 * extend the selection.
 */
export class FieldTouches {
  readonly #stage: Stage;
  readonly #target: FieldTarget;
  /** The word first selected by the finger that extends the selection. */
  #first: { start: number; end: number } | undefined;
  #lastTap: { field: UiNode; ms: number; xPx: number; yPx: number } | undefined;

  constructor(stage: Stage, target: FieldTarget) {
    this.#stage = stage;
    this.#target = target;
  }

  tap(field: UiNode, finger: Finger): void {
    const { x: xPx, y: yPx, nowMs: ms } = finger;
    const last = this.#lastTap;
    const near = last && Math.hypot(last.xPx - xPx, last.yPx - yPx) < 3 * TOUCH_SLOP_DP * this.#stage.scale;
    this.#lastTap = { field, ms, xPx, yPx };
    if (near && last.field === field && ms - last.ms < DOUBLE_TAP_MS) {
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

  /** Prevents a double tap when another tap happens between two taps on a field. */
  tapElsewhere(): void {
    this.#lastTap = undefined;
  }

  /** Selects the word at this point. */
  select(field: UiNode, xPx: number, yPx: number): void {
    this.#stage.run(() => {
      selectWord(field, indexAt(field, xPx, yPx));
      this.#first = selectionOf(field);
      this.#stage.focus(field);
      this.#target.fieldSelected(field);
      this.#stage.requestLayout();
    });
  }

  /** Extends the selection to this point. */
  extend(field: UiNode, xPx: number, yPx: number): void {
    const first = this.#first;
    if (!first) return;
    this.#stage.run(() => {
      extendByWords(field, first, indexAt(field, xPx, yPx));
      this.#stage.requestLayout();
    });
  }
}
