import type { Clipboard } from "@terrarium/adb-device/ports/screen";
import { copyField } from "../input/keys.ts";
import {
  caretRect,
  fieldScrollXPx,
  indexAt,
  insertText,
  select,
  selectAll,
  selectionOf,
  selectionRects,
} from "../render/field-node.ts";
import type { DragEvent, UiNode } from "../render/node.ts";
import { sameRect, type Rect } from "../render/rect.ts";
import type { Stage } from "../render/stage.ts";
import type { SystemState, SystemStore } from "../services/system-store.ts";
import type { EditAction } from "./internals.ts";

/** The action bar and the handles of selected text: their positions and actions. */
export class TextSelection {
  readonly #stage: Stage;
  readonly #store: SystemStore;
  readonly #clipboard: Clipboard;
  /** The field of the action bar; without a selection, the bar offers to paste. */
  #field: UiNode | undefined;
  #dragging = false;

  constructor(stage: Stage, store: SystemStore, clipboard: Clipboard) {
    this.#stage = stage;
    this.#store = store;
    this.#clipboard = clipboard;
  }

  show(field: UiNode): void {
    this.#field = field;
  }

  hide(): void {
    this.#field = undefined;
    this.#publish(undefined);
  }

  /** Called after each layout: moves the action bar with the text, or hides it. */
  update(): void {
    const field = this.#field;
    if (!field) return;
    if (this.#stage.focused !== field || field.painted === undefined) return this.hide();
    const rects = selectionRects(field);
    const [first] = rects;
    const last = rects.at(-1);
    if (!first || !last) {
      const caret = moved(caretRect(field), fieldScrollXPx(field));
      return this.#publish({ start: caret, end: caret, empty: true, dragging: false });
    }
    this.#publish({ start: first, end: last, empty: false, dragging: this.#dragging });
  }

  edit(action: EditAction): void {
    const field = this.#stage.focused;
    if (!field) return;
    if (action === "selectAll") {
      selectAll(field);
      this.#stage.requestLayout();
      return;
    }
    if (action === "paste") insertText(field, this.#clipboard.get());
    else copyField(field, this.#clipboard, action === "cut");
    field.anchor = undefined;
    this.hide();
    this.#stage.requestLayout();
  }

  /** Moves one end of the selection; the other end stays, and the two never cross. */
  moveHandle(end: "start" | "end", event: DragEvent): void {
    const field = this.#field;
    const selection = field && selectionOf(field);
    if (!field || !selection) return;
    // The handle hangs below its line of text.
    const index = indexAt(field, event.xPx, event.yPx - 28 * this.#stage.scale);
    if (end === "start") select(field, selection.end, Math.min(index, selection.end - 1));
    else select(field, selection.start, Math.max(index, selection.start + 1));
    this.#dragging = event.phase === "start" || event.phase === "move";
    this.#stage.requestLayout();
  }

  #publish(next: SystemState["textSelection"]): void {
    const before = this.#store.get().textSelection;
    if (isSame(before, next)) return;
    this.#stage.run(() => this.#store.set({ textSelection: next }));
  }
}

function moved(rect: Rect, leftPx: number): Rect {
  return { ...rect, left: rect.left - leftPx, right: rect.right - leftPx };
}

function isSame(a: SystemState["textSelection"], b: SystemState["textSelection"]): boolean {
  if (!a || !b) return a === b;
  return a.empty === b.empty && a.dragging === b.dragging && sameRect(a.start, b.start) && sameRect(a.end, b.end);
}
