import type { Egress } from "@terrarium/egress/egress";
import type { DeviceAddress } from "../../base/device-address.ts";
import type { Grounds } from "./grounds.ts";

/** Where a device answers ADB in its container. */
export const ADB_PORT = 5555;
/** The user of our images; it owns what the device stores. */
export const DEVICE_UID = 10_001;

/** What is alike in all containers of an installation. */
export interface ContainerSettings extends Grounds {
  installId: string;
  /** The image of templates that name none, as `imageFor` reads it. */
  image: string;
  /** The address of the engine's machine at which ADB is published; undefined: it is reached at the container's own. */
  publish: string | undefined;
  egress: Egress;
  /** Where programs find their way out, if their network leads nowhere and they may leave it. */
  gate: DeviceAddress | undefined;
  clock: string | undefined;
  storageMb: number;
}
