import type { Bus } from "@terrarium/platform/base/bus";
import type { DeviceSession } from "../device/device-session.ts";
import { runOnDevice, type RunsCommands } from "../screen/on-screen.ts";

/** Stored on the device itself, so that it applies on other servers, and after a stop and a start. */
const SETTING = "settings %s global terrarium_action_scale";
const command = (verb: string) => SETTING.replace("%s", verb);

export const DEFAULT_SCALE = 1;

/** Coordinate factors of sandboxes' actions, one for each sandbox. */
export interface Scales {
  of(device: RunsCommands & { session: DeviceSession }): Promise<number>;
  set(device: RunsCommands & { session: DeviceSession }, scale: number): Promise<void>;
}

/** Reads each device once. Another server announces a change on the bus. */
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
  // Ignores other values, which apps may write there.
  return scale >= 0.1 && scale <= 1 ? scale : DEFAULT_SCALE;
}
