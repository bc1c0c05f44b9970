import type { DeviceModel } from "../provider.ts";
import type { DeviceKind } from "./device-kind.ts";
import { LINUX } from "./linux-kind.ts";
import { PHONE } from "./phone-kind.ts";
import { REDROID } from "./redroid-kind.ts";

/** What stands in the containers of a template. */
export function kindOf({ kind, redroid }: DeviceModel): DeviceKind {
  if (redroid) return REDROID;
  return kind === undefined ? PHONE : LINUX;
}
