import type { DeviceSockets } from "@terrarium/adb-device/ports/sockets";
import type { DeviceFiles } from "@terrarium/device-files/device-files";
import type { Egress } from "@terrarium/egress/egress";
import type { Clock } from "./clock.ts";
import type { DeviceSettings } from "./device-settings.ts";
import type { Random } from "./random.ts";
import type { TerminalSession, TerminalSize } from "./terminal-session.ts";

/**
 * Options of the user interface: a screen, where 1 dp is 1 pixel at 160 dpi, and the parts of the system that it shows
 * and changes.
 */
export interface SystemUiOptions {
  widthPx: number;
  heightPx: number;
  densityDpi: number;
  /** Host folder for the apps' own files. */
  dataDir: string;
  settings: DeviceSettings;
  files: DeviceFiles;
  clock: Clock;
  random: Random;
  /** Network access of apps. */
  egress: Egress;
  /** The device's own sockets, reached through its loopback. */
  sockets: Pick<DeviceSockets, "connect">;
  /** Host files of authorized debugging keys, shown in Settings. */
  authorizedKeyFiles?: readonly string[];
  openShell: (size: TerminalSize) => TerminalSession;
  log: (message: string) => void;
  /** Called when an app threw while it was drawn, and was ended. */
  onCrash?: (packageName: string, error: unknown) => void;
}
