import type { SystemCalls } from "../../../system-calls.ts";
import { fullComponentName } from "../activity/intent-arguments.ts";
import { activityRecord, objectId, tasksOf } from "./activity-dump.ts";

/** `dumpsys window [displays|windows|policy|…]`: the windows, and which has the focus. */
export async function windowDump(system: SystemCalls, what: string | undefined): Promise<string> {
  const { widthPx, heightPx, densityDpi, rotation, physical } = await system.display();
  const [front] = await tasksOf(system);
  const { awake, locked } = await system.power();
  const { windows } = await system.hierarchy();
  const keyboard = windows.some(({ packageName }) => packageName === "com.terrarium.keyboard");
  const component = front ? fullComponentName(front.component) : "";
  const focus = locked
    ? `Window{${objectId("keyguard")} u0 NotificationShade}`
    : `Window{${objectId("window", component)} u0 ${component}}`;
  const list = windows.map(({ packageName, bounds }, i) => {
    const name = packageName === front?.packageName ? component : packageName;
    const { left, top, right, bottom } = bounds;
    return (
      `  Window #${windows.length - 1 - i} Window{${objectId("window", name)} u0 ${name}}:\n    mDisplayId=0 package=${packageName}\n` +
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

/** `dumpsys display`. */
export async function displayDump(system: SystemCalls): Promise<string> {
  const { widthPx, heightPx, densityDpi, rotation } = await system.display();
  const { awake } = await system.power();
  const brightness = Number((await system.getSetting("system", "screen_brightness")) ?? "255");
  return `DISPLAY MANAGER (dumpsys display)
  mGlobalDisplayState=${awake ? "ON" : "OFF"}
  Display 0:
    mDisplayInfos=DisplayInfo{"Built-in Screen", displayId 0, real ${widthPx} x ${heightPx}, rotation ${rotation}, density ${densityDpi}, state ${awake ? "ON" : "OFF"}, 60.0 fps}
    mBaseDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0, real ${widthPx} x ${heightPx}, density ${densityDpi}}
  mScreenBrightness=${(brightness / 255).toFixed(4)}
  mViewports=[DisplayViewport{type=INTERNAL, valid=true, displayId=0, orientation=${rotation}, deviceWidth=${widthPx}, deviceHeight=${heightPx}}]
`;
}

/** `dumpsys input_method`: whether the on-screen keyboard shows, as test drivers ask. */
export async function inputMethodDump(system: SystemCalls, inputMethodId: string): Promise<string> {
  const { windows } = await system.hierarchy();
  const shown = windows.some(({ packageName }) => packageName === "com.terrarium.keyboard");
  return `Current Input Method Manager state:
  Input Methods: mMethodMapUpdateCount=1
  InputMethod #0:
    mId=${inputMethodId}
  mCurMethodId=${inputMethodId}
  mCurId=${inputMethodId} mHaveConnection=true mBoundToMethod=true
  mShowRequested=${shown} mShowExplicitlyRequested=${shown} mShowForced=false mInputShown=${shown}
  mInputShown=${shown}
  mIsInputViewShown=${shown}
  mSystemReady=true mInteractive=true
`;
}

/** `dumpsys notification`. */
export async function notificationDump(system: SystemCalls): Promise<string> {
  const records = (await system.notifications()).map(
    ({ packageName, id, title, text, postedMs, ongoing }) =>
      `    NotificationRecord(${objectId(packageName, id)}: pkg=${packageName} user=UserHandle{0} id=${id} tag=null)\n` +
      `      flags=${ongoing ? "ONGOING_EVENT" : "0"} when=${postedMs}\n` +
      `      extras={\n        android.title=String (${title})\n        android.text=String (${text})\n      }\n`,
  );
  return `Current Notification Manager state:\n  Notification List:\n${records.join("")}`;
}

/** `dumpsys SurfaceFlinger [--list|--latency|--display-id]`, as far as this device has something to say. */
export async function surfaceDump(system: SystemCalls, flag: string | undefined): Promise<string> {
  const { widthPx, heightPx, densityDpi } = await system.display();
  const { windows } = await system.hierarchy();
  if (flag === "--list") return windows.map(({ packageName }) => `${packageName}#0\n`).join("");
  if (flag === "--display-id") return `Display 0 (HWC display 0): port=0 pnpId=TRM displayName="Built-in Screen"\n`;
  // The refresh period in nanoseconds, then the frames that were timed: none are.
  if (flag === "--latency") return "16666667\n";
  const layers = windows.map(({ packageName }) => `+ Layer (${packageName}#0)\n`).join("");
  return `Displays (1 entries)\nDisplay 0\n  ${widthPx}x${heightPx} ${densityDpi}dpi 60.00 Hz\nVisible layers (count = ${windows.length})\n${layers}`;
}
