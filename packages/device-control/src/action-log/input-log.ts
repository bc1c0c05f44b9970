import { type ControlMessage, KEY_ACTIONS, type Position, TOUCH_ACTIONS } from "@terrarium/scrcpy/control";
import { keyName } from "../input/keys.ts";
import { type DoneAction, points } from "./service.ts";

/** Largest movement of a tap, in pixels of the video. */
const TAP_SLOP_PX = 24;
/** Keys and text that follow each other within this time are one action. */
const TYPING_PAUSE_MS = 1_500;

type Touch = Extract<ControlMessage, { type: "touch" }>;

/** Converts a viewer's control messages to actions: a finger's path is one action, and so is continuous typing. */
export class InputLog {
  readonly #note: (action: DoneAction) => void;
  readonly #clock: () => number;
  readonly #fingers = new Map<bigint, { at: number; start: Position; farthestPx: number }>();
  #typing: { at: number; last: number; characters: number } | undefined;
  #scrolling: { at: number; last: number; at0: string } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(note: (action: DoneAction) => void, clock: () => number = Date.now) {
    this.#note = note;
    this.#clock = clock;
  }

  take(message: ControlMessage): void {
    switch (message.type) {
      case "touch":
        return this.#touch(message);
      case "text":
        return this.#type(Array.from(message.text).length);
      case "scroll":
        return this.#scroll(message);
      case "key":
        if (message.action === KEY_ACTIONS.down && message.repeat === 0) this.#say("key", keyName(message.keyCode));
        return;
      case "backOrScreenOn":
        if (message.action === KEY_ACTIONS.down) this.#say("key", "back");
        return;
      case "setClipboard":
        if (message.paste) this.#say("paste", String(Array.from(message.text).length));
        return;
      case "rotateDevice":
        return this.#say("rotate", "");
      default:
    }
  }

  /** Records the action in progress. */
  close(): void {
    this.#settle();
  }

  #touch({ action, pointerId, ...position }: Touch): void {
    const finger = this.#fingers.get(pointerId);
    if (action === TOUCH_ACTIONS.down) {
      this.#fingers.set(pointerId, { at: this.#clock(), start: position, farthestPx: 0 });
      return;
    }
    if (finger === undefined) return;
    const movedPx = Math.hypot(position.x - finger.start.x, position.y - finger.start.y);
    finger.farthestPx = Math.max(finger.farthestPx, movedPx);
    if (action === TOUCH_ACTIONS.move) return;
    this.#fingers.delete(pointerId);
    if (action !== TOUCH_ACTIONS.up) return;
    this.#settle();
    const { at, start, farthestPx } = finger;
    const durationMs = this.#clock() - at;
    if (farthestPx < TAP_SLOP_PX) this.#note({ kind: "tap", detail: points(start.x, start.y), at, durationMs });
    else this.#note({ kind: "swipe", detail: points(start.x, start.y, position.x, position.y), at, durationMs });
  }

  #type(characters: number): void {
    const now = this.#clock();
    if (this.#typing === undefined) this.#settle();
    this.#typing = { at: now, characters: 0, ...this.#typing, last: now };
    this.#typing.characters += characters;
    this.#settleLater();
  }

  #scroll({ x, y }: Position): void {
    const now = this.#clock();
    if (this.#scrolling === undefined) this.#settle();
    this.#scrolling = { at: now, at0: points(x, y), ...this.#scrolling, last: now };
    this.#settleLater();
  }

  #say(kind: DoneAction["kind"], detail: string): void {
    this.#settle();
    this.#note({ kind, detail, at: this.#clock() });
  }

  #settleLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), TYPING_PAUSE_MS);
  }

  #settle(): void {
    clearTimeout(this.#timer);
    const typing = this.#typing;
    const scrolling = this.#scrolling;
    this.#typing = undefined;
    this.#scrolling = undefined;
    if (typing)
      this.#note({
        kind: "text",
        detail: String(typing.characters),
        at: typing.at,
        durationMs: typing.last - typing.at,
      });
    if (scrolling)
      this.#note({
        kind: "scroll",
        detail: scrolling.at0,
        at: scrolling.at,
        durationMs: scrolling.last - scrolling.at,
      });
  }
}
