import {
  COPY_KEYS,
  KEY_ACTIONS,
  POINTER_IDS,
  TOUCH_ACTIONS,
  type ControlMessage,
  type Position,
} from "@terrarium/scrcpy/control";
import type { DeviceMessage } from "@terrarium/scrcpy/device-message";
import { KEY_CODES } from "../key-codes.ts";
import { MOUSE_BUTTONS, type TouchAction } from "../ports/input.ts";
import type { Screen } from "../ports/screen.ts";

const TOUCH_ACTION_NAMES = new Map<number, TouchAction>([
  [TOUCH_ACTIONS.down, "down"],
  [TOUCH_ACTIONS.up, "up"],
  [TOUCH_ACTIONS.move, "move"],
  [TOUCH_ACTIONS.cancel, "cancel"],
]);

export interface ControlContext {
  screen: Screen;
  send(message: DeviceMessage): void;
  resetVideo(): void;
  log(text: string): void;
}

/** Applies a control message. Logs and ignores functions that this device lacks. */
export function applyControl(message: ControlMessage, context: ControlContext): void {
  const { screen } = context;
  switch (message.type) {
    case "key":
      screen.input.key({
        action: message.action === KEY_ACTIONS.up ? "up" : "down",
        keyCode: message.keyCode,
        metaState: message.metaState,
      });
      break;
    case "text":
      screen.input.text(message.text);
      break;
    case "touch":
      applyTouch(message, screen);
      break;
    case "scroll":
      screen.input.scroll({ ...toScreen(message, screen), horizontal: message.horizontal, vertical: message.vertical });
      break;
    case "backOrScreenOn":
      if (!screen.power.awake) {
        if (message.action === KEY_ACTIONS.down) screen.power.wake();
        break;
      }
      screen.input.key({
        action: message.action === KEY_ACTIONS.up ? "up" : "down",
        keyCode: KEY_CODES.back,
        metaState: 0,
      });
      break;
    case "getClipboard":
      if (message.copyKey !== COPY_KEYS.none)
        press(screen, message.copyKey === COPY_KEYS.cut ? KEY_CODES.cut : KEY_CODES.copy);
      void tellClipboard(context);
      break;
    case "setClipboard":
      screen.clipboard.set(message.text);
      if (message.paste) press(screen, KEY_CODES.paste);
      if (message.sequence !== 0n) context.send({ type: "ackClipboard", sequence: message.sequence });
      break;
    case "resetVideo":
      context.resetVideo();
      break;
    case "startApp":
      startApp(message.name, context);
      break;
    case "unknown":
      context.log(`[server] WARN: Unknown control message ${message.id}, skipped with ${message.data.length} bytes\n`);
      break;
    case "expandNotificationPanel":
      screen.panels.expandNotifications();
      break;
    case "expandSettingsPanel":
      screen.panels.expandSettings();
      break;
    case "collapsePanels":
      screen.panels.collapse();
      break;
    case "setDisplayPower":
      screen.power.setDisplay(message.on);
      break;
    case "rotateDevice":
      screen.display.rotate();
      break;
    case "uhidCreate":
    case "uhidInput":
    case "uhidDestroy":
    case "openHardKeyboardSettings":
      context.log(`[server] DEBUG: Control message ${message.type} has no effect on this device\n`);
  }
}

/** Never rejects. */
async function tellClipboard(context: ControlContext): Promise<void> {
  const { clipboard } = context.screen;
  if (clipboard.caughtUp) await clipboard.caughtUp().catch(() => undefined);
  context.send({ type: "clipboard", text: clipboard.get() });
}

function applyTouch(message: Extract<ControlMessage, { type: "touch" }>, screen: Screen): void {
  if (message.pointerId === POINTER_IDS.mouse && screen.input.pointer)
    return screen.input.pointer({ ...toScreen(message, screen), buttons: message.buttons });
  const action = TOUCH_ACTION_NAMES.get(message.action);
  // A finger has no buttons. Two mouse buttons act as touches, the second one as a long press.
  const button = message.pointerId === POINTER_IDS.mouse ? message.actionButton : 0;
  if (!action || button > MOUSE_BUTTONS.secondary) return;
  const secondary = action === "down" && button === MOUSE_BUTTONS.secondary ? { secondary: true } : {};
  const pointerId = Number(BigInt.asIntN(53, message.pointerId));
  screen.input.touch({ action, pointerId, ...toScreen(message, screen), ...secondary });
}

/** Converts a position in the video to one on the screen. */
function toScreen(position: Position, screen: Screen): { xPx: number; yPx: number } {
  return {
    xPx: (position.x * screen.display.widthPx) / (position.screenWidthPx || screen.display.widthPx),
    yPx: (position.y * screen.display.heightPx) / (position.screenHeightPx || screen.display.heightPx),
  };
}

function press(screen: Screen, keyCode: number): void {
  screen.input.key({ action: "down", keyCode, metaState: 0 });
  screen.input.key({ action: "up", keyCode, metaState: 0 });
}

/** Starts an app with scrcpy's name syntax: "+" stops it first, "?" searches the labels. */
function startApp(name: string, context: ControlContext): void {
  const { screen } = context;
  const stopFirst = name.startsWith("+");
  const rest = stopFirst ? name.slice(1) : name;
  const wanted = rest.slice(1).toLowerCase();
  const app = rest.startsWith("?")
    ? screen.activities.list().find((each) => each.label.toLowerCase().startsWith(wanted))
    : screen.activities.list().find((each) => each.packageName === rest);
  if (!app) {
    context.log(`[server] WARN: No app ${JSON.stringify(rest)} to start\n`);
    return;
  }
  if (stopFirst) screen.activities.forceStop(app.packageName);
  screen.activities.start(app.packageName);
}
