import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { DeviceSession } from "../device/device-session.ts";
import { awaitBrowser } from "./dev-tools.ts";

test("many waiting callers query the device no more than one", async () => {
  const version = { Browser: "Test/1", webSocketDebuggerUrl: "ws://127.0.0.1/devtools/browser/1" };
  const browser = createServer((_asked, answer) => void answer.end(JSON.stringify(version))).listen(0, "127.0.0.1");
  onTestFinished(() => void browser.close());
  await once(browser, "listening");
  const asked: string[] = [];
  const session: Pick<DeviceSession, "openSocket" | "run"> = {
    async openSocket() {
      asked.push("connection");
      // The browser is available after its state was read once.
      if (!asked.includes("state")) throw new Error("nothing listens yet");
      return connect((browser.address() as AddressInfo).port, "127.0.0.1");
    },
    async run() {
      asked.push("state");
      return { stdout: Buffer.from("starting\n"), stderr: Buffer.alloc(0), exitCode: 0 };
    },
  };
  const answers = await Promise.all(Array.from({ length: 16 }, () => awaitBrowser(session as DeviceSession, "sbx_1")));
  expect(answers).toEqual(Array.from({ length: 16 }, () => version));
  expect(asked).toEqual(["connection", "state", "connection"]);
  await awaitBrowser(session as DeviceSession, "sbx_1");
  expect(asked).toHaveLength(4);
});
