import { describe } from "vitest";
import { fakeApps, fakeNode } from "../testing/fake-phone.ts";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("dumpsys of the screen", () => {
  testOnPhone(used, [
    [
      "dumpsys window | grep -E 'mCurrentFocus|mFocusedApp|mShowingLockscreen|mInputMethodShown'",
      "  mShowingLockscreen=false mDreamingLockscreen=false\n  mInputMethodShown=false\n  mCurrentFocus=Window{49ab3d4 u0 com.example.home/com.example.home.Home}\n  mFocusedApp=ActivityRecord{5d04240 u0 com.example.home/.Home t1}\n",
    ],
    [
      "dumpsys window displays",
      "WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)\n  Display: mDisplayId=0\n    init=720x1280 320dpi cur=720x1280 app=720x1280 base=720x1280 320dpi rng=720x720-1280x1280\n    mRotation=ROTATION_0 mCurrentRotation=ROTATION_0\n  mCurrentFocus=Window{49ab3d4 u0 com.example.home/com.example.home.Home}\n  mFocusedApp=ActivityRecord{5d04240 u0 com.example.home/.Home t1}\n",
    ],
    [
      "dumpsys display | grep -E 'mGlobalDisplayState|Brightness|mViewports'",
      "  mGlobalDisplayState=ON\n  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:0', physicalPort=0, orientation=0, logicalFrame=Rect(0, 0 - 720, 1280), physicalFrame=Rect(0, 0 - 720, 1280), deviceWidth=720, deviceHeight=1280}]\n  Display Brightness=0.2000\n  mScreenBrightness=0.2000\n",
    ],
    [
      "dumpsys input | grep -E 'Interactive|SurfaceOrientation|Focused|Viewport|displayId'",
      "  Interactive: true\n      Viewport INTERNAL: displayId=0, uniqueId=local:0, port=0, orientation=0, logicalFrame=[0, 0, 720, 1280], physicalFrame=[0, 0, 720, 1280], deviceSize=[720, 1280], isActive=[1]\n      SurfaceOrientation: 0\n  FocusedApplications:\n    displayId=0, name='com.example.home/.Home', dispatchingTimeout=5000ms\n  FocusedWindows:\n    displayId=0, name='Window{49ab3d4 u0 com.example.home/com.example.home.Home}'\n",
    ],
    [
      "dumpsys input_method | grep mInputShown",
      "  mShowRequested=false mShowExplicitlyRequested=false mShowForced=false mInputShown=false\n  mInputShown=false\n",
    ],
    [
      "dumpsys notification",
      "Current Notification Manager state:\n  Notification List:\n  Ranking Config:\n  Zen Mode:\n    mInterruptionFilter=ALL\n",
    ],
    [
      "dumpsys SurfaceFlinger; dumpsys SurfaceFlinger --list; dumpsys SurfaceFlinger --latency; dumpsys SurfaceFlinger --display-id",
      'Displays (1 entries)\nDisplay 0\n  720x1280 320dpi 60.00 Hz\nVisible layers (count = 1)\n+ Layer (com.example.home#0)\ncom.example.home#0\n16666667\nDisplay 0 (HWC display 0): port=0 pnpId=TRM displayName="Built-in Screen"\n',
    ],
  ]);
});

describe("dumpsys of an off and locked screen", () => {
  testOnPhone(
    used,
    [
      ["dumpsys window | grep -E '^  m(Awake|CurrentFocus)='", "  mAwake=false\n  mCurrentFocus=null\n"],
      [
        "dumpsys window policy | grep -E 'mShowingLockscreen|screenState'",
        "  screenState=SCREEN_STATE_OFF\n  mShowingLockscreen=true mDreamingLockscreen=true\n",
      ],
      [
        "dumpsys power | grep -E 'mWakefulness=|Keyguard|mUserActivitySummary'",
        "  mWakefulness=Asleep\n  mUserActivitySummary=0x0\nKeyguard showing: true\n",
      ],
      ["dumpsys display | grep -E 'mScreenState|Display State='", "  Display State=OFF\n  mScreenState=OFF\n"],
      ["dumpsys input | grep -o 'isActive=.*'", "isActive=[0]\n"],
      ["dumpsys activity activities | grep -o 'state=.* '", "state=STOPPED \n"],
    ],
    (phone) => Object.assign(phone, { awake: false, locked: true }),
  );
});

describe("dumpsys of a turned screen with a keyboard and notifications", () => {
  testOnPhone(
    used,
    [
      [
        "dumpsys window displays | grep -oE 'cur=[0-9x]*|mRotation=[A-Z_0-9]*'",
        "cur=1280x720\nmRotation=ROTATION_90\n",
      ],
      ["dumpsys input | grep SurfaceOrientation", "      SurfaceOrientation: 1\n"],
      ["dumpsys input_method | grep -E '^  mI'", "  mInputShown=true\n  mIsInputViewShown=true\n"],
      ["dumpsys window | grep mInputMethodShown", "  mInputMethodShown=true\n"],
      [
        "dumpsys window windows | grep -oE 'Window #[0-9] .* u0 .*}|mFrame=.*'",
        "Window #0 Window{57ff08f u0 com.terrarium.keyboard}\nmFrame=[0,600][1280,720]\nWindow #1 Window{3cc0770 u0 com.example.notes/com.example.notes.Main}\nmFrame=[0,0][720,1280]\n",
      ],
      ["am get-config | grep -oE 'w[0-9]*dp-h[0-9]*dp-[a-z]*'", "w640dp-h360dp-land\n"],
      [
        "dumpsys notification",
        "Current Notification Manager state:\n  Notification List:\n    NotificationRecord(0x20b8cfd: pkg=com.example.mail user=UserHandle{0} id=0 tag=7 importance=3 key=0|com.example.mail|0|7|0)\n      flags=ONGOING_EVENT when=5\n      extras={\n        android.title=String (New mail)\n        android.text=String (from Ann)\n      }\n  Ranking Config:\n    AppSettings: com.example.notes importance=NONE\n  Zen Mode:\n    mInterruptionFilter=PRIORITY\n",
      ],
      ["cmd notification list", "0|com.example.mail|7|null|0\n"],
    ],
    (phone) => {
      phone.rotation = 1;
      phone.settings.global.set("zen_mode", "1");
      phone.settings.secure.set("blocked_notification_packages", fakeApps.notes.packageName);
      phone.front = fakeApps.notes;
      phone.running = [fakeApps.notes];
      phone.windows = [
        fakeNode({ packageName: fakeApps.notes.packageName, text: "Notes" }),
        fakeNode({ packageName: "com.terrarium.keyboard", bounds: { left: 0, top: 600, right: 1280, bottom: 720 } }),
      ];
      const { packageName } = fakeApps.mail;
      phone.notifications = [{ id: "7", packageName, title: "New mail", text: "from Ann", postedMs: 5, ongoing: true }];
    },
  );
});

describe("dumpsys window and dumpsys input", () => {
  testOnPhone(used, [
    [
      "w=$(dumpsys window | grep -oE 'mCurrentFocus=.*'); i=$(dumpsys input | grep -oE \"name='Window.*'\"); [ \"name='${w#*=}'\" = \"$i\" ] && echo the same window",
      "the same window\n",
    ],
  ]);
});
