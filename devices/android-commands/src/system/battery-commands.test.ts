import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("battery", () => {
  testOnPhone(used, [
    [
      "dumpsys battery",
      "Current Battery Service state:\n  AC powered: true\n  USB powered: false\n  Wireless powered: false\n  Dock powered: false\n  Max charging current: 0\n  Max charging voltage: 0\n  Charge counter: 0\n  status: 5\n  health: 2\n  present: true\n  level: 100\n  scale: 100\n  voltage: 5000\n  temperature: 250\n  technology: Li-ion\n",
    ],
    {
      script:
        "dumpsys battery set level 20; dumpsys battery | grep -E 'level|UPDATES'; dumpsys battery reset; dumpsys battery | grep -cE 'UPDATES'",
      told: [
        'putSetting "global" "battery_level" "20"',
        'deleteSetting "global" "battery_ac"',
        'deleteSetting "global" "battery_usb"',
        'deleteSetting "global" "battery_wireless"',
        'deleteSetting "global" "battery_dock"',
        'deleteSetting "global" "battery_status"',
        'deleteSetting "global" "battery_level"',
        'deleteSetting "global" "battery_temp"',
        'deleteSetting "global" "battery_present"',
        'deleteSetting "global" "battery_counter"',
      ],
      stdout: "  (UPDATES STOPPED -- use 'reset' to restart)\n  level: 20\n0\n",
      exitCode: 1,
    },
    {
      script: "dumpsys battery unplug; dumpsys battery | grep powered; dumpsys power | grep -E 'Plug|Powered'",
      told: [
        'putSetting "global" "battery_ac" "0"',
        'putSetting "global" "battery_usb" "0"',
        'putSetting "global" "battery_wireless" "0"',
        'putSetting "global" "battery_dock" "0"',
      ],
      stdout:
        "  AC powered: false\n  USB powered: false\n  Wireless powered: false\n  Dock powered: false\n  mIsPowered=false\n  mPlugType=0\n  mStayOnWhilePluggedInSetting=0\n",
    },
    [
      "cmd battery get level; cmd battery get temp; cmd battery get juice; cmd battery get",
      "100\n250\nUnknown get option: juice\nNo property specified\n",
      "",
      255,
    ],
    {
      script: "cmd battery set usb 1; cmd battery set -f ac 0; dumpsys power | grep mPlugType",
      told: ['putSetting "global" "battery_usb" "1"', 'putSetting "global" "battery_ac" "0"'],
      stdout: "  mPlugType=2\n",
    },
    [
      "cmd battery set; cmd battery set level; cmd battery set level half; cmd battery set juice 1",
      "No property specified\nNo value specified\nBad value: half\nUnknown set option: juice\n",
      "",
      255,
    ],
    ["dumpsys battery juggle", "Unknown command: juggle\n", "", 255],
    ["dumpsys battery -a | head -1", "Current Battery Service state:\n"],
  ]);
});
