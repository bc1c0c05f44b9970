import type { Input, KeyEvent, ScrollEvent, TouchEvent } from "@terrarium/adb-device/ports/input";
import type { Clipboard } from "@terrarium/adb-device/ports/screen";
import { Gestures, type EdgeEvent } from "../input/gestures.ts";
import { KeyFocus } from "../input/key-focus.ts";
import { pressKey, type KeyTarget } from "../input/keys.ts";
import { scrollableAround, Scrolling } from "../input/scrolling.ts";
import { beginsSentence, caretRect, insertText } from "../render/field-node.ts";
import type { UiNode } from "../render/node.ts";
import type { Stage } from "../render/stage.ts";
import { hasRows } from "../render/text-node.ts";
import type { AppKey } from "../services/app.ts";
import type { KeyboardMode, SystemStore } from "../services/system-store.ts";
import { Composing } from "./keyboard/suggestions/composing.ts";
import type { Vocabulary } from "./keyboard/suggestions/vocabulary.ts";
import type { TextSelection } from "./text-selection.ts";

const WHEEL_STEP_DP = 56;
/** Time of each touch and key if time passes only with actions: 60 in a second. */
const FRAME_MS = 16;
/** Limit of the trail that the developer options draw. */
const TRAIL_POINTS_MAX = 500;

/** Keys handled by the system instead of a field or an app. */
export interface SystemKeys {
  readonly home: () => void;
  readonly back: () => void;
  readonly switchApp: () => void;
  readonly menu: () => void;
  readonly appKey: (key: AppKey) => void;
  /** Handles keys that work on every screen, such as POWER and the volume keys; returns false for other keys. */
  readonly hardwareKey: (keyCode: number) => boolean;
  /** Called after a finger touches this node, the topmost one. */
  readonly touched: (node: UiNode | undefined) => void;
  /** Records a touch or key; returns false while the screen is off. */
  readonly noteActivity: () => boolean;
}

/** Routes input: touches to the node under them, keys to the focused field, the app in front or the system. */
export class InputRouter {
  readonly #options: { showsKeyboard: () => boolean; showsPointers: () => boolean };
  readonly #selection: TextSelection;
  readonly #stage: Stage;
  readonly #store: SystemStore;
  readonly #clipboard: Clipboard;
  readonly #keys: SystemKeys;
  readonly #scrolling: Scrolling;
  readonly #gestures: Gestures;
  readonly #keyFocus: KeyFocus;
  readonly #vocabulary: Vocabulary;
  readonly #composing: Composing;
  /** Whether the text around the caret must be scrolled into view, after the caret moved or the keyboard appeared. */
  #revealPending = false;

  constructor(options: {
    stage: Stage;
    store: SystemStore;
    clipboard: Clipboard;
    keys: SystemKeys;
    selection: TextSelection;
    /** The words that the keyboard suggests. */
    vocabulary: Vocabulary;
    /** Returns whether the on-screen keyboard is shown although there are hardware keys. */
    showsKeyboard: () => boolean;
    /** Returns whether swipes from the edges go back. */
    hasEdges: () => boolean;
    longPressMs: () => number | undefined;
    /** Returns whether a setting shows the fingers' positions. */
    showsPointers: () => boolean;
  }) {
    const { stage, store, clipboard, keys, selection, vocabulary } = options;
    this.#vocabulary = vocabulary;
    this.#composing = new Composing(vocabulary);
    this.#options = options;
    this.#stage = stage;
    this.#store = store;
    this.#clipboard = clipboard;
    this.#keys = keys;
    this.#scrolling = new Scrolling(stage);
    this.#selection = selection;
    this.#keyFocus = new KeyFocus(stage, this.#scrolling);
    this.#gestures = new Gestures({
      stage,
      scrolling: this.#scrolling,
      target: {
        edge: (event) => this.#comeBack(event),
        hasEdges: () => options.hasEdges(),
        longPressMs: () => options.longPressMs(),
        fieldTapped: (field) => {
          selection.hide();
          // The next tap into an empty field then offers the clipboard.
          this.#showKeyboard(field);
        },
        fieldSelected: (field) => {
          selection.show(field);
          this.#showKeyboard(field);
        },
      },
    });
    stage.onLaidOut = () => {
      this.#followCaret();
      this.#revealCaret();
      selection.update();
    };
    stage.onFocusChange = (field) => {
      selection.hide();
      this.#showKeyboard(field);
    };
  }

  createInput(): Input {
    const stage = this.#stage;
    const { clock } = stage;
    return {
      touch: (event) => {
        clock.pass(FRAME_MS);
        if (!this.#keys.noteActivity()) return;
        this.#keyFocus.clear();
        this.#gestures.touch(event);
        if (event.action === "down") this.#keys.touched(stage.hit(event.xPx, event.yPx));
        if (this.#options.showsPointers() || this.#store.get().pointers.length > 0) this.#notePointer(event);
      },
      key: (event) => {
        clock.pass(FRAME_MS);
        this.#stage.run(() => this.pressKey(event));
      },
      scroll: (event) => {
        clock.pass(FRAME_MS);
        if (this.#keys.noteActivity()) this.#wheel(event);
      },
      text: (text) => {
        clock.pass(FRAME_MS);
        if (this.#keys.noteActivity()) this.#stage.run(() => this.type(text));
      },
    };
  }

  pressKey(event: KeyEvent): void {
    if (event.action === "down" && this.#keys.hardwareKey(event.keyCode)) return;
    if (!this.#keys.noteActivity()) return;
    const { home, back, switchApp, menu, appKey } = this.#keys;
    const scroll = (screens: number): void => this.#scrollFront(screens * this.#stage.heightPx);
    const target: KeyTarget = {
      home,
      back,
      switchApp,
      menu,
      appKey,
      scroll,
      moveFocus: (direction) => this.#keyFocus.move(direction),
      nextField: () => this.nextField(),
      pressFocus: () => this.#keyFocus.press(),
    };
    pressKey(event, this.#stage.focused, this.#clipboard, target);
    if (event.action === "down") this.#selection.hide();
    this.#stage.requestLayout();
    this.#revealPending = true;
  }

  /** Commits text to the focused field; without one, its characters are keys for the app. */
  type(text: string): void {
    const field = this.#stage.focused;
    if (!field) {
      for (const character of text) this.#keys.appKey({ character });
    } else if (text !== "") {
      this.#composing.beforeTyping(field, text);
      insertText(field, text);
      this.#revealPending = true;
    }
  }

  /** Replaces the word at the caret of the focused field. */
  complete(word: string): void {
    const field = this.#stage.focused;
    if (!field) return;
    this.#composing.complete(field, word);
    this.#revealPending = true;
  }

  nextField(): void {
    this.#keyFocus.nextField();
  }

  dispose(): void {
    this.#gestures.dispose();
  }

  /** Cancels all touches after the screen turns off. */
  cancelTouches(): void {
    this.#gestures.cancelAll();
    this.#store.set({ pointers: [], pointerTrail: [], backGesture: undefined });
  }

  #notePointer(event: TouchEvent): void {
    const { pointers, pointerTrail } = this.#store.get();
    const others = pointers.filter((each) => each.id !== event.pointerId);
    const down = event.action === "down" || event.action === "move";
    const pointer = { id: event.pointerId, xPx: event.xPx, yPx: event.yPx };
    const trail = pointers.length === 0 && event.action === "down" ? [] : pointerTrail.slice(1 - TRAIL_POINTS_MAX);
    const next = { pointers: down ? [...others, pointer] : others, pointerTrail: [...trail, pointer] };
    this.#stage.run(() => this.#store.set(next));
  }

  #comeBack(event: EdgeEvent): void {
    const { scale } = this.#stage;
    const goesOn = event.phase === "start" || event.phase === "move";
    const { side, far, yPx, distancePx } = event;
    const backGesture = goesOn ? { side, far, yDp: yPx / scale, distanceDp: distancePx / scale } : undefined;
    this.#store.set({ backGesture });
    if (event.phase === "end" && far) this.#keys.back();
  }

  #showKeyboard(field: UiNode | undefined): void {
    const shown = this.#options.showsKeyboard() ? field : undefined;
    const keyboard = shown && keyboardFor(shown);
    if (!keyboard) {
      this.#composing.leave();
      this.#vocabulary.closeTexts();
    }
    if (!isSameMode(keyboard, this.#store.get().keyboard)) this.#store.set({ keyboard });
    this.#revealPending = field !== undefined;
  }

  /** Updates the visible keyboard after a change of the text before the caret. */
  #followCaret(): void {
    const { keyboard, composing } = this.#store.get();
    const field = this.#stage.focused;
    const next = keyboard && field && keyboardFor(field);
    if (next && !isSameMode(next, keyboard)) this.#stage.run(() => this.#store.set({ keyboard: next }));
    const word = field && next?.suggests ? this.#composing.follow(field) : "";
    if (word !== composing) this.#stage.run(() => this.#store.set({ composing: word }));
  }

  #wheel(event: ScrollEvent): void {
    this.#stage.layoutNow();
    const hit = this.#stage.hit(event.xPx, event.yPx);
    if (!hit) return;
    const stepPx = WHEEL_STEP_DP * this.#stage.scale;
    const vertical = scrollableAround(hit, "y");
    const horizontal = scrollableAround(hit, "x");
    if (vertical && event.vertical !== 0) this.#scrolling.by(vertical, -event.vertical * stepPx);
    // A vertical wheel scrolls a container that can only scroll horizontally.
    const sideways = event.horizontal !== 0 ? event.horizontal : vertical ? 0 : -event.vertical;
    if (horizontal && sideways !== 0) this.#scrolling.by(horizontal, sideways * stepPx);
  }

  /** Scrolls the topmost scrollable container, since keys have no position on the screen. */
  #scrollFront(distancePx: number): void {
    this.#stage.layoutNow();
    const container = [...this.#stage.root.descendants()].findLast(
      (node) => node.kind === "ui-scroll" && !node.props.horizontal && node.scrollMaxPx > 0 && node.painted,
    );
    if (container) this.#scrolling.by(container, distancePx);
  }

  /** Scrolls the text around the caret into view, if a surrounding container can scroll. */
  #revealCaret(): void {
    if (!this.#revealPending) return;
    this.#revealPending = false;
    const field = this.#stage.focused;
    const container = field && scrollableAround(field, "y");
    if (!container) return;
    const caret = caretRect(field);
    const marginPx = 12 * this.#stage.scale;
    const over = caret.bottom + marginPx - container.bounds.bottom;
    const under = container.bounds.top + marginPx - caret.top;
    if (over > 0) this.#scrolling.to(container, container.scrollPx + over);
    else if (under > 0) this.#scrolling.to(container, container.scrollPx - under);
  }
}

/** Returns the keyboard mode for the field and its current caret. */
function keyboardFor(field: UiNode): KeyboardMode {
  const { multiline, enterAction = "done", inputType = "text", password, onKey } = field.props;
  const action = multiline ? "newline" : enterAction;
  return {
    enterAction: action,
    inputType,
    beginsSentence: takesSentences(field) && beginsSentence(field),
    suggests: inputType === "text" && password !== true && onKey === undefined,
  };
}

/**
 * Fields of one row contain names, addresses and search terms; fields with their own key handling contain commands.
 */
function takesSentences(field: UiNode): boolean {
  return hasRows(field) && field.props.password !== true && field.props.onKey === undefined;
}

function isSameMode(a: KeyboardMode | undefined, b: KeyboardMode | undefined): boolean {
  if (!a || !b) return a === b;
  return (
    a.enterAction === b.enterAction &&
    a.inputType === b.inputType &&
    a.beginsSentence === b.beginsSentence &&
    a.suggests === b.suggests
  );
}
