import type { DeviceSockets } from "@terrarium/adb-device/ports/sockets";
import type { DeviceFiles } from "@terrarium/device-files/device-files";
import type { Egress } from "@terrarium/egress/egress";
import type { Clock } from "./clock.ts";
import type { DeviceSettings } from "./device-settings.ts";
import type { TerminalSession, TerminalSize } from "./terminal-session.ts";

/** What the user interface is made of: a screen, where 160 dpi make one dp one pixel, and what it shows and changes. */
export interface SystemUiOptions {
  widthPx: number;
  heightPx: number;
  densityDpi: number;
  /** Host folder in which apps keep their own files. */
  dataDir: string;
  settings: DeviceSettings;
  files: DeviceFiles;
  clock: Clock;
  /** How far apps may reach into the network. */
  egress: Egress;
  /** The device's own sockets, where its loopback leads. */
  sockets: Pick<DeviceSockets, "connect">;
  /** Host files of the keys that may debug the device, which Settings shows. */
  authorizedKeyFiles?: readonly string[];
  openShell: (size: TerminalSize) => TerminalSession;
  log: (message: string) => void;
  /** An app threw while it was drawn, and was ended. */
  onCrash?: (packageName: string, error: unknown) => void;
}
