import { RealAdb } from "@terrarium/adb-device/testing/real-adb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { adbPhone } from "../testing/adb-phone.ts";
import { Agent, doAgentTask } from "../testing/agent.ts";
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

it("an agent completes a multi-app task through uiautomator and input", async () => {
  expect(await doAgentTask(new Agent(adbPhone(adb)))).toEqual({
    found: "milk, eggs & <bread>",
    other: false,
    lightChosen: true,
    darkChosen: true,
    result: "413",
  });
});
