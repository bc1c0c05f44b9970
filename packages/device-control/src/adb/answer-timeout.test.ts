import { REQUEST_TIMEOUT_MS } from "@terrarium/contract/limits";
import { contractEndpoints } from "@terrarium/contract/reflection/contract-exports";
import { expect, test } from "vitest";
import { ANSWER_TIMEOUT_MS } from "./answer-timeout.ts";

const isOfDevices = (tag: string) => tag.startsWith("box-") || tag === "gbox-android";
/** Calls of these tags that do not contact a device. */
const ASK_NO_DEVICE = new Set(["getBoxWebSocketUrl"]);
/** Calls of other tags that contact, start or end a device. The timeout of the specification's own calls is 10 s. */
const OTHERS = new Set(["terminateBox", "getBoxThumbnail", "allocateFleetDevice", "releaseFleetDevice"]);

test("client timeouts exceed the server's timeout of the device", async () => {
  const onDevices = (await contractEndpoints())
    .filter(({ tag, name }) => (isOfDevices(tag) && !ASK_NO_DEVICE.has(name)) || OTHERS.has(name))
    .map(({ name, timeoutMs = REQUEST_TIMEOUT_MS }) => ({ name, timeoutMs }));
  expect(onDevices.map(({ name }) => name)).toEqual(expect.arrayContaining([...OTHERS, "screenshot"]));
  expect(onDevices.filter(({ timeoutMs }) => timeoutMs <= ANSWER_TIMEOUT_MS).map(({ name }) => name)).toEqual([]);
});
