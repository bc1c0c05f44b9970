import type { DeviceAddress } from "../../base/device-address.ts";
import type { DeviceModel, LinuxKind } from "../provider.ts";

/** In its image (devices/desktop/Dockerfile): whose home it is, and what of its root can be written to. */
const HOME = "/home/user";
/** What outlives its processes; of root, so that what is beside the home is not its user's to change. */
export const HOMES = "/home";
/** Where X servers and programs put their sockets and files. */
export const TEMPORARY = "/tmp";
export const SHARED_MEMORY = "/dev/shm";

/**
 * The one argument of the program in a Linux sandbox's container (devices/desktop/src/main-options.ts). `gate`: where the
 * way out is, if its network has none.
 */
export function programArgument(
  model: DeviceModel,
  { port, keysFile, gate }: { port: number; keysFile: string; gate?: DeviceAddress | undefined },
): string {
  return JSON.stringify({
    kind: requireKind(model),
    name: model.name,
    // No process that it sees is anybody else's.
    alone: true,
    home: HOME,
    widthPx: model.widthPx,
    heightPx: model.heightPx,
    dpi: model.densityDpi,
    adbKeysFile: keysFile,
    listen: { host: "0.0.0.0", port },
    ...(gate && { egressGate: gate }),
  });
}

/** Throws an Error for a model of phones. */
export function requireKind({ kind }: DeviceModel): LinuxKind {
  if (kind === undefined) throw new Error("a phone is no Linux sandbox");
  return kind;
}
