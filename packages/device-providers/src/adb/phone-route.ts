import type { DeviceAddress } from "@terrarium/platform/base/device-address";

/** Beginning of the settings with the sealed key of a phone; its route follows. */
export const PHONE_KEY_SETTINGS = "adb-key ";

/**
 * Formats a phone's name in the database, in settings and for the operator: host:port, and /serial behind an adb
 * server.
 */
export const routeOf = ({ host, port, serial }: DeviceAddress): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}${serial === undefined ? "" : `/${serial}`}`;

/** Parses a route; returns undefined if it is invalid. */
export function readRoute(route: string): DeviceAddress | undefined {
  const [, bracketed, plain, port, serial] = /^(?:\[([^\]]+)\]|([^:/]+)):(\d{1,5})(?:\/(\S+))?$/.exec(route) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || port === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { host, port: Number(port), ...(serial !== undefined && { serial }) };
}
