import type { Egress } from "@terrarium/egress/egress";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import type { Grounds } from "./grounds.ts";

/** ADB port of a device in its container. */
export const ADB_PORT = 5555;
/** User of our images; owns the device's files. */
export const DEVICE_UID = 10_001;

/** Settings common to all containers of an installation. */
export interface ContainerSettings extends Grounds {
  installId: string;
  /** Default image for templates without one, in the format of `imageFor`. */
  image: string;
  /**
   * Address of the engine's host at which ADB is published; undefined: ADB is reached at the container's own address.
   */
  publish: string | undefined;
  egress: Egress;
  /** Address of the egress proxy, if programs are in an internal network and may leave it. */
  egressProxy: DeviceAddress | undefined;
  clock: string | undefined;
  storageMb: number;
  /** Encoder of the screen; undefined: the device chooses. */
  screenEncoder?: string | undefined;
}
