import { describe } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("cmd, service, dumpsys", () => {
  testOnPhone(used, [
    [
      "cmd; cmd nope; cmd cpuinfo x; cmd -w clipboard get-primary-clip",
      "\n",
      "cmd: No service specified; use -l to list all running services. Use -w to start and wait for a running service.\ncmd: Can't find service: nope\nNo shell command implementation.\n",
    ],
    ["cmd -l | sed -n 1,3p", "Currently running services:\n  SurfaceFlinger\n  activity\n"],
    [
      "service list | sed -n 1,4p; service list | tail -1",
      "Found 26 services:\n0\tSurfaceFlinger: [android.ui.ISurfaceComposer]\n1\tactivity: [android.app.IActivityManager]\n2\tappops: [com.android.internal.app.IAppOpsService]\n25\twindow: [android.view.IWindowManager]\n",
    ],
    [
      "service check window; service check nope; service check 2>&1 | head -1",
      "Service window: found\nService nope: not found\nservice: No service specified for check\n",
    ],
    [
      "service call window 1; service call nope 1; service call 2>&1 | head -1; service call window 2>&1 | head -1",
      'Result: Parcel(Error: 0xffffffffffffffb6 "Not a data message")\nservice: No service specified for call\nservice: No code specified for call\n',
      "service: Service nope does not exist\n",
    ],
    [
      "service | head -1; service -h | head -1; service juggle 2>&1 | head -1",
      "Usage: service [-h|-?]\nUsage: service [-h|-?]\nservice: Unknown command juggle\n",
    ],
    ["dumpsys -l | sed -n 1,3p", "Currently running services:\n  SurfaceFlinger\n  activity\n"],
    [
      "dumpsys nope; dumpsys clipboard; dumpsys --help; dumpsys -t 5 wifi",
      'usage: dumpsys [-l] [-t SECONDS] [SERVICE [ARGS]]\nWi-Fi is enabled\nmWifiInfo SSID: "Terrarium", Supplicant state: COMPLETED\n',
      "Can't find service: nope\n",
    ],
    ["dumpsys | grep -c 'DUMP OF SERVICE'", "26\n"],
    [
      "dumpsys wifi; dumpsys power",
      'Wi-Fi is enabled\nmWifiInfo SSID: "Terrarium", Supplicant state: COMPLETED\nPOWER MANAGER (dumpsys power)\n\nPower Manager State:\n  mWakefulness=Awake\n  mWakefulnessChanging=false\n  mIsPowered=true\n  mPlugType=1\n  mBatteryLevel=100\n  mStayOn=true\n  mProximityPositive=false\n  mBootCompleted=true\n  mSystemReady=true\n  mWakeLockSummary=0x0\n  mUserActivitySummary=0x1\n  mHoldingWakeLockSuspendBlocker=false\n  mHoldingDisplaySuspendBlocker=true\n\nSettings and Configuration:\n  mStayOnWhilePluggedInSetting=0\n  mScreenOffTimeoutSetting=0\n  mScreenBrightnessModeSetting=0\n  mUserActivityTimeoutOverrideFromWindowManager=-1\n\nBattery Saver is currently: OFF\nDisplay Power: state=ON\nWake Locks: size=0\nKeyguard showing: false\n',
    ],
    [
      "dumpsys meminfo; dumpsys meminfo com.example.home; dumpsys meminfo com.none; dumpsys meminfo 1500 | grep MEMINFO",
      "Applications Memory Usage (in Kilobytes):\nUptime: 3725000 Realtime: 3725000\n\nTotal PSS by process:\n     65,536K: system_server (pid 412) (the apps share it: they run in one process)\n\nTotal PSS: 65,536K\nApplications Memory Usage (in Kilobytes):\nUptime: 3725000 Realtime: 3725000\n\n** MEMINFO in pid 1500 [com.example.home] **\n                   Pss      Rss\n                 Total    Total\n                ------   ------\n        TOTAL    65536    65536\n\n App Summary (the apps share it: they run in one process)\n           TOTAL PSS:    65536            TOTAL RSS:    65536\nNo process found for: com.none\n** MEMINFO in pid 1500 [com.example.home] **\n",
    ],
    [
      "dumpsys cpuinfo | grep -E 'system_server|TOTAL'",
      "  10.0% 412/system_server: 10.0% user + 0% kernel\n10.0% TOTAL\n",
    ],
  ]);
});
