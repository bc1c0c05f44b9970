import type { DeviceAddress } from "../../base/device-address.ts";

/** A phone's name in the database, in settings and for the operator: host:port, and behind an adb server /serial. */
export const routeOf = ({ host, port, serial }: DeviceAddress): string =>
  `${host.includes(":") ? `[${host}]` : host}:${port}${serial === undefined ? "" : `/${serial}`}`;

/** The opposite; undefined if it is none. */
export function readRoute(route: string): DeviceAddress | undefined {
  const [, bracketed, plain, port, serial] = /^(?:\[([^\]]+)\]|([^:/]+)):(\d{1,5})(?:\/(\S+))?$/.exec(route) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || port === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { host, port: Number(port), ...(serial !== undefined && { serial }) };
}
