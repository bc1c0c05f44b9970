import { KEY_CODES } from "@terrarium/adb-device/key-codes";
import type { KeyEvent } from "@terrarium/adb-device/ports/input";
import type { Clipboard } from "@terrarium/adb-device/ports/screen";
import {
  deleteCharacter,
  deleteWord,
  hasRowBeside,
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
  /** Moves the focus to the next field of the window, if there is one. */
  nextField(): void;
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
    case KEY_CODES.home:
      return target.home();
    case KEY_CODES.back:
    case KEY_CODES.escape:
      return target.back();
    case KEY_CODES.appSwitch:
      return target.switchApp();
    case KEY_CODES.menu:
      return target.menu();
  }
  if (field && leavesField(keyCode, metaState, field) && moveFocus(keyCode, metaState, target)) return;
  if (field && pressInField(keyCode, metaState, field, clipboard, target)) return;
  pressInApp(keyCode, metaState, field !== undefined, target);
}

/** Up and down move the focus out of the only row of a field. Tab is typed only in a multi-line field. */
function leavesField(keyCode: number, metaState: number, field: UiNode): boolean {
  if (field.props.multiline) return keyCode === KEY_CODES.tab && isShift(metaState);
  if (keyCode === KEY_CODES.dpadUp) return !hasRowBeside(field, "up");
  if (keyCode === KEY_CODES.dpadDown) return !hasRowBeside(field, "down");
  return keyCode === KEY_CODES.tab;
}

function moveFocus(keyCode: number, metaState: number, target: KeyTarget): boolean {
  if (keyCode === KEY_CODES.tab) return target.moveFocus(isShift(metaState) ? "previous" : "next");
  const direction = ARROWS.get(keyCode);
  return direction !== undefined && target.moveFocus(direction);
}

const ARROWS = new Map<number, FocusDirection>([
  [KEY_CODES.dpadUp, "up"],
  [KEY_CODES.dpadDown, "down"],
  [KEY_CODES.dpadLeft, "left"],
  [KEY_CODES.dpadRight, "right"],
]);

function pressInField(
  keyCode: number,
  metaState: number,
  field: UiNode,
  clipboard: Clipboard,
  target: KeyTarget,
): boolean {
  switch (keyCode) {
    case KEY_CODES.enter:
    case KEY_CODES.numpadEnter:
      if (field.props.multiline) insertText(field, "\n");
      else if (field.props.onSubmit) field.props.onSubmit();
      else if (field.props.enterAction === "next") target.nextField();
      return true;
    case KEY_CODES.del:
    case KEY_CODES.forwardDel: {
      const remove = isCtrl(metaState) ? deleteWord : deleteCharacter;
      remove(field, keyCode === KEY_CODES.del ? "backward" : "forward");
      return true;
    }
    case KEY_CODES.paste:
      insertText(field, clipboard.get());
      return true;
    case KEY_CODES.copy:
    case KEY_CODES.cut:
      copyField(field, clipboard, keyCode === KEY_CODES.cut);
      return true;
  }
  const direction = (isCtrl(metaState) ? WORD_KEYS : CARET_KEYS).get(keyCode);
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

const CARET_KEYS = new Map<number, CaretDirection>([
  [KEY_CODES.dpadLeft, "left"],
  [KEY_CODES.dpadRight, "right"],
  [KEY_CODES.dpadUp, "up"],
  [KEY_CODES.dpadDown, "down"],
  [KEY_CODES.moveHome, "home"],
  [KEY_CODES.moveEnd, "end"],
]);

/** Caret movements of keys with Ctrl. */
const WORD_KEYS = new Map<number, CaretDirection>([
  [KEY_CODES.dpadLeft, "wordLeft"],
  [KEY_CODES.dpadRight, "wordRight"],
  [KEY_CODES.moveHome, "start"],
  [KEY_CODES.moveEnd, "finish"],
]);

/** Copies the selected text; `cut` also removes it. Passwords are never copied. */
export function copyField(field: UiNode, clipboard: Clipboard, cut: boolean): void {
  const text = selectedText(field);
  if (text === "" || field.props.password) return;
  clipboard.set(text);
  if (cut) insertText(field, "");
}

function pressInApp(keyCode: number, metaState: number, hasField: boolean, target: KeyTarget): void {
  if (moveFocus(keyCode, metaState, target) || keyCode === KEY_CODES.tab) return;
  if (PRESSING_KEYS.has(keyCode) && target.pressFocus()) return;
  switch (keyCode) {
    case KEY_CODES.dpadUp:
      return target.scroll(-0.12);
    case KEY_CODES.dpadDown:
      return target.scroll(0.12);
    case KEY_CODES.pageUp:
      return target.scroll(-0.8);
    case KEY_CODES.pageDown:
      return target.scroll(0.8);
    case KEY_CODES.enter:
    case KEY_CODES.numpadEnter:
      return target.appKey({ name: "enter" });
    case KEY_CODES.del:
      return target.appKey({ name: "delete" });
  }
  const character = hasField ? undefined : characterOf(keyCode, metaState);
  if (character !== undefined) target.appKey({ character });
}

const PRESSING_KEYS: ReadonlySet<number> = new Set([
  KEY_CODES.dpadCenter,
  KEY_CODES.enter,
  KEY_CODES.numpadEnter,
  KEY_CODES.space,
]);
