import type { Clipboard, Input, KeyEvent, ScrollEvent } from "../../system/display.ts";
import { Gestures } from "../input/gestures.ts";
import { pressKey, type KeyTarget } from "../input/keys.ts";
import { scrollableAround, Scrolling } from "../input/scrolling.ts";
import { caretRect, insertText } from "../render/field-node.ts";
import type { UiNode } from "../render/node.ts";
import type { Stage } from "../render/stage.ts";
import type { AppKey } from "./services.ts";
import type { SystemStore } from "./system-store.ts";

const wheelStepDp = 56;

/** What keys ask of the system rather than of a field or an app. */
export interface SystemKeys {
  home(): void;
  back(): void;
  switchApp(): void;
  menu(): void;
  appKey(key: AppKey): void;
  /** Keys that work whatever is in front, such as POWER and the volume; false for those that are none of them. */
  hardwareKey(keyCode: number): boolean;
  /** Touch or key; false while the screen is off. */
  noteActivity(): boolean;
}

/** Where input goes: touches to what is under them, keys to the focused field, the app in front or the system. */
export class InputRouter {
  readonly #stage: Stage;
  readonly #store: SystemStore;
  readonly #clipboard: Clipboard;
  readonly #keys: SystemKeys;
  readonly #scrolling: Scrolling;
  readonly #gestures: Gestures;
  /** The caret moved, or the keyboard came up: the text around the caret is to be in view. */
  #revealPending = false;

  constructor(options: { stage: Stage; store: SystemStore; clipboard: Clipboard; keys: SystemKeys }) {
    const { stage, store, clipboard, keys } = options;
    this.#stage = stage;
    this.#store = store;
    this.#clipboard = clipboard;
    this.#keys = keys;
    this.#scrolling = new Scrolling(stage);
    this.#gestures = new Gestures({
      stage,
      scrolling: this.#scrolling,
      onBack: () => keys.back(),
      onFieldTap: (field) => this.#showKeyboard(field),
    });
    stage.onLaidOut = () => this.#revealCaret();
    stage.onFocusChange = (field) => this.#showKeyboard(field);
  }

  createInput(): Input {
    return {
      touch: (event) => {
        if (this.#keys.noteActivity()) this.#gestures.touch(event);
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
    const target: KeyTarget = { home, back, switchApp, menu, appKey, scroll };
    pressKey(event, this.#stage.focused, this.#clipboard, target);
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

  #showKeyboard(field: UiNode | undefined): void {
    const keyboard = field && (field.props.multiline ? "newline" : (field.props.enterAction ?? "done"));
    if (keyboard !== this.#store.get().keyboard) this.#store.set({ keyboard });
    this.#revealPending = field !== undefined;
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
