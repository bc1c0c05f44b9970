import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("pm list", () => {
  testOnPhone(used, [
    ["pm list packages", "package:com.example.home\npackage:com.example.mail\npackage:com.example.notes\n"],
    ["pm list packages -f notes", "package:/system/app/Notes/Notes.apk=com.example.notes\n"],
    ["pm list packages -U -s mail", "package:com.example.mail uid:10082\n"],
    ["pm list packages --show-versioncode home", "package:com.example.home versionCode:35\n"],
    ["pm list packages -3; pm list packages -d; pm list packages -e none", ""],
    ["pm list packages --uid 10081", "package:com.example.notes uid:10081\n"],
    [
      "pm list packages --uid",
      "",
      "\nException occurred while executing 'list':\njava.lang.IllegalArgumentException: Argument expected after \"--uid\"\n",
      255,
    ],
    ["pm list packages -q", "Error: Unknown option: -q\n", "", 255],
    ["pm list packages -i --user 0 mail", "package:com.example.mail  installer=null\n"],
    [
      "pm list users; pm list features; pm list permissions; pm list libraries",
      "Users:\n\tUserInfo{0:Owner:4c13} running\nfeature:android.hardware.faketouch\nfeature:android.hardware.screen.landscape\nfeature:android.hardware.screen.portrait\nfeature:android.hardware.touchscreen\nfeature:android.hardware.touchscreen.multitouch\nfeature:android.hardware.touchscreen.multitouch.distinct\nfeature:android.hardware.touchscreen.multitouch.jazzhand\nfeature:android.software.home_screen\nfeature:android.software.input_methods\nAll Permissions:\n\n",
    ],
    ["pm list", "Error: didn't specify type of data to list\n", "", 255],
    ["pm list nonsense", "Error: unknown list type 'nonsense'\n", "", 255],
    ["pm list package notes", "package:com.example.notes\n"],
  ]);
});

describe("pm reports on a package", () => {
  testOnPhone(used, [
    ["pm path com.example.notes", "package:/system/app/Notes/Notes.apk\n"],
    ["pm path com.none", "", "", 1],
    ["pm path", "", "Error: no package specified\n", 1],
    { script: "pm clear com.example.notes", told: ['clearData "com.example.notes"'], stdout: "Success\n" },
    ["pm clear com.none", "Failed\n", "", 1],
    { script: "pm clear --user 0 com.example.mail", told: ['clearData "com.example.mail"'], stdout: "Success\n" },
    ["pm dump com.none", "Unable to find package: com.none\n"],
    [
      "pm dump com.example.notes | sed -n 1,20p",
      'Activity Resolver Table:\n  Non-Data Actions:\n      android.intent.action.MAIN:\n        ecccc29 com.example.notes/.Main filter ec2f23e\n          Action: "android.intent.action.MAIN"\n          Category: "android.intent.category.LAUNCHER"\n          Category: "android.intent.category.DEFAULT"\n\nPackages:\n  Package [com.example.notes] (d05a6ea):\n    appId=10081\n    pkg=Package{d05a6ea com.example.notes}\n    codePath=/system/app/Notes\n    resourcePath=/system/app/Notes\n    legacyNativeLibraryDir=/system/app/Notes/lib\n    extractNativeLibs=false\n    primaryCpuAbi=null\n    secondaryCpuAbi=null\n    cpuAbiOverride=null\n    versionCode=35 minSdk=35 targetSdk=35\n',
    ],
    [
      "dumpsys package com.example.notes | grep -E 'versionName|userId|appId|enabled'",
      "    appId=10081\n    versionName=15\n    User 0: ceDataInode=0 installed=true hidden=false suspended=false distractionFlags=0 stopped=false notLaunched=false enabled=0 instant=false virtual=false\n",
    ],
    [
      "dumpsys package | head -n 5",
      "Features:\n  android.hardware.faketouch\n  android.hardware.screen.landscape\n  android.hardware.screen.portrait\n  android.hardware.touchscreen\n",
    ],
    ["pm has-feature android.hardware.touchscreen; pm has-feature android.hardware.nfc; echo $?", "true\nfalse\n1\n"],
    [
      "pm resolve-activity --brief com.example.notes",
      "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\ncom.example.notes/.Main\n",
    ],
    [
      "pm resolve-activity --components -a android.intent.action.MAIN -c android.intent.category.HOME",
      "com.example.home/.Home\n",
    ],
    ["pm resolve-activity -a x.y.NOTHING", "No activity found\n"],
    [
      "pm resolve-activity com.example.mail",
      "priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\nActivityInfo:\n  name=org.mail.Inbox\n  packageName=com.example.mail\n  enabled=true exported=true directBootAware=false\n  ApplicationInfo:\n    packageName=com.example.mail\n    sourceDir=/system/app/Mail/Mail.apk\n",
    ],
    [
      "pm resolve-activity",
      "",
      "\nException occurred while executing 'resolve-activity':\njava.lang.IllegalArgumentException: No intent supplied\n",
      255,
    ],
    [
      "pm query-activities --brief -a android.intent.action.MAIN -c android.intent.category.LAUNCHER",
      "2 activities found:\n  Activity #0:\n    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n    com.example.notes/.Main\n  Activity #1:\n    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n    com.example.mail/org.mail.Inbox\n",
    ],
    [
      "pm query-activities --components -c android.intent.category.LAUNCHER -a android.intent.action.MAIN",
      "com.example.notes/.Main\ncom.example.mail/org.mail.Inbox\n",
    ],
    ["pm query-activities -a x.y.NOTHING", "No activities found\n"],
    [
      "pm query-activities --query-flags 1 mailto:a@b",
      "1 activities found:\n  Activity #0:\n    priority=0 preferredOrder=0 match=0x108000 specificIndex=-1 isDefault=true\n    ActivityInfo:\n      name=org.mail.Inbox\n      packageName=com.example.mail\n      enabled=true exported=true directBootAware=false\n      ApplicationInfo:\n        packageName=com.example.mail\n        sourceDir=/system/app/Mail/Mail.apk\n",
    ],
  ]);
});

describe("pm does not change", () => {
  testOnPhone(used, [
    [
      "pm grant com.example.notes android.permission.CAMERA",
      "",
      "\nException occurred while executing 'grant':\njava.lang.SecurityException: Package com.example.notes has not requested permission android.permission.CAMERA\n",
      255,
    ],
    [
      "pm revoke com.example.notes android.permission.CAMERA",
      "",
      "\nException occurred while executing 'revoke':\njava.lang.SecurityException: Package com.example.notes has not requested permission android.permission.CAMERA\n",
      255,
    ],
    ["pm grant com.example.notes", "", "Error: no permission specified\n", 1],
    [
      "pm grant com.none android.permission.CAMERA",
      "",
      "\nException occurred while executing 'grant':\njava.lang.IllegalArgumentException: Unknown package: com.none\n",
      255,
    ],
    ["pm grant", "", "Error: no package specified\n", 1],
    [
      "pm enable com.example.notes; pm enable com.example.notes/.Main; pm enable com.none",
      "Package com.example.notes new state: enabled\nPackage com.example.notes new state: enabled\n",
      "\nException occurred while executing 'enable':\njava.lang.IllegalArgumentException: Unknown package: com.none\n",
      255,
    ],
    [
      "pm disable com.example.notes",
      "",
      "\nException occurred while executing 'disable':\njava.lang.SecurityException: Cannot disable a protected package: com.example.notes\n",
      255,
    ],
    [
      "pm disable-user --user 0 com.example.notes",
      "",
      "\nException occurred while executing 'disable-user':\njava.lang.SecurityException: Cannot disable a protected package: com.example.notes\n",
      255,
    ],
    [
      "pm hide com.none",
      "",
      "\nException occurred while executing 'hide':\njava.lang.IllegalArgumentException: Unknown package: com.none\n",
      255,
    ],
    [
      "pm suspend com.example.mail",
      "",
      "\nException occurred while executing 'suspend':\njava.lang.SecurityException: Cannot disable a protected package: com.example.mail\n",
      255,
    ],
    [
      "pm reset-permissions; pm get-install-location; pm get-max-users; pm get-max-running-users",
      "0[auto]\nMaximum supported users: 1\nMaximum supported running users: 1\n",
    ],
    [
      "pm | head -1; pm help | head -1; pm nonsense",
      "Package manager (package) commands:\nPackage manager (package) commands:\nUnknown command: nonsense\n",
      "",
      255,
    ],
    ["cmd package list packages notes", "package:com.example.notes\n"],
    [
      "run-as; run-as com.none id; run-as com.example.notes id",
      "",
      "run-as: usage: run-as <package-name> [--user <uid>] <command> [<args>]\nrun-as: unknown package: com.none\nrun-as: package not debuggable: com.example.notes\n",
      1,
    ],
  ]);
});
