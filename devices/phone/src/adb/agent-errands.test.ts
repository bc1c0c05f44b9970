import { RealAdb } from "@terrarium/adb-device/testing/real-adb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { adbPhone, shellOf } from "../testing/adb-phone.ts";
import { doErrands } from "../testing/agent-errands.ts";
import { Agent } from "../testing/agent.ts";
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

it("an agent completes errands in every app through uiautomator and input", { timeout: 240_000 }, async () => {
  const shell = shellOf(adb);
  const report = await doErrands(new Agent(adbPhone(adb)), {
    recents: () => shell("input", "keyevent", "KEYCODE_APP_SWITCH"),
    enter: () => shell("input", "keyevent", "KEYCODE_ENTER"),
    async clearField() {
      await shell("input", "keycombination", "113", "29");
      await shell("input", "keyevent", "KEYCODE_DEL");
    },
    longPress: ([left, top, right, bottom]) => {
      const [x, y] = [String(Math.round((left + right) / 2)), String(Math.round((top + bottom) / 2))];
      return shell("input", "swipe", x, y, x, y, "800");
    },
  });
  expect(report).toEqual({
    sent: "Hello Ada, lunch at noon?",
    alarm: "Leave for lunch · Mon to Fri",
    renamedIn: ["Picture garden.png"],
    larger: "Font size, 105 %",
    inChinese: "语言",
    product: "8,342",
    refused: "ERR_BLOCKED_BY_ADMINISTRATOR",
    fromRecents: "8,342",
    found: "Packing list",
  });
});
