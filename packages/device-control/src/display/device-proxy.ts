import type { DeviceProxy } from "@terrarium/contract/box-display";
import { deviceDestination, HOST_ADDRESS, OWN_LOOPBACK } from "@terrarium/egress/device-destination";
import type { Egress, Resolve } from "@terrarium/egress/egress";
import { NetworkError } from "@terrarium/egress/network-error";
import { AppError } from "@terrarium/platform/base/app-error";
import type { DeviceSession } from "../device/device-session.ts";

/** A device with a readable or settable proxy. */
export interface ProxiedDevice {
  sandboxId: string;
  session: DeviceSession;
}

/** Network access of devices' programs, and the name resolver. */
export interface ProxyReach {
  egress: Egress;
  resolve: Resolve;
}

/** The proxy of a device's programs. All methods throw device_failed. */
export interface ProxyOfDevice {
  read(): Promise<DeviceProxy | undefined>;
  /** Throws not_possible, egress_off if this proxy would be unusable. */
  check(proxy: DeviceProxy): Promise<void>;
  /** Throws not_possible. */
  set(proxy: DeviceProxy): Promise<void>;
  clear(): Promise<void>;
}

export const cannotProxy = (detail: string): AppError => new AppError("not_possible", { what: "This proxy", detail });

/** Checks in advance whether the egress rules allow each connection. Throws not_possible, egress_off. */
export async function requireReach(host: string, { egress, resolve }: ProxyReach): Promise<void> {
  try {
    const destination = await deviceDestination(host, egress, resolve);
    if (destination !== OWN_LOOPBACK) return;
    throw cannotProxy(`${host} is the box itself; the machine that runs it is ${HOST_ADDRESS}, with egress "all"`);
  } catch (error) {
    if (!(error instanceof NetworkError)) throw error;
    if (error.problem === "egress-off") throw new AppError("egress_off", {}, { cause: error });
    if (error.problem === "unknown-host") throw cannotProxy(`no host is called ${host}`);
    throw cannotProxy(`${host} is no address of the public internet, and the server's operator allows no other`);
  }
}
