import type { Screen } from "./screen.ts";

/** Device identity sent to clients (AOSP adb/daemon/services.cpp, get_connection_string). */
interface DeviceIdentity {
  product: string;
  model: string;
  device: string;
}

/** The machine behind the debug bridge, as seen by the bridge. */
export interface BridgedDevice {
  /** Returns the identity; called at each connection. */
  identity(): DeviceIdentity;
  /** Returns the current screen, which a restart replaces; waits for a starting one. Rejects if there is none. */
  screen(): Promise<Screen>;
  /** Whether shells may run as root. */
  readonly allowsRoot: boolean;
  /** Called when later shells run as root, or no longer do. */
  rootChanged(root: boolean): void;
  /** Restarts the system. All client connections end. */
  reboot(): Promise<void>;
}
