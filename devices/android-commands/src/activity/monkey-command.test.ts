import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("monkey", () => {
  testOnPhone(used, [
    [
      "monkey 2>&1 | head -1",
      "usage: monkey [-p ALLOWED_PACKAGE]... [-c MAIN_CATEGORY]... [-s SEED] [-v]... [--throttle MILLISEC]\n",
    ],
    ["monkey x 2>&1 | head -1", '** Error: Count must be a number up to 1000000, not "x"\n'],
    ["monkey 1000001 2>&1 | head -1", '** Error: Count must be a number up to 1000000, not "1000001"\n'],
    ["monkey -p com.none 1", "", "** No activities found to run, monkey aborted.\n", 252],
    ["monkey --bogus 1 2>&1 | head -1", "** Error: Unknown option: --bogus\n"],
    ["monkey -p", "", 'java.lang.IllegalArgumentException: Argument expected after "-p"\n', 255],
    ["monkey -s x 1", "", 'java.lang.NumberFormatException: For input string: "x"\n', 255],
    [
      "monkey -p com.example.notes -s 7 -v 0 | sed 's/elapsed time=[0-9]*ms/TIME/;s/[0-9]*ms not/Nms not/'",
      ":Monkey: seed=7 count=0\n:AllowPackage: com.example.notes\n:IncludeCategory: android.intent.category.LAUNCHER\n:IncludeCategory: android.intent.category.MONKEY\n// Event percentages:\n//   0: 20.0%\n//   1: 10.0%\n//   2: 15.0%\n//   3: 25.0%\n//   4: 15.0%\n//   5: 2.0%\n//   6: 2.0%\n//   7: 11.0%\nEvents injected: 0\n:Sending rotation degree=0, persist=false\n:Dropped: keys=0 pointers=0 trackballs=0 flips=0 rotations=0\n## Network stats: TIME (0ms mobile, 0ms wifi, Nms not connected)\n// Monkey finished\n",
    ],
    {
      script: "monkey -s 1 --pct-touch 100 3 | head -n 1",
      told: [
        'startActivity {"packageName":"com.example.mail"}',
        'touch {"action":"down","pointerId":-11,"xPx":379,"yPx":1255}',
        'touch {"action":"up","pointerId":-11,"xPx":379,"yPx":1255}',
        'touch {"action":"down","pointerId":-11,"xPx":202,"yPx":784}',
        'touch {"action":"up","pointerId":-11,"xPx":202,"yPx":784}',
      ],
      stdout: "Events injected: 3\n",
    },
    {
      script: "monkey -s 1 --pct-majornav 100 2 | head -n 1",
      told: ['startActivity {"packageName":"com.example.mail"}', 'key 23 "press"'],
      stdout: "Events injected: 2\n",
    },
    ["monkey -s 1 --pct-nav 100 --dbg-no-events 5 | head -n 1", "Events injected: 5\n"],
    {
      script: "monkey -p com.example.notes -s 3 --pct-appswitch 100 -vv 1 | head -n 14",
      told: ['startActivity {"packageName":"com.example.notes"}'],
      stdout:
        ":Monkey: seed=3 count=1\n:AllowPackage: com.example.notes\n:IncludeCategory: android.intent.category.LAUNCHER\n:IncludeCategory: android.intent.category.MONKEY\n// Event percentages:\n//   0: 0.0%\n//   1: 0.0%\n//   2: 0.0%\n//   3: 0.0%\n//   4: 0.0%\n//   5: 0.0%\n//   6: 100.0%\n//   7: 0.0%\n:Switch: #Intent;action=android.intent.action.MAIN;category=android.intent.category.LAUNCHER;launchFlags=0x10200000;component=com.example.notes/.Main;end\n",
    },
    {
      script: "monkey -p com.example.notes -s 3 --pct-syskeys 100 -v -v --throttle 1 2 | grep Key",
      told: ['startActivity {"packageName":"com.example.notes"}', 'key 5 "press"'],
      stdout: ":Sending Key (ACTION_DOWN): 5\n:Sending Key (ACTION_UP): 5\n",
    },
    {
      script: "monkey -s 5 --pct-motion 100 1 | head -n 1",
      told: ['startActivity {"packageName":"com.example.mail"}'],
      stdout: "Events injected: 1\n",
    },
    {
      script: "monkey -s 5 --pct-trackball 100 2 | head -n 1",
      told: [
        'startActivity {"packageName":"com.example.mail"}',
        'touch {"action":"down","pointerId":-11,"xPx":448,"yPx":108}',
        'touch {"action":"move","pointerId":-11,"xPx":426,"yPx":921}',
        'touch {"action":"move","pointerId":-11,"xPx":329,"yPx":1159}',
        'touch {"action":"up","pointerId":-11,"xPx":329,"yPx":1159}',
      ],
      stdout: "Events injected: 2\n",
    },
    {
      script: "monkey -s 5 --pct-anyevent 100 3 | head -n 1",
      told: ['startActivity {"packageName":"com.example.mail"}', 'key 14 "press"', 'key 10 "press"'],
      stdout: "Events injected: 3\n",
    },
    {
      script: "monkey --ignore-crashes --ignore-timeouts --pct-rotation 5 -c some.CATEGORY -s 1 1 | head -n 1",
      told: ['startActivity {"packageName":"com.example.mail"}'],
      stdout: "Events injected: 1\n",
    },
    ["monkey --pct-touch 60 --pct-motion 60 1 ", "", "** Event weights > 100%\n", 251],
  ]);
});
