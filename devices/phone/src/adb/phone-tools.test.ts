import { RealAdb } from "@terrarium/adb-device/testing/real-adb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWholeDevice } from "../testing/test-device.ts";

/** Commands of tools for real phones, and the parts of the output that they parse. */

let adb: RealAdb;
let device: Awaited<ReturnType<typeof startWholeDevice>>;
const NOTES = "com.terrarium.notes";

beforeAll(async () => {
  adb = await RealAdb.start();
  device = await startWholeDevice({ authorizedKeys: adb.publicKeyFile });
  await adb.connect(device.port);
  await adb.run("shell", `am start -W -n ${NOTES}/.MainActivity`);
});

afterAll(async () => {
  await adb?.close();
  await device?.close();
});

async function run(command: string) {
  const { stdout, stderr, exitCode } = await adb.run("shell", command);
  return { stdout: stdout.toString(), stderr, exitCode };
}

describe("the state of the device", () => {
  it.each<[command: string, pattern: RegExp]>([
    // Appium: orientation, keyboard, lock, launcher activity, package, process list, locale
    ["dumpsys input", /SurfaceOrientation: 0\n/],
    ["dumpsys input_method", /mInputShown=false[^]*mIsInputViewShown=false/],
    ["dumpsys window policy", /mScreenOnFully=true[^]*mShowingLockscreen=false/],
    [
      `dumpsys package ${NOTES}`,
      /^ {6}android\.intent\.action\.MAIN:\n {8}\w+ com\.terrarium\.notes\/\.MainActivity filter \w+\n {10}Action: .*\n {10}Category: "android\.intent\.category\.LAUNCHER"$/m,
    ],
    [
      `dumpsys package ${NOTES}`,
      /^ {2}Package \[com\.terrarium\.notes\] \(\w+\):$[^]*versionCode=35 [^]*versionName=15$/m,
    ],
    [`dumpsys package ${NOTES}`, /firstInstallTime=\d+-\d+-\d+ \d+:\d+:\d+/],
    ["dumpsys activity processes", /ProcessRecord\{\w+ \d+:com\.terrarium\.notes\//],
    ["ps --help", /^-A$/m],
    ["settings get secure default_input_method", /^com\.terrarium\.keyboard\/\.KeyboardService\n$/],
    ["cmd location is-location-enabled", /^false\n$/],
    ["locksettings get-disabled", /^false\n$/],
    // AndroidWorld, android_env: activity in front, contacts
    ["am stack list | grep visible=true", /\{com\.terrarium\.notes\/com\.terrarium\.notes\.MainActivity\}/],
    ["content query --uri content://contacts/phones --projection display_name:number", /^No result found\.\n$/],
    // DroidBot, adbutils, uiautomator2, Airtest: activities, display, power, battery
    [
      "dumpsys activity activities",
      /\* Hist {2}#0: ActivityRecord\{\w+ u0 com\.terrarium\.notes\/\.MainActivity t\d+\}/,
    ],
    ["dumpsys activity top", /ACTIVITY com\.terrarium\.notes\/\.MainActivity \w+ pid=\d+/],
    ["dumpsys activity services", /\(nothing\)/],
    ["dumpsys window windows", /mCurrentFocus=Window\{\w+ u0 com\.terrarium\.notes\/\S+\}/],
    ["dumpsys display", /DisplayViewport\{.*valid=true, .*orientation=0, .*deviceWidth=720, deviceHeight=1600/],
    ["dumpsys power", /mHoldingDisplaySuspendBlocker=true/],
    ["dumpsys battery", /AC powered: true[^]*status: 5[^]*level: 100[^]*temperature: 250/],
    ["dumpsys wifi", /^Wi-Fi is enabled$/m],
    // Mobile MCP: displays, apps
    ["cmd display get-displays", /^Display id 0: .*, state ON,.*, uniqueId "local:0"/m],
    [
      "cmd package query-activities -a android.intent.action.MAIN -c android.intent.category.LAUNCHER",
      /^ +packageName=com\.terrarium\.notes$/m,
    ],
    // adbkit and similar tools: addresses, sockets, services
    ["ip route", /^$/],
    ["ip addr show lo", /inet 127\.0\.0\.1\/8/],
    ["ifconfig", /inet addr:127\.0\.0\.1/],
    ["cat /proc/net/tcp", /local_address/],
    ["cat /proc/self/stat", /^(\S+ ){51}\S+\n$/],
    ["service list", /activity: \[android\.app\.IActivityManager\]/],
    ["su root id -u", /^0\n$/],
    ["toybox echo here", /^here\n$/],
    ["media volume --get", /^\[V\] volume is 8 in range \[0\.\.15\]$/m],
  ])("%s", async (command, pattern) => {
    const { stdout, stderr, exitCode } = await run(command);
    expect(stdout).toMatch(pattern);
    expect([stderr, exitCode]).toEqual(["", 0]);
  });

  it("is stored like a real phone's", async () => {
    const state = async (change: string, read: string) => (await run(`${change}; ${read}`)).stdout;
    expect(await state("cmd -w wifi set-wifi-enabled disabled", "settings get global wifi_on")).toBe("0\n");
    expect(await state("svc wifi enable", "settings get global wifi_on")).toBe("1\n");
    expect(await state("svc data disable", "settings get global mobile_data")).toBe("0\n");
    expect(await state("cmd location set-location-enabled true", "settings get secure location_mode")).toBe("3\n");
    expect(
      await state("cmd overlay enable com.android.internal.systemui.navbar.threebutton", "cmd overlay list"),
    ).toContain("[x] com.android.internal.systemui.navbar.threebutton\n");
    expect(await state("cmd overlay enable com.android.internal.systemui.navbar.gestural", "true")).toBe("");
    expect(await state("cmd media_session volume --stream 4 --set 2", "settings get system volume_alarm")).toMatch(
      /\n2\n$/,
    );
    expect(
      await state(
        "settings --user 0 put global window_animation_scale 0",
        "settings get global window_animation_scale",
      ),
    ).toBe("0\n");
  });

  it("reports an overridden battery until reset", async () => {
    await run("dumpsys battery set level 37; dumpsys battery unplug");
    const { stdout } = await run(
      "dumpsys battery; dumpsys power; uiautomator dump >/dev/null; cmd statusbar expand-settings",
    );
    expect(stdout).toMatch(/UPDATES STOPPED[^]*AC powered: false[^]*level: 37[^]*mPlugType=0\n {2}mBatteryLevel=37/);
    await expect
      .poll(async () => (await run("uiautomator dump /dev/tty")).stdout)
      .toContain('content-desc="Battery 37 percent"');
    expect((await run("dumpsys window | grep mCurrentFocus")).stdout).toContain(" NotificationShade}");
    expect((await run("cmd statusbar collapse; dumpsys battery reset; dumpsys battery")).stdout).toContain(
      "  level: 100\n",
    );
  });

  it("is dumped at rest, even while a viewer sees animations", async () => {
    await run("mkdir -p /sdcard/Download && cd /sdcard/Download && for i in $(seq 100 200); do echo > $i.txt; done");
    await run("am start -n com.terrarium.files/.MainActivity");
    const watching = adb.spawn("shell", "screenrecord --time-limit 60 /sdcard/watched.mp4");
    const { stdout } = await run("uiautomator dump /dev/tty");
    const [, left, top, right, bottom] =
      /content-desc="Download"[^>]*bounds="\[(\d+),(\d+)\]\[(\d+),(\d+)\]/.exec(stdout) ?? [];
    await run(`input tap ${(Number(left) + Number(right)) / 2} ${(Number(top) + Number(bottom)) / 2}`);
    await expect.poll(async () => (await run("uiautomator dump /dev/tty")).stdout).toContain("100.txt");
    const rows = async () => (await run("uiautomator dump /dev/tty")).stdout.match(/content-desc="\d+\.txt"[^>]*/g);
    await run("input swipe 360 1100 360 500 60");
    const first = await rows();
    expect(first).not.toBeNull();
    expect(await rows()).toEqual(first);
    watching.kill();
  });

  it("does not lock after locksettings has disabled it", async () => {
    const locked = async () => (await run("dumpsys window policy")).stdout.includes("mShowingLockscreen=true");
    expect((await run("locksettings set-disabled true")).stdout).toBe("Lock screen disabled set to true\n");
    await run("input keyevent SLEEP; input keyevent WAKEUP");
    expect(await locked()).toBe(false);
    await run("locksettings set-disabled false; input keyevent SLEEP; input keyevent WAKEUP");
    expect(await locked()).toBe(true);
    await run("wm dismiss-keyguard");
  });
});

describe("the log as bytes", () => {
  it("has an entry's header, priority, tag and message", async () => {
    await run("log -t Binary -p w 'as bytes'");
    const { stdout } = await adb.run("exec-out", "logcat -d -B -b main -s Binary");
    const length = stdout.readUInt16LE(0);
    expect([stdout.readUInt16LE(2), stdout.readUInt32LE(20)]).toEqual([28, 0]);
    expect(Math.abs(stdout.readUInt32LE(12) - Date.now() / 1000)).toBeLessThan(60);
    expect(stdout.toString("latin1", 28, 28 + length)).toBe("\x05Binary\0as bytes\0");
  });
});

describe("reports errors in Android's words", () => {
  it.each<[command: string, exitCode: number, stdout: string, stderr: string]>([
    ["cmd nonsense", 20, "", "cmd: Can't find service: nonsense\n"],
    ["dumpsys nonsense", 0, "", "Can't find service: nonsense\n"],
    ["service call nonsense 1", 10, "", "service: Service nonsense does not exist\n"],
    ["pm nonsense", 255, "Unknown command: nonsense\n", ""],
    ["pm list nonsense", 255, "Error: unknown list type 'nonsense'\n", ""],
    ["pm list packages --nonsense", 255, "Error: Unknown option: --nonsense\n", ""],
    [
      "am start",
      255,
      "",
      "\nException occurred while executing 'start':\njava.lang.IllegalArgumentException: No intent supplied\n",
    ],
    [
      "am force-stop",
      255,
      "",
      "\nException occurred while executing 'force-stop':\njava.lang.IllegalArgumentException: Argument expected after \"force-stop\"\n",
    ],
    [
      "am startservice -n a.b/.C",
      255,
      "Starting service: Intent { cmp=a.b/.C }\n",
      "Error: Not found; no service started.\n",
    ],
    [
      "am start -W -n a.b/.C",
      1,
      "Starting: Intent { cmp=a.b/.C }\nError type 3\nError: Activity class {a.b/a.b.C} does not exist.\n",
      "",
    ],
    [
      "input tap 1",
      255,
      "",
      "\nException occurred while executing 'tap':\njava.lang.IllegalArgumentException: Argument expected after \"1\"\n",
    ],
    [
      "input tap a b",
      255,
      "",
      "\nException occurred while executing 'tap':\njava.lang.IllegalArgumentException: Error: Invalid arguments for command: tap\n",
    ],
    [
      `pm grant ${NOTES} android.permission.CAMERA`,
      255,
      "",
      `\nException occurred while executing 'grant':\njava.lang.SecurityException: Package ${NOTES} has not requested permission android.permission.CAMERA\n`,
    ],
    ["ime set a.b/.C", 255, "", "Unknown input method a.b/.C cannot be selected for user #0\n"],
    ["settings get nowhere x", 255, "", "Invalid namespace 'nowhere'\n"],
    ["wm density 5", 255, "", "Error: density must be >= 72\n"],
    ["screencap -d 5 -p /sdcard/x.png", 1, "", "Invalid display ID: 5\n"],
    ["run-as a.b id", 1, "", "run-as: unknown package: a.b\n"],
    ["locksettings set-pin 1234", 255, "", "The device does not support lock screen - ignoring the command.\n"],
    [
      "cmd location providers add-test-provider gps",
      255,
      "",
      "\nException occurred while executing 'providers':\njava.lang.SecurityException: com.android.shell from uid 2000 not allowed to perform MOCK_LOCATION\n",
    ],
    ["ip addr show wlan0", 1, "", 'Device "wlan0" does not exist.\n'],
  ])("%s", async (command, exitCode, stdout, stderr) => {
    expect(await run(command)).toEqual({ stdout, stderr, exitCode });
  });
});
