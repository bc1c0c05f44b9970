import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("input", () => {
  testOnPhone(used, [
    { script: "input tap +1e1 .5f", told: ['tap {"pointerId":-10,"xPx":10,"yPx":0.5}'] },
    { script: "input tap 10 20", told: ['tap {"pointerId":-10,"xPx":10,"yPx":20}'] },
    { script: "input tap 1.5 -3", told: ['tap {"pointerId":-10,"xPx":1.5,"yPx":-3}'] },
    { script: "input touchscreen -d 0 tap 1 2", told: ['tap {"pointerId":-10,"xPx":1,"yPx":2}'] },
    [
      "input tap 10",
      "",
      "\nException occurred while executing 'tap':\njava.lang.IllegalArgumentException: Argument expected after \"10\"\n",
      255,
    ],
    [
      "input tap",
      "",
      "\nException occurred while executing 'tap':\njava.lang.IllegalArgumentException: Argument expected after \"tap\"\n",
      255,
    ],
    [
      "input tap a b",
      "",
      "\nException occurred while executing 'tap':\njava.lang.IllegalArgumentException: Error: Invalid arguments for command: tap\n",
      255,
    ],
    [
      "input tap 1e9999 1",
      "",
      "\nException occurred while executing 'tap':\njava.lang.IllegalArgumentException: Error: Invalid arguments for command: tap\n",
      255,
    ],
    [
      "input tap '' 1",
      "",
      "\nException occurred while executing 'tap':\njava.lang.IllegalArgumentException: Error: Invalid arguments for command: tap\n",
      255,
    ],
    [
      "input tap 0x10 1",
      "",
      "\nException occurred while executing 'tap':\njava.lang.IllegalArgumentException: Error: Invalid arguments for command: tap\n",
      255,
    ],
    { script: "input text 'hello%sworld'", told: ['text "hello world"'] },
    { script: "input text two words", told: ['text "two"'] },
    { script: "input text 'ünï 100%'", told: ['text "ünï 100%"'] },
    [
      "input text",
      "",
      "\nException occurred while executing 'text':\njava.lang.IllegalArgumentException: Argument expected after \"text\"\n",
      255,
    ],
    { script: "input keyevent 3 KEYCODE_BACK ENTER", told: ['key 3 "press"', 'key 4 "press"', 'key 66 "press"'] },
    { script: "input keyevent --longpress POWER", told: ['key 26 "down"', 'key 26 "up"'] },
    { script: "input keyevent --doubletap HOME", told: ['key 3 "press"', 'key 3 "press"'] },
    { script: "input keyevent --duration 5 --async 4", told: ['key 4 "down"', 'key 4 "up"'] },
    { script: "input keyevent --delay 1 1 2", told: ['key 1 "press"', 'key 2 "press"'] },
    [
      "input keyevent",
      "",
      "\nException occurred while executing 'keyevent':\njava.lang.IllegalArgumentException: Argument expected after \"keyevent\"\n",
      255,
    ],
    ["input keyevent NOPE", "", 'Error: unknown key code "NOPE"\n', 255],
    ["input keyevent 3 NOPE", "", 'Error: unknown key code "NOPE"\n', 255],
    [
      "input keyevent --fast 3",
      "",
      "\nException occurred while executing 'keyevent':\njava.lang.IllegalArgumentException: Unsupported option: --fast\n",
      255,
    ],
    [
      "input keyevent --duration x 3",
      "",
      "\nException occurred while executing 'keyevent':\njava.lang.NumberFormatException: For input string: \"x\"\n",
      255,
    ],
    {
      script: "input swipe 0 0 100 200 0",
      told: [
        'touch {"action":"down","pointerId":-10,"xPx":0,"yPx":0}',
        'touch {"action":"move","pointerId":-10,"xPx":100,"yPx":200}',
        'touch {"action":"up","pointerId":-10,"xPx":100,"yPx":200}',
      ],
    },
    [
      "input swipe 1 2 3",
      "",
      "\nException occurred while executing 'swipe':\njava.lang.IllegalArgumentException: Argument expected after \"3\"\n",
      255,
    ],
    [
      "input swipe 1 2 3 x",
      "",
      "\nException occurred while executing 'swipe':\njava.lang.IllegalArgumentException: Error: Invalid arguments for command: swipe\n",
      255,
    ],
    [
      "input draganddrop 1 2 3 4 x",
      "",
      "\nException occurred while executing 'draganddrop':\njava.lang.IllegalArgumentException: Error: Invalid arguments for command: draganddrop\n",
      255,
    ],
    {
      script:
        "input motionevent DOWN 1 2; input motionevent move 3 4; input motionevent UP 5 6; input motionevent CANCEL 7 8",
      told: [
        'touch {"action":"down","pointerId":-10,"xPx":1,"yPx":2}',
        'touch {"action":"move","pointerId":-10,"xPx":3,"yPx":4}',
        'touch {"action":"up","pointerId":-10,"xPx":5,"yPx":6}',
        'touch {"action":"cancel","pointerId":-10,"xPx":7,"yPx":8}',
      ],
    },
    [
      "input motionevent JUMP 1 2",
      "",
      "\nException occurred while executing 'motionevent':\njava.lang.IllegalArgumentException: Unknown motionevent JUMP\n",
      255,
    ],
    [
      "input motionevent DOWN",
      "",
      "\nException occurred while executing 'motionevent':\njava.lang.IllegalArgumentException: Argument expected after \"motionevent\"\n",
      255,
    ],
    [
      "input motionevent",
      "",
      "\nException occurred while executing 'motionevent':\njava.lang.IllegalArgumentException: Unknown motionevent \n",
      255,
    ],
    {
      script: "input press; input trackball roll 2 -1",
      told: ['key 23 "press"', 'key 22 "press"', 'key 22 "press"', 'key 19 "press"'],
    },
    [
      "input roll 0",
      "",
      "\nException occurred while executing 'roll':\njava.lang.IllegalArgumentException: Argument expected after \"0\"\n",
      255,
    ],
    {
      script: "input scroll 100 200 --axis VSCROLL,-2",
      told: ['scroll {"xPx":100,"yPx":200,"horizontal":0,"vertical":-2}'],
    },
    {
      script: "input scroll --axis HSCROLL,1.5 --axis SCROLL,3",
      told: ['scroll {"xPx":360,"yPx":640,"horizontal":1.5,"vertical":3}'],
    },
    [
      "input scroll --axis ZSCROLL,1",
      "",
      "\nException occurred while executing 'scroll':\njava.lang.IllegalArgumentException: Unsupported axis: ZSCROLL\n",
      255,
    ],
    [
      "input scroll --axis VSCROLL",
      "",
      "\nException occurred while executing 'scroll':\njava.lang.IllegalArgumentException: Error: Invalid arguments for command: scroll\n",
      255,
    ],
    [
      "input scroll --axis toString,1",
      "",
      "\nException occurred while executing 'scroll':\njava.lang.IllegalArgumentException: Unsupported axis: toString\n",
      255,
    ],
    [
      "input scroll 5",
      "",
      "\nException occurred while executing 'scroll':\njava.lang.IllegalArgumentException: Argument expected after \"5\"\n",
      255,
    ],
    {
      script: "input keycombination CTRL_LEFT A",
      told: ['key 113 "down" 12288', 'key 29 "down" 12288', 'key 113 "up" 12288', 'key 29 "up" 12288'],
    },
    {
      script: "input keycombination -t 1 59 113 29",
      told: [
        'key 59 "down" 65',
        'key 113 "down" 12353',
        'key 29 "down" 12353',
        'key 59 "up" 12353',
        'key 113 "up" 12353',
        'key 29 "up" 12353',
      ],
    },
    [
      "input keycombination 59",
      "",
      "\nException occurred while executing 'keycombination':\njava.lang.IllegalArgumentException: keycombination requires at least 2 keycodes\n",
      255,
    ],
    [
      "input keycombination -x 59 29",
      "",
      "\nException occurred while executing 'keycombination':\njava.lang.IllegalArgumentException: Unsupported option: -x\n",
      255,
    ],
    ["input | head -1", "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n"],
    ["input help | head -1", "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n"],
    ["input juggle 1 2", "Unknown command: juggle\n", "", 255],
    ["input keyboard | head -1", "Usage: input [<source>] [-d DISPLAY_ID] <command> [<arg>...]\n"],
    ["input constructor", "Unknown command: constructor\n", "", 255],
    { script: "cmd input tap 3 4", told: ['tap {"pointerId":-10,"xPx":3,"yPx":4}'] },
  ]);
});
