import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("wm", () => {
  testOnPhone(used, [
    ["wm density ''", "", 'Error: bad number java.lang.NumberFormatException: For input string: ""\n', 255],
    [
      "wm size; wm density; wm user-rotation; wm fixed-to-user-rotation",
      "Physical size: 720x1280\nPhysical density: 320\nlock 0\ndefault\n",
    ],
    {
      script: "wm size 1080x1920; wm size",
      told: ['putSetting "global" "display_size_forced" "1080,1920"'],
      stdout: "Physical size: 720x1280\nOverride size: 1080x1920\n",
    },
    { script: "wm size 720x1280", told: ['deleteSetting "global" "display_size_forced"'] },
    { script: "wm size reset", told: ['deleteSetting "global" "display_size_forced"'] },
    {
      script: "wm size 360dpx640dp; wm size",
      told: ['deleteSetting "global" "display_size_forced"'],
      stdout: "Physical size: 720x1280\n",
    },
    [
      "wm size 100x100; wm size 5000x5000; wm size big; wm size 10; wm size -d 0",
      "Physical size: 720x1280\n",
      "Error: width and height must be from 200 to 4096 pixels\nError: width and height must be from 200 to 4096 pixels\nError: bad size big\nError: bad size 10\n",
    ],
    { script: "wm size -d 0 800x600", told: ['putSetting "global" "display_size_forced" "800,600"'] },
    {
      script: "wm density 240; wm density",
      told: ['putSetting "secure" "display_density_forced" "240"'],
      stdout: "Physical density: 320\nOverride density: 240\n",
    },
    {
      script: "wm density reset; wm density -u 0 200",
      told: ['deleteSetting "secure" "display_density_forced"', 'putSetting "secure" "display_density_forced" "200"'],
    },
    [
      "wm density 71; wm density 961; wm density many; wm density 1.5",
      "",
      'Error: density must be >= 72\nError: density must be <= 960\nError: bad number java.lang.NumberFormatException: For input string: "many"\nError: bad number java.lang.NumberFormatException: For input string: "1.5"\n',
      255,
    ],
    ["wm density 0", "", "Error: density must be >= 72\n", 255],
    ["wm density 1e2", "", 'Error: bad number java.lang.NumberFormatException: For input string: "1e2"\n', 255],
    ["wm density -u 0", "Physical density: 320\n"],
    {
      script: "wm user-rotation lock 1; wm user-rotation",
      told: ['putSetting "system" "user_rotation" "1"', 'putSetting "system" "accelerometer_rotation" "0"'],
      stdout: "lock 1\n",
    },
    {
      script: "wm user-rotation free; wm user-rotation",
      told: ['putSetting "system" "accelerometer_rotation" "1"'],
      stdout: "free\n",
    },
    {
      script: "wm user-rotation lock; wm set-user-rotation lock 3",
      told: [
        'putSetting "system" "user_rotation" "0"',
        'putSetting "system" "accelerometer_rotation" "0"',
        'putSetting "system" "user_rotation" "3"',
        'putSetting "system" "accelerometer_rotation" "0"',
      ],
    },
    {
      script: "wm user-rotation lock 4; wm user-rotation tilt; wm user-rotation -d 0 free",
      told: ['putSetting "system" "accelerometer_rotation" "1"'],
      stderr: "Error: expecting rotation 0, 1, 2 or 3, not '4'\nError: argument needs to be either -d, free or lock.\n",
    },
    {
      script: "wm fixed-to-user-rotation enabled; wm fixed-to-user-rotation; wm fixed-to-user-rotation always",
      told: ['putSetting "global" "fixed_to_user_rotation" "enabled"'],
      stdout: "enabled\n",
      stderr: "Error: expecting enabled, disabled or default, but we get always\n",
      exitCode: 255,
    },
    { script: "wm dismiss-keyguard", told: ['setPower "unlock"'] },
    [
      "wm | head -1; wm juggle; wm help | head -1",
      "Window manager (window) commands:\nUnknown command: juggle\nWindow manager (window) commands:\n",
    ],
    ["cmd window size", "Physical size: 720x1280\n"],
  ]);
});
