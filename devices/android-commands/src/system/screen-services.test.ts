import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("cmd clipboard, statusbar, uimode, display, overlay, notification, ime and locksettings", () => {
  testOnPhone(used, [
    [
      "cmd clipboard set-primary-clip two words; cmd clipboard get-primary-clip; cmd clipboard clear-primary-clip; cmd clipboard get-primary-clip",
      "two words\n\n",
    ],
    {
      script:
        "cmd statusbar expand-notifications; cmd statusbar expand-settings; cmd statusbar collapse; cmd statusbar get-status-icons",
      told: ['panel "expandNotifications"', 'panel "expandSettings"', 'panel "collapse"'],
      stdout: "clock\nwifi\nbattery\n",
    },
    [
      "cmd statusbar; cmd statusbar juggle",
      "Status bar commands:\n  expand-notifications\n    Open the notifications panel.\n  expand-settings\n    Open the notifications panel and expand quick settings if present.\n  collapse\n    Collapse the notifications and settings panel.\nUnknown command: juggle\n",
      "",
      255,
    ],
    {
      script:
        "cmd uimode night; cmd uimode night no; cmd uimode night; cmd uimode night yes; cmd uimode night auto; cmd uimode night maybe",
      told: [
        'putSetting "secure" "ui_night_mode" "1"',
        'putSetting "secure" "ui_night_mode" "2"',
        'putSetting "secure" "ui_night_mode" "0"',
      ],
      stdout: "Night mode: yes\nNight mode: no\nNight mode: no\nNight mode: yes\nNight mode: auto\n",
      stderr: "Error: mode must be one of 'yes', 'no' or 'auto'\n",
      exitCode: 255,
    },
    {
      script:
        "cmd display set-brightness 0.5; cmd display set-brightness 2; cmd display set-brightness; cmd display set-brightness x; cmd display set-brightness ' '",
      told: ['putSetting "system" "screen_brightness" "128"'],
      stderr:
        "Error: brightness should be a number between 0 and 1\nError: no brightness specified\nError: no brightness specified\nError: no brightness specified\n",
      exitCode: 1,
    },
    [
      "cmd display get-displays",
      'Displays:\nDisplay id 0: DisplayInfo{"Built-in Screen", displayId 0, displayGroupId 0, FLAG_SECURE, FLAG_SUPPORTS_PROTECTED_BUFFERS, FLAG_TRUSTED, real 720 x 1280, largest app 1280 x 1280, smallest app 720 x 720, appVsyncOff 0, presDeadline 16666667, mode 1, defaultMode 1, rotation 0, state ON, committedState ON, type INTERNAL, uniqueId "local:0", app 720 x 1280, density 320 (320.0 x 320.0) dpi, layerStack 0, renderFrameRate 60.0}\n',
    ],
    {
      script: "cmd overlay list; cmd overlay enable com.android.internal.systemui.navbar.threebutton; cmd overlay list",
      told: ['putSetting "secure" "navigation_mode" "0"'],
      stdout:
        "android\n[ ] com.android.internal.systemui.navbar.threebutton\n[x] com.android.internal.systemui.navbar.gestural\nandroid\n[x] com.android.internal.systemui.navbar.threebutton\n[ ] com.android.internal.systemui.navbar.gestural\n",
    },
    {
      script: "cmd overlay enable-exclusive --user 0 --category com.android.internal.systemui.navbar.gestural",
      told: ['putSetting "secure" "navigation_mode" "2"'],
    },
    [
      "cmd overlay enable nope; cmd overlay enable; cmd overlay enable -x",
      "",
      "\nException occurred while executing 'enable':\njava.lang.IllegalArgumentException: failed to find overlay nope\n\nException occurred while executing 'enable':\njava.lang.IllegalArgumentException: Argument expected after \"enable\"\nError: Unknown option: -x\n",
      1,
    ],
    {
      script: "cmd notification post -t Title tag1 some text; cmd notification cancel tag1",
      told: [
        'postNotification {"packageName":"com.android.shell","id":"tag1","title":"Title","text":"some text"}',
        'cancelNotification "com.android.shell" "tag1"',
      ],
      stdout: "posting:\n  Title: some text\n",
    },
    [
      "cmd notification post; cmd notification post tag; cmd notification post -t",
      "",
      "\nException occurred while executing 'post':\njava.lang.IllegalArgumentException: Argument expected after \"post\"\n\nException occurred while executing 'post':\njava.lang.IllegalArgumentException: Argument expected after \"TAG\"\n\nException occurred while executing 'post':\njava.lang.IllegalArgumentException: Argument expected after \"-t\"\n",
      255,
    ],
    ["cmd notification list", ""],
    {
      script:
        "for mode in on none priority alarms off all; do cmd notification set_dnd $mode; done; cmd notification set_dnd",
      told: ["2", "2", "1", "3", "0", "0"].map((value) => `putSetting "global" "zen_mode" "${value}"`),
      stderr: 'Error: DND mode "" is unknown\n',
      exitCode: 255,
    },
    [
      "ime list; ime list -s; ime list -a -s",
      "com.terrarium.keyboard/.KeyboardService:\n  mId=com.terrarium.keyboard/.KeyboardService mSettingsActivityName=null mIsVrOnly=false\n  mIsDefaultResId=0x0\n  Service:\n    packageName=com.terrarium.keyboard\ncom.terrarium.keyboard/.KeyboardService\ncom.terrarium.keyboard/.KeyboardService\n",
    ],
    [
      "ime set com.terrarium.keyboard/.KeyboardService; ime enable com.terrarium.keyboard/com.terrarium.keyboard.KeyboardService; ime set nope; ime set; ime enable nope",
      "Input method com.terrarium.keyboard/.KeyboardService selected for user #0\nInput method com.terrarium.keyboard/com.terrarium.keyboard.KeyboardService: already enabled for user #0\n",
      "Unknown input method nope cannot be selected for user #0\n\nException occurred while executing 'set':\njava.lang.IllegalArgumentException: Argument expected after \"set\"\nUnknown input method nope cannot be enabled for user #0\n",
      255,
    ],
    [
      "ime disable nope; ime disable com.terrarium.keyboard/.KeyboardService; ime disable; ime reset",
      "Input method nope: already disabled for user #0\nInput method : already disabled for user #0\nReset current and enabled IMEs for user #0\n  Selected: com.terrarium.keyboard/.KeyboardService\n  Enabled IMEs: com.terrarium.keyboard/.KeyboardService\n",
      "Input method com.terrarium.keyboard/.KeyboardService is the built-in one of this device and stays enabled\n",
    ],
    {
      script:
        "locksettings get-disabled; locksettings set-disabled true; locksettings get-disabled; cmd lock_settings set-disabled --user 0 FALSE",
      told: ['putSetting "secure" "lockscreen.disabled" "1"', 'putSetting "secure" "lockscreen.disabled" "0"'],
      stdout: "false\nLock screen disabled set to true\ntrue\nLock screen disabled set to false\n",
    },
    [
      "locksettings set-pin 1234; locksettings set-disabled -x true; locksettings clear; locksettings juggle",
      "Unknown command: juggle\n",
      "The device does not support lock screen - ignoring the command.\n\nException occurred while executing 'set-disabled':\njava.lang.IllegalArgumentException: Unknown option: -x\nThe device does not support lock screen - ignoring the command.\n",
      255,
    ],
  ]);
});
