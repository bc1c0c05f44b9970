import { afterAll, beforeAll, expect, it } from "vitest";
import { Agent, doAgentTask } from "./testing/agent.ts";
import { RealAdb } from "./testing/real-adb.ts";
import { startWholeDevice } from "./testing/test-device.ts";

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

async function shell(...words: string[]): Promise<void> {
  const { exitCode, stderr } = await adb.run("shell", ...words);
  if (exitCode !== 0) throw new Error(`${words.join(" ")}: ${stderr}`);
}

it(
  "an agent writes notes, finds one, changes a setting and computes, by uiautomator and input alone",
  { timeout: 120_000 },
  async () => {
    const agent = new Agent({
      dump: async () => (await adb.run("exec-out", "uiautomator", "dump", "/dev/tty")).stdout.toString(),
      tap: (x, y) => shell("input", "tap", String(x), String(y)),
      type: (text) => shell("input", "text", `'${text.replaceAll(" ", "%s").replaceAll("'", String.raw`'\''`)}'`),
      press: (key) => shell("input", "keyevent", `KEYCODE_${key.toUpperCase()}`),
      swipe: (...points) => shell("input", "swipe", ...points.map(String)),
    });
    expect(await doAgentTask(agent)).toEqual({
      found: "milk, eggs & <bread>",
      other: false,
      lightChosen: true,
      darkChosen: true,
      result: "413",
    });
  },
);
