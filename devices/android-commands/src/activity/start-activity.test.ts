import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("am start", () => {
  testOnPhone(used, [
    {
      script: "am start -n com.example.notes/.Main",
      told: ['startActivity {"packageName":"com.example.notes"}'],
      stdout: "Starting: Intent { cmp=com.example.notes/.Main }\n",
    },
    {
      script: "am start -n com.example.notes/com.example.notes.Main; am start -n com.example.notes/.Main",
      told: ['startActivity {"packageName":"com.example.notes"}', 'startActivity {"packageName":"com.example.notes"}'],
      stdout: "Starting: Intent { cmp=com.example.notes/.Main }\nStarting: Intent { cmp=com.example.notes/.Main }\n",
      stderr: "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n",
    },
    {
      script: "am start com.example.notes; am start com.example.mail; am start com.example.notes/.Main",
      told: [
        'startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN"}',
        'startActivity {"packageName":"com.example.mail","action":"android.intent.action.MAIN"}',
        'startActivity {"packageName":"com.example.notes"}',
      ],
      stdout:
        "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=com.example.notes }\nStarting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=com.example.mail }\nStarting: Intent { cmp=com.example.notes/.Main }\n",
      stderr: "Warning: Activity not started, its current task has been brought to the front\n",
    },
    {
      script: "am start -a android.intent.action.EDIT -t text/plain --es subject 'a b' --ei count 7 --ez draft true",
      told: [
        'startActivity {"action":"android.intent.action.EDIT","mimeType":"text/plain","extras":{"subject":"a b","count":"7","draft":"true"}}',
      ],
      stdout: "Starting: Intent { act=android.intent.action.EDIT typ=text/plain (has extras) }\n",
    },
    {
      script: "am start mailto:ann@example.org",
      told: ['startActivity {"action":"android.intent.action.VIEW","dataUri":"mailto:ann@example.org"}'],
      stdout: "Starting: Intent { act=android.intent.action.VIEW dat=mailto:xxx@xxxxxxx.xxx }\n",
    },
    {
      script: "am start -d 'https://user:pass@example.org/path?query#part'",
      told: ['startActivity {"dataUri":"https://user:pass@example.org/path?query#part"}'],
      stdout: "Starting: Intent { dat=https://example.org/... }\n",
      stderr: "Error: Activity not started, unable to resolve Intent { dat=https://example.org/... flg=0x10000000 }\n",
      exitCode: 1,
    },
    {
      script: "am start -a android.intent.action.VIEW -d tel:+49-30.555",
      told: ['startActivity {"action":"android.intent.action.VIEW","dataUri":"tel:+49-30.555"}'],
      stdout: "Starting: Intent { act=android.intent.action.VIEW dat=tel:xxx-xx.xxx }\n",
      stderr:
        "Error: Activity not started, unable to resolve Intent { act=android.intent.action.VIEW dat=tel:xxx-xx.xxx flg=0x10000000 }\n",
      exitCode: 1,
    },
    {
      script: "am start -a x.y.NOTHING",
      told: ['startActivity {"action":"x.y.NOTHING"}'],
      stdout: "Starting: Intent { act=x.y.NOTHING }\n",
      stderr: "Error: Activity not started, unable to resolve Intent { act=x.y.NOTHING flg=0x10000000 }\n",
      exitCode: 1,
    },
    {
      script: "am start -W -a x.y.NOTHING",
      told: ['startActivity {"action":"x.y.NOTHING"}'],
      stdout:
        "Starting: Intent { act=x.y.NOTHING }\nError: Activity not started, unable to resolve Intent { act=x.y.NOTHING flg=0x10000000 }\n",
      exitCode: 1,
    },
    [
      "am start -n com.example.notes/.Other",
      "Starting: Intent { cmp=com.example.notes/.Other }\n",
      "Error type 3\nError: Activity class {com.example.notes/com.example.notes.Other} does not exist.\n",
      1,
    ],
    [
      "am start -W -n com.none/.Main",
      "Starting: Intent { cmp=com.none/.Main }\nError type 3\nError: Activity class {com.none/com.none.Main} does not exist.\n",
      "",
      1,
    ],
    {
      script: "am start -S -n com.example.notes/.Main",
      told: ['forceStop "com.example.notes"', 'startActivity {"packageName":"com.example.notes"}'],
      stdout: "Stopping: com.example.notes\nStarting: Intent { cmp=com.example.notes/.Main }\n",
    },
    ["am start -S -a x.y.NOTHING", "", "Error: Intent does not match any activities: Intent { act=x.y.NOTHING }\n", 1],
    {
      script: "am start -R 3 com.example.mail",
      told: [
        'startActivity {"packageName":"com.example.mail","action":"android.intent.action.MAIN"}',
        'startActivity {"packageName":"com.example.mail","action":"android.intent.action.MAIN"}',
        'startActivity {"packageName":"com.example.mail","action":"android.intent.action.MAIN"}',
      ],
      stdout:
        "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=com.example.mail }\nStarting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=com.example.mail }\nStarting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=com.example.mail }\n",
      stderr:
        "Warning: Activity not started, intent has been delivered to currently running top-most instance.\nWarning: Activity not started, intent has been delivered to currently running top-most instance.\n",
    },
    {
      script: "am start -c android.intent.category.HOME -a android.intent.action.MAIN",
      told: ['startActivity {"packageName":"com.example.home","action":"android.intent.action.MAIN"}'],
      stdout: "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.HOME] }\n",
      stderr: "Warning: Activity not started, intent has been delivered to currently running top-most instance.\n",
    },
    {
      script: "am start --user 0 com.example.notes",
      told: ['startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN"}'],
      stdout:
        "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=com.example.notes }\n",
    },
    [
      "am start --user 10 com.example.notes",
      "",
      "\nException occurred while executing 'start':\njava.lang.IllegalArgumentException: Bad user number: 10 (this device has user 0 only)\n",
      255,
    ],
    {
      script: "am start --windowingMode 1 --display 0 -D com.example.notes",
      told: ['startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN"}'],
      stdout:
        "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=com.example.notes }\n",
    },
    [
      "am start --bogus com.example.notes",
      "",
      "\nException occurred while executing 'start':\njava.lang.IllegalArgumentException: Unknown option: --bogus\n",
      255,
    ],
    [
      "am start",
      "",
      "\nException occurred while executing 'start':\njava.lang.IllegalArgumentException: No intent supplied\n",
      255,
    ],
    [
      "am start -n",
      "",
      "\nException occurred while executing 'start':\njava.lang.IllegalArgumentException: Argument expected after \"-n\"\n",
      255,
    ],
    [
      "am start -n nonsense",
      "",
      "\nException occurred while executing 'start':\njava.lang.IllegalArgumentException: Bad component name: nonsense\n",
      255,
    ],
    [
      "am start --ei n seven com.example.notes",
      "",
      "\nException occurred while executing 'start':\njava.lang.NumberFormatException: For input string: \"seven\"\n",
      255,
    ],
    {
      script: "am start --ei n 0x1F --el m -12 --ef f 1.5e3f --ed d .5 --ez b f --ez c 2 com.example.notes",
      told: [
        'startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN","extras":{"n":"0x1F","m":"-12","f":"1.5e3f","d":".5","b":"false","c":"true"}}',
      ],
      stdout:
        "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=com.example.notes (has extras) }\n",
    },
    [
      "am start --ez b perhaps com.example.notes",
      "",
      "\nException occurred while executing 'start':\njava.lang.IllegalArgumentException: Invalid boolean value: perhaps\n",
      255,
    ],
    {
      script: "am start --esn gone --esa list a,b -e key value --eu link http://a --ecn c a/b com.example.notes",
      told: [
        'startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN","extras":{"gone":"","list":"a,b","key":"value","link":"http://a","c":"a/b"}}',
      ],
      stdout:
        "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=com.example.notes (has extras) }\n",
    },
    {
      script: "am start -f 0x10000 -i 42 -p com.example.notes",
      told: ['startActivity {"packageName":"com.example.notes"}'],
      stdout: "Starting: Intent { id=42 flg=0x10000 pkg=com.example.notes }\n",
    },
    [
      "am start -f twenty com.example.notes",
      "",
      "\nException occurred while executing 'start':\njava.lang.NumberFormatException: For input string: \"twenty\"\n",
      255,
    ],
    [
      "am start -f '' com.example.notes",
      "",
      "\nException occurred while executing 'start':\njava.lang.NumberFormatException: For input string: \"\"\n",
      255,
    ],
    {
      script: "am start --grant-read-uri-permission --selector com.example.notes",
      told: ['startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN"}'],
      stdout:
        "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=com.example.notes }\n",
    },
    {
      script: "am start -- com.example.notes",
      told: ['startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN"}'],
      stdout:
        "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=com.example.notes }\n",
    },
    {
      script: "am start -R 0 com.example.mail",
      told: ['startActivity {"packageName":"com.example.mail","action":"android.intent.action.MAIN"}'],
      stdout:
        "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=com.example.mail }\n",
    },
    [
      "am start -R many com.example.mail",
      "",
      "\nException occurred while executing 'start':\njava.lang.NumberFormatException: For input string: \"many\"\n",
      255,
    ],
    {
      script: "am start --es __proto__ x com.example.notes",
      told: [
        'startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN","extras":{"__proto__":"x"}}',
      ],
      stdout:
        "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=com.example.notes (has extras) }\n",
    },
  ]);
});
