import { once } from "node:events";
import { inflateRawSync } from "node:zlib";
import { Mp4Demuxer } from "@napi-rs/webcodecs";
import { RealAdb } from "@terrarium/adb-device/testing/real-adb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWholeDevice } from "../testing/test-device.ts";

let adb: RealAdb;
let device: Awaited<ReturnType<typeof startWholeDevice>>;

beforeAll(async () => {
  adb = await RealAdb.start();
  device = await startWholeDevice({ authorizedKeys: adb.publicKeyFile });
  await adb.connect(device.port);
});

afterAll(async () => {
  await adb?.close();
  await device?.close();
});

const NOTES = "com.terrarium.notes";

/** Returns a command's output; the command must succeed. */
async function shell(command: string): Promise<string> {
  const { stdout, stderr, exitCode } = await adb.run("shell", command);
  expect([command, stderr, exitCode]).toEqual([command, "", 0]);
  return stdout.toString();
}

describe("logcat", () => {
  it("reports device activity in Android's layouts", async () => {
    await shell(`am start -n ${NOTES}/.MainActivity`);
    await expect.poll(() => shell("logcat -d")).toMatch(/I ActivityTaskManager: Displayed com\.terrarium\.notes/);
    expect(await shell("logcat -d")).toMatch(
      /^--------- beginning of (main|system)\n\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d+ +\d+ I /,
    );
    await shell("log -t Robot -p w 'a warning'; log -t Robot -p d 'a detail'");
    expect(await shell("logcat -d -v brief -s Robot:I")).toMatch(/^W\/Robot {3}\( *\d+\): a warning\n$/m);
    expect(await shell("logcat -d -v raw -s Robot")).toMatch(/a warning\na detail\n$/);
    expect(await shell("logcat -d -v tag -e 'a w.*ng' -s Robot")).toMatch(/W\/Robot {3}: a warning\n$/);
    expect(await shell("logcat -t 1 -v raw")).toContain("a detail\n");
    const pid = (await shell(`logcat -d -b events -v raw`)).match(/\[0,(\d+),\d+,com\.terrarium\.notes,/)?.[1];
    expect(await shell(`ps -A | grep ${NOTES}`)).toContain(` ${pid} `);
  });

  it("uses filters from the client's environment too", async () => {
    const { stdout } = await adb.run("logcat", "-d", "-v", "raw", "Robot:W", "*:S");
    expect(stdout.toString()).toContain("a warning\n");
    expect(stdout.toString()).not.toContain("a detail");
  });

  it("uses the device's time zone, and UTC for an unknown one", async () => {
    const told = async (zone: string) => {
      await shell(`setprop persist.sys.timezone '${zone}'; log -t Zone here`);
      return shell("date +%z; logcat -d -t 1 -v time,zone -s Zone | sed -n 's/^.* \\([+-][0-9]*\\) I.Zone.*/\\1/p'");
    };
    expect(await told("Mars/Base")).toBe("+0000\n+0000\n");
    expect(await told("America/New York")).toBe("+0000\n+0000\n");
    expect(await told("GMT-03:30")).toBe("-0330\n-0330\n");
    expect(await told("Asia/Tokyo")).toBe("+0900\n+0900\n");
    expect(await told("UTC")).toBe("+0000\n+0000\n");
  });

  it("follows until the client disconnects", async () => {
    const client = adb.spawn("logcat", "-v", "raw", "-s", "Late");
    let shown = "";
    client.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString()));
    await expect.poll(() => shown).toContain("beginning of");
    await shell("log -t Late 'first line'; log -t Other no; log -t Late second");
    await expect.poll(() => shown).toContain("first line\nsecond\n");
    expect(shown).not.toContain("no\n");
    client.kill();
    await once(client, "exit");
  });

  it("is cleared and resized", async () => {
    await adb.run("logcat", "-c");
    expect(await shell("logcat -d -b main -v raw")).not.toContain("a warning");
    await adb.run("logcat", "-G", "1M");
    expect((await adb.run("logcat", "-g")).stdout.toString()).toMatch(/^main: ring buffer is 1 MiB \(/);
    expect(await adb.run("shell", "logcat -b nonsense")).toMatchObject({ exitCode: 1 });
  });
});

describe("packages", () => {
  it("are listed, found and kept", async () => {
    expect(await shell("pm list packages")).toContain(`package:${NOTES}\n`);
    expect(await shell("cmd package list packages -3")).toBe("");
    expect(await shell(`pm path ${NOTES}`)).toBe("package:/system/app/Notes/Notes.apk\n");
    await adb.run("pull", "/system/app/Notes/Notes.apk", adb.path("notes.apk"));
    const apk = await adb.readFile("notes.apk");
    expect(apk.toString("latin1", 0, 2)).toBe("PK");
    expect((await adb.run("exec-out", "cat", "/system/app/Notes/Notes.apk")).stdout.equals(apk)).toBe(true);
    expect(await adb.run("shell", "pm path com.nobody")).toMatchObject({ exitCode: 1 });
    const { stdout, exitCode } = await adb.run("uninstall", NOTES);
    expect([stdout.toString(), exitCode]).toEqual(["Failure [DELETE_FAILED_INTERNAL_ERROR]\n", 1]);
    expect(await shell(`pm resolve-activity --brief ${NOTES} | tail -1`)).toBe(`${NOTES}/.MainActivity\n`);
    expect(await shell(`dumpsys package ${NOTES}`)).toContain(`Package [${NOTES}]`);
  });

  it("rejects every kind of installation with a reason", async () => {
    const reason = "INSTALL_FAILED_NO_MATCHING_ABIS: this virtual device has its apps built in";
    const apk = await adb.writeFile("any.apk", Buffer.alloc(300_000, 7));
    const said = async (...args: string[]) => {
      const { stdout, stderr, exitCode } = await adb.run(...args);
      expect([...args, exitCode]).toEqual([...args, 1]);
      return `${stdout.toString()}${stderr}`;
    };
    expect(await said("install", apk)).toContain(reason);
    expect(await said("install", "--no-streaming", apk)).toContain(reason);
    expect(await said("install", "-r", "-t", "-g", apk)).toContain(reason);
    expect(await said("install-multiple", apk, apk)).toContain(reason);
    expect(await said("shell", "pm install /sdcard/nothing.apk")).toContain("Unable to open file: /sdcard/nothing.apk");
    expect(await said("shell", "pm install")).toContain("must either specify a package size or an APK file");
    const [, session] = /\[(\d+)\]/.exec(await shell("pm install-create")) ?? [];
    expect(await shell(`pm install-abandon ${session}`)).toBe("Success\n");
    expect(await adb.run("shell", `pm install-commit ${session}`)).toMatchObject({ exitCode: 255 });
    expect(await shell("logcat -d -v raw -s PackageManager")).toContain("Refused to install");
  });
});

describe("activities", () => {
  it("start, resume, and report missing ones like Android", async () => {
    await shell(`am force-stop ${NOTES}`);
    expect(await shell(`am start -W -n ${NOTES}/.MainActivity`)).toMatch(
      /^Starting: Intent \{ cmp=com\.terrarium\.notes\/\.MainActivity \}\nStatus: ok\nLaunchState: COLD\nActivity: com\.terrarium\.notes\/\.MainActivity\nTotalTime: \d+\nWaitTime: \d+\nComplete\n$/,
    );
    const again = await adb.run("shell", `am start ${NOTES}/.MainActivity`);
    expect(again.stderr).toContain("has been delivered to currently running top-most instance");
    const missing = await adb.run("shell", "am start -n com.nobody/.Main");
    expect([missing.exitCode, missing.stderr]).toEqual([
      1,
      "Error type 3\nError: Activity class {com.nobody/com.nobody.Main} does not exist.\n",
    ]);
    const unresolved = await adb.run("shell", "am start -a com.example.NOTHING -d what://ever");
    expect(unresolved.stderr).toContain(
      "Error: Activity not started, unable to resolve Intent { act=com.example.NOTHING",
    );
    expect(await adb.run("shell", "am start --nonsense")).toMatchObject({ exitCode: 255 });
    expect(await shell("dumpsys window | grep -E 'mCurrentFocus|mFocusedApp'")).toMatch(
      /mCurrentFocus=Window\{\w+ u0 com\.terrarium\.notes\/com\.terrarium\.notes\.MainActivity\}\n +mFocusedApp=ActivityRecord\{\w+ u0 com\.terrarium\.notes\/\.MainActivity t\d+\}/,
    );
    await shell("am start -a android.intent.action.MAIN -c android.intent.category.HOME");
    expect(await shell("dumpsys activity activities | grep mResumedActivity")).toContain("com.terrarium.launcher/");
  });

  it("pass an address to the app that supports it", async () => {
    expect(await shell("am start -a android.intent.action.VIEW -d https://example.com/path")).toBe(
      "Starting: Intent { act=android.intent.action.VIEW dat=https://example.com/... }\n",
    );
    expect(await shell("dumpsys window | grep mFocusedApp")).toContain("com.terrarium.browser/");
  });

  it("are driven by monkey, reproducibly per seed", async () => {
    const run = async () => {
      const output = await shell(`monkey -p ${NOTES} -s 7 -v -v --pct-syskeys 0 25`);
      return output.replace(/elapsed time.*/, "");
    };
    const first = await run();
    expect(first).toContain("Events injected: 25");
    expect(await run()).toBe(first);
    expect(await adb.run("shell", "monkey -p com.nobody 1")).toMatchObject({ exitCode: 252 });
    await shell(`pm clear ${NOTES}`);
  });
});

describe("the screen", () => {
  it("is described by uiautomator", async () => {
    await shell(`am start -n ${NOTES}/.MainActivity`);
    expect(await shell("uiautomator dump")).toBe("UI hierchary dumped to: /sdcard/window_dump.xml\n");
    const file = await shell("cat /sdcard/window_dump.xml");
    expect(file).toMatch(
      /^<\?xml version='1\.0' encoding='UTF-8' standalone='yes' \?><hierarchy rotation="0"><node index="0" text="" /,
    );
    expect(file).toMatch(/<node [^>]*content-desc="New note"[^>]*clickable="true"[^>]*bounds="\[\d+,\d+\]\[\d+,\d+\]"/);
    const { stdout } = await adb.run("exec-out", "uiautomator dump /dev/tty");
    expect(stdout.toString()).toMatch(/<\/hierarchy>UI hierchary dumped to: \/dev\/tty\n$/);
    expect((await shell("uiautomator dump --compressed /dev/tty")).length).toBeLessThanOrEqual(stdout.length);
  });

  it("changes and resets its size and density", async () => {
    expect(await shell("wm size; wm density")).toBe("Physical size: 720x1600\nPhysical density: 320\n");
    await shell("wm size 540x960; wm density 240");
    expect(await shell("wm size; wm density")).toBe(
      "Physical size: 720x1600\nOverride size: 540x960\nPhysical density: 320\nOverride density: 240\n",
    );
    const png = (await adb.run("exec-out", "screencap", "-p")).stdout;
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([540, 960]);
    await shell("wm size reset; wm density reset");
    const raw = (await adb.run("exec-out", "screencap")).stdout;
    expect([raw.readUInt32LE(0), raw.readUInt32LE(4), raw.length]).toEqual([720, 1600, 16 + 720 * 1600 * 4]);
    expect(await adb.run("shell", "wm size 5x5")).toMatchObject({ exitCode: 255 });
    expect(await shell("wm user-rotation lock 1; wm user-rotation; wm user-rotation lock 0")).toBe("lock 1\n");
  });

  it("is recorded as a video", async () => {
    await shell("screenrecord --time-limit 4 --size 360x800 /sdcard/film.mp4");
    await adb.run("pull", "/sdcard/film.mp4", adb.path("film.mp4"));
    const demuxer = new Mp4Demuxer({ videoOutput: () => undefined, error: () => undefined });
    await demuxer.loadBuffer(await adb.readFile("film.mp4"));
    expect(demuxer.videoDecoderConfig).toMatchObject({ codedWidth: 360, codedHeight: 800 });
    // A recording covers the idle screen, from its first frame on, which may be late.
    expect(demuxer.duration).toBeGreaterThan(800_000);
    demuxer.close();
    const filming = adb.spawn("shell", "-tt", "screenrecord /sdcard/cut.mp4; echo ended with $?");
    await expect.poll(() => shell("ps -A -o NAME")).toContain("screenrecord");
    let said = "";
    filming.stdout.on("data", (bytes: Buffer) => (said += bytes));
    filming.stdin.write("\x03");
    await once(filming, "close");
    expect(said).toContain("ended with 0");
    expect((await shell("head -c 8 /sdcard/cut.mp4")).slice(4)).toBe("ftyp");
    expect(await adb.run("shell", "screenrecord --time-limit 9999 /sdcard/x.mp4")).toMatchObject({ exitCode: 2 });
  });

  it("sleeps and wakes by its keys", async () => {
    const wakefulness = () => shell("dumpsys power | grep mWakefulness=");
    await shell("input keyevent KEYCODE_SLEEP");
    expect(await wakefulness()).toContain("Asleep");
    await shell("input keyevent KEYCODE_WAKEUP; wm dismiss-keyguard");
    expect(await wakefulness()).toContain("Awake");
  });
});

describe("settings and state", () => {
  it("are read and changed by settings, content, cmd and svc alike", async () => {
    await shell("settings put system my_key 'some value'");
    expect(await shell("settings get system my_key")).toBe("some value\n");
    expect(await shell("settings list system")).toContain("my_key=some value\n");
    expect(await shell(`content query --uri content://settings/system --where "name='my_key'"`)).toMatch(
      /^Row: 0 _id=\d+, name=my_key, value=some value\n$/,
    );
    expect(await shell("settings delete system my_key; settings get system my_key")).toBe("Deleted 1 rows\nnull\n");
    await shell("svc wifi disable; cmd connectivity airplane-mode enable; cmd uimode night no");
    expect(
      await shell("settings get global wifi_on; cmd connectivity airplane-mode; settings get secure ui_night_mode"),
    ).toBe("0\nenabled\n1\n");
    await shell("settings put system system_locales zh-CN; input keyevent HOME");
    expect(await shell("getprop persist.sys.locale; uiautomator dump /dev/tty")).toMatch(/^zh-CN\n[^]*text="设置"/);
    await shell("settings put system system_locales en-US");
    await shell("svc wifi enable; cmd connectivity airplane-mode disable; cmd uimode night yes");
    expect(await adb.run("shell", "settings get nowhere x")).toMatchObject({ exitCode: 255 });
  });

  it("of the apps are accessible by content URI", async () => {
    await shell("content insert --uri content://sms/inbox --bind address:s:5551234 --bind body:s:'Hello: there'");
    expect(await shell("content query --uri content://sms/inbox --projection address:body")).toBe(
      "Row: 0 address=5551234, body=Hello: there\n",
    );
    await shell("content delete --uri content://sms");
    expect(await shell("content query --uri content://sms")).toBe("No result found.\n");
    const nobody = await adb.run("shell", "content query --uri content://nobody/x");
    expect([nobody.exitCode, nobody.stderr]).toEqual([1, expect.stringContaining("Could not find provider: nobody")]);
  });

  it("appear in dumpsys where scripts look for them", async () => {
    expect(await shell("dumpsys battery | grep level")).toBe("  level: 100\n");
    expect(await shell("dumpsys -l")).toContain("  SurfaceFlinger\n");
    expect(await shell("dumpsys input_method | grep mInputShown")).toContain("mInputShown=");
    expect(await shell("dumpsys display")).toContain("real 720 x 1600");
    expect(await shell("service check activity; service check nonsense")).toBe(
      "Service activity: found\nService nonsense: not found\n",
    );
    expect(await shell("ime list -s")).toBe("com.terrarium.keyboard/.KeyboardService\n");
    expect(await adb.run("shell", "cmd nonsense")).toMatchObject({ exitCode: 20 });
    await shell("cmd clipboard set-primary-clip 'on the clip'");
    expect(await shell("cmd clipboard get-primary-clip")).toBe("on the clip\n");
  });

  it("are included in a bug report", async () => {
    const { exitCode } = await adb.run("bugreport", adb.path("report.zip"));
    expect(exitCode).toBe(0);
    const zip = await adb.readFile("report.zip");
    expect(zip.readUInt32LE(0)).toBe(0x04034b50);
    const start = 30 + zip.readUInt16LE(26);
    const text = inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(18))).toString();
    expect(text).toContain("DUMP OF SERVICE window");
    expect(text).toContain("[ro.product.model]: [Terrarium Phone]");
  });
});
