/** Where a device answers ADB in its container. */
export const ADB_PORT = 5555;
/** The user of a phone's image; it owns what the device stores. */
export const DEVICE_UID = 10_001;
export const DATA_PATH = "/data";
/** In DATA_PATH. The device reads it anew for each connection that wants in. */
export const KEYS_FILE = "authorized_keys";

/** What is alike in all containers of an installation. */
export interface ContainerSettings {
  installId: string;
  /** The image of templates that name none. */
  image: string;
  network: string;
  /** Whether containers of that network cannot reach each other. */
  keepsApart: boolean;
  /** The address of the engine's machine at which ADB is published; undefined: it is reached at the container's own. */
  publish: string | undefined;
  egress: string;
  clock: string | undefined;
  storageMb: number;
  /** Whether volumes can be given a size. */
  hasQuota: boolean;
}
