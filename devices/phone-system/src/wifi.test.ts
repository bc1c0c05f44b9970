import { expect, test } from "vitest";
import { wifiStateOf } from "./wifi.ts";

test.each([
  ["1", undefined, { on: true, connected: true, saved: true }],
  ["1", "anything", { on: true, connected: true, saved: true }],
  ["1", "saved", { on: true, connected: false, saved: true }],
  ["1", "forgotten", { on: true, connected: false, saved: false }],
  ["0", "connected", { on: false, connected: false, saved: true }],
  [undefined, undefined, { on: false, connected: false, saved: true }],
])("with wifi_on %j and the network %j", (on, network, state) => {
  expect(wifiStateOf(on, network)).toEqual(state);
});
