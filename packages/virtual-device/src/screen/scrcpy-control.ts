import {
  copyKeys,
  keyActions,
  pointerIds,
  touchActions,
  type ControlMessage,
  type Position,
} from "@terrarium/scrcpy/control";
import type { DeviceMessage } from "@terrarium/scrcpy/device-message";
import type { SystemUi, TouchAction } from "../system/display.ts";

const keyBack = 4;
const keyCut = 277;
const keyCopy = 278;
const keyPaste = 279;
/** AOSP MotionEvent.java, BUTTON_… */
const mouseButtons = { primary: 1, secondary: 2 };

const touchActionNames = new Map<number, TouchAction>([
  [touchActions.down, "down"],
  [touchActions.up, "up"],
  [touchActions.move, "move"],
  [touchActions.cancel, "cancel"],
]);

export interface ControlContext {
  ui: SystemUi;
  send(message: DeviceMessage): void;
  resetVideo(): void;
  log(text: string): void;
}

/** Does what a control message asks. What this device has no means for is logged and otherwise passed over. */
export function applyControl(message: ControlMessage, context: ControlContext): void {
  const { ui } = context;
  switch (message.type) {
    case "key":
      ui.input.key({
        action: message.action === keyActions.up ? "up" : "down",
        keyCode: message.keyCode,
        metaState: message.metaState,
      });
      break;
    case "text":
      ui.input.text(message.text);
      break;
    case "touch":
      applyTouch(message, ui);
      break;
    case "scroll":
      ui.input.scroll({ ...toScreen(message, ui), horizontal: message.horizontal, vertical: message.vertical });
      break;
    case "backOrScreenOn":
      if (!ui.power.awake) {
        if (message.action === keyActions.down) ui.power.wake();
        break;
      }
      ui.input.key({ action: message.action === keyActions.up ? "up" : "down", keyCode: keyBack, metaState: 0 });
      break;
    case "getClipboard":
      if (message.copyKey !== copyKeys.none) press(ui, message.copyKey === copyKeys.cut ? keyCut : keyCopy);
      context.send({ type: "clipboard", text: ui.clipboard.get() });
      break;
    case "setClipboard":
      ui.clipboard.set(message.text);
      if (message.paste) press(ui, keyPaste);
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
      ui.panels.expandNotifications();
      break;
    case "expandSettingsPanel":
      ui.panels.expandSettings();
      break;
    case "collapsePanels":
      ui.panels.collapse();
      break;
    case "setDisplayPower":
      ui.power.setDisplay(message.on);
      break;
    case "rotateDevice":
      ui.display.rotate();
      break;
    case "uhidCreate":
    case "uhidInput":
    case "uhidDestroy":
    case "openHardKeyboardSettings":
      context.log(`[server] DEBUG: Control message ${message.type} has no effect on this device\n`);
  }
}

function applyTouch(message: Extract<ControlMessage, { type: "touch" }>, ui: SystemUi): void {
  const action = touchActionNames.get(message.action);
  // A finger has no buttons; of a mouse two touch, the second one as a finger that stays.
  const button = message.pointerId === pointerIds.mouse ? message.actionButton : 0;
  if (!action || button > mouseButtons.secondary) return;
  const secondary = action === "down" && button === mouseButtons.secondary ? { secondary: true } : {};
  const pointerId = Number(BigInt.asIntN(53, message.pointerId));
  ui.input.touch({ action, pointerId, ...toScreen(message, ui), ...secondary });
}

/** The position in the video, on the screen. */
function toScreen(position: Position, ui: SystemUi): { xPx: number; yPx: number } {
  return {
    xPx: (position.x * ui.display.widthPx) / (position.screenWidthPx || ui.display.widthPx),
    yPx: (position.y * ui.display.heightPx) / (position.screenHeightPx || ui.display.heightPx),
  };
}

function press(ui: SystemUi, keyCode: number): void {
  ui.input.key({ action: "down", keyCode, metaState: 0 });
  ui.input.key({ action: "up", keyCode, metaState: 0 });
}

/** scrcpy's way to name an app: "+" stops it first, "?" searches among the labels. */
function startApp(name: string, context: ControlContext): void {
  const { ui } = context;
  const stopFirst = name.startsWith("+");
  const rest = stopFirst ? name.slice(1) : name;
  const wanted = rest.slice(1).toLowerCase();
  const app = rest.startsWith("?")
    ? ui.activities.list().find((each) => each.label.toLowerCase().startsWith(wanted))
    : ui.activities.list().find((each) => each.packageName === rest);
  if (!app) {
    context.log(`[server] WARN: No app ${JSON.stringify(rest)} to start\n`);
    return;
  }
  if (stopFirst) ui.activities.forceStop(app.packageName);
  ui.activities.start(app.packageName);
}
