import type { FleetFilter } from "@terrarium/contract/fleet";
import type { Caller } from "@terrarium/platform/base/caller";

/** A model of device, in the fleet's terms. */
export interface FleetModel {
  name: string;
  platform: "android";
  type: "emulator" | "real";
  version: string;
}

/** A box in the form of the fleet's protocol. */
export interface FleetDevice extends FleetModel {
  id: string;
  state: "allocating" | "online" | "offline";
  model: string;
  provider: { type: "terrarium"; allocationId: string };
}

/** A team's boxes and templates as a fleet of devices. */
export interface FleetService {
  /** Returns a page (from 1) of the boxes of the caller's team that have not ended, the newest first. */
  devices(
    caller: Caller,
    page?: number,
    pageSize?: number,
  ): Promise<{ organizationId: string; devices: FleetDevice[]; isLast: boolean }>;
  /** Returns one of them. Throws sandbox_not_found. */
  device(caller: Caller, boxId: string): Promise<FleetDevice>;
  /** Returns the models of boxes that can be created now. */
  models(caller: Caller): Promise<FleetModel[]>;
  /**
   * Creates a box from the first matching template. Resolves when it is ready, or after a timeout. Throws
   * device_type_unavailable, and as `SandboxAccess.create` does.
   */
  allocate(caller: Caller, organizationId: string, filters: readonly FleetFilter[]): Promise<FleetDevice>;
  /** Ends a box of a team. Throws sandbox_not_found. */
  release(caller: Caller, organizationId: string, boxId: string): Promise<void>;
}
