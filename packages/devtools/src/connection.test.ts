import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { WebSocketServer } from "ws";
import * as z from "zod";
import { DevToolsConnection } from "./connection.ts";

/** Connects to a browser that never answers. */
async function connectToSilence(): Promise<DevToolsConnection> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const endpoint = {
    open: async () => connect(port, "127.0.0.1"),
    listWithinMs: 5_000,
    callWithinMs: 60_000,
    listBytes: 1_000,
    messageBytes: 1_000,
    parseJson: (text: string): unknown => JSON.parse(text),
  };
  const browser = await DevToolsConnection.open(endpoint, "ws://localhost/devtools/browser/1");
  onTestFinished(() => {
    browser[Symbol.dispose]();
    server.close();
  });
  return browser;
}

test("rejects calls above the limit of pending calls", async () => {
  const browser = await connectToSilence();
  const ask = () => browser.call(z.unknown(), "Browser.getVersion", undefined);
  const pending = Promise.allSettled(Array.from({ length: 4_096 }, ask));
  await expect(ask()).rejects.toThrow("too many calls");
  browser[Symbol.dispose]();
  expect((await pending).map(({ status }) => status)).not.toContain("fulfilled");
});

test("rejects a call without an answer in time", async () => {
  const browser = await connectToSilence();
  const call = browser.call(z.unknown(), "Page.enable", undefined, { timeoutMs: 1 });
  await expect(call).rejects.toMatchObject({ name: "NoAnswer", message: "the browser did not answer Page.enable" });
});
