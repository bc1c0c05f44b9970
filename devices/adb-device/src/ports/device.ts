import type { Screen } from "./screen.ts";

/** What clients are told of the device (AOSP adb/daemon/services.cpp, get_connection_string). */
interface DeviceIdentity {
  product: string;
  model: string;
  device: string;
}

/** The machine behind the debug bridge, as far as the bridge asks and tells it. */
export interface BridgedDevice {
  /** Asked at each connection. */
  identity(): DeviceIdentity;
  /** The screen as of now; a restart makes another. One that is being started is waited for. Rejects if there is none. */
  screen(): Promise<Screen>;
  /** Whether its shells can be root's. */
  readonly allowsRoot: boolean;
  /** From now on shells are root's, or not. */
  rootChanged(root: boolean): void;
  /** Starts the system anew. The clients' connections end with it. */
  reboot(): Promise<void>;
}
