import { readApk } from "@terrarium/phone-helpers/apk/read-apk";
import { testApk } from "@terrarium/phone-helpers/testing/test-apk";
import { describe, expect, it } from "vitest";
import { FAKE_HELPER } from "../testing/fake-phone.ts";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();
const APK = testApk(FAKE_HELPER, 246, "10.6.6");

/** Installs the helper as `adb install` does, by a stream. */
async function installHelper(): Promise<string> {
  const encoded = APK.toString("base64");
  const { stdout } = await used.shell().run(`echo ${encoded} | base64 -d | pm install -r -g -S ${APK.length}`);
  return stdout;
}

describe("a known helper's package", () => {
  it("is installed from a stream and from a file", async () => {
    expect(readApk(APK)).toBeDefined();
    expect(await installHelper()).toBe("Success\n");
    const script = `cd /data/local/tmp; echo ${APK.toString("base64")} | base64 -d > a.apk; pm install -t a.apk; rm a.apk`;
    expect((await used.shell().run(script)).stdout).toBe("Success\n");
  });

  it("shows its version, instrumentation and path", async () => {
    await installHelper();
    const { stdout } = await used
      .shell()
      .run(
        "cmd package list packages --show-versioncode -3; dumpsys package com.example.helper | grep -E 'version(Code|Name)='; pm list instrumentation; pm path com.example.helper; pm list packages -s helper; ime list -a -s",
      );
    expect(stdout).toMatch(
      /^package:com\.example\.helper versionCode:246\n {4}versionCode=246 .*\n {4}versionName=10\.6\.6\ninstrumentation:com\.example\.helper\/com\.example\.helper\.Runner \(target=com\.example\.helper\)\npackage:\/data\/app\/.*\/base\.apk\ncom\.terrarium\.keyboard\/\.KeyboardService\ncom\.example\.helper\/\.Keyboard\n$/,
    );
  });

  it("is granted permissions, cleared and uninstalled", async () => {
    await installHelper();
    const commands = ["grant com.example.helper x", "clear com.example.helper", "uninstall com.example.helper"];
    expect((await used.shell().run(commands.map((each) => `pm ${each}`).join("; "))).stdout).toBe("Success\nSuccess\n");
    expect(used.phone.helpers).toEqual([]);
  });

  it("selects its input method", async () => {
    await installHelper();
    const id = "com.example.helper/.Keyboard";
    const { stdout } = await used
      .shell()
      .run(
        `ime set ${id} 2>&1; ime enable ${id}; ime set ${id}; settings get secure default_input_method; dumpsys input_method | grep mCurMethodId; ime disable ${id}; settings get secure default_input_method`,
      );
    expect(stdout).toBe(
      `Unknown input method ${id} cannot be selected for user #0\nInput method ${id}: now enabled for user #0\nInput method ${id} selected for user #0\n${id}\n  mCurMethodId=${id}\nInput method ${id}: now disabled for user #0\ncom.terrarium.keyboard/.KeyboardService\n`,
    );
  });

  it("shows its running services", async () => {
    await installHelper();
    const { stdout } = await used
      .shell()
      .run(
        "dumpsys activity services com.example.helper; dumpsys activity services other | tail -1; am start-foreground-service -n com.example.helper/.Service",
      );
    expect(stdout).toMatch(
      /ServiceRecord\{\w+ u0 com\.example\.helper\/\.Service\}[^]*isForeground=true[^]*\n {2}\(nothing\)\nStarting service: Intent \{ cmp=com\.example\.helper\/\.Service \}\n$/,
    );
  });
});

describe("a helper's instrumentation", () => {
  it("prints its output until its end", async () => {
    await installHelper();
    used.phone.told.length = 0;
    used.phone.helperSteps = [
      { kind: "text", text: "a\n" },
      { kind: "waiting" },
      { kind: "file", path: "/data/local/tmp/out", bytes: Buffer.from("file") },
      { kind: "exit", exitCode: 3 },
    ];
    const script =
      "am instrument -w -r -e k v com.example.helper/.Runner; echo $?; cat /data/local/tmp/out; rm /data/local/tmp/out";
    expect((await used.shell().run(script)).stdout).toBe("a\n3\nfile");
    expect(used.phone.told).toEqual([
      'startHelper {"kind":"instrumentation","component":"com.example.helper/com.example.helper.Runner","args":{"k":"v"},"detached":false}',
      "stopHelper 1",
    ]);
  });

  it("ends with its command", async () => {
    await installHelper();
    used.phone.helperSteps = [{ kind: "text", text: "ready\n" }];
    used.phone.helperRunsOn = true;
    const client = used.shell().open({ command: "am instrument -w com.example.helper/.Runner" });
    await expect.poll(() => client.stdout).toBe("ready\n");
    client.hangUp();
    await expect.poll(() => used.phone.told).toContain("stopHelper 1");
  });
});

describe("app_process", () => {
  testOnPhone(used, [
    {
      script: "echo code > m.jar; CLASSPATH=m.jar app_process -Xa / com.example.Main a 'b c'; rm m.jar",
      told: [
        'startHelper {"kind":"class","className":"com.example.Main","args":["a","b c"],"codeSha256":"b57b236c9bcd2a61fcd627b69ae2d7a6eb5bc13f2dc25311348ee08df43bc0c4"}',
        "stopHelper 1",
      ],
    },
    {
      script: "app_process / com.example.Other",
      told: ['startHelper {"kind":"class","className":"com.example.Other","args":[]}'],
      stderr: "Error: class com.example.Other cannot run: this phone runs no Java\n",
      exitCode: 1,
    },
    [
      "app_process; app_process /",
      "",
      "Usage: app_process [java-options] cmd-dir start-class-name [options]\nUsage: app_process [java-options] cmd-dir start-class-name [options]\n",
      1,
    ],
    [
      "am broadcast -a example.ASK --es k v",
      'Broadcasting: Intent { act=example.ASK flg=0x400000 (has extras) }\nBroadcast completed: result=-1, data="yes"\n',
    ],
  ]);
});
