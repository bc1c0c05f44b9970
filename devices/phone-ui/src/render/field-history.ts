import type { UiNode } from "./node.ts";

interface Step {
  value: string;
  caret: number;
}

interface History {
  undo: Step[];
  redo: Step[];
  /** The field's value, unless code other than the user's edits has changed it. */
  current: string;
  /** Consecutive typed letters are undone together. */
  typing: boolean;
}

const MOST_STEPS = 200;
const histories = new WeakMap<UiNode, History>();

/** Records that the user changes the field from `before` to `value`. */
export function noteChange(node: UiNode, before: Step, value: string): void {
  const known = histories.get(node);
  const history: History =
    known && known.current === before.value ? known : { undo: [], redo: [], current: before.value, typing: false };
  const inserted = value.slice(before.caret, before.caret + 1);
  const typing = value.length === before.value.length + 1 && /\S/.test(inserted);
  if (!(typing && history.typing)) history.undo = [...history.undo, before].slice(-MOST_STEPS);
  history.typing = typing;
  history.redo = [];
  history.current = value;
  histories.set(node, history);
}

/** Returns the state before the last change, or with "redo" before the last undo; undefined if there is none. */
export function stepBack(node: UiNode, now: Step, direction: "undo" | "redo"): Step | undefined {
  const history = histories.get(node);
  // The parent component has set another value.
  if (!history || history.current !== now.value) return undefined;
  const step = history[direction].pop();
  if (!step) return undefined;
  history[direction === "undo" ? "redo" : "undo"].push(now);
  history.current = step.value;
  history.typing = false;
  return step;
}
