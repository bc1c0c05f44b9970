import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("settings", () => {
  testOnPhone(used, [
    [
      "settings get system screen_brightness; settings get system nope; settings get SECURE ui_night_mode",
      "51\nnull\n2\n",
    ],
    {
      script: "settings put global x 'a value'; settings get global x",
      told: ['putSetting "global" "x" "a value"'],
      stdout: "a value\n",
    },
    {
      script: "settings put global x 1 tag default; settings put global x 1 tag default more",
      told: ['putSetting "global" "x" "1"'],
      stderr: "Too many arguments\n",
      exitCode: 255,
    },
    ["settings put global full 1", "", "settings: there are 500 settings already\n", 1],
    ["settings put global onlykey", "", "Bad arguments\n", 255],
    {
      script: "settings delete global wifi_on; settings delete global wifi_on",
      told: ['deleteSetting "global" "wifi_on"', 'deleteSetting "global" "wifi_on"'],
      stdout: "Deleted 1 rows\nDeleted 0 rows\n",
    },
    ["settings list secure", "location_mode=0\nnavigation_mode=2\nui_night_mode=2\n"],
    {
      script: "settings reset secure trusted_defaults",
      told: [
        'deleteSetting "secure" "location_mode"',
        'deleteSetting "secure" "navigation_mode"',
        'deleteSetting "secure" "ui_night_mode"',
      ],
    },
    [
      "settings reset secure everything; settings reset secure",
      "",
      "Cannot reset everything: this device keeps no record of which package put a setting\nBad arguments\n",
      255,
    ],
    [
      "settings get nowhere x; settings get; settings get system; settings get system a b; settings list system x",
      "",
      "Invalid namespace 'nowhere'\nInvalid namespace ''\nBad arguments\nToo many arguments\nToo many arguments\n",
      255,
    ],
    ["settings --user 0 get system volume_ring", "5\n"],
    [
      "settings get --user 0 system volume_ring; settings get --user 7 system volume_ring; settings get -x system volume_ring",
      "5\n",
      "\nException occurred while executing 'get':\njava.lang.IllegalArgumentException: Bad user number: 7 (this device has user 0 only)\nInvalid namespace '-x'\n",
      255,
    ],
    [
      "settings | head -1; settings juggle; settings help | head -1",
      "Settings provider (settings) commands:\nUnknown command: juggle\nSettings provider (settings) commands:\n",
    ],
    ["cmd settings get system volume_ring", "5\n"],
    [
      "dumpsys settings",
      "GLOBAL SETTINGS (user 0)\n_id:1 name:wifi_on pkg:android value:1\n\nSECURE SETTINGS (user 0)\n_id:1 name:location_mode pkg:android value:0\n_id:2 name:navigation_mode pkg:android value:2\n_id:3 name:ui_night_mode pkg:android value:2\n\nSYSTEM SETTINGS (user 0)\n_id:1 name:accelerometer_rotation pkg:android value:0\n_id:2 name:screen_brightness pkg:android value:51\n_id:3 name:volume_alarm pkg:android value:6\n_id:4 name:volume_music pkg:android value:8\n_id:5 name:volume_ring pkg:android value:5\n",
    ],
  ]);
});
