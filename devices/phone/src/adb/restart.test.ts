import { RealAdb } from "@terrarium/adb-device/testing/real-adb";
import { afterAll, beforeAll, expect, it } from "vitest";
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

const said = async (...args: string[]) => (await adb.run(...args)).stdout.toString().replaceAll("\r", "");

/** Reconnects: faster than waiting for the client's server to do so. */
async function comeBack(): Promise<void> {
  await adb.run("connect", `127.0.0.1:${device.port}`);
  expect(await adb.run("wait-for-device")).toMatchObject({ exitCode: 0 });
}

it("adb root and unroot switch the shell's user", async () => {
  expect(await said("shell", "id -u")).toBe("2000\n");
  expect((await adb.run("shell", "stop")).stderr).toContain("must be root");
  const restarting = said("root");
  await expect.poll(() => device.logs.filter((line) => line.startsWith("adb client disconnected")).length).toBe(1);
  await comeBack();
  expect(await restarting).toContain("restarting adbd as root");
  expect(await said("shell", "id -u; getprop service.adb.root")).toBe("0\n1\n");
  expect(await said("root")).toContain("already running as root");
  expect(await said("remount")).toContain("remount failed");
  const back = said("unroot");
  await expect.poll(() => device.logs.filter((line) => line.startsWith("adb client disconnected")).length).toBe(2);
  await comeBack();
  expect(await back).toContain("restarting adbd as non root");
  expect(await said("shell", "id -u")).toBe("2000\n");
});

it("adb reboot restarts the system and keeps its data", async () => {
  await said("shell", "am start -n com.terrarium.notes/.MainActivity");
  await said(
    "shell",
    "setprop debug.gone yes; setprop persist.kept yes; settings put system kept yes; echo hi > /sdcard/kept",
  );
  await said("shell", "log -t Before 'the reboot'");
  const following = adb.spawn("logcat", "-s", "Nothing");
  const disconnected = new Promise((resolve) => following.on("exit", resolve));
  // A late follower would wait for the device, and then follow the new log.
  await expect.poll(() => said("shell", "ps -A -o NAME")).toContain("logcat");
  await said("reboot");
  await disconnected;
  await comeBack();
  await expect.poll(() => said("shell", "getprop sys.boot_completed")).toBe("1\n");
  expect(
    await said("shell", "getprop debug.gone; getprop persist.kept; settings get system kept; cat /sdcard/kept"),
  ).toBe("\nyes\nyes\nhi\n");
  expect(await said("shell", "logcat -d -s Before")).not.toContain("the reboot");
  expect(await said("shell", "dumpsys window | grep mFocusedApp")).toContain("com.terrarium.launcher");
  expect(await said("get-state")).toBe("device\n");
});

it("reboot works from the shell, except for unknown targets", async () => {
  expect(await said("reboot", "recovery")).toContain("cannot reboot into recovery");
  expect(await adb.run("shell", "reboot bootloader")).toMatchObject({ exitCode: 1 });
  await said("shell", "setprop debug.gone yes");
  await adb.run("shell", "reboot");
  await comeBack();
  expect(await said("shell", "getprop debug.gone")).toBe("\n");
});
