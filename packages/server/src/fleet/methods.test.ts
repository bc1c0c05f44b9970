import { createBoxActions } from "@terrarium/device-control/actions/service";
import { createFleetMethods } from "@terrarium/device-control/fleet/methods";
import { createLoneBus } from "@terrarium/platform/base/bus";
import type { Caller } from "@terrarium/platform/base/caller";
import { expect, test } from "vitest";
import { FAKE_PNG, FakeDevices } from "../testing/fake-devices.ts";

const CALLER: Caller = { kind: "api-key", apiKeyId: "key_1", organizationId: "org_1", scope: "read" };
const unused = async () => Promise.reject(new Error("not part of this test"));

test("a screenshot has the reported screen size at any scale", async () => {
  const devices = new FakeDevices();
  // The fake captures only the whole screen, so a scaled screenshot would fail.
  devices.onCommand = (line) => (line.includes("action_scale") ? { stdout: Buffer.from("0.5\n") } : undefined);
  const { id: deviceId } = await devices.create(CALLER, { lifetimeMs: 60_000, metadata: {} });
  const parts = { sandboxes: devices, devices };
  const actions = { noting: unused, newId: () => "act_1" };
  const storage = { put: unused, presign: unused };
  const methods = createFleetMethods({
    ...parts,
    fleet: { devices: unused, device: unused, models: unused, allocate: unused, release: unused },
    boxActions: createBoxActions({ ...parts, actions, storage, bus: createLoneBus() }),
    boxApps: { apps: unused, open: unused, close: unused },
  });
  const call = { caller: CALLER, origin: "http://localhost" };
  expect(await methods["device.screenshot"]?.run(call, { deviceId })).toEqual({
    data: `data:image/png;base64,${FAKE_PNG.toString("base64")}`,
  });
});
