import type { Input, KeyEvent, ScrollEvent, TouchEvent } from "@terrarium/adb-device/ports/input";
import type { Clipboard } from "@terrarium/adb-device/ports/screen";
import { Gestures, type EdgeEvent } from "../input/gestures.ts";
import { KeyFocus } from "../input/key-focus.ts";
import { pressKey, type KeyTarget } from "../input/keys.ts";
import { scrollableAround, Scrolling } from "../input/scrolling.ts";
import { beginsSentence, caretRect, insertText } from "../render/field-node.ts";
import type { UiNode } from "../render/node.ts";
import type { Stage } from "../render/stage.ts";
import type { AppKey } from "../services/services.ts";
import type { KeyboardMode, SystemStore } from "../services/system-store.ts";
import type { TextSelection } from "./text-selection.ts";

const wheelStepDp = 56;

/** What keys ask of the system rather than of a field or an app. */
export interface SystemKeys {
  readonly home: () => void;
  readonly back: () => void;
  readonly switchApp: () => void;
  readonly menu: () => void;
  readonly appKey: (key: AppKey) => void;
  /** Keys that work whatever is in front, such as POWER and the volume; false for those that are none of them. */
  readonly hardwareKey: (keyCode: number) => boolean;
  /** Touch or key; false while the screen is off. */
  readonly noteActivity: () => boolean;
}

/** Where input goes: touches to what is under them, keys to the focused field, the app in front or the system. */
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
  /** The caret moved, or the keyboard came up: the text around the caret is to be in view. */
  #revealPending = false;

  constructor(options: {
    stage: Stage;
    store: SystemStore;
    clipboard: Clipboard;
    keys: SystemKeys;
    selection: TextSelection;
    /** Whether a keyboard is shown although there are keys. */
    showsKeyboard: () => boolean;
    /** Whether a finger from the side goes back. */
    hasEdges: () => boolean;
    /** Whether some setting shows where the fingers are. */
    showsPointers: () => boolean;
  }) {
    const { stage, store, clipboard, keys, selection } = options;
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
        fieldTapped: (field) => {
          selection.hide();
          // A second tap into an empty field asks for what is in the clipboard.
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
    return {
      touch: (event) => {
        if (!this.#keys.noteActivity()) return;
        this.#keyFocus.clear();
        this.#gestures.touch(event);
        if (this.#options.showsPointers() || this.#store.get().pointers.length > 0) this.#notePointer(event);
      },
      key: (event) => this.#stage.run(() => this.pressKey(event)),
      scroll: (event) => {
        if (this.#keys.noteActivity()) this.#wheel(event);
      },
      text: (text) => {
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
      insertText(field, text);
      this.#revealPending = true;
    }
  }

  dispose(): void {
    this.#gestures.dispose();
  }

  /** The screen went dark: what the fingers were doing ends. */
  cancelTouches(): void {
    this.#gestures.cancelAll();
    this.#store.set({ pointers: [], backGesture: undefined });
  }

  #notePointer(event: TouchEvent): void {
    const others = this.#store.get().pointers.filter((each) => each.id !== event.pointerId);
    const down = event.action === "down" || event.action === "move";
    const pointer = { id: event.pointerId, xPx: event.xPx, yPx: event.yPx };
    this.#stage.run(() => this.#store.set({ pointers: down ? [...others, pointer] : others }));
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
    if (!isSameMode(keyboard, this.#store.get().keyboard)) this.#store.set({ keyboard });
    this.#revealPending = field !== undefined;
  }

  /** The keyboard that is up goes by what stands before the caret. */
  #followCaret(): void {
    const { keyboard } = this.#store.get();
    const field = this.#stage.focused;
    const next = keyboard && field && keyboardFor(field);
    if (next && !isSameMode(next, keyboard)) this.#stage.run(() => this.#store.set({ keyboard: next }));
  }

  #wheel(event: ScrollEvent): void {
    this.#stage.layoutNow();
    const hit = this.#stage.hit(event.xPx, event.yPx);
    if (!hit) return;
    const stepPx = wheelStepDp * this.#stage.scale;
    const vertical = scrollableAround(hit, "y");
    const horizontal = scrollableAround(hit, "x");
    if (vertical && event.vertical !== 0) this.#scrolling.by(vertical, -event.vertical * stepPx);
    // A wheel that only turns one way moves what can only move the other.
    const sideways = event.horizontal !== 0 ? event.horizontal : vertical ? 0 : -event.vertical;
    if (horizontal && sideways !== 0) this.#scrolling.by(horizontal, sideways * stepPx);
  }

  /** Keys have no place on the screen: they scroll the topmost container that can move. */
  #scrollFront(distancePx: number): void {
    this.#stage.layoutNow();
    const container = [...this.#stage.root.descendants()].findLast(
      (node) => node.kind === "ui-scroll" && !node.props.horizontal && node.scrollMaxPx > 0 && node.painted,
    );
    if (container) this.#scrolling.by(container, distancePx);
  }

  /** Scrolls the text around the caret into view, as far as something around it scrolls. */
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

/** What the field asks of the keyboard, with the caret where it is now. */
function keyboardFor(field: UiNode): KeyboardMode {
  const { multiline, enterAction = "done", inputType = "text" } = field.props;
  const action = multiline ? "newline" : enterAction;
  return { enterAction: action, inputType, beginsSentence: takesSentences(field) && beginsSentence(field) };
}

/** Fields of one line take names, addresses and words to look for; those with keys of their own take commands. */
function takesSentences({ props }: UiNode): boolean {
  return props.multiline === true && props.password !== true && props.onKey === undefined;
}

function isSameMode(a: KeyboardMode | undefined, b: KeyboardMode | undefined): boolean {
  if (!a || !b) return a === b;
  return a.enterAction === b.enterAction && a.inputType === b.inputType && a.beginsSentence === b.beginsSentence;
}
