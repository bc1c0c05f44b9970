import type { Clipboard, KeyEvent } from "../../system/display.ts";
import { deleteCharacter, insertText, moveCaret, selectAll, selectedText } from "../render/field-node.ts";
import type { UiNode } from "../render/node.ts";
import { characterOf, isShift, keyCodes, shortcutOf } from "./key-codes.ts";

/** Where keys go that are not for a field. */
export interface KeyTarget {
  home(): void;
  back(): void;
  switchApp(): void;
  menu(): void;
  /** To the app in front. */
  appKey(key: { character: string } | { name: "enter" | "delete" }): void;
  /** Parts of the screen's height, down is positive. */
  scroll(screens: number): void;
}

/** Does what a key does. `field` has the focus, if any has. */
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
  if (field && pressInField(keyCode, metaState, field, clipboard)) return;
  pressInApp(keyCode, metaState, field !== undefined, target);
}

function pressInField(keyCode: number, metaState: number, field: UiNode, clipboard: Clipboard): boolean {
  switch (keyCode) {
    case keyCodes.enter:
    case keyCodes.numpadEnter:
      if (field.props.multiline) insertText(field, "\n");
      else field.props.onSubmit?.();
      return true;
    case keyCodes.del:
      deleteCharacter(field, "backward");
      return true;
    case keyCodes.forwardDel:
      deleteCharacter(field, "forward");
      return true;
    case keyCodes.paste:
      insertText(field, clipboard.get());
      return true;
    case keyCodes.copy:
    case keyCodes.cut:
      copyField(field, clipboard, keyCode === keyCodes.cut);
      return true;
  }
  const direction = caretKeys.get(keyCode);
  const character = characterOf(keyCode, metaState);
  const shortcut = shortcutOf(keyCode, metaState);
  if (direction) moveCaret(field, direction, isShift(metaState));
  else if (character !== undefined) insertText(field, character);
  else if (shortcut === "v") insertText(field, clipboard.get());
  else if (shortcut === "a") selectAll(field);
  else if (shortcut === "c" || shortcut === "x") copyField(field, clipboard, shortcut === "x");
  else return false;
  return true;
}

const caretKeys = new Map([
  [keyCodes.dpadLeft, "left"],
  [keyCodes.dpadRight, "right"],
  [keyCodes.dpadUp, "up"],
  [keyCodes.dpadDown, "down"],
  [keyCodes.moveHome, "home"],
  [keyCodes.moveEnd, "end"],
] as const satisfies [number, string][]) as ReadonlyMap<number, "left" | "right" | "up" | "down" | "home" | "end">;

/** Copies what is selected; `cut` takes it out. Passwords stay where they are. */
export function copyField(field: UiNode, clipboard: Clipboard, cut: boolean): void {
  const text = selectedText(field);
  if (text === "" || field.props.password) return;
  clipboard.set(text);
  if (cut) insertText(field, "");
}

function pressInApp(keyCode: number, metaState: number, hasField: boolean, target: KeyTarget): void {
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
