import { expect, test } from "vitest";
import { Agent, doAgentTask } from "../devices/phone/src/testing/agent.ts";
import { GboxClient } from "../packages/sdk/src/gbox-client.ts";
import { DeviceShell } from "./support/device-shell.ts";
import { provideServer } from "./support/fixtures.ts";
import { signIn } from "./support/server.ts";

const server = provideServer();

test("an agent completes its task through SDK and adb", async () => {
  const { origin } = server();
  const token = await signIn(origin, "ada");
  const android = await new GboxClient({ apiKey: token, baseUrl: origin }).initAndroid();
  const shell = new DeviceShell(origin, android.sandboxId, token);
  const agent = new Agent({
    dump: () => shell.dump(),
    tap: (x, y) => android.click(x, y),
    type: (text) => android.type(text),
    press: (key) => android.keypress(key),
    swipe: (fromX, fromY, toX, toY) => android.drag([fromX, fromY], [toX, toY]),
  });
  try {
    expect(await doAgentTask(agent)).toEqual({
      found: "milk, eggs & <bread>",
      other: false,
      lightChosen: true,
      darkChosen: true,
      result: "413",
    });
  } finally {
    shell.close();
  }
});
