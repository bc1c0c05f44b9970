import { type ControlMessage, KEY_ACTIONS, TOUCH_ACTIONS } from "@terrarium/scrcpy/control";
import { KEY_CODES } from "@terrarium/scrcpy/key-codes";
import { shellQuote } from "../device/shell-quote.ts";
import { isPlainText, typeCommand } from "./text-input.ts";

type Touch = Extract<ControlMessage, { type: "touch" }>;

/** Movement below which a touch counts as stationary (AOSP ViewConfiguration, TOUCH_SLOP, at 320 dpi). */
const SLOP_PX = 16;
const TAP_MS = 400;
/** Distance and duration of a swipe for one wheel click. */
const WHEEL_PX = 120;
const WHEEL_MS = 100;

/**
 * Translates screen input into command lines of Android's `input` and `cmd` (AOSP InputShellCommand,
 * StatusBarShellCommand). Each command costs a process, so a touch is sent as a whole when the finger is lifted. Only
 * one finger is tracked.
 */
export class InputCommands {
  #down: { touch: Touch; atMs: number } | undefined;

  /** Returns the command line for a message, or undefined if there is nothing to do (yet). */
  of(message: ControlMessage, nowMs: number): string | undefined {
    switch (message.type) {
      case "touch":
        return this.#touch(message, nowMs);
      case "scroll": {
        const { x, y, horizontal, vertical } = message;
        return swipe(x, y, x + horizontal * WHEEL_PX, y + vertical * WHEEL_PX, WHEEL_MS);
      }
      case "key":
        return message.action === KEY_ACTIONS.down ? press(message.keyCode) : undefined;
      case "backOrScreenOn":
        return message.action === KEY_ACTIONS.down ? press(KEY_CODES.back) : undefined;
      case "setDisplayPower":
        return press(message.on ? KEY_CODES.wakeUp : KEY_CODES.sleep);
      case "text":
        return isPlainText(message.text) ? typeCommand(message.text) : undefined;
      case "setClipboard":
        return message.paste && isPlainText(message.text) ? typeCommand(message.text) : undefined;
      case "expandNotificationPanel":
        return "cmd statusbar expand-notifications";
      case "expandSettingsPanel":
        return "cmd statusbar expand-settings";
      case "collapsePanels":
        return "cmd statusbar collapse";
      case "rotateDevice":
        return "settings put system accelerometer_rotation 0; settings put system user_rotation $((1 - $(settings get system user_rotation) % 2))";
      case "startApp":
        return `monkey -p ${shellQuote(message.name.replace(/^[+?]/, ""))} 1`;
      default:
        // Only scrcpy supports the clipboard and custom keyboards.
        return undefined;
    }
  }

  #touch(touch: Touch, nowMs: number): string | undefined {
    if (touch.action === TOUCH_ACTIONS.down) {
      this.#down ??= { touch, atMs: nowMs };
      return undefined;
    }
    if (touch.action !== TOUCH_ACTIONS.up || this.#down?.touch.pointerId !== touch.pointerId) return undefined;
    const { touch: down, atMs } = this.#down;
    this.#down = undefined;
    const durationMs = Math.max(1, Math.round(nowMs - atMs));
    const movedPx = Math.hypot(touch.x - down.x, touch.y - down.y);
    if (movedPx <= SLOP_PX && durationMs < TAP_MS) return `input tap ${Math.round(down.x)} ${Math.round(down.y)}`;
    return swipe(down.x, down.y, touch.x, touch.y, durationMs);
  }
}

const press = (keyCode: number): string => `input keyevent ${keyCode}`;

const swipe = (...numbers: number[]): string =>
  ["input swipe", ...numbers.map((number) => Math.max(0, Math.round(number)))].join(" ");
