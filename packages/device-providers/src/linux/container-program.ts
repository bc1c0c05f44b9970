import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import type { DeviceModel } from "../provider.ts";
import { programOptions } from "./program-options.ts";

/**
 * Writable paths in the image (devices/desktop/Dockerfile). This one outlives the processes. It belongs to root, so
 * that the user cannot change files beside the home.
 */
export const HOMES = "/home";
/** Folder of sockets and files of X servers and programs. */
export const TEMPORARY = "/tmp";
export const SHARED_MEMORY = "/dev/shm";

/**
 * Returns the single argument of the program in a Linux sandbox's container (devices/desktop/src/main-options.ts).
 * `egressProxy`: the egress proxy's address, if the network has no other way out. `egressProxyFile`: a file with a newer address,
 * read at the start if it exists.
 */
export function programArgument(
  model: DeviceModel,
  {
    port,
    keysFile,
    egressProxy,
    egressProxyFile,
    screenEncoder,
  }: {
    port: number;
    keysFile: string;
    egressProxy?: DeviceAddress | undefined;
    egressProxyFile?: string;
    screenEncoder: string | undefined;
  },
): string {
  return JSON.stringify({
    ...programOptions(model, screenEncoder),
    adbKeysFile: keysFile,
    listen: { host: "0.0.0.0", port },
    ...(egressProxy && { egressProxy }),
    ...(egressProxyFile !== undefined && { egressProxyFile: egressProxyFile }),
  });
}
