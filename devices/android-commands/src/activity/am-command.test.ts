import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("am stops", () => {
  testOnPhone(used, [
    { script: "am force-stop com.example.notes", told: ['forceStop "com.example.notes"'] },
    [
      "am force-stop",
      "",
      "\nException occurred while executing 'force-stop':\njava.lang.IllegalArgumentException: Argument expected after \"force-stop\"\n",
      255,
    ],
    { script: "am force-stop --user all com.example.notes", told: ['forceStop "com.example.notes"'] },
    ["am force-stop -x com.example.notes", "Error: Unknown option: -x\n", "", 255],
    {
      script: "am start com.example.notes > /dev/null; am kill com.example.notes",
      told: ['startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN"}'],
    },
    {
      script: "am start com.example.notes > /dev/null; am start com.example.mail >/dev/null; am kill com.example.notes",
      told: [
        'startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN"}',
        'startActivity {"packageName":"com.example.mail","action":"android.intent.action.MAIN"}',
        'stopApp "com.example.notes"',
      ],
    },
    {
      script: "am start com.example.notes > /dev/null; am start com.example.mail >/dev/null; am kill-all",
      told: [
        'startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN"}',
        'startActivity {"packageName":"com.example.mail","action":"android.intent.action.MAIN"}',
        'stopApp "com.example.notes"',
      ],
    },
    {
      script: "am start com.example.notes > /dev/null; am start com.example.mail >/dev/null; am clear-recent-apps",
      told: [
        'startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN"}',
        'startActivity {"packageName":"com.example.mail","action":"android.intent.action.MAIN"}',
        'stopApp "com.example.mail"',
        'stopApp "com.example.notes"',
      ],
    },
  ]);
});

describe("am broadcast", () => {
  testOnPhone(used, [
    [
      "am broadcast -a x --receiver-permission p --receiver-foreground --receiver-registered-only",
      "Broadcasting: Intent { act=x flg=0x400000 }\nBroadcast completed: result=0\n",
    ],
    [
      "am broadcast -a com.example.PING",
      "Broadcasting: Intent { act=com.example.PING flg=0x400000 }\nBroadcast completed: result=0\n",
    ],
    {
      script: "am broadcast -a android.intent.action.CLOSE_SYSTEM_DIALOGS",
      told: ['panel "collapse"'],
      stdout:
        "Broadcasting: Intent { act=android.intent.action.CLOSE_SYSTEM_DIALOGS flg=0x400000 }\nBroadcast completed: result=0\n",
    },
    [
      "am broadcast --receiver-permission some.PERMISSION --async -a x --ez k true",
      "Broadcasting: Intent { act=x flg=0x400000 (has extras) }\nBroadcast completed: result=0\n",
    ],
    [
      "am broadcast -a x --bogus",
      "",
      "\nException occurred while executing 'broadcast':\njava.lang.IllegalArgumentException: Unknown option: --bogus\n",
      255,
    ],
    [
      "am broadcast",
      "",
      "\nException occurred while executing 'broadcast':\njava.lang.IllegalArgumentException: No intent supplied\n",
      255,
    ],
  ]);
});

describe("am prints", () => {
  testOnPhone(used, [
    ["am | head -1", "Activity manager (activity) commands:\n"],
    ["am help | head -n 1", "Activity manager (activity) commands:\n"],
    ["am nonsense", "Unknown command: nonsense\n", "", 255],
    ["am constructor", "Unknown command: constructor\n", "", 255],
    [
      "am get-current-user; am is-user-stopped 0; am is-user-stopped 5; am get-started-user-state 0; am get-started-user-state 5; am get-standby-bucket com.example.notes",
      "0\nfalse\ntrue\nRUNNING_UNLOCKED\nUser is not started: 5\n5\n",
    ],
    [
      "am get-config",
      "config: en-rUS-ldltr-sw360dp-w360dp-h640dp-port-night-320dpi-finger-keyssoft-nokeys-navhidden-nonav-v35\nabi: arm64-v8a\n",
    ],
    [
      "am stack; am stack move; am task resize",
      "",
      "Error: unknown command ''\nError: unknown command 'move'\nError: unknown command 'resize'\n",
      255,
    ],
    [
      "am stack list",
      "RootTask id=1 bounds=[0,0][720,1280] displayId=0 userId=0\n  taskId=1: com.example.home/com.example.home.Home bounds=[0,0][720,1280] userId=0 visible=true topActivity=ComponentInfo{com.example.home/com.example.home.Home}\n\n",
    ],
    {
      script: "am start com.example.mail > /dev/null; am start com.example.notes >/dev/null; am task list",
      told: [
        'startActivity {"packageName":"com.example.mail","action":"android.intent.action.MAIN"}',
        'startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN"}',
      ],
      stdout:
        "RootTask id=3 bounds=[0,0][720,1280] displayId=0 userId=0\n  taskId=3: com.example.notes/com.example.notes.Main bounds=[0,0][720,1280] userId=0 visible=true topActivity=ComponentInfo{com.example.notes/com.example.notes.Main}\n\nRootTask id=4 bounds=[0,0][720,1280] displayId=0 userId=0\n  taskId=4: com.example.mail/org.mail.Inbox bounds=[0,0][720,1280] userId=0 visible=false topActivity=ComponentInfo{com.example.mail/org.mail.Inbox}\n\nRootTask id=1 bounds=[0,0][720,1280] displayId=0 userId=0\n  taskId=1: com.example.home/com.example.home.Home bounds=[0,0][720,1280] userId=0 visible=false topActivity=ComponentInfo{com.example.home/com.example.home.Home}\n\n",
    },
    [
      "am to-uri -a x.y.Z -d 'http://a/b' -c c.D -t text/plain -n com.example.notes/.Main --es 'a key' 'v=1;2'",
      "http://a/b#Intent;action=x.y.Z;category=c.D;type=text/plain;component=com.example.notes/com.example.notes.Main;S.a%20key=v%3D1%3B2;end\n",
    ],
    [
      "am to-intent-uri com.example.notes",
      "#Intent;action=android.intent.action.MAIN;category=android.intent.category.LAUNCHER;package=com.example.notes;end\n",
    ],
    [
      "am to-uri",
      "",
      "\nException occurred while executing 'to-uri':\njava.lang.IllegalArgumentException: No intent supplied\n",
      255,
    ],
    [
      "am instrument -w com.example.test/androidx.test.runner.AndroidJUnitRunner",
      "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{com.example.test/androidx.test.runner.AndroidJUnitRunner}\nINSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS_CODE: -1\n",
      "android.util.AndroidException: INSTRUMENTATION_FAILED: com.example.test/androidx.test.runner.AndroidJUnitRunner\n",
      1,
    ],
    [
      "am instrument",
      "INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{/}\nINSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS_CODE: -1\n",
      "android.util.AndroidException: INSTRUMENTATION_FAILED: \n",
      1,
    ],
    [
      "am startservice com.example.notes/.Sync",
      "Starting service: Intent { cmp=com.example.notes/.Sync }\n",
      "Error: Not found; no service started.\n",
      255,
    ],
    [
      "am start-foreground-service -n com.example.notes/.Sync",
      "Starting service: Intent { cmp=com.example.notes/.Sync }\n",
      "Error: Not found; no service started.\n",
      255,
    ],
    [
      "am stopservice com.example.notes/.Sync",
      "Stopping service: Intent { cmp=com.example.notes/.Sync }\n",
      "Service not stopped: was not running.\n",
      255,
    ],
    [
      "am profile start x; am dumpheap 1 f",
      "",
      "Error: no process can be profiled: the apps of this device are no Android packages\nError: no heap can be dumped: the apps of this device are no Android packages\n",
      1,
    ],
    ["am wait-for-broadcast-idle", "All broadcast queues are idle!\n"],
    ["cmd activity get-current-user", "0\n"],
    {
      script: "cmd activity start com.example.notes",
      told: ['startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN"}'],
      stdout:
        "Starting: Intent { act=android.intent.action.MAIN cat=[android.intent.category.LAUNCHER] pkg=com.example.notes }\n",
    },
  ]);
});
