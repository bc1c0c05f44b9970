import { expect, test } from "vitest";
import type { ActionDevice } from "../actions/action-device.ts";
import { pressButton, pressChords } from "./key-actions.ts";

const device = { sandboxId: "sbx_1" } as ActionDevice;

test.each(["constructor", "__proto__", "toString"])("rejects an unknown key with the supported ones: %s", (name) => {
  expect(() => pressChords(device, [`control+${name}`])).toThrow(`no key ${JSON.stringify(name)}; there is`);
  expect(() => pressButton(device, name)).toThrow(`no button ${JSON.stringify(name)}; there is HOME`);
});
