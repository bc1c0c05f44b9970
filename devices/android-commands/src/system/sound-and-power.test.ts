import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("cmd audio and cmd power", () => {
  testOnPhone(used, [
    {
      script:
        "cmd audio set-ringer-mode SILENT; dumpsys audio | tail -2; cmd audio set-ringer-mode NORMAL; cmd audio set-ringer-mode loud",
      told: ['putSetting "global" "mode_ringer" "0"', 'putSetting "global" "mode_ringer" "2"'],
      stdout: "- mode (internal) = SILENT\n- mode (external) = SILENT\n",
      stderr: "Error: invalid ringer mode: loud\n",
      exitCode: 255,
    },
    ["dumpsys audio | sed -n 8,12p", "   Muted: false\n   Min: 0\n   Max: 15\n   streamVolume:8\n- STREAM_ALARM:\n"],
    {
      script:
        "cmd power set-mode 1; dumpsys power | grep Saver; cmd power set-mode 0; cmd power set-mode; cmd power set-mode x",
      told: ['putSetting "global" "low_power" "1"', 'putSetting "global" "low_power" "0"'],
      stdout: "Battery Saver is currently: ON\n",
      stderr: "Error: null is not a valid mode\nError: x is not a valid mode\n",
      exitCode: 255,
    },
  ]);
});
