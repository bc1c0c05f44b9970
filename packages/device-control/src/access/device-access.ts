import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import type { Caller } from "@terrarium/platform/base/caller";
import type { DeviceTarget } from "../device/device-session.ts";

/** A sandbox's device, and the defaults of its commands. */
export interface SandboxDevice extends DeviceTarget {
  kind: SandboxKind;
  envs: Record<string, string>;
  workingDir: string;
}

/** Access to the devices of sandboxes. An interface, because sandboxes are kept by the server. */
export interface DeviceAccess {
  /**
   * Returns the device of a running sandbox of one of the caller's organizations. Extends the sandbox's life, unless
   * the purpose is "look". Throws sandbox_not_found, sandbox_not_running.
   */
  requireDevice(caller: Caller, sandboxId: string, purpose?: "use" | "look"): Promise<SandboxDevice>;
}
