import type { DeviceModel } from "../provider.ts";
import type { DeviceKind } from "./device-kind.ts";
import { PHONE } from "./phone-kind.ts";
import { REDROID } from "./redroid-kind.ts";

/** What stands in the containers of a template. */
export const kindOf = (model: DeviceModel): DeviceKind => (model.redroid === undefined ? PHONE : REDROID);
