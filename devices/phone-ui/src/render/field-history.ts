import type { UiNode } from "./node.ts";

interface Step {
  value: string;
  caret: number;
}

interface History {
  undo: Step[];
  redo: Step[];
  /** What the field has if nobody but the user has changed it. */
  current: string;
  /** Letters typed one after the other are taken back together. */
  typing: boolean;
}

const mostSteps = 200;
const histories = new WeakMap<UiNode, History>();

/** Notes that the user changes the field from `before` to `value`. */
export function noteChange(node: UiNode, before: Step, value: string): void {
  const known = histories.get(node);
  const history: History =
    known && known.current === before.value ? known : { undo: [], redo: [], current: before.value, typing: false };
  const inserted = value.slice(before.caret, before.caret + 1);
  const typing = value.length === before.value.length + 1 && /\S/.test(inserted);
  if (!(typing && history.typing)) history.undo = [...history.undo, before].slice(-mostSteps);
  history.typing = typing;
  history.redo = [];
  history.current = value;
  histories.set(node, history);
}

/** What the field had before the last change, or with "redo" before that was taken back; undefined for nothing. */
export function stepBack(node: UiNode, now: Step, direction: "undo" | "redo"): Step | undefined {
  const history = histories.get(node);
  // The field's owner has put something else there.
  if (!history || history.current !== now.value) return undefined;
  const step = history[direction].pop();
  if (!step) return undefined;
  history[direction === "undo" ? "redo" : "undo"].push(now);
  history.current = step.value;
  history.typing = false;
  return step;
}
