import type { Bus } from "../base/bus.ts";
import type { DeviceSession } from "../devices/device-session.ts";
import { runOnDevice, type RunsCommands } from "../devices/on-screen.ts";

/** Kept on the device itself, so that it goes where the device goes: other servers, a stop and a start. */
const SETTING = "settings %s global terrarium_action_scale";
const command = (verb: string) => SETTING.replace("%s", verb);

export const DEFAULT_SCALE = 1;

/** By what coordinates of a sandbox's actions are multiplied, each sandbox for itself. */
export interface Scales {
  of(device: RunsCommands & { session: DeviceSession }): Promise<number>;
  set(device: RunsCommands & { session: DeviceSession }, scale: number): Promise<void>;
}

/** Each device is asked once; another server that changes it says so on the bus. */
export function createScales(bus: Bus): Scales {
  let known = new WeakMap<DeviceSession, Promise<number>>();
  bus.hear("action-scale", () => (known = new WeakMap()));

  return {
    async of(device) {
      const asked = known.get(device.session) ?? readScale(device);
      known.set(device.session, asked);
      try {
        return await asked;
      } catch (error) {
        known.delete(device.session);
        throw error;
      }
    },

    async set(device, scale) {
      await runOnDevice(device, scale === DEFAULT_SCALE ? command("delete") : `${command("put")} ${scale}`);
      known.set(device.session, Promise.resolve(scale));
      bus.tell("action-scale", device.sandboxId);
    },
  };
}

async function readScale(device: RunsCommands): Promise<number> {
  const scale = Number.parseFloat(await runOnDevice(device, command("get")));
  // What apps wrote there instead counts as nothing.
  return scale >= 0.1 && scale <= 1 ? scale : DEFAULT_SCALE;
}
