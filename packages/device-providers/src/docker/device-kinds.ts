import type { DeviceModel } from "../provider.ts";
import type { DeviceKind } from "./device-kind.ts";
import { LINUX } from "./linux-kind.ts";
import { PHONE } from "./phone-kind.ts";
import { REDROID } from "./redroid-kind.ts";

/** Returns the kind of device in a template's containers. */
export function kindOf({ kind, redroid }: DeviceModel): DeviceKind {
  if (redroid) return REDROID;
  return kind === undefined ? PHONE : LINUX;
}
