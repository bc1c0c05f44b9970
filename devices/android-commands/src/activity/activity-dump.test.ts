import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("dumpsys activity", () => {
  testOnPhone(used, [
    [
      "dumpsys activity activities",
      "ACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nDisplay #0 (activities from top to bottom):\n  * Task{4358458 #1 type=home A=10080:com.example.home U=0 visible=true mode=fullscreen translucent=false sz=1}\n    mLastPausedActivity: null\n    * Hist  #0: ActivityRecord{5d04240 u0 com.example.home/.Home t1}\n        packageName=com.example.home processName=com.example.home\n        app=ProcessRecord{882917a 1500:com.example.home/u0a80}\n        state=RESUMED visible=true\n\n  Resumed activities in task display areas (from top to bottom):\n    Resumed: ActivityRecord{5d04240 u0 com.example.home/.Home t1}\n\n  topResumedActivity=ActivityRecord{5d04240 u0 com.example.home/.Home t1}\n  mResumedActivity: ActivityRecord{5d04240 u0 com.example.home/.Home t1}\n  ResumedActivity: ActivityRecord{5d04240 u0 com.example.home/.Home t1}\n  mFocusedApp=ActivityRecord{5d04240 u0 com.example.home/.Home t1}\n",
    ],
    {
      script: "am start com.example.notes > /dev/null; dumpsys activity top",
      told: ['startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN"}'],
      stdout:
        "TASK com.example.notes id=3 userId=0\n  ACTIVITY com.example.notes/.Main 6911314 pid=1517\n    Local Activity 6911314 State:\n      mResumed=true mStopped=false mFinished=false\n",
    },
    {
      script:
        "am start com.example.notes > /dev/null; dumpsys activity -p com.example.notes recents; dumpsys activity r",
      told: ['startActivity {"packageName":"com.example.notes","action":"android.intent.action.MAIN"}'],
      stdout:
        "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n  * Recent #0: Task{635877e #3 type=standard A=com.example.notes}\n    realActivity={com.example.notes/.Main}\nACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\n  * Recent #0: Task{635877e #3 type=standard A=com.example.notes}\n    realActivity={com.example.notes/.Main}\n",
    },
    {
      script: "am start com.example.mail > /dev/null; dumpsys activity processes",
      told: ['startActivity {"packageName":"com.example.mail","action":"android.intent.action.MAIN"}'],
      stdout:
        "ACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n  All known processes:\n  *APP* UID 10080 ProcessRecord{882917a 1500:com.example.home/u0a80}\n    pid=1500\n    state=bg LAST\n  *APP* UID 10082 ProcessRecord{356f0ad 1534:com.example.mail/u0a82}\n    pid=1534\n    state=fg TOP\n",
    },
    [
      "dumpsys activity broadcasts; dumpsys activity b; dumpsys activity prov; dumpsys activity s; dumpsys activity i; dumpsys activity lastanr",
      "ACTIVITY MANAGER BROADCAST STATE (dumpsys activity broadcasts)\n  (nothing)\nACTIVITY MANAGER BROADCAST STATE (dumpsys activity broadcasts)\n  (nothing)\nACTIVITY MANAGER CONTENT PROVIDERS (dumpsys activity providers)\n  (nothing)\nACTIVITY MANAGER SERVICES (dumpsys activity services)\n  (nothing)\nACTIVITY MANAGER PENDING INTENTS (dumpsys activity intents)\n  (nothing)\nACTIVITY MANAGER LAST ANR (dumpsys activity lastanr)\n  <no ANR has occurred since boot>\n",
    ],
    ["dumpsys activity com.none", "Bad activity command, or no activities match: com.none\nUse -h for help.\n"],
    {
      script: "am start com.example.mail > /dev/null; dumpsys activity com.example.mail/org.mail.Inbox",
      told: ['startActivity {"packageName":"com.example.mail","action":"android.intent.action.MAIN"}'],
      stdout:
        "TASK com.example.mail id=4 userId=0\n  ACTIVITY com.example.mail/org.mail.Inbox 5d6d033 pid=1534\n    Local Activity 5d6d033 State:\n      mResumed=true mStopped=false mFinished=false\n",
    },
    ["dumpsys activity constructor", "Bad activity command, or no activities match: constructor\nUse -h for help.\n"],
    {
      script: "am start com.example.mail > /dev/null; dumpsys activity all | grep -c TASK",
      told: ['startActivity {"packageName":"com.example.mail","action":"android.intent.action.MAIN"}'],
      stdout: "2\n",
    },
    [
      "dumpsys activity | grep '^ACTIVITY'",
      "ACTIVITY MANAGER RECENT TASKS (dumpsys activity recents)\nACTIVITY MANAGER ACTIVITIES (dumpsys activity activities)\nACTIVITY MANAGER RUNNING PROCESSES (dumpsys activity processes)\n",
    ],
  ]);
});
