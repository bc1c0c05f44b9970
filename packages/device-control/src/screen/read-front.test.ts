import { expect, test } from "vitest";
import { parseFront, readFront } from "./read-front.ts";

const APP = "  mFocusedApp=ActivityRecord{4a u0 com.app/.Main t1}\n";

test.each([
  [
    "an app",
    "  mCurrentFocus=Window{49 u0 com.app/com.app.Main}\n  mFocusedApp=ActivityRecord{4a u0 com.app/com.app.Main t1}\n",
    { component: "com.app/.Main", isCovered: false, hasKeyboard: false },
  ],
  [
    "an app below the shade",
    `  mCurrentFocus=Window{49 u0 NotificationShade}\n${APP}`,
    { component: "com.app/.Main", isCovered: true, hasKeyboard: false },
  ],
  [
    "an app with its menu open, and the keyboard",
    `  mCurrentFocus=Window{49 u0 PopupWindow:1f}\n${APP}    mInputShown=true\n`,
    { component: "com.app/.Main", isCovered: false, hasKeyboard: true },
  ],
  [
    "an activity of another package",
    "  mFocusedApp=ActivityRecord{4a u0 com.app/org.lib.Login$Inner t1}\n  mInputMethodShown=true\n",
    { component: "com.app/org.lib.Login$Inner", isCovered: false, hasKeyboard: true },
  ],
  [
    "an app of Android 9",
    "  mCurrentFocus=Window{49 u0 com.app/com.app.Main}\n  mFocusedApp=AppWindowToken{1f token=Token{2e ActivityRecord{4a u0 com.app/.Main t1}}}\n",
    { component: "com.app/.Main", isCovered: false, hasKeyboard: false },
  ],
])("names %s", (_what, dump, front) => expect(parseFront(dump)).toEqual(front));

test.each([
  ["nothing", ""],
  ["no focus", "  mCurrentFocus=null\n  mFocusedApp=null\n"],
  ["a name that is no component", "  mFocusedApp=ActivityRecord{4a u0 done: tapped t1}\n"],
])("names no app for %s", (_what, dump) => expect(parseFront(dump)).toBeUndefined());

test("names no app if the device does not answer", async () => {
  expect(await readFront({ run: () => Promise.reject(new Error("device failed")) })).toBeUndefined();
});
