import type { SystemCalls } from "@terrarium/phone-shell/system-calls/system-calls";
import { frontWindows } from "@terrarium/phone-system/front-windows";
import { INPUT_METHOD_ID, INPUT_METHOD_PACKAGE } from "@terrarium/phone-system/input-method";
import { activityRecord, objectId, tasksOf, windowRecord } from "../activity/activity-dump.ts";
import { fullComponentName } from "../activity/intent-arguments.ts";
import { blockedPackages } from "../notification-permission.ts";

/** One window of the system contains the lock screen and the notification shade. */
const SYSTEM_UI_PACKAGE = "com.android.systemui";

/** `dumpsys window [displays|windows|policy|…]`: the windows and the focused one. */
export async function windowDump(system: SystemCalls, what: string | undefined): Promise<string> {
  const { widthPx, heightPx, densityDpi, rotation, physical } = await system.display();
  const [front] = await tasksOf(system);
  const { awake, locked } = await system.power();
  const { windows } = await system.hierarchy();
  const keyboard = windows.some(({ packageName }) => packageName === INPUT_METHOD_PACKAGE);
  const component = front ? fullComponentName(front.component) : "";
  const focus =
    locked || frontWindows(windows, widthPx * heightPx)[0]?.packageName === SYSTEM_UI_PACKAGE
      ? `Window{${objectId("keyguard")} u0 NotificationShade}`
      : windowRecord(component);
  const list = windows.map(({ packageName, bounds }, i) => {
    const name = packageName === front?.packageName ? component : packageName;
    const { left, top, right, bottom } = bounds;
    return (
      `  Window #${windows.length - 1 - i} ${name === component ? windowRecord(name) : `Window{${objectId("window", name)} u0 ${name}}`}:\n    mDisplayId=0 package=${packageName}\n` +
      `    mFrame=[${left},${top}][${right},${bottom}]\n    isOnScreen=true\n    isVisible=true\n`
    );
  });
  const init = `init=${physical.widthPx}x${physical.heightPx} ${physical.densityDpi}dpi`;
  const displays =
    "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  Display: mDisplayId=0\n" +
    `    ${init} cur=${widthPx}x${heightPx} app=${widthPx}x${heightPx} base=${widthPx}x${heightPx} ${densityDpi}dpi rng=${Math.min(widthPx, heightPx)}x${Math.min(widthPx, heightPx)}-${Math.max(widthPx, heightPx)}x${Math.max(widthPx, heightPx)}\n` +
    `    mRotation=ROTATION_${rotation * 90} mCurrentRotation=ROTATION_${rotation * 90}\n`;
  const focusLines = `  mCurrentFocus=${awake ? focus : "null"}\n  mFocusedApp=${front ? activityRecord(front) : "null"}\n`;
  if (what === "displays" || what === "d") return displays + focusLines;
  return (
    `WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  <no ANR has occurred since boot>\n\n` +
    `WINDOW MANAGER POLICY STATE (dumpsys window policy)\n  mAwake=${awake}\n  mScreenOnFully=${awake}\n  screenState=SCREEN_STATE_${awake ? "ON" : "OFF"}\n` +
    `  KeyguardServiceDelegate\n    showing=${locked}\n    mIsShowing=${locked}\n  mShowingLockscreen=${locked} mDreamingLockscreen=${locked}\n\n` +
    `${displays}\nWINDOW MANAGER WINDOWS (dumpsys window windows)\n${list.toReversed().join("")}\n` +
    `  mInputMethodShown=${keyboard}\n${focusLines}  mTopFocusedDisplayId=0\n`
  );
}

/** SurfaceFlinger's number of the only display: the first port, without a manufacturer (DisplayIdentification.cpp). */
export const PHYSICAL_DISPLAY_ID = "0";
const DISPLAY_NAME = "Built-in Screen";

/** Formats the display as AOSP DisplayInfo.toString does. */
export async function displayInfo(system: SystemCalls): Promise<string> {
  const { widthPx, heightPx, densityDpi, rotation } = await system.display();
  const { awake } = await system.power();
  const state = awake ? "ON" : "OFF";
  return (
    `DisplayInfo{"${DISPLAY_NAME}", displayId 0, displayGroupId 0, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS, FLAG_TRUSTED, ` +
    `real ${widthPx} x ${heightPx}, largest app ${Math.max(widthPx, heightPx)} x ${Math.max(widthPx, heightPx)}, ` +
    `smallest app ${Math.min(widthPx, heightPx)} x ${Math.min(widthPx, heightPx)}, appVsyncOff 0, presDeadline 16666667, ` +
    `mode 1, defaultMode 1, rotation ${rotation}, state ${state}, committedState ${state}, type INTERNAL, ` +
    `uniqueId "local:${PHYSICAL_DISPLAY_ID}", app ${widthPx} x ${heightPx}, density ${densityDpi} (${densityDpi}.0 x ${densityDpi}.0) dpi, ` +
    `layerStack 0, renderFrameRate 60.0}`
  );
}

/** `dumpsys display`. */
export async function displayDump(system: SystemCalls): Promise<string> {
  const { widthPx, heightPx, rotation } = await system.display();
  const { awake } = await system.power();
  const brightness = Number((await system.getSetting("system", "screen_brightness")) ?? "255");
  const info = await displayInfo(system);
  const state = awake ? "ON" : "OFF";
  return `DISPLAY MANAGER (dumpsys display)
  mGlobalDisplayState=${state}
  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=${awake}, displayId=0, uniqueId='local:${PHYSICAL_DISPLAY_ID}', physicalPort=0, orientation=${rotation}, logicalFrame=Rect(0, 0 - ${widthPx}, ${heightPx}), physicalFrame=Rect(0, 0 - ${widthPx}, ${heightPx}), deviceWidth=${widthPx}, deviceHeight=${heightPx}}]

Display States: size=1
  Display Id=0
  Display State=${state}
  Display Brightness=${(brightness / 255).toFixed(4)}

Logical Displays: size=1
  Display 0:
    mDisplayId=0
    mBaseDisplayInfo=${info}
    mOverrideDisplayInfo=${info}

Display Power Controller:
  mScreenState=${state}
  mScreenBrightness=${(brightness / 255).toFixed(4)}
`;
}

/** `dumpsys input_method`: whether the on-screen keyboard is visible. Test drivers read it. */
export async function inputMethodDump(system: SystemCalls): Promise<string> {
  const { windows } = await system.hierarchy();
  const shown = windows.some(({ packageName }) => packageName === INPUT_METHOD_PACKAGE);
  const current = (await system.getSetting("secure", "default_input_method")) ?? INPUT_METHOD_ID;
  return `Current Input Method Manager state:
  Input Methods: mMethodMapUpdateCount=1
  InputMethod #0:
    mId=${INPUT_METHOD_ID}
  mCurMethodId=${current}
  mCurId=${current} mHaveConnection=true mBoundToMethod=true
  mShowRequested=${shown} mShowExplicitlyRequested=${shown} mShowForced=false mInputShown=${shown}
  mInputShown=${shown}
  mIsInputViewShown=${shown}
  mSystemReady=true mInteractive=true
`;
}

/** Names of the values of `zen_mode` (AOSP NotificationManager.java, INTERRUPTION_FILTER_*). */
const INTERRUPTION_FILTERS = ["ALL", "PRIORITY", "NONE", "ALARMS"];

/** `dumpsys notification`. */
export async function notificationDump(system: SystemCalls): Promise<string> {
  const records = (await system.notifications()).map(
    ({ packageName, id, title, text, postedMs, ongoing }) =>
      `    NotificationRecord(0x${objectId(packageName, id)}: pkg=${packageName} user=UserHandle{0} id=0 tag=${id} importance=3 key=0|${packageName}|0|${id}|0)\n` +
      `      flags=${ongoing ? "ONGOING_EVENT" : "0"} when=${postedMs}\n` +
      `      extras={\n        android.title=String (${title})\n        android.text=String (${text})\n      }\n`,
  );
  const blocked = (await blockedPackages(system)).map((name) => `    AppSettings: ${name} importance=NONE\n`);
  const zen = (await system.getSetting("global", "zen_mode")) ?? "0";
  return `Current Notification Manager state:\n  Notification List:\n${records.join("")}  Ranking Config:\n${blocked.join("")}  Zen Mode:\n    mInterruptionFilter=${INTERRUPTION_FILTERS[Number(zen)] ?? "UNKNOWN"}\n`;
}

/** `dumpsys SurfaceFlinger [--list|--latency|--display-id]`, with the parts that apply to this device. */
export async function surfaceDump(system: SystemCalls, flag: string | undefined): Promise<string> {
  const { widthPx, heightPx, densityDpi } = await system.display();
  const { windows } = await system.hierarchy();
  if (flag === "--list") return windows.map(({ packageName }) => `${packageName}#0\n`).join("");
  if (flag === "--display-id")
    return `Display ${PHYSICAL_DISPLAY_ID} (HWC display 0): port=0 pnpId=TRM displayName="${DISPLAY_NAME}"\n`;
  // The refresh period in nanoseconds. Frame times would follow, but no frames are timed.
  if (flag === "--latency") return "16666667\n";
  const layers = windows.map(({ packageName }) => `+ Layer (${packageName}#0)\n`).join("");
  return `Displays (1 entries)\nDisplay 0\n  ${widthPx}x${heightPx} ${densityDpi}dpi 60.00 Hz\nVisible layers (count = ${windows.length})\n${layers}`;
}
