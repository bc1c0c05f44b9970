import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { DeviceSession } from "../device/device-session.ts";
import { untilTabIsGone } from "./tabs.ts";

/** Opens a browser that returns these lists of pages one after the other, and then ends. */
async function openBrowser(lists: string[][]) {
  const server = createServer((_asked, answer) => {
    const ids = lists.shift();
    if (ids === undefined) answer.destroy();
    else answer.end(JSON.stringify(ids.map((id) => ({ id, type: "page" }))));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { openSocket: async () => connect(port, "127.0.0.1") } as Partial<DeviceSession> as DeviceSession;
}

test("waits until a closed tab is no longer listed", async () => {
  const lists = [["1", "2"], ["1", "2"], ["1"], ["1"]];
  await untilTabIsGone(await openBrowser(lists), "2");
  expect(lists).toEqual([["1"]]);
});

test("closing the last tab ends the browser", async () => {
  const lists = [["1"]];
  await untilTabIsGone(await openBrowser(lists), "1");
  expect(lists).toEqual([]);
});
