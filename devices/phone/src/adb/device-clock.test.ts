import { RealAdb } from "@terrarium/adb-device/testing/real-adb";
import { formatTime } from "@terrarium/phone-ui/services/format-clock";
import { expect, it } from "vitest";
import { startWholeDevice } from "../testing/test-device.ts";

it("stops the screen's and shell's clock at --clock", async () => {
  const time = "2026-03-04T09:41:07Z";
  const adb = await RealAdb.start();
  const device = await startWholeDevice({ authorizedKeys: adb.publicKeyFile, args: ["--clock", time] });
  const shell = async (command: string) => (await adb.run("shell", command)).stdout.toString();
  try {
    await adb.connect(device.port);
    expect(await shell("uiautomator dump /dev/tty")).toContain(`text="${formatTime(Date.parse(time))}"`);
    expect(await shell("date -u '+%F %T'; echo $EPOCHREALTIME; sleep 1; date -u +%s")).toBe(
      "2026-03-04 09:41:07\n1772617267.000000\n1772617267\n",
    );
    await shell("content insert --uri content://sms/inbox --bind address:s:BANK --bind body:s:hello");
    expect(await shell("content query --uri content://sms --projection date")).toBe("Row: 0 date=1772617267000\n");
  } finally {
    await adb.close();
    await device.close();
  }
});
