import { REQUEST_TIMEOUT_MS } from "@terrarium/contract/limits";
import { contractEndpoints } from "@terrarium/contract/testing/contract-exports";
import { expect, test } from "vitest";
import { ANSWER_TIMEOUT_MS } from "./answer-timeout.ts";

const isOfDevices = (tag: string) => tag.startsWith("box-") || tag === "gbox-android";
/** Calls of these that ask no device. */
const ASK_NO_DEVICE = new Set(["getBoxWebSocketUrl"]);
/** Those elsewhere that ask, start or end one. The specification has its own wait 10 s. */
const OTHERS = new Set(["terminateBox", "getBoxThumbnail", "allocateFleetDevice", "releaseFleetDevice"]);

test("clients wait longer for a call than the server does for the device", async () => {
  const onDevices = (await contractEndpoints())
    .filter(({ tag, name }) => (isOfDevices(tag) && !ASK_NO_DEVICE.has(name)) || OTHERS.has(name))
    .map(({ name, timeoutMs = REQUEST_TIMEOUT_MS }) => ({ name, timeoutMs }));
  expect(onDevices.map(({ name }) => name)).toEqual(expect.arrayContaining([...OTHERS, "screenshot"]));
  expect(onDevices.filter(({ timeoutMs }) => timeoutMs <= ANSWER_TIMEOUT_MS).map(({ name }) => name)).toEqual([]);
});
