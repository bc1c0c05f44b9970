import type { DeviceAddress } from "../../base/device-address.ts";
import type { DeviceModel } from "../provider.ts";
import { programOptions } from "./program-options.ts";

/** What of the root of its image (devices/desktop/Dockerfile) can be written to. What outlives its processes; of root, so that what is beside the home is not its user's to change. */
export const HOMES = "/home";
/** Where X servers and programs put their sockets and files. */
export const TEMPORARY = "/tmp";
export const SHARED_MEMORY = "/dev/shm";

/**
 * The one argument of the program in a Linux sandbox's container (devices/desktop/src/main-options.ts). `gate`: where the
 * way out is, if its network has none; `gateFile`: a file that says it anew, if there is one when it starts.
 */
export function programArgument(
  model: DeviceModel,
  {
    port,
    keysFile,
    gate,
    gateFile,
  }: { port: number; keysFile: string; gate?: DeviceAddress | undefined; gateFile?: string },
): string {
  return JSON.stringify({
    ...programOptions(model),
    adbKeysFile: keysFile,
    listen: { host: "0.0.0.0", port },
    ...(gate && { egressGate: gate }),
    ...(gateFile !== undefined && { egressGateFile: gateFile }),
  });
}
