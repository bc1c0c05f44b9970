import { keyCodes } from "@terrarium/adb-device/key-codes";
import type { KeyEvent } from "@terrarium/adb-device/ports/input";
import type { Clipboard } from "@terrarium/adb-device/ports/screen";
import {
  deleteCharacter,
  deleteWord,
  insertText,
  moveCaret,
  selectAll,
  selectedText,
  stepHistory,
  type CaretDirection,
} from "../render/field-node.ts";
import type { UiNode } from "../render/node.ts";
import { characterOf, isCtrl, isShift, shortcutOf } from "./key-characters.ts";
import type { FocusDirection } from "./key-focus.ts";

/** Receiver of keys that do not go to a field. */
export interface KeyTarget {
  home(): void;
  back(): void;
  switchApp(): void;
  menu(): void;
  /** Sends the key to the app in front. */
  appKey(key: { character: string } | { name: "enter" | "delete" }): void;
  /** Moves the focus to another control; returns false if there is none. */
  moveFocus(direction: FocusDirection): boolean;
  /** Presses the focused control; returns false if none is focused. */
  pressFocus(): boolean;
  /** Scrolls by a share of the screen's height; positive values scroll down. */
  scroll(screens: number): void;
}

/** Performs a key's action. `field` is the focused field, if any. */
export function pressKey(event: KeyEvent, field: UiNode | undefined, clipboard: Clipboard, target: KeyTarget): void {
  if (event.action !== "down") return;
  const { keyCode, metaState } = event;
  if (field?.props.onKey?.({ keyCode, metaState })) return;
  switch (keyCode) {
    case keyCodes.home:
      return target.home();
    case keyCodes.back:
    case keyCodes.escape:
      return target.back();
    case keyCodes.appSwitch:
      return target.switchApp();
    case keyCodes.menu:
      return target.menu();
  }
  if (field && leavesField(keyCode, metaState, field) && moveFocus(keyCode, metaState, target)) return;
  if (field && pressInField(keyCode, metaState, field, clipboard)) return;
  pressInApp(keyCode, metaState, field !== undefined, target);
}

/** Up and down move the focus out of a single-line field. Tab is typed only in a multi-line field. */
function leavesField(keyCode: number, metaState: number, { props }: UiNode): boolean {
  if (props.multiline) return keyCode === keyCodes.tab && isShift(metaState);
  return keyCode === keyCodes.tab || keyCode === keyCodes.dpadUp || keyCode === keyCodes.dpadDown;
}

function moveFocus(keyCode: number, metaState: number, target: KeyTarget): boolean {
  if (keyCode === keyCodes.tab) return target.moveFocus(isShift(metaState) ? "previous" : "next");
  const direction = arrows.get(keyCode);
  return direction !== undefined && target.moveFocus(direction);
}

const arrows = new Map<number, FocusDirection>([
  [keyCodes.dpadUp, "up"],
  [keyCodes.dpadDown, "down"],
  [keyCodes.dpadLeft, "left"],
  [keyCodes.dpadRight, "right"],
]);

function pressInField(keyCode: number, metaState: number, field: UiNode, clipboard: Clipboard): boolean {
  switch (keyCode) {
    case keyCodes.enter:
    case keyCodes.numpadEnter:
      if (field.props.multiline) insertText(field, "\n");
      else field.props.onSubmit?.();
      return true;
    case keyCodes.del:
    case keyCodes.forwardDel: {
      const remove = isCtrl(metaState) ? deleteWord : deleteCharacter;
      remove(field, keyCode === keyCodes.del ? "backward" : "forward");
      return true;
    }
    case keyCodes.paste:
      insertText(field, clipboard.get());
      return true;
    case keyCodes.copy:
    case keyCodes.cut:
      copyField(field, clipboard, keyCode === keyCodes.cut);
      return true;
  }
  const direction = (isCtrl(metaState) ? wordKeys : caretKeys).get(keyCode);
  const character = characterOf(keyCode, metaState);
  const shortcut = shortcutOf(keyCode, metaState);
  if (direction) moveCaret(field, direction, isShift(metaState));
  else if (character !== undefined) insertText(field, character);
  else if (shortcut === "v") insertText(field, clipboard.get());
  else if (shortcut === "a") selectAll(field);
  else if (shortcut === "c" || shortcut === "x") copyField(field, clipboard, shortcut === "x");
  else if (shortcut === "z" || shortcut === "y")
    stepHistory(field, shortcut === "y" || isShift(metaState) ? "redo" : "undo");
  else return false;
  return true;
}

const caretKeys = new Map<number, CaretDirection>([
  [keyCodes.dpadLeft, "left"],
  [keyCodes.dpadRight, "right"],
  [keyCodes.dpadUp, "up"],
  [keyCodes.dpadDown, "down"],
  [keyCodes.moveHome, "home"],
  [keyCodes.moveEnd, "end"],
]);

/** Caret movements of keys with Ctrl. */
const wordKeys = new Map<number, CaretDirection>([
  [keyCodes.dpadLeft, "wordLeft"],
  [keyCodes.dpadRight, "wordRight"],
  [keyCodes.moveHome, "start"],
  [keyCodes.moveEnd, "finish"],
]);

/** Copies the selected text; `cut` also removes it. Passwords are never copied. */
export function copyField(field: UiNode, clipboard: Clipboard, cut: boolean): void {
  const text = selectedText(field);
  if (text === "" || field.props.password) return;
  clipboard.set(text);
  if (cut) insertText(field, "");
}

function pressInApp(keyCode: number, metaState: number, hasField: boolean, target: KeyTarget): void {
  if (moveFocus(keyCode, metaState, target) || keyCode === keyCodes.tab) return;
  if (pressingKeys.has(keyCode) && target.pressFocus()) return;
  switch (keyCode) {
    case keyCodes.dpadUp:
      return target.scroll(-0.12);
    case keyCodes.dpadDown:
      return target.scroll(0.12);
    case keyCodes.pageUp:
      return target.scroll(-0.8);
    case keyCodes.pageDown:
      return target.scroll(0.8);
    case keyCodes.enter:
    case keyCodes.numpadEnter:
      return target.appKey({ name: "enter" });
    case keyCodes.del:
      return target.appKey({ name: "delete" });
  }
  const character = hasField ? undefined : characterOf(keyCode, metaState);
  if (character !== undefined) target.appKey({ character });
}

const pressingKeys: ReadonlySet<number> = new Set([
  keyCodes.dpadCenter,
  keyCodes.enter,
  keyCodes.numpadEnter,
  keyCodes.space,
]);
