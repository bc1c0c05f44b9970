import { REQUEST_TIMEOUT_MS } from "@terrarium/contract/limits";
import { contractEndpoints } from "@terrarium/contract/testing/contract-exports";
import { expect, test } from "vitest";
import { ANSWER_TIMEOUT_MS } from "./answer-timeout.ts";

/** Calls of these that ask no device. */
const ASK_NO_DEVICE = new Set(["getBoxWebSocketUrl"]);

test("clients wait longer for a call than the server does for the device", async () => {
  const onDevices = (await contractEndpoints())
    .filter(({ tag, name }) => (tag.startsWith("box-") && !ASK_NO_DEVICE.has(name)) || name === "terminateBox")
    .map(({ name, timeoutMs = REQUEST_TIMEOUT_MS }) => ({ name, timeoutMs }));
  expect(onDevices.map(({ name }) => name)).toContain("terminateBox");
  expect(onDevices.filter(({ timeoutMs }) => timeoutMs <= ANSWER_TIMEOUT_MS).map(({ name }) => name)).toEqual([]);
});
